"""What the line mode says about a table: the score of a deal, a question, the hand, the last trick, in sentences.

Knows what a person needs who hears one line after the other. Refuses to know how lines get to him.
"""

from __future__ import annotations

from collections.abc import Iterator

from coinche.engine.cards import Card
from coinche.engine.events import DealScored, MatchEnded
from coinche.engine.seats import Points, Seat
from coinche.protocol.messages import Occupant, Request, RequestKind

from . import pad as bid_pad
from .face import Face
from .hand import laid_out
from .language import Words
from .model import AtTable, ClientState, Ui
from .speech import Listener
from .views.recap import rows_of
from .views.seats import trick_seats
from .views.status import sayings


class Told(Words):
    """Sentences of the line mode."""

    SIGNED_IN = ("Connecté à {server} sous le nom de {name}.", "Connected to {server} as {name}.")
    LINK_LOST = (
        "Connexion perdue ; un bot joue pour vous. Nouvel essai ({attempt}).",
        "Connection lost; a bot plays for you. Trying again ({attempt}).",
    )
    NO_TABLES = (
        "Aucune table. n : ouvrir une table, q : quitter, ? : aide.",
        "No tables. n: open a table, q: quit, ?: help.",
    )
    TABLES = ("Tables :", "Tables:")
    TABLE = ("{number}. {table}, en {target} points : {seats}.", "{number}. {table}, to {target} points: {seats}.")
    TABLES_HOW = (
        "j 1 : s'asseoir à la table 1, w 1 : la regarder, n : nouvelle table.",
        "j 1: sit down at table 1, w 1: watch it, n: new table.",
    )
    JOINED = ("Vous êtes à la table {table}, en {seat}.", "You are at table {table}, {seat}.")
    WATCHING = ("Vous regardez la table {table}.", "You are watching table {table}.")
    NEED_PLAYERS = ("b : mettre des bots aux places libres.", "b: put bots on the free seats.")
    YOUR_BID = ("À vous d'annoncer. {choices}.", "Your bid. {choices}.")
    BIDS_FROM = ("{lowest} ou plus, par exemple {lowest}c", "{lowest} or more, for example {lowest}h")
    CAPOT = ("capot, par exemple capot c", "capot, for example capot h")
    PASS = ("p : passer", "p: pass")
    COINCHE = ("c : coincher", "c: coinche")
    SURCOINCHE = ("s : surcoincher", "s: surcoinche")
    YOUR_TURN = ("À vous. Possibles : {cards}.", "Your turn. You may play: {cards}.")
    SILENCE = ("{what} (z : se taire).", "{what} (z: keep silent).")
    HAND = ("Main : {cards}.", "Hand: {cards}.")
    NO_HAND = ("Vous n'avez pas de cartes.", "You hold no cards.")
    LAST_TRICK = ("Dernier pli : {cards} ; {who} l'a pris.", "Last trick: {cards}; {who} took it.")
    NO_TRICK = ("Pas encore de pli.", "No trick yet.")
    TRICK = ("Sur la table : {cards}.", "On the table: {cards}.")
    SCORE = ("Total : {us} {ours}, {them} {theirs}.", "Total: {us} {ours}, {them} {theirs}.")
    ROW = ("{name} : {us} {ours}, {them} {theirs}.", "{name}: {us} {ours}, {them} {theirs}.")
    GO_ON = ("Entrée pour continuer.", "Enter to go on.")
    OVER = ("Entrée pour revenir aux tables, q pour quitter.", "Enter for the tables, q to quit.")
    OVER_SOLO = ("Entrée pour une autre partie, q pour quitter.", "Enter for another match, q to quit.")
    LEFT = ("Vous avez quitté la table.", "You have left the table.")
    UNKNOWN = ("Je ne comprends pas « {line} ». ? : aide.", "I do not understand “{line}”. ?: help.")
    SURE = ("Encore q pour quitter la table en pleine partie.", "q again to leave the table in mid-match.")
    SAY_NOTHING = ("Vous ne direz rien avec la prochaine carte.", "You will say nothing with the next card.")
    SAY_ALL = ("Vous direz tout avec la prochaine carte.", "You will say everything with the next card.")
    HELP_PLAY = (
        "Jouer : 1 à 8, ou la carte (AP as de pique, 10C, VK). Annoncer : 110c, capot p. p passer, c coincher, "
        "s surcoincher.",
        "Play: 1 to 8, or the card (AS ace of spades, 10H, JD). Bid: 110h, capot s. p pass, c coinche, s surcoinche.",
    )
    HELP_SEE = (
        "Voir : m main, l dernier pli, d pli en cours, r scores, t tables. z : se taire. Entrée : continuer.",
        "See: m hand, l last trick, d current trick, r scores, t tables. z: keep silent. Enter: go on.",
    )
    HELP_TABLES = (
        "Tables : n nouvelle, j NUMÉRO [n e s w] s'asseoir, w NUMÉRO regarder, b bots. q quitter. fr, en : langue.",
        "Tables: n new, j NUMBER [n e s w] sit down, w NUMBER watch, b bots. q quit. fr, en: language.",
    )


HELP = (Told.HELP_PLAY, Told.HELP_SEE, Told.HELP_TABLES)

_CALLS = {"pass": Told.PASS, "coinche": Told.COINCHE, "surcoinche": Told.SURCOINCHE}


def listener(table: AtTable, face: Face) -> Listener:
    """How this table is told to its person."""
    return Listener(face, table.names, table.seat)


def question(table: AtTable, asked: Request, ui: Ui, face: Face) -> Iterator[str]:
    """What is to be decided and every answer to it."""
    if asked.kind is RequestKind.BID:
        yield face.say(Told.YOUR_BID, choices=", ".join(_calls(asked, face)))
        return
    cards = laid_out(table, ui)
    choices = (f"{i + 1} {face.short_card(card)}" for i, card in enumerate(cards) if card in asked.legal)
    yield face.say(Told.YOUR_TURN, cards=", ".join(choices))
    said = sayings(asked, ui, face)
    if said:
        yield face.say(Told.SILENCE, what=said)


def _calls(asked: Request, face: Face) -> Iterator[str]:
    if asked.bids:
        lowest = min(asked.bids.values())
        yield face.say(Told.BIDS_FROM, lowest=lowest)
    elif bid_pad.denominations(asked):
        yield face.say(Told.CAPOT)
    for call, words in _CALLS.items():
        if call in asked.legal:
            yield face.say(words)


def hand(table: AtTable, ui: Ui, face: Face) -> str:
    """All cards, with their numbers."""
    cards = laid_out(table, ui)
    if not cards:
        return face.say(Told.NO_HAND)
    return face.say(Told.HAND, cards=", ".join(f"{i + 1} {face.short_card(card)}" for i, card in enumerate(cards)))


def _played(table: AtTable, leader: Seat, cards: tuple[Card, ...], face: Face) -> str:
    to = listener(table, face)
    seats = trick_seats(table, leader, len(cards))
    return ", ".join(f"{to.who(seat)} {face.short_card(card)}" for seat, card in zip(seats, cards, strict=True))


def last_trick(table: AtTable, face: Face) -> str:
    """Who played what to the last trick."""
    if not table.view.tricks:
        return face.say(Told.NO_TRICK)
    trick = table.view.tricks[-1]
    who = listener(table, face).who(trick.winner or trick.leader)
    return face.say(Told.LAST_TRICK, cards=_played(table, trick.leader, trick.cards, face), who=who)


def current_trick(table: AtTable, face: Face) -> str:
    """What lies on the table."""
    trick = table.view.trick
    if trick is None or not trick.cards:
        return face.say(Told.NO_TRICK)
    return face.say(Told.TRICK, cards=_played(table, trick.leader, trick.cards, face))


def _both(words: Told, points: Points, table: AtTable, face: Face, **fields: object) -> str:
    own = (table.seat or Seat.SOUTH).team
    to = listener(table, face)
    return face.say(
        words,
        us=to.team(own),
        them=to.team(own.other),
        ours=points[own],
        theirs=points[own.other],
        **fields,
    )


def total(table: AtTable, face: Face) -> str:
    """How the match stands."""
    return _both(Told.SCORE, table.view.totals, table, face)


def scored(table: AtTable, event: DealScored | MatchEnded, face: Face) -> Iterator[str]:
    """Every line of the score of a deal."""
    if isinstance(event, DealScored):
        for name, points in rows_of(table, event, face):
            yield _both(Told.ROW, points, table, face, name=name)


def tables(state: ClientState, face: Face) -> Iterator[str]:
    """The lobby, numbered."""
    if not state.tables:
        yield face.say(Told.NO_TABLES)
        return
    yield face.say(Told.TABLES)
    for number, info in enumerate(state.tables, start=1):
        seats = ", ".join(
            f"{face.seat(s.seat)} {face.name(s.name) if s.occupant is not Occupant.FREE else '-'}" for s in info.seats
        )
        yield face.say(Told.TABLE, number=number, table=face.name(info.name), target=info.target, seats=seats)
    yield face.say(Told.TABLES_HOW)
