"""Tests of the command line that all bots share: options, identity, and whole matches."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from coinche.bot.options import BotOptions, OwnTable, add_options, order_of
from coinche.bot.placement import seats_from
from coinche.connection.address import Address
from coinche.connection.credentials import own_key, public_key
from coinche.connection.known_servers import KnownServers
from coinche.engine.seats import Seat
from coinche.protocol import DEFAULT_PORT
from coinche.protocol.messages import ClockName
from coinche.text.command_line import CommandParser, CommandText, language_from
from coinche.text.language import Language
from tests.fork_server import forked_python

PATIENCE = 120
TOKEN = "0f" * 32
MINE = """
from coinche.bot import Bot, run

class Mine(Bot):
    name = "mine"

    def choose(self, view, legal):
        return legal.default

run(Mine)
"""


def order(*arguments: str, language: Language = Language.ENGLISH) -> BotOptions:
    parser = CommandParser(language=language, prog="bot")
    add_options(parser)
    return order_of(parser.parse_args(arguments), parser)


def test_without_a_word_it_is_this_machine_and_any_seat() -> None:
    plain = order()
    assert plain.address == Address("127.0.0.1", DEFAULT_PORT)
    assert (plain.table, plain.seat, plain.seats, plain.own_table, plain.guest) == (None, None, 1, None, False)


def test_a_table_of_ones_own() -> None:
    asked = order("--against", "steady", "--rules", "pagat", "--target", "500", "--clock", "blitz", "--seats", "2")
    clock = ClockName.BLITZ
    assert asked.own_table == OwnTable(name=None, against="steady", rules="pagat", target=500, clock=clock)
    assert asked.seats == 2
    assert order("--new", "Chez Ada").own_table == OwnTable(
        name="Chez Ada", against=None, rules=None, target=None, clock=None
    )
    named = order("--new", "Chez Ada", "--against", "greedy", "--passphrase", "a b")
    assert named.own_table == OwnTable(name="Chez Ada", against="greedy", rules=None, target=None, clock=None)
    assert named.passphrase == "a b"


def test_a_token_may_stand_where_nobody_sees_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COINCHE_TOKEN", TOKEN)
    assert order("--name", "Bob").token == TOKEN
    assert order("--guest").token is None
    assert order("--key", "mine").token is None


def test_a_token_in_the_environment_that_is_none_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COINCHE_TOKEN", "nonsense")
    with pytest.raises(SystemExit):
        order()
    assert "COINCHE_TOKEN: a token is 64" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "english", "french"),
    [
        (["--host", "host:x"], "the port must be between 1 and 65535", "le port va de 1 à 65535"),
        (["--host", "http://host"], "it must begin with coinche://", "elle commence par coinche://"),
        (["--host", "host#AB"], "the server's fingerprint", "l'empreinte du serveur"),
        (["--rules", "pagat"], "need --against or --new", "exigent --against ou --new"),
        (["--clock", "bot"], "need --against or --new", "exigent --against ou --new"),
        (["--against", "steady", "--table", "t1"], "leave out --table", "pas de --table"),
        (["--new", "Chez Ada", "--table", "t1"], "leave out --table", "pas de --table"),
        (["--new", " "], "is not a name", "n'est pas un nom"),
        (["--passphrase", ""], "the passphrase is empty", "le mot de passe est vide"),
        (["--against", "steady", "--target", "0"], "not a number of points", "pas un nombre de points"),
        (["--token", TOKEN], "--token needs --name", "--token exige --name"),
        (["--token", "abc", "--name", "Bob"], "64 hexadecimal digits", "64 chiffres hexadécimaux"),
        (["--guest", "--key", "mine"], "choose only one", "choisissez-en un seul"),
        (["--name", " x"], "is not a name", "n'est pas un nom"),
        (["--colour"], "bot: unrecognized arguments: --colour", "bot: argument inconnu : --colour"),
        (["--seat", "X"], "bot: --seat: unknown seat: 'X'", "bot: --seat : place inconnue : 'X'"),
        (["--foo"], "bot: unrecognized", "bot: argument inconnu : --foo"),
    ],
)
def test_what_does_not_go_is_one_sentence(
    arguments: list[str], english: str, french: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for language, sentence in ((Language.ENGLISH, english), (Language.FRENCH, french)):
        with pytest.raises(SystemExit) as end:
            order(*arguments, "--lang", language.value, language=language)
        assert end.value.code == 2
        assert sentence in capsys.readouterr().err


def test_seats_are_taken_with_the_partner_first() -> None:
    assert seats_from(Seat.SOUTH, 2) == (Seat.SOUTH, Seat.NORTH)
    assert set(seats_from(Seat.WEST, 4)) == set(Seat)


# --- whole programs ----------------------------------------------------------------------------------


@contextmanager
def a_server() -> Iterator[Address]:
    """A server as it is started, with bots to play against, reached through TLS."""
    command = [*forked_python(), "-m", "coinche.server", "--host", "127.0.0.1", "--port", "0", "--until-stdin-closes"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        listening = next(line for line in process.stdout if line.startswith("listening on "))
        next(line for line in process.stdout if "signed in as provider" in line)
        try:
            yield Address("127.0.0.1", int(listening.rsplit(":", 1)[1]))
        finally:
            process.stdin.close()
            process.stdout.read()


def bot(script: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*forked_python(), str(script), *arguments, "--lang", "en"],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
        env=os.environ | {"PYTHONDONTWRITEBYTECODE": "1"},
    )


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    script = tmp_path / "mybot.py"
    script.write_text(MINE, encoding="utf-8")
    return script


def test_a_bot_of_ones_own_plays_a_match_against_a_bot_of_the_server(mine: Path, tmp_path: Path) -> None:
    with a_server() as address:
        log = tmp_path / "log.jsonl"
        greedy = tmp_path / "greedy.py"  # four that never bid would never end
        greedy.write_text("from coinche.bots.cli import main\nmain(['greedy', *__import__('sys').argv[1:]])\n")
        first = bot(mine, "--host", str(address), "--against", "steady", "--target", "100", "--log", str(log))
        fingerprint = KnownServers().fingerprint(address)
        assert first.returncode == 0, first.stderr
        assert first.stderr == (f"coinche-bot: first connection to {address}; its fingerprint is {fingerprint}\n")
        assert first.stdout.startswith(("match 1 won, ", "match 1 lost, "))
        assert first.stdout.count("\n") == 1
        pair = bot(
            mine, "--host", str(address), "--against", "greedy", "--target", "100", "--seats", "2", "--log", str(log)
        )
        assert (pair.returncode, pair.stderr) == (0, "")
        assert pair.stdout.count("\n") == 1
        seats = {line.split('"seat":"', 1)[1][0] for line in log.read_text(encoding="utf-8").splitlines()}
        assert seats == {"S", "N"}
        link = f"coinche://{address}#{fingerprint}"
        four = bot(greedy, "--host", link, "--against", "steady", "--seats", "4", "--target", "100")
        assert (four.returncode, four.stderr) == (0, "")
        nobody = bot(mine, "--host", str(address), "--against", "champion")
        assert nobody.returncode == 1
        assert "the server has no bot champion; it has: steady, novice, strong, expert, random, greedy" in nobody.stderr
        rules = bot(mine, "--host", str(address), "--against", "steady", "--rules", "bridge")
        assert rules.returncode == 1
        assert rules.stderr.count("\n") == 1


def test_a_name_is_claimed_for_a_key_and_refused_to_another(mine: Path, tmp_path: Path) -> None:
    with a_server() as address:
        match = ("--host", str(address), "--against", "steady", "--target", "100")
        assert bot(mine, *match, "--name", "Ada", "--key", str(tmp_path / "first")).returncode == 0
        refused = bot(mine, *match, "--name", "Ada", "--key", str(tmp_path / "second"))
        assert refused.returncode == 1
        assert refused.stderr == (
            "coinche-bot: The name Ada belongs to somebody else on this server: choose another with --name.\n"
        )
        assert bot(mine, *match).returncode == 0
        assert bot(mine, *match, "--key", str(tmp_path / "first")).returncode == 0  # as "mine 2"
    assert public_key(own_key()) != public_key(own_key(tmp_path / "first"))


def test_a_key_that_others_may_read_is_one_sentence(mine: Path, tmp_path: Path) -> None:
    if os.name != "posix":
        pytest.skip("there are no modes elsewhere")
    own_key(tmp_path / "key")
    (tmp_path / "key").chmod(0o644)
    refused = bot(mine, "--key", str(tmp_path / "key"))
    assert refused.returncode == 1
    assert refused.stderr.count("\n") == 1
    assert "chmod 600" in refused.stderr


def test_a_log_that_cannot_be_written_is_one_sentence(mine: Path, tmp_path: Path) -> None:
    refused = bot(mine, "--log", str(tmp_path / "none" / "log"))
    assert refused.returncode == 1
    assert refused.stderr.startswith("coinche-bot: cannot write: ")


@pytest.mark.parametrize(
    ("arguments", "english", "french"),
    [
        (("--lang", "de"), "--lang: unknown language: 'de' (fr or en)", "--lang : langue inconnue : 'de'"),
        (("--seat", "X"), "--seat: unknown seat: 'X' (N, E, S or W)", "--seat : place inconnue : 'X'"),
        (
            ("--clock", "slow"),
            "unknown clock: 'slow' (choose from casual, standard, blitz, bot)",
            "cadence inconnue : 'slow'",
        ),
        (("--seats", "5"), "'5': take 1 to 4 seats", "'5' : il faut de 1 à 4 places"),
        (("--seed", "x"), "'x': the seed is a whole number", "'x' : la graine est un nombre entier"),
    ],
)
def test_what_is_allowed_is_said(
    arguments: tuple[str, ...], english: str, french: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for language, sentence in ((Language.ENGLISH, english), (Language.FRENCH, french)):
        with pytest.raises(SystemExit) as ended:
            order(*arguments, language=language)
        said = capsys.readouterr().err
        assert ended.value.code == 2
        assert sentence in said
        assert said.startswith(CommandText.USAGE.within(language))
        assert len(said.split("bot: ")) == 2


def test_a_language_that_there_is_not_is_complained_of_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    assert language_from(("--lang", "de")) is Language.ENGLISH
    assert language_from(("--lang=fr", "x")) is Language.FRENCH
    assert language_from(("x", "--lang", "fr")) is Language.FRENCH
    assert capsys.readouterr() == ("", "")


def test_the_help_is_in_one_language() -> None:
    parser = CommandParser(language=Language.FRENCH, prog="bot")
    add_options(parser)
    said = parser.format_help()
    assert said.startswith("utilisation : bot [-h]")
    assert "cette aide" in said
    assert "usage:" not in said
    assert "positional" not in said
    assert "show this help" not in said
