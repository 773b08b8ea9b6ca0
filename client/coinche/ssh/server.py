"""The ssh gateway's server: it listens, and makes each ssh session a guest of the coinche server behind it.

asyncssh runs on the asyncio loop that hosts trio (`trio_bridge`); each session that it lets in becomes one trio task.
The host key, `ssh_host_key`, is kept beside the client's own and made at first use.
"""

from __future__ import annotations

import logging
from functools import partial
from pathlib import Path

import asyncssh
import trio
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from coinche.client.runtime.trio_bridge import run_asyncio
from coinche.connection.address import SSH_PORT, Listening, reached_at
from coinche.connection.credentials import own_key
from coinche.connection.known_servers import KnownServers
from coinche.connection.storage import data_path
from coinche.connection.transport import dial

from .connection import GatewayAdmission, SshServer, SshSession
from .guest import attend, attribute_faults
from .limits import GatewayConfig
from .texts import Sentence

FILE = "ssh_host_key"


def host_key_path() -> Path:
    """The path of the host key."""
    return data_path(FILE)


def host_key() -> asyncssh.SSHKey:
    """Return the key in its file; KeptError when it cannot be used."""
    key = own_key(host_key_path())
    return asyncssh.import_private_key(key.private_bytes(Encoding.PEM, PrivateFormat.OpenSSH, NoEncryption()))


SLOW_KEY_EXCHANGES = "-diffie-hellman-group-exchange-*,diffie-hellman-group1?-sha512,rsa*"
"""The key exchanges that are not offered (asyncssh reads the leading minus as "all but these"): one of them takes the
gateway many times the processor time of the others, and a guest may ask for any number of them."""
PINGS = 3
"""Number of unanswered keepalive questions after which a guest is gone."""


class CannotServeSsh(Exception):
    """The gateway cannot listen at the port; `error` is the system's reason."""

    def __init__(self, listening: Listening, error: OSError) -> None:
        super().__init__(f"{listening.host}:{listening.port}: {error}")
        self.listening = listening
        self.error = error


async def serve(
    config: GatewayConfig, listening: Listening, *, task_status: trio.TaskStatus[int] = trio.TASK_STATUS_IGNORED
) -> None:
    """Let guests in until cancelled; CannotServeSsh, CannotConnect or KeptError when the gateway cannot start."""
    asyncssh.set_log_level(logging.CRITICAL)
    key = host_key()
    await _look_for_server(config)
    await attribute_faults(lambda error: config.tell(Sentence.UNOWNED, error=f"{type(error).__name__}: {error}"))
    begun, arrived = trio.open_memory_channel[SshSession](config.bounds.guests)
    admission = GatewayAdmission(config)
    acceptor = await _listen(admission, listening, key, begun)
    try:
        _announce(config, listening, key, acceptor.get_port())
        task_status.started(acceptor.get_port())
        async with trio.open_nursery() as nursery:
            async for visit in arrived:
                nursery.start_soon(attend, visit, config)
    finally:
        acceptor.close()
        with trio.CancelScope(shield=True, deadline=trio.current_time() + config.bounds.goodbye):
            await admission.limiter.wait_empty()
        admission.abort_all()


async def _look_for_server(config: GatewayConfig) -> None:
    """Check that the server can be reached and is the right one."""
    wire = await dial(config.address, KnownServers())
    await trio.aclose_forcefully(wire.stream)


async def _listen(
    admission: GatewayAdmission, listening: Listening, key: asyncssh.SSHKey, begun: trio.MemorySendChannel[SshSession]
) -> asyncssh.SSHAcceptor:
    bounds = admission.config.bounds
    listen = partial(
        asyncssh.listen,
        listening.host,
        listening.port,
        server_factory=lambda: SshServer(admission, begun.send_nowait),
        server_host_keys=[key],
        encoding="utf-8",
        errors="replace",
        window=bounds.window,
        line_editor=False,
        compression_algs=None,
        kex_algs=SLOW_KEY_EXCHANGES,
        gss_kex=False,
        public_key_auth=False,
        agent_forwarding=False,
        x11_forwarding=False,
        login_timeout=bounds.sign_in,
        keepalive_interval=bounds.ask_after,
        keepalive_count_max=PINGS,
    )
    try:
        return await run_asyncio(listen)
    except OSError as error:
        raise CannotServeSsh(listening, error) from error


def _announce(config: GatewayConfig, listening: Listening, key: asyncssh.SSHKey, port: int) -> None:
    """Print the address and key to pass on to friends."""
    config.tell(Sentence.OPEN)
    flag = "" if port == SSH_PORT else f" -p {port}"
    for address in reached_at(listening.host):
        config.tell(Sentence.COMMAND, port=flag, address=address)
    config.tell(Sentence.WORD)
    if config.password is not None:
        config.tell(Sentence.WITH_PASSWORD)
    config.tell(Sentence.FINGERPRINT, fingerprint=key.get_fingerprint())
    config.tell(Sentence.SERVER, address=config.address)
