"""The options of `coinche-client`: read the command line in either language."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NoReturn

from coinche.client.model.messages import LessonNumber
from coinche.connection.address import Address, Listening, MalformedAddress, read_address, read_listening
from coinche.connection.error_texts import Trouble, malformed
from coinche.engine.rules import MAX_TARGET
from coinche.protocol import DEFAULT_PORT
from coinche.protocol.limits import MAX_NAME
from coinche.protocol.names import is_name
from coinche.text.catalog import Words
from coinche.text.command_line import BadSecret, Secret, secret_words, usage_error
from coinche.text.formatting import Face
from coinche.text.glyphs import shows_unicode
from coinche.text.language import Language, language_of
from coinche.text.settings import Settings, Signs, face_of
from coinche.version import ShowVersion


class WrongSsh(Words):
    """Errors in the options of the ssh gateway."""

    PASSWORD_WITHOUT_SSH = (
        "--ssh-password n'est possible qu'avec --serve-ssh.",
        "--ssh-password is only possible with --serve-ssh.",
    )
    SSH_AND_SOLO = (
        "--serve-ssh est incompatible avec --solo : lancez d'abord coinche-server.",
        "--serve-ssh needs a server and cannot go with --solo: start coinche-server first.",
    )
    BAD_PORT = (
        "« {text} » n'est ni un port (de 0 à 65535) ni ADRESSE:PORT.",
        "“{text}” is neither a port (0 to 65535) nor ADDRESS:PORT.",
    )


class Usage(Words):
    """The text of `--help`."""

    HELP = (
        """utilisation : coinche-client [ADRESSE] [options]

Jouer à la coinche dans un terminal, sur le serveur de cette adresse ;
sans adresse, choisir un serveur du réseau.

ADRESSE : HÔTE, HÔTE:PORT (port {port} par défaut), coinche://HÔTE:PORT#EMPREINTE
ou, sans TLS, coinche+tcp://HÔTE:PORT ; ou le lien d'une invitation.

options :
  --solo              jouer seul contre des bots, sans serveur
  --name NOM          votre nom à la table ; il reste à vous sur ce serveur
  --guest             jouer sans clé, sous un nom libre
  --passphrase MOTS   mot de passe d'une table privée, à rejoindre ou à ouvrir
  --forget ADRESSE    oublier l'empreinte de ce serveur et quitter
  --rules RÈGLES      avec --solo : pagat, online…, ou un fichier TOML
  --target POINTS     points d'une nouvelle partie (sinon ceux du serveur)
  --serve-ssh PORT    accueillir vos amis par ssh, sans rien installer chez eux
  --ssh-password MOTS mot de passe demandé par ce ssh (sinon aucun)
  --passphrase-file FICHIER, --ssh-password-file FICHIER
                      lire ces mots de passe dans un fichier (ou une variable :
                      COINCHE_PASSPHRASE, COINCHE_SSH_PASSWORD) ; la ligne
                      de commande est visible de tous les utilisateurs (ps)
  --learn [1|2]       apprendre à jouer, pas à pas : première ou deuxième leçon
  --replay FICHIER    revoir une partie enregistrée
  --linear            ligne à ligne, pour les pipes et les lecteurs d'écran
  --lang fr|en        langue : français ou anglais
  --ascii             sans signes Unicode
  --version           afficher la version installée et quitter
  -h, --help          afficher cette aide et quitter""",
        """usage: coinche-client [ADDRESS] [options]

Play coinche in a terminal, on the server at that address;
without an address, choose a server on the network.

ADDRESS: HOST, HOST:PORT (default port {port}), coinche://HOST:PORT#FINGERPRINT
or, without TLS, coinche+tcp://HOST:PORT; or the link of an invitation.

options:
  --solo              play alone against bots, without a server
  --name NAME         your name at the table; it stays yours on that server
  --guest             play without a key, under a free name
  --passphrase WORDS  passphrase of a private table, to join it or to open one
  --forget ADDRESS    forget that server's fingerprint and exit
  --rules RULES       with --solo: pagat, online…, or a house file (TOML)
  --target POINTS     points of a new match (default: the server's own)
  --serve-ssh PORT    let your friends play here by ssh, with nothing to install
  --ssh-password WORDS password your friends must give (default: none)
  --passphrase-file FILE, --ssh-password-file FILE
                      read these words from a file (or a variable:
                      COINCHE_PASSPHRASE, COINCHE_SSH_PASSWORD); everybody on
                      the machine can see a command line (ps)
  --learn [1|2]       learn to play, step by step: first or second lesson
  --replay FILE       replay a recorded match
  --linear            line by line, for pipes and screen readers
  --lang fr|en        language: French or English
  --ascii             plain ASCII, no Unicode symbols
  --version           show the installed version and exit
  -h, --help          show this help and exit""",
    )


class WrongUsage(Exception):
    """The command line is wrong; the message says why, in the person's language."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The options of one run."""

    address: Address | None
    """None: the person will choose."""
    name: str
    """The name given on the command line; "" if there is none."""
    guest: bool
    """True when the client signs in without a key."""
    passphrase: str | None = field(repr=False)
    """The passphrase of private tables."""
    forget: Address | None
    solo: bool
    rules: str | None
    """The rules of the private server: a preset or the path of a house file, which the server reads."""
    serve_ssh: Listening | None
    """The port of the ssh gateway; nobody plays at this terminal then."""
    ssh_password: str | None = field(repr=False)
    """The password of the ssh gateway."""
    replay: str | None
    """The file of a match to replay."""
    learn: LessonNumber | None
    """The lesson to start with, which needs no server."""
    linear: bool
    target: int | None
    settings: Settings
    """The saved settings, with this machine's defaults and the changes of the command line."""
    help: bool

    @property
    def face(self) -> Face:
        """The person's language and signs."""
        return face_of(self.settings)


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise WrongUsage(message)


_OPTIONS = ("name", "forget", "rules", "target", "replay", "lang", "serve-ssh")
_SECRETS = ("passphrase", "ssh-password")
_FLAGS = ("solo", "guest", "linear", "ascii")

Kept = Callable[[Settings], Settings]
"""A reader of saved settings, given the defaults."""


def read_options(
    arguments: Sequence[str], environment: Mapping[str, str], encoding: str, kept: Kept = lambda usual: usual
) -> Options:
    """Read the options; WrongUsage with one clear sentence, KeptError if the settings cannot be read."""
    settings = _settings(arguments, environment, encoding, kept)
    face = face_of(settings)
    given = _parsed(arguments, face)
    address = _address(given.address, face)
    if given.guest and address is not None and address.invitation is not None:
        raise WrongUsage(face.say(Trouble.GUEST_INVITED))
    for is_wrong, said in _CONTRADICTIONS:
        if is_wrong(given):
            raise WrongUsage(face.say(said))
    return Options(
        address=address,
        name=_name(given.name, face),
        guest=given.guest,
        passphrase=_secret(Secret.PASSPHRASE, given.passphrase, given.passphrase_file, environment, face),
        forget=_address(given.forget, face),
        solo=given.solo and given.learn is None,
        rules=given.rules,
        serve_ssh=_listening(given.serve_ssh, face),
        ssh_password=_secret(Secret.SSH_PASSWORD, given.ssh_password, given.ssh_password_file, environment, face)
        or None,
        replay=given.replay,
        learn=None if given.learn is None else LessonNumber(given.learn),
        linear=given.linear,
        target=_target(given.target, face),
        settings=replace(settings, signs=Signs.ASCII) if given.ascii else settings,
        help=given.help,
    )


_CONTRADICTIONS: tuple[tuple[Callable[[argparse.Namespace], bool], Words], ...] = (
    (lambda given: given.rules is not None and not given.solo, Trouble.RULES_WITHOUT_SOLO),
    (lambda given: given.passphrase == "", Trouble.NO_PASSPHRASE),
    (
        lambda given: (given.ssh_password, given.ssh_password_file) != (None, None) and given.serve_ssh is None,
        WrongSsh.PASSWORD_WITHOUT_SSH,
    ),
    (lambda given: given.serve_ssh is not None and given.solo, WrongSsh.SSH_AND_SOLO),
)
"""Options that contradict each other, or lack another one."""


def _parsed(arguments: Sequence[str], face: Face) -> argparse.Namespace:
    """Parse the command line."""
    parser = _Parser(add_help=False, allow_abbrev=False)
    parser.add_argument("address", nargs="?")
    for option in _OPTIONS:
        parser.add_argument(f"--{option}")
    for option in _SECRETS:
        parser.add_argument(f"--{option}")
        parser.add_argument(f"--{option}-file", type=Path)
    parser.add_argument("--learn", nargs="?", const=LessonNumber.FIRST)
    for flag in _FLAGS:
        parser.add_argument(f"--{flag}", action="store_true")
    parser.add_argument("--version", action=ShowVersion)
    parser.add_argument("-h", "--help", action="store_true")
    for option in _OF_ADDRESS:
        parser.add_argument(f"--{option}", nargs="?", const="")
    try:
        given = parser.parse_args(list(arguments))
    except WrongUsage as wrong:
        raise WrongUsage(face.name(usage_error(str(wrong), face.language))) from None
    _refuse_options_of_address(given, face)
    if given.learn is not None and given.learn not in set(LessonNumber):  # `--learn ADDRESS`
        if given.address is not None or given.learn.isdecimal():
            raise WrongUsage(face.say(Trouble.NO_SUCH_LESSON, text=face.name(given.learn)))
        given.learn, given.address = LessonNumber.FIRST, given.learn
    if given.lang is not None and given.lang not in set(Language):
        raise WrongUsage(face.say(Trouble.BAD_LANGUAGE, text=face.name(given.lang)))
    return given


def _refuse_options_of_address(given: argparse.Namespace, face: Face) -> None:
    """Say how an address is given, if it stands in an option that other programs have for it."""
    used = next((option for option in _OF_ADDRESS if getattr(given, option) is not None), None)
    if used is not None:
        host, port = given.host or given.server or _EXAMPLE_HOST, given.port or str(DEFAULT_PORT)
        fields = {"option": f"--{used}", "host": face.name(host), "port": face.name(port)}
        raise WrongUsage(face.say(Trouble.ADDRESS_WITHOUT_OPTION, **fields))


_OF_ADDRESS = ("host", "server", "port")
_EXAMPLE_HOST = "192.168.1.20"


def _settings(arguments: Sequence[str], environment: Mapping[str, str], encoding: str, kept: Kept) -> Settings:
    """The saved settings, without signs that cannot be shown, in the language of the command line."""
    unicode = shows_unicode(environment, encoding)
    usual = Settings(language=language_of(environment), signs=Signs.UNICODE if unicode else Signs.ASCII)
    settings = kept(usual)
    asked = _language(arguments)
    return replace(
        settings,
        language=settings.language if asked is None else asked,
        signs=settings.signs if unicode else Signs.ASCII,
    )


def _language(arguments: Sequence[str]) -> Language | None:
    """The language of `--lang`, even if the rest of the command line is wrong."""
    for before, word in zip(("", *arguments), arguments, strict=False):
        wanted = word.removeprefix("--lang=") if word.startswith("--lang=") else word if before == "--lang" else ""
        if wanted in set(Language):
            return Language(wanted)
    return None


def _address(text: str | None, face: Face) -> Address | None:
    if text is None:
        return None
    try:
        return read_address(text)
    except MalformedAddress as wrong:
        raise WrongUsage(face.name(malformed(wrong, face.language))) from None


def _name(text: str | None, face: Face) -> str:
    if text is None:
        return ""
    if not is_name(text):
        raise WrongUsage(face.say(Trouble.BAD_NAME, name=face.name(text), longest=MAX_NAME))
    return text


def _secret(
    secret: Secret, given: str | None, file: Path | None, environment: Mapping[str, str], face: Face
) -> str | None:
    try:
        return secret_words(secret, given, file, environment)
    except BadSecret as wrong:
        raise WrongUsage(face.name(face.say(wrong.fault, **wrong.fields))) from None


def _listening(text: str | None, face: Face) -> Listening | None:
    if text is None:
        return None
    listening = read_listening(text)
    if listening is None:
        raise WrongUsage(face.say(WrongSsh.BAD_PORT, text=face.name(text)))
    return listening


def _target(text: str | None, face: Face) -> int | None:
    if text is None:
        return None
    if text.isascii() and text.isdecimal() and len(text) <= 6 and 1 <= int(text) <= MAX_TARGET:
        return int(text)
    raise WrongUsage(face.say(Trouble.BAD_TARGET, target=face.name(text), highest=MAX_TARGET))
