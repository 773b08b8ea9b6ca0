"""What `coinche-bot` and the bot SDK say to the person who started them, in French and English."""

from __future__ import annotations

from collections.abc import Mapping

from coinche.client.language import Language, Words
from coinche.client.refusals import Trouble, answer
from coinche.client.session import ConnectFailure, LossReason
from coinche.protocol.messages import Error


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
    HOST_HELP = ("l'adresse du serveur", "the server's address")
    PORT_HELP = ("le port du serveur", "the server's port")
    TABLE_HELP = (
        "la table, par son nom ou son numéro (sinon la première qui a une place libre)",
        "the table, by name or number (else the first with a free seat)",
    )
    SEAT_HELP = (
        "la place : N, E, S ou W (sinon la première libre)",
        "the seat: N, E, S or W (else the first free one)",
    )
    SEAT_NAME_HELP = ("le nom affiché à la table", "the name shown at the table")
    SEED_HELP = ("la graine du hasard du robot", "the seed of the bot's chance")
    LANG_HELP = ("la langue", "the language")
    WHICH = ("quel robot ? Il y a : {bots}", "which bot? There are: {bots}")
    NO_SUCH_BOT = ("aucun robot ne s'appelle {name} ; il y a : {bots}", "no bot is called {name}; there are: {bots}")
    CANNOT_CONNECT = (
        "impossible de joindre {host}:{port} ({why}) ; un coinche-server y tourne-t-il ?",
        "cannot connect to {host}:{port} ({why}); is a coinche-server running there?",
    )
    REFUSED = ("le serveur refuse : {why} [{detail}]", "the server refuses: {why} [{detail}]")
    NOT_COINCHE = ("ce qui répond n'est pas un serveur coinche", "what answers is no coinche server")
    HUNG_UP = ("il a raccroché", "it hung up")
    LOST = ("connexion perdue avec {host}:{port}", "the connection to {host}:{port} was lost")
    NO_SUCH_TABLE = ("aucune table {table} ; il y a : {tables}", "there is no table {table}; there are: {tables}")
    NO_TABLE = (
        "aucune table n'a de place libre ; ouvrez-en une, ou nommez-en une avec --table",
        "no table has a free seat; open one, or name one with --table",
    )
    SEAT_TAKEN = ("la place {seat} de la table {table} est prise", "seat {seat} of table {table} is taken")
    TABLE_FULL = ("la table {table} est complète", "table {table} is full")
    RAISED = (
        "le robot {name} n'a pas su répondre (coup {request}) ; {default} est joué à sa place",
        "the bot {name} failed to answer (request {request}); {default} is played instead",
    )
    ILLEGAL = (
        "le robot {name} a répondu {action}, qui est interdit (coup {request}) ; {default} est joué à sa place",
        "the bot {name} answered {action}, which is not legal (request {request}); {default} is played instead",
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


_WHY: Mapping[ConnectFailure, Words] = {
    ConnectFailure.UNKNOWN_HOST: Trouble.UNKNOWN_HOST,
    ConnectFailure.REFUSED: Trouble.REFUSED_PORT,
    ConnectFailure.UNREACHABLE: Trouble.UNREACHABLE,
    ConnectFailure.TIMED_OUT: Trouble.TIMED_OUT,
    ConnectFailure.NOT_COINCHE: BotSays.NOT_COINCHE,
    ConnectFailure.CLOSED: BotSays.HUNG_UP,
}


def cannot_connect(host: str, port: int, failure: ConnectFailure | LossReason, language: Language) -> str:
    """Why nobody could be reached there."""
    why = _WHY[failure] if isinstance(failure, ConnectFailure) else BotSays.HUNG_UP
    return BotSays.CANNOT_CONNECT.within(language).format(host=host, port=port, why=why.within(language))


def refused(error: Error, language: Language) -> str:
    """What the server has against it."""
    why = answer(error.code).within(language).rstrip(".")
    return BotSays.REFUSED.within(language).format(why=why, detail=error.message)
