"""Tests of every option of belote and declarations, value by value. South speaks and leads first, then E, N and W."""

from __future__ import annotations

import pytest

from coinche.engine.events import LineKind
from coinche.engine.match import State
from coinche.engine.playing import Playing
from coinche.engine.seats import Points, Team
from tests.engine.deals import DEALS, begun, counted, played, ready, result, tricks
from tests.engine.house import house, numbered
from tests.engine.script import choices, dealt, hands, play

NONE, OURS, THEIRS = (0, 0), (20, 0), (0, 20)

# --- belote ------------------------------------------------------------------------------------------

# options, preset, auction, South's hand, what South may play and say, what not
OFFERS = [
    # P "Belote": "a player in the team that won the bidding"; "Variations": "by any player", "not even belote"
    ("belote=none", "pagat", "80H pass pass pass", "KH QH 7S 8S", "KH QH", "KH+belote QH+belote"),
    ("belote=none", "ffb", "pass 80H pass pass pass", "KH QH 7S 8S", "KH", "KH+belote"),
    ("belote=bidding_team", "ffb", "80H pass pass pass", "KH QH 7S 8S", "KH KH+belote QH+belote", "KH+rebelote"),
    ("belote=bidding_team", "ffb", "pass pass 80H pass pass pass", "KH QH 7S", "KH+belote", ""),  # the partner's bid
    ("belote=bidding_team", "ffb", "pass 80H pass pass pass", "KH QH 7S 8S", "KH QH", "KH+belote QH+belote"),
    ("belote=any_team", "pagat", "pass 80H pass pass pass", "KH QH 7S 8S", "KH+belote QH+belote", "7S+belote"),
    ("belote=any_team", "bridgee", "pass 80A pass pass pass", "KH QH KS QS", "KH+belote KS+belote", ""),
    ("belote=any_team", "bridgee", "pass 80N pass pass pass", "KH QH KS QS", "KH", "KH+belote KS+belote"),
    # F 7: « elle doit être annoncée »; O "Calculating the points": "he gains 20 additional points"
    (
        "belote_declared=manual, shuffle=every_deal, reshuffle_after_passes=none",
        "contree",
        "80H pass pass pass",
        "KH QH 7S",
        "KH KH+belote",
        "",
    ),
    ("belote_declared=automatic", "pagat", "80H pass pass pass", "KH QH 7S", "KH QH", "KH+belote QH+belote"),
]


@pytest.mark.parametrize(("options", "preset", "auction", "hand", "allowed", "refused"), OFFERS, ids=numbered(OFFERS))
def test_whose_belote_is_said(options: str, preset: str, auction: str, hand: str, allowed: str, refused: str) -> None:
    state, _ = play(dealt(hands(S=hand), rules=house(options, preset)), auction)
    assert set(allowed.split()) <= set(choices(state))
    assert not set(refused.split()) & set(choices(state))


# options, preset, the deals of a match, each with what is said; the points of belote of NS and EW in each.
# South leads the first deal, East the second, North the third. A: the leader has king and queen; B: the next seat;
# C: the leader's partner. The leader bids 80H.
BELOTES = [
    ("belote=none, belote_declared=automatic", "pagat", "A", [(0, 0)]),
    ("belote=bidding_team, belote_declared=automatic", "pagat", "A", [(20, 0)]),
    ("belote=bidding_team, belote_declared=automatic", "pagat", "B", [(0, 0)]),
    ("belote=bidding_team, belote_declared=automatic", "pagat", "C, B", [(20, 0), (0, 0)]),
    ("belote=any_team, belote_declared=automatic", "pagat", "B", [(0, 20)]),
    ("belote_declared=automatic", "pagat", "A, C", [(20, 0), (0, 20)]),
    # A belote kept silent is worth nothing (F 7: « pour être valable »; P: "is always scored if declared")
    ("belote_declared=manual", "pagat", "A", [(0, 0)]),
    ("belote_declared=manual", "stayandplay-both", "B", [(0, 0)]),
    ("belote_declared=manual", "ffb", "C, A, B", [(0, 0), (0, 0), (0, 0)]),
    ("belote_declared=manual", "ffb", "A QH+belote KH+rebelote, C KH+belote QH+rebelote", [(20, 0), (0, 20)]),
    # P "Variations": "by not saying rebelote ..., in which case the 20 points are not scored"
    ("rebelote_tolerance=false", "ffb", "A QH+belote", [(0, 0)]),
    ("rebelote_tolerance=false", "ffb", "B QH+belote, C KH+belote", [(0, 0), (0, 0)]),
    # F 7: « une tolérance sera accordée ... une seule fois par équipe et par partie »
    ("rebelote_tolerance=true", "pagat", "A QH+belote", [(20, 0)]),
    ("rebelote_tolerance=true", "ffb", "A QH+belote, B QH+belote", [(20, 0), (0, 0)]),  # NS forgets twice
    ("rebelote_tolerance=true", "ffb", "A QH+belote, A QH+belote", [(20, 0), (0, 20)]),  # each side once
    ("rebelote_tolerance=true", "ffb", "A QH+belote KH+rebelote, B QH+belote", [(20, 0), (20, 0)]),
    ("rebelote_tolerance=true", "ffb", "A, B QH+belote", [(0, 0), (20, 0)]),  # silence is not forgiven, nor counted
    ("rebelote_tolerance=true", "ffb", "B QH+belote, C KH+belote, B QH+belote", [(0, 20), (0, 0), (0, 0)]),
]


@pytest.mark.parametrize(("options", "preset", "deals", "points"), BELOTES, ids=numbered(BELOTES))
def test_what_belotes_are_worth(options: str, preset: str, deals: str, points: list[tuple[int, int]]) -> None:
    state, told = begun(house(options, preset)), []
    for deal in deals.split(", "):
        name, _, said = deal.partition(" ")
        state, events = played(state, DEALS[name], "80H pass pass pass", said)
        lines = [line for line in result(events).lines if line.kind is LineKind.BELOTE]
        told.append(tuple(sum(line.points for line in lines if line.team is team) for team in Team))
    assert told == points


@pytest.mark.parametrize("preset", ["pagat", "ffb", "stayandplay-both"])
def test_rebelote_counts_only_after_belote(preset: str) -> None:
    """F 7: « sans avoir préalablement annoncé la belote, le bonus n'est pas accordé »: the queen fell in silence."""
    state = ready(begun(house("belote_declared=manual", preset)), DEALS["A"])
    seven = " ".join(card for trick in tricks(DEALS["A"])[:7] for card in trick)
    state, _ = play(state, f"80H pass pass pass {seven}")
    assert choices(state) == ["KH"]


# --- declarations ------------------------------------------------------------------------------------

DEAL = hands(
    S="7D 8D 9D  AH AC 7S 8S 10C",  # a tierce
    E="QS QH QD QC  7C 8C 9C  JD",  # a carré of queens and a tierce
    N="7H 8H 9H 10H  KS AS 10D KD",  # a cinquante
    W="9S 10S JS  JH KH AD JC KC",  # a tierce, in trumps where these are spades
)
QUEENS, CINQUANTE = "carre:QSQHQDQC", "cinquante:7H8H9H10H"


def begun_with(deal: str, options: str, preset: str, bid: str) -> State:
    return play(dealt(HANDS[deal], rules=house(options, preset)), f"{bid} pass pass pass")[0]


EQUAL = hands(
    S="10C JC QC  7D 8S 7H AS 8H",  # a tierce to the queen
    E="10H JH QH  9D 9S 7S 8C AC",  # a tierce to the queen
    N="AD KD QD  JD 9H KH JS 7C",  # a cinquante to the ace
    W="10D 8D  QS KS 10S AH KC 9C",
)
FIFTY = hands(
    S="9C 10C JC QC  7D 8S 8H AS",  # a cinquante to the queen
    E="9H 10H JH QH  9D 7S JS AC",  # a cinquante to the queen
    N="AD KD QD  7H AH KC 9S KS",  # a tierce
    W="10D 8D JD  QS KH 10S 7C 8C",
)
HANDS = {"deal": DEAL, "equal": EQUAL, "fifty": FIFTY}

# options, preset, the hands, the bid, what was played and said, what may follow, what may not
ANNOUNCED = [
    ("declarations=true", "pagat", "deal", "80S", "", "7D 7D+tierce:7D8D9D AC+tierce:7D8D9D", ""),
    ("declarations=false", "ffb", "deal", "80S", "", "7D AC", "7D+tierce:7D8D9D AC+tierce:7D8D9D"),
    # P "Announcements": "even if it is clear that they cannot be scored" – "only of combinations that are potentially
    # the best"
    (
        "declaration_choice=any",
        "ffb",
        "deal",
        "80S",
        "7D+tierce:7D8D9D",
        f"JD JD+{QUEENS} JD+tierce:7C8C9C JD+tierce:7C8C9C+{QUEENS}",
        "",
    ),
    (
        "declaration_choice=any",
        "pagat-annonces",
        "deal",
        "80S",
        f"7D JD+{QUEENS}",
        f"10D+{CINQUANTE} 10D+tierce:7H8H9H",
        "",
    ),
    (
        "declaration_choice=best_only",
        "ffb",
        "deal",
        "80S",
        "7D+tierce:7D8D9D",
        f"JD JD+{QUEENS}",
        f"JD+tierce:7C8C9C JD+tierce:7C8C9C+{QUEENS}",
    ),
    (
        "declaration_choice=best_only",
        "ffb",
        "deal",
        "80S",
        f"7D JD+{QUEENS}",
        "10D",
        f"10D+{CINQUANTE} 10D+tierce:7H8H9H",
    ),
    # as good a kind is enough: whether it is higher is not known yet
    ("declaration_choice=best_only", "ffb", "deal", "80S", "7D+tierce:7D8D9D JD 10D", "AD+tierce:9S10SJS", ""),
    ("declaration_choice=best_only", "ffb", "deal", "80S", f"7D JD 10D+{CINQUANTE}", "AD", "AD+tierce:9S10SJS"),
    # what the partner has said is no bar
    ("declaration_choice=best_only", "ffb", "deal", "80S", f"7D JD+{QUEENS} 10D", "AD+tierce:9S10SJS", ""),
]


@pytest.mark.parametrize(
    ("options", "preset", "deal", "bid", "so_far", "allowed", "refused"), ANNOUNCED, ids=numbered(ANNOUNCED)
)
def test_what_may_be_announced(
    options: str, preset: str, deal: str, bid: str, so_far: str, allowed: str, refused: str
) -> None:
    state, _ = play(begun_with(deal, options, preset, bid), so_far)
    assert set(allowed.split()) <= set(choices(state))
    assert not set(refused.split()) & set(choices(state))


TIERCES = "7D+tierce:10CJCQC 9D+tierce:10HJHQH KD 10D"
FIFTIES = "7D+cinquante:9C10CJCQC 9D+cinquante:9H10HJHQH"

# options, preset, the hands, the bid, the first trick and the lead to the second, whose declarations count, for what
RESOLVED = [
    ("declarations=true", "pagat", "deal", "80S", "7D+tierce:7D8D9D JD 10D AD KC", "NS 20"),
    # F 8.3: « il y a égalité et aucune annonce ne compte »; P: "the first to be announced is best"
    ("declaration_tie=annul", "pagat-annonces", "equal", "80S", TIERCES, "nobody"),
    ("declaration_tie=annul", "pagat-annonces", "fifty", "80S", f"{FIFTIES} KD+tierce:QDKDAD", "nobody"),
    ("declaration_tie=annul", "pagat-annonces", "equal", "80H", TIERCES, "EW 20"),  # East's is in trumps
    ("declaration_tie=first_announced", "ffb", "equal", "80S", TIERCES, "NS 20"),
    ("declaration_tie=first_announced", "ffb", "fifty", "80S", f"{FIFTIES} KD+tierce:QDKDAD", "NS 70"),
    ("declaration_tie=first_announced", "ffb", "fifty", "80D", f"{FIFTIES} KD", "NS 50"),
    ("declaration_tie=first_announced", "ffb", "equal", "80H", TIERCES, "EW 20"),  # trumps win first
    ("declaration_tie=first_announced", "ffb-sa-ta", "equal", "80N", TIERCES, "NS 20"),
    ("declaration_tie=annul", "ffb-sa-ta", "equal", "80A", "7D+tierce:10CJCQC 9D+tierce:10HJHQH JD 10D", "nobody"),
    # P: "the team with the best announcement can announce and score additional combinations at the end of the trick"
    ("declaration_choice=any", "ffb", "deal", "80S", f"7D+tierce:7D8D9D JD+{QUEENS} 10D AD", "EW 100"),
    ("declaration_choice=any", "ffb", "deal", "80S", "7D JD 10D AD+tierce:9S10SJS", "EW 20"),
    ("declaration_choice=best_only", "ffb", "deal", "80S", f"7D+tierce:7D8D9D JD+{QUEENS} 10D AD", "EW 140"),
    ("declaration_choice=best_only", "ffb", "deal", "80S", f"7D JD 10D+{CINQUANTE} AD", "NS 70"),  # 50 + 20
    ("declaration_choice=best_only", "ffb", "deal", "80S", "7D+tierce:7D8D9D JD 10D AD", "NS 70"),
    ("declaration_choice=best_only", "ffb", "deal", "80S", "7D JD 10D AD+tierce:9S10SJS", "EW 140"),
    ("declaration_choice=best_only", "ffb", "deal", "80S", "7D JD 10D AD", "nobody"),
]


@pytest.mark.parametrize(("options", "preset", "deal", "bid", "first", "counts"), RESOLVED, ids=numbered(RESOLVED))
def test_whose_declarations_count(options: str, preset: str, deal: str, bid: str, first: str, counts: str) -> None:
    state, _ = play(begun_with(deal, options, preset, bid), first)
    while isinstance(state.phase, Playing) and state.phase.resolution is None:
        state, _ = play(state, choices(state)[0])
    assert isinstance(state.phase, Playing)
    found = state.phase.resolution
    assert found is not None
    assert (f"{found.winner} {found.points[found.winner]}" if found.winner else "nobody") == counts


# --- when the contract fails, or everything is lost ----------------------------------------------------

# options, preset, bid, multiplier, what NS took, belotes, declarations, scores
ROWS = [
    # P "Variations": "the points for belote to the opponents ..., even if it was declared by the bidding team"
    ("belote_on_failure=kept", "colver", "100S", 1, 70, OURS, NONE, (20, 262)),
    ("belote_on_failure=kept", "pagat", "100S", 2, 70, OURS, NONE, (20, 360)),
    ("belote_on_failure=to_opponents", "pagat", "100S", 1, 70, OURS, NONE, (0, 280)),
    ("belote_on_failure=to_opponents", "pagat", "100S", 2, 70, OURS, NONE, (0, 380)),
    ("belote_on_failure=to_opponents", "ffb", "100S", 1, 70, OURS, NONE, (0, 280)),
    (
        "belote_on_failure=to_opponents",
        "ffb",
        "100S",
        2,
        70,
        OURS,
        NONE,
        (0, 560),
    ),  # the entire score: 2 × (160 + 100 + 20)
    ("belote_on_failure=to_opponents", "ffb", "100S", 4, 70, OURS, NONE, (0, 1120)),
    ("belote_on_failure=to_opponents", "ffb", "80S", 1, 82, OURS, NONE, (180, 80)),  # made: it is theirs
    # F 10.1b: « les annonces des preneurs qui changent de main »
    ("declarations_on_failure=to_defence", "ffb", "90H", 1, 60, NONE, (20, 0), (0, 270)),
    ("declarations_on_failure=to_defence", "ffb", "90H", 2, 60, NONE, (20, 0), (0, 540)),
    ("declarations_on_failure=lost", "ffb", "90H", 1, 60, NONE, (20, 0), (0, 250)),
    ("declarations_on_failure=lost", "ffb", "90H", 1, 60, NONE, (0, 20), (0, 270)),  # its own are its own
    # F 10.1a: « si un capot est réalisé par les preneurs, les annonces des défenseurs changent de main »
    ("declarations_swept=true", "online", "130S", 1, "all", NONE, (0, 50), (340, 0)),  # 162 + 50 + 130
    ("declarations_swept=true", "ffb", "130S", 1, "all", NONE, (0, 50), (430, 0)),  # 252 + 50 + 130
    ("declarations_swept=true", "ffb", "110H", 2, 98, OURS, (0, 20), (620, 0)),  # 2 × (160 + 20 + 20 + 110)
    ("declarations_swept=false", "ffb", "130S", 1, "all", NONE, (0, 50), (380, 50)),
    ("declarations_swept=false", "ffb", "110H", 2, 98, OURS, (0, 20), (580, 0)),
]


@pytest.mark.parametrize(
    ("options", "preset", "bid", "times", "took", "belote", "declared", "scores"), ROWS, ids=numbered(ROWS)
)
def test_what_is_scored_of_belotes_and_declarations(
    options: str,
    preset: str,
    bid: str,
    times: int,
    took: int | str,
    belote: tuple[int, int],
    declared: tuple[int, int],
    scores: tuple[int, int],
) -> None:
    assert counted(house(options, preset), bid, times, took, belote, declared).scores == Points(*scores)


# options, the preset, what is said in deal A at 130H, which fails with 104, and the scores
SILENCES = [
    # P "Variations": "it can be in the bidding team's interest to suppress the belote announcement"
    ("belote_on_failure=to_opponents", "pagat", "QH+belote KH+rebelote", (0, 310)),  # 160 + 130 + 20
    ("belote_on_failure=to_opponents", "pagat", "QH+belote", (0, 290)),
    ("belote_on_failure=to_opponents", "pagat", "", (0, 290)),
    ("belote_on_failure=kept", "pagat", "QH+belote KH+rebelote", (20, 290)),
    ("belote_on_failure=kept", "pagat", "QH+belote", (0, 290)),
]


@pytest.mark.parametrize(("options", "preset", "said", "scores"), SILENCES, ids=numbered(SILENCES))
def test_a_belote_may_be_kept_silent(options: str, preset: str, said: str, scores: tuple[int, int]) -> None:
    _, events = played(begun(house(options, preset)), DEALS["A"], "130H pass pass pass", said)
    assert result(events).scores == Points(*scores)
