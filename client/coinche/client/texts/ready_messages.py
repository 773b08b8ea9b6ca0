"""Ready-made sentences of the chat: sent in the sender's language, shown in the reader's."""

from __future__ import annotations

from coinche.text.catalog import Words
from coinche.text.formatting import Face


class ReadyMessage(Words):
    """Ready-made sentences, to send or to edit."""

    HELLO = ("Bonjour !", "Hello!")
    WELL_PLAYED = ("Bien joué !", "Well played!")
    THANKS = ("Merci !", "Thank you!")
    SORRY = ("Désolé !", "Sorry!")
    MOMENT = ("Un instant, s'il vous plaît.", "One moment, please.")
    GOOD_GAME = ("Belle partie !", "Good game!")
    BYE = ("Au revoir !", "Goodbye!")


_BY_TEXT = {text: words for words in ReadyMessage for text in (words.french, words.english)}


def understood(text: str, face: Face) -> str:
    """A chat message as this reader sees it: a ready-made sentence of either language in their own."""
    words = _BY_TEXT.get(text)
    return face.say(words) if words is not None else face.name(text)
