"""A bot with one thing wrong fails the check of that thing."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
import trio

from coinche.conformance.checks import CheckResult, Verdict
from coinche.conformance.report import failures
from tests.conform.playing import ROOT, broken_bot, checked, checks_named, faults, python_in

pytestmark = pytest.mark.slow

CAUGHT_BY = {
    "acts_twice": ("bot.act.once", "acts 2 times for one request"),
    "acts_unasked": ("bot.act.unasked", "before it is asked"),
    "answers_an_index": ("bot.act.fields", "`action` may not be 0"),
    "answers_the_old_request": ("bot.error.late", r"request \d+ is answered as \d+"),
    "bids_off_step": ("bot.legal.bid", r'is answered with "\d+5S"'),
    "cheats_in_the_third_trick": ("bot.legal.play", r"\(play\) is answered with"),
    "chokes_on_unknown_keys": ("bot.unknown.keys", "the connection ended; an act was due"),
    "comes_back_at_once": ("bot.end.mid_match", "a busy loop"),
    "counts_requests_itself": ("bot.act.number", r"request \d+ is answered with the number 1"),
    "crashes_on_reactions": ("bot.legal.react", "the connection ended; an act was due"),
    "ignores_pings": ("bot.ping.waiting", "in vain for pong"),
    "insists_on_its_name": ("bot.hello.name_taken", 'insists on the name "sound"'),
    "joins_another_table": ("bot.join.table", 'joins "t1"; it was told t7'),
    "loses_torn_messages": ("bot.frames.torn", "in vain for an act"),
    "never_ends": ("bot.end.bye", "to end, or to come back"),
    "says_the_wrong_word": ("bot.legal.belote", "rebelote"),
    "sends_floats": ("bot.frames.plain", "a float may not travel"),
    "sends_more_keys": ("bot.act.fields", "act has no field `because`"),
}
"""What is wrong with a bot, by the file that breaks it: the check that sees it, and what that says."""

SMALL_FAULTS = {
    "SpeaksOtherVersions": "bot.hello.versions",
    "HasALongName": "bot.hello.name",
    "PassesForAPerson": "bot.hello.program",
    "SaysHelloTwice": "bot.hello.once",
    "KeepsItsName": "bot.hello.renamed",
    "JoinsAtEveryLobby": "bot.join.once",
    "InsistsOnASeat": "bot.join.refused",
    "WritesInPieces": "bot.frames.one_write",
    "ActsElsewhere": "bot.act.table",
    "AnswersOnce": "bot.act.alike",
    "PlaysOneDeal": "bot.act.second_deal",
    "PlaysOneMatch": "bot.act.second_match",
    "GoesHomeEarly": "bot.act.whole_match",
    "PongsTwice": "bot.ping.fields",
    "AlwaysBids": "bot.legal.overbid",
    "AnnouncesEverything": "bot.legal.declarations",
    "CutsTooDeep": "bot.legal.cut",
    "AnswersWhateverHasLegal": "bot.unknown.types",
    "CountsOnKnownEvents": "bot.unknown.events",
    "TakesTheFirstKey": "bot.unknown.order",
    "CountsOnSeats": "bot.values.null",
    "HasSmallNumbers": "bot.values.large",
    "KnowsLatinOnly": "bot.values.text",
    "LeavesInPauses": "bot.events.table",
    "TakesTheLobbyForTheEnd": "bot.lobby.late",
    "ReadsFiftyTables": "bot.lobby.chosen",
    "ReadsShortLines": "bot.frames.biggest",
    "ReadsOneMessageARead": "bot.frames.together",
    "HasNoPatience": "bot.act.patient",
    "DiesOfErrors": "bot.error.stale",
    "ActsForEver": "bot.error.loop",
    "Sulks": "bot.error.goes_on",
    "ActsAfterTheEnd": "bot.end.silent",
    "EndsBadly": "bot.end.status",
    "LingersOn": "bot.end.closed",
    "TalksToItself": "bot.end.quiet",
    "DiesOfFairDeals": "bot.fair.events",
    "KeepsItsShare": "bot.fair.share",
    "HasOneShare": "bot.fair.anew",
    "HasManyShares": "bot.fair.alike",
    "ForgetsItsPledge": "bot.fair.pledge",
}
"""The classes of `mutants/bots/faulty.py`, and the check that sees each."""

FOLDER = Path(__file__).parent / "mutants" / "bots"
SOUND = "sound_bot"
WHERE = ("{host}", "{port}", "{table}")


def _commands() -> dict[str, tuple[tuple[str, ...], str]]:
    """The command of each mutant, and the check that must catch it."""
    named = {name: (broken_bot(name), check) for name, (check, _) in CAUGHT_BY.items()}
    small = {name: ((*broken_bot("faulty"), name, *WHERE), check) for name, check in SMALL_FAULTS.items()}
    return named | small


@pytest.fixture(scope="module")
def found() -> dict[str, CheckResult]:
    """The result of each mutant's check; they run at the same time, since some wait for nothing."""
    results: dict[str, CheckResult] = {}

    async def one(name: str, command: tuple[str, ...], check: str, place: trio.CapacityLimiter) -> None:
        async with place:
            (results[name],) = await checked(command, checks_named(check))

    async def every() -> None:
        place = trio.CapacityLimiter(8)
        async with trio.open_nursery() as nursery:
            for name, (command, check) in _commands().items():
                nursery.start_soon(one, name, command, check, place)

    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(ROOT)
        trio.run(every)
    return results


def test_nothing_that_is_said_of_them_is_python(found: dict[str, CheckResult]) -> None:
    said = {name: "\n".join(failures([without_its_own_words(result)], full=True)) for name, result in found.items()}
    assert {name: python for name, text in said.items() if (python := python_in(text))} == {}


def without_its_own_words(result: CheckResult) -> CheckResult:
    """The result without the bot's own standard error: a bot written in Python may complain in Python."""
    return replace(result, transcript=tuple(line.partition("standard error:")[0] for line in result.transcript))


def test_of_each_a_message_is_marked(found: dict[str, CheckResult]) -> None:
    unmarked = [name for name, result in found.items() if result.marked is None]
    assert unmarked == []


@pytest.mark.parametrize(
    ("mutant", "message"),
    [
        ("acts_unasked", '"act"'),
        ("answers_an_index", '"action": 0'),
        ("cheats_in_the_third_trick", '"act"'),
        ("chokes_on_unknown_keys", '"zz"'),
        ("ignores_pings", 'bot1 > {"type": "ping"'),
        ("insists_on_its_name", '"hello"'),
        ("joins_another_table", '"table": "t1"'),
        ("sends_floats", "0.75"),
        ("sends_more_keys", '"because"'),
    ],
)
def test_the_marked_message_is_the_one_that_is_wrong(mutant: str, message: str, found: dict[str, CheckResult]) -> None:
    marked = found[mutant].marked
    assert marked is not None
    assert message in found[mutant].transcript[marked]


def test_every_mutant_has_its_check() -> None:
    assert {path.stem for path in FOLDER.glob("*.py")} - {"__init__", "faulty", SOUND} == set(CAUGHT_BY)


@pytest.mark.parametrize("mutant", CAUGHT_BY)
def test_a_broken_bot_is_caught(mutant: str, found: dict[str, CheckResult]) -> None:
    assert found[mutant].verdict is Verdict.FAILED
    assert re.search(CAUGHT_BY[mutant][1], found[mutant].why), found[mutant].why


@pytest.mark.parametrize("fault", SMALL_FAULTS)
def test_a_small_fault_is_seen(fault: str, found: dict[str, CheckResult]) -> None:
    result = found[fault]
    assert result.verdict is (Verdict.WARNED if result.check.advice else Verdict.FAILED), result.why


async def test_what_they_are_made_of_is_sound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert faults(await checked(broken_bot(SOUND))) == {}
