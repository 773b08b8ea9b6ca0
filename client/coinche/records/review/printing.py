"""Review the deals of a record one after the other, and print each as soon as it is done.

Pages and maps go to the output, progress to a terminal.
"""

from __future__ import annotations

import json
import os
import re
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from coinche.engine.record import Record
from coinche.engine.solver import ENGINE, Engine
from coinche.records.texts import notation
from coinche.text.language import Language

from .page import ReviewPage
from .recorded_deal import RecordedDeal, deals_of
from .review import DealReview, deal_map, head_map, reviewed
from .texts import Review

PATIENCE = 1.0
"""Seconds after which the progress is shown."""


class NoDeal(Exception):
    """There is nothing to review; the message is a sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedReview:
    """The wanted deal (None: all), and whether a person or a program reads."""

    language: Language
    deal: int | None = None
    as_json: bool = False
    own_hand: bool = False
    """True to add what `expert` sees from the player's own hand."""


def go_through(record: Record, file: str, wanted: WantedReview) -> None:
    """Print the reviews. NoDeal if there are none; RecordError if the record is not true."""
    deals = _chosen(tuple(deals_of(record)), file, wanted)
    write = _maps(record) if wanted.as_json else _pages(record, wanted.language)
    write(_each(deals, wanted))


def _chosen(deals: tuple[RecordedDeal, ...], file: str, wanted: WantedReview) -> tuple[RecordedDeal, ...]:
    if not deals:
        raise NoDeal(Review.NO_DEAL.within(wanted.language).format(file=file))
    if wanted.deal is None:
        return deals
    chosen = tuple(deal for deal in deals if deal.number == wanted.deal)
    if not chosen:
        told = Review.NO_SUCH_DEAL.within(wanted.language)
        raise NoDeal(told.format(file=file, number=wanted.deal, count=len(deals)))
    return chosen


_Write = Callable[[Iterable[DealReview]], None]


def _maps(record: Record) -> _Write:
    """Print a line for the match, and one for each deal."""

    def write(reviews: Iterable[DealReview]) -> None:
        _print_map(head_map(record.header))
        for review in reviews:
            _print_map(deal_map(review))

    return write


def _print_map(values: Mapping[str, object]) -> None:
    print(json.dumps(values, ensure_ascii=False, separators=(",", ":")), flush=True)


def _pages(record: Record, language: Language) -> _Write:
    page = ReviewPage(notation(language), record.header.seats)

    def write(reviews: Iterable[DealReview]) -> None:
        _print_lines(page.head())
        done = []
        for review in reviews:
            _print_lines(page.deal(review))
            done.append(review)
        if len(done) > 1:
            _print_lines(page.all_deals(done))

    return write


_COSTS = re.compile(r"\((?:cost|co[uû]te) [^)]*\)")


def _print_lines(lines: Iterable[str]) -> None:
    """Print the lines; costs are in colour on terminals that have colours, and in brackets everywhere."""
    coloured = sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM", "dumb") != "dumb"
    for line in lines:
        print(_COSTS.sub("\x1b[1;31m\\g<0>\x1b[m", line) if coloured else line)
    sys.stdout.flush()


def _each(deals: tuple[RecordedDeal, ...], wanted: WantedReview) -> Iterator[DealReview]:
    began = time.monotonic()
    for at, deal in enumerate(deals, 1):
        slow = ENGINE is not Engine.C or time.monotonic() - began > PATIENCE
        far = Review.PROGRESS.within(wanted.language).format(number=at, count=len(deals))
        with _told(far if slow else ""):
            review = reviewed(deal, own_hand=wanted.own_hand)
        yield review


@contextmanager
def _told(how_far: str) -> Iterator[None]:
    """Show a line on a terminal while the block runs."""
    shown = how_far if sys.stderr.isatty() else ""
    print(shown, end="\r", file=sys.stderr, flush=True) if shown else None
    try:
        yield
    finally:
        print(" " * len(shown), end="\r", file=sys.stderr, flush=True) if shown else None
