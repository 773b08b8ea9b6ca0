"""Tests of what `expert` would have done in a replay: on screen, in lines, in the background, after the match only."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path

import pytest
import trio
import trio.testing

from coinche.client.keys import press
from coinche.client.line.loop import read_lines
from coinche.client.model import replay_moves
from coinche.client.model.effects import Consult, FetchRecord, ReviewMatch
from coinche.client.model.messages import Consulted, Received, RecordRead, Tick, WentWrong
from coinche.client.model.notices import NoReplay, OwnFault
from coinche.client.model.replay import ReplayState
from coinche.client.model.replay_moves import Move
from coinche.client.model.state import ClientState, Screen
from coinche.client.model.ui import Ui
from coinche.client.runtime.effects import EffectRunner
from coinche.client.runtime.store import ClientStore
from coinche.client.texts.replay import Playback
from coinche.client.update import archive, replay, replay_analysis
from coinche.client.update.update import reduce
from coinche.client.views import Size
from coinche.client.views.replay_analysis import expert_line
from coinche.engine.actions import MakeBid, Pass, PlayCard
from coinche.engine.bids import Bid
from coinche.engine.cards import Card
from coinche.engine.events import DECISIONS, CardPlayed
from coinche.engine.record_lines import read_record
from coinche.engine.view import Phase
from coinche.hints.render import ExpertChoice, because
from coinche.hints.service import judged, past_decision
from coinche.hints.texts import WhyLead
from coinche.protocol.messages import GetRecord, ListMatches, Matches, RecordPage
from coinche.records.review.recorded_deal import deals_of
from coinche.records.review.review import costliest, reviewed
from coinche.text.formatting import Face
from coinche.text.glyphs import UNICODE
from coinche.text.language import Language
from coinche.text.settings import Settings
from tests.client.client.update.test_own_record import LINES, heard, info, played_out
from tests.client.client.update.test_replays import Lines, replay_of, shown
from tests.client.golden import text
from tests.client.matches import record_text
from tests.client.scenes import state_of
from tests.client.terminal import PATIENCE

MATCH = Path(__file__).parents[3] / "golden" / "review.jsonl"
RECORD = tuple(MATCH.read_text(encoding="utf-8").splitlines())
HOME = ClientState(screen=Screen.HOME, has_home=True, ui=Ui(settings=Settings(language=Language.FRENCH)))
FRENCH = Face(Language.FRENCH, UNICODE)


def replaying(lines: tuple[str, ...] = RECORD) -> ClientState:
    return reduce(HOME, RecordRead("samedi.jsonl", lines))


def to_trick(number: int) -> Move:
    """Before the first card of that trick of the first deal."""

    def move(match_replay: ReplayState) -> ReplayState:
        while not (match_replay.view.phase is Phase.PLAYING and len(match_replay.view.tricks) == number - 1):
            match_replay = replay_moves.by_card(1)(match_replay)
        return match_replay

    return move


def chosen(state: ClientState, choice: ExpertChoice) -> ClientState:
    """The state with this choice of `expert` at its position."""
    asked = press(state, "h").state
    match_replay = replay_of(asked)
    return reduce(asked, Consulted(match_replay.at, match_replay.stop, choice))


async def _nowhere(*_: object) -> None:
    raise AssertionError


async def test_at_each_position_it_is_what_expert_would_have_done_until_nobody_wants_it() -> None:
    store, record = ClientStore(replaying()), read_record(RECORD)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(EffectRunner(store, _nowhere, _nowhere).run)
        with trio.fail_after(PATIENCE):
            store.do(replay.wind(to_trick(5)))
            store.press("h")
            for _ in range(4):
                await store.until(lambda now: replay_of(now).choice is not None)
                there = replay_of(store.state)
                decision = past_decision(record, there.replay_deal.deal, there.decisions_made)
                assert decision is not None
                assert there.choice == judged(decision)
                made = there.replay_deal.events[there.count]
                assert isinstance(made, CardPlayed)
                assert isinstance(decision.made, PlayCard)
                assert (made.seat, made.card) == (there.decision_seat, decision.made.card)
                store.press("right")
                assert replay_of(store.state).choice is None
            store.press("h")
            await trio.testing.wait_all_tasks_blocked()
            assert Consult() not in store.running
        nursery.cancel_scope.cancel()


async def test_who_moves_on_waits_for_nothing_and_keeps_one_thread_busy() -> None:
    store = ClientStore(HOME)
    begun, go_on, at_once, most = threading.Event(), threading.Event(), 0, 0

    def work() -> int:
        nonlocal at_once, most
        at_once += 1
        most = max(most, at_once)
        begun.set()
        go_on.wait(PATIENCE)
        at_once -= 1
        return most

    results: list[int | None] = []

    async def compute(now: float) -> None:
        results.append(await store.compute(work, lambda state: state.now == now))

    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(compute, 0.0)
            await trio.to_thread.run_sync(begun.wait, PATIENCE)
            store.take(Tick(1.0))
            await trio.testing.wait_all_tasks_blocked()
            assert results == [None], "the first one is abandoned at once, though its thread goes on"
            nursery.start_soon(compute, 1.0)
            await trio.testing.wait_all_tasks_blocked()
            assert at_once == 1
            go_on.set()
    assert results == [None, 1]


async def test_persons_in_one_process_share_its_threads_even_those_that_one_of_them_has_abandoned() -> None:
    threads = trio.CapacityLimiter(1)
    one, other = ClientStore(HOME, threads), ClientStore(HOME, threads)
    begun, go_on, done = threading.Event(), threading.Event(), list[str]()

    def slow() -> str:
        begun.set()
        go_on.wait(PATIENCE)
        done.append("slow")
        return "slow"

    async def quick() -> None:
        await other.compute(lambda: done.append("quick"), lambda state: True)

    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            async with trio.open_nursery() as leaving:
                leaving.start_soon(one.compute, slow, lambda state: True)
                await trio.to_thread.run_sync(begun.wait, PATIENCE)
                leaving.cancel_scope.cancel()
            nursery.start_soon(quick)
            await trio.testing.wait_all_tasks_blocked()
            assert threads.statistics().tasks_waiting == 1
            go_on.set()
    assert done == ["slow", "quick"]
    assert threads.borrowed_tokens == 0


def test_of_a_match_that_goes_on_nothing_is_told_and_the_reason_is() -> None:
    done = press(state_of("replay_at_table"), "h")
    assert done.effect is None
    assert not replay_of(done.state).consults
    assert done.state.notice == NoReplay(Playback.NOT_CONSULTED_YET)
    assert Playback.NOT_CONSULTED_YET.french in text(replace(done.state, table=None), Size(80, 24))
    assert Playback.NOT_CONSULTED_YET.french in Lines(state_of("replay_at_table")).type("conseil")


def test_after_the_match_its_record_is_fetched_for_it() -> None:
    done = press(played_out().state, "h")
    assert done.effect == FetchRecord()
    state = heard(archive.ask_on(done.state).state, Matches(matches=(info(),), more=False))
    fetch = state.archive.fetch
    assert fetch is not None
    state = heard(archive.ask_on(state).state, RecordPage(match=7, after=0, lines=LINES, more=False))
    asked = replay_analysis.fetched(fetch)(state)
    assert asked.effect == Consult()
    assert replay_of(asked.state).consults


def test_what_comes_too_late_is_not_told() -> None:
    asked = press(replaying(), "h").state
    there, choice = replay_of(asked), ExpertChoice(made=Pass(), action=Pass(), why=None, clear=False)
    late = Consulted(there.at, there.stop + 1, choice)
    assert reduce(asked, late).match_replay == there
    hidden = press(asked, "h").state
    assert replay_of(reduce(hidden, Consulted(there.at, there.stop, choice))).choice is None
    assert replay_of(press(chosen(replaying(), choice), "w").state).choice == choice, "another hand, the same position"


def test_after_a_failure_one_can_ask_again() -> None:
    for key, effect in (("h", Consult()), ("f", ReviewMatch())):
        asked = press(replaying(), key)
        assert asked.effect == effect
        failed = reduce(asked.state, WentWrong(OwnFault("LookupError: no such card")))
        assert press(failed, key).effect == effect


WHY = because(WhyLead.DRAW, count=3)
CARDS = ExpertChoice(made=PlayCard(Card.S7), action=PlayCard(Card.SQ), why=WHY, clear=True)
CALLS = ExpertChoice(made=Pass(), action=MakeBid(Bid("100H")), why=None, clear=False)


@pytest.mark.parametrize(
    ("choice", "said"),
    [
        (CARDS, "{who} joue 7♠ : une erreur, l'expert jouerait la D♠. Son conseil à"),
        (
            replace(CARDS, clear=False),
            "{who} joue 7♠ : ce n'est pas une erreur, presque aussi bon que D♠, le choix de l'expert.",
        ),
        (replace(CARDS, made=CARDS.action), "{who} joue D♠ : bien, comme l'expert. Son conseil à"),
        (replace(CARDS, forced=True), "{who} joue 7♠ : la seule carte possible."),
        (CALLS, "{who} passe : ce n'est pas une erreur, presque aussi bon que 100♥, le choix de l'expert."),
        (replace(CALLS, action=Pass()), "{who} passe : bien, comme l'expert."),
        (replace(CALLS, action=Pass(), forced=True), "{who} passe : rien d'autre n'était possible."),
    ],
)
def test_it_stands_beside_what_was_done(choice: ExpertChoice, said: str) -> None:
    state = chosen(replaying(), choice)
    seat = replay_of(state).decision_seat
    assert seat is not None
    said = said.format(who=replay_of(state).table.names[seat])
    assert said in " ".join(text(state, Size(80, 24)).split())
    assert said in expert_line(replay_of(state), FRENCH)


def test_of_two_that_are_about_as_good_no_third_one_is_named() -> None:
    assert expert_line(replay_of(chosen(replaying(), replace(CARDS, clear=False))), FRENCH).endswith(
        "D♠, le choix de l'expert."
    )


def test_the_table_stays_in_place_when_the_analysis_is_shown() -> None:
    before = replace(replaying(), match_replay=to_trick(2)(replay_of(replaying())))
    after = press(chosen(before, CARDS), "v").state
    for size in (Size(80, 24), Size(120, 40)):
        drawn = [text(state, size).splitlines()[:12] for state in (before, after)]
        assert drawn[0] == drawn[1]


def test_a_person_is_advised_and_others_are_told_what_was_said_to_them() -> None:
    state = chosen(replaying(), CARDS)
    told = "Faites tomber les atouts : 3 sont dehors."
    assert f"« {told} »" in expert_line(replay_of(state), FRENCH)
    match_replay = replace(replay_of(state), own=replay_of(state).decision_seat)
    assert expert_line(match_replay, FRENCH) == f"Votre 7♠ : une erreur, l'expert jouerait la D♠. {told}"


def test_what_the_two_keys_tell_is_explained_where_both_are_on() -> None:
    state = replace(replaying(), match_replay=to_trick(2)(replay_of(replaying())))
    state = press(chosen(state, CARDS), "v").state
    assert Playback.OPEN_OR_NOT.french not in shown(state)
    there = replay_of(state)
    state = replace(state, match_replay=replace(there, advice={Card.S7: 12}))
    assert Playback.OPEN_OR_NOT.french in shown(state)


def test_where_nobody_decides_it_says_so() -> None:
    end = press(press(replaying(), "end").state, "h").state
    assert "L'avis de l'expert s'affiche à chaque enchère" in shown(end)
    assert "L'expert réfléchit…" in shown(press(replaying(), "h").state)


def test_no_sentence_is_told_twice_and_a_small_screen_has_the_cost_first() -> None:
    weighing = press(replaying(), "v").state
    assert text(weighing, Size(80, 24)).count("à partir du premier pli") == 1
    small = text(state_of("replay_consulted"), Size(40, 12))
    assert small.index("860 points perdus") < small.index("surcoinche : une erreur")
    assert "h : l'expert dit pourquoi" in text(state_of("replay_of_a_costly_card"), Size(40, 12))


@pytest.mark.parametrize(("language", "word"), [(Language.FRENCH, "conseil"), (Language.ENGLISH, "hint")])
def test_lines_tell_it_too(language: Language, word: str) -> None:
    state = replaying()
    settings = replace(state.ui.settings, language=language)
    lines = Lines(replace(state, ui=replace(state.ui, settings=settings)))
    lines.type(word)
    asked = lines.done
    assert asked.effect == Consult()
    there = replay_of(lines.state)
    told = lines.take(Consulted(there.at, there.stop, CARDS))
    assert ("dame de pique" if language is Language.FRENCH else "queen of spades") in told
    hidden = Playback.NO_LONGER_CONSULTED.within(language)
    assert hidden in lines.type("h")


def test_the_search_of_the_costly_decisions_leads_to_positions_where_it_works() -> None:
    state = press(state_of("replay_of_a_costly_card"), "h").state
    there = replay_of(state)
    assert there.decision is not None
    assert there.is_consulting
    decision = past_decision(read_record(there.record), there.replay_deal.deal, there.decisions_made)
    assert decision is not None
    assert there.costly is not None
    costly = there.costly[there.decision]
    assert (decision.view.viewer, decision.made) == (costly.seat, costly.made)


def test_the_next_decision_is_that_of_the_person() -> None:
    there = replay_of(replaying(tuple(record_text(2, 4).splitlines())))
    for own in (*there.seats, None):
        at = replay_moves.to_beginning(replace(there, own=own))
        met = 0
        while not (at := replay_moves.by_decision(1)(at)).is_at_end:
            assert own in (None, at.decision_seat)
            assert replay_moves.by_decision(1)(replay_moves.by_decision(-1)(at)) == at or met == 0
            met += 1
        decided = [
            event
            for deal in there.replay_deals
            for event in deal.events
            if isinstance(event, DECISIONS) and own in (None, event.seat)
        ]
        last_cards = (4 if own is None else 1) * sum(
            deal.past is not None and deal.past.score is not None for deal in there.replay_deals
        )
        assert len(decided) - last_cards - 1 <= met <= len(decided) - last_cards


def test_help_leaves_the_replay_where_it_is_and_a_playback_waits() -> None:
    state = press(press(press(replaying(), "2").state, "down").state, " ").state
    covered = press(state, "?").state
    assert reduce(covered, Tick(1.0)).match_replay == state.match_replay
    for key in ("escape", "q", "?"):
        back = press(covered, key).state
        assert (back.screen, back.ui.overlay, back.match_replay) == (Screen.REPLAY, None, state.match_replay)


def test_a_match_that_is_over_opens_at_its_beginning_and_a_deal_at_its_own() -> None:
    scene = played_out()
    scene.press("escape", "y")
    assert (replay_of(scene.state).at, replay_of(scene.state).stop) == (0, 0)
    recap = state_of("recap")
    there = replay_of(press(recap, "y").state)
    assert (there.at, there.stop) == (len(there.replay_deals) - 1, 0)


def test_it_opens_with_the_cards_dealt_and_the_cut_is_a_step_before() -> None:
    there = replace(replay_of(replaying()), is_fresh=False)
    assert (there.view.phase, len(there.hands)) == (Phase.BIDDING, 4)
    cut = replay_moves.by_card(-1)(there)
    assert (cut.view.phase, cut.hands) == (Phase.CUTTING, {})
    assert replay_moves.by_deal(-1)(replay_moves.by_trick(1)(there)) == there
    assert replay_moves.to_beginning(cut) == there


async def test_the_search_of_one_match_does_not_hold_up_that_of_the_next() -> None:
    other = tuple(record_text(2, 2).splitlines())
    expected = costliest([reviewed(deal) for deal in deals_of(read_record(other))], None)
    store = ClientStore(replaying(tuple(record_text(5, 6).splitlines())))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(EffectRunner(store, _nowhere, _nowhere).run)
        with trio.fail_after(PATIENCE):
            store.press("f")
            await store.until(lambda now: replay_of(now).reviewed_deals == 1)
            store.press("escape")
            store.take(RecordRead("autre.jsonl", other))
            store.press("f")
            await store.until(lambda now: replay_of(now).costly is not None)
        nursery.cancel_scope.cancel()
    assert replay_of(store.state).costly == expected


async def test_lines_after_f_at_a_finished_table_are_obeyed() -> None:
    """The server is played by the test: it answers what the client asks for."""
    scene = played_out()
    scene.press("escape")
    store, told = ClientStore(scene.state), list[str]()
    typing, lines = trio.open_memory_channel[str](10)

    async def serve() -> None:
        async for asked in store.outbox:
            match asked:
                case ListMatches():
                    store.take(Received(Matches(matches=(info(),), more=False), now=10.0))
                case GetRecord():
                    store.take(Received(RecordPage(match=7, after=0, lines=LINES, more=False), now=10.0))

    with trio.fail_after(PATIENCE):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(EffectRunner(store, _nowhere, _nowhere).run)
            nursery.start_soon(serve)
            for line in ("f", "hands", "hint", "quit"):
                typing.send_nowait(line)
            typing.close()
            await read_lines(store, lines, told.append)
            nursery.cancel_scope.cancel()
    assert "You see only your hand." in told
    assert store.state.match_replay is None
