"""World sampling: hands that the three other seats could hold, in proportion to their likelihood.

The possible worlds are counted and numbered, so that a random number is a world, without rejection. Where few are
possible all are taken. Otherwise a number of candidates is drawn, weighed by the belief, and resampled by systematic
resampling. The random numbers are splitmix64, the same in both engines.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import reduce
from math import comb, exp, inf
from operator import add

from .arguments import HIDDEN, Belief, World
from .bits import cards_of
from .position import NoWorld

_WORD = (1 << 64) - 1


class SplitMix64:
    """The random numbers of both engines (splitmix64)."""

    def __init__(self, seed: int) -> None:
        self._state = seed & _WORD

    def drawn(self) -> int:
        """The next 64 random bits."""
        self._state = z = self._state + 0x9E3779B97F4A7C15 & _WORD
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & _WORD
        z = (z ^ z >> 27) * 0x94D049BB133111EB & _WORD
        return z ^ z >> 31

    def below(self, n: int) -> int:
        """A number from 0 on, under n."""
        return (self.drawn() >> 32) * n >> 32

    def fraction(self) -> float:
        """A number from 0 on, under 1."""
        return (self.drawn() >> 11) * 2.0**-53


_GROUPS = range(1, 1 << HIDDEN)
"""Groups of unseen cards, by the seats that may have them: a bit for each seat."""
MOST = 1 << 20


@dataclass(frozen=True, slots=True)
class Worlds:
    """Weighed worlds. `fits` is the number of possible ones, `effective` the effective sample size of the
    candidates."""

    each: tuple[tuple[World, float], ...]
    fits: int
    effective: float


class WorldIndex:
    """The worlds that fit, by their numbers."""

    def __init__(self, known: Belief) -> None:
        self._room = known.room
        self._groups = _groups(known)
        self._sizes = [group.bit_count() for group in self._groups]
        self._counts: dict[tuple[int, int, int], int] = {}
        whole = not self._groups[0] and known.unseen.bit_count() == sum(known.room)
        self.count = self._count(1, known.room[0], known.room[1]) if whole else 0

    def world(self, number: int) -> World:
        """The world with that number."""
        first, second, third = 0, 0, 0
        a, b, _ = self._room
        for at in _GROUPS:
            group, size = self._groups[at], self._sizes[at]
            for x, y, ways in self._splits(at, a, b):
                rest = self._count(at + 1, a - x, b - y)
                if number < ways * rest:
                    break
                number -= ways * rest
            which, number = divmod(number, rest)
            one, two = divmod(which, comb(size - x, y))
            ones = chosen(group, x, one)
            twos = chosen(group & ~ones, y, two)
            first, second, third = first | ones, second | twos, third | group & ~ones & ~twos
            a, b = a - x, b - y
        return first, second, third

    def _splits(self, at: int, a: int, b: int) -> Iterator[tuple[int, int, int]]:
        """The possible shares of the first two seats in a group, with the number of ways for each."""
        size = self._sizes[at]
        for x in range(min(a, size) + 1 if at & 1 else 1):
            for y in range(min(b, size - x) + 1 if at & 2 else 1):
                if at & 4 or x + y == size:
                    yield x, y, comb(size, x) * comb(size - x, y)

    def _count(self, at: int, a: int, b: int) -> int:
        """The number of ways to fill the room of the seats from that group on."""
        key = at, a, b
        if key not in self._counts:
            if at > _GROUPS[-1]:
                self._counts[key] = int(a == b == 0)
            else:
                splits = self._splits(at, a, b)
                self._counts[key] = sum(ways * self._count(at + 1, a - x, b - y) for x, y, ways in splits)
        return self._counts[key]


def _groups(known: Belief) -> list[int]:
    groups = [0] * (1 << HIDDEN)
    for card in cards_of(known.unseen):
        groups[sum((may >> card & 1) << seat for seat, may in enumerate(known.may))] |= 1 << card
    return groups


def chosen(cards: int, k: int, number: int) -> int:
    """Return the combination of k cards that has that number."""
    found = 0
    for card in cards_of(cards):
        if not k:
            break
        with_it = comb((cards >> card + 1).bit_count(), k - 1)
        if number < with_it:
            found |= 1 << card
            k -= 1
        else:
            number -= with_it
    return found


def sampled_worlds(known: Belief, n: int, candidates: int, seed: int, *, the_same: bool) -> Worlds:
    """Draw worlds in proportion to their likelihood, out of `candidates`; all possible ones, once, if there are no
    more.

    The result has `n` worlds, or all candidates if these are fewer and may count differently. NoWorld where none fits.
    """
    if not 0 < n <= candidates <= MOST:
        raise ValueError("between 1 and 2^20 worlds, out of as many candidates or more")
    ways, chance = WorldIndex(known), SplitMix64(seed)
    if not ways.count:
        raise NoWorld("no hands fit what is known")
    candidates = n if known.is_even else candidates
    every = ways.count <= candidates
    numbers = range(ways.count) if every else (chance.drawn() % ways.count for _ in range(candidates))
    worlds = [ways.world(number) for number in numbers]
    weights = _compared(known, worlds)
    effective = total(weights) * total(weights) / total(weight * weight for weight in weights)
    each = list(zip(worlds, weights, strict=True))
    if the_same or len(each) > n:
        each = list(_resampled(each, n, chance))
    for at in range(len(each) - 1, 0, -1):  # in no order: a budget may end before they do
        other = chance.below(at + 1)
        each[at], each[other] = each[other], each[at]
    return Worlds(tuple(each), ways.count, effective)


def total(numbers: Iterable[float]) -> float:
    """Their sum, rounded as the compiled engine rounds it; `sum` does better since Python 3.12."""
    return reduce(add, numbers, 0.0)


def _compared(known: Belief, worlds: list[World]) -> list[float]:
    """The likelihood of each world, the likeliest being 1."""
    logarithms = [known.weighed(world) for world in worlds]
    most = -inf
    for logarithm in logarithms:
        most = max(most, logarithm)
    weights = [exp(logarithm - most) for logarithm in logarithms]
    if not total(weights) > 0:  # which no sum is that is not a number
        raise NoWorld("no hands fit what is known")
    return weights


def _resampled(each: list[tuple[World, float]], n: int, chance: SplitMix64) -> Iterator[tuple[World, float]]:
    """Draw `n` of the worlds by systematic resampling; where rounding runs past the end, the last one that counts."""
    whole = total(weight for _, weight in each)
    last = max(at for at, (_, weight) in enumerate(each) if weight > 0)
    step, passed, taken = whole / n, 0.0, 0
    following = chance.fraction() * whole / n
    for at, (world, weight) in enumerate(each[: last + 1]):
        passed += weight
        while taken < n and (following < passed or at == last):
            yield world, 1.0
            taken += 1
            following += step
