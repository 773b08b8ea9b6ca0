"""Tests of declarations: kinds, values, the best one, and the information that the table gets (F 8)."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from coinche.engine.actions import IllegalAction, Reason, parse_action
from coinche.engine.cards import Denomination, Rank
from coinche.engine.declarations import (
    Announced,
    Declaration,
    DeclarationKind,
    Resolution,
    best_set,
    held,
    points_of,
    resolve,
    sets,
)
from coinche.engine.events import (
    CardPlayed,
    DeclarationsAnnounced,
    DeclarationsResolved,
    DeclarationsShown,
    Event,
    HeightSaid,
)
from coinche.engine.match import State, apply, legal, to_act
from coinche.engine.presets import FFB
from coinche.engine.rules import DeclarationChoice
from coinche.engine.seats import Points, Seat, Team
from tests.engine.script import cards, choices, dealt, hands, play


def announced(said: str) -> tuple[Announced, ...]:
    """`"S tierce:7S8S9S, E cent:..."`, in order of play."""
    pairs = (entry.split() for entry in said.split(", "))
    return tuple(Announced(Seat(seat), Declaration(declaration)) for seat, declaration in pairs)


def resolved(said: str, trumps: str = "H") -> Resolution:
    return resolve(announced(said), {}, Denomination(trumps), FFB.declarations)


@pytest.mark.parametrize(
    ("notation", "points"),
    [
        ("carre:JSJHJDJC", 200),
        ("carre:9S9H9D9C", 150),
        ("carre:ASAHADAC", 100),
        ("carre:10S10H10D10C", 100),
        ("carre:KSKHKDKC", 100),
        ("carre:QSQHQDQC", 100),
        ("cent:10SJSQSKSAS", 100),
        ("cinquante:7D8D9D10D", 50),
        ("tierce:9C10CJC", 20),
    ],
)
def test_what_a_declaration_is_worth(notation: str, points: int) -> None:
    """F 8.1."""
    assert points_of(Declaration(notation), Denomination.HEARTS) == points


@pytest.mark.parametrize(
    "notation",
    [
        "carre:8S8H8D8C",  # eights and sevens count nothing (F 8.1)
        "carre:7S7H7D7C",
        "tierce:7S8S9H",  # one suit
        "tierce:KSAS7S",  # no way round
        "tierce:9S8S7S",  # the notation has one order
        "cinquante:7S8S9S",
        "cent:7S8S9S10SJSQS",
        "tierce:7S8S10S",
        "belote:QSKS",
        "tierce",
        "",
    ],
)
def test_what_is_no_declaration(notation: str) -> None:
    with pytest.raises(ValueError, match="no declaration"):
        Declaration(notation)


def test_sequences_rank_ace_king_queen_jack_ten_even_in_trumps() -> None:
    """F 8.1: « en respectant l'ordre suivant »."""
    assert held(frozenset(cards("9H 10H JH"))) == (Declaration("tierce:9H10HJH"),)
    assert held(frozenset(cards("AH 10H KH"))) == ()


STRONGEST_FIRST = (
    "carre:JSJHJDJC",
    "carre:9S9H9D9C",
    "carre:ASAHADAC",
    "carre:10S10H10D10C",
    "carre:KSKHKDKC",
    "carre:QSQHQDQC",
    "cent:10CJCQCKCAC",
    "cent:7S8S9S10SJS",
    "cinquante:JCQCKCAC",
    "cinquante:7S8S9S10S",
    "tierce:QCKCAC",
    "tierce:10CJCQC",
    "tierce:7S8S9S",
)


@pytest.mark.parametrize(("better", "worse"), list(pairwise(STRONGEST_FIRST)))
@pytest.mark.parametrize("order", ["S {0}, E {1}", "E {1}, S {0}"])
def test_the_stronger_declaration_wins(better: str, worse: str, order: str) -> None:
    """F 8.1, 8.3, in any order of speaking."""
    assert resolved(order.format(better, worse)).winner is Team.NORTH_SOUTH


def test_of_equal_sequences_the_one_in_trumps_wins() -> None:
    """F 8.3."""
    assert resolved("E tierce:9S10SJS, S tierce:9H10HJH").winner is Team.NORTH_SOUTH
    assert resolved("S tierce:9S10SJS, E tierce:9H10HJH").winner is Team.EAST_WEST


@pytest.mark.parametrize("trumps", ["D", "N", "A"])
def test_a_tie_annuls_everything_even_inferior_declarations_of_one_side(trumps: str) -> None:
    """F 8.3; in no trump and all trump no suit breaks a tie."""
    tie = resolved("S tierce:9S10SJS, E tierce:9H10HJH, N tierce:7C8C9C", trumps)
    assert (tie.winner, tie.shown, tie.points.NS, tie.points.EW) == (None, (), 0, 0)


def test_the_winners_score_all_their_declarations_and_the_losers_none() -> None:
    """F 8.3: « y compris celles qui étaient inférieures à la meilleure annonce adverse »."""
    result = resolved("S tierce:7S8S9S, E cent:7D8D9D10DJD, N carre:QSQHQDQC, W tierce:QCKCAC")
    assert result.winner is Team.NORTH_SOUTH
    assert (result.points.NS, result.points.EW) == (120, 0)
    assert {shown.seat for shown in result.shown} == {Seat.NORTH, Seat.SOUTH}


@pytest.mark.parametrize(
    ("said", "heights"),
    [
        ("S tierce:9S10SJS, E tierce:7D8D9D", "S tierce J, E tierce -"),  # not better
        ("S tierce:7D8D9D, E tierce:9S10SJS", "S tierce 9, E tierce J"),  # higher
        ("S tierce:9S10SJS, E tierce:9D10DJD", "S tierce J, E tierce J"),  # equal
        ("E cent:7D8D9D10DJD, N cent:8S9S10SJSQS", "E cent J, N cent Q"),
        ("S carre:KSKHKDKC, W carre:9S9H9D9C", "S carre K, W carre 9"),
        ("S carre:9S9H9D9C, W carre:KSKHKDKC", "S carre 9, W carre -"),
        ("S tierce:9S10SJS, E cinquante:7D8D9D10D", ""),  # of different kinds: nothing is said
        ("S tierce:9S10SJS, N tierce:7D8D9D", ""),  # partners do not compete
        ("S tierce:7S8S9S, E tierce:7D8D9D, N tierce:9C10CJC, W tierce:QDKDAD", "N tierce J, W tierce A"),
        ("S tierce:7S8S9S, E cinquante:7D8D9D10D, N cinquante:7C8C9C10C", "E cinquante 10, N cinquante 10"),
    ],
)
def test_of_two_bests_of_one_kind_the_first_says_its_height_and_the_other_answers(said: str, heights: str) -> None:
    """F 8.3, « Processus »: « pas mieux », or a height that is higher or equal. Exactly two are heard."""
    told = ", ".join(f"{h.seat} {h.kind} {h.height or '-'}" for h in resolved(said).heights)
    assert told == heights


THREE_DECLARE = hands(S="7S 8S 9S AD KD 7C 8C KH", E="10C JC QC 9D 10D 7H 8H AS", N="9H 10H JH 7D 8D AC KC QS")
FIRST_TRICK = "80H pass pass pass KH+tierce:7S8S9S 7H+tierce:10CJCQC 9H+tierce:9H10HJH"


def tricks(state: State, script: str) -> tuple[State, tuple[Event, ...]]:
    """The script, then the first legal card of everybody to the end of the trick."""
    state, events = play(state, script)
    while True:
        seat = to_act(state)
        assert seat is not None
        state, more = apply(state, seat, parse_action(choices(state)[0]))
        events += more
        if not isinstance(more[0], CardPlayed) or len(more) > 1:
            return state, events


def declaring(events: tuple[Event, ...]) -> list[Event]:
    return [
        event
        for event in events
        if isinstance(event, DeclarationsAnnounced | HeightSaid | DeclarationsShown | DeclarationsResolved)
    ]


def test_in_the_first_trick_only_kinds_are_said() -> None:
    """F 8.2."""
    _, events = tricks(dealt(THREE_DECLARE), FIRST_TRICK)
    tierce = (DeclarationKind.TIERCE,)
    assert declaring(events) == [DeclarationsAnnounced(seat, tierce) for seat in (Seat.SOUTH, Seat.EAST, Seat.NORTH)]


def test_they_are_resolved_with_the_first_card_of_the_second_trick_and_the_losers_cards_stay_hidden() -> None:
    """F 8.3."""
    state, _ = tricks(dealt(THREE_DECLARE), FIRST_TRICK)
    leader = to_act(state)
    assert leader is not None
    _, events = play(state, choices(state)[0])
    assert isinstance(events[0], CardPlayed)
    assert declaring(events) == [
        HeightSaid(Seat.EAST, DeclarationKind.TIERCE, Rank.QUEEN),
        HeightSaid(Seat.NORTH, DeclarationKind.TIERCE, None),
        DeclarationsShown(Seat.EAST, (Declaration("tierce:10CJCQC"),)),
        DeclarationsResolved(Team.EAST_WEST, 20),
    ]


def test_nothing_is_said_of_declarations_where_there_are_none() -> None:
    state, _ = tricks(dealt(THREE_DECLARE), "80H pass pass pass KH")
    _, events = play(state, choices(state)[0])
    assert declaring(events) == []


def test_nothing_can_be_declared_after_the_first_trick() -> None:
    """F 8.2. South takes the first trick and still holds a tierce."""
    state, _ = tricks(dealt(hands(S="JH 7D 8D 9D AS KS 8C 7C")), "80H pass pass pass JH")
    assert to_act(state) is Seat.SOUTH
    assert legal(state, Seat.SOUTH).declarations == ()
    with pytest.raises(IllegalAction) as refused:
        play(state, "AS+tierce:7D8D9D")
    assert refused.value.reason is Reason.NO_DECLARATIONS


@pytest.mark.parametrize(
    ("hand", "said"),
    [
        ("7S 8S 9S 10S JS QS AH KD", "cinquante:7S8S9S10S cent:7S8S9S10SJS"),
        ("10S JS QS JH JD JC AH KD", "tierce:10SJSQS carre:JSJHJDJC"),  # the jack of spades counts once
    ],
)
def test_a_card_counts_in_one_declaration_only(hand: str, said: str) -> None:
    """F 8: « une carte ne peut compter que pour une seule annonce à la fois »."""
    state, _ = play(dealt(hands(S=hand)), "80H pass pass pass")
    one, other = said.split()
    assert {one, other} <= set(map(str, legal(state, Seat.SOUTH).declarations))
    with pytest.raises(IllegalAction) as refused:
        play(state, f"AH+{one}+{other}")
    assert refused.value.reason is Reason.DECLARATIONS_OVERLAP


def test_what_one_does_not_hold_is_not_announced() -> None:
    """In place of F 8.4: an untrue declaration is refused."""
    state, _ = play(dealt(hands(S="7S 8S 9S 10S JS QS AH KD")), "80H pass pass pass")
    with pytest.raises(IllegalAction) as refused:
        play(state, "AH+tierce:QSKSAS")
    assert refused.value.reason is Reason.DECLARATION_NOT_HELD


BEST_ONLY = FFB.changed(declaration_choice=DeclarationChoice.BEST_ONLY)


def test_where_only_the_best_is_announced_another_is_refused_for_that() -> None:
    """P "Variations", Announcements."""
    state, _ = play(dealt(hands(S="7S 8S 9S 10D JD QD KD AH"), rules=BEST_ONLY), "80H pass pass pass")
    with pytest.raises(IllegalAction) as refused:
        play(state, "AH+tierce:7S8S9S")
    assert refused.value.reason is Reason.DECLARATION_NOT_BEST
    assert play(state, "AH+cinquante:10DJDQDKD")


@pytest.mark.parametrize("rank", ["J", "Q"])
def test_what_may_be_announced_tells_nothing_of_a_carre_but_that_it_is_one(rank: str) -> None:
    """Only kinds are said in the first trick (F 8.2): a carré of tens may answer any other."""
    other = "Q" if rank == "J" else "J"
    four = [f"{rank}{suit}" for suit in "SHDC"]
    deal = hands(
        S=" ".join((*four, "7S 8S 9H 7H")),
        E="10S 10H 10D 10C 8H 9S 7D 8D",
        N=f"{other}S {other}H {other}D {other}C 9D 7C 8C 9C",
    )
    state, _ = play(dealt(deal, rules=BEST_ONLY), f"80H pass pass pass 7H+carre:{''.join(four)}")
    assert legal(state, Seat.EAST).declarations == (Declaration("carre:10S10H10D10C"),)


def test_where_declarations_are_not_played_none_may_be_said() -> None:
    plain = replace(FFB, declarations=replace(FFB.declarations, declarations=False))
    state, _ = play(dealt(THREE_DECLARE, rules=plain), "80H pass pass pass")
    assert legal(state, Seat.SOUTH).declarations == ()


@pytest.mark.parametrize(
    ("hand", "combinations"),
    [
        ("7S 8S 9S 10S JS QS AH KD", 1 + 4 + 3 + 2 + 1),  # six in a row: silence, parts, two tierces
        ("7S 8S 9S 10S JS QS KS AS", 1 + 6 + 5 + 4 + 6 + 6 + 1 + 2),  # eight in a row: 3+3, 3+4, 4+4 and 3+5 besides
        ("JS JH JD JC 9S 9H 9D 9C", 4),
        ("7S 9S JS KS 7H 9H JH KH", 1),
    ],
)
def test_a_run_may_be_announced_whole_or_in_parts_or_not_at_all(hand: str, combinations: int) -> None:
    found = sets(held(frozenset(cards(hand))))
    assert found[0] == ()
    assert len(found) == len(set(found)) == combinations


def test_a_run_of_six_counts_as_one_of_five_or_two_of_three() -> None:
    run = held(frozenset(cards("7S 8S 9S 10S JS QS")))
    assert max(sum(points_of(d, Denomination.HEARTS) for d in chosen) for chosen in sets(run)) == 100
    assert best_set(run, Denomination.HEARTS) == (Declaration("cent:8S9S10SJSQS"),)


def test_what_is_declared_for_a_silent_player_is_the_best_he_has() -> None:
    assert best_set(held(frozenset(cards("JS JH JD JC 10S QS KS AS"))), Denomination.HEARTS) == (
        Declaration("tierce:QSKSAS"),
        Declaration("carre:JSJHJDJC"),
    )


def test_of_two_equal_bests_of_a_side_the_one_in_trumps_stands_for_it() -> None:
    """F 8.3: a trump sequence is the better one, by either player of the side."""
    said = (
        Announced(Seat.SOUTH, Declaration("tierce:QSKSAS")),
        Announced(Seat.EAST, Declaration("tierce:QCKCAC")),
        Announced(Seat.NORTH, Declaration("tierce:QDKDAD")),
    )
    resolved = resolve(said, {}, Denomination.DIAMONDS, FFB.declarations)
    assert (resolved.winner, resolved.points) == (Team.NORTH_SOUTH, Points(NS=40))
    assert [(height.seat, height.height) for height in resolved.heights] == [
        (Seat.EAST, Rank.ACE),
        (Seat.NORTH, Rank.ACE),
    ]
