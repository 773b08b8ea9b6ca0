"""Tests of the pairing: all meet all, owners never meet themselves, and nobody waits for ever."""

from __future__ import annotations

from collections import Counter
from random import Random

from coinche.server.ladder.pairing import PresentEntrant, next_pairs
from coinche.server.match.ladder_board import LadderEntrant

A, B, C, D, E = (LadderEntrant(name, f"key {name}") for name in "ABCDE")


def pairs(
    free: str, busy: str = "", met: dict[str, int] | None = None, ratings: dict[str, float] | None = None, **at: float
) -> set[str]:
    """The names of those who sit down, of entrants by their letters; all are free since 0."""
    of = {one.name: one for one in (A, B, C, D, E)}
    present = [PresentEntrant(of[name], 0.0) for name in free] + [PresentEntrant(of[name], None) for name in busy]
    found = next_pairs(
        present,
        lambda a, b: (met or {}).get("".join(sorted(a.name + b.name)), 0),
        {of[name]: rating for name, rating in (ratings or {}).items()},
        waited_since=at.get("waited_since", -1.0),
    )
    return {"".join(sorted(a.name + b.name)) for a, b in found}


def test_those_who_have_met_least_sit_down() -> None:
    assert pairs("ABCD", met={"AB": 16, "CD": 16}) == {"AC", "BD"}
    assert pairs("ABC", met={"AB": 16, "AC": 16}) == {"BC"}
    assert pairs("A") == pairs("") == set()


def test_of_those_who_have_met_as_often_the_closest_sit_down() -> None:
    assert pairs("ABC", ratings={"A": 100.0, "B": 0.0, "C": 10.0}) == {"BC"}


def test_names_of_one_owner_never_meet() -> None:
    other = LadderEntrant("A two", A.who)
    present = [PresentEntrant(A, 0.0), PresentEntrant(other, 0.0)]
    assert next_pairs(present, lambda a, b: 0, {}, waited_since=-1.0) == []
    assert next_pairs([*present, PresentEntrant(B, 0.0)], lambda a, b: 0, {}, waited_since=-1.0) == [(A, B)]


def test_two_that_have_just_met_wait_for_others_but_not_for_ever() -> None:
    met = {"AB": 16, "CD": 16}
    assert pairs("AB", busy="CD", met=met) == set()
    assert pairs("AB", busy="CD", met=met, waited_since=1.0) == {"AB"}
    assert pairs("AB", busy="C", met={"AB": 16, "AC": 32, "BC": 32}) == {"AB"}


def test_in_the_long_run_all_meet_as_often() -> None:
    random, met, clock = Random(5), Counter[frozenset[str]](), 0.0
    tables: list[tuple[float, LadderEntrant, LadderEntrant]] = []
    free = {A: 0.0, B: 0.0, C: 0.0, D: 0.0, E: 0.0}
    for _ in range(400):
        present = [PresentEntrant(one, free.get(one)) for one in (A, B, C, D, E)]
        for a, b in next_pairs(present, lambda a, b: met[frozenset((a.name, b.name))], {}, waited_since=clock - 60):
            del free[a], free[b]
            met[frozenset((a.name, b.name))] += 1
            tables.append((clock + random.uniform(5, 50), a, b))
        ended = min(tables, key=lambda table: table[0])
        tables.remove(ended)
        clock = ended[0]
        free[ended[1]] = free[ended[2]] = clock
    assert len(met) == 10
    assert max(met.values()) - min(met.values()) <= 2
