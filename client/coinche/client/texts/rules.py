"""The rules of a table in words, a line for each option, in the person's language.

The English values are what the options say of themselves; the French ones stand here. Knows no screen.

In what rules differ from a preset, in words: the option, what is played, and what the preset plays instead.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from coinche.engine.cards import Denomination
from coinche.engine.presets import PRESETS
from coinche.engine.rules import (
    ANY,
    DESCRIBED,
    Belote,
    BeloteDeclared,
    Described,
    RuleSet,
    Shuffle,
    differing,
    value_of,
    written_as,
)
from coinche.text.catalog import Language, Words
from coinche.text.formatting import Noun


class Group(Words):
    """What the groups of options are called."""

    TABLE = ("La donne", "The deal")
    AUCTION = ("Les enchères", "The auction")
    PLAY = ("Le jeu de la carte", "The play")
    DECLARATIONS = ("Belote et annonces", "Belote and declarations")
    SCORING = ("Les points", "The scores")
    MATCH = ("La partie", "The match")


class Name(Words):
    """What the options are called."""

    DIRECTION = ("Sens du jeu", "Direction of play")
    SHUFFLE = ("Mélange", "Shuffling")
    RESHUFFLE_AFTER_PASSES = ("Mélange malgré tout", "Shuffled all the same")
    DEAL_BATCHES = ("Distribution", "Cards dealt at a time")
    TWO_STAGE_DEAL = ("Enchères avant les dernières cartes", "Auction before the last cards")
    DENOMINATIONS = ("Atouts possibles", "What may be trumps")
    BID_MINIMUM = ("Enchère minimale", "Lowest bid")
    BID_STEP = ("Enchères de", "Bids by")
    BID_MAXIMUM = ("Enchère maximale", "Highest bid")
    DENOMINATION_ORDER = ("Même nombre, couleur plus haute", "Same number, higher suit")
    CAPOT = ("Capot demandé", "A bid of capot")
    GENERALE = ("Générale", "Générale")
    GENERALE_LEADS = ("Entame d'une générale", "Lead of a générale")
    COINCHE_WHEN = ("Quand coincher", "When to coinche")
    COINCHE_ENDS_AUCTION = ("Après une coinche", "After a coinche")
    COINCHER_PARTNER = ("Le partenaire du coincheur", "The coincher's partner")
    SURCOINCHE = ("Surcoinche", "Surcoinche")
    OVERTRUMP_PARTNER = ("Monter sur l'atout du partenaire", "Beating the partner's trump")
    UNDERTRUMP = ("Pisser", "Undertrumping")
    UNDERTRUMP_PARTNER = ("Sous l'atout du partenaire", "Under the partner's trump")
    BELOTE = ("Belote", "Belote")
    BELOTE_DECLARED = ("Annonce de la belote", "Saying belote")
    BELOTE_ON_FAILURE = ("Belote des preneurs qui chutent", "Belote of takers who fail")
    REBELOTE_TOLERANCE = ("Rebelote oubliée", "A forgotten rebelote")
    DECLARATIONS = ("Annonces", "Declarations")
    DECLARATION_TIE = ("Annonces égales", "Equal declarations")
    DECLARATION_CHOICE = ("Que peut-on annoncer", "What may be announced")
    DECLARATIONS_SWEPT = ("Annonces de la défense qui perd tout", "Declarations of a defence that loses all")
    DECLARATIONS_ON_FAILURE = ("Annonces des preneurs qui chutent", "Declarations of takers who fail")
    ALL_TRUMP_VALUES = ("V 9 A 10 R D à tout atout", "J 9 A 10 K Q at all trump")
    NO_TRUMP_VALUES = ("A 10 R D V à sans atout", "A 10 K Q J at no trump")
    CONTRACT_MET = ("Contrat réussi avec", "A contract needs")
    DRAW = ("Égalité, 81 à 81", "A draw, 81 to 81")
    CAPOT_LAST_TRICK = ("Dernier des huit plis", "Last of all eight tricks")
    SCORED = ("Ce qu'on marque", "What is scored")
    FAILED_BASE = ("Chute", "A failed contract")
    FAILED_ADDS_BID = ("Plus le contrat chuté", "The bid besides")
    DOUBLED = ("La coinche multiplie", "A coinche multiplies")
    COINCHED_MADE = ("Coinché et réussi, à la place des plis", "Coinched and made, in place of the cards")
    DEFENCE_WHEN_COINCHED_MADE = ("Coinché et réussi, la défense marque", "Coinched and made, the defence scores")
    CAPOT_SCORES = ("Capot, à la place des plis", "Capot, in place of the cards")
    CAPOT_FAILED = ("Capot demandé et chuté", "Capot bid and lost")
    CAPOT_UNBID_COUNTS = ("Capot non demandé", "All eight tricks, not bid")
    DEFENCE_CAPOT = ("Capot de la défense", "Capot by the defence")
    ROUNDING = ("Arrondi", "Rounding")
    LENGTH = ("Nombre de donnes", "Number of deals")
    TARGET = ("But", "Target")
    BOTH_REACH = ("Les deux camps au but", "Both sides at the target")
    TIE = ("Égalité à la fin", "Level at the end")
    BELOTE_CANNOT_WIN = ("Au but par la seule belote", "At the target by a belote alone")
    TRICK_HISTORY = ("Plis que l'on peut revoir", "Tricks that one may look at")


FRENCH: Mapping[str, Mapping[str, str]] = {
    "direction": {"anticlockwise": "Vers la droite.", "clockwise": "Vers la gauche."},
    "shuffle": {
        "every_deal": "Avant chaque donne ; la coupe en fait partie, on ne la demande à personne.",
        "never": "Avant la première donne seulement ; ensuite on ramasse les plis dans l'ordre. On coupe toujours.",
    },
    "reshuffle_after_passes": {
        "none": "Jamais.",
        "n": "Donnes de suite sans preneur avant un mélange : {n}.",
    },
    "deal_batches": {
        "3 2 3": "Trois, deux, trois.",
        "3 3 2": "Trois, trois, deux.",
        "2 3 3": "Deux, trois, trois.",
        "4 4": "Quatre et quatre.",
        "n": "Tant à la fois, huit en tout : {n}.",
    },
    "two_stage_deal": {
        "false": "Non : on donne d'abord les huit cartes.",
        "true": "Oui : on enchérit avec six cartes, trois et trois ; les deux dernières suivent.",
    },
    "denominations": {
        "S H D C": "Les quatre couleurs.",
        "S H D C N": "Les quatre couleurs et sans atout.",
        "S H D C N A": "Les quatre couleurs, sans atout et tout atout.",
        "n": "Rien d'autre que : {n}.",
    },
    "bid_minimum": {"n": "{n} points."},
    "bid_step": {"n": "{n} points."},
    "bid_maximum": {"none": "Il n'y en a pas.", "n": "{n} points."},
    "denomination_order": {
        "none": "Ne suffit pas : il faut un nombre plus haut.",
        "ranked": "Suffit, dans l'ordre trèfle, carreau, cœur, pique, sans atout, tout atout.",
    },
    "capot": {
        "open": "Peut être coinché, comme toute enchère.",
        "closed": "Met fin aux enchères et ne peut pas être coinché.",
    },
    "generale": {
        "none": "Ne se demande pas.",
        "n": "L'enchère la plus haute : huit plis à soi seul, {n} points.",
    },
    "generale_leads": {"false": "Au voisin du donneur, comme toujours.", "true": "À celui qui l'a demandée."},
    "coinche_when": {
        "in_turn": "À son tour de parler seulement.",
        "any_time": "À tout moment tant que l'enchère tient, même à la volée.",
    },
    "coinche_ends_auction": {
        "true": "Rien d'autre qu'une surcoinche.",
        "false": "Les enchères continuent jusqu'à trois passes ; une nouvelle enchère efface la coinche.",
    },
    "coincher_partner": {
        "free": "Dit ce qu'il veut : son enchère aussi efface la coinche.",
        "must_pass": "Doit passer tant que la coinche tient.",
    },
    "surcoinche": {"none": "Il n'y en a pas.", "n": "Multiplie par {n}."},
    "overtrump_partner": {"true": "Obligatoire si on le peut.", "false": "Non : n'importe quel atout convient."},
    "undertrump": {
        "obliged": "Obligatoire : un atout plus faible si l'on n'a pas mieux.",
        "free": "On ne pisse pas : n'importe quelle carte.",
    },
    "undertrump_partner": {
        "free": "N'importe quelle carte.",
        "higher_if_possible": "N'importe quelle carte, mais un atout doit monter sur le sien si on le peut.",
        "restricted": "N'importe quelle carte, mais un atout doit monter sur le sien si on le peut, sauf si l'on n'a"
        " plus que de l'atout.",
    },
    "belote": {"none": "Ne compte pas.", "bidding_team": "Celle des preneurs.", "any_team": "Celle des deux camps."},
    "belote_declared": {
        "manual": "Dite avec chacune des deux cartes ; « rebelote » ne vaut qu'après « belote ».",
        "automatic": "D'elle-même, dès que les deux cartes étaient dans une main.",
    },
    "belote_on_failure": {
        "kept": "Aux preneurs.",
        "to_opponents": "À la défense, multipliée seulement là où tout l'est.",
    },
    "rebelote_tolerance": {
        "false": "La belote est perdue.",
        "true": "La belote compte quand même, une fois par camp et par partie.",
    },
    "declarations": {"false": "Sans annonces.", "true": "Au premier pli : carrés et suites."},
    "declaration_tie": {
        "annul": "Aucun camp n'en marque.",
        "first_announced": "La première annoncée l'emporte.",
    },
    "declaration_choice": {
        "any": "Tout ce qu'on veut.",
        "best_only": "Sa meilleure seulement, et tant qu'elle peut battre ce que l'autre camp a dit ; le camp qui gagne"
        " marque ensuite toutes les siennes.",
    },
    "declarations_swept": {
        "false": "Un capot les lui laisse ; un contrat coinché et réussi les fait perdre.",
        "true": "Elles changent de main et comptent pour les preneurs.",
    },
    "declarations_on_failure": {"to_defence": "À la défense.", "lost": "À personne : elles sont perdues."},
    "all_trump_values": {
        "13_9_6_5_3_2": "13, 9, 6, 5, 3 et 2.",
        "14_9_6_5_3_1": "14, 9, 6, 5, 3 et 1.",
    },
    "no_trump_values": {
        "19_10_4_3_2": "19, 10, 4, 3 et 2, pour que le jeu vaille 152 comme toujours.",
        "11_10_4_3_2": "11, 10, 4, 3 et 2, comme hors atout.",
    },
    "contract_met": {
        "at_least_82": "Les points demandés ; 82 pour 80.",
        "at_least": "Les points demandés.",
        "at_least_and_more_than_defence": "Les points demandés et plus que la défense ; de même pour un capot.",
        "bid_plus_2": "Deux points de plus que demandé.",
    },
    "draw": {
        "decided": "Réussi ou chuté, selon ce qu'il faut pour réussir.",
        "held_over": "Litige : ce que les preneurs auraient marqué va au camp qui gagne la donne suivante.",
    },
    "capot_last_trick": {"10": "10 points, comme toujours.", "n": "{n} points."},
    "scored": {
        "points_and_bid": "Chaque camp ses points, les preneurs leur contrat en plus.",
        "bid": "Le contrat seul, ni points ni belote ; une chute où il ne s'ajoute pas vaut le nombre de « Chute ».",
        "points": "Chaque camp ses points ; un contrat réussi ne rapporte rien.",
    },
    "failed_base": {"n": "{n} points pour la défense."},
    "failed_adds_bid": {
        "yes": "Oui.",
        "no": "Non, coinché ou pas.",
        "when_coinched": "Non ; coinché, le contrat multiplié et lui seul.",
    },
    "doubled": {"bid": "Le contrat seul.", "everything": "Tout ce que marque le gagnant."},
    "coinched_made": {
        "actual": "Rien : les plis se comptent.",
        "flat_160_or_250": "160, ou 250 pour les huit plis.",
        "flat_162_or_252": "162, ou 252 pour les huit plis.",
    },
    "defence_when_coinched_made": {
        "points": "Ses points.",
        "belote_only": "Sa belote et rien d'autre.",
        "nothing": "Rien ; sa belote va aux preneurs.",
    },
    "capot_scores": {
        "points": "Rien : les plis se comptent.",
        "flat_250": "250, dix de der compris.",
        "flat_250_or_350": "250, ou 350 s'il était demandé, dix de der compris.",
    },
    "capot_failed": {"none": "Ce que vaut toute chute.", "n": "{n} points, les 250 du contrat compris."},
    "capot_unbid_counts": {
        "true": "Est récompensé.",
        "false": "N'est pas récompensé : les plis valent 162 et pas plus.",
    },
    "defence_capot": {
        "as_any": "Ce que vaut toute chute.",
        "flat_250": "250 au lieu du nombre de « Chute » ; un capot demandé et chuté garde le sien.",
    },
    "rounding": {"nearest_10": "À la dizaine la plus proche, 5 vers le haut.", "none": "Aucun."},
    "length": {"none": "Ce qu'il faut pour atteindre le but.", "n": "{n} ; le total le plus haut gagne alors."},
    "target": {"n": "{n} points."},
    "both_reach": {
        "higher_total": "Le total le plus haut gagne.",
        "contract_side": "Les preneurs s'ils ont réussi la donne, sinon la défense.",
    },
    "tie": {
        "extra_deal": "Encore une donne, jusqu'à ce qu'ils diffèrent.",
        "last_deal_winner": "Le camp qui a gagné la dernière donne gagne.",
    },
    "belote_cannot_win": {
        "false": "La partie est gagnée.",
        "true": "Il faut encore un pli après une chute ou sans aucun pli.",
    },
    "trick_history": {"all": "Tous.", "last": "Le dernier."},
}
"""What each value means, as the options themselves say it in English; `n` is any number."""

_MATTERS: Mapping[str, Callable[[RuleSet], bool]] = {
    "reshuffle_after_passes": lambda rules: rules.table.shuffle is Shuffle.NEVER,
    "generale_leads": lambda rules: rules.auction.generale is not None,
    "coincher_partner": lambda rules: not rules.auction.coinche_ends_auction,
    "belote_declared": lambda rules: rules.declarations.belote is not Belote.NONE,
    "belote_on_failure": lambda rules: rules.declarations.belote is not Belote.NONE,
    "rebelote_tolerance": lambda rules: (
        rules.declarations.belote is not Belote.NONE and rules.declarations.belote_declared is BeloteDeclared.MANUAL
    ),
    "declaration_tie": lambda rules: rules.declarations.declarations,
    "declaration_choice": lambda rules: rules.declarations.declarations,
    "declarations_swept": lambda rules: rules.declarations.declarations,
    "declarations_on_failure": lambda rules: rules.declarations.declarations,
    "all_trump_values": lambda rules: Denomination.ALL_TRUMP in rules.auction.denominations,
    "no_trump_values": lambda rules: Denomination.NO_TRUMP in rules.auction.denominations,
    "target": lambda rules: rules.match.length is None,
    "both_reach": lambda rules: rules.match.length is None,
    "belote_cannot_win": lambda rules: rules.match.length is None and rules.declarations.belote is not Belote.NONE,
}
"""Options that only matter beside certain values of others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleLine:
    """One option: its group, what it is called, what is played, and whether that differs from the base.

    One that does not matter says nothing under these rules: about declarations where there are none, for instance.
    """

    option: str
    group: str
    name: str
    value: str
    differs: bool
    matters: bool


def lines(rules: RuleSet, base: str, language: Language) -> tuple[RuleLine, ...]:
    """Every option in order; KeyError where the base is no preset."""
    differs = differing(rules, PRESETS[base])
    return tuple(
        RuleLine(
            option=option.name,
            group=Group[option.group.upper()].within(language),
            name=Name[option.name.upper()].within(language),
            value=_value(option, value_of(rules, option.name), language),
            differs=option.name in differs,
            matters=_MATTERS.get(option.name, _always)(rules),
        )
        for option in DESCRIBED.values()
    )


def _always(rules: RuleSet) -> bool:
    return True


def _value(option: Described, value: object, language: Language) -> str:
    meaning = option.meaning(value)
    text = meaning.text if language is Language.ENGLISH else FRENCH[option.name][meaning.value]
    return text.format(n=_number(value, language)) if meaning.value == ANY else text


def _number(value: object, language: Language) -> str:
    """What stands for `n`: a number, or several, or names."""
    if not isinstance(value, tuple):
        return written_as(value)
    return ", ".join(Noun[v.name].within(language) if isinstance(v, Denomination) else str(v) for v in value)


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """One option: what it is called, what is played, and what would be."""

    name: str
    value: str
    instead_of: str


def differences(rules: RuleSet, base: str, language: Language) -> tuple[Difference, ...]:
    """Those that matter under these rules, in order; KeyError where the base is no preset."""
    theirs = lines(PRESETS[base], base, language)
    ours = lines(rules, base, language)
    return tuple(
        Difference(name=line.name, value=line.value, instead_of=their.value)
        for line, their in zip(ours, theirs, strict=True)
        if line.differs and line.matters
    )
