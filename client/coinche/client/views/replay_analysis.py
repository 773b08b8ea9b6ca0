"""Analysis of the decision at a position of a replay, in words: card values, the choice of `expert`, the cost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from coinche.client.model.replay import ReplayState
from coinche.client.texts.replay import Playback
from coinche.client.views import seats
from coinche.engine.actions import Action, Coinche, MakeBid, Pass, PlayCard, Surcoinche
from coinche.engine.cards import Card
from coinche.engine.events import BeloteSaid, CardPlayed, DealScored, DeclarationsShown, Event
from coinche.hints.render import ExpertChoice, named, sentence
from coinche.hints.texts import OF_BOTH
from coinche.text.formatting import Face

from .bidding import called_word

if TYPE_CHECKING:
    from coinche.records.review.review import CostlyDecision

MOST_BETTER = 3
"""Maximum number of better cards or calls that are named."""


def advice_line(match_replay: ReplayState, face: Face) -> str:
    """The value of each card, the best first and the one played marked, as far as the solver has computed it."""
    events, at = match_replay.replay_deal.events, match_replay.count
    following = events[at] if at < len(events) else None
    played = following.card if isinstance(following, CardPlayed) else None
    cards = (
        face.say(Playback.CARD_PLAYED if card is played else Playback.CARD_WORTH, card=face.card(card), points=points)
        for card, points in sorted(match_replay.advice.items(), key=lambda one: -one[1])
    )
    told = ", ".join(cards)
    if not told or match_replay.view.turn is None:
        return ""
    turn = match_replay.view.turn
    own = turn is match_replay.own and match_replay.eyes in (None, turn)
    words = Playback.YOUR_WORTH if own else Playback.WORTH
    worth = face.say(words, cards=told, whose=seats.owner(match_replay.table, turn, face))
    extras = _without_extras(events)
    return face.say(Playback.WORTH_WITHOUT, worth=worth, what=face.say(extras)) if extras else worth


def _without_extras(events: tuple[Event, ...]) -> Playback | None:
    """The points that the solver leaves out, though they count for the contract; None if the deal has none."""
    belote = any(isinstance(event, BeloteSaid) for event in events)
    declarations = any(isinstance(event, DeclarationsShown) for event in events)
    if belote and declarations:
        return Playback.NO_EXTRAS
    return Playback.NO_BELOTE if belote else Playback.NO_DECLARATIONS if declarations else None


def expert_line(match_replay: ReplayState, face: Face, *, aloud: bool = False) -> str:
    """The verdict on what was done at this position, the choice of `expert`, and why; empty until that is known.

    Where both are about as good, the reason is left out: it would compare cards or calls that nobody has chosen.
    """
    choice, seat = match_replay.choice, match_replay.decision_seat
    if choice is None or seat is None:
        return ""
    made = _named(choice.made, face, aloud)
    own = seat is match_replay.own and match_replay.eyes in (None, seat)
    who = seats.name(match_replay.table, seat, face)
    what = face.say(Playback.YOUR_CHOICE, what=made) if own else made[:1].upper() + made[1:]
    if not own and match_replay.eyes not in (None, seat):
        what = f"{who}, {made}"  # below the hand of another player
    verdict = face.say(_verdict(choice), what=what, expert=_named(choice.action, face, aloud))
    if choice.why is None or choice.forced or not (choice.agrees or choice.is_correction):
        return verdict
    why = sentence(choice.why, match_replay.table.names, face, aloud=aloud)
    addressed = not own and choice.why.words not in OF_BOTH
    return f"{verdict} {face.say(Playback.ADVICE_TO, who=who, why=why) if addressed else why}"


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
    """Test whether both the value of the cards and the choice of `expert` are shown, which may disagree."""
    return bool(advice_line(match_replay, face) and expert_line(match_replay, face))


def costly_line(match_replay: ReplayState, face: Face) -> str:
    """The costly decision at which the replay stands, in a sentence; empty if it stands at none.

    The verdict of `expert` stands apart where its choice is shown, so it is left out there.
    """
    if match_replay.decision is None or match_replay.costly is None:
        return ""
    number = match_replay.decision
    if number >= match_replay.mistakes:
        return _unlucky_line(match_replay, number, match_replay.costly[number], face)
    judged = match_replay.consults and match_replay.choice is not None
    return face.say(
        Playback.COSTLY_ALONE if judged else Playback.COSTLY,
        number=number + 1,
        count=len(match_replay.costly),
        cost=_cost(match_replay, match_replay.costly[number], face),
        verdict=face.say(Playback.MISTAKE),
    )


_DONE: Mapping[type[Action | Card], tuple[Playback, Playback]] = {
    Card: (Playback.WAS_CARD, Playback.HAS_PLAYED),
    MakeBid: (Playback.WAS_BID, Playback.HAS_BID),
    Pass: (Playback.WAS_PASS, Playback.HAS_PASSED),
    Coinche: (Playback.WAS_COINCHE, Playback.HAS_COINCHED),
    Surcoinche: (Playback.WAS_SURCOINCHE, Playback.HAS_SURCOINCHED),
}
"""The right action with all cards in sight, and the action that was taken."""


def _unlucky_line(match_replay: ReplayState, number: int, decision: CostlyDecision, face: Face) -> str:
    """A costly decision that was no mistake: the right one for somebody who saw all hands, and that `expert` would not
    have made it either. It stays the same where the choice of `expert` is shown."""
    expert = face.say(Playback.EXPERT_NO_BETTER)
    if decision in match_replay.agreed and type(decision.made) in _DONE:
        done = face.say(_DONE[type(decision.made)][1], what=call_or_card(decision.made, face))
        expert = face.say(Playback.EXPERT_TOO, done=done)
    is_own = decision.seat is match_replay.own
    who = seats.name(match_replay.table, decision.seat, face)
    assert match_replay.costly is not None
    return face.say(
        Playback.UNLUCKY,
        number=number + 1,
        count=len(match_replay.costly),
        better=_was_better(decision, face),
        cost=face.say(_lost(match_replay, decision), points=decision.cost),
        known=face.say(Playback.YOU_COULD_NOT_KNOW if is_own else Playback.COULD_NOT_KNOW, who=who, expert=expert),
    )


def _was_better(decision: CostlyDecision, face: Face) -> str:
    """The better cards or calls, in words: `K♠ or A♣ was the winning card`, `passing was right`."""
    for kind, (words, _) in _DONE.items():
        if found := _either(decision, kind, face):
            return face.say(words, what=face.say(Playback.OR).join(found))
    return face.say(Playback.WAS_NOTHING)


def _either(decision: CostlyDecision, kind: type[Action | Card], face: Face) -> list[str]:
    """The better cards, each with its article, or the better calls of one kind."""
    found = [one for one in decision.better[:MOST_BETTER] if isinstance(one, kind)]
    in_order = sorted(found, key=lambda one: call_or_card(one, face))
    return [face.the_card(one) if isinstance(one, Card) else call_or_card(one, face) for one in in_order]


def _cost(match_replay: ReplayState, decision: CostlyDecision, face: Face) -> str:
    """The cost of the decision, and the better one for somebody who saw all hands."""
    lost = _lost(match_replay, decision)
    is_own, made = decision.seat is match_replay.own, call_or_card(decision.made, face)
    return face.say(
        Playback.YOUR_COST if is_own else Playback.COST,
        who=seats.name(match_replay.table, decision.seat, face),
        made=made if is_own else made[:1].upper() + made[1:],
        cost=face.say(lost, points=decision.cost),
        better=_better(decision, face),
    )


def _lost(match_replay: ReplayState, decision: CostlyDecision) -> Playback:
    """The cost in words: points, and the contract or its defeat, where the card turned it.

    If others turned it back later, the contract is told as lost with perfect play only.
    """
    contract = match_replay.view.contract
    if not decision.turned or contract is None:
        return Playback.COST_POINTS
    takes = contract.takers is decision.seat.team
    scores = (event for event in match_replay.replay_deal.events if isinstance(event, DealScored))
    made = next((score.made for score in scores), not takes)
    if made is takes:
        return Playback.COST_MADE_AT_BEST if takes else Playback.COST_BEATEN_AT_BEST
    return Playback.COST_MADE if takes else Playback.COST_BEATEN


_SHOULD: Mapping[type[Action | Card], Playback] = {
    MakeBid: Playback.SHOULD_BID,
    Pass: Playback.SHOULD_PASS,
    Coinche: Playback.SHOULD_COINCHE,
    Surcoinche: Playback.SHOULD_SURCOINCHE,
}


def _better(decision: CostlyDecision, face: Face) -> str:
    """The better cards or calls, in words: `play K♠ or A♣`, `coinche or pass`."""
    either, better = face.say(Playback.OR), decision.better[:MOST_BETTER]
    if cards := _either(decision, Card, face):
        return face.say(Playback.SHOULD_PLAY, what=either.join(cards))
    calls = sorted(
        {face.say(_SHOULD[type(call)], what=call_or_card(call, face)) for call in better if type(call) in _SHOULD}
    )
    return either.join(calls) or face.say(Playback.SHOULD_SAY_NOTHING)


def call_or_card(made: Action | Card, face: Face) -> str:
    """A card, a bid, or the word of another call."""
    if isinstance(made, Card):
        return face.card(made)
    return face.bid(made.bid) if isinstance(made, MakeBid) else called_word(type(made).__name__.lower(), face)
