"""Tests of files that cannot be read: each command answers with one sentence, whatever is wrong with the file."""

from __future__ import annotations

import gzip
import lzma
from collections.abc import Callable
from pathlib import Path

import pytest

from coinche.bot.bot import Bot
from coinche.bot.replay_decision import ask_again
from coinche.client.runtime.record_files import record_lines
from coinche.connection.storage import FileFault, UnreadableFile
from coinche.records.cli import main
from coinche.text.language import Language

TEXT = bytes(range(32, 127)) * 50
DAMAGED = bytearray(gzip.compress(TEXT))
DAMAGED[12:40] = b"\xff" * 28
FILES: dict[str, tuple[bytes | None, FileFault | str]] = {
    "none.jsonl": (None, FileFault.MISSING),
    "no_text.jsonl": (b"\xff\xfe", FileFault.NO_TEXT),
    "no.gz": (b"no gzip at all", FileFault.BADLY_COMPRESSED),
    "torn.gz": (gzip.compress(TEXT)[:-9], FileFault.BADLY_COMPRESSED),
    "damaged.gz": (bytes(DAMAGED), FileFault.BADLY_COMPRESSED),
    "no.xz": (b"not xz at all", FileFault.BADLY_COMPRESSED),
    "torn.xz": (lzma.compress(TEXT)[:-9], FileFault.BADLY_COMPRESSED),
}


def put(name: str, folder: Path) -> Path:
    """The path of that file."""
    path = folder / name
    content, _ = FILES[name]
    if content is not None:
        path.write_bytes(content)
    return path


def asked(path: Path, language: Language) -> object:
    return ask_again(Bot(), path, 1, language)


def shown(path: Path, language: Language) -> object:
    return _recorded("show", path, language)


def checked(path: Path, language: Language) -> object:
    return _recorded("check", path, language)


def _recorded(command: str, path: Path, language: Language) -> object:
    with pytest.raises(SystemExit) as end:
        main([command, str(path), "--lang", language])
    return end.value.code


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("command", [asked, shown, checked])
@pytest.mark.parametrize("name", FILES)
def test_a_command_says_why_it_cannot_read_a_file(
    name: str,
    command: Callable[[Path, Language], object],
    language: Language,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path, (_, why) = put(name, tmp_path), FILES[name]
    assert command(path, language) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert path.name in said
    if command is not checked or why is not FileFault.NO_TEXT:  # JSON of a vector is decoded by its parser
        assert (why if isinstance(why, str) else why.within(language)) in said


@pytest.mark.parametrize("name", FILES)
def test_the_client_is_given_the_reason(name: str, tmp_path: Path) -> None:
    with pytest.raises(UnreadableFile) as unreadable:
        record_lines(str(put(name, tmp_path)))
    assert unreadable.value.why == FILES[name][1]
