"""What PROTOCOL.md asks of a bot, as `coinche-conform bot` checks it: a line for each check."""

from __future__ import annotations

from collections.abc import Iterator

from coinche.client.conform.bot.catalogue import BOT_CHECKS


def of_a_bot() -> Iterator[str]:
    """The lines of a list; each sentence ends with the check's id, as everywhere on the page."""
    yield ""
    for check in BOT_CHECKS:
        advised = "Advised: " if check.advice else ""
        yield f"- {advised}{check.says.removesuffix('.')} (`{check.id}`)."
