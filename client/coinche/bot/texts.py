"""Texts of `coinche-bot` and the bot SDK for the person who started them, in French and English."""

from __future__ import annotations

from collections.abc import Mapping

from coinche.connection.address import Address
from coinche.connection.error_texts import WHY, answer, operators_will, particular, unreached
from coinche.connection.errors import CannotConnect, ConnectFailure, ConnectionLost, SentAway, TurnedDown, by_operator
from coinche.protocol.messages import Error
from coinche.text.catalog import Language, Words


class BotSays(Words):
    """Everything that a bot program prints. Each member: French, English."""

    SUMMARY = (
        "Fait jouer un robot à une table, ou prête des robots à un serveur.",
        "Plays a bot at a table, or lends bots to a server.",
    )
    OWN_SUMMARY = ("Un robot de coinche.", "A coinche bot.")
    NAME_HELP = ("le robot : {bots}", "which bot: {bots}")
    POOL_HELP = (
        "prêter tous les robots au serveur, pour ses places libres",
        "lend every bot to the server, for its free seats",
    )
    LIST_HELP = ("nommer les robots et finir", "name the bots and end")
    VERSION_HELP = ("dire ce qui est installé et finir", "say what is installed and end")
    EXEC_HELP = (
        "faire jouer un programme par son entrée et sa sortie : des lignes de JSON ; dans CMD, {host} {port} {address} "
        "{table} {seat} {name} {token} sont remplacés par ce qu'ils désignent",
        "play with a program, through its standard input and output: lines of JSON; in CMD, {host} {port} {address} "
        "{table} {seat} {name} {token} are filled in",
    )
    HOST_HELP = (
        "le serveur : HÔTE, HÔTE:PORT, coinche://HÔTE:PORT#EMPREINTE ou, sans TLS, coinche+tcp://HÔTE:PORT",
        "the server: HOST, HOST:PORT, coinche://HOST:PORT#FINGERPRINT or, without TLS, coinche+tcp://HOST:PORT",
    )
    TABLE_HELP = (
        "la table, par son nom ou son numéro (sinon la première qui a assez de places libres)",
        "the table, by name or number (else the first with enough free seats)",
    )
    SEAT_HELP = (
        "la place : N, E, S ou W (sinon la première libre)",
        "the seat: N, E, S or W (else the first free one)",
    )
    SEATS_HELP = (
        "combien de places à cette table ; 2 : deux partenaires",
        "how many seats of that table; 2: two partners",
    )
    SEAT_NAME_HELP = ("le nom affiché à la table", "the name shown at the table")
    KEY_HELP = (
        "le fichier de la clé à qui est le nom, créé au besoin (sinon la vôtre)",
        "the file of the key that owns the name, made where there is none (else your own)",
    )
    GUEST_HELP = ("sans clé : un nom que personne n'a pris", "without a key: a name that nobody has taken")
    TOKEN_HELP = (
        "le jeton reçu pour ce nom (ou dans la variable COINCHE_TOKEN)",
        "the token handed out for that name (or in the variable COINCHE_TOKEN)",
    )
    AGAINST_HELP = (
        "ouvrir une table à soi et y jouer contre ce robot du serveur",
        "open a table of one's own and play there against that bot of the server",
    )
    NEW_HELP = (
        "ouvrir une table de ce nom ; sans --against, elle attend d'autres joueurs",
        "open a table of that name; without --against it waits for others",
    )
    RULES_HELP = ("de la table qu'on ouvre : les règles", "of the table that is opened: the rules")
    TARGET_HELP = (
        "de la table qu'on ouvre : le but de la partie",
        "of the table that is opened: what the match is played to",
    )
    CLOCK_HELP = (
        "de la table qu'on ouvre : le temps de réflexion",
        "of the table that is opened: the time to think",
    )
    PASSPHRASE_HELP = (
        "les mots d'une table privée : pour y venir, ou pour en ouvrir une",
        "the words of a private table: to join it, or to open one",
    )
    PASSPHRASE_FILE_HELP = (
        "les mêmes mots dans un fichier (ou dans la variable COINCHE_PASSPHRASE) : une ligne de commande est visible "
        "de tous sur la machine (ps)",
        "the same words from a file (or in the variable COINCHE_PASSPHRASE): a command line is seen by everybody on "
        "the machine (ps)",
    )
    LOG_HELP = (
        "écrire là chaque demande, événement et réponse, une ligne de JSON chacun",
        "write each request, event and answer there, a line of JSON each",
    )
    AT_HELP = (
        "redemander une décision : le coup de ce numéro d'une partie enregistrée, ou la demande d'un --log",
        "ask a decision again: the action of that number of a recorded match, or the request of a --log",
    )
    SEED_HELP = ("la graine du hasard du robot", "the seed of the bot's chance")
    LANG_HELP = ("la langue", "the language")
    WHICH = ("quel robot ? Il y a : {bots}", "which bot? There are: {bots}")
    NO_SUCH_BOT = ("aucun robot ne s'appelle {name} ; il y a : {bots}", "no bot is called {name}; there are: {bots}")
    ADDRESS_NO_BOT = (
        "{name} n'est pas un robot ; l'adresse du serveur se donne par --host {name}, et il y a les robots : {bots}",
        "{name} is no bot; the server's address goes with --host {name}, and there are the bots: {bots}",
    )
    ONLY_OWN_TABLE = (
        "--rules, --target et --clock vont avec --against ou --new : une autre table a les siens",
        "--rules, --target and --clock go with --against or --new: another table has its own",
    )
    OWN_OR_ANOTHER = (
        "--against et --new ouvrent une table à soi : sans --table",
        "--against and --new open a table of one's own: no --table",
    )
    NO_PASSPHRASE = ("une phrase de passe a des caractères", "a passphrase has characters")
    TOKEN_OF_WHOM = ("--token va avec --name : le nom du jeton", "--token goes with --name: whose token it is")
    ONE_CREDENTIAL = ("--key, --token ou --guest : un seul", "--key, --token or --guest: only one of them")
    EXEC_ALONE = ("--exec va sans nom de robot", "--exec goes without a bot's name")
    BAD_SEAT = ("{text!r} n'est pas une place : N, E, S ou W", "{text!r} is no seat: N, E, S or W")
    BAD_SEATS = ("{text!r} : de 1 à 4 places", "{text!r}: 1 to 4 seats")
    BAD_SEED = ("{text!r} : une graine est un nombre entier", "{text!r}: a seed is a whole number")
    BAD_CLOCK = ("{text!r} n'est pas une cadence : {clocks}", "{text!r} is no clock: {clocks}")
    USAGE = ("utilisation : ", "usage: ")
    POSITIONALS = ("arguments", "positional arguments")
    OPTIONS = ("options", "options")
    HELP_HELP = ("cette aide", "this help")
    BAD_TOKEN = (
        "un jeton a 64 chiffres hexadécimaux, en minuscules",
        "a token has 64 hexadecimal digits, in lower case",
    )
    BAD_DECISION = (
        "{text!r} : écrivez FICHIER:NUMÉRO",
        "{text!r}: write FILE:NUMBER",
    )
    CANNOT_CONNECT = (
        "impossible de joindre {address} ({why}) ; un coinche-server y tourne-t-il ?",
        "cannot connect to {address} ({why}); is a coinche-server running there?",
    )
    FIRST_SEEN = (
        "coinche-bot: {address}, vu pour la première fois, a l'empreinte {fingerprint}",
        "coinche-bot: {address}, seen for the first time, has the fingerprint {fingerprint}",
    )
    NOT_LENT = (
        "le serveur n'a pas de robot {name} ; il a : {bots}",
        "the server has no bot {name}; it has: {bots}",
    )
    NO_LOG = ("impossible d'écrire : {why}", "cannot write: {why}")
    WON = ("partie {match} gagnée, {ours} à {theirs}", "match {match} won, {ours} to {theirs}")
    LOST_MATCH = ("partie {match} perdue, {ours} à {theirs}", "match {match} lost, {ours} to {theirs}")
    LEVEL = ("partie {match} : égalité, {ours} à {theirs}", "match {match} level, {ours} to {theirs}")
    CANNOT_START = ("impossible de lancer {command!r} : {why}", "cannot start {command!r}: {why}")
    ENDED = ("{command!r} a fini, code {status}", "{command!r} has ended with status {status}")
    GIVEN_UP = (
        "{command!r} a fini {times} fois : le coup par défaut est joué à sa place",
        "{command!r} has ended {times} times: the default is played in its place",
    )
    NO_JSON = ("ce n'est pas du JSON", "it is no JSON")
    NO_MAP = ("ce n'est pas un objet JSON", "it is no map")
    OURS_TO_SAY = ("c'est à nous de le dire", "that is for us to say")
    IN_ENGLISH = ("en anglais : {why}", "{why}")
    BAD_LINE = (
        "ligne de {command!r} ignorée, « {line} » : {why}",
        "a line of {command!r} is ignored, “{line}”: {why}",
    )
    BAD_ANSWER = (
        "{command!r} a répondu « {line} » (coup {request}) : {why} ; {default} est joué à sa place",
        "{command!r} answered “{line}” (request {request}): {why}; {default} is played instead",
    )
    NO_ANSWER = (
        "{command!r} a fini sans répondre au coup {request}",
        "{command!r} has ended without an answer to request {request}",
    )
    BADLY_ANSWERED = (
        "{command!r} a répondu « {line} » (coup {request}) : {why}",
        "{command!r} answered “{line}” (request {request}): {why}",
    )
    NO_SUCH_DECISION = (
        "{file} n'a pas de décision {number} ; la dernière est {last}",
        "{file} has no decision {number}; the last is {last}",
    )
    BAD_FILE = (
        "{file} n'est ni une partie enregistrée ni un --log lisible : {why}",
        "{file} is neither a recorded match nor a --log that can be read: {why}",
    )
    CHOSE = ("alors :     {action}", "then:    {action}")
    CHOOSES = ("à présent : {action}", "now:     {action}")
    CHOOSES_ILLEGAL = (
        "à présent : {action}, qui est interdit",
        "now:     {action}, which is not legal",
    )
    REFUSED = ("le serveur refuse : {why} [{detail}]", "the server refuses: {why} [{detail}]")
    NOT_COINCHE = ("ce qui répond n'est pas un serveur coinche", "what answers is no coinche server")
    HUNG_UP = ("il a raccroché", "it hung up")
    LOST = ("connexion perdue avec {address}", "the connection to {address} was lost")
    NEWER_RULE = (
        "coinche-bot: cette version ne connaît pas la règle du serveur {option} = {value} ; le robot joue comme si "
        "c'était {usual}",
        "coinche-bot: this version does not know the server's rule {option} = {value}; the bot plays as if it were "
        "{usual}",
    )
    WAITS = (
        "coinche-bot: la table {table} ({name}) attend d'autres joueurs : --table {table}",
        "coinche-bot: table {table} ({name}) waits for others: --table {table}",
    )
    RESERVED = (
        "coinche-bot: {name} jouera en {seat} à la table {table} à la prochaine donne",
        "coinche-bot: {name} plays {seat} at table {table} from the next deal",
    )
    SEAT_LOST = (
        "quelqu'un qui avait déjà la place {seat} de la table {table} est revenu la prendre",
        "somebody who had seat {seat} of table {table} before has come back to it",
    )
    STRICT_SEATS = (
        "la table {table} est un concours : pas de nouveaux joueurs avant la fin de la partie",
        "table {table} is strict: nobody new sits down before its match is over",
    )
    SEAT_CLOSED = (
        "la place {seat} de la table {table} est fermée jusqu'à la fin de la partie : un vote a écarté son joueur",
        "seat {seat} of table {table} is closed until the match is over: its player was voted out",
    )
    NO_TABLES = (
        "aucune table {table} : il n'y en a pas une seule sur ce serveur ; ouvrez-en une avec --new NOM ou "
        "--against ROBOT",
        "there is no table {table}: there is none at all on that server; open one with --new NAME or --against BOT",
    )
    NO_RULES = (
        "le serveur n'a pas de règles {name} ; il a : {presets}",
        "the server has no rules {name}; it has: {presets}",
    )
    NONE_LENT = (
        "le serveur n'a pas de robot {name} : il n'en a aucun",
        "the server has no bot {name}: it has none at all",
    )
    NO_SUCH_TABLE = ("aucune table {table} ; il y a : {tables}", "there is no table {table}; there are: {tables}")
    NO_TABLE = (
        "aucune table n'a de place libre ; ouvrez-en une, ou nommez-en une avec --table",
        "no table has a free seat; open one, or name one with --table",
    )
    SEAT_TAKEN = ("la place {seat} de la table {table} est prise", "seat {seat} of table {table} is taken")
    PRIVATE = (
        "la table {table} est privée : donnez sa phrase avec --passphrase",
        "table {table} is private: name its words with --passphrase",
    )
    WRONG_PASSPHRASE = (
        "la table {table} est privée, et ce ne sont pas ses mots",
        "table {table} is private, and those are not its words",
    )
    WRONG_TOKEN = (
        "ce jeton n'a pas été fait pour {name} sur ce serveur",
        "that token was not made for {name} on that server",
    )
    TABLE_FULL = ("la table {table} est complète", "table {table} is full")
    RAISED = (
        "le robot {name} n'a pas su répondre (coup {request}) ; {default} est joué à sa place",
        "the bot {name} failed to answer (request {request}); {default} is played instead",
    )
    ILLEGAL = (
        "le robot {name} a répondu {action}, qui est interdit (coup {request}) ; {default} est joué à sa place",
        "the bot {name} answered {action}, which is not legal (request {request}); {default} is played instead",
    )
    REFUSED_ACTION = (
        "le serveur refuse la réponse du robot {name} (coup {request}) : {action} ; {default} est joué à sa place",
        "the server refuses the answer of the bot {name} (request {request}): {action}; {default} is played instead",
    )
    ILLEGAL_OF = (
        "{command!r} a répondu {action}, qui est interdit (coup {request}) : {why} ; {default} est joué à sa place",
        "{command!r} answered {action}, which is not legal (request {request}): {why}; {default} is played instead",
    )
    ERRORS = ("{count} réponse(s) fautive(s)", "{count} bad answer(s)")
    ABOUT_RANDOM = ("joue au hasard", "plays at random")
    ABOUT_GREEDY = (
        "prend dès qu'il peut, avec la carte la moins chère",
        "takes whatever it can, with the cheapest card",
    )
    ABOUT_STEADY = (
        "joue sagement : compte, soutient, fait tomber les atouts",
        "plays soundly: counts, supports, draws trumps",
    )
    ABOUT_NOVICE = (
        "débute : oublie les coupes, n'écoute pas son partenaire",
        "is learning: forgets who ruffs, does not listen to its partner",
    )
    ABOUT_STRONG = (
        "calcule : essaie chaque carte sur les mains possibles",
        "calculates: tries each card on the hands that could be",
    )
    ABOUT_EXPERT = (
        "calcule, et déduit les mains des annonces et des cartes jouées",
        "calculates, and infers the hands from bids and cards played",
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
    ON_TABLE = ("sur table : {trick} ({winner} tient)", "table:   {trick} ({winner} holds it)")
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
