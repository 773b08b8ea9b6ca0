"""Tests of the table as a machine: its waits, their ends, and its deadlines, without sockets or trio."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from coinche.engine import fair
from coinche.engine.events import CardPlayed, Coinched, DealStarted
from coinche.engine.presets import FFB, PRESETS
from coinche.engine.seats import Seat
from coinche.engine.view import Phase
from coinche.protocol.messages import (
    Accept,
    Act,
    AddBot,
    Begin,
    Capability,
    Chat,
    Claim,
    Claimed,
    Clock,
    Decline,
    Dismiss,
    Forfeited,
    GoOn,
    Invite,
    Join,
    Leave,
    Left,
    Occupant,
    Ok,
    Pause,
    Paused,
    PauseEnded,
    Pledge,
    RecapStarted,
    Rematch,
    Request,
    RequestKind,
    Role,
    SeatReserved,
    Share,
    ShareGiven,
    Shares,
    ShareStage,
    ShareWanted,
    Struck,
    TableClosed,
    TimedOut,
    VoteOut,
    Watch,
)
from coinche.server import limits
from coinche.server.match.entries import Declined, MatchPlayed
from coinche.server.match.table_options import Pace
from coinche.server.table.dispatch import FillUp, SessionChange
from coinche.server.table.match_flow import (
    AwaitingShares,
    Closed,
    Deciding,
    Gathering,
    InPause,
    RecapShown,
    Stalled,
    TrickShown,
    Waiting,
)
from tests.engine.script import hands
from tests.server.machine import Bots, Client, Machine, names, ok, refused
from tests.server.reacting import PAGAT, board
from tests.server.tables import boards

TWENTY = Clock(move_ms=20_000, bank_ms=10_000)
SHORT = FFB.changed(target=200)
HEARTS = hands(E="JH 9H AH 10H KH QH 8H 7H")
"""All trumps in one hand: a claim follows from it."""


def opened(**changes: Any) -> Machine:
    """A table of short matches, with a clock."""
    return Machine(**{"rules": SHORT, "clock": TWENTY, **changes}).open()


def bid_hearts(request: Request) -> str:
    """Bid where nobody has, then the default: a match that comes to an end."""
    return "80H" if request.bids.get("H") == 80 else request.default  # type: ignore[call-overload]


def cut_short(machine: Machine) -> Machine:
    """The same, once four programs sit there and cards are dealt."""
    machine.four()
    assert machine.turn is not None
    return machine


# --- a match -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", ["ffb", "pagat", "asce", "bridgee"])
def test_four_programs_play_a_match_by_messages_alone(preset: str) -> None:
    machine = opened(rules=PRESETS[preset].changed(target=200), clock=None)
    machine.four()
    began = machine.time.at
    while not machine.table.closed:
        for client in machine.players:
            unanswered = client.asked if client.all(Request) else None
            if unanswered is not None and unanswered.request in live(machine):
                client.act(bid_hearts(unanswered))
    assert machine.time.at == began, "nothing had to be waited for"
    assert machine.store.closed == ["t1"]
    assert any(isinstance(entry, MatchPlayed) for entry in machine.store.kept)
    for client in machine.players:
        assert [one.n for one in client.seen if hasattr(one, "n")] == list(range(1, client.after + 1))
        assert names(client.seen)[-2:] == ["TableClosed", "Left"]


def live(machine: Machine) -> set[int]:
    """The numbers of the requests that wait, of those without an answer."""
    decision = machine.table._turns._decision
    return {one.number for one in decision.live if one.seat not in decision.answers} - {
        reaction.request for reaction in decision.over.reactions.values()
    }


# --- what is waited for ------------------------------------------------------------------------------


def gathering() -> Machine:
    machine = opened()
    machine.client("N").say(Join)
    return machine


def shares() -> Machine:
    machine = opened()
    machine.four(capabilities=(Capability.FAIR,))
    return machine


def deciding() -> Machine:
    return cut_short(opened())


def trick() -> Machine:
    machine = opened()
    machine.four(people="N")
    while isinstance(machine.waits_for, Deciding | AwaitingShares):
        machine.play(1, bid_hearts)
        if isinstance(machine.waits_for, Deciding) and machine.table._turns._decision.answers:
            machine.pass_time(machine.options.pace.bot)
    return machine


def recap() -> Machine:
    machine = trick()
    while not isinstance(machine.waits_for, RecapShown):
        machine.pass_time_until(lambda: machine.turn is not None or isinstance(machine.waits_for, RecapShown))
        machine.play(1)
        if machine.table._turns._decision.answers:
            machine.pass_time(machine.options.pace.bot)
    return machine


def stalled() -> Machine:
    machine = deciding()
    machine.store.open = False
    ok(machine.on_turn.act())
    return machine


def in_pause() -> Machine:
    machine = opened()
    machine.four(people="N")
    ok(machine["N"].say(Pause))
    return machine


def over() -> Machine:
    machine = deciding()
    machine.table.close()
    machine.wake()
    return machine


@pytest.mark.parametrize(
    ("made", "state", "left"),
    [
        (gathering, Gathering, float("inf")),
        (shares, AwaitingShares, limits.SHARES),
        (deciding, Deciding, 30.0),
        (trick, TrickShown, Pace().trick),
        (recap, RecapShown, Pace().parting),
        (stalled, Stalled, float("inf")),
        (in_pause, InPause, limits.PAUSE),
        (over, Closed, float("inf")),
    ],
)
def test_a_table_waits_with_a_deadline_and_being_woken_before_it_changes_nothing(
    made: Any, state: type[Waiting], left: float
) -> None:
    machine = made()
    assert isinstance(machine.waits_for, state)
    assert machine.left == pytest.approx(left)
    before, kept = machine.waits_for, len(machine.store.kept)
    for seconds in (0.0, min(left, 10.0) / 2):
        machine.time.at += seconds
        machine.wake()
        assert machine.waits_for is before
        assert len(machine.store.kept) == kept
    assert machine.left == pytest.approx(left - min(left, 10.0) / 2)


@pytest.mark.parametrize(
    ("made", "then"),
    [
        (shares, Deciding),
        (deciding, Deciding),
        (trick, Deciding),
        (recap, RecapShown),
        (in_pause, Deciding),
    ],
)
def test_at_its_deadline_a_table_goes_on_by_itself(made: Any, then: type[Waiting]) -> None:
    machine = made()
    before, kept = machine.table.deadline, len(machine.store.kept)
    machine.pass_time_until(lambda: len(machine.store.kept) > kept or machine.table.deadline != before)
    assert machine.time.at == before
    assert isinstance(machine.waits_for, then)
    assert machine.table.deadline > before


def test_a_table_gathers_until_four_sit_there_and_the_host_begins_where_it_is_held() -> None:
    machine = opened(hold=True)
    machine.four()
    assert isinstance(machine.waits_for, Gathering)
    refused(machine["E"].say(Begin), "FORBIDDEN")
    assert isinstance(machine.waits_for, Gathering)
    ok(machine["N"].say(Begin))
    assert isinstance(machine.waits_for, Deciding)


def test_a_table_that_everybody_leaves_before_the_match_is_closed_unless_it_is_the_operators() -> None:
    for kept in (False, True):
        machine = Machine(kept=kept).open()
        machine.client("N").say(Join)
        machine["N"].say(Leave)
        assert machine.table.closed is not kept


def test_a_share_ends_the_wait_and_one_that_is_late_is_replaced() -> None:
    prompt, late = shares(), shares()
    wanted = next(client for client in prompt.players if client.all(ShareWanted))
    question = wanted.all(ShareWanted)[-1]
    assert question.stage is ShareStage.SHARE
    ok(wanted.say(Share, match=question.match, deal=question.deal, share="ab" * 32))
    assert isinstance(prompt.waits_for, Deciding)
    assert not prompt["N"].all(ShareGiven)[-1].substitute
    late.pass_time(limits.SHARES)
    assert isinstance(late.waits_for, Deciding)
    assert late["N"].all(ShareGiven)[-1].substitute
    told = late.players[0]
    refused(told.say(Share, match=1, deal=1, share="ab" * 32), "FORBIDDEN")


def test_with_shares_of_everybody_pledges_are_waited_for_first_and_then_shares() -> None:
    machine = opened(shares=Shares.ALL)
    machine.four(capabilities=(Capability.FAIR,))
    prompt, *late = machine.players
    question, share = prompt.all(ShareWanted)[-1], "ab" * 32
    assert question.stage is ShareStage.PLEDGE
    pledge = fair.pledge(bytes.fromhex(question.commitment), Seat.NORTH, bytes.fromhex(share)).hex()
    ok(prompt.say(Pledge, match=1, deal=1, pledge=pledge))
    assert isinstance(machine.waits_for, AwaitingShares)
    machine.pass_time(limits.SHARES)
    assert [client.all(ShareWanted)[-1].stage for client in late] == [ShareStage.PLEDGE] * 3, "too late for a share"
    assert prompt.all(ShareWanted)[-1].stage is ShareStage.SHARE
    ok(prompt.say(Share, match=1, deal=1, share=share))
    assert isinstance(machine.waits_for, Deciding)
    assert [given.substitute for given in prompt.all(ShareGiven)] == [True, True, True, False]


def test_nobodys_share_is_waited_for_who_has_lost_the_connection() -> None:
    machine = shares()
    next(client for client in machine.players if client.all(ShareWanted)).lose()
    assert isinstance(machine.waits_for, Deciding)


# --- time --------------------------------------------------------------------------------------------


def test_who_lets_the_time_pass_pays_with_the_bank_and_has_the_default_played() -> None:
    machine = deciding()
    slow, default = machine.on_turn, machine.on_turn.asked.default
    machine.pass_time(29.999)
    assert not slow.all(TimedOut)
    machine.pass_time(0.001)
    assert slow.all(TimedOut) == [TimedOut(machine.seat_of(slow))]
    assert machine.bank_ms(slow.session.name) == 0
    assert machine.turn.seat is not slow.place
    assert refused(slow.act(), "LATE").data == {"played": default}


def test_free_time_costs_nothing_and_what_is_more_is_taken_from_the_bank() -> None:
    machine = deciding()
    first = machine.on_turn
    machine.pass_time(19.0)
    ok(first.act())
    assert machine.bank_ms(first.session.name) == TWENTY.bank_ms
    second = machine.on_turn
    machine.pass_time(23.0)
    ok(second.act())
    assert machine.bank_ms(second.session.name) == TWENTY.bank_ms - 3_000


def test_the_clock_of_a_client_that_takes_nothing_does_not_run() -> None:
    machine = deciding()
    blocked = machine.players[(machine.players.index(machine.on_turn) + 1) % 4]
    for client in machine.players:
        client.inbox.reads = client is machine.on_turn
    ok(machine.on_turn.act())
    machine.pass_time(100.0)
    assert not blocked.all(TimedOut)
    assert machine.turn.receipt.written_ms is None
    for client in machine.players:
        client.inbox.reads = True
        client.read()
    machine.wake()
    assert machine.left == pytest.approx(30.0)


def test_beside_people_a_bot_takes_its_time_and_an_answer_is_not_taken_before() -> None:
    machine = opened(pace=Pace(bot=2.0))
    machine.four(people="NS")
    while machine.on_turn.session.name in "NS":
        machine.play(1)
    program = machine.on_turn
    assert program.act() is None, "it waits until a person would have answered"
    assert machine.left == pytest.approx(2.0)
    machine.pass_time(1.9)
    assert program.reply(program.ids) is None
    machine.pass_time(0.2)
    ok(program.reply(program.ids))


# --- out of turn -------------------------------------------------------------------------------------


def reacting(people: str = "") -> Machine:
    """East has bid by the rules where a coinche comes at any time; South may react, North is on turn."""
    pace = Pace(bot=0.0, reaction=5.0)
    machine = Machine(packs=board(), rules=PAGAT, board=True, clock=TWENTY, pace=pace).open()
    machine.four(people)
    machine["E"].act("80S")
    assert machine.turn.seat is Seat.NORTH
    assert machine["S"].asked.kind is RequestKind.REACT
    return machine


def test_a_pass_waits_at_the_barrier_until_the_other_opponent_has_declined() -> None:
    machine = reacting()
    assert machine["N"].act("pass") is None
    assert machine.on_turn is machine["N"]
    ok(machine["S"].act("pass"))
    ok(machine["N"].reply(machine["N"].ids))
    assert machine.turn.seat is Seat.WEST
    assert any(isinstance(entry, Declined) for entry in machine.store.kept)


def test_the_barrier_is_lifted_when_the_time_to_react_is_over() -> None:
    machine = reacting()
    assert machine["N"].act("pass") is None
    machine.pass_time(TWENTY.move_ms / 1000)
    assert machine.turn.seat is Seat.WEST
    late = machine["S"].act("pass")
    assert isinstance(late, Ok), "a request about a bid is answered as long as that stands"
    machine["W"].act("90S")
    assert refused(machine["S"].say(Act, request=late.request, action="coinche"), "STALE_REQUEST")


def test_a_coinche_goes_before_the_answer_of_the_seat_on_turn_that_came_first() -> None:
    machine = reacting()
    assert machine["N"].act("pass") is None
    ok(machine["S"].act("coinche"))
    refused(machine["N"].reply(machine["N"].ids), "STALE_REQUEST")
    assert [event.seat for event in machine["W"].all(Coinched)] == [Seat.SOUTH]


def test_a_coinche_may_come_unasked_for_the_bid_that_stood_and_for_no_other() -> None:
    machine = reacting(people="NESW")
    seen = machine["S"].after
    refused(machine["S"].say(Act, after=seen - 1, action="coinche"), "STALE_REQUEST")
    ok(machine["S"].say(Act, after=seen, action="coinche"))


# --- claims ------------------------------------------------------------------------------------------


def claiming(people: str = "") -> Machine:
    machine = Machine(packs=boards(HEARTS), rules=SHORT, board=True, clock=TWENTY).open()
    machine.four(people)
    ok(machine["E"].act("80H"))
    for seat in "NWS":
        ok(machine[seat].act("pass"))
    return machine


@pytest.mark.parametrize("people", ["", "NESW"])
def test_a_claim_that_follows_plays_the_rest_in_one_call(people: str) -> None:
    machine = claiming(people)
    ok(machine["E"].say(Claim, request=machine["E"].asked.request))
    assert len(machine["S"].all(CardPlayed)) == 32
    assert machine["S"].all(Claimed) == [Claimed(Seat.EAST)]
    assert isinstance(machine.waits_for, RecapShown if people else Closed)


def test_a_claim_that_does_not_follow_is_refused_and_costs_nothing() -> None:
    machine = Machine(rules=SHORT, clock=TWENTY).open()
    machine.four()
    refused(machine.on_turn.say(Claim, request=machine.turn.number), "FORBIDDEN")
    assert machine.turn is not None


# --- pauses ------------------------------------------------------------------------------------------


def test_in_a_pause_no_clock_runs_and_what_was_asked_is_asked_again_with_the_same_time() -> None:
    machine = opened()
    machine.four(people="NS")
    machine.pass_time(5.0)
    ok(machine["N"].say(Pause))
    assert isinstance(machine.waits_for, Deciding), "South has not asked for it"
    ok(machine["S"].say(Pause))
    assert isinstance(machine.waits_for, InPause)
    asked = machine.on_turn.asked
    machine.pass_time(600.0)
    ok(machine["S"].say(GoOn))
    assert isinstance(machine.waits_for, Deciding)
    again = machine.on_turn.asked
    assert (again.request, again.clock) == (asked.request, Clock(move_ms=15_000, bank_ms=10_000))
    assert machine.left == pytest.approx(25.0)


def test_acts_in_a_pause_are_laid_aside_and_taken_up_at_its_end_so_many_of_each() -> None:
    machine = opened()
    machine.four(people="NESW")
    for client in machine.players:
        ok(client.say(Pause))
    on_turn = machine.on_turn
    assert on_turn.act() is None
    act = on_turn.ids
    for _ in range(limits.PENDING - 1):
        assert on_turn.act("nonsense") is None
    refused(on_turn.act(), "RATE")
    machine.pass_time(100.0)
    assert on_turn.reply(act) is None
    machine["N"].say(GoOn)
    ok(on_turn.reply(act))
    assert machine.turn.seat is not on_turn.place


def test_a_pause_ends_by_itself_and_when_the_last_person_has_gone() -> None:
    for leaves in (False, True):
        machine = in_pause()
        if leaves:
            machine["N"].go()
        else:
            machine.pass_time(limits.PAUSE)
        assert machine["E"].all(Paused)
        assert machine["E"].all(PauseEnded)
        assert isinstance(machine.waits_for, Deciding)


def test_a_pause_begins_when_the_one_who_has_not_asked_for_it_goes() -> None:
    machine = opened()
    machine.four(people="NE")
    ok(machine["N"].say(Pause))
    assert isinstance(machine.waits_for, Deciding)
    machine["E"].go()
    assert machine["N"].all(Paused)
    assert isinstance(machine.waits_for, InPause)


def test_no_pause_begins_once_the_last_card_is_played() -> None:
    machine = opened()
    machine.four(people="NE")
    ok(machine["N"].say(Pause))
    while machine.table.phase in (Phase.BIDDING, Phase.PLAYING):
        machine.pass_time_until(lambda: machine.turn is not None)
        machine.play(1, bid_hearts)
        machine.pass_time(machine.options.pace.bot)
    machine["E"].go()
    assert isinstance(machine.waits_for, TrickShown)
    assert not machine["N"].all(Paused)


def test_a_wish_for_a_pause_outlives_a_restart() -> None:
    machine = opened()
    machine.four(people="NE")
    ok(machine["N"].say(Pause))
    again = machine.restarted()
    assert again.picture == machine.picture
    again.wake()
    for client in again.players:
        client.come_back()
    ok(again["E"].say(Pause))
    assert isinstance(again.waits_for, InPause)
    assert again.restarted().picture == again.picture


def test_nobody_is_in_a_pause_that_nobody_who_is_there_has_asked_for() -> None:
    machine = opened()
    machine.four(people="NE")
    ok(machine["N"].say(Pause))
    machine["N"].go()
    assert isinstance(machine.waits_for, Deciding)
    machine["E"].go()
    assert not machine["S"].all(Paused)


def test_who_comes_back_in_a_pause_is_asked_at_its_end_and_not_before() -> None:
    machine = opened()
    machine.four(people="NESW")
    for client in machine.players:
        ok(client.say(Pause))
    lost = machine.on_turn
    lost.lose()
    requests = len(lost.all(Request))
    lost.come_back()
    assert len(lost.all(Request)) == requests
    others = [client for client in machine.players if client is not lost]
    ok(others[0].say(GoOn))
    assert len(lost.all(Request)) == requests + 1
    ok(lost.act())


def test_a_pause_while_the_disk_takes_nothing_ends_in_waiting_for_the_disk() -> None:
    machine = opened()
    machine.four(people="N")
    machine.store.open = False
    while not isinstance(machine.waits_for, Stalled):
        machine.play(1)
        machine.pass_time(1.0)
    ok(machine["N"].say(Pause))
    assert isinstance(machine.waits_for, InPause)
    ok(machine["N"].say(GoOn))
    assert machine.table.stalled
    machine.store.open = True
    machine.wake()
    assert isinstance(machine.waits_for, Deciding)


# --- absences ----------------------------------------------------------------------------------------


def away(bots: tuple[str, ...] = ("steady",), **changes: Any) -> tuple[Machine, Client, Bots]:
    """A table whose client on turn has just lost its connection, that client, and who lends bots."""
    machine = Machine(rules=SHORT, clock=TWENTY, bots=bots, **changes).open()
    lender = Bots(machine.client("bots", role=Role.PROVIDER))
    machine.four()
    lost = machine.on_turn
    lost.lose()
    return machine, lost, lender


def test_an_absent_owner_is_waited_for_on_nobodys_clock() -> None:
    machine, lost, _ = away()
    machine.pass_time(59.0)
    assert machine.turn.seat is lost.place
    lost.come_back()
    assert lost.asked.clock == TWENTY
    ok(lost.act())
    assert machine.bank_ms(lost.session.name) == TWENTY.bank_ms


def test_who_is_away_too_long_has_a_bot_invited_and_then_the_default_played() -> None:
    machine, lost, lender = away(absence_ms=3_000)
    machine.pass_time(2.9)
    assert not lender.client.all(Invite), "the owner is waited for"
    machine.pass_time(0.1)
    assert [invite.seat for invite in lender.client.all(Invite)] == [lost.place]
    assert machine.turn.seat is lost.place
    machine.pass_time(limits.INVITE)
    assert machine.turn.seat is not lost.place


def test_a_bot_that_accepts_is_asked_and_one_that_says_nothing_is_replaced_by_the_default() -> None:
    machine, lost, lender = away(absence_ms=3_000)
    machine.pass_time(3.0)
    lender.serve()
    assert machine.turn.seat is not lost.place, "the bot has answered"
    machine.play(3, bid_hearts)
    asked = machine.turn
    assert asked.seat is lost.place, "and is asked the next time without any wait"
    assert lender.client.asked.request == asked.number
    machine.pass_time(limits.STAND_IN)
    assert machine.turn is not asked


def test_a_provider_that_came_after_the_cards_were_dealt_is_not_invited_before_the_next_deal() -> None:
    machine, lost, lender = away(absence_ms=3_000)
    lender.client.end()
    late = machine.provider("late")
    machine.pass_time(3.0)
    assert not late.all(Invite)
    machine.pass_time(limits.INVITE)
    machine.play(3)
    assert machine.state is not None
    assert machine.state.deal == 2, "the first was thrown in"
    assert [invite.seat for invite in late.all(Invite)] == [lost.place]


def test_without_any_bots_to_invite_an_absent_owner_costs_the_wait_for_it_alone() -> None:
    machine, lost, _ = away(bots=(), absence_ms=3_000)
    machine.pass_time(3.0)
    assert machine.turn.seat is not lost.place


def test_a_bot_makes_way_for_the_owner_who_comes_back_and_is_asked_the_same() -> None:
    machine, lost, lender = away(absence_ms=0)
    lender.serve()
    machine.play(3, bid_hearts)
    number = lender.client.asked.request
    assert number == machine.turn.number
    lost.come_back()
    assert lost.asked.request == number
    refused(lender.client.act(), "FORBIDDEN")
    ok(lost.act())


def test_a_provider_that_is_lost_leaves_its_seats_to_the_next() -> None:
    machine = opened()
    machine.client("N").say(Join)
    first, second = machine.provider("first"), machine.provider("second")
    machine.tell(machine["N"].session, FillUp("steady"))
    assert not first.all(Invite), "the newest is invited"
    Bots(second).serve()
    second.end()
    assert {invite.seat for invite in first.all(Invite)} == set(Seat) - {Seat.NORTH}


def test_a_provider_that_is_lost_before_it_has_accepted_leaves_the_seat_to_the_next_at_once() -> None:
    machine, lost, lender = away(absence_ms=3_000)
    lender.client.end()
    first, second = machine.provider("first"), machine.provider("second")
    machine.table._members.bots.begin_match()
    machine.pass_time(3.0)
    assert [invite.seat for invite in second.all(Invite)] == [lost.place]
    second.end()
    assert [invite.seat for invite in first.all(Invite)] == [lost.place]
    first.say(Accept, seat=lost.place)
    assert first.asked.request == machine.turn.number
    assert machine.turn.seat is lost.place


def test_a_provider_that_is_lost_before_it_has_read_its_invitations_leaves_the_seats_to_the_next() -> None:
    machine = opened()
    machine.client("N").say(Join)
    first, second = machine.provider("first"), machine.provider("second")
    second.inbox.reads = False
    machine.tell(machine["N"].session, FillUp("steady"))
    second.end()
    assert {invite.seat for invite in first.all(Invite)} == set(Seat) - {Seat.NORTH}


def test_a_provider_that_declines_is_asked_no_more_in_the_deal_and_the_next_is() -> None:
    machine, lost, lender = away(absence_ms=3_000)
    lender.client.end()
    first, second = machine.provider("first"), machine.provider("second")
    machine.table._members.bots.begin_match()
    machine.pass_time(3.0)
    assert [invite.seat for invite in second.all(Invite)] == [lost.place]
    assert not first.all(Invite)
    second.say(Decline, seat=lost.place)
    assert [invite.seat for invite in first.all(Invite)] == [lost.place]
    assert machine.turn.seat is lost.place
    first.say(Decline, seat=lost.place)
    assert machine.turn.seat is not lost.place, "nobody is left to be waited for"
    began = machine.time.at
    machine.play(3)
    assert machine.state is not None
    assert machine.state.deal == 2, "the first was thrown in"
    assert machine.time.at == began
    assert len(first.all(Invite)) == 1
    assert [invite.seat for invite in second.all(Invite)] == [lost.place] * 2, "the next deal is another question"


def test_a_seat_is_played_by_the_provider_that_was_invited_and_another_is_told() -> None:
    machine = opened()
    machine.client("N").say(Join)
    first, second = machine.provider("first"), machine.provider("second")
    machine.tell(machine["N"].session, FillUp("steady"))
    first.say(Accept, seat=Seat.EAST)
    assert [one.seat for one in first.all(Dismiss)] == [Seat.EAST]
    Bots(second).serve()
    second.say(Accept, seat=Seat.EAST)
    assert not second.all(Dismiss), "to accept twice is to accept"
    assert machine.table._seats[Seat.EAST].player is second.session


def test_nobody_at_all_is_waited_for_at_the_operators_table_only() -> None:
    for kept in (False, True):
        machine = Machine(clock=Clock(move_ms=3_600_000, bank_ms=0), absence_ms=0, kept=kept).open()
        machine.four()
        for client in machine.players:
            client.lose()
        machine.pass_time(limits.TABLE_IDLE - 1)
        assert not machine.table.closed
        machine.pass_time(1)
        assert machine.table.closed is not kept


def test_another_bot_that_the_host_has_asked_for_comes_with_the_next_deal_after_a_restart_too() -> None:
    machine = opened(bots=("steady", "random"))
    machine.client("bots", role=Role.PROVIDER)
    for seat in "NES":
        machine.client(seat, person=True).say(Join, seat=Seat(seat))
    ok(machine["N"].say(AddBot, seat=Seat.WEST))
    listed = machine.server.listing.number
    ok(machine["N"].say(AddBot, seat=Seat.WEST, bot="random"))
    assert machine["E"].all(SeatReserved) == [SeatReserved(Seat.WEST, Occupant.BOT, "random")]
    assert machine.server.listing.number > listed, "the lobby shows it"
    again = machine.restarted()
    assert again.table.info().seats == tuple(
        dataclasses.replace(seat, connected=seat.occupant is Occupant.BOT) for seat in machine.table.info().seats
    )
    assert again.picture == machine.picture


# --- strikes -----------------------------------------------------------------------------------------


def test_an_illegal_act_at_a_strict_table_is_a_strike_and_the_default_and_too_many_forfeit() -> None:
    machine = opened(strict=True)
    machine.four()
    bad = machine.on_turn
    for strike in range(1, limits.STRIKES + 2):
        machine.pass_time_until(lambda: machine.turn is not None)
        while machine.on_turn is not bad:
            machine.play(1, bid_hearts)
        refusal = refused(bad.act("7H-nonsense"), "ILLEGAL_ACTION")
        assert refusal.data["strikes"] == strike
        assert bad.all(Struck)[-1] == Struck(machine.seat_of(bad), strike)
    assert machine["N"].all(Forfeited) == [Forfeited(machine.seat_of(bad))]
    requests = len(bad.all(Request))
    for _ in range(6):
        if machine.turn is not None:
            assert machine.turn.seat is not bad.place, "the default is played at once"
            machine.play(1, bid_hearts)
    assert len(bad.all(Request)) == requests
    refused(bad.act(), "FORBIDDEN")


# --- the recap ---------------------------------------------------------------------------------------


def test_a_recap_is_over_when_all_people_have_read_it() -> None:
    machine = recap()
    assert machine["N"].all(RecapStarted)
    machine["N"].say(GoOn)
    assert machine.table.closed


def test_another_match_begins_when_all_people_want_it() -> None:
    machine = recap()
    deals = len(machine["E"].all(DealStarted))
    ok(machine["N"].say(Rematch))
    assert isinstance(machine.waits_for, Deciding)
    assert machine.state is not None
    assert machine.state.match == 2
    assert len(machine["E"].all(DealStarted)) == deals + 1


def test_a_last_recap_is_over_when_its_time_is_up_and_not_before() -> None:
    machine = recap()
    pace = machine.options.pace
    machine.pass_time(pace.parting)
    assert isinstance(machine.waits_for, RecapShown), "North has not gone on, and may want another match"
    machine.pass_time(pace.final - pace.parting)
    assert machine.table.closed
    assert machine["N"].all(TableClosed) == [TableClosed("match_over", ())]


# --- votes -------------------------------------------------------------------------------------------


def test_who_keeps_people_waiting_is_voted_out_and_its_bot_plays_on() -> None:
    machine = opened(clock=Clock(move_ms=600_000, bank_ms=0))
    machine.four(people="NESW")
    slow = machine.on_turn
    place = slow.place
    others = [client for client in machine.players if client is not slow]
    machine.pass_time(299)
    refused(others[0].say(VoteOut, seat=place), "FORBIDDEN")
    machine.pass_time(1)
    ok(others[0].say(VoteOut, seat=place))
    assert not slow.all(Left)
    ok(others[1].say(VoteOut, seat=place))
    assert [left.reason for left in slow.all(Left)] == ["voted_out"]
    refused(slow.say(Join), "FORBIDDEN")
    machine.pass_time(limits.INVITE)
    assert machine.turn.seat is not place


@pytest.mark.parametrize(
    ("clock", "seconds"), [(Clock(move_ms=20_000, bank_ms=120_000), 70), (Clock(move_ms=2_000, bank_ms=40_000), 30)]
)
def test_nobody_stalls_before_half_of_the_time_is_used_and_thirty_seconds_at_least(clock: Clock, seconds: int) -> None:
    machine = opened(clock=clock)
    machine.four(people="NS")
    slow = machine.on_turn
    friends = [machine["N"], machine["S"]]
    while slow not in friends:
        slow.act()
        slow = machine.on_turn
    other = next(friend for friend in friends if friend is not slow)
    machine.pass_time(seconds - 1)
    refused(other.say(VoteOut, seat=slow.place), "FORBIDDEN")
    machine.pass_time(1)
    ok(other.say(VoteOut, seat=slow.place))
    assert [left.reason for left in slow.all(Left)] == ["voted_out"]


def test_a_vote_against_who_is_away_outlives_a_restart_though_a_bot_has_played_in_their_place() -> None:
    machine = opened()
    lender = Bots(machine.client("bots", role=Role.PROVIDER))
    machine.four(people="NESW")
    lost = machine.on_turn
    lost.lose()
    machine.pass_time(limits.STALLED_AWAY)
    voter = next(client for client in machine.players if client is not lost)
    ok(voter.say(VoteOut, seat=lost.place))
    machine.pass_time_until(lambda: bool(lender.client.all(Invite)))
    lender.serve()
    machine.pass_time(machine.options.pace.bot)
    assert machine.turn.seat is not lost.place, "the bot has played"
    assert machine.restarted().picture == machine.picture
    lost.come_back()
    machine.play(3, bid_hearts)
    ok(lost.act())
    assert not machine.table._seats[machine.seat_of(lost)].votes, "it ends with what the player does"
    assert machine.restarted().picture == machine.picture


def test_bots_play_on_for_those_who_are_away_once_somebody_waits_for_a_seat() -> None:
    machine = opened(clock=Clock(move_ms=600_000, bank_ms=0))
    lender = Bots(machine.client("bots", role=Role.PROVIDER))
    friends = {seat: machine.client(seat.value, person=True) for seat in (Seat.NORTH, Seat.SOUTH)}
    for seat, friend in friends.items():
        friend.say(Join, seat=seat)
    for seat in (Seat.EAST, Seat.WEST):
        friends[Seat.NORTH].say(AddBot, seat=seat)
    while machine.turn is None or machine.turn.seat not in friends:
        lender.serve()
        machine.pass_time(1)
    for friend in friends.values():
        friend.lose()

    def invited() -> int:
        return len(lender.client.all(Invite))

    before = invited()
    machine.pass_time(300)
    assert invited() == before, "bots do not play a match alone"
    newcomer = machine.client("newcomer", person=True)
    newcomer.say(Join)
    machine.pass_time(machine.options.absence_ms / 1000)
    assert invited() > before


# --- the disk ----------------------------------------------------------------------------------------


def test_a_table_stands_still_between_decisions_while_the_disk_takes_nothing() -> None:
    machine = stalled()
    assert machine.table.stalled
    machine.pass_time(1_000.0)
    machine["N"].say(Chat, text="hello")
    assert machine.table.stalled
    assert machine.turn is None
    machine.store.open = True
    machine.wake()
    assert isinstance(machine.waits_for, Deciding)
    assert machine.left == pytest.approx(30.0)


def test_a_coinche_while_the_disk_takes_nothing_is_heard_when_it_flows() -> None:
    machine = reacting()
    asked = machine["S"].asked.request
    ok(machine["S"].act("pass"))
    machine.store.open = False
    ok(machine["N"].act("pass"))
    assert isinstance(machine.waits_for, Stalled)
    assert machine["S"].say(Act, request=asked, action="coinche") is None
    number = machine["S"].ids
    machine.pass_time(100.0)
    machine.store.open = True
    machine.wake()
    ok(machine["S"].reply(number))
    assert [event.seat for event in machine["W"].all(Coinched)] == [Seat.SOUTH]


def test_acts_while_the_disk_takes_nothing_wait_through_a_pause_too_so_many_of_each() -> None:
    machine = reacting(people="S")
    ok(machine["S"].act("pass"))
    machine.store.open = False
    ok(machine["N"].act("pass"))
    machine.pass_time(10.0)
    assert isinstance(machine.waits_for, Stalled)
    seen = machine["S"].after
    assert machine["S"].say(Act, after=seen, action="coinche") is None
    number = machine["S"].ids
    for _ in range(limits.PENDING - 1):
        assert machine["S"].say(Act, after=seen, action="nonsense") is None
    refused(machine["S"].say(Act, after=seen, action="coinche"), "RATE")
    ok(machine["S"].say(Pause))
    assert machine["S"].say(GoOn) is not None
    assert isinstance(machine.waits_for, Stalled)
    assert machine["S"].reply(number) is None
    machine.store.open = True
    machine.wake()
    ok(machine["S"].reply(number))


def test_a_table_that_leaves_others_their_turn_does_not_wait_for_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = stalled()
    machine.store.open = True
    monkeypatch.setattr(limits, "AT_ONCE", 1)
    machine.table.wake(machine.time.now())
    assert machine.table.deadline == machine.time.now()
    assert not machine.table.stalled


# --- the end -----------------------------------------------------------------------------------------


def test_a_table_that_is_over_takes_and_tells_nothing_more() -> None:
    machine = over()
    kept, told = len(machine.store.kept), len(machine["N"].seen)
    provider = machine.client("bots")
    machine.tell(provider.session, SessionChange.PROVIDER_HERE)
    for client in machine.players:
        client.session.table = machine.table.id
        client.say(Chat, text="hello")
        client.say(Watch)
        client.say(AddBot)
        machine.tell(client.session, FillUp("steady"))
        client.lose()
    machine.wake()
    machine.table.close()
    assert len(machine.store.kept) == kept
    assert len(machine["N"].seen) == told
    assert machine.left == float("inf")


def test_a_fault_of_the_engine_comes_out_of_the_call_and_the_table_can_still_be_closed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    machine = deciding()
    with monkeypatch.context() as patched:
        patched.setattr("coinche.server.match.replay.apply", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            machine.on_turn.act()
        on_turn = machine["N"]
        machine.table.close("fault")
    on_turn.read()
    assert on_turn.all(TableClosed) == [TableClosed("fault", ())]
    assert machine.store.closed == ["t1"]
    assert machine.left == float("inf")


def test_everybody_leaves_a_table_whose_closing_fails_and_it_does_not_come_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    machine = deciding()
    monkeypatch.setattr(machine.table._feed, "tell", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        machine.table.close()
    assert machine.store.closed == ["t1"]
    for client in machine.players:
        client.read()
        assert client.all(Left) == [Left(table="t1", reason="operator")]
        assert client.session.table is None
