"""Sentences for everything that can fail: each rule broken, each error code, each failure to connect."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

from coinche.engine.actions import Reason
from coinche.protocol import DEFAULT_PORT
from coinche.protocol.errors import ErrorCode
from coinche.text.catalog import Language, Words

from .address import AddressFault, MalformedAddress
from .errors import CannotConnect, ConnectFailure, ConnectionLost, SentAway, TurnedDown, by_operator
from .known_servers import GarbledLine
from .storage import BadKey, KeptError, KeyFault


class ReasonText(Words):
    """A sentence for every `Reason`, by the same name."""

    NOT_YOUR_TURN = ("Ce n'est pas à vous de jouer.", "It is not your turn.")
    WRONG_PHASE = ("Cela ne se fait pas maintenant.", "That cannot be done now.")
    BID_TOO_LOW = (
        "Trop bas : il faut le minimum au moins, et dépasser la dernière enchère.",
        "Too low: a bid starts at the minimum and beats the last one.",
    )
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


class ErrorText(Words):
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
    REPLACED = ("Vous jouez ailleurs : cette fenêtre est quittée.", "You signed in elsewhere: this one ends.")
    SHUTDOWN = ("Le serveur s'arrête.", "The server is shutting down.")
    BAD_MESSAGE = ("Le serveur a refusé un message mal formé.", "The server refused a malformed message.")
    UNKNOWN_TYPE = ("Le serveur ne connaît pas cette demande.", "The server does not know that request.")
    NOT_YOUR_TURN = ("Ce n'est pas à vous de jouer.", "It is not your turn.")
    STALE_REQUEST = ("Trop tard : cette question est close.", "Too late: that question is closed.")
    ILLEGAL_ACTION = ("Coup refusé par les règles.", "Refused by the rules.")
    LATE = ("Trop tard : le temps était écoulé.", "Too late: your time was up.")
    NO_SUCH_MATCH = ("Cette partie n'est pas ou plus gardée.", "That match is not kept, or no longer.")
    NO_SUCH_TABLE = ("Cette table n'existe pas ou plus.", "There is no such table, or no longer.")
    SEAT_TAKEN = ("Cette place est prise.", "That seat is taken.")
    NAME_TAKEN = ("Ce nom est déjà pris.", "That name is taken.")
    INVALID_RULES = ("Ces règles ne vont pas ensemble.", "Those rules do not go together.")
    FORBIDDEN = ("Ce n'est pas permis ici.", "That is not allowed here.")
    RATE = ("Doucement : trop de demandes.", "Slow down: too many requests.")


class Trouble(Words):
    """Reasons why the client cannot start or continue."""

    BAD_HOST = (
        "{address!r} n'est pas une adresse : écrivez HÔTE ou HÔTE:PORT, par exemple 192.168.1.20:{port}.",
        "{address!r} is no address: write HOST or HOST:PORT, for example 192.168.1.20:{port}.",
    )
    BAD_PORT = (
        "{address!r} n'est pas une adresse : un port va de 1 à 65535, par exemple 192.168.1.20:{port}.",
        "{address!r} is no address: a port is 1 to 65535, for example 192.168.1.20:{port}.",
    )
    BAD_SCHEME = (
        "{address!r} n'est pas une adresse : elle commence par coinche://, coinche+tcp:// ou tout de suite par l'hôte.",
        "{address!r} is no address: it begins with coinche://, coinche+tcp:// or at once with the host.",
    )
    BAD_FINGERPRINT = (
        "{address!r} : après # vient l'empreinte du serveur, six groupes de quatre lettres ou chiffres.",
        "{address!r}: after # comes the server's fingerprint, six groups of four letters or digits.",
    )
    BAD_FINGERPRINT_LETTER = (
        "{address!r} : une empreinte n'a que des lettres de A à Z et des chiffres de 2 à 7 ; ni 0, ni 1, ni 8, ni 9.",
        "{address!r}: a fingerprint has the letters A to Z and the digits 2 to 7 alone; no 0, no 1, no 8, no 9.",
    )
    PLAIN_FINGERPRINT = (
        "{address!r} : sans TLS (coinche+tcp://) un serveur n'a pas d'empreinte.",
        "{address!r}: without TLS (coinche+tcp://) a server has no fingerprint.",
    )
    BAD_LANGUAGE = ("{text!r} n'est pas une langue d'ici : fr ou en", "{text!r} is no language here: fr or en")
    BAD_TARGET = (
        "{target!r} n'est pas un nombre de points : de 1 à {highest}.",
        "{target!r} is no number of points: 1 to {highest}.",
    )
    BAD_NAME = (
        "{name!r} n'est pas un nom : de 1 à {longest} caractères imprimables.",
        "{name!r} is no name: 1 to {longest} printable characters.",
    )
    RULES_WITHOUT_SOLO = (
        "--rules va avec --solo : ailleurs, les règles sont celles de qui ouvre la table.",
        "--rules goes with --solo: elsewhere a table has the rules of whoever opens it.",
    )
    NO_PASSPHRASE = (
        "--passphrase : des mots, que vous avez choisis entre vous.",
        "--passphrase: some words, which you have agreed upon.",
    )
    USAGE = ("Je ne comprends pas ; en anglais : {problem}", "I do not understand: {problem}")
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
    NO_TLS = (
        "Ce qui répond à {address} ne parle pas TLS 1.3 : ce n'est pas un serveur coinche, ou il n'est joint qu'en "
        "clair, par coinche+tcp://{address}.",
        "What answers at {address} does not speak TLS 1.3: it is no coinche server, or one that is reached in the "
        "clear alone, by coinche+tcp://{address}.",
    )
    WRONG_FINGERPRINT = (
        "Le serveur à {address} n'a pas l'empreinte que dit l'adresse : {found} au lieu de {expected}. Rien ne lui a "
        "été envoyé. Une faute de frappe ? Sinon l'adresse est d'avant qu'il ait été refait, ou un autre répond à sa "
        "place : demandez l'adresse à qui le tient.",
        "The server at {address} has not the fingerprint that the address names: {found}, not {expected}. Nothing was "
        "sent to it. A typing error? Otherwise the address is from before it was set up anew, or another answers in "
        "its place: ask whoever runs it for the address.",
    )
    CHANGED_CERTIFICATE = (
        "Le serveur à {address} a changé de certificat : son empreinte est {found}, c'était {expected}. Rien ne lui a "
        "été envoyé. Il a pu être refait ; ou un autre répond à sa place et lirait votre jeu. Demandez l'empreinte à "
        "qui le tient ; si c'est la bonne : coinche-client --forget {address}",
        "The server at {address} has another certificate than before: its fingerprint is {found}, it was {expected}. "
        "Nothing was sent to it. It may have been set up anew; or another answers in its place, and would read your "
        "game. Ask whoever runs it for the fingerprint; if it is the right one: coinche-client --forget {address}",
    )
    NAME_TAKEN = (
        "Le nom {name} est à quelqu'un d'autre sur ce serveur : prenez-en un autre avec --name.",
        "The name {name} belongs to somebody else on that server: choose another with --name.",
    )
    NO_GUESTS = (
        "Ce serveur ne prend pas d'invités : venez sans --guest, avec une clé.",
        "That server takes no guests: come without --guest, with a key.",
    )
    TLS_ONLY = (
        "Ce serveur ne parle que par TLS : écrivez coinche:// au lieu de coinche+tcp://.",
        "That server speaks through TLS only: write coinche:// in place of coinche+tcp://.",
    )
    KEY_SHARED = (
        "D'autres que vous peuvent lire la clé {path} : elle ne sert plus. chmod 600 {path}, ou effacez-la pour en "
        "avoir une autre (et d'autres noms).",
        "Others than you may read the key {path}: it is not used. chmod 600 {path}, or remove it to get another (and "
        "other names).",
    )
    KEY_GARBLED = (
        "{path} n'est pas une clé Ed25519 : remettez la bonne, ou effacez-la pour en avoir une autre (et d'autres "
        "noms).",
        "{path} is no Ed25519 key: put the right one back, or remove it to get another (and other names).",
    )
    GARBLED_LINE = (
        "La ligne {line} de {path} n'est pas « hôte:port empreinte » : corrigez-la ou effacez-la.",
        "Line {line} of {path} is not “host:port fingerprint”: put it right or remove it.",
    )
    CANNOT_KEEP = ("Impossible d'utiliser {path} : {why}", "{path} cannot be used: {why}")
    FORGOTTEN = ("{address} est oublié.", "{address} is forgotten.")
    NOT_KNOWN = ("{address} n'était pas connu.", "{address} was not known.")
    REFUSED = ("Le serveur nous refuse : {problem}", "The server refuses us: {problem}")
    UNKNOWN_RULE = (
        "Ce serveur joue avec une règle que cette version de coinche ne connaît pas : mettez-la à jour. [{detail}]",
        "That server plays by a rule that this version of coinche does not know: update it. [{detail}]",
    )
    UNREADABLE = (
        "Ce serveur dit ce que cette version de coinche ne sait pas lire : mettez-la à jour. [{detail}]",
        "That server says what this version of coinche cannot read: update it. [{detail}]",
    )
    SERVER_ENDED = (
        "Le serveur s'est arrêté ; ses parties reprennent là où elles en sont, s'il est relancé.",
        "The server has ended; its matches go on where they are, if it is started again.",
    )
    LOST = ("La connexion au serveur est perdue.", "The connection to the server is lost.")
    SENT_AWAY = ("Le responsable du serveur vous a renvoyé.", "The server's operator has sent you away.")
    UNWANTED = (
        "Le responsable du serveur ne vous laisse pas entrer.",
        "The server's operator does not let you in.",
    )
    HIS_REASON = ("{said} Il dit : {reason}", "{said} He says: {reason}")
    BANNED_UNTIL = ("{said} Revenez après le {when}.", "{said} You may come back after {when}.")
    OWN_FAULT = (
        "Erreur du programme : cela n'a pas pu se faire, le reste continue. Elle est écrite dans {path}.",
        "An error of the program's own: that could not be done, all else goes on. It is written in {path}.",
    )
    OWN_FAULT_UNWRITTEN = (
        "Erreur du programme : cela n'a pas pu se faire, le reste continue. [{what}]",
        "An error of the program's own: that could not be done, all else goes on. [{what}]",
    )
    NO_SERVER = (
        "Le serveur privé n'a pas démarré ; en anglais : {problem}",
        "The private server did not start: {problem}",
    )


def refusal(reason: Reason) -> ReasonText:
    """The sentence that names the rule."""
    return ReasonText[reason.name]


def answer(code: ErrorCode) -> ErrorText:
    """The sentence for an error of the server."""
    return ErrorText[code.name]


_FAULTS: Mapping[AddressFault, Trouble] = {
    AddressFault.HOST: Trouble.BAD_HOST,
    AddressFault.PORT: Trouble.BAD_PORT,
    AddressFault.SCHEME: Trouble.BAD_SCHEME,
    AddressFault.FINGERPRINT: Trouble.BAD_FINGERPRINT,
    AddressFault.FINGERPRINT_LETTER: Trouble.BAD_FINGERPRINT_LETTER,
    AddressFault.FINGERPRINT_OF_PLAIN: Trouble.PLAIN_FINGERPRINT,
}
WHY: Mapping[ConnectFailure, Trouble] = {
    ConnectFailure.UNKNOWN_HOST: Trouble.UNKNOWN_HOST,
    ConnectFailure.REFUSED: Trouble.REFUSED_PORT,
    ConnectFailure.UNREACHABLE: Trouble.UNREACHABLE,
    ConnectFailure.TIMED_OUT: Trouble.TIMED_OUT,
}
"""Half sentences for failures where nobody answers."""
WHO: Mapping[ConnectFailure, Trouble] = {
    ConnectFailure.NOT_COINCHE: Trouble.NOT_COINCHE,
    ConnectFailure.CLOSED: Trouble.NOT_COINCHE,
    ConnectFailure.NO_TLS: Trouble.NO_TLS,
    ConnectFailure.WRONG_FINGERPRINT: Trouble.WRONG_FINGERPRINT,
    ConnectFailure.CHANGED_CERTIFICATE: Trouble.CHANGED_CERTIFICATE,
}
"""Whole sentences for failures where somebody answers, but not the server that is meant."""
_KEYS: Mapping[KeyFault, Trouble] = {KeyFault.SHARED: Trouble.KEY_SHARED, KeyFault.GARBLED: Trouble.KEY_GARBLED}


def malformed(error: MalformedAddress, language: Language) -> str:
    """Return the sentence on how an address must be written."""
    return _FAULTS[error.fault].within(language).format(address=error.text, port=DEFAULT_PORT)


def unreached(error: CannotConnect, language: Language) -> str:
    """Return the sentence on why there is no session."""
    where = str(error.address)
    if error.reason in WHY:
        problem = WHY[error.reason].within(language)
        return Trouble.CANNOT_CONNECT.within(language).format(address=where, problem=problem)
    return WHO[error.reason].within(language).format(address=where, expected=error.expected, found=error.found)


_WHEN = {Language.FRENCH: "%d/%m/%Y à %H:%M", Language.ENGLISH: "%Y-%m-%d %H:%M"}
_LATEST = 253_370_764_800_000
"""The year 9999 in ms of the Unix clock: no date is later."""


def unread(loss: ConnectionLost, language: Language) -> str:
    """Return the sentence on a message that this client cannot read."""
    words = Trouble.UNKNOWN_RULE if "`$.rules" in loss.detail else Trouble.UNREADABLE
    return words.within(language).format(detail=loss.detail)


def unkept(error: KeptError, language: Language) -> str:
    """Return the sentence on why a file of the person's cannot be used."""
    match error:
        case BadKey(fault=fault):
            return _KEYS[fault].within(language).format(path=error.path)
        case GarbledLine(line=line):
            return Trouble.GARBLED_LINE.within(language).format(path=error.path, line=line)
        case _:
            return Trouble.CANNOT_KEEP.within(language).format(path=error.path, why=error.why)


def particular(refusal: TurnedDown, language: Language) -> str | None:
    """Return the remedy for a refused sign-in; None where none is known."""
    code, missing = refusal.error.code, refusal.error.data.get("missing")
    if code is ErrorCode.NAME_TAKEN:
        return Trouble.NAME_TAKEN.within(language).format(name=refusal.name)
    if code is ErrorCode.UNSUPPORTED and isinstance(missing, tuple) and "tls" in missing:
        return Trouble.TLS_ONLY.within(language)
    if code is ErrorCode.AUTH_FAILED and isinstance(missing, tuple) and "key" in missing:
        return Trouble.NO_GUESTS.within(language)
    return None


def turned_away(refusal: TurnedDown | SentAway, language: Language) -> str:
    """Return the sentence on why the server refused or ended the session."""
    if isinstance(refusal, SentAway) and refusal.error.code is ErrorCode.SHUTDOWN:
        return Trouble.SERVER_ENDED.within(language)
    if by_operator(refusal.error):
        return operators_will(refusal, language)
    problem = answer(refusal.error.code).within(language)
    known = particular(refusal, language) if isinstance(refusal, TurnedDown) else None
    return known or Trouble.REFUSED.within(language).format(problem=problem)


def operators_will(refusal: TurnedDown | SentAway, language: Language) -> str:
    """Return the sentence on the operator's decision, with the reason given and its end."""
    said = (Trouble.SENT_AWAY if isinstance(refusal, SentAway) else Trouble.UNWANTED).within(language)
    words = "".join(sign if sign.isprintable() else " " for sign in str(refusal.error.data.get("reason", "")))
    if words.strip():
        ended = words.strip() if words.strip()[-1] in ".!?…" else f"{words.strip()}."
        said = Trouble.HIS_REASON.within(language).format(said=said, reason=ended)
    until = refusal.error.data.get("until")
    if not isinstance(until, int) or not 0 <= until < _LATEST:
        return said
    when = datetime.fromtimestamp(until / 1000, UTC).astimezone().strftime(_WHEN[language])
    return Trouble.BANNED_UNTIL.within(language).format(said=said, when=when)
