"""The game as text for one reader: cards, bids, seats and sentences, in their language and with their signs.

The calls of our own bidding systems are declared in English; French readers see them in French.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from unicodedata import normalize

from coinche.engine.bids import Bid, BidKind
from coinche.engine.cards import Card, Denomination, Rank, Suit
from coinche.engine.declarations import Declaration, DeclarationKind
from coinche.engine.seats import Seat, Team
from coinche.text.catalog import Words
from coinche.text.language import Language

from .glyphs import Glyphs


class Noun(Words):
    """Names of things."""

    N = ("Nord", "North")
    E = ("Est", "East")
    S = ("Sud", "South")
    W = ("Ouest", "West")
    NS = ("Nord-Sud", "North-South")
    EW = ("Est-Ouest", "East-West")
    US = ("Nous", "Us")
    THEM = ("Eux", "Them")
    CAPOT = ("capot", "capot")
    GENERALE = ("générale", "générale")
    TIERCE = ("tierce", "tierce")
    CINQUANTE = ("cinquante", "cinquante")
    CENT = ("cent", "cent")
    CARRE = ("carré", "four of a kind")
    TWO = ("deux {kind}s", "two {kind}s")
    AND = (" et de ", " and ")
    OF_SUITS = ("{what} de {suits}", "{what} in {suits}")
    WITH_SUITS = ("{what} {suits}", "{what} in {suits}")
    SPADES = ("pique", "spades")
    HEARTS = ("cœur", "hearts")
    DIAMONDS = ("carreau", "diamonds")
    CLUBS = ("trèfle", "clubs")
    PASS = ("passer", "pass")
    COINCHE = ("coincher", "coinche")
    SURCOINCHE = ("surcoincher", "surcoinche")
    NO_TRUMP = ("sans atout", "no trump")
    ALL_TRUMP = ("tout atout", "all trump")


_RANK_LETTERS = {
    Language.FRENCH: {Rank.JACK: "V", Rank.QUEEN: "D", Rank.KING: "R"},
    Language.ENGLISH: {Rank.JACK: "J", Rank.QUEEN: "Q", Rank.KING: "K"},
}
_RANK_WORDS = {
    Language.FRENCH: {Rank.JACK: "valet", Rank.QUEEN: "dame", Rank.KING: "roi", Rank.ACE: "as"},
    Language.ENGLISH: {Rank.JACK: "jack", Rank.QUEEN: "queen", Rank.KING: "king", Rank.ACE: "ace"},
}
_FRENCH_HEIGHTS = {Rank.ACE: "à l'as", Rank.QUEEN: "à la dame"}
_FRENCH_ARTICLES = {Rank.QUEEN: "la ", Rank.ACE: "l'"}
_TYPED = {
    Language.FRENCH: dict(zip(Denomination, ("p", "c", "k", "t", "sa", "ta"), strict=True)),
    Language.ENGLISH: dict(zip(Denomination, ("s", "h", "d", "c", "nt", "at"), strict=True)),
}


def _four(rank: Rank, language: Language) -> str:
    word = _RANK_WORDS[language].get(rank, rank.value)
    if language is Language.ENGLISH:
        return f"four {word}s"
    plural = word if word.isdigit() or word.endswith("s") else word + "s"
    return f"carré d'{plural}" if rank is Rank.ACE else f"carré de {plural}"


@dataclass(frozen=True, slots=True)
class Face:
    """A language and a set of signs, and the names of things in them."""

    language: Language
    glyphs: Glyphs

    def say(self, words: Words, /, **fields: object) -> str:
        """The sentence, its names filled in, in signs that can be shown."""
        return self.glyphs.plain(words.within(self.language).format(**fields))

    def name(self, text: str) -> str:
        """Return a name given by others, safe to print."""
        return self.glyphs.plain(text)

    @property
    def dots(self) -> str:
        """The sign for text that did not fit."""
        return self.glyphs.plain("…")

    def rank(self, rank: Rank) -> str:
        """`V` or `J`, `10`, `A`."""
        return _RANK_LETTERS[self.language].get(rank, rank.value)

    def suit(self, suit: Suit | Denomination) -> str:
        """The sign of a suit or a denomination."""
        return self.glyphs.suits[self.language][Denomination(suit)]

    def card(self, card: Card) -> str:
        """`V♥`, `JH` and so on: rank, then suit."""
        return self.rank(card.rank) + self.suit(card.suit)

    def bid(self, bid: Bid) -> str:
        """`110♥`, `capot ♥`."""
        gap = "" if len(bid.denomination.trumps) == 1 and bid.kind is BidKind.NUMBER else " "
        return self.level(bid) + gap + self.suit(bid.denomination)

    def level(self, bid: Bid) -> str:
        """`110`, `capot`, `générale`."""
        return str(bid.value) if bid.kind is BidKind.NUMBER else self.say(Noun[bid.kind.name])

    def letter(self, denomination: Denomination) -> str:
        """Return the text to type for a denomination: `c` or `h`, `sa` or `nt`."""
        return _TYPED[self.language][denomination]

    def seat(self, seat: Seat) -> str:
        """The point of the compass."""
        return self.say(Noun[seat.value])

    def team(self, team: Team, own: Team | None) -> str:
        """Us and them for somebody of a team, points of the compass for anybody else."""
        if own is None:
            return self.say(Noun[team.value])
        return self.say(Noun.US if team is own else Noun.THEM)

    def kind(self, kind: DeclarationKind) -> str:
        """Return the words that announce a declaration."""
        return self.say(Noun[kind.name])

    def declaration(self, declaration: Declaration) -> str:
        """The kind and its height: `tierce au roi`, `king-high tierce`, `four kings`."""
        rank = declaration.height
        if declaration.kind is DeclarationKind.CARRE:
            return self.glyphs.plain(_four(rank, self.language))
        return self._sequence(self.kind(declaration.kind), rank)

    def declared(self, alike: Sequence[Declaration], *, aloud: bool = False) -> str:
        """Declarations of one kind and height whose cards are known: `tierce au roi ♠`, `deux tierces au roi ♠ ♥`,
        `king-high tierce in ♠`; `aloud` names the suits: `king-high tierce in spades`."""
        first = alike[0]
        if first.kind is DeclarationKind.CARRE:
            return self.declaration(first)
        suits = [min(one.cards).suit for one in alike]
        kind = self.kind(first.kind)
        said = self._sequence(kind, first.height)
        if len(alike) > 1:  # `two king-high tierces`, `deux tierces au roi`
            english = self.language is Language.ENGLISH
            said = self.say(Noun.TWO, kind=said) if english else said.replace(kind, self.say(Noun.TWO, kind=kind))
        if not aloud:
            return self.say(Noun.WITH_SUITS, what=said, suits=" ".join(map(self.suit, suits)))
        words = self.say(Noun.AND).join(map(self.spoken_suit, suits))
        return self.say(Noun.OF_SUITS, what=said, suits=words)

    def _sequence(self, kind: str, height: Rank) -> str:
        """`tierce au roi`, `king-high tierce`."""
        if self.language is Language.ENGLISH:
            return f"{self.spoken_rank(height)}-high {kind}"
        return self.glyphs.plain(f"{kind} {_FRENCH_HEIGHTS.get(height, f'au {self.spoken_rank(height)}')}")

    def spoken_rank(self, rank: Rank) -> str:
        """`valet`, `ace`, `10`."""
        return _RANK_WORDS[self.language].get(rank, rank.value)

    def the_rank(self, rank: Rank) -> str:
        """`le valet`, `l'as`, `the 10`."""
        article = "the " if self.language is Language.ENGLISH else _FRENCH_ARTICLES.get(rank, "le ")
        return article + self.spoken_rank(rank)

    def spoken_suit(self, suit: Suit | Denomination) -> str:
        """`cœur`, `hearts`, `sans atout`."""
        return self.say(Noun[Denomination(suit).name])

    def spoken_card(self, card: Card) -> str:
        """`la dame de pique`, `the queen of spades`."""
        rank, suit = self.spoken_rank(card.rank), self.spoken_suit(card.suit)
        if self.language is Language.ENGLISH:
            return f"the {rank} of {suit}"
        return f"{_FRENCH_ARTICLES.get(card.rank, 'le ')}{rank} de {suit}"

    def short_card(self, card: Card) -> str:
        """The same in a list, without an article: `dame de pique`."""
        link = "de" if self.language is Language.FRENCH else "of"
        return f"{self.spoken_rank(card.rank)} {link} {self.spoken_suit(card.suit)}"

    def the_card(self, card: Card) -> str:
        """A card within a sentence that is short: `l'A♥`, `the 9♠`."""
        article = "the " if self.language is Language.ENGLISH else _FRENCH_ARTICLES.get(card.rank, "le ")
        return article + self.card(card)

    def spoken_bid(self, bid: Bid) -> str:
        """`110 cœur`, `capot hearts`."""
        return f"{self.level(bid)} {self.spoken_suit(bid.denomination)}"


def called(names: Mapping[Seat, str], seat: Seat, face: Face) -> str:
    """Return the name of the player at that seat, or the point of the compass."""
    return face.name(names.get(seat, "")) or face.seat(seat)


def whose(name: str, language: Language) -> str:
    """Return the owner of something: `de Léo`, `d'Henri` or `d'Yves`, which follow it; in English `Léo's`."""
    if language is Language.ENGLISH:
        return f"{name}'s"
    letters = "".join(sign for sign in normalize("NFD", name.lower()) if sign.isalpha())
    vowels = "aeiouhœæ"
    elides = letters[:1] in vowels or (letters[:1] == "y" and letters[1:2] not in vowels)
    return f"d'{name}" if letters and elides else f"de {name}"


def signed(points: int) -> str:
    """A difference of points with its sign: `+12`, `-30`, `0`."""
    return f"{points:+}" if points else "0"


class CallMeaning(Words):
    """The meaning of a call; the facts declared with it give the points."""

    OPENING = ("le valet, le 9 ou quatre atouts", "the jack, the 9 or four trumps")
    JUMP = ("une main du même type, plus forte", "the same hand, but stronger")
    CAPOT = ("les huit plis, où que soient les autres cartes", "all eight tricks, wherever the other cards are")
    NO_OPENING = ("aucune couleur assez bonne pour ouvrir", "no suit good enough to open")
    OVERCALL = (
        "le valet, le 9 ou quatre atouts, parfois un peu juste",
        "the jack, the 9 or four trumps, sometimes a little weak",
    )
    SUPPORT = ("de l'aide : des atouts, des as ou des coupes", "help for the partner: trumps, aces or voids")
    ANSWER = ("un bien meilleur atout que celui du partenaire", "much better trumps than the partner's")
    REBID = ("une main meilleure que la première enchère ne le disait", "a better hand than the first bid showed")
    COINCHE = ("leur contrat devrait chuter nettement", "their contract should clearly fail")
    SURCOINCHE = ("le contrat devrait passer largement", "the contract should be made easily")


_FRENCH = {words.english: words.french for words in CallMeaning}


def read_in(language: Language, shown: str) -> str:
    """Return the declared meaning of a call, in the reader's language if it is one of these sentences."""
    return _FRENCH.get(shown, shown) if language is Language.FRENCH else shown
