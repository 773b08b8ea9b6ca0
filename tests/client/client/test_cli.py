"""Tests of the real `coinche-client` command: its error messages, and a whole match without a terminal."""

from __future__ import annotations

import io
import os
import re
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from coinche.client.cli import Mode, beginning, bound_for, main, mode_of
from coinche.client.model.notices import Ended, trouble
from coinche.client.options import WrongUsage, read_options
from coinche.client.runtime import private_server
from coinche.connection.address import Address, read_address
from coinche.connection.credentials import own_key
from coinche.connection.error_texts import unreached
from coinche.connection.errors import (
    CannotConnect,
    ConnectFailure,
    ConnectionLost,
    LossReason,
    NoServer,
    SentAway,
    TurnedDown,
)
from coinche.connection.known_servers import KnownServers
from coinche.protocol import DEFAULT_PORT
from coinche.protocol.codec import encode
from coinche.protocol.errors import ErrorClass, ErrorCode
from coinche.protocol.messages import Error
from coinche.text.catalog import complain
from coinche.text.language import Language
from tests.fork_server import forked_python

PATIENCE = 120
FRENCH = {"LANG": "fr_FR.UTF-8"}
ENGLISH = {"LANG": "en_GB.UTF-8"}


def error_of(code: ErrorCode, **data: tuple[str, ...]) -> Error:
    return Error(code=code, error_class=ErrorClass.FATAL, message="", data={**data})


def client(*arguments: str, typed: str = "", locale: dict[str, str] = ENGLISH) -> subprocess.CompletedProcess[str]:
    """Run the command on pipes."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG"))}
    return subprocess.run(
        [*forked_python(), "-m", "coinche.client", *arguments],
        input=typed,
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE,
        env=kept | locale,
        check=False,
    )


@contextmanager
def answering(answer: bytes) -> Iterator[int]:
    """A server on loopback that sends that to each client and hangs up."""
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve() -> None:
            connection, _ = listener.accept()
            with connection:
                connection.recv(4096)
                connection.sendall(answer)

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield listener.getsockname()[1]
        thread.join(PATIENCE)


def test_a_match_is_told_where_there_is_no_terminal() -> None:
    ended = client("--solo", "--target", "300")
    assert ended.returncode == 0, ended.stderr
    assert ended.stderr == ""
    lines = ended.stdout.splitlines()
    assert lines[0].startswith("Match to 300 points: North Marcel (bot), East Jeanne (bot),")
    deals = [int(found[1]) for line in lines if (found := re.match(r"Deal (\d+), dealer (\w+)", line))]
    assert deals == list(range(1, len(deals) + 1))
    won = re.fullmatch(r"(North-South|East-West) win the match, (\d+) to (\d+)!", lines[-1])
    assert won is not None
    assert int(won[2]) >= 300
    totals = [line.split()[1:] for line in lines if line.startswith("  Total")]
    assert sorted(map(int, totals[-1])) == sorted((int(won[2]), int(won[3])))


def test_the_lines_of_a_side_sum_to_its_score() -> None:
    """What a side scores is the sum of the lines above it; where it is fixed, of those below what the tricks gave."""
    told = client("--solo", "--target", "400", "--lang", "fr").stdout
    for deal in told.split("\nDonne ")[1:]:
        found = re.findall(r"^  (\S.*?) {2,}(-?\d+) +(-?\d+)$", deal, re.MULTILINE)
        if not found:
            assert "Quatre passes" in deal
            continue
        names = [name for name, _, _ in found]
        sides = [(int(ours), int(theirs)) for _, ours, theirs in found]
        score, taken = names.index("Marque"), names.index("Points faits")
        first = taken + 1 if "Points fixes" in names else names.index("Plis") + 1
        parts = [points for row, points in enumerate(sides[:score]) if row >= first and row != taken]
        assert tuple(map(sum, zip(*parts, strict=True))) == sides[score], deal


def test_a_match_is_told_in_a_folder_full_of_other_programs(tmp_path: Path) -> None:
    """No process that the client starts takes a file that happens to lie there for a module of its own."""
    for name in ("trio", "msgspec", "random", "token"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('taken for a module')\n", encoding="utf-8")
    command = [sys.executable, "-P", "-m", "coinche.client", "--solo", "--target", "100", "--lang", "en"]
    told = subprocess.run(
        command, cwd=tmp_path, input="", capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert (told.returncode, told.stderr) == (0, "")
    assert "win the match" in told.stdout


def test_lines_can_be_piped_in() -> None:
    ended = client("--solo", "--linear", "--name", "Bob", typed="?\nq\nq\n", locale=FRENCH)
    assert ended.returncode == 0, ended.stderr
    assert "Vous êtes Bob." in ended.stdout
    assert "Jouer : 1 à 8" in ended.stdout


@pytest.mark.parametrize(
    ("arguments", "english", "french"),
    [
        (["host:port"], "'host:port' is not an address", "'host:port' n'est pas une adresse"),
        (["--target", "0"], "'0' is not a number of points", "'0' n'est pas un nombre de points"),
        (["--name", " x"], "' x' is not a name", "' x' n'est pas un nom"),
        (["--rules", "pagat"], "--rules goes with --solo", "--rules va avec --solo"),
        (["--colour"], "unrecognized arguments: --colour", "argument inconnu : --colour"),
        (
            ["--host", "10.0.0.7", "--port", "4000"],
            "unrecognized argument: --host; give the address alone: coinche-client coinche://10.0.0.7:4000",
            "argument inconnu : --host ; l'adresse se donne seule : coinche-client coinche://10.0.0.7:4000",
        ),
        (
            ["--host"],
            "unrecognized argument: --host; give the address alone: coinche-client coinche://192.168.1.20:24567",
            "argument inconnu : --host",
        ),
    ],
)
def test_a_wrong_command_line_is_one_sentence(arguments: list[str], english: str, french: str) -> None:
    for locale, sentence in ((ENGLISH, english), (FRENCH, french)):
        with pytest.raises(WrongUsage) as wrong:
            read_options(arguments, locale, "utf-8")
        assert str(wrong.value).startswith(sentence)
        assert "\n" not in str(wrong.value)


def test_a_wrong_command_line_exits_with_2() -> None:
    ended = client("somewhere:99999")
    assert ended.returncode == 2
    assert ended.stderr.count("\n") == 1


def test_rules_that_there_are_not_exit_with_2() -> None:
    ended = client("--solo", "--rules", "pagatt")
    assert ended.returncode == 2
    said = "there is no preset and no file 'pagatt'; did you mean pagat?"
    assert ended.stderr == f"coinche-client: The private server did not start: --rules: {said}\n"


@pytest.mark.parametrize("rules", ["asce", "online", "bridgee", "ibelote", "stayandplay-bid"])
def test_a_match_is_told_by_any_rules(rules: str) -> None:
    ended = client("--solo", "--rules", rules, "--target", "150")
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.startswith("Match to 150 points: ")
    assert re.search(r"win the match, \d+ to \d+!$", ended.stdout.rstrip())


def test_a_match_is_told_under_house_rules(tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('preset = "stayandplay-points"\ntarget = 200\n')
    ended = client("--solo", "--rules", str(house))
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.startswith("Match to 200 points: ")


def test_nobody_listens_there() -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    ended = client(f"127.0.0.1:{port}", locale=FRENCH)
    assert ended.returncode == 1
    assert ended.stderr == (
        f"coinche-client: Pas de serveur de coinche à l'adresse 127.0.0.1:{port} "
        "(la machine répond, mais rien n'écoute sur ce port).\n"
    )


def test_a_host_that_cannot_be() -> None:
    ended = client("no..host")
    assert ended.returncode == 1
    expected = f"There is no coinche server at no..host:{DEFAULT_PORT} (unknown host)."
    assert ended.stderr == f"coinche-client: {expected}\n"


def test_another_program_has_that_port() -> None:
    with answering(b"HTTP/1.1 400 Bad Request\r\n\r\n") as port:
        ended = client(f"coinche+tcp://127.0.0.1:{port}")
    assert ended.returncode == 1
    assert ended.stderr == f"coinche-client: 127.0.0.1:{port} answers, but it is not a coinche server.\n"


def test_another_program_does_not_speak_tls() -> None:
    with answering(b"HTTP/1.1 400 Bad Request\r\n\r\n") as port:
        ended = client(f"127.0.0.1:{port}")
    assert ended.returncode == 1
    assert ended.stderr == (
        f"coinche-client: 127.0.0.1:{port} does not speak TLS 1.3: it is not a coinche server, or it can "
        f"only be reached unencrypted, by coinche+tcp://127.0.0.1:{port}.\n"
    )


def test_a_server_of_another_version() -> None:
    error = Error(code=ErrorCode.UNSUPPORTED, error_class=ErrorClass.FATAL, message="version 7 is spoken here")
    with answering(encode(error)) as port:
        ended = client(f"coinche+tcp://127.0.0.1:{port}", locale=FRENCH)
    assert ended.returncode == 1
    assert "une autre version du protocole" in ended.stderr
    assert ended.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "terminal", "dumb", "expected"),
    [
        ([], True, False, Mode.SCREEN),
        ([], True, True, Mode.LINES),
        ([], False, False, Mode.LINES),
        (["--solo"], True, False, Mode.SCREEN),
        (["--solo"], False, False, Mode.TOLD),
        (["--solo", "--linear"], False, False, Mode.LINES),
        (["--linear"], True, False, Mode.LINES),
    ],
)
def test_what_there_is_decides_how_one_plays(arguments: list[str], terminal: bool, dumb: bool, expected: Mode) -> None:
    options = read_options(arguments, ENGLISH, "utf-8")
    assert mode_of(options, terminal=terminal, dumb=dumb) is expected


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ([], ""),
        (["192.168.1.20"], "Connecting to 192.168.1.20:24567…"),
        (["--solo"], "Setting up the table and the bots…"),
    ],
)
def test_what_goes_on_is_told_before_there_is_a_screen(arguments: list[str], told: str) -> None:
    assert bound_for(read_options(arguments, ENGLISH, "utf-8")) == told


@pytest.mark.parametrize(
    ("arguments", "environment", "encoding", "ascii_only"),
    [
        ([], {"LANG": "fr_FR.UTF-8"}, "utf-8", False),
        ([], {"LANG": "fr_FR.UTF-8", "LC_ALL": "C"}, "utf-8", True),
        ([], {"LANG": "fr_FR.ISO-8859-1"}, "iso-8859-1", True),
        ([], {"OS": "Windows_NT"}, "utf-8", False),
        (["--ascii"], {"LANG": "fr_FR.UTF-8"}, "utf-8", True),
    ],
)
def test_ascii_where_the_locale_has_no_more(
    arguments: list[str], environment: dict[str, str], encoding: str, ascii_only: bool
) -> None:
    assert read_options(arguments, environment, encoding).face.glyphs.ascii is ascii_only


def test_the_command_line_wins_over_the_locale() -> None:
    assert read_options(["--lang", "fr"], ENGLISH, "utf-8").face.language is Language.FRENCH


@pytest.mark.parametrize(
    ("arguments", "target"), [([], None), (["--solo"], None), (["--target", "2000"], 2000), (["--target", "500"], 500)]
)
def test_a_target_is_wished_for_where_it_is_named(arguments: list[str], target: int | None) -> None:
    options = read_options(arguments, ENGLISH, "utf-8")
    assert beginning(options, options.address).wish.target == target


def test_the_help_has_a_line_for_each_option() -> None:
    lines = client("--help").stdout.splitlines()
    assert [line.split()[0] for line in lines if line.startswith("  --")] == [
        "--solo",
        "--name",
        "--guest",
        "--passphrase",
        "--forget",
        "--rules",
        "--target",
        "--serve-ssh",
        "--ssh-password",
        "--passphrase-file",
        "--learn",
        "--replay",
        "--linear",
        "--lang",
        "--ascii",
        "--version",
    ]


def test_an_unknown_language_is_refused_with_those_there_are() -> None:
    refused = client("--lang", "xx")
    assert refused.returncode == 2
    assert "unknown language: 'xx' (fr or en)" in refused.stderr
    assert "Language" not in refused.stderr


@contextmanager
def a_server() -> Iterator[str]:
    """A server as it is started, and where it listens."""
    command = [*forked_python(), "-m", "coinche.server", "--host", "127.0.0.1", "--port", "0", "--until-stdin-closes"]
    with subprocess.Popen(
        [*command, "--bots", "none"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        listening = next(line for line in process.stdout if line.startswith("listening on "))
        try:
            yield listening.removeprefix("listening on ").strip()
        finally:
            process.stdin.close()
            process.stdout.read()


def test_a_server_is_met_and_forgotten() -> None:
    with a_server() as where:
        met = client(where, "--linear", "--name", "Ana", typed="q\n")
        assert (met.returncode, met.stderr) == (0, "")
        said = re.search(r"server's fingerprint is saved \((([A-Z2-7]{4}-){5}[A-Z2-7]{4})", met.stdout)
        assert said is not None
        assert f"Connected to {where} as Ana." in met.stdout
        assert "fingerprint" not in client(where, "--linear", typed="q\n").stdout
        forgotten = client("--forget", where)
        assert (forgotten.returncode, forgotten.stdout) == (0, f"The fingerprint of {where} has been forgotten.\n")
        assert (
            client("--forget", f"coinche://{where}", locale=FRENCH).stdout
            == f"{where} n'a pas d'empreinte enregistrée.\n"
        )
        KnownServers().remember(read_address(where), "ABCD-EFGH-IJKL-MNOP-QRST-UVWX")
        changed = client(where, "--linear", locale=FRENCH, typed="q\n")
        assert changed.returncode == 1
        assert said[1] in changed.stderr
        assert f"coinche-client --forget {where}" in changed.stderr
        assert changed.stderr.count("\n") == 1


def test_a_name_is_ones_own(home: Path) -> None:
    with a_server() as where:
        assert client(where, "--linear", "--name", "Ana", typed="q\n").returncode == 0
        (home / "coinche" / "identity").rename(home / "ana")
        refused = client(where, "--linear", "--name", "ana", typed="q\n")
        assert refused.returncode == 1
        belongs = "The name ana belongs to somebody else on this server: choose another with --name."
        assert refused.stderr == f"coinche-client: {belongs}\n"
        guest = client(where, "--linear", "--name", "ana", "--guest", typed="q\n", locale=FRENCH)
        assert guest.stderr == (
            "coinche-client: Le nom ana appartient à quelqu'un d'autre sur ce serveur : "
            "choisissez-en un autre avec --name.\n"
        )
        usual = client(where, "--linear", typed="q\n")
        (home / "coinche" / "identity").unlink()
        namesake = client(where, "--linear", typed="q\n")
        names = [re.search(r" as (.*)\.$", told.stdout, re.MULTILINE) for told in (usual, namesake)]
        assert names[0] is not None
        assert names[1] is not None
        assert names[1][1] == f"{names[0][1]} 2"


def test_the_name_of_the_last_time_is_asked_for_again(home: Path) -> None:
    with a_server() as where:
        first = client(where, "--linear", "--name", "Zoé", typed="q\n").stdout
        assert "The name Zoé is now yours here, by a key" in first
        again = client(where, "--linear", typed="q\n", locale=FRENCH).stdout
        assert "Vous êtes Zoé." in again
        assert "clé" not in again
        assert "Zoé" not in client(where, "--linear", "--guest", typed="q\n").stdout
        other = client(where, "--linear", "--name", "Ana", typed="q\n", locale=FRENCH).stdout
        assert "Le nom Ana est maintenant à vous ici" in other
        assert "as Ana." in client(where, "--linear", typed="q\n").stdout


def test_a_link_that_was_right_is_remembered() -> None:
    with a_server() as where:
        met = client(where, "--linear", "--guest", typed="q\n").stdout
        own = met.split("fingerprint is saved (")[1].split(")")[0]
        client("--forget", where)
        assert client(f"coinche://{where}#{own}", "--linear", "--guest", typed="q\n").returncode == 0
        assert KnownServers().fingerprint(read_address(where)) == own
        assert "new to you" not in client(where, "--linear", "--guest", typed="q\n").stdout
        KnownServers().remember(read_address(where), "ABCD-EFGH-IJKL-MNOP-QRST-UVWX")
        assert client(f"coinche://{where}#{own}", "--linear", "--guest", typed="q\n").returncode == 0
        assert KnownServers().fingerprint(read_address(where)) != own


@pytest.mark.parametrize(
    ("error", "french", "english"),
    [
        (SentAway(error_of(ErrorCode.REPLACED)), "connexion ouverte ailleurs", "you signed in elsewhere"),
        (
            SentAway(error_of(ErrorCode.SHUTDOWN)),
            "le serveur s'est arrêté ; s'il garde ses parties",
            "the server has stopped; if it keeps",
        ),
        (TurnedDown(error_of(ErrorCode.FLOOD)), "trop de messages", "too many messages"),
        (TurnedDown(error_of(ErrorCode.AUTH_FAILED, missing=("key",))), "sans --guest", "without --guest"),
        (
            ConnectionLost(LossReason.RESET),
            "la connexion au serveur est perdue",
            "the connection to the server has been lost",
        ),
        (NoServer("no preset"), "en anglais : no preset", "did not start: no preset"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Exception) else "",
)
def test_every_end_has_a_sentence_of_its_own(error: Ended, french: str, english: str) -> None:
    for locale, expected in ((FRENCH, french), (ENGLISH, english)):
        assert expected in trouble(error, read_options([], locale, "utf-8").face).lower()


def garbled(kept: Path) -> None:
    kept.mkdir(parents=True)
    (kept / "identity").write_text("nonsense", encoding="utf-8")
    (kept / "identity").chmod(0o600)


def shared(kept: Path) -> None:
    own_key()
    (kept / "identity").chmod(0o644)


def no_folder(kept: Path) -> None:
    kept.parent.mkdir(parents=True)
    kept.write_text("a file", encoding="utf-8")


@pytest.mark.skipif(os.name != "posix", reason="there are no modes elsewhere")
@pytest.mark.parametrize("spoiled", [garbled, shared, no_folder])
def test_a_key_that_cannot_be_used_is_one_sentence(spoiled: Callable[[Path], None], home: Path) -> None:
    spoiled(home / "coinche")
    with answering(b"") as port:
        socket.create_connection(("127.0.0.1", port)).close()  # nobody else comes
        for locale in (ENGLISH, FRENCH):
            ended = client(f"coinche+tcp://127.0.0.1:{port}", "--linear", locale=locale)
            assert ended.returncode == 1
            assert ended.stderr.startswith("coinche-client: ")
            assert str(home / "coinche") in ended.stderr
            assert ended.stderr.count("\n") == 1


def test_a_private_server_that_cannot_be_started_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(private_server, "COMMAND", ("/no/such/program",))
    monkeypatch.setattr(sys, "argv", ["coinche-client", "--solo", "--linear", "--lang", "fr"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 1
    said = capfd.readouterr().err
    assert said.startswith("coinche-client: Le serveur privé n'a pas démarré")
    assert said.count("\n") == 1


class Screen(io.StringIO):
    """A terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("language", Language)
def test_what_is_wrong_is_broken_between_words(language: Language, monkeypatch: pytest.MonkeyPatch) -> None:
    own, other = "ABCD-EFGH-IJKL-MNOP-QRST-UVWX", "2345-6723-4567-2345-6723-4567"
    changed = CannotConnect(
        Address("192.168.1.20", 24567), ConnectFailure.CHANGED_CERTIFICATE, expected=own, found=other
    )
    sentence = unreached(changed, language)
    for cols in (40, 60, 80):
        monkeypatch.setenv("COLUMNS", str(cols))
        monkeypatch.setattr(sys, "stderr", Screen())
        complain("coinche-client", sentence)
        assert isinstance(sys.stderr, Screen)
        lines = sys.stderr.getvalue().splitlines()
        assert len(lines) > 3
        assert max(map(len, lines)) <= cols
        assert " ".join(lines) == f"coinche-client: {sentence}"
        assert all(any(fingerprint in line for line in lines) for fingerprint in (own, other))
