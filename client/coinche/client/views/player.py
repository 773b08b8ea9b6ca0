"""The page of one player: totals, partners and opponents, a curve of results, and the comparison with perfect play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest

from coinche.client.model.state import ClientState, Link, MatchArchive
from coinche.client.model.statistics import ParReview
from coinche.client.texts.replay import Playback
from coinche.client.texts.statistics import PlayerText
from coinche.client.update import statistics as update
from coinche.protocol.messages import Occupant, PlayerMatch, PlayerPage, PlayerPair, PlayerStatistics
from coinche.text.formatting import Face, signed

from .archive import day, told_in_list
from .first_statistics import LABEL_COLS, fact, only_match, to_come, under_way, under_way_lines
from .statistics import above_hints, row_name, share
from .text_lines import Line, Size, cut, joined, padded, plain, shortened, split_words

_WIDE = 72
"""Cells from which partners and opponents stand side by side."""
_ROOMY = 78
"""Cells from which a bar shows the contracts."""
_BAR_COLS = 24
_TALL = 34
"""Rows from which all partners and opponents are listed, and the curve is higher."""
_PAIR_COLS: Mapping[PlayerText, int] = {PlayerText.PAIR_DEALS: 8, PlayerText.PAIR_GAP: 14}
"""The columns beside a partner or an opponent, and their cells."""
_PAIRS, _CURVE_ROWS = 3, 4
"""Partners listed, and rows of the curve, on a screen that is not tall."""
_RESULTS = 5
"""The most results that are listed beside a curve."""
_CURVE_COLS = 22
"""Cells of a curve that has results beside it."""


def player_page(state: ClientState, face: Face, size: Size, hints: Line) -> tuple[Line, ...]:
    """The screen of one player; it scrolls."""
    cols, page = size.cols, state.archive.page
    foot: tuple[Line, ...] = (*above_hints(state, face, cols), hints)
    foot = foot[-max(0, size.rows - 1) :]
    if page is None:
        asked = state.link is not Link.LOST
        lines: tuple[Line, ...] = told_in_list(face.say(PlayerText.LOADING), cols) if asked else ()
    else:
        head = plain(" " + face.say(PlayerText.PAGE, name=_named(page.player, state, face)), "class:title")
        rule = plain(face.glyphs.rule * cols, "class:rule")
        lines = (shortened(head, cols, face.dots), rule, *_body(page, state, face, size))
    room = size.rows - len(foot)
    first = min(state.archive.scroll, max(0, len(lines) - room))
    shown = lines[first : first + room]
    return tuple(cut(line, cols) for line in (*shown, *((plain(""),) * (room - len(shown))), *foot))


def _named(player: PlayerStatistics, state: ClientState, face: Face) -> str:
    name = row_name(player, face)
    return face.say(PlayerText.YOU, name=name) if update.is_own(player, state) else name


def _body(page: PlayerPage, state: ClientState, face: Face, size: Size) -> Iterator[Line]:
    player, cols = page.player, size.cols
    if not player.deals:
        yield from told_in_list(nothing(page, state, face), cols)
        if update.is_own(player, state):
            yield from under_way_lines(state, face, cols)
            yield plain("")
            yield from to_come(0, face, cols)
        return
    for label, what in facts(page, state, face):
        wide = label is PlayerText.CONTRACTS and cols >= _ROOMY
        yield from fact(face.say(label), what, face, cols, _bar(player, face) if wide else ())
    if update.is_own(player, state):
        yield from _par(state.archive.par, page, face, cols)
    if has_few(page):
        yield plain("")
        for match in page.matches[:1]:
            yield from only_match(match, result(match, state.archive, face), face, cols)
        for label, pairs in ((PlayerText.SHORT_PARTNERS, page.partners), (PlayerText.SHORT_OPPONENTS, page.opponents)):
            names = ", ".join(row_name(pair, face, short=True) for pair in pairs)
            yield from fact(face.say(label), names, face, cols) if names else ()
        if update.is_own(player, state):
            yield plain("")
            yield from to_come(player.matches, face, cols)
        return
    yield from (joined(plain(" "), line) for line in _told(face.say(PlayerText.COUNTED), cols))
    yield plain("")
    results = page.matches if len(page.matches) <= _RESULTS else ()
    yield from _with_results(
        tuple(_curve(page.matches, face, size)), [result(match, state.archive, face) for match in results], size
    )
    yield from _pairs(page, face, size)


def _with_results(curve: tuple[Line, ...], results: Sequence[str], size: Size) -> Iterator[Line]:
    """The curve of a few matches with the results: beside it, or below it on a narrow screen."""
    title, *rows = curve
    if size.cols < _WIDE or len(rows) < len(results):
        yield from curve[:-1]
        yield from (plain(f"  {told}") for told in results)
        yield plain("")
        return
    yield title
    beside = (*results, *("" for _ in rows[len(results) :]))
    yield from (
        joined(padded(row, _CURVE_COLS), plain(told)) if told else row for row, told in zip(rows, beside, strict=True)
    )


def has_few(page: PlayerPage) -> bool:
    """Test whether the player has too few matches for a curve, and for partners and opponents to say anything."""
    return page.player.matches < update.FEWEST_MATCHES


def result(match: PlayerMatch, archive: MatchArchive, face: Face) -> str:
    """The day and the result of a match: `28 Nov: won, 1040 to 820, in 12 deals`."""
    words = PlayerText.RESULT_WON if match.won else PlayerText.RESULT_LOST if match.matches else PlayerText.RESULT_LEFT
    on, deals = day(match, archive, face), deals_told(match.deals, face)
    return face.say(words, day=on, ours=match.points, theirs=match.against, deals=deals)


def nothing(page: PlayerPage, state: ClientState, face: Face) -> str:
    """The sentence about a player without a finished match."""
    if update.is_own(page.player, state):
        return face.say(PlayerText.NOTHING_YET)
    return face.say(PlayerText.NOTHING, name=row_name(page.player, face))


def gap(points: int, against: int, deals: int) -> str:
    """The points ahead of the opponents per deal: `+12`."""
    ahead = round((points - against) / deals) if deals else 0
    return signed(ahead) if deals else "-"


def facts(page: PlayerPage, state: ClientState, face: Face) -> Iterator[tuple[PlayerText, str]]:
    """The facts about a player, each with its label: only those of which there is something to count."""
    if update.is_own(page.player, state):
        yield from under_way(state, face)
    yield from _totals(page.player, face)
    if not has_few(page):
        yield PlayerText.BEST, _best(page, face)
    yield from _beside_you(page, state, face)


def _totals(player: PlayerStatistics, face: Face) -> Iterator[tuple[PlayerText, str]]:
    """The sums over all matches of a player, each with its label; nothing about what never happened."""
    yield PlayerText.MATCHES, _matches(player, face)
    yield PlayerText.DEALS, _points(player, face)
    if player.taken:
        made = share(player.made, player.taken, face)
        contracts = {"taken": player.taken, "made": player.made, "share": made, "failed": player.failed}
        yield PlayerText.CONTRACTS, face.say(PlayerText.CONTRACTS_ARE, **contracts)
    doubles = (
        face.say(PlayerText.GIVEN, given=player.coinches, right=player.beaten) if player.coinches else "",
        face.say(PlayerText.RECEIVED, taken=player.coinched, failed=player.coinched_failed) if player.coinched else "",
    )
    if any(doubles):
        yield PlayerText.DOUBLES, face.say(Playback.WORTH_NEXT).join(filter(None, doubles))
    feats = (
        (PlayerText.CAPOTS_ARE, player.capots),
        (PlayerText.BELOTES_ARE, player.belotes),
        (PlayerText.GENERALES_ARE, player.generales),
    )
    told = [face.say(words, count=count) for words, count in feats if count]
    if told:
        yield PlayerText.FEATS, ", ".join(told)


def _matches(player: PlayerStatistics, face: Face) -> str:
    """The number of matches, of those that were won, and of deals."""
    deals = deals_told(player.deals, face)
    if player.matches == 1:
        return face.say(PlayerText.ONE_WON if player.won else PlayerText.ONE_LOST, deals=deals)
    won = share(player.won, player.matches, face)
    return face.say(PlayerText.MATCHES_ARE, matches=player.matches, won=player.won, share=won, deals=deals)


def _points(player: PlayerStatistics, face: Face) -> str:
    """The points per deal, compared with those of the opponents."""
    deals = max(player.deals, 1)
    ours, theirs, ahead = (
        round(points / deals) for points in (player.points, player.against, player.points - player.against)
    )
    words = PlayerText.MORE if ahead > 0 else PlayerText.LESS if ahead else PlayerText.LEVEL
    return face.say(words, gap=abs(ahead), ours=ours, theirs=theirs)


def deals_told(count: int, face: Face) -> str:
    """`12 deals`."""
    return face.say(PlayerText.ONE_DEAL if count == 1 else PlayerText.SOME_DEALS, count=count)


def matches_told(count: int, face: Face) -> str:
    """`3 matches`."""
    return face.say(PlayerText.ONE_MATCH if count == 1 else PlayerText.SOME_MATCHES, count=count)


def _best(page: PlayerPage, face: Face) -> str:
    best = page.best_partner
    if best is None:
        return face.say(PlayerText.NO_BEST)
    ahead = gap(best.points, best.against, best.deals)
    return face.say(
        PlayerText.BEST_IS, name=row_name(best, face, short=True), gap=ahead, deals=deals_told(best.deals, face)
    )


def _beside_you(page: PlayerPage, state: ClientState, face: Face) -> Iterator[tuple[PlayerText, str]]:
    """The player's results with and against the person who reads the page."""
    if update.is_own(page.player, state):
        return
    name = row_name(page.player, face, short=True)
    for label, pairs in ((PlayerText.AGAINST_YOU, page.opponents), (PlayerText.WITH_YOU, page.partners)):
        for pair in pairs:
            if update.is_own(pair, state):
                yield label, _together(pair, name, face, bots=page.player.occupant is Occupant.BOT)


def _together(pair: PlayerPair, name: str, face: Face, *, bots: bool) -> str:
    """The matches of a player, or of the `bots` of a level, with or against the reader."""
    ahead = gap(pair.points, pair.against, pair.deals)
    words = PlayerText.TOGETHER_ONE_WON if pair.won in (0, 1) else PlayerText.TOGETHER
    words = PlayerText.TOGETHER_WITH_BOTS if bots else words
    counts = {"matches": matches_told(pair.matches, face), "deals": deals_told(pair.deals, face)}
    return face.say(words, won=pair.won, name=name, gap=ahead, **counts)


def _bar(player: PlayerStatistics, face: Face) -> Line:
    """The contracts as a bar: those made, those down, and those tied."""
    if not player.taken:
        return plain("")
    done = min(max(0, round(_BAR_COLS * player.made / player.taken)), _BAR_COLS)  # a server may send anything
    down = min(max(0, round(_BAR_COLS * player.failed / player.taken)), _BAR_COLS - done)
    glyphs = face.glyphs
    return joined(
        plain(glyphs.block * done, "class:ours"),
        plain(glyphs.dot * down, "class:theirs"),
        plain(" " * (_BAR_COLS - done - down)),
    )


def _pairs(page: PlayerPage, face: Face, size: Size) -> Iterator[Line]:
    """Partners and opponents, side by side where there is room."""
    most = 10 if size.rows >= _TALL else _PAIRS
    wide = size.cols >= _WIDE
    half = size.cols // 2 if wide else size.cols
    lists = [
        (_pair_heads(head, face, half), *(_pair(pair, face, half) for pair in pairs[:most]))
        for head, pairs in ((PlayerText.SHORT_PARTNERS, page.partners), (PlayerText.SHORT_OPPONENTS, page.opponents))
        if pairs
    ]
    if not wide:
        for some in lists:
            yield from some
        return
    for row in zip_longest(*lists, fillvalue=plain("")):
        yield joined(*(padded(part, half, face.dots) for part in row))


def _pair_heads(head: PlayerText, face: Face, cols: int) -> Line:
    """The heads of the columns of `_pair`."""
    heads = (face.say(words).rjust(wide) for words, wide in _PAIR_COLS.items())
    name = padded(plain(f" {face.say(head)}", "class:title"), _pair_name_cols(cols), face.dots)
    return joined(name, plain("".join(heads), "class:dim"))


def _pair(pair: PlayerPair, face: Face, cols: int) -> Line:
    """A partner or an opponent: the name, the deals together, the points ahead per deal."""
    told = (str(pair.deals), gap(pair.points, pair.against, pair.deals))
    numbers = (number.rjust(wide) for number, wide in zip(told, _PAIR_COLS.values(), strict=True))
    name = padded(plain(f"  {row_name(pair, face, short=True)}"), _pair_name_cols(cols), face.dots)
    return joined(name, plain("".join(numbers)))


def _pair_name_cols(cols: int) -> int:
    return min(24, max(8, cols - sum(_PAIR_COLS.values()) - 2))


def match_share(match: PlayerMatch) -> float | None:
    """The share of the points that the player's team got; None without points."""
    points = match.points + match.against
    return match.points / points if points else None


def _curve(matches: Sequence[PlayerMatch], face: Face, size: Size) -> Iterator[Line]:
    """A column for each match, the newest on the right, as high as the player's share of the points.

    The letters below say who won; so the curve needs no colours, though it has some.
    """
    axis = [face.say(Playback.PERCENT, share=of) for of in (100, 50, 0)]
    indent = max(map(len, axis)) + 2
    shown = [match for match in matches if match_share(match) is not None][: max(1, (size.cols - indent - 1) // 2)]
    if len(shown) < update.FEWEST_MATCHES:
        later = face.say(PlayerText.CURVE_LATER, matches=update.FEWEST_MATCHES)
        yield from (joined(plain(" "), line) for line in _told(later, size.cols))
        yield plain("")
        return
    shown.reverse()
    signs = {"won": face.say(PlayerText.WON_SIGN), "lost": face.say(PlayerText.LOST_SIGN)}
    yield from (joined(plain(" "), line) for line in _told(face.say(PlayerText.CURVE, **signs), size.cols))
    rows = 2 * _CURVE_ROWS if size.rows >= _TALL else _CURVE_ROWS
    for row in range(rows):
        label = axis[0] if row == 0 else axis[1] if row == rows // 2 else ""
        columns = (_column(match, rows - 1 - row, rows, face) for match in shown)
        yield joined(plain(f"{label:>{indent - 1}} ", "class:dim"), *columns)
    results = " ".join(signs["won" if match.won else "lost"] if match.matches else "-" for match in shown)
    yield joined(plain(f"{axis[2]:>{indent - 1}} ", "class:dim"), plain(results, "class:dim"))
    yield plain("")


def _told(text: str, cols: int) -> tuple[Line, ...]:
    return split_words(text, cols - 1, "class:dim")


def _column(match: PlayerMatch, row: int, rows: int, face: Face) -> Line:
    """The part of a match's column in one row, in the colour of the side that won."""
    style = "class:ours" if match.won or not match.matches else "class:theirs"
    return plain(f"{_cell(match_share(match) or 0.0, row, rows, face)} ", style)


def _cell(of: float, row: int, rows: int, face: Face) -> str:
    """The part of a column in one row, counted from the bottom."""
    levels = face.glyphs.levels
    eighths = round(of * rows * len(levels)) - row * len(levels)
    return " " if eighths <= 0 else levels[min(eighths, len(levels)) - 1]


def _par(par: ParReview | None, page: PlayerPage, face: Face, cols: int) -> Iterator[Line]:
    """The comparison of the last matches with perfect play: how to ask for it, how far it is, or its result."""
    told = tuple(par_told(par, page, face))
    for number, what in enumerate(told):
        if number == 0:
            stops = par is not None and not par.is_over
            first = face.say(PlayerText.PAR_STOP, told=what) if stops else what
            yield from fact(face.say(PlayerText.PAR), first, face, cols)
        else:
            yield from (joined(plain(" " * LABEL_COLS), line) for line in _told(what, cols - LABEL_COLS))


def par_told(par: ParReview | None, page: PlayerPage | None, face: Face) -> Iterator[str]:
    """The comparison with perfect play in sentences: how to ask for it, how far it is, or its result."""
    if par is None:
        most = min(update.MATCHES_COMPARED, len(page.matches)) if page is not None else 0
        yield face.say(PlayerText.PAR_HOW_ONE if most == 1 else PlayerText.PAR_HOW, matches=most)
    elif par.matches is None:
        yield face.say(PlayerText.LOADING)
    elif par.is_over:
        yield from _par_result(par, face)
    else:
        number, count = len(par.found) + 1, len(par.matches)
        words = PlayerText.PAR_AT if par.deals else PlayerText.PAR_READING
        yield face.say(words, match=number, matches=count, deal=par.deal, deals=par.deals)
        if par.is_slow:
            yield face.say(PlayerText.PAR_SLOW)


_ENOUGH_DEALS = 8
"""Deals from which on the mean difference to perfect play says something: a single capot is worth 250 points."""


def _par_result(par: ParReview, face: Face) -> Iterator[str]:
    gaps = [gap for match in par.found for gap in match]
    if not gaps:
        yield face.say(PlayerText.PAR_NOTHING)
        return
    matches = [match for match in par.found if match]
    mean = round(sum(gaps) / len(gaps))
    words = PlayerText.PAR_LOST if mean < 0 else PlayerText.PAR_GAINED if mean else PlayerText.PAR_EVEN
    counts = {"deals": deals_told(len(gaps), face), "matches": matches_told(len(matches), face)}
    told = face.say(words, points=abs(mean), **counts)
    yield face.say(PlayerText.PAR_FEW, told=told) if len(gaps) < _ENOUGH_DEALS else told
    each = ", ".join(gap(sum(match), 0, len(match)) for match in matches)
    if len(matches) > 1:
        yield face.say(PlayerText.PAR_BY_MATCH, gaps=each)
    yield face.say(PlayerText.PAR_MEANS)
