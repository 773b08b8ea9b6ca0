"""What a program in a bot's place says: what is wrong with a line, in the person's language."""

from __future__ import annotations

import pytest

from coinche.bot.subprocess import BadLine, read_line
from coinche.text.catalog import Language


@pytest.mark.parametrize(
    ("line", "english", "french"),
    [
        (b"[1]", "it is no map", "ce n'est pas un objet JSON"),
        (b'{"type": "leave"}', "that is for us to say", "c'est à nous de le dire"),
        (b"pass", "it is no JSON", "ce n'est pas du JSON"),
    ],
)
def test_what_is_wrong_with_a_line_is_said_in_the_person_s_language(line: bytes, english: str, french: str) -> None:
    with pytest.raises(BadLine) as wrong:
        read_line(line, "t1", {1})
    assert wrong.value.told(Language.ENGLISH).startswith(english)
    assert wrong.value.told(Language.FRENCH).startswith(french)
