"""Tests of bidding systems in the client: bots declare and read them, and people see them."""

from __future__ import annotations

import dataclasses
import math
from array import array
from random import Random
from typing import Any

import pytest
import trio
from msgspec import UNSET
from msgspec.structs import replace

from coinche.bot import Bot, Player
from coinche.bots.beliefs import conventions
from coinche.bots.beliefs.conventions import convention, expert_system, novice_system, occasion, steady_system
from coinche.bots.built_in import BOTS, Expert, Steady
from coinche.bots.pool import Pool
from coinche.bots.steady.bidding import BidderView, margins_of, natural_call
from coinche.client.keys import press
from coinche.client.keys.key import TO_THE_END
from coinche.client.model.effects import TurnPage
from coinche.client.texts.conventions import OCCASIONS, ToldCall, meaning, told_call, told_conventions
from coinche.client.views import Size, page_turned, screen, text_of
from coinche.connection.validate_message import systems_after
from coinche.engine.actions import Action, MakeBid, Pass, parse_action
from coinche.engine.bids import Bid
from coinche.engine.cards import PACK, Card, Denomination, Rank, Suit
from coinche.engine.dealing import shuffled
from coinche.engine.match import apply, legal, new_match, next_deal, to_act
from coinche.engine.presets import FFB, PRESETS
from coinche.engine.rules import RuleSet
from coinche.engine.seats import Seat
from coinche.engine.solver import CallEvidence
from coinche.engine.view import Phase, phase_of, view
from coinche.protocol.limits import MAX_EXPECTED
from coinche.protocol.messages import (
    Clock,
    Convention,
    DeclareSystem,
    Envelope,
    FromClient,
    Invite,
    Joined,
    Occasion,
    Occupant,
    Request,
    SeatChanged,
    System,
    SystemDeclared,
    TableEvent,
    own,
)
from coinche.text.formatting import CallMeaning, Face, read_in
from coinche.text.glyphs import UNICODE
from coinche.text.language import Language
from tests.client.scenes import scene

ENGLISH, FRENCH = Face(Language.ENGLISH, UNICODE), Face(Language.FRENCH, UNICODE)
JACK = System(
    name="jack",
    conventions=(
        Convention(said="80", when=Occasion.OPENING, shows="the jack", all=(Rank.JACK,), trumps=(3, 8)),
        Convention(said="90+", when=Occasion.OPENING, shows="twenty points to spare", spare=(10, 20)),
        Convention(said="pass", when=Occasion.OPENING, shows="nothing", points=(0, 90)),
    ),
)
STEADY = steady_system(FFB)


class Declaring(Bot):
    """A bot that says what its calls promise."""

    name = "declaring"
    system = JACK

    def choose(self, view: Any, legal: Any) -> Action:
        """Whatever is played by default."""
        action: Action = legal.default
        return action


def joined(seat: Seat | None = Seat.SOUTH, rules: RuleSet = FFB) -> Joined:
    """The messages to a bot that has sat down."""
    return Joined(table="t1", name="t", seat=seat, preset="ffb", rules=rules, clock=Clock(move_ms=0, bank_ms=0))


async def said_to(player: Player, *messages: Any) -> list[FromClient]:
    """The player's answers to the messages."""
    said: list[FromClient] = []

    async def send(message: FromClient) -> None:
        said.append(message)

    for message in messages:
        await player.take(message, send)
    return said


async def test_a_bot_declares_its_system_when_it_has_a_seat() -> None:
    (said,) = await said_to(Player(Declaring()), joined())
    assert said == DeclareSystem(table="t1", system=own(JACK), seat=Seat.SOUTH)


async def test_who_watches_and_who_has_no_system_declares_nothing() -> None:
    assert await said_to(Player(Declaring()), joined(None)) == []
    assert await said_to(Player(BOTS["random"]()), joined()) == []


@pytest.mark.parametrize(
    ("bot", "name"),
    [
        ("random", None),
        ("greedy", None),
        ("novice", "novice"),
        ("steady", "steady"),
        ("strong", "steady"),
    ],
)
def test_our_bots_declare_what_they_bid_by(bot: str, name: str | None) -> None:
    system = BOTS[bot]().declares()
    assert (system and system.name) == name


@pytest.mark.parametrize(("bids", "name"), [(True, "expert"), (False, "steady")])
def test_expert_declares_the_rule_that_it_bids_by(bids: bool, name: str) -> None:
    bot = Expert()
    bot.settings = dataclasses.replace(bot.settings, bids=bids)
    assert bot.declares().name == name


async def test_a_bot_that_comes_back_declares_anew() -> None:
    player = Player(Declaring())
    assert len(await said_to(player, joined(), joined())) == 2


async def test_a_bot_hears_what_the_others_declare_and_forgets_it_when_the_seat_changes() -> None:
    player = Player(Declaring())
    events: tuple[TableEvent, ...] = (
        SystemDeclared(Seat.NORTH, JACK),
        SystemDeclared(Seat.EAST, STEADY),
        SeatChanged(Seat.NORTH, Occupant.BOT, "steady", True),
    )
    await said_to(player, *(Envelope("t1", n, 0, event) for n, event in enumerate(events, 1)))
    assert player.bot.systems == {Seat.EAST: STEADY}


def test_a_lent_bot_declares_for_its_seat_and_reads_the_others_out_of_its_requests() -> None:
    pool = Pool(Language.ENGLISH, 0)
    invite = Invite(table="t1", seat=Seat.EAST, bot="steady", rules=FFB)
    pool.invited(invite)
    declared = pool.declared(invite)
    assert declared is not None
    assert (declared.seat, declared.system.name) == (Seat.EAST, "steady")
    assert pool.declared(replace(invite, seat=Seat.WEST)) is None
    played = scene("bidding")
    asked = played.table.request
    assert isinstance(asked, Request)
    pool.invited(replace(invite, table=asked.table, seat=asked.seat))
    pool.asked(replace(asked, systems={Seat.NORTH: JACK}))
    bot = pool.players[asked.table, asked.seat].bot
    assert bot.systems == {Seat.NORTH: JACK}
    pool.asked(replace(asked, systems=UNSET))
    assert bot.systems == {}, "nothing is declared any more"


# --- which convention -------------------------------------------------------------------------------

OPENED = ((Seat.NORTH, Bid("80H")),)


@pytest.mark.parametrize(
    ("bids", "seat", "action", "when"),
    [
        ((), Seat.EAST, "80S", Occasion.OPENING),
        ((), Seat.EAST, "pass", Occasion.OPENING),
        (OPENED, Seat.EAST, "90S", Occasion.OVERCALL),
        (OPENED, Seat.EAST, "coinche", Occasion.OVERCALL),
        (OPENED, Seat.SOUTH, "90H", Occasion.SUPPORT),
        (OPENED, Seat.SOUTH, "90S", Occasion.ANSWER),
        (OPENED, Seat.SOUTH, "pass", Occasion.ANSWER),
        (OPENED, Seat.NORTH, "90H", Occasion.REBID),
    ],
)
def test_the_occasion_of_a_call_is_what_was_bid_before(
    bids: tuple[tuple[Seat, Bid], ...], seat: Seat, action: str, when: Occasion
) -> None:
    assert occasion(bids, seat, parse_action(action)) is when


@pytest.mark.parametrize(
    ("action", "shows"),
    [
        ("80H", "the jack"),
        ("90C", "twenty points to spare"),
        ("130S", "twenty points to spare"),
        ("pass", "nothing"),
    ],
)
def test_the_first_convention_that_fits_counts(action: str, shows: str) -> None:
    found = convention(JACK, Occasion.OPENING, parse_action(action))
    assert found is not None
    assert found.shows == shows


@pytest.mark.parametrize("action", ["capotH", "70S", "coinche"])
def test_a_call_that_no_convention_fits_promises_nothing(action: str) -> None:
    assert convention(JACK, Occasion.OPENING, parse_action(action)) is None


def test_the_system_of_a_seat_is_the_last_that_was_declared_there() -> None:
    systems = systems_after(systems_after({}, SystemDeclared(Seat.NORTH, JACK)), SystemDeclared(Seat.NORTH, STEADY))
    assert systems == {Seat.NORTH: STEADY}
    assert systems_after(systems, SeatChanged(Seat.NORTH, Occupant.FREE, "", True)) == {}


def dealt(rules: RuleSet, seed: int) -> Any:
    """A deal before anybody has said anything."""
    state, _ = new_match(rules, Seat.SOUTH, board=True)
    state, _ = next_deal(state, shuffled(seed.to_bytes(32, "big")))
    return state


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_steady_keeps_to_what_it_declares(preset: str) -> None:
    """Over the calls of many auctions: what it expects of its side is within the bounds of its convention."""
    rules = PRESETS[preset]
    system, steady, seen = steady_system(rules), Steady(), set()
    steady.rules = rules
    for seed in range(15):
        state = dealt(rules, seed)
        said: list[tuple[Seat, Bid]] = []
        while phase_of(state) is Phase.BIDDING and (seat := to_act(state)) is not None:
            looked, may = view(state, seat), legal(state, seat)
            action = natural_call(looked, may, rules)
            kept = convention(system, occasion(said, seat, action), action)
            numbers = tuple(bid for bid in said if bid[1].value)
            heard = BidderView(seat, looked.hand, numbers, margins_of(rules), rules.declarations.declarations)
            if isinstance(action, MakeBid) and action.bid.value:
                assert kept is not None
                assert kept.spare is not UNSET
                spare = heard.estimate(action.bid.denomination) - action.bid.value
                assert kept.spare[0] <= spare <= kept.spare[1] + 1 or action.bid.value >= may.maximum
                seen.add(kept.when)
            elif isinstance(action, Pass) and not said and kept is not None:
                assert kept.points is not UNSET
                for denomination in may.bids:
                    assert not heard.biddable(denomination) or heard.estimate(denomination) <= kept.points[1]
            if isinstance(action, MakeBid):
                said.append((seat, action.bid))
            state, _ = apply(state, seat, action)
    assert Occasion.OPENING in seen


# --- what it tells ----------------------------------------------------------------------------------


def likelihood(pieces: tuple[CallEvidence, ...], hand: str) -> float:
    """The likelihood of the call with that hand, by all pieces of evidence."""
    cards, total = {Card(card) for card in hand.split()}, 0.0
    for piece in pieces:
        points, likely = array("h", piece.worth), array("f", piece.likely)
        sum_ = 0
        for at, suit in enumerate(Suit):
            holding = sum(1 << place for place, rank in enumerate(Rank) if Card.of(rank, suit) in cards)
            sum_ += points[256 * at + holding]
        total += likely[min(max(sum_, 0), 255)]
    return math.exp(total)


STRONG = "JH 9H AH 7H AS 10S AC 7D"
WEAK = "7S 8S 9S 7H 8H 7D 8D 9C"
JACK_ONLY = "JH 8H 7H 8S 9S 7D 8D 9C"


def of(action: str, system: System = JACK, seat: Seat = Seat.EAST, *bids: tuple[Seat, str]) -> tuple[CallEvidence, ...]:
    """The meaning of a call."""
    said = tuple((by, Bid(bid)) for by, bid in bids)
    return conventions.convention_evidence(system, said, seat, parse_action(action), FFB)


def test_a_rank_that_is_promised_makes_hands_with_it_likelier_and_none_impossible() -> None:
    with_it, without = likelihood(of("80H"), JACK_ONLY), likelihood(of("80H"), WEAK)
    assert with_it == pytest.approx(1.0)
    assert conventions.LIKELIHOOD_FLOOR - 1e-6 <= without < 0.5


def test_a_bid_in_another_suit_says_nothing_of_this_one() -> None:
    assert likelihood(of("80S"), JACK_ONLY) < 0.5


def test_points_to_spare_are_those_of_the_suit_that_is_named() -> None:
    strong, weak = likelihood(of("120H", steady_system(FFB)), STRONG), likelihood(of("120H", steady_system(FFB)), WEAK)
    assert strong > 4 * weak
    assert weak >= conventions.LIKELIHOOD_FLOOR - 1e-6


def test_a_pass_makes_strong_hands_unlikely_whatever_their_suit() -> None:
    passed = of("pass", steady_system(FFB))
    assert likelihood(passed, WEAK) > 4 * likelihood(passed, STRONG)


def test_what_supports_the_partner_is_weighed_beside_his_bid() -> None:
    """110 over the partner's 80 takes a hand that goes with it; a jack of the suit and aces do."""
    supported = of("110H", steady_system(FFB), Seat.EAST, (Seat.WEST, "80H"))
    good, bad = "JH 8H AS 9S 8C 7D 8D 9C", "7S 8S 9S QS 8C 7D 8D 9C"
    assert likelihood(supported, good) > 4 * likelihood(supported, bad)


def test_who_goes_on_after_his_partners_raise_counts_what_that_adds() -> None:
    """120 takes more than a hand for 90 has, unless the partner has raised it to 110."""
    bid, raised = (Seat.EAST, "90H"), (Seat.WEST, "110H")
    hand = "JH 9H 8H AS 9S 8C 7D 8D"
    with_it, alone = (
        likelihood(of("120H", steady_system(FFB), Seat.EAST, *bids), hand) for bids in ((bid, raised), (bid,))
    )
    assert with_it > 4 * alone


def test_no_trump_is_weighed_by_its_own_table() -> None:
    aces, none = "AS 10S AH AC 7C AD 10D 8D", "7S 8S 9S QS 8C 7D 8D 9C"
    assert likelihood(of("110N", steady_system(FFB)), aces) > 4 * likelihood(of("110N", steady_system(FFB)), none)


def test_no_trump_over_the_partners_is_weighed_beside_his_bid() -> None:
    """Two aces are no 130 by themselves, and as much with the 110 of the partner."""
    aces = "AS 9S AH 8C 7C QD 9D 8D"
    assert likelihood(of("130N", steady_system(FFB), Seat.EAST, (Seat.WEST, "110N")), aces) > 0.5
    assert likelihood(of("130N", steady_system(FFB), Seat.EAST, (Seat.NORTH, "110N")), aces) < 0.2


def test_the_worth_that_is_summed_up_is_that_of_the_whole_hand() -> None:
    """By suits, as evidence has to be, and at once, as `hand` has it: the same but for roundings."""
    from coinche.bots.hand_strength import PARTNER, TAKER, suit_points

    for seed in range(50):
        hand = tuple(Random(seed).sample(PACK, 8))
        for trump in Suit:
            for beside, weights in ((False, TAKER), (True, PARTNER)):
                values = array("h", conventions.points_table(Denomination(trump), beside=beside, declares=False))
                total = -conventions.OFFSET
                for at, suit in enumerate(Suit):
                    holding = sum(1 << place for place, rank in enumerate(Rank) if Card.of(rank, suit) in hand)
                    total += values[256 * at + holding]
                assert abs(total - suit_points(hand, trump, weights)) <= 2


# --- what people see --------------------------------------------------------------------------------


def test_our_sentences_are_read_in_french_and_others_as_they_were_declared() -> None:
    assert read_in(Language.FRENCH, CallMeaning.SUPPORT.english) == CallMeaning.SUPPORT.french
    assert read_in(Language.ENGLISH, CallMeaning.SUPPORT.english) == CallMeaning.SUPPORT.english
    assert read_in(Language.FRENCH, "der Bauer") == "der Bauer"


def test_every_sentence_of_ours_may_be_declared() -> None:
    for words in CallMeaning:
        assert Convention(said="80", when=Occasion.OPENING, shows=words.english).shows == words.english


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_every_system_of_ours_may_be_declared(preset: str) -> None:
    for made in (novice_system, steady_system, expert_system):
        assert own(made(PRESETS[preset])).conventions


def test_a_convention_is_told_with_the_facts_that_programs_go_by() -> None:
    first, second, third = JACK.conventions
    assert told_call(first, ENGLISH) == ToldCall("80", "the jack; the jack of trumps, at least 3 trumps")
    assert told_call(second, ENGLISH) == ToldCall(
        "90 or more", "twenty points to spare; enough for 10 to 20 points more than the bid"
    )
    assert told_call(third, FRENCH) == ToldCall("passe", "nothing ; pas de quoi faire à deux plus de 90 points")


@pytest.mark.parametrize(
    ("said", "facts", "english", "french"),
    [
        (
            "80",
            {"spare": (8, 27)},
            "enough for 90 to 105 points with partner's help",
            "de quoi faire à deux 90 à 105 points",
        ),
        (
            "80",
            {"spare": (-10, MAX_EXPECTED)},
            "enough for at least 70 points with partner's help",
            "de quoi faire à deux au moins 70 points",
        ),
        ("80", {"spare": (0, 0)}, "enough for 80 points with partner's help", "de quoi faire à deux 80 points"),
        (
            "90+",
            {"spare": (18, 27)},
            "enough for 20 to 25 points more than the bid",
            "de quoi faire 20 à 25 points de plus qu'annoncé",
        ),
        (
            "90+",
            {"spare": (5, MAX_EXPECTED)},
            "enough for at least 5 points more than the bid",
            "de quoi faire au moins 5 points de plus qu'annoncé",
        ),
        ("90+", {"spare": (0, MAX_EXPECTED)}, "enough for the bid", "de quoi faire les points annoncés"),
        (
            "90+",
            {"spare": (0, 30)},
            "enough for the bid, and up to 30 points more",
            "de quoi faire les points annoncés, et jusqu'à 30 de plus",
        ),
        (
            "90+",
            {"spare": (-4, MAX_EXPECTED)},
            "enough for the bid, or nearly",
            "de quoi faire les points annoncés, ou presque",
        ),
        (
            "90+",
            {"spare": (-18, MAX_EXPECTED)},
            "enough for the bid, or at worst for 20 points less",
            "de quoi faire les points annoncés, à 20 près",
        ),
        (
            "90+",
            {"spare": (-4, 27)},
            "enough for the bid, or nearly, and up to 25 points more",
            "de quoi faire les points annoncés, ou presque, et jusqu'à 25 de plus",
        ),
        (
            "90+",
            {"spare": (-40, -10)},
            "enough for 10 to 40 points less than the bid",
            "de quoi faire 10 à 40 points de moins qu'annoncé",
        ),
        (
            "90+",
            {"points": (100, 120), "spare": (0, 9)},
            "enough for 100 to 120 points with partner's help",
            "de quoi faire à deux 100 à 120 points",
        ),
        ("80", {"points": (0, MAX_EXPECTED)}, "", ""),
        ("80", {"trumps": (0, 8)}, "", ""),
        ("80", {"trumps": (1, 8)}, "at least 1 trump", "au moins 1 atout"),
        ("80", {"trumps": (4, 5)}, "4 to 5 trumps", "4 à 5 atouts"),
        ("80", {"trumps": (0, 2)}, "at most 2 trumps", "au plus 2 atouts"),
        ("80", {"trumps": (3, 3)}, "3 trumps", "3 atouts"),
        (
            "80",
            {"all": (Rank.JACK, Rank.NINE, Rank.ACE)},
            "the jack, the 9 and the ace of trumps",
            "le valet, le 9 et l'as d'atout",
        ),
        ("80", {"any": (Rank.JACK, Rank.QUEEN)}, "the jack or the queen of trumps", "le valet ou la dame d'atout"),
    ],
)
def test_facts_are_told_as_card_players_say_them(said: str, facts: dict[str, Any], english: str, french: str) -> None:
    convention = Convention(said=said, when=Occasion.OPENING, shows="x", **facts)
    assert told_call(convention, ENGLISH).shows == (f"x; {english}" if english else "x")
    assert told_call(convention, FRENCH).shows == (f"x ; {french}" if french else "x")


@pytest.mark.parametrize("face", [ENGLISH, FRENCH])
@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_the_page_of_our_bots_has_each_call_once_in_the_order_that_people_ask_for(preset: str, face: Face) -> None:
    for made in (novice_system, steady_system, expert_system):
        played = scene("bidding")
        system = made(PRESETS[preset])
        played.happen(SystemDeclared(Seat.EAST, system))
        told, _ = told_conventions(played.table.systems, played.table.seats, face)
        headings = [occasion.heading for occasion in told.occasions]
        assert headings == [face.say(words) for words in OCCASIONS.values() if face.say(words) in headings]
        calls = [one for occasion in told.occasions for one in occasion.calls]
        assert len(calls) == len(system.conventions)
        assert all("+" not in one.call and str(MAX_EXPECTED) not in one.shows for one in calls)


def test_after_the_opening_the_lowest_bid_or_more_is_any_bid() -> None:
    for when, lowest, told in (
        (Occasion.SUPPORT, 80, "enchérir"),
        (Occasion.REBID, 80, "enchérir"),
        (Occasion.OPENING, 80, "80 ou plus"),
        (Occasion.SUPPORT, 70, "80 ou plus"),
    ):
        assert told_call(Convention(said="80+", when=when, shows="x"), FRENCH, lowest).call == told


def test_bots_of_two_levels_that_bid_alike_are_told_together() -> None:
    played = scene("bidding")
    steady, expert = steady_system(FFB), expert_system(FFB)
    played.happen(*(SystemDeclared(seat, steady) for seat in (Seat.NORTH, Seat.WEST)))
    played.happen(SystemDeclared(Seat.EAST, expert))
    together, _ = told_conventions(played.table.systems, played.table.seats, ENGLISH)
    assert together.title == "North (Zoé), West (Léo): bots, level steady; East (Max): expert bot"


def test_the_page_says_who_has_declared_nothing() -> None:
    played = scene("bidding")
    (nobody,) = told_conventions(played.table.systems, played.table.seats, ENGLISH)
    assert nobody.title == "Nobody has a convention at this table."
    assert nobody.remark.startswith("Usually: one has the jack or the 9")
    played.happen(SystemDeclared(Seat.EAST, JACK))
    declared, silent = told_conventions(played.table.systems, played.table.seats, ENGLISH)
    assert declared.title == "East (Max): “jack” conventions"
    assert [len(occasion.calls) for occasion in declared.occasions] == [3]
    assert silent.title.endswith("nothing agreed")
    assert silent.remark == nobody.remark


@pytest.mark.parametrize("face", [ENGLISH, FRENCH])
def test_what_the_points_mean_is_said_in_one_line_where_there_are_any(face: Face) -> None:
    played = scene("bidding")
    assert meaning(played.table.systems, face) == ""
    words = System(name="words", conventions=(Convention(said="80", when=Occasion.OPENING, shows="the jack"),))
    played.happen(SystemDeclared(Seat.EAST, words))
    assert meaning(played.table.systems, face) == ""
    played.happen(SystemDeclared(Seat.EAST, JACK))
    assert 0 < len(meaning(played.table.systems, face)) < 80


def test_the_page_is_opened_scrolled_and_put_away_by_keys() -> None:
    played = scene("conventions_read")
    played.press("down")
    assert played.state.ui.scroll == 1
    played.press("up")
    assert played.state.ui.scroll == 0
    played.press("e")
    assert played.state.ui.overlay is None


@pytest.mark.parametrize("size", [Size(80, 24), Size(40, 12), Size(20, 4)], ids=str)
@pytest.mark.parametrize("face", [ENGLISH, FRENCH])
def test_every_line_of_the_page_is_seen_page_by_page(face: Face, size: Size) -> None:
    played = scene("conventions_read", face.language)
    whole = [text_of(line).rstrip() for line in screen(played.state, face, Size(size.cols, 200))[2:-1]]
    state, seen = played.state, list[str]()
    for _ in whole:
        seen += [text_of(line).rstrip() for line in screen(state, face, size)]
        done = press(state, "pagedown")
        assert isinstance(done.effect, TurnPage)
        before, state = state, page_turned(done.state, face, size, done.effect.by).state
        if state == before:
            break
    assert {line for line in whole if line} <= {*seen}
    end = page_turned(played.state, face, size, TO_THE_END).state
    assert end == state
    assert screen(press(end, "up").state, face, size) != screen(end, face, size)
    assert page_turned(end, face, size, -TO_THE_END).state == played.state


def test_the_line_mode_tells_them_at_a_word() -> None:
    from coinche.client.line.commands import obey

    played = scene("bidding")
    played.happen(SystemDeclared(Seat.EAST, JACK))
    lines = obey(played.state, "conventions", ENGLISH).answers
    assert lines[:2] == ("East (Max): “jack” conventions", "To open the bidding.")
    assert lines[2] == "80: the jack; the jack of trumps, at least 3 trumps"
    assert lines[-1] == meaning(played.table.systems, ENGLISH)


@pytest.mark.parametrize("system", [STEADY, novice_system(FFB), expert_system(FFB)], ids=lambda system: system.name)
def test_that_a_bot_plays_as_such_bots_do_is_not_said(system: System) -> None:
    from coinche.client.texts.table_events import Listener
    from coinche.client.texts.table_events import sentence as spoken

    for face in (FRENCH, ENGLISH):
        assert spoken(SystemDeclared(Seat.EAST, system), Listener(face, {Seat.EAST: system.name}, Seat.SOUTH)) == ""


async def test_that_somebody_declares_is_said_at_the_table() -> None:
    from coinche.client.texts.table_events import Listener
    from coinche.client.texts.table_events import sentence as spoken

    await trio.lowlevel.checkpoint()
    to = Listener(ENGLISH, {Seat.EAST: "Max"}, Seat.SOUTH)
    assert spoken(SystemDeclared(Seat.EAST, JACK), to) == "Max plays the “jack” conventions."
    assert spoken(SystemDeclared(Seat.SOUTH, JACK), to) == "You play the “jack” conventions."


def test_denominations_without_a_suit_have_no_facts_of_one() -> None:
    assert of(f"80{Denomination.ALL_TRUMP}") == ()
