"""The command `coinche-client --serve-ssh`: open the gateway, or say in one sentence why that is impossible.

asyncssh is optional and may be missing.
"""

from __future__ import annotations

import errno
import sys
from collections.abc import Mapping
from importlib.util import find_spec
from typing import TYPE_CHECKING

from coinche.client.cli import options_or_exit
from coinche.client.model.notices import ENDS, Ended, trouble
from coinche.client.runtime.trio_bridge import run
from coinche.connection.address import Address, Listening
from coinche.connection.storage import BadKey
from coinche.protocol import DEFAULT_PORT
from coinche.text.catalog import complain
from coinche.text.formatting import Face

from .limits import GatewayConfig
from .texts import GatewayFault

if TYPE_CHECKING:
    from .server import CannotServeSsh


PROGRAM = "coinche-client"
_FAULTS: Mapping[int | None, GatewayFault] = {
    errno.EADDRINUSE: GatewayFault.PORT_TAKEN,
    errno.EACCES: GatewayFault.NOT_ALLOWED,
}


def main() -> None:
    """Run `coinche-client --serve-ssh` and end the program."""
    options = options_or_exit()
    assert options.serve_ssh is not None
    config = GatewayConfig(
        address=options.address or Address("127.0.0.1", DEFAULT_PORT),
        face=options.face,
        password=options.ssh_password,
        passphrase=options.passphrase,
        target=options.target,
    )
    sys.exit(open_gateway(config, options.serve_ssh))


def open_gateway(config: GatewayConfig, listening: Listening) -> int:
    """Serve until Ctrl-C; return the exit status."""
    if find_spec("asyncssh") is None:
        complain(PROGRAM, config.face.say(GatewayFault.NO_SSH))
        return 1
    from .server import CannotServeSsh, serve

    try:
        run(serve, config, listening)
    except KeyboardInterrupt:
        return 0
    except BrokenPipeError:
        return 1
    except CannotServeSsh as wrong:
        complain(PROGRAM, _unheard(wrong, config.face))
        return 1
    except ENDS as end:
        complain(PROGRAM, _unopened(end, config.face))
        return 1
    return 0


def _unopened(end: Ended, face: Face) -> str:
    """Return the sentence on why the gateway did not start; an unusable host key has a sentence of the gateway's
    own."""
    if isinstance(end, BadKey):
        return face.say(GatewayFault.BAD_KEY, path=face.name(str(end.path)))
    return trouble(end, face)


def _unheard(wrong: CannotServeSsh, face: Face) -> str:
    """Return the sentence on why the gateway cannot listen at its port."""
    port, host = wrong.listening.port, wrong.listening.host or "*"
    sentence = _FAULTS.get(wrong.error.errno, GatewayFault.CANNOT_LISTEN)
    why = wrong.error.strerror or str(wrong.error)
    return face.say(sentence, port=port, other=port + 1 if port < 65535 else 2222, host=host, why=why)
