"""The operator's order about invitations: to make, list and revoke them; and the links by which they are passed on."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from coinche.protocol import DEFAULT_PORT
from coinche.server import limits
from coinche.server.addresses import LOOPBACK, server_link, web_link
from coinche.server.sessions.invitations import CannotInvite, Invitations
from coinche.server.storage.serialization import NameInvitation, UnnamedInviter
from coinche.server.time_and_entropy import Entropy

from .name_orders import NameOrders, read_name
from .orders import OperatorOrder, OrderRefused, OrderResult, Words, columns

LIST, REVOKE, DAYS, ADDRESS = "--list", "--revoke", "--days=", "--address="
_TAKES = f"NAME|{LIST}|{REVOKE} [NAME] [{DAYS}N] [{ADDRESS}HOST:PORT]"
_DOES = (
    "makes a link that brings a name to the first who opens it; lists those that are open; revokes one, or those of "
    "a player, and lists whom these have brought in"
)
_TAKE_BACK = "`coinche-server free NAME`, or `token remove NAME`, takes such a name back; `ctl ban` keeps it out"
_DAY_MS = 24 * 60 * 60 * 1000
_PLACE = re.compile(r"(?P<host>\[[0-9A-Fa-f:.]+\]|[^\s:/@?#\[\]]+)(:(?P<port>[0-9]{1,5}))?")


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerPlace:
    """The address of a server as its guests are told. `scheme` is that of its page, None if it serves no browsers."""

    host: str = LOOPBACK
    port: int = DEFAULT_PORT
    fingerprint: str | None = None
    scheme: str | None = "http"

    def at(self, address: str) -> ServerPlace:
        """The same at the address that the operator has given; OrderRefused if that is none."""
        parts = _PLACE.fullmatch(address)
        port = int(parts["port"] or self.port) if parts else 0
        if parts is None or not 0 < port < 65536:
            raise OrderRefused(f"{ADDRESS}{address}: write HOST or HOST:PORT")
        return replace(self, host=parts["host"].strip("[]"), port=port)

    def links(self, secret: str) -> dict[str, str]:
        """The links with an invitation: for `coinche-client`, and for a `browser` if browsers are served."""
        mark = f"t1.{secret}"
        link = server_link(self.host, self.port, self.fingerprint)
        found = {"client": f"{link}{'.' if '#' in link else '#'}{mark}"}
        if self.scheme is not None:
            found["browser"] = f"{web_link(self.host, self.port, self.scheme)}#{mark}"
        return found


class InvitationOrders:
    """The order `invite` of one server, whether it runs or not; `place` finds out where guests reach it."""

    def __init__(
        self,
        invitations: Invitations,
        names: NameOrders,
        entropy: Entropy,
        place: Callable[[], Awaitable[ServerPlace]],
    ) -> None:
        self._invitations = invitations
        self._safely = names.safely
        self._entropy = entropy
        self._place = place

    @property
    def orders(self) -> tuple[OperatorOrder, ...]:
        return (OperatorOrder(name="invite", takes=_TAKES, does=_DOES, do=self._invite),)

    async def _invite(self, words: Words) -> OrderResult:
        if words == (LIST,):
            return self._list()
        if REVOKE in words:
            return await self._safely(self._revoke)(tuple(word for word in words if word != REVOKE))
        return await self._safely(self._make)(words)

    async def _make(self, words: Words) -> OrderResult:
        days, address = (_value(words, option) for option in (DAYS, ADDRESS))
        name = read_name(tuple(word for word in words if not word.startswith((DAYS, ADDRESS))))
        lasts = limits.INVITATION_MS if days is None else _days(days) * _DAY_MS
        place = await self._place()
        place = place if address is None else place.at(address)
        try:
            secret, made = self._invitations.make(name, self._entropy, lasts)
        except CannotInvite as why:
            raise OrderRefused(str(why)) from None
        links, brings = place.links(secret), f"it brings the name {name!r} to the first who uses it, {_end(made)}"
        browser = (f"in a browser: {links['browser']}",) if "browser" in links else ()
        lines = (*browser, f"in a terminal: coinche-client {links['client']}", brings)
        data = {"name": name, "invitation": secret, "until": made.until, "links": links}
        return OrderResult(lines, data)

    def _list(self) -> OrderResult:
        rows = [{"name": one.name, "by": one.member, "at": one.at, "until": one.until} for one in self._invitations]
        shown = ((one.name, _inviter(one), _end(one)) for one in self._invitations)
        lines = tuple(columns(("name", "invited by", "ends"), shown)) if rows else ("no invitation is open",)
        return OrderResult(lines, {"invitations": rows})

    async def _revoke(self, words: Words) -> OrderResult:
        """Revoke the invitation to a name, and those of its owner and of all whom it has brought in; list these."""
        name = read_name(words)
        of_it = self._invitations.brought_by(name)
        brought = [one for one in of_it if one.used]
        revoked = [one for one in (name, *(one.name for one in of_it)) if self._invitations.revoke(one)]
        if not (revoked or brought):
            raise OrderRefused(
                f"no invitation to {name!r} is open, and its owner has brought in nobody; "
                "`coinche-server invite --list` prints those that are open"
            )
        lines = [f"the invitation to {one!r} is worthless now" for one in revoked]
        if brought:
            shown = ", ".join(f"{one.name} (by {_inviter(one)})" for one in brought)
            lines += (f"these own names and were brought in by {name!r}: {shown}", _TAKE_BACK)
        return OrderResult(tuple(lines), {"revoked": revoked, "brought": [one.name for one in brought]})


def _value(words: Words, option: str) -> str | None:
    return next((word.removeprefix(option) for word in words if word.startswith(option)), None)


def _days(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and 0 < int(text[:9]) <= limits.INVITATION_DAYS):
        raise OrderRefused(f"{DAYS}{text}: an invitation lasts 1 to {limits.INVITATION_DAYS} days")
    return int(text)


def _inviter(invitation: NameInvitation) -> str:
    match invitation.by:
        case UnnamedInviter.OPERATOR:
            return "the operator"
        case UnnamedInviter.FORGOTTEN:
            return "somebody"
        case name:
            return name


def _end(invitation: NameInvitation) -> str:
    return f"until {datetime.fromtimestamp(invitation.until // 1000, UTC):%Y-%m-%d %H:%M} UTC"
