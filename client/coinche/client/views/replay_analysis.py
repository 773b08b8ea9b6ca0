"""Analysis of the decision at a position of a replay, in words: card values, the choice of `expert`, the cost."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from coinche.client.model.replay import ReplayState
from coinche.client.texts.replay import Playback
from coinche.client.views import seats
from coinche.engine.actions import Action, Coinche, MakeBid, Pass, PlayCard, Surcoinche
from coinche.engine.cards import Card
from coinche.engine.events import BeloteSaid, CardPlayed, DealScored, DeclarationsShown, Event
from coinche.engine.seats import Seat
from coinche.hints.render import ExpertChoice, named, sentence
from coinche.hints.texts import OF_BOTH
from coinche.text.formatting import Face
from coinche.text.line_breaks import HARD

from .bidding import called_word

if TYPE_CHECKING:
    from coinche.records.review.review import CostlyDecision

MOST_CALLS = 3
"""Maximum number of better calls that are named; better cards are all named, since their values are in sight."""


def advice_line(match_replay: ReplayState, face: Face) -> str:
    """The points that the side ends with, by card, the best first and the one played marked, as far as the solver has
    computed them."""
    events, at = match_replay.replay_deal.events, match_replay.count
    following = events[at] if at < len(events) else None
    played = following.card if isinstance(following, CardPlayed) else None
    turn = match_replay.view.turn
    if not match_replay.advice or turn is None:
        return ""
    own = turn is match_replay.own_here and match_replay.eyes in (None, turn)
    extras = _without_extras(events)
    ends = face.say(
        Playback.YOUR_WORTH if own else Playback.WORTH,
        whose=seats.owner(match_replay.table, turn, face),
        without=face.say(Playback.WITHOUT, what=face.say(extras)) if extras else "",
    )
    told = (
        face.say(Playback.CARDS_WORTH, points=points, cards=_any_of(_marked(cards, played, face), face))
        for points, cards in _by_worth(match_replay.advice)
    )
    values = face.say(Playback.WORTH_NEXT).join(_SPACES.sub(HARD, one) for one in told)
    return f"{ends[:1].upper()}{ends[1:]} {values}."


_SPACES = re.compile("(?<!,) ")
"""The spaces at which no line ends: between a value and its first card, and before the last card."""


def _by_worth(advice: Mapping[Card, int]) -> Iterator[tuple[int, list[Card]]]:
    """The values, the highest first, each with its cards."""
    for points in sorted(set(advice.values()), reverse=True):
        yield points, [card for card, worth in advice.items() if worth == points]


def _marked(cards: Iterable[Card], played: Card | None, face: Face) -> list[str]:
    """The cards, the one that was played marked as such."""
    return [
        face.say(Playback.CARD_PLAYED, card=face.card(card)) if card is played else face.card(card) for card in cards
    ]


def _any_of(words: Sequence[str], face: Face) -> str:
    """`8♦, 10♦ or K♠`."""
    *first, last = words
    return face.say(Playback.OR).join((", ".join(first), last)) if first else last


def _without_extras(events: tuple[Event, ...]) -> Playback | None:
    """The points that the solver leaves out, though they count for the contract; None if the deal has none."""
    belote = any(isinstance(event, BeloteSaid) for event in events)
    declarations = any(isinstance(event, DeclarationsShown) for event in events)
    if belote and declarations:
        return Playback.NO_EXTRAS
    return Playback.NO_BELOTE if belote else Playback.NO_DECLARATIONS if declarations else None


def expert_line(match_replay: ReplayState, face: Face, *, aloud: bool = False) -> str:
    """The verdict on what was done at this position, and why; empty until the choice of `expert` is known.

    Where both are about as good, the reason is left out: it would compare cards or calls that nobody has chosen.
    """
    choice, seat = match_replay.choice, match_replay.decision_seat
    if choice is None or seat is None:
        return ""
    own = _is_own(match_replay, seat)
    who = seats.name(match_replay.table, seat, face)
    what = _named(choice.made, face, aloud)
    ahead = Playback.YOUR_CHOICE if own else _AHEAD.get(type(choice.made), Playback.WILL_SAY_NOTHING)
    made = face.say(ahead, who=who, what=what)
    verdict = _verdict_on(choice, made, face, aloud=aloud)
    if choice.why is None or choice.forced or not (choice.agrees or choice.is_correction):
        return verdict
    why = sentence(choice.why, match_replay.table.names, face, aloud=aloud)
    addressed = not own and choice.why.words not in OF_BOTH
    return f"{verdict} {face.say(Playback.ADVICE_TO, who=who, why=why) if addressed else why}"


def _is_own(match_replay: ReplayState, seat: Seat) -> bool:
    """Test whether the person decides there, and sees their own hand or all four."""
    return seat is match_replay.own_here and match_replay.eyes in (None, seat)


_AHEAD: dict[type[Action], Playback] = {
    PlayCard: Playback.WILL_PLAY,
    MakeBid: Playback.WILL_BID,
    Pass: Playback.WILL_PASS,
    Coinche: Playback.WILL_COINCHE,
    Surcoinche: Playback.WILL_SURCOINCHE,
}
"""The sentences about what a player is about to do; for anything else the player says nothing."""


def _verdict_on(choice: ExpertChoice, made: str, face: Face, *, aloud: bool = False) -> str:
    """The verdict on a decision from the player's own hand: the only one, for `h` and for the costly decisions."""
    return face.say(_verdict(choice), what=made, expert=_named(choice.action, face, aloud))


def _verdict(choice: ExpertChoice) -> Playback:
    if choice.forced:
        return Playback.FORCED_CARD if isinstance(choice.made, PlayCard) else Playback.FORCED_CALL
    if choice.agrees:
        return Playback.GOOD
    return Playback.WRONG if choice.is_correction else Playback.NEARLY


def _named(action: Action, face: Face, aloud: bool) -> str:
    """A card or a bid as hints name it, or the word of the call."""
    is_word = not isinstance(action, PlayCard | MakeBid)
    return called_word(str(action), face) if is_word else named(action, face, aloud=aloud)


def analysis(match_replay: ReplayState, face: Face, *, briefly: bool = False) -> Iterator[str]:
    """The value of the cards and the choice of `expert`, as far as they are wanted; where there is none, the reason.

    `briefly` leaves out what is said about the keys.
    """
    worth, chosen = advice_line(match_replay, face), expert_line(match_replay, face)
    if match_replay.weighs and (worth or match_replay.is_weighing or not briefly):
        waits = Playback.WEIGHING if match_replay.is_weighing else Playback.WEIGHED_IN_PLAY
        yield worth or face.say(waits)
    if match_replay.consults and (chosen or match_replay.is_consulting or not briefly):
        waits = Playback.CONSULTING if match_replay.is_consulting else Playback.CONSULTED_AT_DECISIONS
        yield chosen or face.say(waits)


def compares(match_replay: ReplayState, face: Face) -> bool:
    """Test whether something is said of one hand, and something else of all four, which may disagree."""
    if match_replay.decision is not None and match_replay.verdict is not None:
        return True
    return bool(advice_line(match_replay, face) and expert_line(match_replay, face))


def costly_line(match_replay: ReplayState, face: Face, *, briefly: bool = False) -> str:
    """The costly decision at which the replay stands: the verdict, then what was better with all hands in sight.

    Empty if it stands at none. The verdict is left out where `expert_line` tells it, and for bad luck, which is told
    as such.
    """
    if match_replay.decision is None or match_replay.costly is None:
        return ""
    number, choice = match_replay.decision, match_replay.verdict
    decision = match_replay.costly[number]
    own, who = decision.seat is match_replay.own, seats.name(match_replay.table, decision.seat, face)
    told = [_cost_briefly(match_replay, decision, face) if briefly else _cost(match_replay, decision, face)]
    is_luck = choice is not None and not choice.is_correction
    if choice is not None and match_replay.choice is None and (briefly or not is_luck):
        made = _named(choice.made, face, aloud=False)
        said = face.say(Playback.YOUR_CHOICE, what=made) if own else f"{who}, {made}"
        told.insert(0, _verdict_on(choice, said, face))
    return face.say(Playback.COSTLY, number=number + 1, count=len(match_replay.costly), said=" ".join(told))


def _cost(match_replay: ReplayState, decision: CostlyDecision, face: Face) -> str:
    """The better decision for somebody who saw all hands, and the cost of the one that was taken."""
    choice = match_replay.verdict
    is_luck = choice is not None and not choice.is_correction
    own = "YOUR_" if decision.seat is match_replay.own else ""
    return face.say(
        Playback[f"{own}{'LUCK' if is_luck else 'COST'}"],
        who=seats.name(match_replay.table, decision.seat, face),
        cost=face.say(_lost(match_replay, decision), points=decision.cost),
        better=_better(decision, face, "LUCK" if is_luck else "SHOULD"),
    )


def _cost_briefly(match_replay: ReplayState, decision: CostlyDecision, face: Face) -> str:
    """The same in a few words."""
    words = _BRIEFLY[_lost(match_replay, decision)]
    found = [call_or_card(one, face) for one in _named_ones(decision)]
    better = _any_of(found, face) if found else face.say(Playback.SHOULD_SAY_NOTHING)
    return face.say(Playback.COST_BRIEFLY, better=better, cost=face.say(words, points=decision.cost))


_BRIEFLY: Mapping[Playback, Playback] = {
    Playback.COST_POINTS: Playback.POINTS_BRIEFLY,
    Playback.COST_AT_BEST: Playback.POINTS_BRIEFLY,
    Playback.COST_MADE: Playback.MADE_BRIEFLY,
    Playback.COST_BEATEN: Playback.BEATEN_BRIEFLY,
}


def _lost(match_replay: ReplayState, decision: CostlyDecision) -> Playback:
    """The cost in words: points, and the contract or its defeat, where the card turned it.

    If others turned it back later, the points are told as lost with perfect play only.
    """
    contract = match_replay.view.contract
    if not decision.turned or contract is None:
        return Playback.COST_POINTS
    takes = contract.takers is decision.seat.team
    scores = (event for event in match_replay.replay_deal.events if isinstance(event, DealScored))
    made = next((score.made for score in scores), not takes)
    if made is takes:
        return Playback.COST_AT_BEST
    return Playback.COST_MADE if takes else Playback.COST_BEATEN


_DOING: Mapping[type[Action | Card], str] = {
    MakeBid: "BID",
    Pass: "PASS",
    Coinche: "COINCHE",
    Surcoinche: "SURCOINCHE",
}


def _better(decision: CostlyDecision, face: Face, form: str) -> str:
    """The better cards or calls, in words: `played K♠ or A♣`, or in the form for bad luck, `coinching or passing`."""
    better = _named_ones(decision)
    if cards := [face.the_card(one) for one in better if isinstance(one, Card)]:
        return face.say(Playback[f"{form}_PLAY"], what=_any_of(cards, face))
    calls = sorted(
        {
            face.say(Playback[f"{form}_{_DOING[type(one)]}"], what=call_or_card(one, face))
            for one in better
            if type(one) in _DOING
        }
    )
    return _any_of(calls, face) if calls else face.say(Playback[f"{form}_SAY_NOTHING"])


def _named_ones(decision: CostlyDecision) -> tuple[Action | Card, ...]:
    """The better cards, or the first of the better calls."""
    cards = tuple(one for one in decision.better if isinstance(one, Card))
    return cards or decision.better[:MOST_CALLS]


def call_or_card(made: Action | Card, face: Face) -> str:
    """A card, a bid, or the word of another call."""
    if isinstance(made, Card):
        return face.card(made)
    return face.bid(made.bid) if isinstance(made, MakeBid) else called_word(type(made).__name__.lower(), face)
