"""The operator's orders about newcomers who wait: to list them, let them in, or refuse them."""

from __future__ import annotations

from datetime import UTC, datetime

from coinche.protocol.errors import ErrorCode
from coinche.server import limits
from coinche.server.connections.approval import PendingNewcomer
from coinche.server.connections.connections import Connections
from coinche.server.sessions.bans import by_operator

from .orders import ListRow, OperatorOrder, OrderRefused, OrderResult, Words, columns


class ApprovalOrders:
    """The orders about those who wait at one server, which takes nobody new unless somebody lets them in."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    @property
    def orders(self) -> tuple[OperatorOrder, ...]:
        lists = "those who wait to be let in, with `--admit approve`"
        refuses = "does not let in somebody who waits; `ban` keeps a name or an address out"
        return (
            OperatorOrder(name="waiting", does=lists, do=self._list, noted=False),
            OperatorOrder(name="approve", takes="NAME", does="lets in somebody who waits", do=self._approve),
            OperatorOrder(name="refuse", takes="NAME [REASON]", does=refuses, do=self._refuse),
        )

    async def _list(self, _words: Words) -> OrderResult:
        rows = [_row(newcomer) for newcomer in self._connections.newcomers]
        shown = ((row["name"], row["address"], "yes" if row["key"] else "no", _time(row["since"])) for row in rows)
        lines = tuple(columns(("name", "address", "key", "since"), shown)) if rows else ("nobody waits",)
        return OrderResult(lines, {"waiting": rows})

    async def _approve(self, words: Words) -> OrderResult:
        newcomer, _ = self._named(words, whole=True)
        if not self._connections.let_in(newcomer):
            raise OrderRefused(f"{newcomer.name} cannot come in any more; the log says why")
        return OrderResult((f"{newcomer.name} is let in",), {"let_in": newcomer.name})

    async def _refuse(self, words: Words) -> OrderResult:
        newcomer, reason = self._named(words)
        sentence = "this server's operator does not let you in"
        newcomer.client.peer.drop(ErrorCode.AUTH_FAILED, sentence, data=by_operator(reason[: limits.BAN_REASON]))
        return OrderResult((f"{newcomer.name} is refused",), {"refused": newcomer.name})

    def _named(self, words: Words, *, whole: bool = False) -> tuple[PendingNewcomer, str]:
        """Split the name of somebody who waits, the longest one, from the reason, if it is not the `whole`."""
        for count in range(len(words), 0, -1):
            newcomer = self._connections.newcomers.named(" ".join(words[:count]))
            if newcomer is not None and (count == len(words) or not whole):
                return newcomer, " ".join(words[count:])
        here = ", ".join(newcomer.name for newcomer in self._connections.newcomers) or "nobody"
        raise OrderRefused(f"nobody called {' '.join(words)!r} waits; those who do: {here}"[:1000])


def _row(newcomer: PendingNewcomer) -> ListRow:
    address, key = newcomer.client.peer.address, newcomer.proved is not None
    return {"name": newcomer.name, "address": address, "key": key, "since": newcomer.at}


def _time(unix_ms: int) -> str:
    return f"{datetime.fromtimestamp(unix_ms // 1000, UTC):%Y-%m-%d %H:%M} UTC"
