"""What only a full screen can do: draw itself anew, and give the terminal back to the shell for a while.

Knows job control. Refuses to know what is shown, and who asked.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable

from prompt_toolkit.application import Application
from prompt_toolkit.application.run_in_terminal import in_terminal

from coinche.client.errands import ForScreen, Redraw, Suspend

from .signals import Signals


def stage(app: Application[None], *, own: bool) -> Callable[[ForScreen], None]:
    """Whoever does it; a terminal that is not `own`, because another sits at it, is never suspended."""

    def act(wanted: ForScreen) -> None:
        match wanted:
            case Redraw():
                app.renderer.clear()
                app.invalidate()
            case Suspend():
                if own and app.is_running and sys.platform != "win32":
                    app.create_background_task(_stopped(Signals(app.output)))

    return act


async def _stopped(signals: Signals) -> None:
    """Until the shell lets us go on, with all that we have started."""
    if sys.platform != "win32":
        async with in_terminal():
            signals.forget_focus()
            os.kill(0, signal.SIGTSTP)
            signals.ask_focus()
