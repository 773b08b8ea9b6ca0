"""House files as text: what is written is read back, whatever it is called."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coinche.engine.options import changed
from coinche.engine.presets import PRESETS
from coinche.protocol.house import HouseRules, parsed, written
from coinche.protocol.names import is_name


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("base", PRESETS)
def test_any_rules_are_read_back_as_they_were_written(base: str, preset: str) -> None:
    house = HouseRules(name="chez Mamie", base=base, rules=PRESETS[preset])
    assert parsed(written(house)) == house


@given(st.text(max_size=24).filter(lambda name: is_name(name) and name not in PRESETS))
def test_any_name_is_read_back_as_it_was_written(name: str) -> None:
    house = HouseRules(name=name, base="pagat", rules=PRESETS["pagat"])
    assert parsed(written(house)) == house


def test_a_house_file_says_what_differs_and_no_more() -> None:
    options = {"denominations": "S H D C N A", "surcoinche": "none", "declarations": True, "target": 1500}
    house = HouseRules(name='chez "Léo"', base="pagat", rules=changed(PRESETS["pagat"], options))
    assert written(house).splitlines() == [
        'name = "chez \\"Léo\\""',
        'preset = "pagat"',
        "",
        'denominations = "S H D C N A"',
        'surcoinche = "none"',
        "declarations = true",
        "target = 1500",
    ]


def test_a_preset_as_it_stands_is_two_lines() -> None:
    house = HouseRules(name="chez nous", base="ffb", rules=PRESETS["ffb"])
    assert written(house) == 'name = "chez nous"\npreset = "ffb"\n'
