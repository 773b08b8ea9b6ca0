"""The sections of the page: title and verdict, crosstable and ratings, figures of each entrant, curves."""

from __future__ import annotations

from collections.abc import Iterator

from coinche.arena.comparison import PairResult
from coinche.arena.contest import Format
from coinche.arena.figures import EntrantFigures
from coinche.arena.statistics import percentile
from coinche.arena.summary import ContestSummary
from coinche.arena.text_report import (
    ABOUT_FAULT,
    NO_SANDBOX,
    NOT_ISOLATED,
    PRACTICE,
    SIGNED_IN,
    about,
    last_words,
    plus_minus,
    sentence,
    unit,
)

from .markup import Html, element, joined
from .plots import cumulative_plot, duration, rating_plot, shortened, time_plot

BETTER, WORSE = "▲", "▼"
_COLUMNS = ("entrant", "contracts", "made", "p50", "p99", "faults")
_NAME = 28
"""Letters of a name in the crosstable."""
_TITLES = {Format.ROUND_ROBIN: "Round robin", Format.GAUNTLET: "Gauntlet", Format.SWISS: "Swiss system"}
_CAREFUL = (PRACTICE, NO_SANDBOX, NOT_ISOLATED, SIGNED_IN)
"""Sentences that take something away from the result."""


def title(contest: ContestSummary) -> str:
    """`steady – random`, or the format and the number of entrants."""
    names = contest.header.entrants
    if contest.format is Format.DUEL:
        return " – ".join(names)
    return f"{_TITLES[contest.format]}: {len(names)} entrants"


def head(contest: ContestSummary) -> Html:
    """The title, and what was compared."""
    header = contest.header
    done, most = contest.boards
    boards = f"{done} of {most} boards, not complete" if done < most else f"{done} boards"
    facts = [boards, f"rules {header.preset}", f"seed {header.seed}"]
    if not header.practice:
        facts.append(f"clock {header.clock} ms")
    careful = (element("li", said, class_="careful" if said in _CAREFUL else None) for said in about(header))
    return element(
        "header",
        element("p", "coinche-arena", class_="brand"),
        element("h1", title(contest)),
        element("p", " · ".join(facts), class_="facts"),
        element("ul", *careful),
    )


def verdict(contest: ContestSummary) -> Html:
    """The verdict: a sentence with its figure for each pair."""
    if not contest.pairs:
        return element("section", element("h2", "Verdict"), element("p", "Nothing was played."), class_="verdict")
    if contest.format is Format.DUEL:
        (result,) = contest.pairs.values()
        return element("section", element("h2", "Verdict"), *_duel(contest, result), class_="verdict")
    tested = contest.header.sprt is not None or contest.format is Format.GAUNTLET
    said = (element("li", sentence(contest, result)) for result in contest.pairs.values())
    return element(
        "section",
        element("h2", "Verdict"),
        element("p", _leader(contest), class_="sentence"),
        element("ul", *said) if tested else Html(),
        class_="verdict",
    )


def _leader(contest: ContestSummary) -> str:
    """The entrant with the highest rating, and over whom it is shown to be better."""
    best, *others = (rating.name for rating in contest.ratings)
    met = {other: result for other in others if (result := contest.result(best, other)) is not None}
    open_ = [other for other, result in met.items() if result.better is None]
    worse = [other for other, result in met.items() if result.better == best]
    if not worse:
        return f"{best} has the highest rating, but no difference from {_all_of(open_)} is shown."
    if len(worse) == len(others):
        return f"{best} is better than every other."
    lead = f"{best} is better than {_all_of(worse)}"
    return f"{lead}; no difference from {_all_of(open_)} is shown." if open_ else f"{lead}."


def _all_of(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}" if names else "anybody"


def _duel(contest: ContestSummary, result: PairResult) -> Iterator[Html]:
    said = sentence(contest, result)
    if result.better is None and contest.header.sprt is None:
        said = said[0].upper() + said[1:]  # else it begins with a name
    yield element("p", f"{said}.", class_="sentence")
    figure = result.estimate
    if figure is not None:
        yield element("p", _minus(plus_minus(figure)), class_="figure")
        yield element(
            "p",
            f"{_unit(contest)}, {result.pair.a} minus {result.pair.b}, with the 95 % interval;"
            f" standard deviation {figure.deviation:.0f} over {figure.n} boards.",
            class_="about",
        )


def crosstable(contest: ContestSummary) -> Html:
    """Each entrant against each other, with intervals; nothing for a duel."""
    if contest.format is Format.DUEL or not contest.pairs:
        return Html()
    names = [rating.name for rating in contest.ratings]
    top = element("tr", element("td"), *(_name(name, "col") for name in names))
    rows = (element("tr", _name(name, "row"), *(_cell(contest, name, other) for other in names)) for name in names)
    table = element("table", element("thead", top), element("tbody", *rows), class_="cross")
    return element(
        "section",
        element("h2", "Each against each"),
        element(
            "p",
            f"{_unit(contest)}, row minus column, with half the 95 % interval."
            f" {BETTER} the row is better, {WORSE} it is worse, as far as the interval shows.",
            class_="about",
        ),
        _scrolled(table, "Each against each"),
    )


def _name(name: str, scope: str) -> Html:
    shown = shortened(name, _NAME)
    return element("th", shown, scope=scope, title=name if shown != name else None)


def _ratings(contest: ContestSummary) -> Html:
    return element(
        "section",
        element("h2", "Ratings"),
        element(
            "p",
            f"{_unit(contest)} above {contest.anchor}, fitted to all comparisons by least squares; 95 %"
            " intervals with the boards as clusters.",
            class_="about",
        ),
        element("figure", rating_plot(contest.ratings, unit(contest.header))),
    )


def _scrolled(table: Html, label: str) -> Html:
    """A table that scrolls by itself where it is wider than the page."""
    return element("div", table, class_="scroll", tabindex=0, role="region", aria_label=label)


def _cell(contest: ContestSummary, name: str, other: str) -> Html:
    result = contest.result(name, other)
    if result is None or result.estimate is None:
        return element("td", "" if name != other else "·", class_="none")
    better = result.better
    mark, kind = (BETTER, "better") if better == name else (WORSE, "worse") if better else ("", "open")
    mean, margin = _minus(plus_minus(result.estimate)).split(" ", 1)
    return element(
        "td", element("span", mark, class_="mark"), f" {mean} ", element("span", margin, class_="margin"), class_=kind
    )


def _minus(figures: str) -> str:
    """The figures with the sign of a minus, and not a hyphen."""
    return figures.replace("-", "\N{MINUS SIGN}")


def _unit(contest: ContestSummary) -> str:
    """The unit at the beginning of a sentence."""
    said = unit(contest.header)
    return said[0].upper() + said[1:]


def figures(contest: ContestSummary) -> Html:
    """Contracts, times and faults of each entrant, and what plays for it."""
    found = contest.figures
    if not found:
        return Html()
    top = element("tr", *(element("th", column, scope="col") for column in _COLUMNS))
    rows = (_row(name, side) for name, side in found.items())
    table = element("table", element("thead", top), element("tbody", *rows), class_="figures")
    thrown_in = sum(deal.contract is None for played in contest.tables.values() for deal in played.deals)
    notes = "p50 and p99: half of the decisions, and 99 of 100, took no longer."
    clean = (
        " No faults: every action was legal, in time and the bot's own."
        if all(side.clean for side in found.values())
        else ""
    )
    thrown = f" Deals thrown in: {thrown_in}." if thrown_in else ""
    return element(
        "section",
        element("h2", "Contracts, times, faults"),
        _scrolled(table, "Contracts, times, faults"),
        element("p", notes + clean + thrown, class_="about"),
        *_commands(contest),
        *_last_words(contest),
    )


def _row(name: str, side: EntrantFigures) -> Html:
    made = f"{side.made} ({100 * side.made / side.contracts:.0f} %)" if side.contracts else f"{side.made}"
    times = (duration(percentile(side.ms, share)) if side.ms else "–" for share in (0.50, 0.99))
    faults = ", ".join(f"{side.faults[kind]} {said}" for kind, said in ABOUT_FAULT.items() if side.faults[kind])
    cells = (str(side.contracts), made, *times)
    return element(
        "tr",
        element("th", name, scope="row"),
        *(element("td", cell, data_label=column) for column, cell in zip(_COLUMNS[1:], cells, strict=False)),
        element("td", faults or "none", data_label=_COLUMNS[-1], class_="faults" if faults else "quiet"),
    )


def _commands(contest: ContestSummary) -> Iterator[Html]:
    if contest.header.commands:
        rows = (
            joined(element("dt", name), element("dd", element("code", command)))
            for name, command in contest.header.commands.items()
        )
        yield element("h3", "Programs")
        yield element("dl", *rows)


def _last_words(contest: ContestSummary) -> Iterator[Html]:
    for heading, words in last_words(contest):
        yield element("h3", heading[0].upper() + heading[1:])
        yield element("pre", words)


def plots(contest: ContestSummary) -> Html:
    """The cumulative difference of each pairing, the ratings, and the times of decisions."""
    if not contest.pairs:
        return Html()
    times = {name: side.ms for name, side in contest.figures.items() if side.ms}
    beside = _times(times) if times else Html()
    if contest.format is Format.DUEL:
        return element("div", _differences(contest), beside, class_="beside")
    return joined(element("div", _ratings(contest), beside, class_="beside"), _differences(contest))


def _differences(contest: ContestSummary) -> Html:
    if contest.header.plays_matches:
        worth, weight = "matches won", 2 / 100  # a board is two matches, its value is in percent
    else:
        worth, weight = "points per deal", 1.0
    drawn = (
        element(
            "figure",
            element("figcaption", " minus ".join(shortened(name, _NAME) for name in result.pair)),
            cumulative_plot(result, worth, weight),
        )
        for result in contest.pairs.values()
    )
    return element(
        "section",
        element("h2", "Cumulative difference"),
        element(
            "p",
            f"The sum of all boards so far, in {worth}, and where it may lie at 95 % after so many boards. Where the"
            " band leaves zero at the end, the one is better.",
            class_="about",
        ),
        element("div", *drawn, class_="plots"),
    )


def _times(times: dict[str, list[float]]) -> Html:
    return element(
        "section",
        element("h2", "Time per decision"),
        element("p", "Share of decisions by their time; lines at p50, and dashed at p99.", class_="about"),
        element("figure", time_plot(times)),
    )
