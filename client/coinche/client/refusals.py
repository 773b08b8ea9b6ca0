"""Why something did not happen: one sentence for each rule broken, each error code, each way not to connect."""

from __future__ import annotations

from coinche.engine.actions import Reason
from coinche.protocol.errors import ErrorCode

from .language import Words


class Refusal(Words):
    """A sentence for every `Reason`, by the same name."""

    NOT_YOUR_TURN = ("Ce n'est pas à vous de jouer.", "It is not your turn.")
    WRONG_PHASE = ("Cela ne se fait pas maintenant.", "That cannot be done now.")
    BID_TOO_LOW = ("Une enchère doit dépasser la précédente.", "A bid must be higher than the last.")
    BID_TOO_HIGH = ("Cette enchère est trop haute.", "That bid is too high.")
    BID_OFF_STEP = ("Les enchères vont par paliers : pas ce nombre.", "Bids go up in steps: not that number.")
    DENOMINATION_NOT_PLAYED = ("Cette couleur d'atout ne se joue pas ici.", "That denomination is not played here.")
    NOTHING_OVER_CAPOT = ("Rien ne dépasse cette enchère.", "Nothing is higher than that bid.")
    NO_GENERALE = ("La générale ne se joue pas à cette table.", "Générale is not played at this table.")
    CONTRACT_FROZEN = (
        "Le contrat est coinché : plus de surenchère.",
        "The contract is coinched: no more bids.",
    )
    PARTNER_COINCHED = (
        "Votre partenaire a coinché : à cette table, vous passez.",
        "Your partner has coinched: at this table you must pass.",
    )
    NO_BID_TO_COINCHE = ("Il n'y a pas encore d'enchère à coincher.", "There is no bid to coinche yet.")
    OWN_BID = ("On ne coinche que l'adversaire.", "You can only coinche the opponents.")
    ALREADY_COINCHED = ("C'est déjà coinché.", "It is coinched already.")
    NO_SURCOINCHE = ("On ne surcoinche pas à cette table.", "There is no surcoinche at this table.")
    NOT_COINCHED = (
        "On ne surcoinche que son propre contrat, une fois coinché.",
        "You can only surcoinche your own contract, once coinched.",
    )
    CARD_NOT_HELD = ("Vous n'avez pas cette carte.", "You do not hold that card.")
    MUST_FOLLOW_SUIT = (
        "Il faut fournir la couleur demandée.",
        "You must follow the suit led.",
    )
    MUST_TRUMP = (
        "Vous n'avez plus la couleur demandée : il faut couper.",
        "You have none of the suit led: you must trump.",
    )
    MUST_OVERTRUMP = (
        "Il faut monter : jouez un atout plus fort.",
        "You must play a higher trump.",
    )
    BELOTE_NOT_HELD = (
        "La belote ne va pas avec cette carte maintenant.",
        "Belote does not go with that card now.",
    )
    BELOTE_BY_ITSELF = (
        "Ici la belote compte d'elle-même : elle ne se dit pas.",
        "Here a belote counts by itself: it is not said.",
    )
    NO_DECLARATIONS = (
        "Les annonces se disent avec la première carte.",
        "Declarations are said with the first card.",
    )
    DECLARATION_NOT_HELD = ("Vous n'avez pas cette annonce.", "You do not hold that declaration.")
    DECLARATION_NOT_BEST = (
        "Ici on n'annonce que sa meilleure annonce, si elle peut encore gagner.",
        "Here only one's best declaration is announced, while it can still win.",
    )
    DECLARATIONS_OVERLAP = (
        "Une carte ne compte que pour une annonce.",
        "A card counts in one declaration only.",
    )


class Answer(Words):
    """A sentence for every `ErrorCode`, by the same name."""

    BAD_FRAME = ("Le serveur n'a pas compris nos octets.", "The server could not read our bytes.")
    FRAME_TOO_BIG = ("Notre message était trop long.", "Our message was too long.")
    UNSUPPORTED = (
        "Ce serveur parle une autre version du protocole : mettez le client à jour.",
        "This server speaks another version of the protocol: update the client.",
    )
    AUTH_FAILED = ("Le serveur ne nous reconnaît pas.", "The server does not recognise us.")
    AUTH_TIMEOUT = ("L'entrée a pris trop de temps.", "Signing in took too long.")
    SLOW_CONSUMER = ("La connexion est trop lente pour le serveur.", "The connection is too slow for the server.")
    FLOOD = ("Trop de messages à la fois.", "Too many messages at once.")
    STALE = ("Le serveur nous croyait partis.", "The server thought that we had gone.")
    REPLACED = ("Vous êtes entré ailleurs : cette fenêtre est quittée.", "You signed in elsewhere: this one ends.")
    SHUTDOWN = ("Le serveur s'arrête.", "The server is shutting down.")
    BAD_MESSAGE = ("Le serveur a refusé un message mal formé.", "The server refused a malformed message.")
    UNKNOWN_TYPE = ("Le serveur ne connaît pas cette demande.", "The server does not know that request.")
    NOT_YOUR_TURN = ("Ce n'est pas à vous de jouer.", "It is not your turn.")
    STALE_REQUEST = ("Trop tard : cette question est close.", "Too late: that question is closed.")
    ILLEGAL_ACTION = ("Coup refusé par les règles.", "Refused by the rules.")
    LATE = ("Trop tard : le temps était écoulé.", "Too late: your time was up.")
    NO_SUCH_TABLE = ("Cette table n'existe pas ou plus.", "There is no such table, or no longer.")
    SEAT_TAKEN = ("Cette place est prise.", "That seat is taken.")
    NAME_TAKEN = ("Ce nom est déjà pris.", "That name is taken.")
    INVALID_RULES = ("Ces règles ne vont pas ensemble.", "Those rules do not go together.")
    FORBIDDEN = ("Ce n'est pas permis ici.", "That is not allowed here.")
    RATE = ("Doucement : trop de demandes.", "Slow down: too many requests.")


class Trouble(Words):
    """Why the client cannot start, or go on."""

    MALFORMED_ADDRESS = (
        "{address!r} n'est pas une adresse : écrivez HÔTE ou HÔTE:PORT, par exemple 192.168.1.20:{port}.",
        "{address!r} is no address: write HOST or HOST:PORT, for example 192.168.1.20:{port}.",
    )
    BAD_TARGET = (
        "{target!r} n'est pas un nombre de points : de 1 à 20000.",
        "{target!r} is no number of points: 1 to 20000.",
    )
    BAD_NAME = (
        "{name!r} n'est pas un nom : de 1 à 24 caractères imprimables.",
        "{name!r} is no name: 1 to 24 printable characters.",
    )
    RULES_WITHOUT_SOLO = (
        "--rules va avec --solo : ailleurs, les règles sont celles de qui ouvre la table.",
        "--rules goes with --solo: elsewhere a table has the rules of whoever opens it.",
    )
    USAGE = ("Je ne comprends pas : {problem}", "I do not understand: {problem}")
    CANNOT_CONNECT = (
        "Pas de serveur coinche à {address} ({problem}).",
        "There is no coinche server at {address} ({problem}).",
    )
    NOT_COINCHE = (
        "Ce qui répond à {address} n'est pas un serveur coinche.",
        "What answers at {address} is no coinche server.",
    )
    UNKNOWN_HOST = ("cet hôte est inconnu", "no such host is known")
    REFUSED_PORT = ("la machine répond, mais pas à ce port", "the machine is there, but nothing listens at that port")
    UNREACHABLE = ("la machine est hors d'atteinte", "the machine cannot be reached")
    TIMED_OUT = ("pas de réponse", "no answer")
    REFUSED = ("Le serveur nous refuse : {problem}", "The server refuses us: {problem}")
    LOST = ("La connexion au serveur est perdue.", "The connection to the server is lost.")
    NO_SERVER = ("Le serveur privé n'a pas démarré : {problem}", "The private server did not start: {problem}")


def refusal(reason: Reason) -> Refusal:
    """The sentence that names the rule."""
    return Refusal[reason.name]


def answer(code: ErrorCode) -> Answer:
    """The sentence for an error of the server."""
    return Answer[code.name]
