"""A server with one thing wrong fails the check of that thing."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import pytest

from coinche.conformance.checks import Verdict
from coinche.conformance.plan import SERVER_CHECKS
from coinche.conformance.report import failures
from tests.conform.playing import python_in
from tests.conform.serving import checked, our_server

pytestmark = pytest.mark.slow

CAUGHT_BY = {
    "drops_re": ("life.re", "has to carry re 3, not null"),
    "skips_a_number": ("events.dense", "6, 7, 9, 10"),
    "shows_hands": ("events.own_hand", "is told of .'s hand"),
    "takes_a_second_hello": ("life.second_hello", 'was answered with "welcome"'),
    "forgets_the_default": ("requests.default_in_legal", "is the default, and not in"),
    "takes_illegal_cards": ("acts.illegal_card", 'ILLEGAL_ACTION was due, not .*"ok"'),
    "closes_at_once": ("life.wrong_fields", "BAD_MESSAGE was due, not BAD_FRAME"),
    "forgets_answers": ("acts.twice", "STALE_REQUEST"),
    "wrong_after": ("requests.after", r"is asked after \d+, and has seen \d+"),
    "stale_resume": ("resume.events", "the events after .* were to come"),
    "frees_seats_at_once": ("resume.before_match", "in vain for seat_changed"),
    "begins_without_the_absent": ("resume.before_begin", "begun without a player who is away"),
    "same_nonce": ("sign_in.nonce", "a nonce came twice"),
    "never_charges": ("clocks.charged", "not 20000"),
    "opens_private_tables": ("private.proof", 'FORBIDDEN was due for .*"joined"'),
    "tells_of_private_matches": ("archive.private", "is listed to somebody else"),
    "pages_of_private_matches": ("archive.private", "is on a player's page for somebody else"),
    "takes_partners_for_opponents": ("archive.player", "the partners"),
    "records_wrong": ("archive.record", "cannot be played again: .*not_your_turn"),
    "signs_other_lines": ("archive.record", "not signed as it ought to be by [0-9a-f]{64}: chain"),
    "chooses_the_pack": ("archive.record", "does not prove itself: line 2: pack"),
    "takes_any_signature": ("keys.signature", "ready came"),
    "knows_any_invitation": ("sign_in.unknown_invitation", "ready came"),
    "anybody_hosts": ("hosting.alone", 'FORBIDDEN was due for .*, not .*"ok"'),
    "hints_in_contests": ("tables.hints", "`hints` of joined has to be false"),
    "hints_without_leave": ("hints.none", '`reason` in FORBIDDEN has to be "strict"'),
    "hints_for_everybody": ("hints.not_asked", '`reason` in FORBIDDEN has to be "not_asked"'),
    "shows_providers_a_hand": ("lending.hints", "view"),
    "passes_any_hint_on": ("lending.hints", 'FORBIDDEN was due where .*"surcoinche"'),
    "values_of_private_matches": ("values.unknown", 'NO_SUCH_MATCH was due for .*"values"'),
    "ignores_its_operator": ("tables.hints_of_server", "`hints` of joined has to be false"),
    "never_holds": ("hosting.begin", "has begun, and its host has not said so"),
    "moves_only_names": ("hosting.swap", 'joined at ., not .*"pong"'),
    "opens_eyes": ("watching.eyes", r"eyes have seen \[\"bid_made\""),
    "asks_all_for_the_cut": ("fair.bound", "was asked 1 times for a share"),
    "alters_shares": ("fair.unaltered", "was told .*0000"),
    "chooses_its_secret": ("fair.follows", "not that of the commitment"),
    "deals_other_cards": ("fair.follows", "was dealt"),
    "shows_its_secret": ("fair.kept", "while the deal was played"),
    "hides_substitutes": ("fair.substitute", "has given nothing, and everybody was told"),
    "asks_who_wants_no_part": ("fair.left_alone", "and has not wanted that"),
    "takes_any_share": ("fair.pledged", "another share than was pledged"),
    "takes_unasked_shares": ("fair.unasked", "an unasked share"),
    "changes_in_mid_auction": ("systems.between_deals", "between that deal and the next"),
    "forgets_who_declares": ("systems.back", "chosen with a hand in view"),
    "takes_one_vote": ("votes.alone", "a vote may be said again"),
    "rates_guests": ("ladder.guests", 'FORBIDDEN was due .*"ok"'),
    "seats_opponents": ("ladder.partners", "the seat of the partner of"),
    "forgets_who_returns": ("ladder.returns", "in vain for joined"),
    "tells_all_of_the_ladder": ("ladder.unasked", "was sent `ladder`"),
    "tells_all_of_people": ("people.unasked", "without the capability was sent"),
    "forgets_calls": ("people.open_calls", "in vain for called_to_table"),
    "keeps_calls": ("people.open_calls", "the caller has left, and"),
    "lists_practice_tables": ("practice.unseen", "the lobby shows the practice table"),
    "lets_strangers_practise": ("practice.unseen", "NO_SUCH_TABLE was due"),
    "keeps_practice": ("practice.unkept", "the match is kept"),
    "takes_any_position": ("practice.impossible", "INVALID_POSITION was due"),
    "takes_back_too_little": ("practice.undo", "of the request that comes again"),
    "sends_a_body_to_head": ("web.page", "HEAD has a body"),
    "takes_any_host": ("web.host", "Host attacker.example has to be 421, not 200"),
    "takes_any_origin": ("web.origin", "Origin http://attacker.example has to be 403, not 101"),
    "closes_without_a_reason": ("web.garbage", "the code of the close has to be 1008, not 1000"),
    "forgets_fragments": ("web.fragments", "pong with data"),
    "scores_wrong": ("events.by_the_rules", 'had to be told .*"made"'),
}
"""What is wrong with a server, by the file that breaks it: the check that sees it, and what that says."""

FOLDER = Path(__file__).parent / "mutants"


def test_every_mutant_has_its_check() -> None:
    assert {path.stem for path in FOLDER.glob("*.py")} - {"__init__"} == set(CAUGHT_BY)


@pytest.mark.parametrize("mutant", CAUGHT_BY)
async def test_a_broken_server_is_caught(mutant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    name, found = CAUGHT_BY[mutant]
    (check,) = (check for check in SERVER_CHECKS if check.id == name)
    broken = importlib.import_module(f"{__package__}.mutants.{mutant}")
    broken.mutate(monkeypatch)
    async with our_server() as target:
        (result,) = await checked(target, [check])
    assert result.verdict is Verdict.FAILED
    assert re.search(found, result.why), result.why
    assert python_in("\n".join(failures([result], full=True))) == []
