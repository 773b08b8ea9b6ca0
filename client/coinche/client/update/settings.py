"""The settings page: a line for each setting, with its values and a sentence about it; intents. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from enum import Enum, StrEnum
from typing import get_type_hints

from coinche.client.model.state import ClientState
from coinche.client.model.ui import Overlay
from coinche.text.catalog import Words
from coinche.text.settings import Settings

from .navigation import Done, Intent, setting, showing
from .text_entry import open_field


class SettingName(Words):
    """The labels of the settings, by field name."""

    LANGUAGE = ("Langue", "Language")
    NAME = ("Votre nom", "Your name")
    SIGNS = ("Signes", "Signs")
    THEME = ("Couleurs", "Colours")
    SORT = ("Ordre de la main", "Order of the hand")
    BOTS = ("Les bots que je demande", "The bots that I ask for")
    BELL = ("Sonner à mon tour", "Ring on my turn")
    NOTIFY = ("M'avertir sur le bureau à mon tour", "Notify the desktop on my turn")
    TITLE = ("Mon tour dans le titre de la fenêtre", "My turn in the window's title")
    PLAY_FORCED = ("Jouer d'office la carte forcée", "Play a forced card by itself")
    CONFIRM = ("Confirmer chaque carte par Entrée", "Confirm each card with Enter")
    LINGER = ("Laisser le pli jusqu'à une touche", "Leave the trick until a key")
    MOUSE = ("Souris", "Mouse")
    CHAT = ("Montrer les discussions", "Show the chat")


class SettingMeaning(Words):
    """A sentence about each setting, by field name."""

    LANGUAGE = ("Français ou anglais, tout de suite et partout.", "French or English, at once and everywhere.")
    NAME = (
        "Entrée pour l'écrire ; il vaut à la prochaine connexion.",
        "Enter writes it; it counts from the next connection.",
    )
    SIGNS = ("♠ et cadres fins, ou des lettres pour tout terminal.", "♠ and thin frames, or letters for any terminal.")
    THEME = (
        "Quatre couleurs : trèfle vert, carreau orange. Sans couleur : gras et inversé seulement.",
        "Four colours: clubs green, diamonds orange. Without colours: bold and reverse only.",
    )
    SORT = ("Atouts d'abord, atouts à la fin, ou par hauteur.", "Trumps first, trumps last, or by rank.")
    BOTS = (
        "Solides : comptent et se souviennent. Gourmands : prennent ce qu'ils peuvent. Débutants : au hasard.",
        "Steady: count and remember. Greedy: take what they can. Beginners: at random.",
    )
    BELL = (
        "La sonnerie du terminal, quand la fenêtre n'est pas devant.",
        "The terminal's bell, when the window is not in front.",
    )
    NOTIFY = ("Pour les terminaux qui savent le faire (OSC 9).", "For terminals that can (OSC 9).")
    TITLE = ("« ▶ à vous » devant le nom de la table.", "“▶ your turn” before the table's name.")
    PLAY_FORCED = ("Quand une seule carte est permise.", "When only one card is allowed.")
    CONFIRM = ("Un chiffre choisit la carte, Entrée la joue.", "A digit chooses the card, Enter plays it.")
    LINGER = (
        "Le pli ramassé reste affiché jusqu'à ce que vous fassiez quelque chose.",
        "A finished trick stays on show until you do something.",
    )
    MOUSE = (
        "Cliquer joue ; sans elle, le terminal sélectionne du texte.",
        "A click plays; without it the terminal selects text.",
    )
    CHAT = (
        "Ce que disent les autres ; /mute NOM fait taire une personne.",
        "What the others say; /mute NAME silences one person.",
    )


class Value(Words):
    """The labels of the values."""

    YES = ("oui", "yes")
    NO = ("non", "no")
    FRENCH = ("français", "French")
    ENGLISH = ("anglais", "English")
    UNICODE = ("♠ ♥ ♦ ♣", "♠ ♥ ♦ ♣")
    ASCII = ("lettres", "letters")
    USUAL = ("habituelles", "usual")
    FOUR_COLOURS = ("quatre couleurs", "four colours")
    HIGH_CONTRAST = ("contraste fort", "high contrast")
    MONO = ("sans couleur", "no colours")
    TRUMPS_FIRST = ("atouts d'abord", "trumps first")
    TRUMPS_LAST = ("atouts à la fin", "trumps last")
    BY_RANK = ("par hauteur", "by rank")
    EXPERT = ("experts", "expert")
    STRONG = ("forts", "strong")
    STEADY = ("solides", "steady")
    GREEDY = ("gourmands", "greedy")
    NOVICE = ("débutants", "novices")
    RANDOM = ("fantaisistes", "random")
    OF_THE_MACHINE = ("(celui de la machine)", "(the machine's)")


ROWS: tuple[str, ...] = tuple(field.name for field in fields(Settings))
"""The settings, line by line."""
_KINDS: Mapping[str, type[object]] = get_type_hints(Settings)


def named(row: int) -> SettingName:
    """The label of the setting on this line."""
    return SettingName[ROWS[row].upper()]


def told(value: object) -> Value | str:
    """The label of a value; a name stands for itself."""
    if isinstance(value, bool):
        return Value.YES if value else Value.NO
    if isinstance(value, Enum):
        return Value[value.name]
    return str(value) or Value.OF_THE_MACHINE


def values(name: str) -> tuple[object, ...]:
    """The values to choose from; empty for a setting that is written."""
    kind = _KINDS[name]
    if kind is bool:
        return (False, True)
    return tuple(kind) if issubclass(kind, StrEnum) else ()


def open_settings(state: ClientState) -> Done:
    """Open the settings."""
    return showing(state, overlay=Overlay.SETTINGS, option=0)


def move(by: int) -> Intent:
    """Move the cursor."""
    return lambda state: showing(state, option=(state.ui.option + by) % len(ROWS))


def change(by: int) -> Intent:
    """Change the value of the setting under the cursor."""

    def intent(state: ClientState) -> Done:
        name = ROWS[min(state.ui.option, len(ROWS) - 1)]
        offered = values(name)
        if not offered:
            return open_field(Overlay.NAME)(state)
        now = offered.index(getattr(state.ui.settings, name))
        return setting(state, **{name: offered[(now + by) % len(offered)]})

    return intent


def at_row(row: int) -> Intent:
    """Click a line: move the cursor there, or change the value if the cursor is there already."""
    return lambda state: change(1)(state) if state.ui.option == row else showing(state, option=row)


def _words(value: object) -> tuple[str, ...]:
    said = told(value)
    return (said.french, said.english) if isinstance(said, Value) else ()


TYPED: Mapping[str, Mapping[str, object]] = {
    name: {
        **{str(value).lower() if isinstance(value, bool) else str(value): value for value in values(name)},
        **{
            word: value
            for value in values(name)
            if isinstance(said := told(value), Value)
            for word in (said.french, said.english)
        },
    }
    for name in ROWS
}
"""The words to type for each value, in either language."""
