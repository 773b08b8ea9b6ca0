"""Tests of the log of a table: the whole deal where the rules show it, a sentence where they hide earlier tricks; and
of the line that stands in place of a contract.
"""

from __future__ import annotations

from dataclasses import replace

from coinche.client.views import Size
from coinche.engine.rules import TrickHistory
from tests.client.golden import text
from tests.client.scene import Scene
from tests.client.scenes import scene

FIRST_CARD = "le valet de cœur"
HIDDEN = "Les règles cachent les plis précédents."


def log_of(made: Scene) -> str:
    """The open log, as one line."""
    made.press("j")
    return " ".join(text(made.state, Size(200, 60)).split())


def test_the_log_says_where_the_rules_hide_the_cards_of_earlier_tricks() -> None:
    shown = log_of(scene("follow"))
    assert shown.count(HIDDEN) == 1
    assert FIRST_CARD not in shown


def test_the_log_has_the_whole_deal_where_all_tricks_may_be_seen_again() -> None:
    made = scene("follow")
    rules = made.table.rules
    assert rules is not None
    rules = replace(rules, match=replace(rules.match, trick_history=TrickHistory.ALL))
    made.state = replace(made.state, table=replace(made.table, rules=rules))
    shown = log_of(made)
    assert HIDDEN not in shown
    assert FIRST_CARD in shown


def test_the_log_of_a_finished_deal_hides_nothing() -> None:
    assert HIDDEN not in log_of(scene("recap"))


def test_passes_are_told_while_nobody_has_bid() -> None:
    made = Scene()
    made.start()
    assert "Personne n'a encore parlé." in text(made.state, Size(80, 24))
    made.do("pass", "pass")
    assert "Pas encore d'enchère." in text(made.state, Size(80, 24))
    assert "Personne n'a encore parlé." not in text(made.state, Size(120, 40))
