"""Verification of the tables of a contest, and the choice and the list of tables for people.

A results file is not signed. `verified` shows that it agrees with itself: every pack is that of the seed, every action
is legal, and the engine comes to the same contracts and points. It cannot show who played.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from coinche.engine.events import ContractSettled, DealScored, DealStarted, Event
from coinche.engine.match import MatchOver
from coinche.engine.record import DealLine, RecordDiffers
from coinche.engine.replay import Played, replayed
from coinche.engine.seats import ZERO, Points
from coinche.text.catalog import Statement, Words, statement

from . import contest_boards
from .contest_file import ContestHeader, ContestResults, PlayedContract, PlayedDeal, PlayedTable, TableKey, record_of
from .texts import Notation, RecordText


class ContestText(Words):
    """Sentences about the results file of a contest."""

    BOARD_HELP = (
        "tournoi : seulement les tables de cet étui",
        "contests: only the tables of this board",
    )
    NS_HELP = ("tournoi : seulement les tables où NOM joue en Nord-Sud", "contests: only tables with NAME north-south")
    EW_HELP = ("tournoi : seulement les tables où NOM joue en Est-Ouest", "contests: only tables with NAME east-west")
    TITLE = (
        "Tournoi {names} : règles {preset}, graine {seed}, tables : {tables}",
        "Contest of {names}: rules {preset}, seed {seed}, {tables} tables",
    )
    TABLE = ("Étui {board}, NS {ns}, EO {ew}", "Board {board}, NS {ns}, EW {ew}")
    TABLE_NAMED = ("étui {board}, NS {ns}, EO {ew}", "board {board}, NS {ns}, EW {ew}")
    DEALS = ("donnes : {count}", "{count} deals")
    MADE = ("{bid} par {seat}{times}, réussi", "{bid} by {seat}{times}, made")
    FAILED = ("{bid} par {seat}{times}, chuté", "{bid} by {seat}{times}, failed")
    THROWN_IN = ("annulée", "thrown in")
    ONE_BOARD = (
        "Pour voir une table : coinche-record show {file} --board {board}",
        "To see one table: coinche-record show {file} --board {board}",
    )
    WHICH = (
        "{file} est un tournoi de {boards} étuis : indiquez lequel (--board N), et au besoin --ns NOM ou --ew NOM.",
        "{file} is a contest of {boards} boards: say which (--board N), and if need be --ns NAME or --ew NAME.",
    )
    NO_TABLE = (
        "{file} : aucune table de ce tournoi ne correspond ; étuis : {boards}, participants : {names}.",
        "{file}: the contest has no such table; boards: {boards}, entrants: {names}.",
    )
    NOTHING = (
        "{file} : ce tournoi n'a encore aucune table jouée.",
        "{file}: no table of this contest has been played yet.",
    )
    NO_CONTEST = (
        "{file} n'est pas un tournoi, mais une partie : --board, --ns et --ew ne s'y appliquent pas.",
        "{file} is a match, not a contest: --board, --ns and --ew do not apply.",
    )
    AGREES = (
        "{file} : conforme (tables : {tables}, donnes : {deals}, événements : {events}).",
        "{file}: agrees, {tables} tables, {deals} deals, {events} events.",
    )
    VERIFIED = (
        "{file} : correct (tables : {tables}, donnes : {deals}). Chaque paquet est celui de la graine {seed}, chaque "
        "coup est permis, chaque marque est celle que compte le moteur.",
        "{file}: correct, {tables} tables, {deals} deals. Every pack is that of seed {seed}, every action is legal, "
        "every score is as the engine counts.",
    )
    UNSIGNED = (
        "Un tournoi n'est pas signé : rien ne prouve qui a joué ces coups.",
        "A contest is not signed: nothing proves who played these actions.",
    )
    NO_SIGNER = (
        "{file} est un tournoi : il n'est pas signé, --signer ne s'y applique pas.",
        "{file} is a contest: it is not signed, and --signer does not apply.",
    )
    TORN = (
        "La dernière ligne est incomplète et ne compte pas : le tournoi a été interrompu.",
        "The last line is torn and does not count: the contest was cut short.",
    )
    WRONG = (
        "{file}, ligne {line}, {table} : {why}.",
        "{file}, line {line}, {table}: {why}.",
    )
    DIFFERS = ("le moteur trouve autre chose (en anglais : {why})", "the engine differs: {why}")
    # flaws
    ENTRANT = ("{name} n'est pas un participant", "{name} is no entrant")
    TWICE = ("cette table est déjà dans le fichier", "this table is in the file already")
    EMPTY = ("aucune donne n'a été jouée", "no deal was played")
    PACK = (
        "donne {deal} : ce n'est pas le paquet que donne la graine {seed}",
        "deal {deal}: this is not the pack of seed {seed}",
    )
    DEALER = ("donne {deal} : le donneur devait être {due}", "deal {deal}: the dealer should be {due}")
    CONTRACT = (
        "donne {deal} : le contrat noté n'est pas celui qui a été joué",
        "deal {deal}: the contract is not the one that was played",
    )
    SCORES = (
        "donne {deal} : NS {ns}, EO {ew} notés, mais le moteur compte NS {due_ns}, EO {due_ew}",
        "deal {deal}: NS {ns}, EW {ew} are noted, but the engine counts NS {due_ns}, EW {due_ew}",
    )
    SUM = ("la marque n'est pas la somme des donnes", "the score is not the sum of the deals")
    UNFINISHED = ("l'étui n'a pas été joué jusqu'au bout", "the board was not played to its end")


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedTables:
    """The tables that somebody asks for; None leaves a question open."""

    board: int | None = None
    ns: str | None = None
    ew: str | None = None

    @property
    def is_open(self) -> bool:
        """True if nothing is asked for."""
        return self == WantedTables()

    def takes(self, table: PlayedTable) -> bool:
        """Return whether the table is one of them."""
        asked = ((self.board, table.board), (self.ns, table.ns), (self.ew, table.ew))
        return all(wanted in (None, found) for wanted, found in asked)


class NoTable(Exception):
    """There is no such table; `why` is a sentence."""

    def __init__(self, why: Statement) -> None:
        super().__init__(str(why))
        self.why = why


class TableWrong(Exception):
    """A table of the file is not true; `why` is a sentence."""

    def __init__(self, why: Statement) -> None:
        super().__init__(str(why))
        self.why = why


def chosen(contest: ContestResults, file: str, wanted: WantedTables) -> tuple[PlayedTable, ...]:
    """The tables that are wanted, in the order of their boards; NoTable where there is none."""
    if not contest.tables:
        raise NoTable(statement(ContestText.NOTHING, file=file))
    found = [table for table in contest.tables if wanted.takes(table)]
    if not found:
        last, names = max(table.board for table in contest.tables), ", ".join(contest.header.entrants)
        raise NoTable(statement(ContestText.NO_TABLE, file=file, boards=f"1-{last}", names=names))
    return tuple(sorted(found, key=lambda table: table.board))


def listed(contest: ContestResults, tables: Sequence[PlayedTable], face: Notation) -> Iterator[str]:
    """A title, and each table in one line."""
    header = contest.header
    names = ", ".join(map(face.name, header.entrants))
    yield face.say(
        ContestText.TITLE, names=names, preset=face.name(header.preset), seed=header.seed, tables=len(tables)
    )
    rows = [(title(table, face), _came_to(table, face)) for table in tables]
    wide = max(len(name) for name, _ in rows)
    for (name, came_to), table in zip(rows, tables, strict=True):
        scores = face.scores(table.scores)
        yield face.glyphs.plain(f"{name:<{wide}}  {came_to:<24}  {scores}").rstrip()


def title(table: PlayedTable, face: Notation, words: ContestText = ContestText.TABLE) -> str:
    """`Board 3, NS steady, EW random`."""
    return face.say(words, board=table.board, ns=table.ns, ew=table.ew)


def _came_to(table: PlayedTable, face: Notation) -> str:
    """The contract of a board and whether it was made; of a match the number of its deals."""
    if len(table.deals) != 1:
        return face.say(ContestText.DEALS, count=len(table.deals))
    contract = table.deals[0].contract
    if contract is None:
        return face.say(ContestText.THROWN_IN)
    times = face.say(RecordText.TIMES, multiplier=contract.multiplier) if contract.multiplier > 1 else ""
    words = ContestText.MADE if contract.made else ContestText.FAILED
    return face.say(words, bid=face.bid(contract.bid), seat=face.short_seat(contract.bidder), times=times)


@dataclass(frozen=True, slots=True)
class TableCounts:
    """The number of tables, deals and events that were played again."""

    tables: int = 0
    deals: int = 0
    events: int = 0


def played_again(contest: ContestResults, tables: Iterable[PlayedTable], file: str, face: Notation) -> TableCounts:
    """Play the tables again; TableWrong where the engine refuses an action."""
    count = TableCounts()
    for table in tables:
        steps = _steps(contest, table, file, face)
        events = sum(len(step.events) for step in steps)
        count = TableCounts(count.tables + 1, count.deals + len(table.deals), count.events + events)
    return count


def verified(contest: ContestResults, tables: Iterable[PlayedTable], file: str, face: Notation) -> TableCounts:
    """Play the tables again, and compare packs, contracts and points; TableWrong names the first that is not true."""
    seen: set[TableKey] = set()
    count = TableCounts()
    for table in tables:
        why = statement(ContestText.TWICE) if table.key in seen else _unknown(contest.header, table)
        seen.add(table.key)
        if why is None:
            steps = _steps(contest, table, file, face)
            why = next(_flaws(contest.header, table, steps), None)
            events = sum(len(step.events) for step in steps)
            count = TableCounts(count.tables + 1, count.deals + len(table.deals), count.events + events)
        if why is not None:
            raise TableWrong(_wrong(contest, table, file, face, why))
    return count


def _unknown(header: ContestHeader, table: PlayedTable) -> Statement | None:
    known = {*header.entrants, header.reference}
    stranger = next((name for name in (table.ns, table.ew) if name not in known), None)
    return None if stranger is None else statement(ContestText.ENTRANT, name=stranger)


def _steps(contest: ContestResults, table: PlayedTable, file: str, face: Notation) -> tuple[Played, ...]:
    if not table.deals:
        raise TableWrong(_wrong(contest, table, file, face, statement(ContestText.EMPTY)))
    try:
        return tuple(replayed(record_of(contest.header, table)))
    except RecordDiffers as differs:
        why = statement(ContestText.DIFFERS, why=differs.why)
        raise TableWrong(_wrong(contest, table, file, face, why)) from differs


def _wrong(contest: ContestResults, table: PlayedTable, file: str, face: Notation, why: Statement) -> Statement:
    line = 2 + max(at for at, each in enumerate(contest.tables) if each is table)
    return statement(
        ContestText.WRONG, file=file, line=line, table=title(table, face, ContestText.TABLE_NAMED), why=why
    )


def _flaws(header: ContestHeader, table: PlayedTable, steps: Sequence[Played]) -> Iterator[Statement]:
    """Yield the points in which the table differs from the engine and the seed, the first one first."""
    due = contest_boards.dealer(table.board)
    if table.deals[0].dealer is not due:
        yield statement(ContestText.DEALER, deal=1, due=due)
    by_deal = _events(steps)
    for number, deal in enumerate(table.deals, 1):
        yield from _deal_flaws(header, table.board, number, deal, by_deal[number])
    if not isinstance(steps[-1].state.phase, MatchOver):
        yield statement(ContestText.UNFINISHED)
    if table.scores != sum((deal.scores for deal in table.deals), ZERO):
        yield statement(ContestText.SUM)


def _events(steps: Sequence[Played]) -> Mapping[int, list[Event]]:
    """The events of each deal."""
    found: dict[int, list[Event]] = {}
    for step in steps:
        if isinstance(step.entry, DealLine):
            found[step.entry.deal] = []
        if found:
            found[max(found)] += step.events
    return found


def _deal_flaws(
    header: ContestHeader, board: int, number: int, deal: PlayedDeal, events: Iterable[Event]
) -> Iterator[Statement]:
    scores, made, settled = ZERO, False, None
    for event in events:
        match event:
            case DealStarted(shuffled=shuffled, dealer=dealer):
                if shuffled and deal.pack != contest_boards.pack(header.seed, board, number):
                    yield statement(ContestText.PACK, deal=number, seed=header.seed)
                if dealer is not deal.dealer:
                    yield statement(ContestText.DEALER, deal=number, due=dealer)
            case ContractSettled():
                settled = event
            case DealScored():
                scores, made = event.scores, event.made
            case _:
                pass
    if deal.contract != (None if settled is None else PlayedContract.of(settled, made=made)):
        yield statement(ContestText.CONTRACT, deal=number)
    if deal.scores != scores:
        yield _counted(number, deal.scores, scores)


def _counted(number: int, noted: Points, due: Points) -> Statement:
    return statement(ContestText.SCORES, deal=number, ns=noted.NS, ew=noted.EW, due_ns=due.NS, due_ew=due.EW)
