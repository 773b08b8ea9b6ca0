"""The result of a contest as text for a terminal."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from functools import partial

from coinche.records.contest_file import ContestHeader, FaultKind, Scheme

from .comparison import PairResult
from .contest import Format
from .entrants import PYTHON_PREFIX, SIGNED_IN_PREFIX
from .figures import EntrantFigures
from .statistics import MeanEstimate, SprtVerdict, percentile
from .summary import ContestSummary

ABOUT_SCHEME: Mapping[Scheme, str] = {
    Scheme.DUPLICATE: "isolated duplicate: each board at two tables at the same time, with the sides exchanged",
    Scheme.COMMON: "common opponent: each entrant plays each board once, from the same side, against {reference}",
    Scheme.SINGLE: "single tables: each board once, corrected by what {reference} scores with the same cards",
    Scheme.MATCH: "whole matches to {target} points, each twice with the same packs and the sides exchanged",
}
ABOUT_FAULT: Mapping[FaultKind, str] = {
    FaultKind.ILLEGAL: "illegal actions",
    FaultKind.TIMED_OUT: "decisions out of time",
    FaultKind.ABSENT: "decisions while away",
    FaultKind.FORFEIT: "seats forfeited",
    FaultKind.NOT_SEATED: "boards without its process",
    FaultKind.ENDED: "boards after its process ended",
    FaultKind.STALLED: "boards after its process stalled",
    FaultKind.RAISED: "exceptions in its code",
}
BIDDING_ONLY = "bidding only: a contract counts the score that its double-dummy value makes likely"
FIXED_CONTRACTS = "fixed contracts: the auctions are given, only the play of cards is compared"
PRACTICE = "practice: bots were called as functions in one process; this is no rated result"
BUILT_IN = "each seat a process of its own; all run code of this project, which passes partners nothing"
SANDBOX = "each seat a process of its own; programs of others run in a sandbox without network and shared files"
NO_SANDBOX = (
    "each seat a process of its own, without a sandbox: programs written to cheat can pass each other what they see"
)
NOT_ISOLATED = (
    "duplicate, not isolated: each board at two tables at the same time, with the sides exchanged, by programs that can"
    " tell each other what they see there; --scheme common deals nobody a board twice"
)
SIGNED_IN = (
    "players signed in on a server: their programs run on machines of their own, without a sandbox, and nothing keeps"
    " them from sharing what they know"
)
_WIDTH = 12
"""The least columns of the name of a row."""
_COLUMN = 18
"""The least columns of an entrant's figures."""


def report(contest: ContestSummary, *, interrupted: bool = False) -> str:
    """The result as it stands."""
    lines = [*_title(contest, interrupted=interrupted), ""]
    if contest.format is Format.DUEL:
        lines += _duel(contest)
    else:
        lines += _standings(contest)
    lines += ["", *_figures(contest)]
    return "\n".join(lines)


def about(header: ContestHeader) -> Iterator[str]:
    """The sentences that belong beside every figure: the scheme, and how the entrants were kept apart."""
    signed_in = header.entrants[0].startswith(SIGNED_IN_PREFIX)
    about_scheme = NOT_ISOLATED if signed_in and header.scheme is Scheme.DUPLICATE else ABOUT_SCHEME[header.scheme]
    yield about_scheme.format(reference=header.reference, target=header.rules.match.target)
    if header.bidding_only:
        yield BIDDING_ONLY
    if header.contracts is not None:
        yield FIXED_CONTRACTS
    yield SIGNED_IN if signed_in else _about_processes(header)


def _about_processes(header: ContestHeader) -> str:
    if header.practice:
        return PRACTICE
    if not any(name in header.commands or name.startswith(PYTHON_PREFIX) for name in header.entrants):
        return BUILT_IN
    return SANDBOX if header.sandbox else NO_SANDBOX


def _title(contest: ContestSummary, *, interrupted: bool) -> Iterator[str]:
    header = contest.header
    done, most = contest.boards
    stopped = ", stopped" if interrupted else ""
    names = (
        " – ".join(header.entrants)
        if contest.format is Format.DUEL
        else f"{contest.format}, {len(header.entrants)} entrants"
    )
    boards = f"{done} of {most} boards" if done < most else f"{done} boards"
    yield f"{names}: {boards}, rules {header.preset}, seed {header.seed}{stopped}"
    yield from about(header)


def unit(header: ContestHeader) -> str:
    """The unit of the difference between two entrants."""
    return "percent of matches won" if header.plays_matches else "points per deal"


def _duel(contest: ContestSummary) -> Iterator[str]:
    for pair, result in contest.pairs.items():
        figure = result.estimate
        if figure is not None:
            yield (
                f"{unit(contest.header)}, {pair.a} minus {pair.b}: {plus_minus(figure)} (95 %,"
                f" standard deviation {figure.deviation:.0f}, z {figure.z:.1f})"
            )
        yield f"verdict: {sentence(contest, result)}"
    if not contest.pairs:
        yield "verdict: nothing was played"


def sentence(contest: ContestSummary, result: PairResult) -> str:
    """The verdict on a pairing."""
    a, b = result.pair
    points = contest.header.sprt
    if points is not None:
        verdict = contest.verdict(result.pair)
        said = {
            None: f"the sequential test between {points[0]:g} and {points[1]:g} has not decided",
            SprtVerdict.UPPER: f"{a} is at least {points[1]:g} better than {b}, as far as the sequential test can tell",
            SprtVerdict.LOWER: f"{a} is at most {points[0]:g} better than {b}, as far as the sequential test can tell",
        }
        return said[verdict]
    if result.better is None:
        return f"no difference between {a} and {b} is shown"
    return f"{result.better} is better than {b if result.better == a else a}"


def plus_minus(figure: MeanEstimate) -> str:
    """A mean with half its interval."""
    return with_margin(figure.mean, figure.margin)


def with_margin(number: float, margin: float) -> str:
    """`+12.3 ± 4.5`."""
    half = f"{margin:.1f}" if math.isfinite(margin) else "∞"
    return f"{round(number, 1) + 0.0:+.1f} ± {half}"  # no minus before a zero


def _standings(contest: ContestSummary) -> Iterator[str]:
    if not contest.pairs:
        yield "nothing was played"
        return
    found = contest.ratings
    names = [rating.name for rating in found]
    yield f"{unit(contest.header)}; each row minus each column, 95 % intervals; ratings above {contest.anchor}"
    yield ""
    width = max(_WIDTH, *(len(name) + 2 for name in names))
    yield f"{'':<{width}}{'rating':>16}" + "".join(f"{name:>{max(16, width)}}" for name in names)
    for rating in found:
        cells = [_cell(contest, rating.name, other) for other in names]
        own = with_margin(rating.points, rating.margin) if rating.margin else "0"
        yield f"{rating.name:<{width}}{own:>16}" + "".join(f"{cell:>{max(16, width)}}" for cell in cells)


def _cell(contest: ContestSummary, name: str, other: str) -> str:
    result = contest.result(name, other)
    return "" if result is None or result.estimate is None else plus_minus(result.estimate)


def _figures(contest: ContestSummary) -> Iterator[str]:
    found, names = contest.figures, list(contest.figures)
    if not names:
        return
    row = partial(_row, width=max(_COLUMN, *(len(name) + 2 for name in names)))
    yield row("", names)
    yield row("contracts taken", (f"{found[name].contracts}" for name in names))
    yield row("contracts made", (_share(found[name]) for name in names))
    for heading, share in (("time per decision, p50", 0.50), ("time per decision, p99", 0.99)):
        yield row(heading, (f"{percentile(found[name].ms, share):.1f} ms" for name in names))
    for kind, heading in ABOUT_FAULT.items():
        counts = [found[name].faults[kind] for name in names]
        if any(counts):
            yield row(heading, map(str, counts))
    if all(found[name].clean for name in names):
        yield "no faults: every action was legal, in time and the bot's own"
    thrown_in = sum(deal.contract is None for table in contest.tables.values() for deal in table.deals)
    if thrown_in:
        yield f"deals thrown in: {thrown_in}"
    for heading, words in last_words(contest):
        yield f"\n{heading}:\n{words}"


def last_words(contest: ContestSummary) -> Iterator[tuple[str, str]]:
    """The first failure of each entrant, under a heading: the end of what its process wrote, or of a traceback."""
    heading = "the first failure of {}" if contest.header.practice else "the first process of {} that failed wrote"
    for name, side in contest.figures.items():
        if words := next(filter(None, side.last_words), ""):
            yield heading.format(name), words


def _row(heading: str, cells: Iterable[str], width: int) -> str:
    return f"{heading:<32}" + "".join(f"{cell:>{width}}" for cell in cells)


def _share(side: EntrantFigures) -> str:
    return f"{side.made} ({100 * side.made / side.contracts:.0f} %)" if side.contracts else f"{side.made}"
