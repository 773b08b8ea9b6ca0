"""Texts of `coinche-bot` and the bot SDK for the person who started them, in French and English."""

from __future__ import annotations

from collections.abc import Mapping

from coinche.connection.address import Address
from coinche.connection.error_texts import WHY, answer, operators_will, particular, unreached
from coinche.connection.errors import CannotConnect, ConnectFailure, ConnectionLost, SentAway, TurnedDown, by_operator
from coinche.protocol.messages import Error
from coinche.text.catalog import Words
from coinche.text.language import Language


class BotSays(Words):
    """Everything that a bot program prints. Each member: French, English."""

    SUMMARY = (
        "Installer un bot à une table, ou prêter des bots à un serveur.",
        "Seat a bot at a table, or lend bots to a server.",
    )
    OWN_SUMMARY = ("Un bot de coinche.", "A coinche bot.")
    NAME_HELP = ("le nom du bot : {bots}", "the bot that plays: {bots}")
    POOL_HELP = (
        "prêter tous les bots au serveur, pour ses places libres",
        "lend all bots to the server for its free seats",
    )
    LIST_HELP = ("afficher la liste des bots et quitter", "list the bots and exit")
    EXEC_HELP = (
        "jouer avec votre propre programme : il lit et écrit des lignes de JSON ; dans la commande, {host} {port} "
        "{address} {table} {seat} {name} {token} sont remplacés par leur valeur",
        "play with your own program, which reads and writes lines of JSON; in the command, {host} {port} {address} "
        "{table} {seat} {name} {token} are replaced by their values",
    )
    HOST_HELP = (
        "l'adresse du serveur : HÔTE, HÔTE:PORT, coinche://HÔTE:PORT#EMPREINTE ou, sans TLS, coinche+tcp://HÔTE:PORT",
        "the server's address: HOST, HOST:PORT, coinche://HOST:PORT#FINGERPRINT or, without TLS, "
        "coinche+tcp://HOST:PORT",
    )
    TABLE_HELP = (
        "la table, par son nom ou son numéro (par défaut, la première qui a assez de places libres)",
        "the table, by name or number (default: the first with enough free seats)",
    )
    SEAT_HELP = (
        "la place : N, E, S ou W (par défaut, la première libre)",
        "the seat: N, E, S or W (default: the first free one)",
    )
    SEATS_HELP = ("nombre de places à prendre ; avec 2, deux partenaires", "number of seats to take; 2 are partners")
    SEAT_NAME_HELP = ("le nom affiché à la table", "the name shown at the table")
    KEY_HELP = (
        "le fichier de la clé qui garantit ce nom, créé au besoin (par défaut, votre clé)",
        "the key file that owns the name, created if needed (default: your own key)",
    )
    GUEST_HELP = ("jouer en invité, sans clé, sous un nom libre", "play as a guest, without a key, under a free name")
    TOKEN_HELP = (
        "le jeton reçu pour ce nom (ou la variable COINCHE_TOKEN)",
        "the token issued for that name (or set COINCHE_TOKEN)",
    )
    AGAINST_HELP = (
        "ouvrir une table et y jouer contre ce bot du serveur",
        "open a table and play there against this bot of the server",
    )
    NEW_HELP = (
        "ouvrir une table de ce nom ; sans --against, elle attend d'autres joueurs",
        "open a table of that name; without --against it waits for other players",
    )
    LADDER_HELP = (
        "jouer sans fin au classement du serveur, sous un nom à soi ; un camp est complet avec --seats 2, ou si le bot "
        "est lancé deux fois",
        "play without end on the server's ladder, under a name of one's own; a side is complete with --seats 2, or "
        "when the bot is started twice",
    )
    LADDER_SEATS = (
        "--ladder va sans --table, --seat, --new ni --against : le serveur choisit la table et la place",
        "--ladder goes without --table, --seat, --new and --against: the server chooses the table and the seat",
    )
    NO_LADDER = ("ce serveur ne tient pas de classement", "this server has no ladder")
    OFF_LADDER = (
        "trop de fautes : {name} est écarté du classement ; retour dans {wait}",
        "too many faults: {name} is off the ladder; it comes back in {wait}",
    )
    LEAVES_LADDER = (
        "{name} finit la table, puis quitte le classement (encore une fois Ctrl-C : arrêt immédiat)",
        "{name} finishes its table, then leaves the ladder (Ctrl-C again stops at once)",
    )
    RULES_HELP = ("les règles de la table à ouvrir", "the rules of the table to open")
    TARGET_HELP = (
        "pour la table à ouvrir : le nombre de points de la partie",
        "for the table you open: the points a match is played to",
    )
    CLOCK_HELP = ("pour la table à ouvrir : le temps de réflexion", "for the table you open: the thinking time")
    PASSPHRASE_HELP = (
        "le mot de passe de la table privée à rejoindre ou à ouvrir",
        "the passphrase of the private table to join or to open",
    )
    PASSPHRASE_FILE_HELP = (
        "un fichier qui contient ce mot de passe (ou la variable COINCHE_PASSPHRASE) ; plus sûr, car tous les "
        "utilisateurs de la machine peuvent lire la ligne de commande (ps)",
        "a file with that passphrase (or set COINCHE_PASSPHRASE): everybody on the machine can see a command line (ps)",
    )
    LOG_HELP = (
        "y écrire chaque demande, événement et réponse, un objet JSON par ligne",
        "write every request, event and answer to this file, one JSON object per line",
    )
    AT_HELP = (
        "redemander une décision : le coup qui porte ce numéro dans une partie enregistrée, ou la demande d'un --log",
        "repeat one decision: the action with that number in a recorded match, or a request from a --log file",
    )
    SEED_HELP = ("la graine du hasard, pour rejouer à l'identique", "the random seed, to get the same play again")
    WHICH = ("quel bot ? Au choix : {bots}", "which bot? Choose from: {bots}")
    NO_SUCH_BOT = ("pas de bot {name} ; au choix : {bots}", "there is no bot {name}; choose from: {bots}")
    ADDRESS_NO_BOT = (
        "{name} n'est pas un bot ; pour une adresse, écrivez --host {name}. Les bots : {bots}",
        "{name} is not a bot; for an address, write --host {name}. The bots: {bots}",
    )
    ONLY_OWN_TABLE = (
        "--rules, --target et --clock exigent --against ou --new : les autres tables ont déjà leurs règles",
        "--rules, --target and --clock need --against or --new: other tables have their own rules",
    )
    OWN_OR_ANOTHER = (
        "--against et --new ouvrent une table : pas de --table",
        "--against and --new open a table: leave out --table",
    )
    NO_PASSPHRASE = ("le mot de passe est vide", "the passphrase is empty")
    TOKEN_OF_WHOM = (
        "--token exige --name : le nom auquel le jeton appartient",
        "--token needs --name: the name that the token belongs to",
    )
    ONE_CREDENTIAL = ("--key, --token ou --guest : choisissez-en un seul", "--key, --token or --guest: choose only one")
    EXEC_ALONE = ("avec --exec, pas de nom de bot", "--exec takes no bot name")
    BAD_SEAT = ("place inconnue : {text!r} (N, E, S ou W)", "unknown seat: {text!r} (N, E, S or W)")
    BAD_SEATS = ("{text!r} : il faut de 1 à 4 places", "{text!r}: take 1 to 4 seats")
    BAD_SEED = ("{text!r} : la graine est un nombre entier", "{text!r}: the seed is a whole number")
    BAD_CLOCK = ("cadence inconnue : {text!r} (au choix : {clocks})", "unknown clock: {text!r} (choose from {clocks})")
    BAD_TOKEN = (
        "un jeton s'écrit avec 64 chiffres hexadécimaux, en minuscules",
        "a token is 64 hexadecimal digits in lower case",
    )
    DECISION = ("FICHIER:NUMÉRO", "FILE:NUMBER")
    BAD_DECISION = (
        "{text!r} : écrivez FICHIER:NUMÉRO",
        "{text!r}: write FILE:NUMBER",
    )
    CANNOT_CONNECT = (
        "impossible de joindre {address} ({why}) ; coinche-server y est-il lancé ?",
        "cannot connect to {address} ({why}); is coinche-server running there?",
    )
    FIRST_SEEN = (
        "coinche-bot: première connexion à {address} ; son empreinte est {fingerprint}",
        "coinche-bot: first connection to {address}; its fingerprint is {fingerprint}",
    )
    NOT_LENT = (
        "bot inconnu de ce serveur : {name} ; au choix : {bots}",
        "the server has no bot {name}; it has: {bots}",
    )
    NO_LOG = ("impossible d'écrire : {why}", "cannot write: {why}")
    WON = ("partie {match} gagnée, {ours} à {theirs}", "match {match} won, {ours} to {theirs}")
    LOST_MATCH = ("partie {match} perdue, {ours} à {theirs}", "match {match} lost, {ours} to {theirs}")
    LEVEL = ("partie {match} : égalité, {ours} partout", "match {match} tied at {ours}")
    CANNOT_START = ("impossible de lancer {command!r} : {why}", "cannot start {command!r}: {why}")
    ENDED = ("{command!r} s'est arrêté, code {status}", "{command!r} exited with status {status}")
    GIVEN_UP = (
        "{command!r} s'est arrêté {times} fois : le coup par défaut est joué à sa place",
        "{command!r} has exited {times} times: the default action is played instead",
    )
    NO_JSON = ("ce n'est pas du JSON", "it is not JSON")
    NO_MAP = ("ce n'est pas un objet JSON", "it is not a JSON object")
    OURS_TO_SAY = ("ce message est réservé au client", "only the client sends this message")
    IN_ENGLISH = ("en anglais : {why}", "{why}")
    BAD_LINE = (
        "une ligne de {command!r} est ignorée, « {line} » : {why}",
        "ignored a line from {command!r}, “{line}”: {why}",
    )
    BAD_ANSWER = (
        "{command!r} a répondu « {line} » (coup {request}) : {why} ; {default} est joué à la place",
        "{command!r} answered “{line}” (request {request}): {why}; {default} is played instead",
    )
    NO_ANSWER = (
        "{command!r} s'est arrêté sans répondre (coup {request})",
        "{command!r} exited without an answer to request {request}",
    )
    BADLY_ANSWERED = (
        "{command!r} a répondu « {line} » (coup {request}) : {why}",
        "{command!r} answered “{line}” (request {request}): {why}",
    )
    NO_SUCH_DECISION = (
        "{file} n'a pas de décision {number} ; la dernière est {last}",
        "{file} has no decision {number}; the last one is {last}",
    )
    BAD_FILE = (
        "{file} n'est ni une partie enregistrée ni un --log lisible : {why}",
        "{file} is neither a recorded match nor a readable --log: {why}",
    )
    CHOSE = ("avant :      {action}", "then:    {action}")
    CHOOSES = ("maintenant : {action}", "now:     {action}")
    CHOOSES_ILLEGAL = ("maintenant : {action}, coup interdit", "now:     {action}, which is illegal")
    REFUSED = ("le serveur refuse : {why} [{detail}]", "the server refuses: {why} [{detail}]")
    NOT_COINCHE = ("ce n'est pas un serveur de coinche", "it is not a coinche server")
    HUNG_UP = ("la connexion a été fermée", "it closed the connection")
    LOST = ("connexion perdue avec {address}", "lost the connection to {address}")
    NEWER_RULE = (
        "coinche-bot: cette version ne connaît pas la règle du serveur {option} = {value} ; le bot joue comme avec "
        "{usual}",
        "coinche-bot: this version does not know the server's rule {option} = {value}; the bot plays as if it were "
        "{usual}",
    )
    WAITS = (
        "coinche-bot: la table {table} ({name}) attend d'autres joueurs : --table {table}",
        "coinche-bot: table {table} ({name}) is waiting for players: --table {table}",
    )
    RESERVED = (
        "coinche-bot: {name} jouera en {seat} à la table {table} à partir de la prochaine donne",
        "coinche-bot: {name} will play {seat} at table {table} from the next deal",
    )
    SEAT_LOST = (
        "la place {seat} de la table {table} a été reprise par le joueur qui l'occupait avant",
        "the player who had seat {seat} of table {table} earlier has taken it back",
    )
    STRICT_SEATS = (
        "table {table} en concours : pas de nouveau joueur avant la fin de la partie",
        "table {table} plays under strict rules: no new players until its match is over",
    )
    SEAT_CLOSED = (
        "la place {seat} de la table {table} est fermée jusqu'à la fin de la partie : les joueurs ont exclu son "
        "occupant",
        "seat {seat} of table {table} is closed until the end of the match: its player was voted out",
    )
    NO_TABLES = (
        "pas de table {table} : ce serveur n'a aucune table ; ouvrez-en une avec --new NOM ou --against BOT",
        "there is no table {table}: this server has no tables at all; open one with --new NAME or --against BOT",
    )
    NO_RULES = (
        "règles inconnues de ce serveur : {name} ; au choix : {presets}",
        "the server has no rules called {name}; it has: {presets}",
    )
    NONE_LENT = (
        "le serveur n'a pas de bot {name} : il n'en a aucun",
        "the server has no bot {name}: it has no bots at all",
    )
    NO_SUCH_TABLE = (
        "pas de table {table} ; les tables : {tables}",
        "there is no table {table}; the tables are: {tables}",
    )
    NO_TABLE = (
        "aucune table n'a de place libre ; ouvrez-en une, ou choisissez-en une avec --table",
        "no table has a free seat; open one, or choose one with --table",
    )
    SEAT_TAKEN = ("la place {seat} de la table {table} est prise", "seat {seat} of table {table} is taken")
    PRIVATE = (
        "la table {table} est privée : donnez son mot de passe avec --passphrase",
        "table {table} is private: give its passphrase with --passphrase",
    )
    WRONG_PASSPHRASE = (
        "la table {table} est privée, et le mot de passe est faux",
        "table {table} is private, and the passphrase is wrong",
    )
    WRONG_TOKEN = (
        "ce jeton n'appartient pas à {name} sur ce serveur",
        "that token does not belong to {name} on this server",
    )
    TABLE_FULL = ("la table {table} est complète", "table {table} is full")
    RAISED = (
        "le bot {name} a échoué (coup {request}) ; {default} est joué à la place",
        "the bot {name} failed (request {request}); {default} is played instead",
    )
    ILLEGAL = (
        "le bot {name} a répondu {action}, coup interdit (coup {request}) ; {default} est joué à la place",
        "the bot {name} answered {action}, which is illegal (request {request}); {default} is played instead",
    )
    REFUSED_ACTION = (
        "le serveur refuse la réponse du bot {name} (coup {request}) : {action} ; {default} est joué à la place",
        "the server refused the bot {name}'s answer (request {request}): {action}; {default} is played instead",
    )
    ILLEGAL_OF = (
        "{command!r} a répondu {action}, coup interdit (coup {request}) : {why} ; {default} est joué à la place",
        "{command!r} answered {action}, which is illegal (request {request}): {why}; {default} is played instead",
    )
    ERRORS = ("réponses fautives : {count}", "bad answers: {count}")
    ABOUT_RANDOM = ("joue au hasard", "plays at random")
    ABOUT_GREEDY = (
        "prend le pli dès que possible, avec la plus petite carte qui suffit",
        "takes every trick it can, with the cheapest card",
    )
    ABOUT_STEADY = (
        "joueur moyen : compte, soutient, fait tomber les atouts",
        "a steady player: counts, supports, draws trumps",
    )
    ABOUT_NOVICE = (
        "débutant : oublie qui coupe, n'écoute pas son partenaire",
        "a beginner: forgets who trumps what, ignores its partner's bids",
    )
    ABOUT_STRONG = (
        "calcule : essaie chaque carte sur les mains possibles",
        "calculates: tries each card against possible hands",
    )
    ABOUT_EXPERT = (
        "calcule, et déduit les mains des enchères et des cartes jouées",
        "calculates, and infers hands from the bidding and the play",
    )


class Look(Words):
    """Texts for the summary of what a seat knows."""

    SEAT = (
        "{seat}, donne {deal}, donneur {dealer}, NS {NS}, EW {EW}",
        "{seat}, deal {deal}, dealer {dealer}, NS {NS}, EW {EW}",
    )
    HAND = ("main :      {cards}", "hand:    {cards}")
    AUCTION = ("enchères :  {calls}", "auction: {calls}")
    CONTRACT = ("contrat :   {bid} par {bidder}, ×{times}", "contract: {bid} by {bidder}, ×{times}")
    TRICK = ("pli {number} :     {trick} → {winner}", "trick {number}: {trick} → {winner}")
    ON_TABLE = ("sur table : {trick} ({winner} tient le pli)", "table:   {trick} ({winner} is winning)")
    POINTS = ("points :    NS {NS}, EW {EW}", "points:  NS {NS}, EW {EW}")
    LEGAL = ("permis :    {actions}", "legal:   {actions}")


_WHO: Mapping[ConnectFailure, Words] = {
    ConnectFailure.NOT_COINCHE: BotSays.NOT_COINCHE,
    ConnectFailure.CLOSED: BotSays.HUNG_UP,
}
"""Half a sentence for each way in which the other side answers wrongly; the others are in `error_texts`."""


def cannot_connect(address: Address, failure: CannotConnect | ConnectionLost, language: Language) -> str:
    """Return the reason why the address could not be reached."""
    if isinstance(failure, CannotConnect):
        why = WHY.get(failure.reason) or _WHO.get(failure.reason)
        if why is None:
            return unreached(failure, language)
    else:
        why = BotSays.HUNG_UP
    return BotSays.CANNOT_CONNECT.within(language).format(address=address, why=why.within(language))


def turned_away(refusal: TurnedDown | SentAway, language: Language) -> str:
    """Return the reason why the server refused or ended the session."""
    if by_operator(refusal.error):
        return operators_will(refusal, language)
    known = particular(refusal, language) if isinstance(refusal, TurnedDown) else None
    return known or refused(refusal.error, language)


def refused(error: Error, language: Language) -> str:
    """Return the server's objection."""
    why = answer(error.code).within(language).rstrip(".")
    return BotSays.REFUSED.within(language).format(why=why, detail=error.message)
