"""Sentences for what a server refuses, and for each failure to connect or to use a file."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

from coinche.protocol import DEFAULT_PORT
from coinche.protocol.errors import ErrorCode
from coinche.text.catalog import Words
from coinche.text.language import Language

from .address import AddressFault, MalformedAddress
from .errors import CannotConnect, ConnectFailure, ConnectionLost, SentAway, TurnedDown, by_operator
from .known_servers import GarbledLine
from .storage import BadKey, KeptError, KeyFault


class ErrorText(Words):
    """A sentence for every `ErrorCode`, by the same name."""

    BAD_FRAME = ("Le serveur n'a pas compris le message du client.", "The server could not read the client's message.")
    FRAME_TOO_BIG = ("Le message du client était trop long.", "The client's message was too long.")
    UNSUPPORTED = (
        "Ce serveur parle une autre version du protocole : mettez le client à jour.",
        "This server speaks another version of the protocol: update the client.",
    )
    AUTH_FAILED = ("Le serveur refuse ces identifiants.", "The server rejects these credentials.")
    AUTH_TIMEOUT = ("L'identification a pris trop de temps.", "Signing in took too long.")
    SLOW_CONSUMER = ("La connexion est trop lente pour le serveur.", "The connection is too slow for the server.")
    FLOOD = ("Trop de messages à la fois.", "Too many messages at once.")
    STALE = (
        "Le serveur n'avait plus de nouvelles de ce client.",
        "The server has heard nothing from this client for too long.",
    )
    REPLACED = (
        "Connexion ouverte ailleurs : cette fenêtre se ferme.",
        "You signed in elsewhere: this window is closing.",
    )
    SHUTDOWN = ("Le serveur s'arrête.", "The server is shutting down.")
    BAD_MESSAGE = ("Le serveur a refusé un message mal formé.", "The server refused a malformed message.")
    UNKNOWN_TYPE = ("Le serveur ne connaît pas cette demande.", "The server does not know this request.")
    NOT_YOUR_TURN = ("Ce n'est pas à vous de jouer.", "It is not your turn.")
    STALE_REQUEST = ("Trop tard : la partie a continué.", "Too late: the game has moved on.")
    ILLEGAL_ACTION = ("Coup interdit par les règles.", "The rules do not allow that.")
    LATE = ("Trop tard : votre temps était écoulé.", "Too late: your time was up.")
    NO_SUCH_MATCH = (
        "Le serveur n'a pas, ou plus, cette partie.",
        "The server does not have that match, or no longer has it.",
    )
    NO_SUCH_TABLE = ("Cette table n'existe pas ou plus.", "That table does not exist, or no longer exists.")
    SEAT_TAKEN = ("Cette place est prise.", "That seat is taken.")
    NAME_TAKEN = ("Ce nom est déjà pris.", "That name is taken.")
    INVALID_RULES = ("Ces règles sont incompatibles.", "Those rules do not fit together.")
    INVALID_POSITION = ("Cette position est impossible.", "That position is impossible.")
    FORBIDDEN = ("Ce n'est pas permis ici.", "That is not allowed here.")
    RATE = ("Doucement : trop de demandes.", "Slow down: too many requests.")


class Trouble(Words):
    """Reasons why the client cannot start or continue."""

    BAD_HOST = (
        "{address!r} n'est pas une adresse : écrivez HÔTE ou HÔTE:PORT, par exemple 192.168.1.20:{port}.",
        "{address!r} is not an address: write HOST or HOST:PORT, for example 192.168.1.20:{port}.",
    )
    BAD_PORT = (
        "{address!r} n'est pas une adresse : le port va de 1 à 65535, par exemple 192.168.1.20:{port}.",
        "{address!r} is not an address: the port must be between 1 and 65535, for example 192.168.1.20:{port}.",
    )
    BAD_SCHEME = (
        "{address!r} n'est pas une adresse : elle commence par coinche://, par coinche+tcp:// ou directement par "
        "l'hôte.",
        "{address!r} is not an address: it must begin with coinche://, coinche+tcp:// or the host itself.",
    )
    BAD_FINGERPRINT = (
        "{address!r} : l'empreinte du serveur, après #, a six groupes de quatre lettres ou chiffres.",
        "{address!r}: the server's fingerprint, after #, has six groups of four letters or digits.",
    )
    BAD_FINGERPRINT_LETTER = (
        "{address!r} : une empreinte n'a que des lettres de A à Z et des chiffres de 2 à 7 ; ni 0, ni 1, ni 8, ni 9.",
        "{address!r}: a fingerprint has only the letters A to Z and the digits 2 to 7; no 0, 1, 8 or 9.",
    )
    PLAIN_FINGERPRINT = (
        "{address!r} : sans TLS (coinche+tcp://), il n'y a pas d'empreinte.",
        "{address!r}: without TLS (coinche+tcp://) there is no fingerprint.",
    )
    BAD_INVITATION = (
        "{address!r} : l'invitation, après t1., a 32 chiffres ou lettres de a à f ; le lien a été coupé.",
        "{address!r}: the invitation, after t1., has 32 digits or letters from a to f; the link was cut off.",
    )
    BAD_LANGUAGE = ("langue inconnue : {text!r} (fr ou en)", "unknown language: {text!r} (fr or en)")
    NO_SUCH_LESSON = ("leçon inconnue : {text!r} (1 ou 2)", "unknown lesson: {text!r} (1 or 2)")
    BAD_TARGET = (
        "{target!r} n'est pas un nombre de points : de 1 à {highest}.",
        "{target!r} is not a number of points: 1 to {highest}.",
    )
    BAD_NAME = (
        "{name!r} n'est pas un nom : de 1 à {longest} caractères imprimables.",
        "{name!r} is not a name: 1 to {longest} printable characters.",
    )
    RULES_WITHOUT_SOLO = (
        "--rules va avec --solo : sur un serveur, on choisit les règles en ouvrant une table.",
        "--rules goes with --solo: on a server, choose the rules when you open a table.",
    )
    NO_PASSPHRASE = ("--passphrase : le mot de passe est vide.", "--passphrase: the passphrase is empty.")
    CANNOT_CONNECT = (
        "Pas de serveur de coinche à l'adresse {address} ({problem}).",
        "There is no coinche server at {address} ({problem}).",
    )
    NOT_COINCHE = (
        "{address} répond, mais ce n'est pas un serveur de coinche.",
        "{address} answers, but it is not a coinche server.",
    )
    UNKNOWN_HOST = ("hôte inconnu", "unknown host")
    REFUSED_PORT = (
        "la machine répond, mais rien n'écoute sur ce port",
        "the machine is there, but nothing is listening on that port",
    )
    UNREACHABLE = ("la machine est inaccessible", "the machine cannot be reached")
    TIMED_OUT = ("pas de réponse", "no answer")
    NO_TLS = (
        "{address} ne parle pas TLS 1.3 : ce n'est pas un serveur de coinche, ou il n'est accessible qu'en clair, par "
        "coinche+tcp://{address}.",
        "{address} does not speak TLS 1.3: it is not a coinche server, or it can only be reached unencrypted, by "
        "coinche+tcp://{address}.",
    )
    WRONG_FINGERPRINT = (
        "Le serveur {address} n'a pas l'empreinte de cette adresse : {found} au lieu de {expected}. Rien ne lui a été "
        "envoyé. Faute de frappe ? Sinon, le serveur a été réinstallé, ou un autre répond à sa place : demandez "
        "l'adresse à son responsable.",
        "The server at {address} does not have the expected fingerprint: it is {found}, not {expected}. Nothing was "
        "sent to it. A typo? Otherwise the server has been set up again, or another one is answering in its place: "
        "ask its operator for the address.",
    )
    CHANGED_CERTIFICATE = (
        "Le serveur {address} a changé de certificat : son empreinte est {found}, c'était {expected}. Rien ne lui a "
        "été envoyé. Il a peut-être été réinstallé ; ou un autre répond à sa place et lirait votre jeu. Demandez "
        "l'empreinte à son responsable ; si c'est la bonne : coinche-client --forget {address}",
        "The server at {address} has a new certificate: its fingerprint was {expected} and is now {found}. Nothing "
        "was sent to it. It may have been set up again; or another server is answering in its place and could read "
        "your game. Ask its operator for the fingerprint; if it is right: coinche-client --forget {address}",
    )
    NAME_TAKEN = (
        "Le nom {name} appartient à quelqu'un d'autre sur ce serveur : choisissez-en un autre avec --name.",
        "The name {name} belongs to somebody else on this server: choose another with --name.",
    )
    NO_GUESTS = (
        "Ce serveur n'accepte pas d'invités : connectez-vous sans --guest, avec une clé.",
        "This server accepts no guests: sign in without --guest, with a key.",
    )
    INVITED_ONLY = (
        "Ce serveur n'accepte que les joueurs invités : demandez un lien d'invitation à son responsable.",
        "This server accepts only players who are invited: ask its operator for a link with an invitation.",
    )
    INVITATION_UNKNOWN = (
        "Ce serveur ne connaît pas cette invitation : elle a été retirée ou remplacée, ou elle est trop ancienne. Si "
        "vous l'avez déjà utilisée, connectez-vous à l'adresse seule ; sinon, demandez-en une autre.",
        "This server does not know this invitation: it was taken back or replaced, or it is too old. If you have used "
        "it before, connect to the address alone; otherwise ask for another.",
    )
    INVITATION_USED = (
        "Cette invitation a déjà servi à quelqu'un d'autre : demandez-en une autre.",
        "Somebody else has used this invitation: ask for another.",
    )
    INVITATION_ENDED = (
        "Cette invitation a expiré : demandez-en une autre.",
        "This invitation has expired: ask for another.",
    )
    ADDRESS_WITHOUT_OPTION = (
        "argument inconnu : {option} ; l'adresse se donne seule : coinche-client coinche://{host}:{port}",
        "unrecognized argument: {option}; give the address alone: coinche-client coinche://{host}:{port}",
    )
    GUEST_INVITED = (
        "Une invitation donne un nom à votre clé : utilisez le lien sans --guest.",
        "An invitation gives a name to your key: use the link without --guest.",
    )
    TLS_ONLY = (
        "Ce serveur exige TLS : écrivez coinche:// au lieu de coinche+tcp://.",
        "This server requires TLS: write coinche:// instead of coinche+tcp://.",
    )
    KEY_SHARED = (
        "D'autres peuvent lire la clé {path} : elle n'est plus sûre. Faites chmod 600 {path}, ou effacez-la pour en "
        "créer une autre (et changer de nom).",
        "Others can read the key {path}: it is not safe. Run chmod 600 {path}, or remove it to make another (and "
        "choose another name).",
    )
    KEY_GARBLED = (
        "{path} n'est pas une clé Ed25519 : remettez la bonne, ou effacez-la pour en créer une autre (et changer de "
        "nom).",
        "{path} is not an Ed25519 key: put the right one back, or remove it to make another (and choose another name).",
    )
    GARBLED_LINE = (
        "La ligne {line} de {path} n'est pas « hôte:port empreinte » : corrigez-la ou effacez-la.",
        "Line {line} of {path} is not “host:port fingerprint”: correct it or remove it.",
    )
    CANNOT_KEEP = ("Impossible d'utiliser {path} : {why}", "Cannot use {path}: {why}")
    FORGOTTEN = ("L'empreinte de {address} est oubliée.", "The fingerprint of {address} has been forgotten.")
    NOT_KNOWN = ("{address} n'a pas d'empreinte enregistrée.", "{address} has no stored fingerprint.")
    REFUSED = ("Connexion refusée par le serveur : {problem}", "The server refused the connection: {problem}")
    UNKNOWN_RULE = (
        "Ce serveur joue avec une règle que cette version de coinche ne connaît pas : mettez coinche à jour. "
        "[{detail}]",
        "This server plays by a rule that this version of coinche does not know: update coinche. [{detail}]",
    )
    UNREADABLE = (
        "Ce serveur a envoyé un message que cette version de coinche ne sait pas lire : mettez coinche à jour. "
        "[{detail}]",
        "This server sent a message that this version of coinche cannot read: update coinche. [{detail}]",
    )
    SERVER_ENDED = (
        "Le serveur s'est arrêté ; s'il garde ses parties, elles reprendront quand il sera relancé.",
        "The server has stopped; if it keeps its matches, they will resume once it is started again.",
    )
    LOST = ("La connexion au serveur est perdue.", "The connection to the server has been lost.")
    SENT_AWAY = ("Le responsable du serveur vous a déconnecté.", "The server's operator disconnected you.")
    UNWANTED = ("Le responsable du serveur vous refuse l'accès.", "The server's operator will not let you in.")
    HIS_REASON = ("{said} Motif : {reason}", "{said} Reason: {reason}")
    BANNED_UNTIL = ("{said} Vous pourrez revenir après le {when}.", "{said} You may come back after {when}.")
    OWN_FAULT = (
        "Erreur, voir {path} : cette action a échoué, le reste continue.",
        "Error, see {path}: that action failed, everything else goes on.",
    )
    OWN_FAULT_UNWRITTEN = (
        "Erreur du programme : cette action a échoué, le reste continue. [{what}]",
        "Program error: that action failed; everything else goes on. [{what}]",
    )
    OPEN_ELSEWHERE = (
        "Cette partie est ouverte dans une autre fenêtre.",
        "This match is open in another window.",
    )
    NO_SERVER = (
        "Le serveur privé n'a pas démarré ; en anglais : {problem}",
        "The private server did not start: {problem}",
    )


def answer(code: ErrorCode) -> ErrorText:
    """Return the sentence for an error of the server."""
    return ErrorText[code.name]


_FAULTS: Mapping[AddressFault, Trouble] = {
    AddressFault.HOST: Trouble.BAD_HOST,
    AddressFault.PORT: Trouble.BAD_PORT,
    AddressFault.SCHEME: Trouble.BAD_SCHEME,
    AddressFault.FINGERPRINT: Trouble.BAD_FINGERPRINT,
    AddressFault.FINGERPRINT_LETTER: Trouble.BAD_FINGERPRINT_LETTER,
    AddressFault.FINGERPRINT_OF_PLAIN: Trouble.PLAIN_FINGERPRINT,
    AddressFault.INVITATION: Trouble.BAD_INVITATION,
}
WHY: Mapping[ConnectFailure, Trouble] = {
    ConnectFailure.UNKNOWN_HOST: Trouble.UNKNOWN_HOST,
    ConnectFailure.REFUSED: Trouble.REFUSED_PORT,
    ConnectFailure.UNREACHABLE: Trouble.UNREACHABLE,
    ConnectFailure.TIMED_OUT: Trouble.TIMED_OUT,
}
"""Half sentences for failures in which nobody answers."""
WHO: Mapping[ConnectFailure, Trouble] = {
    ConnectFailure.NOT_COINCHE: Trouble.NOT_COINCHE,
    ConnectFailure.CLOSED: Trouble.NOT_COINCHE,
    ConnectFailure.NO_TLS: Trouble.NO_TLS,
    ConnectFailure.WRONG_FINGERPRINT: Trouble.WRONG_FINGERPRINT,
    ConnectFailure.CHANGED_CERTIFICATE: Trouble.CHANGED_CERTIFICATE,
}
"""Whole sentences for failures in which somebody answers, but not the server that is meant."""
_KEYS: Mapping[KeyFault, Trouble] = {KeyFault.SHARED: Trouble.KEY_SHARED, KeyFault.GARBLED: Trouble.KEY_GARBLED}


_INVITATIONS: Mapping[str, Trouble] = {
    "invitation_unknown": Trouble.INVITATION_UNKNOWN,
    "invitation_used": Trouble.INVITATION_USED,
    "invitation_ended": Trouble.INVITATION_ENDED,
}
"""Sentences for the reasons why an invitation brings no name."""


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
"""The start of the year 9999 in ms of the Unix clock: no date is later."""


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
    if code is ErrorCode.AUTH_FAILED and isinstance(missing, tuple) and "invitation" in missing:
        return Trouble.INVITED_ONLY.within(language)
    reason = _INVITATIONS.get(str(refusal.error.data.get("reason"))) if code is ErrorCode.AUTH_FAILED else None
    return None if reason is None else reason.within(language)


def turned_away(refusal: TurnedDown | SentAway, language: Language) -> str:
    """Return the sentence on why the server refused or ended the session."""
    if isinstance(refusal, SentAway) and refusal.error.code is ErrorCode.SHUTDOWN:
        return Trouble.SERVER_ENDED.within(language)
    if by_operator(refusal.error):
        return operators_will(refusal, language)
    problem = answer(refusal.error.code).within(language)
    if isinstance(refusal, SentAway):
        return problem
    return particular(refusal, language) or Trouble.REFUSED.within(language).format(problem=problem)


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
