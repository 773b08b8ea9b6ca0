"""The command `coinche-record`: check rule vectors; replay, verify, show, review and solve matches and contests."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from coinche.connection.storage import FileFault, UnreadableFile, opened
from coinche.engine.events import DealStarted
from coinche.engine.record import Record, RecordError
from coinche.engine.record_lines import from_hex, read_record
from coinche.engine.replay import replay
from coinche.engine.seats import Seat
from coinche.records import vectors
from coinche.text.catalog import statement
from coinche.text.command_line import CommandParser, CommandText, ValueName, language_from
from coinche.text.language import Language
from coinche.version import ShowVersion

from .contest_file import ContestResults, is_contest, read_contest, record_of
from .contest_verification import ContestText, NoTable, TableWrong, WantedTables, chosen, listed, played_again, verified
from .texts import RecordText, notation
from .transcript import transcript
from .vector_check import check
from .vector_table import Disagreement
from .verify import verdict

PROGRAM = "coinche-record"
AGREED, DIFFERED, MALFORMED = 0, 1, 2
"""Exit statuses."""

_COUNTED: dict[type, tuple[RecordText, RecordText]] = {
    vectors.DealVector: (RecordText.ONE_DEAL, RecordText.DEALS),
    vectors.MatchVector: (RecordText.ONE_MATCH, RecordText.MATCHES),
    vectors.EndVector: (RecordText.ONE_END, RecordText.ENDS),
    vectors.PositionVector: (RecordText.ONE_POSITION, RecordText.POSITIONS),
}
"""One vector of a kind, and several."""


@dataclass(slots=True)
class _Tally:
    """The number of checks by rules and kind, and of disagreements."""

    checked: Counter[tuple[str, type]] = field(default_factory=Counter)
    disagreements: int = 0

    def count(self, vector: vectors.Vector) -> None:
        """Count a vector; a position counts once for each preset."""
        names = vector.legal if isinstance(vector, vectors.PositionVector) else (vector.played,)
        for name in names:
            self.checked[name, type(vector)] += 1


def check_files(files: Sequence[Path], language: Language) -> int:
    """Compare the engine with every vector of the files; print the differences and the counts."""
    tally = _Tally()
    try:
        for file in files:
            for line in vectors.read(file):
                _check_line(line, tally, language)
    except vectors.BadVector as error:
        print(f"{PROGRAM}: {error.stated.within(language)}", file=sys.stderr)
        return MALFORMED
    _print_counts(tally, language)
    return DIFFERED if tally.disagreements else AGREED


def _check_line(line: vectors.Line, tally: _Tally, language: Language) -> None:
    tally.count(line.vector)
    try:
        check(line.vector)
    except Disagreement as error:
        tally.disagreements += 1
        name = line.name if isinstance(line.name, str) else line.name.within(language)
        print(RecordText.VECTOR_DIFFERS.within(language).format(file=line.file, name=name, why=error.within(language)))


def _print_counts(tally: _Tally, language: Language) -> None:
    for rules in sorted({name for name, _ in tally.checked}):
        counts = ", ".join(
            _COUNTED[kind][count > 1].within(language).format(count=count)
            for (name, kind), count in tally.checked.items()
            if name == rules
        )
        print(RecordText.CHECKED.within(language).format(rules=rules, counts=counts))
    if not tally.checked:
        print(RecordText.NOTHING.within(language))
    elif tally.disagreements:
        print(RecordText.SOME_DIFFER.within(language).format(count=tally.disagreements))
    else:
        print(RecordText.ALL_AGREE.within(language).format(count=tally.checked.total()))


def show(file: Path, language: Language, given: argparse.Namespace) -> int:
    """Print a recorded match, deal by deal, or the tables of a contest."""
    face, played = notation(language), _read(file)
    if isinstance(played, ContestResults):
        wanted = _wanted(given)
        tables = chosen(played, file.name, wanted)
        if wanted.board is None:
            _print(listed(played, tables, face))
            print(ContestText.ONE_BOARD.within(language).format(file=file, board=tables[0].board))
            return AGREED
    for at, record in enumerate(_records(played, file, given)):
        if at:
            print()
        print("  ".join(f"{face.short_seat(seat)} {face.name(name)}" for seat, name in record.header.seats.items()))
        _, events = replay(record)
        _print(map(face.glyphs.plain, transcript(events, face)))
    return AGREED


def play_again(file: Path, language: Language, given: argparse.Namespace) -> int:
    """Replay a recorded match or a contest; print that the engine gets the same events."""
    played = _read(file)
    if isinstance(played, ContestResults):
        count = played_again(played, chosen(played, file.name, _wanted(given)), file.name, notation(language))
        said = ContestText.AGREES.within(language)
        print(said.format(file=file.name, tables=count.tables, deals=count.deals, events=count.events))
        return AGREED
    (record,) = _records(played, file, given)
    _, events = replay(record)
    deals = sum(isinstance(event, DealStarted) for event in events)
    print(RecordText.AGREES.within(language).format(file=file.name, deals=deals, events=len(events)))
    return AGREED


def verify(file: Path, language: Language, given: argparse.Namespace) -> int:
    """Verify a recorded match or a contest; print the proof, or on standard error the flaws."""
    lines = _lines(file)
    if lines and is_contest(lines[0]):
        return _verify_contest(lines, file, language, given)
    if not _wanted(given).is_open:
        raise NoTable(statement(ContestText.NO_CONTEST, file=file.name))
    found = verdict(_texts(lines), file.name, given.signer, language)
    for line in found.said:
        print(line, file=sys.stdout if found.holds else sys.stderr)
    return AGREED if found.holds else DIFFERED


def _verify_contest(lines: Sequence[bytes], file: Path, language: Language, given: argparse.Namespace) -> int:
    if given.signer is not None:
        raise NoTable(statement(ContestText.NO_SIGNER, file=file.name))
    contest = read_contest(lines)
    count = verified(contest, chosen(contest, file.name, _wanted(given)), file.name, notation(language))
    said = ContestText.VERIFIED.within(language)
    print(said.format(file=file.name, tables=count.tables, deals=count.deals, seed=contest.header.seed))
    if not lines[-1].endswith(b"\n"):
        print("  " + ContestText.TORN.within(language))
    print("  " + ContestText.UNSIGNED.within(language))
    return AGREED


def review(file: Path, language: Language, given: argparse.Namespace) -> int:
    """Print the costs of the cards and calls of a recorded match, or of the tables of a board."""
    from coinche.records.review.printing import NoDeal, WantedReview, go_through

    try:
        wanted = WantedReview(language=language, deal=given.deal, as_json=given.json, own_hand=given.own_hand)
        for record in _records(_read(file), file, given):
            if not given.json and not _wanted(given).is_open:
                print(_title(record, language))
            go_through(record, file.name, wanted)
    except NoDeal as none:
        print(none, file=sys.stderr)
        return MALFORMED
    return AGREED


def solve(file: Path, language: Language, given: argparse.Namespace) -> int:
    """Print the result of each legal card in a position of a recorded match, or of the tables of a board."""
    from .solve import NoPosition, WantedPosition, solved

    wanted = WantedPosition(notation=notation(language), deal=given.deal, card=given.card)
    try:
        for record in _records(_read(file), file, given):
            name = file.name if _wanted(given).is_open else f"{file.name}, {_title(record, language)}"
            _print(solved(record, name, wanted))
    except NoPosition as none:
        print(none, file=sys.stderr)
        return MALFORMED
    return AGREED


def _title(record: Record, language: Language) -> str:
    """The board and both entrants of a table of a contest."""
    head = record.header
    said = ContestText.TABLE.within(language)
    return said.format(board=head.match, ns=head.seats[Seat.NORTH], ew=head.seats[Seat.EAST])


def _print(lines: Iterable[str]) -> None:
    for line in lines:
        print(line)


def _read(file: Path) -> Record | ContestResults:
    """The match or the contest in a file."""
    lines = _lines(file)
    return read_contest(lines) if lines and is_contest(lines[0]) else read_record(_texts(lines))


def _records(played: Record | ContestResults, file: Path, given: argparse.Namespace) -> tuple[Record, ...]:
    """The match, or the tables of the board that is asked for; NoTable where that is not clear."""
    wanted = _wanted(given)
    if isinstance(played, Record):
        if not wanted.is_open:
            raise NoTable(statement(ContestText.NO_CONTEST, file=file.name))
        return (played,)
    if wanted.board is None and played.tables:
        most = max(table.board for table in played.tables)
        raise NoTable(statement(ContestText.WHICH, file=file.name, boards=most))
    return tuple(record_of(played.header, table) for table in chosen(played, file.name, wanted))


def _wanted(given: argparse.Namespace) -> WantedTables:
    return WantedTables(board=given.board, ns=given.ns, ew=given.ew)


def _lines(file: Path) -> tuple[bytes, ...]:
    with opened(file) as lines:
        return tuple(lines)


def _texts(lines: Iterable[bytes]) -> tuple[str, ...]:
    try:
        return tuple(line.decode() for line in lines)
    except UnicodeDecodeError as error:
        raise UnreadableFile(FileFault.NO_TEXT) from error


def _wrong(error: RecordError) -> RecordText:
    """Return the sentence for that error; a file with a malformed first line is not a record at all."""
    if not error.malformed:
        return RecordText.DIFFERS
    return RecordText.NO_RECORD if error.line == 1 else RecordText.BAD


def _each(files: Sequence[Path], language: Language, do: Callable[[Path, Language], int]) -> int:
    """Call the function for every file; return the worst exit status."""
    worst = AGREED
    for file in files:
        try:
            code = do(file, language)
        except RecordError as error:
            code = MALFORMED if error.malformed else DIFFERED
            sentence = _wrong(error).within(language)
            print(sentence.format(file=file.name, line=error.line, why=error.why), file=sys.stderr)
        except NoTable as none:
            code = MALFORMED
            print(none.why.within(language), file=sys.stderr)
        except TableWrong as wrong:
            code = DIFFERED
            print(wrong.why.within(language), file=sys.stderr)
        except UnreadableFile as error:
            code = MALFORMED
            why = error.within(language)
            print(RecordText.UNREADABLE.within(language).format(file=file, why=why), file=sys.stderr)
        worst = max(worst, code)
    return worst


_COMMANDS: dict[str, tuple[RecordText, Callable[[argparse.Namespace], int]]] = {
    "check": (RecordText.CHECK_HELP, lambda given: check_files(given.files, given.lang)),
    "replay": (RecordText.REPLAY_HELP, lambda given: _each(given.files, given.lang, partial(play_again, given=given))),
    "review": (RecordText.REVIEW_HELP, lambda given: _each(given.files, given.lang, partial(review, given=given))),
    "show": (RecordText.SHOW_HELP, lambda given: _each(given.files, given.lang, partial(show, given=given))),
    "solve": (RecordText.SOLVE_HELP, lambda given: _each(given.files, given.lang, partial(solve, given=given))),
    "verify": (RecordText.VERIFY_HELP, lambda given: _each(given.files, given.lang, partial(verify, given=given))),
}


def _key(text: str, language: Language) -> bytes:
    try:
        return from_hex(text.lower())
    except ValueError:
        raise argparse.ArgumentTypeError(RecordText.BAD_SIGNER.within(language).format(text=text)) from None


def _number(text: str, language: Language) -> int:
    if not (text.isascii() and text.isdecimal() and int(text[:6])):
        raise argparse.ArgumentTypeError(RecordText.BAD_NUMBER.within(language).format(text=text))
    return int(text[:6])


def _parser(language: Language) -> CommandParser:
    def told(words: RecordText | ValueName) -> str:
        return words.within(language)

    parser = CommandParser(language=language, prog=PROGRAM, description=told(RecordText.SUMMARY))
    parser.add_argument("--version", action=ShowVersion, help=CommandText.VERSION_HELP.within(language))
    title = told(RecordText.COMMANDS)
    commands = parser.add_subparsers(dest="command", required=True, metavar=told(ValueName.COMMAND), title=title)
    for name, (about, _) in _COMMANDS.items():
        command = commands.add_parser(name, language=language, help=told(about), description=told(about))
        command.add_argument(
            "files", nargs="+", type=Path, metavar=told(ValueName.FILE), help=told(RecordText.FILES_HELP)
        )
    verify, review, solve = (commands.choices[name] for name in ("verify", "review", "solve"))
    for name in ("replay", "review", "show", "solve", "verify"):
        _add_tables(commands.choices[name], language)
    key, number = partial(_key, language=language), partial(_number, language=language)
    verify.add_argument("--signer", type=key, metavar=told(ValueName.KEY), help=told(RecordText.SIGNER_HELP))
    review.add_argument("--deal", type=number, metavar="N", help=told(RecordText.DEAL_HELP))
    review.add_argument("--own-hand", action="store_true", help=told(RecordText.OWN_HAND_HELP))
    review.add_argument("--json", action="store_true", help=told(RecordText.JSON_HELP))
    solve.add_argument("--deal", type=number, metavar="N", help=told(RecordText.SOLVE_DEAL_HELP))
    solve.add_argument("--card", type=number, metavar="N", default=1, help=told(RecordText.CARD_HELP))
    return parser


def _add_tables(command: argparse.ArgumentParser, language: Language) -> None:
    """Add the options that pick tables of a contest."""
    number, name = partial(_number, language=language), ValueName.NAME.within(language)
    command.add_argument("--board", type=number, metavar="N", help=ContestText.BOARD_HELP.within(language))
    command.add_argument("--ns", metavar=name, help=ContestText.NS_HELP.within(language))
    command.add_argument("--ew", metavar=name, help=ContestText.EW_HELP.within(language))


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and end the program."""
    given = sys.argv[1:] if arguments is None else arguments
    options = _parser(language_from(given)).parse_args(given)
    _, run = _COMMANDS[options.command]
    sys.exit(run(options))


if __name__ == "__main__":
    main()
