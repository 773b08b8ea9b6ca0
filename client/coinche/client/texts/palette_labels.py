"""The commands of the palette in words that say what they do, where the word in the line of keys is too short."""

from __future__ import annotations

from collections.abc import Mapping

from coinche.client.texts.admission import Inviting, LettingIn
from coinche.client.texts.conventions import ConventionText
from coinche.client.texts.lesson import LessonPhrase
from coinche.client.texts.people import InLobby
from coinche.client.texts.play import InPlay
from coinche.client.texts.replay import Playback
from coinche.client.texts.screens import Phrase
from coinche.client.texts.statistics import PlayerText
from coinche.text.catalog import Words
from coinche.text.formatting import Noun


class PaletteLabel(Words):
    """A command, as a verb with its object."""

    ADVICE = ("demander un conseil", "ask for a hint")
    BEGIN = ("commencer la partie", "begin the match")
    BID = ("dire l'enchère choisie", "make the selected bid")
    BOT = ("mettre un bot à cette place", "put a bot on this seat")
    BOTS = ("mettre des bots à toutes les places libres", "put bots on all free seats")
    CALL = ("appeler des joueurs au salon", "call for players in the lobby")
    CHAT = ("écrire un message", "write a message")
    CLAIM = ("prendre tous les plis restants", "claim all remaining tricks")
    CLEAR = ("libérer cette place", "free this seat")
    CODE = ("montrer le code QR", "show the QR code")
    COINCHE = ("coincher l'enchère", "coinche the bid")
    COME = ("rejoindre la table de l'appel", "join the table of the call")
    CONFIRM = ("jouer la carte choisie", "play the selected card")
    CONSULT = ("demander son avis à l'expert", "ask the expert")
    CONVENTIONS = ("lire ce que disent les enchères", "read what the bids mean")
    CUT = ("couper le paquet", "cut the pack")
    DECLINE = ("laisser passer sans coincher", "let it stand, no coinche")
    DROP = ("annuler la carte préparée", "drop the prepared card")
    ENTER = ("s'asseoir à cette table", "sit down at this table")
    ERASE = ("effacer le dernier signe", "erase the last character")
    ERASE_ALL = ("effacer l'enchère tapée", "erase the bid you typed")
    EYES = ("changer de point de vue", "change the viewpoint")
    GO_ON = ("reprendre le jeu", "resume the game")
    HISTORY = ("voir les donnes jouées", "see the past deals")
    INVITE = ("inviter des amis", "invite friends")
    LAST = ("revoir le dernier pli", "see the last trick")
    LEARN = ("apprendre à jouer", "learn to play")
    LET_IN = ("laisser entrer le premier qui attend", "let in the first who waits")
    LOG = ("lire le journal de la table", "read the log of the table")
    NAME = ("changer de nom", "change your name")
    NEW = ("choisir les règles d'une nouvelle table", "set up a new table")
    OPEN = ("ouvrir la table", "open the table")
    PASS = ("passer son tour d'enchère", "pass")
    PAUSE = ("demander une pause", "ask for a pause")
    PERFECT = ("calculer le jeu parfait", "work out perfect play")
    PLAYBACK = ("faire défiler la partie", "play the match by itself")
    PREPARE_BID = ("choisir l'enchère", "select the bid")
    PUT_OFF = ("ne pas laisser entrer maintenant", "do not let them in now")
    REMATCH = ("demander une revanche", "ask for a rematch")
    SAVE = ("enregistrer la partie dans un fichier", "save the match to a file")
    SEARCH = ("chercher les serveurs du réseau", "search the network for servers")
    SHORT = ("envoyer un message rapide", "send a quick message")
    SORT = ("trier sa main", "sort your hand")
    SURCOINCHE = ("surcoincher l'enchère", "surcoinche the bid")
    SWAP = ("échanger deux places", "swap two seats")
    TAKE = ("changer pour cette place", "move to this seat")
    WEIGH = ("montrer la valeur des cartes", "show the card values")
    WORDS = ("taper un mot de passe", "type a passphrase")


LABELS: Mapping[Words, PaletteLabel] = {
    ConventionText.KEY: PaletteLabel.CONVENTIONS,
    InLobby.KEY_CALL: PaletteLabel.CALL,
    InLobby.KEY_COME: PaletteLabel.COME,
    InLobby.KEY_INVITE: PaletteLabel.INVITE,
    InPlay.KEY_ADVICE: PaletteLabel.ADVICE,
    InPlay.KEY_DROP: PaletteLabel.DROP,
    InPlay.KEY_END_PAUSE: PaletteLabel.GO_ON,
    InPlay.KEY_PREPARE_BID: PaletteLabel.PREPARE_BID,
    InPlay.KEY_SHORT: PaletteLabel.SHORT,
    Inviting.KEY_CODE: PaletteLabel.CODE,
    LessonPhrase.KEY_LEARN: PaletteLabel.LEARN,
    LettingIn.KEY_LET_IN: PaletteLabel.LET_IN,
    LettingIn.KEY_PUT_OFF: PaletteLabel.PUT_OFF,
    Noun.COINCHE: PaletteLabel.COINCHE,
    Noun.PASS: PaletteLabel.PASS,
    Noun.SURCOINCHE: PaletteLabel.SURCOINCHE,
    Phrase.BOT: PaletteLabel.BOT,
    Phrase.KEY_BEGIN: PaletteLabel.BEGIN,
    Phrase.KEY_BID: PaletteLabel.BID,
    Phrase.KEY_BOTS: PaletteLabel.BOTS,
    Phrase.KEY_CHAT: PaletteLabel.CHAT,
    Phrase.KEY_CLAIM: PaletteLabel.CLAIM,
    Phrase.KEY_CLEAR: PaletteLabel.CLEAR,
    Phrase.KEY_CONFIRM: PaletteLabel.CONFIRM,
    Phrase.KEY_CUT: PaletteLabel.CUT,
    Phrase.KEY_DECLINE: PaletteLabel.DECLINE,
    Phrase.KEY_ENTER: PaletteLabel.ENTER,
    Phrase.KEY_ERASE: PaletteLabel.ERASE,
    Phrase.KEY_ERASE_ALL: PaletteLabel.ERASE_ALL,
    Phrase.KEY_LAST: PaletteLabel.LAST,
    Phrase.KEY_LOG: PaletteLabel.LOG,
    Phrase.KEY_NAME: PaletteLabel.NAME,
    Phrase.KEY_NEW: PaletteLabel.NEW,
    Phrase.KEY_OPEN: PaletteLabel.OPEN,
    Phrase.KEY_PAUSE: PaletteLabel.PAUSE,
    Phrase.KEY_REMATCH: PaletteLabel.REMATCH,
    Phrase.KEY_SEARCH: PaletteLabel.SEARCH,
    Phrase.KEY_SORT: PaletteLabel.SORT,
    Phrase.KEY_SWAP: PaletteLabel.SWAP,
    Phrase.KEY_TAKE: PaletteLabel.TAKE,
    Phrase.KEY_WORDS: PaletteLabel.WORDS,
    Playback.KEY_CONSULT: PaletteLabel.CONSULT,
    Playback.KEY_EYES: PaletteLabel.EYES,
    Playback.KEY_HISTORY: PaletteLabel.HISTORY,
    Playback.KEY_KEEP: PaletteLabel.SAVE,
    Playback.KEY_PLAY: PaletteLabel.PLAYBACK,
    Playback.KEY_WEIGH: PaletteLabel.WEIGH,
    PlayerText.KEY_PAR: PaletteLabel.PERFECT,
}
"""Commands by their words in the line of keys."""
