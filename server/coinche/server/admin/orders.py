"""What an operator can have a running server do: one table of rows, to which every part of the server adds its own.

Knows how an order is found, and what an answer is. Refuses to know from where orders come (`ctl`, `console`).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from coinche.server.log import Happening, Log, News, report_fault
from coinche.server.storage.data_dir import DataFailed

Words = tuple[str, ...]


class Refused(Exception):
    """The order is not carried out; the message says why, and what would be right."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What comes of an order: lines for people, and the same for programs."""

    lines: tuple[str, ...]
    data: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """One row: its name, what words it takes (`[…]` can be left out), what it does, and who does it.

    What is only asked for is `noted` in no log.
    """

    name: str
    takes: str = ""
    does: str
    do: Callable[[Words], Awaitable[Answer]]
    noted: bool = True

    @property
    def usage(self) -> str:
        """How it is given."""
        return f"{self.name} {self.takes}".rstrip()

    def fits(self, words: Words) -> bool:
        """Whether there are enough words, and none where none are taken."""
        asked = [word for word in self.takes.split() if not word.startswith("[")]
        return len(words) >= len(asked) and not (words and not self.takes)


class Orders:
    """All orders of one server, by their names."""

    def __init__(self, say: Log, *orders: Order) -> None:
        self._say = say
        self._orders: dict[str, Order] = {}
        self.add(Order(name="help", does="says what there is", do=self._help, noted=False), *orders)

    def add(self, *orders: Order) -> None:
        """From now on these can be given, too."""
        self._orders |= {order.name: order for order in orders}

    async def obey(self, words: Words) -> Answer:
        """Carry out the order that begins with the first word; Refused where that cannot be done."""
        name, given = (words[0], words[1:]) if words else ("help", ())
        order = self._orders.get(name)
        if order is None:
            raise Refused(f"no order {name!r}; there are: {', '.join(self._orders)}")
        if not order.fits(given):
            raise Refused(f"it is: {order.usage}")
        answer = await self._done(order, given)
        if order.noted:
            self._say(News(Happening.ORDERED, f"ordered: {' '.join(words)}", order=name))
        return answer

    async def _done(self, order: Order, given: Words) -> Answer:
        """The one supervisor: an order that fails harms nothing else."""
        try:
            return await order.do(given)
        except Refused:
            raise
        except DataFailed as wrong:
            raise Refused(str(wrong)) from None
        except Exception as wrong:
            report_fault(self._say, f"the order {order.name} ended by a fault of the server", wrong)
            raise Refused("a fault of the server; its log has more") from None

    async def _help(self, _words: Words) -> Answer:
        width = max(len(order.usage) for order in self._orders.values())
        lines = tuple(f"{order.usage:<{width}}  {order.does}" for order in self._orders.values())
        return Answer(lines, {"orders": {order.usage: order.does for order in self._orders.values()}})
