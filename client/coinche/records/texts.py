"""Sentences of `coinche-record` in French and English, and the notation of cards, calls, seats and scores in figures.

English keeps the letters of records; French has its own, because `D` and `C` would be read as other cards.
"""

from __future__ import annotations

import os
import sys
from dataclasses import replace

from coinche.engine.actions import Action, MakeBid, Pass
from coinche.engine.bids import Bid
from coinche.engine.cards import Denomination
from coinche.engine.seats import Points, Seat, Team
from coinche.text.catalog import Words
from coinche.text.formatting import Face, signed
from coinche.text.glyphs import ASCII, UNICODE, Glyphs, shows_unicode
from coinche.text.language import Language


class RecordText(Words):
    """Sentences of the command and of a match as text."""

    SUMMARY = ("Revoir, vérifier et analyser des parties enregistrées.", "Replay, check and review recorded matches.")
    COMMANDS = ("commandes ", "commands")
    CHECK_HELP = (
        "comparer le moteur de jeu à des cas de test ; code 1 : il diffère, 2 : un fichier est mal formé",
        "compare the engine with rule vectors; exit status 1: it differs, 2: a file is malformed",
    )
    SHOW_HELP = ("afficher une partie, donne par donne", "show a match deal by deal")
    REPLAY_HELP = (
        "rejouer des parties et vérifier que le moteur trouve les mêmes événements ; code 1 sinon",
        "replay matches and check that the engine gets the same events; exit status 1 if it does not",
    )
    VERIFY_HELP = (
        "vérifier que des parties n'ont été ni truquées ni modifiées : mélanges, coups, marque et signature du "
        "serveur ; code 1 sinon",
        "verify that matches were neither rigged nor changed: shuffles, actions, scores and the server's signature; "
        "exit status 1 if they were",
    )
    REVIEW_HELP = (
        "analyser les donnes cartes sur table : les points que chaque carte laissait espérer, et le coût des cartes et "
        "des enchères",
        "review the deals with all cards open: the points left after each card, and the cost of cards and calls",
    )
    DEAL_HELP = ("seulement cette donne", "this deal only")
    OWN_HAND_HELP = (
        "pour chaque carte coûteuse, indiquer aussi si le joueur pouvait trouver mieux en ne voyant que sa main",
        "for each costly card, also say whether the player could have found a better one from their own hand",
    )
    JSON_HELP = ("pour un programme : un objet JSON par ligne", "for programs: one JSON object per line")
    SOLVE_HELP = (
        "calculer le résultat de chaque carte dans une position, cartes sur table",
        "solve a position: the result of each card, all cards open",
    )
    SOLVE_DEAL_HELP = (
        "la donne (par défaut, la première qui a été jouée)",
        "the deal (default: the first that was played)",
    )
    CARD_HELP = (
        "la position avant cette carte de la donne, comptée à partir de 1 (par défaut, l'entame)",
        "the position before this card of the deal, counted from 1 (default: the opening lead)",
    )
    BAD_NUMBER = ("{text!r} : il faut un nombre à partir de 1", "{text!r}: give a number from 1 up")
    SIGNER_HELP = (
        "la clé publique du serveur qui doit avoir signé (64 chiffres hexadécimaux)",
        "the public key of the server that must have signed the record (64 hexadecimal digits)",
    )
    BAD_SIGNER = ("{text!r} : une clé a 64 chiffres hexadécimaux", "{text!r}: a key has 64 hexadecimal digits")
    FILES_HELP = ("les fichiers, compressés ou non (.gz, .xz)", "the files, plain or compressed (.gz, .xz)")
    UNREADABLE = ("{file} : lecture impossible ({why}).", "{file} cannot be read ({why}).")
    BAD = ("{file}, ligne {line} (en anglais) : {why}.", "{file}, line {line}: {why}.")
    NO_RECORD = (
        "{file}, ligne {line} : ce n'est pas une partie enregistrée (en anglais : {why}).",
        "{file}, line {line}: {why}. This is not a recorded match.",
    )
    DIFFERS = (
        "{file}, ligne {line} : le moteur trouve autre chose (en anglais : {why}).",
        "{file}, line {line}: the engine differs: {why}.",
    )
    AGREES = (
        "{file} : conforme (donnes : {deals}, événements : {events}).",
        "{file}: agrees, {deals} deals, {events} events.",
    )
    UNPROVEN = ("{file}, ligne {line} : {why}.", "{file}, line {line}: {why}.")
    PROVEN = ("{file} : preuve correcte. Donnes : {deals} ({counts}).", "{file}: proven. Deals: {deals} ({counts}).")
    BY_CUTTER = ("{count} avec la part du coupeur", "{count} with the cutter's share")
    BY_ALL = ("{count} avec les quatre parts", "{count} with all four shares")
    ALONE = ("{count} mélangées par le serveur seul", "{count} shuffled by the server alone")
    GATHERED = ("{count} sans mélange, paquet ramassé", "{count} not shuffled, with the pack gathered")
    SUBSTITUTE = (
        "Donne {deal} : {seat} n'a pas donné sa part du mélange ; le serveur l'a remplacée.",
        "Deal {deal}: {seat} gave no share of the shuffle; the server replaced it.",
    )
    RENAMED = ("À partir de la donne {deal}, {name} joue en {seat}.", "From deal {deal} on, {name} plays {seat}.")
    SIGNED_BY_NAMED = ("Signée par {key}, le serveur indiqué.", "Signed by {key}, the server you named.")
    SIGNED_BY = (
        "Signée par {key}. Sans --signer, ce n'est pas une garantie : n'importe qui peut fabriquer une partie et la "
        "signer avec sa propre clé.",
        "Signed by {key}. Without --signer this guarantees nothing: anybody can make up a match and sign it with "
        "their own key.",
    )
    ONE_DEAL = ("1 donne", "1 deal")
    DEALS = ("{count} donnes", "{count} deals")
    ONE_MATCH = ("1 partie", "1 match")
    MATCHES = ("{count} parties", "{count} matches")
    ONE_END = ("1 fin de partie", "1 match end")
    ENDS = ("{count} fins de partie", "{count} match ends")
    ONE_POSITION = ("1 position", "1 position")
    POSITIONS = ("{count} positions", "{count} positions")
    CHECKED = ("vérifié, {rules} : {counts}", "checked: {rules}: {counts}")
    VECTOR_DIFFERS = ("{file} : {name} : {why}", "{file}: {name}: {why}")
    NOTHING = ("Rien à vérifier.", "Nothing was checked.")
    ALL_AGREE = ("Tout est conforme : {count} vérifications.", "All agree: {count} checks.")
    SOME_DIFFER = ("Différences : {count}.", "Differences: {count}.")

    # a match as text
    MATCH = ("Partie {match}, en {target} points", "Match {match}, to {target} points")
    MATCH_OF = ("Partie {match}, en {length} donnes", "Match {match}, of {length} deals")
    BOARD = ("Étui {match}", "Board {match}")
    DEAL = ("Donne {deal}, donneur {dealer}", "Deal {deal}, dealer {dealer}")
    DEAL_GATHERED = ("Donne {deal}, donneur {dealer}, paquet ramassé", "Deal {deal}, dealer {dealer}, not shuffled")
    CUT = ("  {seat} coupe à {at} cartes", "  {seat} cuts {at} cards")
    AUCTION = ("Enchères :", "Auction:")
    CONTRACT = ("Contrat : {bid} par {bidder}{times}", "Contract: {bid} by {bidder}{times}")
    TIMES = (", × {multiplier}", ", × {multiplier}")
    THROWN_IN = ("Tout le monde passe : donne annulée", "Everybody passes: thrown in")
    TRICK = ("Pli {number} :", "Trick {number}:")
    TAKEN = ("{cards} ; {takes}", "{cards}; {takes}")
    TAKES = ("{seat} prend {points}", "{seat} takes {points}")
    HEIGHT = ("{seat} : {kind}, hauteur {height}", "{seat}: {kind}, {height} high")
    NOT_BETTER = ("{seat} : pas mieux", "{seat}: not better")
    SHOWS = ("{seat} montre {what}", "{seat} shows {what}")
    COUNT = ("annonces : {points} points pour {team}", "declarations: {points} points for {team}")
    TIE = ("annonces : égalité, aucune ne compte", "declarations: a tie, none counts")
    MADE = ("Réussi, {NS} plis à {EW}", "Made, {NS} tricks to {EW}")
    FAILED = ("Chuté, {NS} plis à {EW}", "Failed, {NS} tricks to {EW}")
    DRAWN = ("Litige, {NS} plis à {EW}", "A draw, {NS} tricks to {EW}")
    SCORE = ("{team} marque {score}{why}", "{team} scores {score}{why}")
    FORGIVEN = ("{team} : rebelote oubliée, comptée pour cette fois", "{team}: rebelote forgotten, counted this once")
    WAITING = ("{team} doit encore faire un pli", "{team} still needs a trick")
    HELD = ("{points} points en litige", "{points} points held over")
    TOTALS = ("Total : NS {NS}, EO {EW}", "Totals: NS {NS}, EW {EW}")
    WON = ("{team} gagne", "{team} wins")
    LEVEL = ("Égalité", "A tie")

    # a page of figures
    PASS = ("passe", "pass")
    DIFFERENCE = ("{gain} ({one} à {other})", "{gain} ({one} to {other})")


class ScoreWord(Words):
    """The name of each line of a deal's score, by `LineKind`."""

    CARDS = ("cartes", "cards")
    LAST_TRICK = ("dix de der", "last trick")
    BELOTE = ("belote", "belote")
    DECLARATIONS = ("annonces", "declarations")
    THEIR_DECLARATIONS = ("annonces adverses", "their declarations")
    FLAT = ("points fixes", "flat")
    CONTRACT = ("contrat", "contract")
    COINCHE = ("coinche", "coinche")
    HELD_OVER = ("litige", "held over")


class Compared(Words):
    """Sentences of a comparison with a rule vector: the facts compared, their differences, and malformed vectors."""

    DIFFERENCE = (
        "{where} : {what} : attendu {expected}, obtenu {got}",
        "{where}: {what}: expected {expected}, got {got}",
    )
    IN_ENGLISH = ("en anglais : {why}", "{why}")
    MALFORMED = ("{file}, ligne {line} : en anglais : {why}.", "{file}, line {line}: {why}.")
    LINE = ("ligne {number}", "line {number}")
    # where
    START = ("début", "start")
    STEP = ("étape {number}", "step {number}")
    DEAL_NUMBER = ("donne {number}", "deal {number}")
    DEAL_STEP = ("donne {number}, étape {step}", "deal {number}, step {step}")
    DEAL_END = ("donne {number}, fin", "deal {number}, end")
    END = ("fin", "end")
    # what
    PACK = ("paquet", "pack")
    DEALER = ("donneur", "dealer")
    CUTTER = ("coupeur", "cutter")
    SHUFFLED = ("paquet mélangé", "shuffled")
    HAND = ("main de {seat}", "hand of {seat}")
    CARDS_IN_HANDS = ("nombre de cartes par main", "cards in each hand")
    CARDS_OF_HANDS = ("cartes des quatre mains", "the cards of the four hands")
    CARDS_OF_PACK = ("cartes du paquet", "the cards of the pack")
    VIEW = (
        "vue de {viewer} reconstruite à partir des événements",
        "view of {viewer} rebuilt from the events",
    )
    SPECTATOR = ("spectateur", "a spectator")
    TURN = ("joueur dont c'est le tour", "seat on turn")
    PHASE = ("phase", "phase")
    LEGAL = ("coups permis", "legal")
    LEGAL_ACTION = ("coup permis {action}", "legal action {action}")
    OUT_OF_TURN = ("coups permis hors de son tour", "legal out of turn")
    LOWEST_BIDS = ("enchères minimales", "lowest bids")
    COINCHERS_PARTNER = ("coups permis au partenaire de celui qui a coinché", "legal actions of the coincher's partner")
    ACTION = ("{action} par {seat}", "{action} by {seat}")
    BELOTE_WORDS = ("belote et rebelote dites", "words of a belote")
    DEAL = ("donne", "deal")
    DEALS = ("donnes", "deals")
    CONTRACT = ("contrat", "contract")
    TAKERS = ("camp preneur", "takers")
    RESULT = ("résultat", "result")
    MADE = ("contrat réussi", "made")
    THROWN_IN = ("donne annulée", "thrown in")
    TRICKS = ("plis", "tricks")
    TRICK_WINNERS = ("joueurs qui font les plis", "trick winners")
    CARD_POINTS = ("points des cartes", "card points")
    BELOTE = ("belote", "belote")
    BELOTE_HOLDERS = ("joueurs qui ont la belote", "belote holders")
    BELOTE_SCORED = ("points marqués par la belote", "scores that come from a belote")
    DECLARATIONS = ("annonces", "declarations")
    ANNOUNCED = ("annonces faites", "announced")
    HEIGHTS = ("hauteurs dites", "heights said")
    SHOWN = ("annonces montrées", "declarations shown")
    DECLARING_SIDE = ("camp dont les annonces comptent", "side whose declarations count")
    DECLARED_POINTS = ("points des annonces", "points of declarations")
    TIE = ("égalité d'annonces", "tie")
    SCORES = ("marque", "scores")
    TOTALS = ("total", "totals")
    WAITING = ("camps à qui il manque un pli", "waiting for a trick")
    WINNER = ("vainqueur", "winner")
    # how it is
    NOTHING = ("rien", "nothing")
    OVER = ("finie", "over")
    TO_ACT = ("{seat} doit encore jouer", "{seat} has to act")
    AS_GIVEN = ("accepté, coupé à {at}", "as given, cut at {at}")
    ACCEPTED = ("accepté", "accepted")
    REFUSED = ("refusé ({reason})", "refused ({reason})")


_LETTERS = dict(zip(Denomination, ("S", "H", "D", "C", "NT", "AT"), strict=True))


class Notation(Face):
    """The client's words and signs, and short ones for rows of figures."""

    __slots__ = ()

    def bid(self, bid: Bid) -> str:
        """`110H`, `capotH`, `100 NT`."""
        gap = "" if len(bid.denomination.trumps) == 1 else " "
        return self.level(bid) + gap + self.suit(bid.denomination)

    def short_seat(self, seat: Seat) -> str:
        """`W`, `O`."""
        return self.seat(seat)[0]

    def short_team(self, team: Team) -> str:
        """`EW`, `EO`."""
        return "".join(map(self.short_seat, team.seats))

    def long_team(self, team: Team) -> str:
        """`East-West`, `Est-Ouest`."""
        return self.team(team, None)

    def call(self, action: Action) -> str:
        """`110H`, `110♥`, `passe`."""
        if isinstance(action, MakeBid):
            return self.bid(action.bid)
        return self.say(RecordText.PASS) if isinstance(action, Pass) else str(action)

    def gain(self, scores: Points, team: Team) -> str:
        """The score of a team less the other's: `EW -170`."""
        more = scores[team] - scores[team.other]
        return f"{self.short_team(team)} {signed(more)}"

    def scores(self, scores: Points, team: Team | None = None) -> str:
        """`NS +190 (260 to 70)`: the difference and both scores, for that team or the one that scores more."""
        team = team or (Team.NORTH_SOUTH if scores.NS >= scores.EW else Team.EAST_WEST)
        return self.say(RecordText.DIFFERENCE, gain=self.gain(scores, team), one=scores[team], other=scores[team.other])


def notation(language: Language) -> Notation:
    """The notation for the standard output in that language, in ASCII if it shows nothing else."""
    unicode = shows_unicode(os.environ, getattr(sys.stdout, "encoding", None) or "")
    return written(language, UNICODE if unicode else ASCII)


def written(language: Language, glyphs: Glyphs) -> Notation:
    """The notation of a language in those signs."""
    return Notation(language, replace(glyphs, suits={**glyphs.suits, Language.ENGLISH: _LETTERS}))
