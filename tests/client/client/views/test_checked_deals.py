"""Tests of the texts about a deal whose shuffle was checked."""

from __future__ import annotations

import pytest

from coinche.client.line.commands import obey
from coinche.client.line.loop import news
from coinche.client.model.messages import DealChecked
from coinche.client.model.state import ClientState
from coinche.client.update.update import reduce
from coinche.client.views.screen import screen
from coinche.client.views.text_lines import Size, text_of
from coinche.connection.fair_shuffle import SOUND, Checked, ShuffleVerdict
from coinche.connection.verdict_texts import checked_deals
from coinche.text.formatting import Face
from coinche.text.glyphs import UNICODE
from coinche.text.language import Language
from tests.client.scene import Scene
from tests.client.scenes import scene

ENGLISH, FRENCH = Face(Language.ENGLISH, UNICODE), Face(Language.FRENCH, UNICODE)
SURE = "Mélange vérifié : la donne est régulière."


def seen(state: ClientState, size: Size = Size(80, 24)) -> str:  # noqa: B008
    return "\n".join(text_of(line) for line in screen(state, FRENCH, size))


def checked(verdict: ShuffleVerdict, deal: int = 1, match: int = 1) -> DealChecked:
    return DealChecked(Checked(match, deal, verdict))


@pytest.mark.parametrize("verdict", [verdict for verdict in ShuffleVerdict if verdict not in SOUND])
def test_what_is_against_the_server_is_said_at_once_and_loud(verdict: ShuffleVerdict) -> None:
    before = scene("follow").state
    after = reduce(before, checked(verdict, deal=7))
    assert next(news(before, after, checked(verdict, deal=7), ENGLISH)).startswith("Careful, deal 7: ")
    assert "Attention, donne 7 : " in seen(after)


def test_it_stays_until_the_person_does_something() -> None:
    """The next question does not wipe it away: it cannot be read anywhere else."""
    story = Scene()
    story.start()
    story.state = reduce(story.state, checked(ShuffleVerdict.SHARE_CHANGED))
    story.ask()
    assert "ce serveur a modifié votre part du mélange" in seen(story.state)


def test_a_deal_that_nobody_chose_is_told_with_its_score() -> None:
    recap = scene("recap").state
    assert SURE not in seen(recap)
    for verdict in (ShuffleVerdict.SHARED, ShuffleVerdict.WITH_OWN_SHARE):
        assert SURE in seen(reduce(recap, checked(verdict)))


@pytest.mark.parametrize(
    "what",
    [checked(ShuffleVerdict.ALONE), checked(ShuffleVerdict.SHARED, deal=2), checked(ShuffleVerdict.SHARED, match=2)],
)
def test_nothing_is_promised_of_any_other_deal(what: DealChecked) -> None:
    recap = scene("recap").state
    assert seen(reduce(recap, what)) == seen(recap)


def test_the_history_names_the_deals_that_were_checked() -> None:
    state = scene("history_at_recap").state
    for deal in (3, 1):
        state = reduce(state, checked(ShuffleVerdict.WITH_OWN_SHARE, deal))
    assert "Mélange vérifié (vous y avez participé) : donnes 1, 3." in seen(state)
    recap = reduce(scene("recap").state, checked(ShuffleVerdict.WITH_OWN_SHARE))
    assert obey(recap, "deals", ENGLISH).answers[-1] == "Shuffle checked, with your share in it: deal 1."


@pytest.mark.parametrize(
    ("own", "others", "said"),
    [
        ((), (), ""),
        ((), (1,), "Shuffle checked: deal 1."),
        ((), (1, 2), "Shuffle checked: deals 1, 2."),
        ((2, 6), (1, 3, 4, 5, 8), "Shuffle checked: deals 1-6, 8; with your share in it: 2, 6."),
    ],
)
def test_the_share_of_the_person_is_claimed_for_the_deals_only_to_which_they_gave_one(
    own: tuple[int, ...], others: tuple[int, ...], said: str
) -> None:
    verdicts = {
        **dict.fromkeys(own, ShuffleVerdict.WITH_OWN_SHARE),
        **dict.fromkeys(others, ShuffleVerdict.SHARED),
        9: ShuffleVerdict.ALONE,
    }
    assert checked_deals(verdicts, ENGLISH) == said


def test_a_new_match_begins_without_any() -> None:
    story = scene("recap")
    story.state = reduce(story.state, checked(ShuffleVerdict.SHARED))
    story.start()
    assert not story.table.checked
