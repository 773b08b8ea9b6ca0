"""The settings page: a line for each setting, with its values and a sentence about it; intents. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from enum import Enum, StrEnum
from typing import get_type_hints

from coinche.client.model.state import ClientState
from coinche.client.model.ui import Overlay
from coinche.client.texts.bots import OTHER_BOT_WORDS, BotLevelText
from coinche.text.catalog import Words
from coinche.text.settings import Bots, Settings

from .navigation import Done, Intent, setting, showing
from .text_entry import open_name


class SettingName(Words):
    """The labels of the settings, by field name."""

    LANGUAGE = ("Langue", "Language")
    NAME = ("Votre nom", "Your name")
    SIGNS = ("Symboles", "Symbols")
    THEME = ("Thème (couleurs)", "Theme (colours)")
    SORT = ("Tri de la main", "Hand order")
    BOTS = ("Niveau des bots", "Bot level")
    BELL = ("Sonnerie à votre tour", "Bell on your turn")
    NOTIFY = ("Notification sur le bureau à votre tour", "Desktop notification on your turn")
    TITLE = ("Votre tour dans le titre de la fenêtre", "Your turn in the window title")
    PLAY_FORCED = ("Jouer d'office la seule carte permise", "Play a forced card automatically")
    CONFIRM = ("Confirmer chaque carte par Entrée", "Confirm each card with Enter")
    LINGER = ("Garder le pli affiché 3 secondes", "Keep each trick for 3 seconds")
    CELEBRATIONS = ("Fêter coinche, capot et victoire", "Celebrate coinche, capot and victory")
    MOUSE = ("Souris", "Mouse")
    CHAT = ("Afficher les messages", "Show the chat")
    TIPS = ("Astuces, une fois chacune", "Tips, once each")


class SettingMeaning(Words):
    """A sentence about each setting, by field name."""

    LANGUAGE = ("Français ou anglais, pour tous les écrans.", "French or English, on every screen.")
    NAME = (
        "Entrée pour l'écrire ; sur un serveur, il change à la prochaine connexion.",
        "Enter to type it; on a server, it changes the next time you connect.",
    )
    SIGNS = ("♠ et cadres fins, ou lettres pour tous les terminaux.", "♠ and thin frames, or letters for any terminal.")
    THEME = (
        "← → : essayer le thème sur tout l'écran.",
        "← →: try the theme on the whole screen.",
    )
    SORT = ("Atouts d'abord, atouts à la fin, ou par hauteur.", "Trumps first, trumps last, or by rank.")
    BOTS = (
        "Du plus faible au plus fort ; moyen joue déjà bien.",
        "From weakest to strongest; steady already plays well.",
    )
    BELL = (
        "Le terminal sonne quand sa fenêtre n'est pas au premier plan.",
        "The terminal rings when its window is not in front.",
    )
    NOTIFY = (
        "Si votre terminal sait en afficher ; sinon, rien ne change.",
        "If your terminal can show it; if not, nothing changes.",
    )
    TITLE = ("« ▶ à vous » devant le nom de la table.", "“▶ your turn” in front of the table's name.")
    PLAY_FORCED = ("Quand les règles ne laissent qu'une carte.", "When the rules leave only one card.")
    CONFIRM = ("Un chiffre choisit la carte, Entrée la joue.", "A digit chooses the card, Enter plays it.")
    LINGER = ("Une touche ramasse le pli plus tôt.", "Any key clears the trick sooner.")
    CELEBRATIONS = (
        "Une animation d'une seconde et demie ; une touche l'arrête.",
        "An animation of a second and a half; any key ends it.",
    )
    MOUSE = (
        "Oui : on clique pour jouer. Non : on peut sélectionner du texte.",
        "Click to play; without the mouse, the terminal selects text.",
    )
    CHAT = (
        "Les messages des autres ; /masquer NOM masque ceux d'une personne.",
        "Messages from the others; /mute NAME hides those of one person.",
    )
    TIPS = (
        "Une ligne d'aide la première fois que vous voyez un écran.",
        "A line of help the first time you see a screen.",
    )


class SettingGroup(Words):
    """The headings above the settings."""

    YOU = ("Vous et l'écran", "You and the screen")
    GAME = ("La partie", "The game")
    TURN = ("Sons et messages", "Sounds and messages")


class Value(Words):
    """The labels of the values."""

    YES = ("oui", "yes")
    NO = ("non", "no")
    FRENCH = ("français", "French")
    ENGLISH = ("anglais", "English")
    UNICODE = ("♠ ♥ ♦ ♣", "♠ ♥ ♦ ♣")
    ASCII = ("lettres", "letters")
    CLASSIC = ("classique", "classic")
    FOUR_COLOURS = ("4 couleurs", "4 colours")
    GREEN_FELT = ("tapis vert", "green felt")
    LIGHT = ("clair", "light")
    HIGH_CONTRAST = ("contrasté", "high contrast")
    COLOUR_BLIND = ("daltonien", "colour-blind")
    MONO = ("sans couleur", "no colours")
    TRUMPS_FIRST = ("atouts d'abord", "trumps first")
    TRUMPS_LAST = ("atouts à la fin", "trumps last")
    BY_RANK = ("par hauteur", "by rank")
    OF_THE_MACHINE = ("(automatique)", "(automatic)")


ROWS: tuple[str, ...] = tuple(field.name for field in fields(Settings) if field.name != "rules")
"""The settings, line by line; rules are chosen in the form for a new table."""
HEADINGS: Mapping[str, SettingGroup] = {
    "language": SettingGroup.YOU,
    "sort": SettingGroup.GAME,
    "bell": SettingGroup.TURN,
}
"""The headings, by the setting that comes first below each."""
_KINDS: Mapping[str, type[object]] = get_type_hints(Settings)


def named(row: int) -> SettingName:
    """The label of the setting on this line."""
    return SettingName[ROWS[row].upper()]


def told(value: object) -> Words | str:
    """The label of a value; a name stands for itself."""
    if isinstance(value, bool):
        return Value.YES if value else Value.NO
    if isinstance(value, Bots):
        return BotLevelText[value.name]
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
            return open_name(state)
        now = offered.index(getattr(state.ui.settings, name))
        return setting(state, **{name: offered[(now + by) % len(offered)]})

    return intent


def at_row(row: int) -> Intent:
    """Click a line: move the cursor there, or change the value if the cursor is there already."""
    return lambda state: change(1)(state) if state.ui.option == row else showing(state, option=row)


def _words(value: object) -> tuple[str, ...]:
    said = told(value)
    return (said.french, said.english) if isinstance(said, Words) else ()


TYPED: Mapping[str, Mapping[str, object]] = {
    name: {
        **{str(value).lower() if isinstance(value, bool) else str(value): value for value in values(name)},
        **{
            word: value
            for value in values(name)
            if isinstance(said := told(value), Words)
            for word in (said.french, said.english)
        },
        **({word: Bots[bot.name] for word, bot in OTHER_BOT_WORDS.items()} if name == "bots" else {}),
    }
    for name in ROWS
}
"""The words to type for each value, in either language."""
