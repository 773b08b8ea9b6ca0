"""The bot SDK: write `choose`, call `run`.

    from coinche.bot import Bot, run

    class Mine(Bot):
        name = "mine"

        def choose(self, view, legal):
            return legal.default

    run(Mine)

`run` reads the command line (`options`), finds the bot's seats (`placement`) and plays each over a connection of its
own (`seat`). A `Player` asks the bot in the main thread, where it may think as long as it likes, while another thread
keeps the connections alive. What an author's bot does wrong costs the default action and is reported, never the match.
A program in any language takes the place of a bot over JSON lines (`external_program`); `log` records what a seat was
asked, and `replay_decision` asks a bot a recorded decision again.

This package must not know any strategy: `coinche.bots` has those, and `coinche.engine` the rules.
"""

from .bot import Bot, declaration, legal_of, say_all
from .player import MainThreadExecutor, Player
from .runner import run

__all__ = ["Bot", "MainThreadExecutor", "Player", "declaration", "legal_of", "run", "say_all"]
