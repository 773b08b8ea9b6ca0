"""The words and signs for a deal in the reports of a contest: hands by suits, auctions, contracts, decisions."""

from __future__ import annotations

from collections.abc import Mapping

from coinche.engine.actions import Action, PlayCard, parse_action
from coinche.engine.card_values import STRENGTH
from coinche.engine.cards import Card, Denomination, Suit
from coinche.engine.seats import Seat
from coinche.records.contest_file import PlayedDeal, PlayedTable
from coinche.records.review.recorded_deal import RecordedDeal
from coinche.records.texts import Notation

from .worst import DecisiveAct

NAMED = 3
"""Better cards or calls that are named."""


def hand_by_suits(deal: RecordedDeal, seat: Seat) -> Mapping[Suit, tuple[Card, ...]]:
    """The cards of a seat by suit, the strongest first, as they rank in the contract that was played."""
    end = deal.end
    strength = STRENGTH[end.contract.denomination if end is not None else Denomination.NO_TRUMP]
    held = sorted(deal.hands[seat], key=lambda card: -strength[card])
    return {suit: tuple(card for card in held if card.suit is suit) for suit in Suit}


def auction(deal: PlayedDeal, face: Notation) -> str:
    """`N 90H, E pass, S 110H, W pass, N pass, E pass`."""
    calls = ((seat, parse_action(action)) for seat, action in deal.actions)
    return ", ".join(
        f"{face.short_seat(seat)} {face.call(call)}" for seat, call in calls if not isinstance(call, PlayCard)
    )


def contract_words(deal: PlayedDeal, face: Notation) -> str:
    """`110H by S, coinched, failed`."""
    contract = deal.contract
    if contract is None:
        return "thrown in"
    times = f" × {contract.multiplier}" if contract.multiplier > 1 else ""
    came_to = "made" if contract.made else "failed"
    return f"{face.bid(contract.bid)} by {face.short_seat(contract.bidder)}{times}, {came_to}"


def score_words(table: PlayedTable, face: Notation) -> str:
    """`NS +190 (260 to 70)`, and what the bids are worth where only they count."""
    if table.value is None:
        return face.scores(table.scores)
    return f"bids worth {table.value:+.0f} to NS; {face.scores(table.scores)} as it was played"


def act_words(act: DecisiveAct | None, entrant: str, face: Notation) -> str:
    """The decision that did it, in a sentence."""
    if act is None:
        return f"No decision of {entrant} cost anything with all hands known: the other did better, or was luckier."
    decision, table = act.decision, act.table
    better = _either(decision.better, face)
    faulty = any(fault.seat is decision.seat for fault in table.faults)
    default = " This seat had faults on this board: the arena may have played the default for it." if faulty else ""
    side = f"with {entrant} {'north-south' if table.ns == entrant else 'east-west'}"
    seat, cost = face.seat(decision.seat), decision.cost
    made = _named(decision.made, face)
    turned = " and the contract" if decision.turned else ""
    if isinstance(decision.made, Card):
        did = f"played {made} in trick {decision.place // len(Seat) + 1}"
    else:
        did = f"said {made}"
    return (
        f"The decision: {seat} {did}, {side}. With all hands known it cost {cost} points{turned};"
        f" better: {better}.{default}"
    )


def _named(made: Action | Card, face: Notation) -> str:
    return face.card(made) if isinstance(made, Card) else face.call(made)


def _either(better: tuple[Action | Card, ...], face: Notation) -> str:
    if not better:
        return "nothing, out of turn"
    named = [_named(each, face) for each in better[:NAMED]]
    more = len(better) - NAMED
    if more > 0:
        named.append(f"{more} more" if more > 1 else _named(better[NAMED], face))
    return named[0] if len(named) == 1 else f"{', '.join(named[:-1])} or {named[-1]}"
