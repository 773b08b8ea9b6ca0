"""What would a sound player do in one's place? The intent that asks; `adviser` answers.

Refuses to help where memory is part of the game: at strict tables, and where the rules show the last trick only.
"""

from __future__ import annotations

from dataclasses import replace

from .advice import Advice
from .at_table import AtTable
from .errands import Think
from .intents import Done
from .model import ClientState
from .notices import News


def may_advise(table: AtTable) -> bool:
    """Whether the rules leave anything to be advised: they do where everything played may be looked at again."""
    return not table.strict and table.may_look_back and not table.closed


def ask_advice(state: ClientState) -> Done:
    """What would you do?"""
    table = state.table
    if table is None or table.asked is None or table.rules is None:
        return Done(state)
    if not may_advise(table):
        return Done(replace(state, notice=News.NO_ADVICE))
    asked = table.asked
    if table.advice is not None and table.advice.request == asked.request:
        return Done(state)
    thinking = replace(table, advice=Advice(request=asked.request))
    return Done(replace(state, table=thinking), errand=Think(asked, table.rules))
