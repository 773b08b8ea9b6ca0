"""Sentences of `coinche-record` in French and English, and the notation of cards, calls, seats and scores in figures.

English keeps the letters of records, which its readers know; French has its own, for `D` and `C` would be read as other
cards.
"""

from __future__ import annotations

import os
import sys
from dataclasses import replace

from coinche.engine.actions import Action, MakeBid, Pass
from coinche.engine.cards import Denomination
from coinche.engine.seats import Points, Seat, Team
from coinche.text.catalog import Language, Words
from coinche.text.formatting import Face
from coinche.text.glyphs import ASCII, UNICODE, Glyphs, shows_unicode


class RecordText(Words):
    """One member for each."""

    SUMMARY = (
        "Rejoue, vérifie et montre les parties enregistrées et les vecteurs de règles.",
        "Replays, checks and shows recorded matches and rule vectors.",
    )
    CHECK_HELP = (
        "comparer le moteur à des vecteurs de règles ; code 1 s'il diffère, 2 si un fichier est mal formé",
        "compare the engine with rule vectors; exit code 1 where it differs, 2 where a file is malformed",
    )
    SHOW_HELP = ("montrer une partie, donne par donne", "show a match deal by deal")
    REPLAY_HELP = (
        "rejouer des parties et dire si le moteur en arrive aux mêmes événements ; code 1 sinon",
        "play matches again and say whether the engine comes to the same events; exit code 1 where it does not",
    )
    VERIFY_HELP = (
        "vérifier que des parties n'ont été ni arrangées ni changées : chaque mélange, chaque action, chaque marque "
        "et la signature du serveur ; code 1 sinon",
        "verify that matches were neither arranged nor changed: every shuffle, every action, every score and the "
        "server's signature; exit code 1 where they were",
    )
    REVIEW_HELP = (
        "revoir les donnes d'une partie cartes ouvertes : ce que valait le jeu après chaque carte, et ce que les "
        "cartes et les enchères ont coûté",
        "go through the deals of a match with all cards open: what the play was worth after each card, and what cards "
        "and calls cost",
    )
    DEAL_HELP = ("cette donne seulement", "this deal only")
    OWN_HAND_HELP = (
        "dire aussi ce que le joueur pouvait savoir, de sa seule main, des cartes qui ont coûté",
        "say, too, what the player could know, from his own hand alone, of cards that cost something",
    )
    JSON_HELP = ("pour des programmes : un objet JSON par ligne", "for programs: one JSON object a line")
    SOLVE_HELP = (
        "dire ce que vaut chaque carte d'une position, cartes ouvertes",
        "say what each card of a position is worth with all cards open",
    )
    SOLVE_DEAL_HELP = (
        "cette donne ; sans cela la première qui a été jouée",
        "this deal; else the first that was played",
    )
    CARD_HELP = (
        "avant cette carte de la donne, comptée à partir de 1 (l'entame, par défaut)",
        "before this card of the deal, counted from 1 (the lead, unless said)",
    )
    BAD_NUMBER = (
        "'{text}' n'est le numéro de rien : il faut un nombre à partir de 1",
        "'{text}' is the number of nothing: it takes a number from 1 up",
    )
    SIGNER_HELP = (
        "la clé du serveur qui doit avoir signé, en 64 chiffres hexadécimaux",
        "the key of the server that must have signed, in 64 hexadecimal digits",
    )
    BAD_SIGNER = (
        "'{text}' n'est pas une clé : il faut 64 chiffres hexadécimaux",
        "'{text}' is no key: it takes 64 hexadecimal digits",
    )
    VERSION_HELP = ("dire ce qui est installé et finir", "say what is installed and end")
    LANG_HELP = ("langue : fr ou en", "language: fr or en")
    FILES_HELP = ("fichiers, aussi en .gz ou .xz", "files, also as .gz or .xz")
    UNREADABLE = ("{file} : lecture impossible ({why}).", "{file} cannot be read ({why}).")
    NO_TEXT = ("ce n'est pas du texte, donc pas une partie", "it is no text, and so no record")
    BADLY_COMPRESSED = ("il est mal compressé, ou coupé", "it is badly compressed, or cut short")
    BAD = ("{file}, {why}", "{file}, {why}")
    NO_RECORD = (
        "{file}, {why}. Ce n'est pas une partie enregistrée.",
        "{file}, {why}. It is no record of a match.",
    )
    DIFFERS = ("{file} : le moteur diffère : {why}", "{file}: the engine differs: {why}")
    AGREES = (
        "{file} : d'accord, {deals} donnes, {events} événements.",
        "{file}: agrees, {deals} deals, {events} events.",
    )
    UNPROVEN = ("{file}, ligne {line} : {why}.", "{file}, line {line}: {why}.")
    PROVEN = ("{file} : prouvé. Donnes : {deals} ({counts}).", "{file}: proven. Deals: {deals} ({counts}).")
    BY_CUTTER = ("{count} avec la part du coupeur", "{count} with the cutter's share")
    BY_ALL = ("{count} avec les quatre parts", "{count} with all four shares")
    ALONE = ("{count} par le serveur seul", "{count} by the server alone")
    GATHERED = ("{count} avec le paquet ramassé", "{count} with the pack gathered")
    SUBSTITUTE = (
        "Donne {deal} : {seat} n'a pas donné sa part, celle du serveur la remplace.",
        "Deal {deal}: {seat} gave no share, the server's stands for it.",
    )
    RENAMED = ("À partir de la donne {deal} : {seat} {name}.", "From deal {deal} on: {seat} {name}.")
    SIGNED_BY_NAMED = (
        "Signé par {key}, le serveur que vous avez nommé.",
        "Signed by {key}, the server that you named.",
    )
    SIGNED_BY = (
        "Signé par {key}. Vous n'avez nommé aucun serveur (--signer) : n'importe qui peut avoir fait cette partie, "
        "avec sa propre clé.",
        "Signed by {key}. You named no server (--signer): anybody may have made this record, with a key of their own.",
    )
    DEALS = ("{count} donnes", "{count} deals")
    MATCHES = ("{count} parties", "{count} matches")
    ENDS = ("{count} fins de partie", "{count} match ends")
    POSITIONS = ("{count} positions", "{count} positions")
    CHECKED = ("vérifiés : {rules} : {counts}", "checked: {rules}: {counts}")
    NOTHING = ("Rien n'a été vérifié.", "Nothing was checked.")
    ALL_AGREE = ("Tout concorde : {count} vérifications.", "All agree: {count} checks.")
    SOME_DIFFER = ("{count} désaccords.", "{count} disagreements.")

    # a match as text
    MATCH = ("Partie {match}, jusqu'à {target} points", "Match {match}, to {target} points")
    MATCH_OF = ("Partie {match}, de {length} donnes", "Match {match}, of {length} deals")
    BOARD = ("Étui {match}", "Board {match}")
    DEAL = ("Donne {deal}, donneur {dealer}", "Deal {deal}, dealer {dealer}")
    DEAL_GATHERED = ("Donne {deal}, donneur {dealer}, sans mélanger", "Deal {deal}, dealer {dealer}, not shuffled")
    CUT = ("  {seat} coupe {at} cartes", "  {seat} cuts {at} cards")
    AUCTION = ("Enchères :", "Auction:")
    CONTRACT = ("Contrat : {bid} par {bidder}{times}", "Contract: {bid} by {bidder}{times}")
    TIMES = (", × {multiplier}", ", × {multiplier}")
    THROWN_IN = ("Quatre passes : donne annulée", "Four passes: thrown in")
    TRICK = ("Pli {number} :", "Trick {number}:")
    TAKES = ("{seat} prend {points}", "{seat} takes {points}")
    HAS = ("{seat} annonce {kinds}", "{seat} announces {kinds}")
    HEIGHT = ("{seat} : {kind} hauteur {height}", "{seat}: {kind}, {height} high")
    NOT_BETTER = ("{seat} : pas mieux", "{seat}: not better")
    SHOWS = ("{seat} montre {what}", "{seat} shows {what}")
    COUNT = ("annonces : {points} points pour {team}", "declarations: {points} points for {team}")
    TIE = ("annonces : égalité, aucune ne compte", "declarations: a tie, none counts")
    MADE = ("Réussi, {NS} plis à {EW}", "Made, {NS} tricks to {EW}")
    FAILED = ("Chuté, {NS} plis à {EW}", "Failed, {NS} tricks to {EW}")
    DRAWN = ("Litige, {NS} plis à {EW}", "A draw, {NS} tricks to {EW}")
    SCORE = ("{team} marque {score}{why}", "{team} scores {score}{why}")
    FORGIVEN = ("{team} : rebelote oubliée, comptée une fois", "{team}: rebelote forgotten, counted this once")
    WAITING = ("{team} attend encore un pli", "{team} still needs a trick")
    HELD = ("{points} points en litige", "{points} points held over")
    TOTALS = ("Total : NS {NS}, EW {EW}", "Totals: NS {NS}, EW {EW}")
    WON = ("{team} gagne", "{team} wins")
    LEVEL = ("Égalité", "Level")

    # a page of figures
    PASS = ("passe", "pass")
    DIFFERENCE = ("{gain} ({one} à {other})", "{gain} ({one} to {other})")


_LETTERS = dict(zip(Denomination, ("S", "H", "D", "C", "NT", "AT"), strict=True))


class Notation(Face):
    """The client's words and signs, and short ones for rows of figures."""

    __slots__ = ()

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
        """What a team scores more than the other: `EW -170`."""
        more = scores[team] - scores[team.other]
        return f"{self.short_team(team)} {f'{more:+}' if more else 0}"

    def scores(self, scores: Points, team: Team | None = None) -> str:
        """The same, and the two scores; of the team that scores more where none is named: `NS +190 (260 to 70)`."""
        team = team or (Team.NORTH_SOUTH if scores.NS >= scores.EW else Team.EAST_WEST)
        return self.say(RecordText.DIFFERENCE, gain=self.gain(scores, team), one=scores[team], other=scores[team.other])


def notation(language: Language) -> Notation:
    """That of who reads the standard output in that language, in ASCII where it shows nothing else."""
    unicode = shows_unicode(os.environ, getattr(sys.stdout, "encoding", None) or "")
    return written(language, UNICODE if unicode else ASCII)


def written(language: Language, glyphs: Glyphs) -> Notation:
    """That of a language in those signs."""
    return Notation(language, replace(glyphs, suits={**glyphs.suits, Language.ENGLISH: _LETTERS}))
