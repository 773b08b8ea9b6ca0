"""Tests of `coinche-server free`, `forget` and `export`: the data about a name, and its deletion."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from coinche.engine.presets import DEFAULT_PRESET, PRESETS
from coinche.engine.record import Header
from coinche.engine.record_lines import header_line, read_record
from coinche.engine.seats import Seat
from coinche.protocol.messages import Occupant, Role, SeatChanged
from coinche.server import limits
from coinche.server.admin.commands import name_command
from coinche.server.admin.personal_data import export as export_of
from coinche.server.archive.archive import Archive
from coinche.server.archive.statistics import statistics
from coinche.server.archive.tally import PlayerKey
from coinche.server.match.entries import DealPlayed, SeatHolder, Told
from coinche.server.sessions.name_register import Register
from coinche.server.storage.data_dir import Lock
from coinche.server.storage.database import DataFile
from coinche.server.storage.serialization import StoredSession, encode_entry, encode_session
from coinche.server.transport.tls import kept_certificate
from tests.server.archive.test_archive_file import keep, played

Printed = pytest.CaptureFixture[str]

ANA = "aa" * 32


def header(**names: str) -> str:
    """The first line of a record; nobody else sits there."""
    seats = {seat: names.get(seat, f"at {seat}") for seat in Seat}
    return header_line(Header(rules=PRESETS[DEFAULT_PRESET], seats=seats, dealer=Seat.SOUTH))


def remembered(number: str, name: str, who: str) -> tuple[str, bytes]:
    session = StoredSession(
        id=number,
        who=who,
        name=name,
        role=Role.PLAYER,
        program=False,
        keys=(),
        capabilities=(),
        origin="192.0.2.1",
        table=None,
    )
    return number, encode_session(session)


@pytest.fixture
def served(tmp_path: Path) -> Path:
    """Ana has a key, played twice as such, and is signed in; Bob has played with her. Deep Blue has a token."""
    kept_certificate(tmp_path)
    with closing(DataFile(tmp_path)) as file, Archive(file) as archive:
        register = Register(file)
        register.claim("Ana", ANA)
        register.claim("Anabel", ANA)
        register.add_token("Deep Blue", b"t" * 32, provider=False)
        players = (played("Ana", matches=1, deals=7), played("Bob", matches=1, deals=7))
        names = dict(zip(Seat, ("ANA", "Bob", "c", "d"), strict=True))
        for private in (False, True):
            lines = (header(N="ANA", E="Bob"),)
            keep(archive, names=names, players=players, private=private, sat=(f"key {ANA}", "key b"), lines=lines)
        keep(archive, players=(played("Bob", matches=1),), lines=(header(E="Bob"),))
        for session in (remembered("s1", "Ana", f"key {ANA}"), remembered("s2", "Bob", "key b")):
            file.execute("INSERT INTO sessions VALUES (?, ?)", session)
    return tmp_path


def done(capsys: Printed, main: Any, *arguments: str) -> str:
    """The output of the command, which must succeed."""
    capsys.readouterr()
    assert main(*arguments) == 0
    return capsys.readouterr().out


def refused(capsys: Printed, main: Any, *arguments: Any) -> tuple[int, str]:
    """The exit status and the single sentence of the command."""
    capsys.readouterr()
    status: int = main(*arguments)
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1)
    return status, said.err


@contextmanager
def opened(directory: Path) -> Iterator[DataFile]:
    with closing(DataFile(directory)) as file:
        yield file


def free(directory: Path, name: str) -> tuple[Any, ...]:
    return name_command, "free", [name, "--data", str(directory)]


def forget(directory: Path, name: str) -> tuple[Any, ...]:
    return name_command, "forget", [name, "--data", str(directory)]


def export(directory: Path, name: str) -> tuple[Any, ...]:
    return name_command, "export", [name, "--data", str(directory)]


# --- free --------------------------------------------------------------------------------------------


def test_a_name_that_is_freed_is_nobodys_and_the_old_key_is_signed_out(served: Path, capsys: Printed) -> None:
    said = done(capsys, *free(served, "ana"))
    assert said == "'Ana' belongs to nobody now: the first key that signs in with it owns it\nsigned out: 1\n"
    with opened(served) as file:
        register = Register(file)
        assert register.owner_of("Ana") is None
        assert register.owner_of("Anabel") is not None, "the key's other names stay its"
        assert file.rows("SELECT id FROM sessions") == [("s2",)]
        assert file.rows("SELECT COUNT(*) FROM matches") == [(3,)], "what was played was played"


@pytest.mark.parametrize(
    ("name", "status", "sentence"),
    [("Zoe", 1, "belongs to nobody"), ("Deep Blue", 1, "token remove"), (" ", 2, "a name is 1 to 24")],
)
def test_what_cannot_be_freed_is_said(served: Path, capsys: Printed, name: str, status: int, sentence: str) -> None:
    code, said = refused(capsys, *free(served, name))
    assert (code, sentence in said) == (status, True)


# --- forget ------------------------------------------------------------------------------------------


def test_a_name_that_is_forgotten_stands_nowhere_any_more(served: Path, capsys: Printed) -> None:
    said = done(capsys, *forget(served, "Ana"))
    assert said.splitlines()[:2] == ["'Ana' is forgotten, and belongs to nobody", "signed out: 1"]
    assert "matches: 2; the name is out of their records, which nobody vouches for any more" in said
    with opened(served) as file, Archive(file) as archive:
        assert [info.seats[Seat.NORTH] for info in archive.matches("key b")[0]] == ["at N", "somebody", "somebody"]
        for match in (1, 2):
            seats = read_record(archive.record("key b", match) or ()).header.seats
            assert list(seats.values()) == ["somebody", "Bob", "at S", "at W"]
        players = statistics(archive.reader, "key b", PlayerKey("Ana", Occupant.PERSON))
        assert [(player.name, player.matches) for player in players] == [("Bob", 3)]
        ((size, kept),) = file.rows("SELECT room.size, SUM(LENGTH(lines)) FROM room, records")
        assert size == kept
    assert b"ANA" not in (served / "coinche.sqlite").read_bytes()
    assert refused(capsys, *forget(served, "Ana")) == (1, "coinche-server: nothing is kept about 'Ana'\n")


def test_who_had_a_token_is_no_longer_known_to_have_sat_there(served: Path, capsys: Printed) -> None:
    with opened(served) as file, Archive(file) as archive:
        owner = Register(file).owner_of("Deep Blue")
        assert owner is not None
        keep(archive, private=True, sat=("token deep blue", owner.who, "key b"), lines=(header(),))
    done(capsys, *forget(served, "Deep Blue"))
    with opened(served) as file:
        assert file.rows("SELECT who FROM sat WHERE match = 4") == [("key b",)]
        assert Register(file).tokens() == ()


def test_a_record_that_cannot_be_read_goes_with_the_name(served: Path, capsys: Printed) -> None:
    with opened(served) as file:
        file.execute("UPDATE records SET lines = x'00' WHERE match = 1")
    done(capsys, *forget(served, "Ana"))
    with opened(served) as file, Archive(file) as archive:
        assert archive.record("key b", 1) is None
        assert archive.record("key b", 2) is not None


def test_a_table_that_goes_on_and_knows_the_name_is_said(served: Path, capsys: Printed) -> None:
    with opened(served) as file:
        file.execute("INSERT INTO journal VALUES ('t7', 1, ?)", ("… Zoe …".encode(),))
    said = done(capsys, *forget(served, "Zoe"))
    assert "t7 goes on and knows the name; when it is over, forget it once more" in said


@pytest.mark.parametrize(("name", "tables"), [("zoé", ["t7"]), ("Zo", []), ("N", []), ("Bot", ["t8"])])
def test_names_at_tables_are_compared_as_names_are(served: Path, capsys: Printed, name: str, tables: list[str]) -> None:
    taken = SeatChanged(Seat.NORTH, Occupant.PERSON, "Zoé", connected=True)
    holders = (SeatHolder(Seat.NORTH, "bot", Occupant.BOT),)
    with opened(served) as file:
        for table, entry in (("t7", Told(1, taken)), ("t8", DealPlayed(holders))):
            file.execute("INSERT INTO journal VALUES (?, 1, ?)", (table, encode_entry(entry)))
        file.execute("INSERT INTO journal VALUES ('t9', 1, 'damaged')")
        assert export_of(file, name)["tables"] == tables


def test_damaged_rows_are_set_aside_before_and_the_name_goes_from_their_copies(served: Path, capsys: Printed) -> None:
    with opened(served) as file:
        file.execute("UPDATE sessions SET id = 'other' WHERE id = 's1'")
    assert json.loads(done(capsys, *export(served, "Bob")))["set_aside"] == 0
    said = done(capsys, *forget(served, "Ana"))
    assert "rows removed that had been set aside: 1" in said
    assert [*served.glob("damaged-*")] == []


# --- export ------------------------------------------------------------------------------------------


def test_all_that_is_kept_about_a_name_is_exported(served: Path, capsys: Printed) -> None:
    found = json.loads(done(capsys, *export(served, "ana")))
    assert found["owner"] == {"name": "Ana", "key": ANA, "token_sha256": None, "provider": False, "identity": None}
    assert [session["origin"] for session in found["sessions"]] == ["192.0.2.1"]
    assert [(match["match"], match["n"], match["private"]) for match in found["matches"]] == [
        (1, "ANA", False),
        (2, "ANA", True),
    ]
    assert read_record(found["matches"][0]["record"]).header.seats[Seat.NORTH] == "ANA"
    assert [(row["name"], row["matches"], row["deals"]) for row in found["statistics"]] == [("Ana", 2, 14)]


_PAIR = "INSERT INTO pairs VALUES (1, ?, 'person', 1, ?, 'person', ?, 1, 1, 7, 900, 700)"


def test_what_was_played_together_is_exported_and_forgotten(served: Path, capsys: Printed) -> None:
    with opened(served) as file:
        for same, other, name in (("ana", "bob", "Bob"), ("bob", "ana", "Ana"), ("bob", "zoé", "Zoé")):
            file.execute(_PAIR, (same, other, name))
    (pair,) = json.loads(done(capsys, *export(served, "Ana")))["pairs"]
    assert (pair["name"], pair["partner"], pair["deals"], pair["points"]) == ("Bob", 1, 7, 900)
    done(capsys, *forget(served, "Ana"))
    with opened(served) as file:
        assert file.rows("SELECT same, other FROM pairs") == [("bob", "zoé")]


def test_of_a_token_the_hash_alone_is_exported(served: Path, capsys: Printed) -> None:
    found = json.loads(done(capsys, *export(served, "Deep Blue")))
    assert found["owner"]["token_sha256"] == (b"t" * 32).hex()
    assert (found["matches"], found["sessions"]) == ([], [])


def test_of_whom_nothing_is_kept_that_is_said(served: Path, capsys: Printed) -> None:
    assert refused(capsys, *export(served, "Zoe")) == (1, "coinche-server: nothing is kept about 'Zoe'\n")


def test_what_is_exported_is_read_beside_whoever_writes(served: Path, capsys: Printed) -> None:
    with Lock(served), opened(served) as file:
        file.execute("UPDATE owners SET name = 'AnA' WHERE same = 'ana'")
        assert json.loads(done(capsys, *export(served, "Ana")))["owner"]["name"] == "AnA"


def test_whoever_else_works_with_the_data_is_named(
    served: Path, capsys: Printed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "LOCK", 0.0)
    with Lock(served):
        code, said = refused(capsys, *free(served, "Ana"))
    assert code == 1
    assert "works with" in said
