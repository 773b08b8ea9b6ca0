"""How a person comes to a server: under which name, with which key, and what for.

Loads keys, TLS and sessions with the first connection: who looks at the first screen has not said where he goes.
"""

from __future__ import annotations

from dataclasses import dataclass

import trio

from coinche.connection.address import Address
from coinche.protocol.messages import VERSION, Hello
from coinche.text.default_names import login_name, other_names

from .person import Person

SOFTWARE = "coinche-client"


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrival:
    """What was asked for on the command line; `name` "" is what the person has chosen, or the machine says."""

    name: str = ""
    guest: bool = False

    async def stay(
        self,
        person: Person,
        address: Address,
        guest: bool = False,
        *,
        task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED,
    ) -> None:
        """Stay connected there until our bye is answered; raises as `stay_connected` does, and KeptError."""
        from coinche.client.network.link import stay_connected
        from coinche.connection.credentials import GUEST, Key
        from coinche.connection.identity import LastName, own_key, public_key

        credentials = GUEST if self.guest or guest else Key(own_key())
        chosen = self.name or person.state.ui.settings.name
        last = LastName(public_key(credentials.private)).read() if isinstance(credentials, Key) else None
        name = chosen or last or login_name()
        hello = Hello(versions=(VERSION, VERSION), name=name, software=SOFTWARE)
        others = () if chosen else other_names(name)
        await stay_connected(person, address, hello, credentials, others, task_status=task_status)
