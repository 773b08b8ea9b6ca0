"""What the line mode says about a table: the score of a deal, a question, the hand, the last trick, in sentences.

Knows what a person needs who hears one line after the other. Refuses to know how lines get to him.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from coinche.engine.actions import CUTS
from coinche.engine.bids import HIGHEST_NUMBER
from coinche.engine.cards import Card, Denomination
from coinche.engine.events import DealScored, Event, MatchEnded
from coinche.engine.seats import Points, Seat
from coinche.protocol.messages import (
    Occupant,
    PauseAsked,
    Paused,
    RecapStarted,
    RematchAsked,
    Request,
    RequestKind,
    TableEvent,
)

from . import pad as bid_pad
from .asides import may_pause, may_rematch
from .at_table import AtTable
from .face import Face, Noun
from .hand import laid_out
from .language import Words
from .model import ClientState
from .phrases import Phrase
from .playback_words import Playback
from .preset_words import about
from .reading import groups
from .reading import told as told_rules
from .speech import Listener
from .ui import Ui
from .views.banner import aim
from .views.lobby import aim_of
from .views.recap import rows_of
from .views.seats import trick_seats
from .views.status import doubling, sayings
from .wishing import Rulebook


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
    TABLE = (
        "{number}. {table}, {rules}, {aim} : {seats}.",
        "{number}. {table}, {rules}, {aim}: {seats}.",
    )
    TABLES_HOW = (
        "j 1 : s'asseoir à la table 1, w 1 : la regarder, rules 1 : ses règles, n : nouvelle table.",
        "j 1: sit down at table 1, w 1: watch it, rules 1: its rules, n: new table.",
    )
    JOINED = (
        "Vous êtes à la table {table}, en {seat} : règles {rules}, {aim}.",
        "You are at table {table}, {seat}: rules {rules}, {aim}.",
    )
    WATCHING = (
        "Vous regardez la table {table} : règles {rules}, {aim}.",
        "You are watching table {table}: rules {rules}, {aim}.",
    )
    WORDS_HOW = (
        "Table privée. D'abord ses mots : mots sésame ouvre toi",
        "A private table. Its words first: words open sesame",
    )
    WORDS_KEPT = (
        "Ces mots ouvrent les tables privées ; une nouvelle table sera privée.",
        "Those words open private tables; a new table will be private.",
    )
    WORDS_FORGOTTEN = ("Une nouvelle table sera ouverte à tous.", "A new table will be open to all.")
    NEED_PLAYERS = ("b : mettre des bots aux places libres.", "b: put bots on the free seats.")
    YOUR_CUT = (
        "À vous de couper : coupe et un nombre de {lowest} à {highest}, coupe seul au milieu.",
        "Yours to cut: cut and a number from {lowest} to {highest}, cut alone in the middle.",
    )
    CUT_HOW = ("coupe 12 : de {lowest} à {highest} cartes.", "cut 12: from {lowest} to {highest} cards.")
    CANCELLED = ("La coinche ne compte plus.", "The coinche no longer counts.")
    MAY = ("{what}.", "{what}.")
    DECLINE = ("Entrée : laisser", "Enter: let it be")
    RULES = ("Règles : {name}. {base} : {about}.", "Rules: {name}. {base}: {about}.")
    RULE_CHANGED = ("{name} : {value} (différent)", "{name}: {value} (different)")
    YOUR_BID = ("À vous d'annoncer. {choices}.", "Your bid. {choices}.")
    BIDS_FROM = ("{lowest} ou plus, par exemple {example}", "{lowest} or more, for example {example}")
    BIDS_UP_TO = ("de {lowest} à {highest}, par exemple {example}", "{lowest} to {highest}, for example {example}")
    BIDS_IN = ("{lowest} {denominations}", "{lowest} {denominations}")
    BIDS_BY = ("de {step} en {step}", "in steps of {step}")
    WORD = ("{word}, par exemple {word} {letter}", "{word}, for example {word} {letter}")
    PASS = ("p : passer", "p: pass")
    COINCHE = ("c : coincher", "c: coinche")
    SURCOINCHE = ("s : surcoincher", "s: surcoinche")
    YOUR_TURN = ("À vous. Possibles : {cards}.", "Your turn. You may play: {cards}.")
    SILENCE = ("{what} (z : se taire).", "{what} (z: keep silent).")
    HAND = ("Main : {cards}.", "Hand: {cards}.")
    NO_HAND = ("Vous n'avez pas de cartes.", "You hold no cards.")
    LAST_TRICK = ("Dernier pli : {cards} ; {taken}.", "Last trick: {cards}; {taken}.")
    TRICK_NUMBER = ("Pli {number} : {cards} ; {taken}.", "Trick {number}: {cards}; {taken}.")
    TOOK = ("{who} l'a pris", "{who} took it")
    YOU_TOOK = ("vous l'avez pris", "you took it")
    CHOICE = ("{number} : {card}", "{number}: {card}")
    ONLY_LAST = ("On ne revoit que le dernier pli.", "One may only look at the last trick.")
    NO_TRICK = ("Pas encore de pli.", "No trick yet.")
    TRICK = ("Sur la table : {cards}.", "On the table: {cards}.")
    SCORE = ("Total : {us} {ours}, {them} {theirs}.", "Total: {us} {ours}, {them} {theirs}.")
    ROW = ("{name} : {us} {ours}, {them} {theirs}.", "{name}: {us} {ours}, {them} {theirs}.")
    GO_ON = ("Entrée pour continuer.", "Enter to go on.")
    OVER = ("Entrée pour revenir aux tables, q pour quitter.", "Enter for the tables, q to quit.")
    OVER_SOLO = ("Entrée pour une autre partie, q pour quitter.", "Enter for another match, q to quit.")
    LEFT = ("Vous avez quitté la table.", "You have left the table.")
    UNKNOWN = ("Je ne comprends pas « {line} ». ? : aide.", "I do not understand “{line}”. ?: help.")
    GO_ON_OR_AGAIN = ("Entrée pour continuer, revanche pour une autre partie.", "Enter to go on, rematch for another.")
    AGREE_PAUSE = ("Tapez pause pour être d'accord.", "Type pause to agree.")
    AGREE_REMATCH = ("Tapez revanche pour être d'accord ; Entrée : non.", "Type rematch to agree; Enter: no.")
    SAY_HOW = ("dire TEXTE : ce que toute la table doit lire.", "say TEXT: what the whole table is to read.")
    SURE = ("Encore q pour quitter la table en pleine partie.", "q again to leave the table in mid-match.")
    SAY_NOTHING = ("Vous ne direz rien avec la prochaine carte.", "You will say nothing with the next card.")
    SAY_ALL = ("Vous direz tout avec la prochaine carte.", "You will say everything with the next card.")
    HELP_PLAY = (
        "Jouer : 1 à 8, ou la carte (AP as de pique, 10C, VK). Annoncer : 110c, 100 sa, 100 ta, capot p, générale p. "
        "p passer, c coincher, s surcoincher, coupe 12.",
        "Play: 1 to 8, or the card (AS ace of spades, 10H, JD). Bid: 110h, 100 nt, 100 at, capot s, generale s. "
        "p pass, c coinche, s surcoinche, cut 12.",
    )
    HELP_SEE = (
        "Voir : m main, l dernier pli, d pli en cours, r scores, regles, t tables. z : se taire. Entrée : continuer.",
        "See: m hand, l last trick, d current trick, r scores, rules, t tables. z: keep silent. Enter: go on.",
    )
    HELP_ROOM = (
        "Avant la partie : bot o gourmand, échanger n e, libérer o, bots, commencer.",
        "Before the match: bot w greedy, swap n e, free w, bots, begin.",
    )
    HELP_MORE = (
        "Aussi : conseil, préparer 3, oublier, trier, journal, réglages, mots sésame, accueil.",
        "Also: hint, prepare 3, drop, sort, log, settings, words sesame, home.",
    )
    HELP_ASIDE = (
        "À table : dire TEXTE, pause (Entrée la finit), abats : le reste est à moi, revanche après la partie.",
        "At the table: say TEXT, pause (Enter ends it), claim: the rest is mine, rematch after the match.",
    )
    HELP_TABLES = (
        "Tables : n nouvelle, j NUMÉRO [n e s o] s'asseoir, w NUMÉRO regarder, b bots. q quitter. fr, en : langue.",
        "Tables: n new, j NUMBER [n e s w] sit down, w NUMBER watch, b bots. q quit. fr, en: language.",
    )
    HELP_RULES = (
        "Règles d'une nouvelle table : nouvelle Café preset=pagat surcoinche=3 target=1000. Presets : {presets}. "
        "questions : trouver les règles que vous jouez.",
        "Rules of a new table: new Café preset=pagat surcoinche=3 target=1000. Presets: {presets}. "
        "questions: find the rules that you play.",
    )


HELP: tuple[Words, ...] = (
    Told.HELP_PLAY,
    Told.HELP_SEE,
    Told.HELP_ROOM,
    Told.HELP_ASIDE,
    Told.HELP_MORE,
    Told.HELP_TABLES,
    Playback.HELP,
    Told.HELP_RULES,
)

USUAL_STEP = 10
_CALLS = {"pass": Told.PASS, "coinche": Told.COINCHE, "surcoinche": Told.SURCOINCHE}


def listener(table: AtTable, face: Face) -> Listener:
    """How this table is told to its person."""
    return Listener(face, table.names, table.seat)


def question(table: AtTable, asked: Request, ui: Ui, face: Face) -> Iterator[str]:
    """What is to be decided and every answer to it."""
    if asked.kind is RequestKind.CUT:
        yield face.say(Told.YOUR_CUT, lowest=CUTS[0].at, highest=CUTS[-1].at)
        return
    if asked.kind is RequestKind.BID:
        yield face.say(Told.YOUR_BID, choices=", ".join(_calls(asked, face)))
        return
    cards = laid_out(table, ui)
    yield face.say(Told.YOUR_TURN, cards=_numbered(cards, asked.legal, face))
    said = sayings(asked, ui, face)
    if said:
        yield face.say(Told.SILENCE, what=said)


def _calls(asked: Request, face: Face) -> Iterator[str]:
    if asked.bids:
        yield from _numbers(asked, face)
    for word in bid_pad.WORDS:
        there = [d for d in bid_pad.denominations(asked) if word in bid_pad.words(asked, d)]
        if there and (not asked.bids or word != bid_pad.WORDS[0]):
            yield face.say(Told.WORD, word=face.say(Noun[word.upper()]), letter=face.letter(there[0]))
    for call, words in _CALLS.items():
        if call in asked.legal:
            yield face.say(words)


def _numbers(asked: Request, face: Face) -> Iterator[str]:
    """The lowest numbers: one for all, or by denomination where they differ; the steps and the end where unusual."""
    lowest = sorted(set(asked.bids.values()))
    usual = Denomination.HEARTS if Denomination.HEARTS in asked.bids else next(iter(asked.bids))
    example = f"{asked.bids[usual]}{face.letter(usual)}"
    if len(lowest) > 1:
        for number in lowest:
            suits = " ".join(face.spoken_suit(d) for d in asked.bids if asked.bids[d] == number)
            yield face.say(Told.BIDS_IN, lowest=number, denominations=suits)
    if asked.max < HIGHEST_NUMBER - asked.step:
        yield face.say(Told.BIDS_UP_TO, lowest=lowest[0], highest=asked.max, example=example)
    else:
        yield face.say(Told.BIDS_FROM, lowest=lowest[0], example=example)
    if asked.step != USUAL_STEP:
        yield face.say(Told.BIDS_BY, step=asked.step)


def accord(table: AtTable, event: Event | TableEvent, face: Face) -> str:
    """What to say to what others want; empty where nothing waits for this person."""
    match event:
        case RecapStarted() | Paused() if table.to_go_on:
            return face.say(Told.GO_ON_OR_AGAIN if may_rematch(table) else Told.GO_ON)
        case PauseAsked(seat) if seat is not table.seat and may_pause(table):
            return face.say(Told.AGREE_PAUSE)
        case RematchAsked(seat) if seat is not table.seat and may_rematch(table):
            return face.say(Told.AGREE_REMATCH)
        case _:
            return ""


def offer(table: AtTable, face: Face) -> str:
    """What may be said out of turn; empty where there is nothing."""
    said = [face.say(_CALLS[str(word)]) for word in doubling(table)]
    return face.say(Told.MAY, what=", ".join((*said, face.say(Told.DECLINE)))) if said else ""


def hand(table: AtTable, ui: Ui, face: Face) -> str:
    """All cards, with their numbers."""
    cards = laid_out(table, ui)
    if not cards:
        return face.say(Told.NO_HAND)
    return face.say(Told.HAND, cards=_numbered(cards, cards, face))


def _numbered(cards: tuple[Card, ...], some: Iterable[str], face: Face) -> str:
    """Some of the cards of the hand, each after the digit that plays it."""
    shown = set(some)
    said = (
        face.say(Told.CHOICE, number=i, card=face.short_card(card)) for i, card in enumerate(cards, 1) if card in shown
    )
    return ", ".join(said)


def joined(table: AtTable, face: Face) -> str:
    """Where one sits or what one watches, and the rules of that table."""
    words = Told.JOINED if table.seat else Told.WATCHING
    seat = face.seat(table.seat) if table.seat else ""
    to = aim(table.rules.match, face) if table.rules else ""
    return face.say(words, table=face.name(table.name), seat=seat, rules=face.name(table.preset), aim=to)


def _played(table: AtTable, leader: Seat, cards: tuple[Card, ...], face: Face) -> str:
    seats = trick_seats(table, leader, len(cards))
    return ", ".join(
        f"{_who(table, seat, face)} {face.short_card(card)}" for seat, card in zip(seats, cards, strict=True)
    )


def _who(table: AtTable, seat: Seat, face: Face) -> str:
    return face.say(Phrase.YOU) if seat is table.seat else listener(table, face).who(seat)


def last_trick(table: AtTable, face: Face) -> str:
    """Who played what to the last trick."""
    if not table.view.tricks:
        return face.say(Told.NO_TRICK)
    return _past(table, len(table.view.tricks), Told.LAST_TRICK, face)


def past_trick(table: AtTable, number: int | None, face: Face) -> str:
    """A trick of this deal by its number, as far as the rules let one look back."""
    if number is None or number == len(table.view.tricks):
        return last_trick(table, face)
    if not table.may_look_back:
        return face.say(Told.ONLY_LAST)
    known = 1 <= number <= len(table.view.tricks)
    return _past(table, number, Told.TRICK_NUMBER, face) if known else face.say(Told.NO_TRICK)


def _past(table: AtTable, number: int, words: Told, face: Face) -> str:
    trick = table.view.tricks[number - 1]
    winner = trick.winner or trick.leader
    taken = face.say(Told.YOU_TOOK if winner is table.seat else Told.TOOK, who=_who(table, winner, face))
    return face.say(words, number=number, cards=_played(table, trick.leader, trick.cards, face), taken=taken)


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
    """How the match stands, and what waits for the side that wins the next deal."""
    stands, held = _both(Told.SCORE, table.view.totals, table, face), table.view.held
    return f"{stands} {face.say(Phrase.HELD, points=held)}" if held else stands


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
        name = face.name(info.name)
        yield face.say(
            Told.TABLE,
            number=number,
            table=face.say(Phrase.PRIVATE_TABLE, table=name) if info.private else name,
            rules=face.name(info.preset),
            aim=aim_of(info, face),
            seats=seats,
        )
    yield face.say(Told.TABLES_HOW)


def rules(book: Rulebook | None, face: Face) -> Iterator[str]:
    """The rules in words, a line for each option that matters."""
    if book is None:
        yield face.say(Phrase.RULES_UNKNOWN)
        return
    said = face.name(about(book.base, face.language))
    yield face.say(Told.RULES, name=face.name(book.name), base=book.base, about=said)
    for group, options in groups(told_rules(book, face.language)):
        yield f"{face.name(group)}."
        for option in options:
            words = Told.RULE_CHANGED if option.differs else Phrase.RULE
            yield face.say(words, name=option.name, value=option.value)
