"""The process that computes hints and the values of cards: frames with questions come in, frames with answers go out.

It is a process of its own so that no bot waits for it, and it gives way to the bots where processors are short. It ends
when its input does.
"""

from __future__ import annotations

import os
import sys
import traceback
from collections import Counter
from collections.abc import Mapping
from typing import BinaryIO

from coinche.bot.bot import legal_of
from coinche.engine.seats import Seat
from coinche.protocol.codec import decode_server, encode
from coinche.protocol.frames import HEADER
from coinche.protocol.messages import DeclineQuestion, HintGiven, HintWanted, ValuesGiven, ValuesWanted
from coinche.text.formatting import Face
from coinche.text.glyphs import UNICODE
from coinche.text.language import Language

from .open_hands import open_values
from .render import hint
from .service import best

GIVES_WAY = 5
"""The increment of its niceness."""


def answered(question: HintWanted | ValuesWanted) -> HintGiven | ValuesGiven:
    """Compute the answer."""
    number = question.question
    if isinstance(question, ValuesWanted):
        return ValuesGiven(question=number, cards=open_values(question.view, question.hands, question.rules))
    action, why = best(question.view, legal_of(question), question.rules, question.kind, question.systems)
    face = Face(Language(question.language.value), UNICODE)
    return HintGiven(question=number, action=str(action), text=hint(action, why, _told_apart(question.names), face))


def _told_apart(names: Mapping[Seat, str]) -> Mapping[Seat, str]:
    """The names of the players, without those that two share."""
    given = Counter(names.values())
    return {seat: name for seat, name in names.items() if given[name] == 1}


def main(questions: BinaryIO | None = None, answers: BinaryIO | None = None) -> None:
    """Answer questions, one after the other, until there are no more."""
    read, write = questions or sys.stdin.buffer, answers or sys.stdout.buffer
    while header := read.read(HEADER):
        question = decode_server(read.read(int.from_bytes(header, "big")))
        assert isinstance(question, HintWanted | ValuesWanted)
        try:
            answer: HintGiven | ValuesGiven | DeclineQuestion = answered(question)
        except Exception:  # a bug of ours: the next question may have an answer
            traceback.print_exc()
            answer = DeclineQuestion(question=question.question)
        try:
            write.write(encode(answer))
            write.flush()
        except BrokenPipeError:  # nobody wants to know any more
            os._exit(0)


if __name__ == "__main__":
    if sys.platform != "win32":
        os.nice(GIVES_WAY)
    main()
