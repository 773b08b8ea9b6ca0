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
from coinche.text.language import Language
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
"""The sentences about what a player does next; for anything else the player says nothing."""


def _verdict_on(choice: ExpertChoice, made: str, face: Face, *, aloud: bool = False) -> str:
    """The verdict on a decision from the player's own hand: the only one, for `h` and for the costly decisions."""
    would = _in_form("WOULD", choice.action, face, aloud)
    return face.say(_verdict(choice), what=made, expert=_named(choice.action, face, aloud), would=would)


def _in_form(form: str, done: Action | Card, face: Face, aloud: bool = False) -> str:
    """A card or a call in a form of its verb: `played the K♠`, `would pass`."""
    if isinstance(done, Card | PlayCard):
        card = done if isinstance(done, Card) else done.card
        return face.say(Playback[f"{form}_PLAY"], what=face.spoken_card(card) if aloud else face.the_card(card))
    what = named(done, face, aloud=aloud) if isinstance(done, MakeBid) else ""
    return face.say(Playback[f"{form}_{_DOING.get(type(done), 'SAY_NOTHING')}"], what=what)


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
    """The costly decision at which the replay stands: what was done, what instead, what it cost, and why.

    Empty if it stands at none. What `expert_line` tells is left out. The reason is that of `expert`, so it is told
    where the card or call of `expert` is also the best with all four hands in view.
    """
    if match_replay.decision is None or match_replay.costly is None:
        return ""
    number, choice = match_replay.decision, match_replay.verdict
    decision = match_replay.costly[number]
    told = [_all_hands(match_replay, decision, face, briefly)]
    if match_replay.choice is None:
        did = _did(match_replay, decision, face)
        if choice is not None and choice.is_correction and _is_among(choice.action, decision):
            told = [_mistake(match_replay, decision, did, face, briefly)]
            if why := "" if briefly else costly_reason(match_replay, face):
                told.append(why)
        elif choice is not None and choice.is_correction:
            told.insert(0, face.say(Playback.EXPERT_WOULD, did=did, would=_in_form("WOULD", choice.action, face)))
        else:
            told.insert(0, face.say(Playback.UNLUCKY if choice is not None else Playback.DONE, did=did))
    return face.say(Playback.COSTLY, number=number + 1, count=len(match_replay.costly), said=" ".join(told))


def costly_reason(match_replay: ReplayState, face: Face) -> str:
    """The reason of `expert` against a costly mistake, where its own choice is the best one; else empty."""
    choice, number = match_replay.verdict, match_replay.decision
    if choice is None or choice.why is None or not choice.is_correction or number is None or not match_replay.costly:
        return ""
    decision = match_replay.costly[number]
    if not _is_among(choice.action, decision):
        return ""
    why = sentence(choice.why, match_replay.table.names, face)
    if decision.seat is match_replay.own or choice.why.words in OF_BOTH:
        return why
    return face.say(Playback.EXPERT_SAYS, why=why)


def _is_among(action: Action, decision: CostlyDecision) -> bool:
    """Test whether that card or call is one of the best with all four hands in view."""
    return (action.card if isinstance(action, PlayCard) else action) in decision.better


def _did(match_replay: ReplayState, decision: CostlyDecision, face: Face) -> str:
    """`You played the K♠`, `Max passed`."""
    own, who = decision.seat is match_replay.own, seats.name(match_replay.table, decision.seat, face)
    if not isinstance(decision.made, Card) and type(decision.made) not in _DOING:
        return face.say(Playback.YOU_SAID_NOTHING if own else Playback.THEY_SAID_NOTHING, who=who)
    what = _in_form("DID", decision.made, face)
    return face.say(Playback.YOU_DID if own else Playback.THEY_DID, who=who, what=what)


def _mistake(match_replay: ReplayState, decision: CostlyDecision, did: str, face: Face, briefly: bool) -> str:
    cost = _cost(match_replay, decision, face, briefly)
    return face.say(Playback.MISTAKE, did=did, better=_better(decision, face, "SHOULD"), cost=cost)


def _all_hands(match_replay: ReplayState, decision: CostlyDecision, face: Face, briefly: bool) -> str:
    """The better decision for somebody who saw all hands, and the cost of the one that was taken."""
    form = "BEST" if face.language is Language.ENGLISH else "SHOULD"
    cost = _cost(match_replay, decision, face, briefly)
    return face.say(Playback.ALL_HANDS, better=_better(decision, face, form), cost=cost)


def _cost(match_replay: ReplayState, decision: CostlyDecision, face: Face, briefly: bool) -> str:
    words = _lost(match_replay, decision)
    return face.say(_BRIEFLY[words] if briefly else words, points=decision.cost)


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
    """The better cards or calls, in words: `played K♠ or A♣`, or in the form of a subject, `coinching or passing`."""
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
