"""Bans of names with their keys, and of addresses and networks, kept in a JSON file that people can read."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import trio

from coinche.protocol.messages import ErrorData
from coinche.protocol.names import same_name
from coinche.server import limits
from coinche.server.addresses import Network, identity_of_key, network_of, origin
from coinche.server.storage.data_dir import DataFailed, damage_advice, write_private_file
from coinche.server.time_and_entropy import Time

BANS_FILE = "bans.json"


class NameBan(msgspec.Struct, frozen=True, kw_only=True, tag_field="ban", tag="name"):
    """Bars all with that name, or with that key under any name, `until` it ends; times in ms of the Unix clock."""

    name: str
    key: str | None
    why: str
    at: int
    until: int | None = None


class AddressBan(msgspec.Struct, frozen=True, kw_only=True, tag_field="ban", tag="address"):
    """Bars everybody from that address or network, `until` it ends."""

    network: str
    why: str
    at: int
    until: int | None = None

    def __post_init__(self) -> None:
        if network_of(self.network) is None:
            raise ValueError(f"{self.network!r} is no network")


Ban = NameBan | AddressBan

_decoder = msgspec.json.Decoder(list[Ban])
_SYSTEM = Time()


class BansFailed(DataFailed):
    """The bans cannot be read or written."""


class BansDamaged(BansFailed):
    """The file does not hold bans."""


def by_operator(reason: str, until: int | None = None) -> ErrorData:
    """The data of a refusal by the operator's will, so that a client does not take it for a wrong proof."""
    data: ErrorData = {"by": "operator", "reason": reason}
    return data if until is None else {**data, "until": until}


def network_to_ban(network: Network) -> Network:
    """Return what is barred in place of a single address: all that its customer has, or else the address itself."""
    single = network.prefixlen == network.max_prefixlen
    return (network_of(origin(str(network.network_address))) if single else None) or network


def bars(ban: Ban, name: str, who: str, address: str) -> bool:
    """Return whether the ban bars a client of that name, identity (`Session.who`) and address."""
    if isinstance(ban, NameBan):
        return (ban.key is not None and who == identity_of_key(ban.key)) or same_name(name) == same_name(ban.name)
    network, own = network_of(ban.network), network_of(address)
    return network is not None and own is not None and own.network_address in network


def end_of(ban: Ban) -> str:
    """The end of the ban in words."""
    if ban.until is None:
        return "until the ban is lifted"
    return f"until {datetime.fromtimestamp(ban.until // 1000, UTC):%Y-%m-%d %H:%M} UTC"


class Bans:
    """All bans of a server; BansFailed where their file cannot be used. Without a directory they are not kept."""

    def __init__(self, directory: Path | None = None, time: Time = _SYSTEM) -> None:
        self._time = time
        self._path = None if directory is None else directory / BANS_FILE
        self._writing = trio.Lock()
        self._use(_read(self._path))

    def __iter__(self) -> Iterator[Ban]:
        """Yield the bans that have not ended, the oldest first."""
        return (ban for ban in self._bans.values() if self._lasts(ban))

    def _lasts(self, ban: Ban) -> bool:
        return ban.until is None or self._time.unix_ms() < ban.until

    def barring(self, address: str, name: str, who: str | None) -> Ban | None:
        """The ban that bars a client from that address with that name, and that identity if it has one."""
        of_key = self._keys.get(who, ()) if who else ()
        found = (self._bans.get(same_name(name)), *of_key, self.of_address(address))
        return next((ban for ban in found if ban is not None and self._lasts(ban)), None)

    def of_address(self, address: str) -> AddressBan | None:
        """The ban of that address, or of a network that contains it."""
        own = network_of(address)
        if own is None:
            return None
        networks = (str(network_of(f"{own.network_address}/{bits}")) for bits in self._widths)
        found = (self._bans.get(network) for network in networks)
        return next((ban for ban in found if isinstance(ban, AddressBan) and self._lasts(ban)), None)

    async def add(self, ban: Ban) -> None:
        """Add the ban; it replaces an older one of the same name or network."""
        async with self._writing:
            lasting = [old for old in self if _key(old) != _key(ban)]
            if len(lasting) >= limits.BANS:
                raise BansFailed(f"there are {limits.BANS} bans already")
            await self._keep([*lasting, ban])

    async def lift(self, what: str) -> bool:
        """End the ban of that name, network or address, or of the address's origin; return False if there is none."""
        async with self._writing:
            bans = {_key(ban): ban for ban in self}
            lifted = bans.pop(_key_of(what), None) or bans.pop(_key_of(origin(what)), None)
            if lifted is not None:
                await self._keep(list(bans.values()))
        return lifted is not None

    async def _keep(self, bans: list[Ban]) -> None:
        if self._path is not None:
            await trio.to_thread.run_sync(_write, self._path, bans)
        self._use(bans)

    def _use(self, bans: list[Ban]) -> None:
        self._bans = {_key(ban): ban for ban in bans}
        self._keys: dict[str, list[NameBan]] = {}  # by the identity of their key, which may have several names
        for ban in self._bans.values():
            if isinstance(ban, NameBan) and ban.key is not None:
                self._keys.setdefault(identity_of_key(ban.key), []).append(ban)
        networks = (network_of(ban.network) for ban in self._bans.values() if isinstance(ban, AddressBan))
        self._widths = tuple({network.prefixlen for network in networks if network is not None})


def _key(ban: Ban) -> str:
    """The key by which a ban is found; no name looks like a network."""
    return same_name(ban.name) if isinstance(ban, NameBan) else ban.network


def _key_of(what: str) -> str:
    """The key of a ban of that name, address or network."""
    network = network_of(what)
    return same_name(what) if network is None else str(network)


def _read(path: Path | None) -> list[Ban]:
    try:
        return [] if path is None else _decoder.decode(path.read_bytes())
    except FileNotFoundError:
        return []
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as wrong:
        advised = damage_advice(path.parent) if path else ""
        raise BansDamaged(f"{path} cannot be read ({wrong}); {advised}, or remove it to lift all bans") from None
    except OSError as wrong:
        raise BansFailed(f"cannot use {path}: {wrong.strerror}") from None


def _write(path: Path, bans: list[Ban]) -> None:
    try:
        write_private_file(path, msgspec.json.format(msgspec.json.encode(bans), indent=1) + b"\n")
    except OSError as wrong:
        raise BansFailed(f"cannot write {path}: {wrong.strerror}") from None
