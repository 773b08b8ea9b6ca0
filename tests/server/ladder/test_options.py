"""Tests of the ladder on the command line of the server."""

from __future__ import annotations

import pytest

from coinche.protocol.messages import Clock, ClockName
from coinche.server.cli import parser
from coinche.server.ladder_options import ladder_settings
from coinche.server.lobby.ladder import LadderSettings
from coinche.server.match.table_options import CLOCKS


def settings(*arguments: str) -> LadderSettings | None:
    return ladder_settings(parser().parse_args(arguments))


def test_a_ladder_is_calm_unless_its_operator_wants_it_otherwise() -> None:
    assert settings() is None
    assert settings("--ladder") == LadderSettings()
    assert LadderSettings() == LadderSettings(boards=16, pause=10.0, clock=CLOCKS[ClockName.BLITZ])
    own = LadderSettings(boards=4, pause=0.5, clock=Clock(move_ms=500, bank_ms=0))
    assert settings("--ladder", "--ladder-boards=4", "--ladder-pause=0.5", "--ladder-clock=500+0") == own


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--ladder-pause=1"], "go with --ladder"),
        (["--ladder", "--ladder-pause=-1"], "there can be 0 to 3600"),
        (["--ladder", "--ladder-pause=nan"], "there can be 0 to 3600"),
        (["--ladder", "--ladder-boards=0"], "two entrants can play 1 to 200"),
        (
            ["--ladder", "--ladder-clock=soon"],
            "is not MOVE.BANK in ms, such as 2000.20000; or name one: casual, standard, blitz, bot",
        ),
        (["--ladder", "--ladder-clock=50+49"], "100 to 2147483648 ms, MOVE and BANK together; or name one"),
    ],
)
def test_wrong_options_are_refused(arguments: list[str], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        settings(*arguments)
