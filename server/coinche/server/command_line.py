"""What `coinche-server` may be asked for. Knows options and their defaults; refuses to know what becomes of them."""

from __future__ import annotations

import argparse
from pathlib import Path

from coinche.engine.presets import DEFAULT_PRESET
from coinche.protocol import DEFAULT_PORT
from coinche.version import ShowVersion

from .admin.exposure import YesNo
from .app import DEFAULT_PROVIDER
from .logbook import LEVELS, Style
from .plaintext import Plaintext
from .storage.budget import size
from .storage.data_dir import HELP, default_directory

_YES_NO = [choice.value for choice in YesNo]


def parser() -> argparse.ArgumentParser:
    """All options, in the order of the help."""
    asked = argparse.ArgumentParser(
        prog="coinche-server",
        description="Serve tables of coinche to people and bots.",
        epilog="other commands, each with --help: ctl: orders for a server that runs; "
        "token, free, forget, export: names; backup: a copy of everything; "
        "doctor: whether everything that is kept can be used, and mending it",
    )
    _of_place(asked)
    _of_play(asked)
    _of_entrance(asked)
    _of_running(asked)
    _of_budgets(asked)
    _of_words(asked)
    return asked


def _of_place(asked: argparse.ArgumentParser) -> None:
    """Where it listens, and where it keeps what it keeps."""
    asked.add_argument("--host", default="0.0.0.0", help="address to listen on (default: all; 127.0.0.1: only here)")
    asked.add_argument("--port", type=int, default=DEFAULT_PORT, help=f"default {DEFAULT_PORT}; 0: any free one")
    kept = asked.add_mutually_exclusive_group()
    kept.add_argument("--data", type=Path, metavar="DIR", default=default_directory(), help=HELP)
    kept.add_argument(
        "--memory",
        action="store_true",
        help="nothing outlives the server: names have owners until it ends, tokens cannot be made",
    )


def _of_play(asked: argparse.ArgumentParser) -> None:
    """What is played there, and against whom."""
    asked.add_argument("--rules", default=DEFAULT_PRESET, metavar="RULES", help="a preset, or a house file (TOML)")
    asked.add_argument("--target", type=int, metavar="POINTS", help="of a match, where its table names no other")
    asked.add_argument("--bots", default=DEFAULT_PROVIDER, metavar="CMD", help="what lends bots; 'none': no bots")


def _of_entrance(asked: argparse.ArgumentParser) -> None:
    """Who finds it, and who may come in."""
    found = asked.add_mutually_exclusive_group()
    found.add_argument("--name", help="what it is called where clients find it (default: as this machine)")
    found.add_argument("--no-announce", action="store_true", help="clients on the local network do not find it")
    asked.add_argument("--public", action="store_true", help="for a server on the internet: TLS only, not announced")
    asked.add_argument(
        "--plaintext",
        choices=[rule.value for rule in Plaintext],
        help="from where clients may come without TLS (default: lan, this machine and private networks)",
    )
    asked.add_argument(
        "--trust",
        action="append",
        default=[],
        metavar="NET",
        help="a network whose clients are counted one by one, not by address; can be given several times",
    )
    asked.add_argument("--guests", choices=_YES_NO, help="whether somebody without a key may come in (default: yes)")
    asked.add_argument("--list-private", choices=_YES_NO, help="whether the lobby shows private tables (default: yes)")


def _of_running(asked: argparse.ArgumentParser) -> None:
    """How it is run."""
    asked.add_argument("--until-stdin-closes", action="store_true", help="end when the standard input is closed")
    asked.add_argument("--ctl", type=Path, metavar="PATH", help="where it takes `ctl` orders (default: in --data)")
    asked.add_argument(
        "--log", choices=[style.value for style in Style], help="default: human on a terminal, else json"
    )
    asked.add_argument("--log-level", choices=LEVELS, default="info", help="what is less grave is not written")


def _of_budgets(asked: argparse.ArgumentParser) -> None:
    """What it may take of the machine."""
    asked.add_argument(
        "--memory-budget", type=size, metavar="SIZE", help="memory for all tables together (default: 256M)"
    )
    asked.add_argument(
        "--disk-budget", type=size, metavar="SIZE", help="disk space for everything that is kept (default: 1G)"
    )


def _of_words(asked: argparse.ArgumentParser) -> None:
    """What is printed in place of serving."""
    asked.add_argument("--version", action=ShowVersion, help="print what is installed, and end")
    asked.add_argument("--list-rules", action="store_true", help="print the presets, a line each, and end")
    asked.add_argument("-q", "--quiet", action="store_true", help="with --list-rules: their names alone")
    asked.add_argument("--explain-rules", metavar="RULES", help="print a preset or a house file in words, and end")
