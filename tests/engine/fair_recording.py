"""Random matches with fair shuffles as records, with everything that proves the shuffles."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace

from coinche.engine import fair
from coinche.engine.actions import Action
from coinche.engine.cards import Card
from coinche.engine.events import Event
from coinche.engine.fair import SHARE_BYTES, GivenShare, Shares, ShuffleContext, ShuffleProof
from coinche.engine.match import MatchOver, State, apply, gathered, legal, new_match, next_deal, to_act
from coinche.engine.record import ActionLine, DealLine, Entry, Header, Provenance, Record
from coinche.engine.replay import results
from coinche.engine.rules import RuleSet
from coinche.engine.seats import Seat
from tests.engine.recording import NAMES

ID = b"i" * SHARE_BYTES


def fairly_recorded(
    rules: RuleSet,
    chance: random.Random,
    signer: bytes,
    shares: Shares = Shares.CUTTER,
    away: frozenset[Seat] = frozenset(),
    later: Mapping[Seat, str] = NAMES,
) -> Record:
    """A whole match without its events, as a server keeps it, but for the seal; those who are `away` give no share.

    From the second deal on `later` are the names of those who sit there.
    """
    header = Header(rules=rules, seats=NAMES, dealer=Seat.SOUTH, provenance=Provenance(ID, signer))
    entries: list[Entry] = []
    state, events = new_match(rules, header.dealer)
    n = 1 + len(events)
    while not isinstance(state.phase, MatchOver):
        before = state
        if (seat := to_act(state)) is None:
            seated = header if state.deal == 0 else replace(header, seats=later)
            entry, (state, events) = _laid(state, seated, shares, away, chance)
            entries.append(entry)
        else:
            action = _some(state, seat, chance)
            state, events = apply(state, seat, action)
            entries.append(ActionLine(n, seat, action))
        n += len(events)
        entries.extend(results(state) if to_act(before) is not None else ())
    return Record(header, tuple(entries))


def _some(state: State, seat: Seat, chance: random.Random) -> Action:
    allowed = legal(state, seat)
    return chance.choice((allowed.default, chance.choice(allowed.actions[:8])))


def _laid(
    state: State, header: Header, shares: Shares, away: frozenset[Seat], chance: random.Random
) -> tuple[DealLine, tuple[State, tuple[Event, ...]]]:
    pack = gathered(state)
    if pack is not None:
        return DealLine(state.deal + 1, pack), next_deal(state, pack)
    direction = header.rules.table.direction
    dealer = state.dealer if state.deal == 0 else state.dealer.next(direction)
    pack, shown = shuffled_fairly(header, state.deal + 1, dealer, shares, away, chance)
    return DealLine(state.deal + 1, pack, shown), next_deal(state, pack)


def shuffled_fairly(
    header: Header, deal: int, dealer: Seat, shares: Shares, away: frozenset[Seat], chance: random.Random
) -> tuple[tuple[Card, ...], ShuffleProof]:
    """A pack, and what it was shuffled from."""
    assert header.provenance is not None
    context = ShuffleContext(
        signer=header.provenance.signer,
        match=header.provenance.id,
        deal=deal,
        dealer=dealer,
        names=header.seats,
        shares=shares,
    )
    secret = chance.randbytes(SHARE_BYTES)
    bound = fair.commitment(secret, context)
    given = dict(_given(secret, context, fair.asked(shares, dealer, header.rules.table.direction), away, chance))
    own = {seat: each.share for seat, each in given.items() if not each.substitute}
    shown = ShuffleProof(
        shares=shares,
        names=header.seats,
        commitment=bound,
        pledges={seat: fair.pledge(bound, seat, share) for seat, share in own.items() if shares is Shares.ALL},
        given=given,
        secret=secret,
    )
    return fair.pack(secret, {seat: each.share for seat, each in given.items()}, context), shown


def _given(
    secret: bytes, context: ShuffleContext, asked: tuple[Seat, ...], away: frozenset[Seat], chance: random.Random
) -> Iterator[tuple[Seat, GivenShare]]:
    for seat in asked:
        if seat in away:
            yield seat, GivenShare(fair.substitute(secret, context, seat), substitute=True)
        else:
            yield seat, GivenShare(chance.randbytes(SHARE_BYTES), substitute=False)
