"""Analysis of the decision at a position of a replay, in words: card values, the choice of `expert`, the cost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from coinche.client.model.replay import ReplayState
from coinche.client.texts.replay import Playback
from coinche.client.views import seats
from coinche.engine.actions import Action, Coinche, MakeBid, Pass, PlayCard, Surcoinche
from coinche.engine.cards import Card
from coinche.engine.events import CardPlayed
from coinche.hints.render import ExpertChoice, named, sentence
from coinche.text.formatting import Face

from .bidding import called_word

if TYPE_CHECKING:
    from coinche.records.review.review import CostlyDecision

MOST_BETTER = 3
"""Maximum number of better cards or calls that are named."""


def advice_line(match_replay: ReplayState, face: Face) -> str:
    """The value of each card, the one played marked, as far as the solver has computed it."""
    events, at = match_replay.replay_deal.events, match_replay.count
    following = events[at] if at < len(events) else None
    played = following.card if isinstance(following, CardPlayed) else None
    cards = (
        face.say(Playback.CARD_PLAYED if card is played else Playback.CARD_WORTH, card=face.card(card), points=points)
        for card, points in match_replay.advice.items()
    )
    told = "  ".join(cards)
    if not told or match_replay.view.turn is None:
        return ""
    turn = match_replay.view.turn
    words = Playback.YOUR_WORTH if turn is match_replay.own else Playback.WORTH
    return face.say(words, cards=told, who=seats.name(match_replay.table, turn, face))


_WOULD: Mapping[type[Action], Playback] = {
    PlayCard: Playback.WOULD_PLAY,
    MakeBid: Playback.WOULD_BID,
    Pass: Playback.WOULD_PASS,
    Coinche: Playback.WOULD_COINCHE,
    Surcoinche: Playback.WOULD_SURCOINCHE,
}


def expert_line(match_replay: ReplayState, face: Face, *, aloud: bool = False) -> str:
    """The action at this position, the choice of `expert` and its reason; empty until they are known."""
    choice, seat = match_replay.choice, match_replay.decision_seat
    if choice is None or seat is None:
        return ""
    is_card = isinstance(choice.made, PlayCard)
    told = [face.say(Playback.PLAYED_CARD if is_card else Playback.CALL_MADE, what=_named(choice.made, face, aloud))]
    if choice.forced:
        return f"{told[0]} {face.say(Playback.FORCED_CARD if is_card else Playback.FORCED_CALL)}"
    told.append(_would(choice, face, aloud))
    if choice.why is not None:
        why = sentence(choice.why, match_replay.table.names, face, aloud=aloud)
        who = seats.name(match_replay.table, seat, face)
        told.append(why if seat is match_replay.own else face.say(Playback.ADVICE_TO, who=who, why=why))
    return " ".join(told)


def _would(choice: ExpertChoice, face: Face, aloud: bool) -> str:
    if choice.agrees:
        return face.say(Playback.SAME_CARD if isinstance(choice.made, PlayCard) else Playback.SAME_CALL)
    doubt = "" if choice.clear else face.say(Playback.NOT_CLEARLY)
    return face.say(_WOULD[type(choice.action)], what=_named(choice.action, face, aloud), doubt=doubt)


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
    if worth and chosen and not briefly:
        yield face.say(Playback.OPEN_OR_NOT)


def costly_line(match_replay: ReplayState, face: Face) -> str:
    """The costly decision at which the replay stands, in a sentence; empty if it stands at none."""
    if match_replay.decision is None or match_replay.costly is None:
        return ""
    number = match_replay.decision
    decision, is_mistake = match_replay.costly[number], number < match_replay.mistakes
    is_own = decision.seat is match_replay.own
    words = _VERDICTS[is_mistake, is_own]
    verdict = face.say(words, who=seats.name(match_replay.table, decision.seat, face))
    count = len(match_replay.costly)
    return face.say(
        Playback.COSTLY, number=number + 1, count=count, verdict=verdict, seen=_seen(match_replay, decision, face)
    )


_VERDICTS: Mapping[tuple[bool, bool], Playback] = {
    (True, True): Playback.YOUR_MISTAKE,
    (True, False): Playback.MISTAKE,
    (False, True): Playback.YOU_UNLUCKY,
    (False, False): Playback.UNLUCKY,
}
"""The verdict on a costly decision, by whether it was a mistake and whether the person made it."""


def _seen(match_replay: ReplayState, decision: CostlyDecision, face: Face) -> str:
    """The better action, for somebody who saw all hands."""
    said = sorted({_made(better, face) for better in decision.better[:MOST_BETTER]}) or [
        face.say(Playback.BETTER_SILENT)
    ]
    contract, words = match_replay.view.contract, Playback.COST_POINTS
    if decision.turned and contract is not None:
        words = Playback.COST_MADE if contract.takers is decision.seat.team else Playback.COST_BEATEN
    made = _made(decision.made, face)
    return face.say(
        words,
        made=made,
        cost=decision.cost,
        better=face.say(Playback.OR).join(said),
    )


def _made(made: Action | Card, face: Face) -> str:
    if isinstance(made, Card):
        return face.card(made)
    return face.bid(made.bid) if isinstance(made, MakeBid) else called_word(type(made).__name__.lower(), face)
