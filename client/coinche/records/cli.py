"""The command `coinche-record`: check rule vectors; replay, verify, show, review and solve recorded matches."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from coinche.connection.storage import UnreadableFile, opened
from coinche.engine.events import DealStarted
from coinche.engine.record import Record, RecordError
from coinche.engine.record_lines import from_hex, read_record
from coinche.engine.replay import replay
from coinche.records import vectors
from coinche.text.command_line import CommandParser, CommandText, ValueName, language_from
from coinche.text.language import Language
from coinche.version import ShowVersion

from .texts import RecordText, notation
from .transcript import transcript
from .vector_check import Disagreement, check
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


def show(file: Path, language: Language) -> int:
    """Print a recorded match, deal by deal."""
    record = _record(file)
    face = notation(language)
    print("  ".join(f"{face.short_seat(seat)} {face.name(name)}" for seat, name in record.header.seats.items()))
    _, events = replay(record)
    for line in transcript(events, face):
        print(face.glyphs.plain(line))
    return AGREED


def play_again(file: Path, language: Language) -> int:
    """Replay a recorded match; print that the engine gets the same events."""
    _, events = replay(_record(file))
    deals = sum(isinstance(event, DealStarted) for event in events)
    print(RecordText.AGREES.within(language).format(file=file.name, deals=deals, events=len(events)))
    return AGREED


def verify(file: Path, language: Language, signer: bytes | None) -> int:
    """Verify a recorded match; print the proof, or on standard error the flaws."""
    found = verdict(_lines(file), file.name, signer, language)
    for line in found.said:
        print(line, file=sys.stdout if found.holds else sys.stderr)
    return AGREED if found.holds else DIFFERED


def review(file: Path, language: Language, given: argparse.Namespace) -> int:
    """Print the costs of the cards and calls of a recorded match."""
    from coinche.records.review.printing import NoDeal, WantedReview, go_through

    try:
        wanted = WantedReview(language=language, deal=given.deal, as_json=given.json, own_hand=given.own_hand)
        go_through(_record(file), file.name, wanted)
    except NoDeal as none:
        print(none, file=sys.stderr)
        return MALFORMED
    return AGREED


def solve(file: Path, language: Language, given: argparse.Namespace) -> int:
    """Print the result of each legal card in a position of a recorded match."""
    from .solve import NoPosition, WantedPosition, solved

    wanted = WantedPosition(notation=notation(language), deal=given.deal, card=given.card)
    try:
        for line in solved(_record(file), file.name, wanted):
            print(line)
    except NoPosition as none:
        print(none, file=sys.stderr)
        return MALFORMED
    return AGREED


def _record(file: Path) -> Record:
    return read_record(_lines(file))


def _lines(file: Path) -> tuple[str, ...]:
    with opened(file) as lines:
        return tuple(line.decode() for line in lines)


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
        except UnreadableFile as error:
            code = MALFORMED
            why = error.within(language)
            print(RecordText.UNREADABLE.within(language).format(file=file, why=why), file=sys.stderr)
        worst = max(worst, code)
    return worst


_COMMANDS: dict[str, tuple[RecordText, Callable[[argparse.Namespace], int]]] = {
    "check": (RecordText.CHECK_HELP, lambda given: check_files(given.files, given.lang)),
    "replay": (RecordText.REPLAY_HELP, lambda given: _each(given.files, given.lang, play_again)),
    "review": (RecordText.REVIEW_HELP, lambda given: _each(given.files, given.lang, partial(review, given=given))),
    "show": (RecordText.SHOW_HELP, lambda given: _each(given.files, given.lang, show)),
    "solve": (RecordText.SOLVE_HELP, lambda given: _each(given.files, given.lang, partial(solve, given=given))),
    "verify": (
        RecordText.VERIFY_HELP,
        lambda given: _each(given.files, given.lang, partial(verify, signer=given.signer)),
    ),
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
    key, number = partial(_key, language=language), partial(_number, language=language)
    verify.add_argument("--signer", type=key, metavar=told(ValueName.KEY), help=told(RecordText.SIGNER_HELP))
    review.add_argument("--deal", type=number, metavar="N", help=told(RecordText.DEAL_HELP))
    review.add_argument("--own-hand", action="store_true", help=told(RecordText.OWN_HAND_HELP))
    review.add_argument("--json", action="store_true", help=told(RecordText.JSON_HELP))
    solve.add_argument("--deal", type=number, metavar="N", help=told(RecordText.SOLVE_DEAL_HELP))
    solve.add_argument("--card", type=number, metavar="N", default=1, help=told(RecordText.CARD_HELP))
    return parser


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and end the program."""
    given = sys.argv[1:] if arguments is None else arguments
    options = _parser(language_from(given)).parse_args(given)
    _, run = _COMMANDS[options.command]
    sys.exit(run(options))


if __name__ == "__main__":
    main()
