"""Orders about people: to list, kick, ban and unban them, and to say something to everybody.

A name is banned together with the key that owns it, since under another name it would be the same person; an address
for a day, since somebody else has it by tomorrow. A client that is sent away loses its session: it cannot resume, and a
bot plays its seat in a match. `sessions.bans` keeps the bans.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import Notice, Role, Topic
from coinche.protocol.names import InvalidName, InvalidText, checked_name, checked_text, same_name
from coinche.server import limits
from coinche.server.addresses import has_host_bits, key_of_identity, network_of
from coinche.server.lobby.lobby import ServerLobby
from coinche.server.sessions.bans import AddressBan, Ban, Bans, NameBan, bars, by_operator, end_of, network_to_ban
from coinche.server.sessions.name_register import Register
from coinche.server.sessions.session import Session

from .orders import ListRow, OperatorOrder, OrderRefused, OrderResult, Words, columns, listed

_LIKE_ADDRESS = re.compile(r"\d+(\.\d+)+|[\da-fA-F.:]*[.:][\da-fA-F.:]*/\d+")
"""A word that is meant as an address or a network, even if it is none."""

_HOUR = 60 * 60 * 1000
_UNITS = {"w": 7 * 24 * _HOUR, "d": 24 * _HOUR, "h": _HOUR, "m": _HOUR // 60, "s": 1000}
_TIME = re.compile("".join(rf"(?:(?P<{unit}>\d{{1,5}}){unit})?" for unit in _UNITS))
"""A number before each of the units, the longest unit first; any of them may be left out."""
_NO_TIME = "{!r} is no time: write a number and its unit, one of s, m, h, d, w, as in 30m or 2h30m, or `always`"
ALWAYS = "always"
"""The word for a ban without an end."""


class PeopleOrders:
    """The orders about the people at one server."""

    def __init__(self, lobby: ServerLobby, bans: Bans, register: Register) -> None:
        self._lobby = lobby
        self._bans = bans
        self._register = register

    @property
    def orders(self) -> tuple[OperatorOrder, ...]:
        bans = "keeps out a name and its key, or an address; TIME is 30s, 30m, 2h30m, 7d, 1w or always"
        return (
            OperatorOrder(name="people", does="everybody who is signed in, programs too", do=self._people, noted=False),
            OperatorOrder(
                name="kick", takes="NAME [REASON]", does="sends somebody away, who may come again", do=self._kick
            ),
            OperatorOrder(name="ban", takes="NAME|ADDRESS [TIME] [REASON]", does=bans, do=self._ban),
            OperatorOrder(name="unban", takes="NAME|ADDRESS", does="lifts a ban", do=self._unban),
            OperatorOrder(name="bans", does="lists the bans", do=self._list, noted=False),
            OperatorOrder(name="say", takes="TEXT", does="tells everybody who is signed in", do=self._say),
        )

    async def _people(self, _words: Words) -> OrderResult:
        return listed([_person(session) for session in self._lobby.sessions.values()], "people")

    async def _kick(self, words: Words) -> OrderResult:
        name, session, reason = self._named(words)
        if session is None:
            here = ", ".join(other.name for other in self._lobby.sessions.values()) or "nobody"
            raise OrderRefused(f"nobody here is called {name!r}; here are: {here}"[:1000])
        _spare_provider(session)
        self._send_away(session, reason)
        return OrderResult((f"{session.name} is sent away",), {"sent_away": [session.name]})

    async def _ban(self, words: Words) -> OrderResult:
        ban = self._address_ban(words) or self._name_ban(words)
        await self._bans.add(ban)
        gone = self._send_all_away(partial(_bars, ban), ban.why, ban.until)
        lines = (f"{name} is sent away" for name in gone)
        return OrderResult((f"banned: {_what(ban)}, {end_of(ban)}", *lines), {"ban": _row(ban), "sent_away": gone})

    async def _unban(self, words: Words) -> OrderResult:
        what, but = " ".join(words), ""
        if not await self._bans.lift(what):
            if (wider := self._bans.of_address(what)) is not None:
                but = f" by itself, but is in the network {wider.network}, which is: `unban {wider.network}` lifts that"
            raise OrderRefused(f"{what!r} is not banned{but}; `bans` says who is")
        return OrderResult((f"no longer banned: {what}",))

    async def _list(self, _words: Words) -> OrderResult:
        rows = [_row(ban) for ban in self._bans]
        shown = ((_what(ban), "yes" if _row(ban)["key"] else "no", end_of(ban), ban.why) for ban in self._bans)
        heads = ("banned", "key", "ends", "why")
        return OrderResult(tuple(columns(heads, shown)) if rows else ("nobody is banned",), {"bans": rows})

    async def _say(self, words: Words) -> OrderResult:
        try:
            text = checked_text(" ".join(words)[: limits.SAID])
        except InvalidText as wrong:
            raise OrderRefused(str(wrong)) from None
        told = self._lobby.notify(Notice(topic=Topic.OPERATOR, text=text))
        return OrderResult((f"{told} have been told",), {"told": told})

    def end(self, *, name: str = "", who: str = "") -> int:
        """Sign out the sessions of that name or that identity; return how many."""
        return len(
            self._send_all_away(lambda session: same_name(session.name) == same_name(name) or session.who == who)
        )

    def _named(self, words: Words) -> tuple[str, Session | None, str]:
        """Split a name from the rest: the longest one that is here, with its session, else the first word."""
        for count in range(len(words), 0, -1):
            name = " ".join(words[:count])
            for session in sorted(self._lobby.sessions.values(), key=lambda session: session.rests):
                if same_name(session.name) == same_name(name):
                    return name, session, _reason(words[count:])
        return words[0], None, _reason(words[1:])

    def _address_ban(self, words: Words) -> AddressBan | None:
        network = network_of(words[0])
        if network is None:
            return None
        if has_host_bits(words[0]):
            address = words[0].partition("/")[0]
            raise OrderRefused(f"{words[0]!r} is no network: ban the network {network}, or the address {address}")
        lasts, rest = _lasting(words[1:], limits.BAN_OF_ADDRESS_MS)
        now = self._lobby.server.time.unix_ms()
        return AddressBan(network=str(network_to_ban(network)), why=_reason(rest), at=now, until=lasts and now + lasts)

    def _name_ban(self, words: Words) -> NameBan:
        name, session, reason = self._named(words)
        if session is not None:
            _spare_provider(session)
        elif _LIKE_ADDRESS.fullmatch(words[0]):
            raise OrderRefused(f"{words[0]!r} is no address, nor a network such as 203.0.113.0/24")
        try:
            name = checked_name(name) if session is None else session.name
        except InvalidName as wrong:
            raise OrderRefused(f"neither a name nor an address: {wrong}") from None
        lasts, rest = _lasting(tuple(reason.split(" ")), None)
        now, who = self._lobby.server.time.unix_ms(), "" if session is None else session.who
        owner = self._register.owner_of(name)
        key = key_of_identity(who) or (None if owner is None else owner.key)
        return NameBan(name=name, key=key, why=_reason(rest), at=now, until=lasts and now + lasts)

    def _send_all_away(self, meant: Callable[[Session], bool], reason: str = "", until: int | None = None) -> list[str]:
        """End those sessions for good; return their names."""
        gone = [session for session in self._lobby.sessions.values() if meant(session)]
        for session in gone:
            self._send_away(session, reason, until)
        return [session.name for session in gone]

    def _send_away(self, session: Session, reason: str, until: int | None = None) -> None:
        session.keys = ()
        if (peer := session.peer) is None:
            self._lobby.lifecycle.let_go(session)
        else:
            peer.drop(ErrorCode.AUTH_FAILED, "the operator has sent you away", data=by_operator(reason, until))
            self._lobby.lifecycle.disconnect(session, peer, for_good=True)


def _reason(words: Words) -> str:
    return " ".join(" ".join(words).split())[: limits.BAN_REASON]


def _lasting(words: Words, usual: int | None) -> tuple[int | None, Words]:
    """Split the time of a ban in ms, None for ever, from the rest; `usual` where none is given.

    A word that begins with a digit is meant as a time: Refused where it is none.
    """
    if words[:1] == (ALWAYS,):
        return None, words[1:]
    if not words or not words[0][:1].isdigit():
        return usual, words
    said = _TIME.fullmatch(words[0])
    lasts = sum(int(said[unit] or 0) * ms for unit, ms in _UNITS.items()) if said else 0
    if not lasts:
        raise OrderRefused(_NO_TIME.format(words[0][:40]))
    return lasts, words[1:]


def _spare_provider(session: Session) -> None:
    """Refuse to send away a bot provider: its token has to be removed instead."""
    if session.role is Role.PROVIDER:
        raise OrderRefused(f"{session.name} lends bots; `token remove` signs out whoever has come with a token")


def _bars(ban: Ban, session: Session) -> bool:
    return session.role is not Role.PROVIDER and bars(ban, session.name, session.who, _address(session))


def _address(session: Session) -> str:
    return session.origin if session.peer is None else session.peer.address


def _what(ban: Ban) -> str:
    return ban.name if isinstance(ban, NameBan) else ban.network


def _row(ban: Ban) -> ListRow:
    key = isinstance(ban, NameBan) and ban.key is not None
    return {"what": _what(ban), "key": key, "why": ban.why, "at": ban.at, "until": ban.until}


def _person(session: Session) -> ListRow:
    return {
        "name": session.name,
        "kind": "program" if session.program else "person",
        "role": session.role.value,
        "here": session.peer is not None,
        "address": _address(session),
        "table": session.table,
        "key": key_of_identity(session.who) is not None,
    }
