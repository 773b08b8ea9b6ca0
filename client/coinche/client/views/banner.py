"""The banner, always visible at the top of the screen: table and totals, then contract and points.
It also says in a few words what the takers still need.
"""

from __future__ import annotations

from coinche.client.model.bulletins import sentence
from coinche.client.model.state import ClientState, Link, Screen
from coinche.client.model.table import AtTable
from coinche.client.texts.play import InPlay
from coinche.client.texts.practice import PracticeText
from coinche.client.texts.replay import Playback
from coinche.client.texts.screens import Phrase
from coinche.client.update.timing_and_premove import own_time
from coinche.client.views import seats
from coinche.engine.bids import Contract
from coinche.engine.events import DealScored, Result
from coinche.engine.rules import MatchRules
from coinche.engine.seats import ZERO, Points, Seat, Team
from coinche.engine.view import Phase
from coinche.hints.contract_needs import Doubt, Measure, beside_tricks, need
from coinche.text.formatting import Face

from .text_lines import Line, apart, joined, plain, split_words, width

MOST_TOLD = 3
"""Lines that a server's bulletin may take at the top of the screen."""


def banner(state: ClientState, table: AtTable, face: Face, cols: int) -> tuple[Line, Line]:
    """Both lines of the banner."""
    return first_line(state, table, face, cols), second_line(state, table, face, cols)


def first_line(state: ClientState, table: AtTable, face: Face, cols: int) -> Line:
    """Table, deal and totals, which a table before its match does not have; or an alarm in place of the table."""
    right = () if _is_before_the_match(table) else joined(totals(table, face), plain(" "))
    if told := alarm(state, face, plays=table.plays):
        return apart(plain(f" {told} ", "class:alarm"), right, cols, face.dots)
    title = face.name(table.name) if table.gathering else deal_title(table, face)
    left = plain(" " + title, "class:ask" if table.practice else "class:title")
    return apart(left, right, cols, face.dots)


def _is_before_the_match(table: AtTable) -> bool:
    """True before the first deal, when there is no score to show."""
    return table.gathering and table.view.totals == Points(0, 0)


def told_whole(state: ClientState, table: AtTable, face: Face, cols: int) -> tuple[Line, ...]:
    """The alarm in lines of its own; none if the first line has room for it beside the totals."""
    told = alarm(state, face, plays=table.plays)
    if len(told) + 3 + width(totals(table, face)) <= cols:
        return ()
    return tuple(joined(plain(" "), line) for line in split_words(told, cols - 1, "class:alarm"))[:MOST_TOLD]


def alarm(state: ClientState, face: Face, *, plays: bool = False) -> str:
    """The alarm before everything else: a lost connection or a bulletin of the server; empty if there is none."""
    if state.link is Link.LOST:
        return link_lost(state, face, plays=plays)
    told = state.bulletin
    return sentence(told, face) if told is not None and told.is_shown(state.now) else ""


def link_lost(state: ClientState, face: Face, *, plays: bool = False) -> str:
    """The sentence for a lost connection: cause, duration and, if the person `plays`, what becomes of the seat."""
    gone = minutes(max(0, round(state.now - state.lost_since)))
    if state.restarting:
        return face.say(Phrase.RESTARTING if plays else Phrase.RESTARTING_LOBBY, time=gone)
    return face.say(Phrase.LINK_LOST if plays else Phrase.LINK_LOST_LOBBY, time=gone)


def deal_title(table: AtTable, face: Face) -> str:
    """`Café · donne 4`, with `sur 12` if the match has a number of deals; thrown-in deals count in neither. At a
    practice table it says so in place of the name; a position is one deal."""
    if table.plays_position:
        return face.say(PracticeText.SHORT_TITLE)
    if table.practice:
        return face.say(PracticeText.TITLE, dot=face.glyphs.dot, deal=table.view.deal)
    length = table.rules.match.length if table.rules else None
    name, dot = face.name(table.name), face.glyphs.dot
    if length is None:
        return face.say(Phrase.TABLE, table=name, dot=dot, deal=table.view.deal)
    return face.say(Phrase.TABLE_OF, table=name, dot=dot, deal=min(played(table) + 1, length), length=length)


def aim(match: MatchRules, face: Face) -> str:
    """The aim of a match: a target or a number of deals."""
    return aim_in_words(match.target, match.length, face)


def aim_in_words(target: int, length: int | None, face: Face) -> str:
    """A number of deals, or a target if there is none."""
    if length is None:
        return face.say(Phrase.AIM_TARGET, target=target)
    return face.say(Phrase.AIM_ONE_DEAL if length == 1 else Phrase.AIM_LENGTH, length=length)


def played(table: AtTable) -> int:
    """The number of deals played out before this one."""
    before = table.scored - (1 if table.view.score is not None else 0)
    return max(0, before)


def totals(table: AtTable, face: Face) -> Line:
    """The totals of both sides: `NOUS 620 │ EUX 480 / 2000`."""
    own, other = sides(table)
    score = table.view.totals
    has_target = table.rules is not None and table.rules.match.length is None and not table.plays_position
    target = f" / {table.rules.match.target}" if table.rules is not None and has_target else ""
    return joined(
        plain(f"{side(table, own, face).upper()} {score[own]}", "class:ours"),
        plain(f" {face.glyphs.bar} ", "class:dim"),
        plain(f"{side(table, other, face).upper()} {score[other]}", "class:theirs"),
        plain(target, "class:dim"),
    )


def second_line(state: ClientState, table: AtTable, face: Face, cols: int) -> Line:
    """The contract or the highest bid so far; tricks, points and the clock."""
    view = table.view
    bar = f" {face.glyphs.bar} "
    if view.phase is Phase.WAITING:
        return plain("")
    if view.phase is Phase.CUTTING:
        dealer = seats.name(table, view.dealer, face) if view.dealer else ""
        pack = face.say(Phrase.SHUFFLED if view.shuffled else Phrase.NOT_SHUFFLED)
        left = plain(f" {face.say(Phrase.CUT)} {face.glyphs.dot} {pack}", "class:dim")
        return apart(left, plain(face.say(Phrase.DEALER, who=dealer) + " ", "class:dim"), cols, face.dots)
    if view.phase is Phase.BIDDING:
        dealer = seats.name(table, view.dealer, face) if view.dealer else ""
        right = face.say(Phrase.DEALER, who=dealer)
        label = face.say(Phrase.BID)
    else:
        tricks = pair(Phrase.TRICKS, view.tricks_won, table, face)
        return _with_points(state, table, tricks + bar, face, cols)
    time = clock(state, table)
    told = _beside(right, face.say(Phrase.TIME_LEFT, time=time) if time else "", bar)
    left = plain(" " + no_contract(table, face), "class:dim")
    if view.contract is not None:
        left = _labelled(label, table, view.contract, face, cols - len(told) - 1)
    return apart(left, plain(told, "class:dim"), cols, face.dots)


def _with_points(state: ClientState, table: AtTable, tricks: str, face: Face, cols: int) -> Line:
    """The contract, and beside it tricks, points and time in the longest form that leaves it whole; its label gives way
    before the word for the points of a belote does."""
    bar, time, contract = f" {face.glyphs.bar} ", clock(state, table), table.view.contract
    named = face.say(Phrase.TIME_LEFT, time=time) if time else ""
    alone = plain(" " + no_contract(table, face), "class:dim")
    if contract is not None:
        alone = contract_line(table, contract, face)
    whole = alone if contract is None else _labelled(face.say(Phrase.CONTRACT), table, contract, face, cols)
    *longer, short = points_so_far(table, face)
    tried = (
        *((whole, form, left) for left in (named, time) for form in longer),
        (alone, longer[-1], time),
        (whole, short, time),
        (alone, short, time),
    )
    forms = [(left, plain(_beside(tricks + form, clocked, bar), "class:dim")) for left, form, clocked in tried]
    left, told = next((form for form in forms if sum(map(width, form)) < cols - 1), forms[-1])
    if contract is not None and width(left) + width(told) >= cols:
        left = contract_line(table, contract, face, cols - width(told) - 1)
    return apart(left, told, cols, face.dots)


def _beside(right: str, time: str, bar: str) -> str:
    return f"{right}{bar}{time} " if time else f"{right} "


def _labelled(label: str, table: AtTable, contract: Contract, face: Face, cols: int) -> Line:
    """The contract after its label, which is left out rather than names are cut."""
    whole = joined(plain(f" {label} ", "class:dim"), contract_line(table, contract, face))
    return whole if width(whole) <= cols else contract_line(table, contract, face, cols)


def no_contract(table: AtTable, face: Face) -> str:
    """The text while there is no contract: nobody has bid yet, or everybody has passed."""
    if table.view.phase is Phase.BIDDING:
        return face.say(Phrase.PASSED_SO_FAR if table.view.auction else Phrase.NO_BID)
    return face.say(Phrase.ALL_PASSED) if table.view.phase is Phase.DEAL_OVER else ""


def points(table: AtTable) -> Points:
    """The points of the tricks so far; once the deal is over, those of the recap, last trick included."""
    return table.view.points if table.view.score is None else table.view.score.points


def points_so_far(table: AtTable, face: Face) -> tuple[str, ...]:
    """The points of each side with those of belote and declarations, in forms from the longest to the shortest.

    `points: us 45 + 20 belote, them 85`, `us 45 + 20 belote, them 85`, `us 45+20, them 85`.
    """
    sums, view = points(table), table.view
    counts = table.rules is not None and view.score is None
    parts = beside_tricks(view, table.rules) if counts and table.rules is not None else (ZERO, ZERO)
    whole, brief = [], []
    for team in sides(table):
        name = side_within(table, team, face)
        named = (Phrase.AND_BELOTE, Phrase.AND_DECLARED)
        told = [face.say(words, points=of[team]) for words, of in zip(named, parts, strict=True) if of[team]]
        beside = sum(of[team] for of in parts)
        whole.append(face.say(Phrase.OF_SIDE, team=name, points=sums[team]) + "".join(told))
        added = f"{sums[team]}+{beside}" if beside else sums[team]
        brief.append(face.say(Phrase.OF_SIDE, team=short_side(name), points=added))
    forms = ((Phrase.POINTS, whole), (Phrase.POINTS_BRIEFLY, whole), (Phrase.POINTS_BRIEFLY, brief))
    return tuple(face.say(words, ours=ours, theirs=theirs) for words, (ours, theirs) in forms)


def contract_line(table: AtTable, contract: Contract, face: Face, cols: int = seats.ROOMY) -> Line:
    """The contract as a line: `120♥ ×2 Ana (nous), coinché par Max`; names are cut where it has no room for them."""
    then = seats.of_contract(table)
    return seats.fitting(lambda most: _contract_line(then, contract, face, most), cols)


def _contract_line(table: AtTable, contract: Contract, face: Face, most: int) -> Line:
    own = table.seat.team if table.seat else None
    team = face.team(contract.takers, own).lower() if own else ""
    who = seats.name(table, contract.bidder, face, most) + (f" ({team})" if team else "")
    doubled = doubling(table, contract, face, most)
    return joined(
        plain(f" {bid_text(contract, face)} ", "class:contract"),
        plain(f" {who}, " if doubled else f" {who}"),
        plain(doubled, "class:coinche"),
    )


def bid_text(contract: Contract, face: Face) -> str:
    """The bid and its multiplier: `120♥ ×2`."""
    times = f" {face.glyphs.times}{contract.multiplier}" if contract.multiplier > 1 else ""
    return face.bid(contract.bid) + times


def doubling(table: AtTable, contract: Contract, face: Face, most: int) -> str:
    """The player who surcoinched or coinched, the name at most so wide; empty if nobody did."""
    if contract.surcoinched_by is not None:
        words, who = Phrase.SURCOINCHED_BY, contract.surcoinched_by
    elif contract.coinched_by is not None:
        words, who = Phrase.COINCHED_BY, contract.coinched_by
    else:
        return ""
    return face.say(words, who=seats.name(table, who, face, most))


def sides(table: AtTable) -> tuple[Team, Team]:
    """The teams, the viewer's first."""
    own = (table.seat or Seat.SOUTH).team
    return own, own.other


def side(table: AtTable, team: Team, face: Face) -> str:
    """The viewer's name for a team."""
    return face.team(team, table.seat.team if table.seat else None)


_SHORT_COLS = 6
"""Cells of a number, from which on the name of a side is shortened."""


def short_side(text: str) -> str:
    """`North-South` in the width of a number: `N-S`."""
    if len(text) < _SHORT_COLS:
        return text
    return "-".join(word[0] for word in text.split("-"))


def side_within(table: AtTable, team: Team, face: Face) -> str:
    """The viewer's name for a team within a sentence: `us`, `North-South`."""
    named = side(table, team, face)
    return named if table.seat is None else named.lower()


def gain_style(table: AtTable, takers: Team, score: DealScored) -> str:
    """The colour of the side that gains by the takers' result; neutral after a draw."""
    if score.result is Result.DRAWN:
        return "class:bid"
    gains = takers if score.made else takers.other
    return "class:ours" if gains is sides(table)[0] else "class:theirs"


def pair(words: Phrase, points: Points, table: AtTable, face: Face) -> str:
    """A number for each side, the viewer's first."""
    own, other = sides(table)
    return face.say(words, ours=points[own], theirs=points[other])


def clock(state: ClientState, table: AtTable) -> str:
    """The time left to decide, `0:12 + 2:00` with a time bank; empty without a request or a time limit."""
    left = own_time(state, table)
    if left is None:
        return ""
    return " + ".join(minutes(seconds) for seconds in (left.free, left.bank) if seconds) or minutes(0)


def minutes(seconds: int) -> str:
    """A duration as minutes and seconds: `2:05`."""
    return f"{seconds // 60}:{seconds % 60:02}"


def missing(table: AtTable, face: Face, *, briefly: bool = False) -> str:
    """The points that the takers still need: `we need 58 more points`; empty without a contract. Briefly, without the
    remark on the defence.

    Declarations of which nobody knows yet whether they count are left out, and a remark says so.
    """
    found = need(table.view, table.rules) if table.rules is not None else None
    if found is None:
        return ""
    team, of_tricks = side_within(table, found.takers, face), found.measure is Measure.TRICKS
    if found.measure is Measure.LOST:
        ours = table.seat is not None and found.takers is table.seat.team
        words = InPlay.LOST_BY_TEAM if table.seat is None else InPlay.LOST_BY_US if ours else InPlay.LOST_BY_THEM
        return face.say(words, team=team)
    if found.missing == 0 and not of_tricks:
        return face.say(InPlay.SAFE, team=team)
    what = face.say(_LACKS[of_tricks][found.missing == 1], count=found.missing)
    words = InPlay.TEAM_NEEDS
    if table.seat is not None:
        words = InPlay.US_NEED if found.takers is table.seat.team else InPlay.THEY_NEED
    told = face.say(words, team=team, what=what)
    if found.more_than_bid and not briefly:
        told = face.say(InPlay.MORE_THAN_DEFENCE, need=told)
    return told if found.doubt is Doubt.NONE else face.say(InPlay.NOT_COUNTED, need=told)


_LACKS = (
    (InPlay.POINTS_NEEDED, InPlay.POINT_NEEDED),
    (InPlay.TRICKS_NEEDED, InPlay.TRICK_NEEDED),
)
"""What the takers lack, points or tricks: some, or one."""


def turn_at_table(state: ClientState, face: Face) -> Line:
    """The sentence on another screen that it is the person's turn at the table; empty if it is not."""
    if state.table is None or state.table.asked is None or state.browses_own or state.screen is Screen.PLAY:
        return ()
    leads_back = state.screen in (Screen.MATCHES, Screen.STATISTICS) or (
        state.screen is Screen.REPLAY and state.behind is Screen.PLAY
    )
    words = Playback.YOUR_TURN if leads_back else Playback.YOUR_TURN_THERE
    return joined(plain(f"{face.glyphs.turn} ", "class:turn"), plain(face.say(words), "class:alarm"))
