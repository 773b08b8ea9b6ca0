"""The rules of a table in words: a line for each option, and the differences from a preset.

The English meaning of a value comes from the engine's options; the French one is here.
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
from coinche.text.catalog import Words
from coinche.text.formatting import Noun
from coinche.text.language import Language


class Group(Words):
    """Names of the groups of options."""

    TABLE = ("La donne", "The deal")
    AUCTION = ("Les enchères", "The bidding")
    PLAY = ("Le jeu de la carte", "The play")
    DECLARATIONS = ("Belote et annonces", "Belote and declarations")
    SCORING = ("Les points", "Scoring")
    MATCH = ("La partie", "The match")


class FormGroup(Words):
    """Names of the groups of the form for a new table: the choices most wanted, then the options group by group."""

    FIRST = ("Table", "Table")
    TABLE = ("Donne", "Deal")
    AUCTION = ("Enchères", "Bidding")
    PLAY = ("Jeu", "Play")
    DECLARATIONS = ("Annonces", "Declarations")
    SCORING = ("Points", "Scores")
    MATCH = ("Partie", "Match")


class Name(Words):
    """Names of the options."""

    DIRECTION = ("Sens du jeu", "Direction of play")
    SHUFFLE = ("Mélange", "Shuffling")
    RESHUFFLE_AFTER_PASSES = ("Mélange après plusieurs donnes passées", "Shuffle after thrown-in deals")
    DEAL_BATCHES = ("Distribution", "Cards dealt at a time")
    TWO_STAGE_DEAL = ("Enchères avant les dernières cartes", "Bidding before the last cards")
    DENOMINATIONS = ("Atouts possibles", "Possible trumps")
    BID_MINIMUM = ("Enchère minimale", "Lowest bid")
    BID_STEP = ("Montée des enchères", "Bid step")
    BID_MAXIMUM = ("Enchère maximale", "Highest bid")
    DENOMINATION_ORDER = ("Surenchère à la même hauteur", "Overcall at the same number")
    CAPOT = ("Capot demandé", "Capot bid")
    GENERALE = ("Générale", "Générale")
    GENERALE_LEADS = ("Entame d'une générale", "Lead to a générale")
    COINCHE_WHEN = ("Quand coincher", "When to coinche")
    COINCHE_ENDS_AUCTION = ("Après une coinche", "After a coinche")
    COINCHER_PARTNER = ("Le partenaire du coincheur", "The coincher's partner")
    SURCOINCHE = ("Surcoinche", "Surcoinche")
    OVERTRUMP_PARTNER = ("Monter sur l'atout du partenaire", "Overtrumping the partner")
    UNDERTRUMP = ("Pisser", "Undertrumping")
    UNDERTRUMP_PARTNER = ("Quand le partenaire a coupé", "Under the partner's trump")
    BELOTE = ("Belote", "Belote")
    BELOTE_DECLARED = ("Annonce de la belote", "Calling belote")
    BELOTE_ON_FAILURE = ("Belote des preneurs en cas de chute", "Takers' belote when they fail")
    REBELOTE_TOLERANCE = ("Rebelote oubliée", "Forgotten rebelote")
    DECLARATIONS = ("Annonces", "Declarations")
    DECLARATION_TIE = ("Annonces à égalité", "Tied declarations")
    DECLARATION_CHOICE = ("Annonces permises", "Declarations allowed")
    DECLARATIONS_SWEPT = ("Annonces de la défense mise capot", "Defence's declarations after a capot")
    DECLARATIONS_ON_FAILURE = ("Annonces des preneurs en cas de chute", "Takers' declarations when they fail")
    ALL_TRUMP_VALUES = ("V 9 A 10 R D à tout atout", "J 9 A 10 K Q at all trump")
    NO_TRUMP_VALUES = ("A 10 R D V à sans atout", "A 10 K Q J at no trump")
    CONTRACT_MET = ("Contrat réussi avec", "Contract made with")
    DRAW = ("Égalité, 81 à 81", "Tie, 81 to 81")
    CAPOT_LAST_TRICK = ("Dix de der d'un capot", "Last trick of a capot")
    SCORED = ("Points marqués", "What is scored")
    FAILED_BASE = ("Chute", "Failed contract")
    FAILED_ADDS_BID = ("Contrat ajouté à la chute", "Plus the bid")
    DOUBLED = ("La coinche multiplie", "Coinche multiplies")
    COINCHED_MADE = ("Points des plis, coinché et réussi", "Card points, coinched and made")
    DEFENCE_WHEN_COINCHED_MADE = ("Coinché et réussi, la défense marque", "Coinched and made, the defence scores")
    CAPOT_SCORES = ("Points des plis d'un capot", "Card points of a capot")
    CAPOT_FAILED = ("Capot demandé et chuté", "Capot bid and failed")
    CAPOT_UNBID_COUNTS = ("Capot non demandé", "Capot not bid")
    DEFENCE_CAPOT = ("Capot de la défense", "Capot by the defence")
    ROUNDING = ("Arrondi", "Rounding")
    LENGTH = ("Nombre de donnes", "Number of deals")
    TARGET = ("Points de la partie", "Target")
    BOTH_REACH = ("Les deux camps atteignent le total à la même donne", "Both sides reach the target")
    TIE = ("Égalité à la fin", "Tie at the end")
    BELOTE_CANNOT_WIN = ("Partie gagnée par la belote seule", "Target reached by belote alone")
    TRICK_HISTORY = ("Plis visibles pendant la donne", "Tricks shown again")


FRENCH: Mapping[str, Mapping[str, str]] = {
    "direction": {
        "anticlockwise": "Vers la droite : après vous, votre voisin de droite.",
        "clockwise": "Vers la gauche : après vous, votre voisin de gauche.",
    },
    "shuffle": {
        "every_deal": "Avant chaque donne ; la coupe est automatique.",
        "never": "Avant la première donne seulement ; ensuite, on ramasse les plis dans l'ordre et on coupe.",
    },
    "reshuffle_after_passes": {
        "none": "Jamais.",
        "n": "Donnes passées de suite avant un mélange : {n}.",
    },
    "deal_batches": {
        "3 2 3": "Trois, deux, trois.",
        "3 3 2": "Trois, trois, deux.",
        "2 3 3": "Deux, trois, trois.",
        "4 4": "Quatre et quatre.",
        "n": "Par paquets de : {n}.",
    },
    "two_stage_deal": {
        "false": "Non : on distribue d'abord les huit cartes.",
        "true": "Oui : on enchérit avec six cartes (trois et trois), puis on reçoit les deux dernières.",
    },
    "denominations": {
        "S H D C": "Les quatre couleurs.",
        "S H D C N": "Les quatre couleurs et sans atout.",
        "S H D C N A": "Les quatre couleurs, sans atout et tout atout.",
        "n": "Seulement : {n}.",
    },
    "bid_minimum": {"n": "{n} points."},
    "bid_step": {"n": "De {n} en {n}."},
    "bid_maximum": {"none": "Aucune.", "n": "{n} points."},
    "denomination_order": {
        "none": "Impossible : il faut demander plus de points.",
        "ranked": "Possible, dans l'ordre trèfle, carreau, cœur, pique, sans atout, tout atout.",
    },
    "capot": {
        "open": "Peut être coinché, comme toute enchère.",
        "closed": "Termine les enchères et ne peut pas être coinché.",
    },
    "generale": {
        "none": "Non jouée.",
        "n": "L'enchère la plus haute : un joueur fait les huit plis à lui seul, {n} points.",
    },
    "generale_leads": {
        "false": "Par le voisin du donneur, comme d'habitude.",
        "true": "Par le joueur qui l'a demandée.",
    },
    "coinche_when": {
        "in_turn": "Seulement à son tour de parler.",
        "any_time": "À tout moment tant que l'enchère tient, même à la volée.",
    },
    "coinche_ends_auction": {
        "true": "Seule une surcoinche est possible.",
        "false": "Les enchères continuent jusqu'à trois passes ; une nouvelle enchère annule la coinche.",
    },
    "coincher_partner": {
        "free": "Parle librement : son enchère annule aussi la coinche.",
        "must_pass": "Doit passer tant que la coinche tient.",
    },
    "surcoinche": {"none": "Non jouée.", "n": "Multiplie par {n}."},
    "overtrump_partner": {"true": "Obligatoire si possible.", "false": "Pas obligatoire : n'importe quel atout."},
    "undertrump": {
        "obliged": "Obligatoire : un atout plus faible, à défaut de mieux.",
        "free": "Pas obligatoire : on se défausse librement.",
    },
    "undertrump_partner": {
        "free": "N'importe quelle carte.",
        "higher_if_possible": "N'importe quelle carte ; mais si l'on joue atout, il faut monter sur le sien si"
        " possible.",
        "restricted": "N'importe quelle carte ; mais si l'on joue atout, il faut monter sur le sien si possible,"
        " sauf s'il ne reste que des atouts en main.",
    },
    "belote": {
        "none": "Ne compte pas.",
        "bidding_team": "Compte pour les preneurs seulement.",
        "any_team": "Pour le camp qui l'a, preneurs ou défense.",
    },
    "belote_declared": {
        "manual": "À dire avec les deux cartes ; « rebelote » ne compte qu'après « belote ».",
        "automatic": "Automatique, si les deux cartes étaient dans la même main.",
    },
    "belote_on_failure": {
        "kept": "Reste aux preneurs.",
        "to_opponents": "Va à la défense ; la coinche ne la multiplie que si elle multiplie tout.",
    },
    "rebelote_tolerance": {
        "false": "La belote est perdue.",
        "true": "La belote compte quand même, une fois par camp et par partie.",
    },
    "declarations": {"false": "Sans annonces.", "true": "Au premier pli : carrés et suites."},
    "declaration_tie": {
        "annul": "Aucun camp ne les marque.",
        "first_announced": "La première annoncée l'emporte.",
    },
    "declaration_choice": {
        "any": "Toutes, au choix.",
        "best_only": "La meilleure seulement, si elle peut battre celles de l'autre camp ; le camp gagnant marque"
        " ensuite toutes les siennes.",
    },
    "declarations_swept": {
        "false": "Restent à la défense ; perdues sur un contrat coinché et réussi.",
        "true": "Passent aux preneurs.",
    },
    "declarations_on_failure": {"to_defence": "Vont à la défense.", "lost": "Perdues."},
    "all_trump_values": {
        "13_9_6_5_3_2": "13, 9, 6, 5, 3 et 2.",
        "14_9_6_5_3_1": "14, 9, 6, 5, 3 et 1.",
    },
    "no_trump_values": {
        "19_10_4_3_2": "19, 10, 4, 3 et 2, pour un total de 152 comme d'habitude.",
        "11_10_4_3_2": "11, 10, 4, 3 et 2, comme hors atout.",
    },
    "contract_met": {
        "at_least_82": "Les points demandés ; 82 pour 80.",
        "at_least": "Les points demandés.",
        "at_least_and_more_than_defence": "Les points demandés et plus que la défense ; pour un capot, tous les plis.",
        "bid_plus_2": "Deux points de plus que le contrat.",
    },
    "draw": {
        "decided": "Réussi ou chuté, comme tout contrat.",
        "held_over": "Litige : le camp qui gagne la donne suivante prend les points des preneurs.",
    },
    "capot_last_trick": {"10": "10 points, comme d'habitude.", "n": "{n} points."},
    "scored": {
        "points_and_bid": "Chaque camp ses points, plus le contrat pour les preneurs.",
        "bid": "Le contrat seul, ni points ni belote ; si la chute ne compte pas le contrat, la défense marque les"
        " points de la ligne « Chute ».",
        "points": "Chaque camp ses points ; un contrat réussi ne rapporte rien de plus.",
    },
    "failed_base": {"n": "{n} points pour la défense."},
    "failed_adds_bid": {
        "yes": "Oui.",
        "no": "Non, coinché ou pas.",
        "when_coinched": "Non ; si c'est coinché, la défense ne marque que le contrat multiplié.",
    },
    "doubled": {"bid": "Le contrat seul.", "everything": "Tous les points du gagnant."},
    "coinched_made": {
        "actual": "Comptés normalement.",
        "flat_160_or_250": "160, ou 250 pour les huit plis.",
        "flat_162_or_252": "162, ou 252 pour les huit plis.",
    },
    "defence_when_coinched_made": {
        "points": "Ses points.",
        "belote_only": "Sa belote seulement.",
        "nothing": "Rien ; sa belote va aux preneurs.",
    },
    "capot_scores": {
        "points": "Comptés normalement.",
        "flat_250": "250, dix de der compris.",
        "flat_250_or_350": "250, ou 350 s'il était demandé, dix de der compris.",
    },
    "capot_failed": {"none": "Comme toute chute.", "n": "{n} points, les 250 du contrat compris."},
    "capot_unbid_counts": {
        "true": "Compte comme un capot.",
        "false": "Ne compte pas : les plis valent 162, pas plus.",
    },
    "defence_capot": {
        "as_any": "Comme toute chute.",
        "flat_250": "250 au lieu des points de la ligne « Chute » ; un capot demandé et chuté garde sa propre valeur.",
    },
    "rounding": {"nearest_10": "À la dizaine la plus proche (5 : dizaine supérieure).", "none": "Aucun."},
    "length": {
        "none": "Libre : on joue jusqu'aux points de la partie.",
        "n": "{n} ; le total le plus haut gagne.",
    },
    "target": {"n": "{n} points."},
    "both_reach": {
        "higher_total": "Le total le plus haut gagne.",
        "contract_side": "Les preneurs s'ils ont réussi la donne, sinon la défense.",
    },
    "tie": {
        "extra_deal": "Encore une donne, jusqu'à ce que les totaux diffèrent.",
        "last_deal_winner": "Le camp vainqueur de la dernière donne gagne.",
    },
    "belote_cannot_win": {
        "false": "La partie est gagnée.",
        "true": "Après une chute, ou sans avoir fait de pli, il faut encore faire un pli pour gagner.",
    },
    "trick_history": {"all": "Tous.", "last": "Le dernier."},
}
"""The meaning of each value, as the options themselves say it in English; `n` is any number."""

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
    """The text for `n`: a number, several numbers, or names."""
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
    """Return the differences that matter under these rules, in order; KeyError if the base is no preset."""
    theirs = lines(PRESETS[base], base, language)
    ours = lines(rules, base, language)
    return tuple(
        Difference(name=line.name, value=line.value, instead_of=their.value)
        for line, their in zip(ours, theirs, strict=True)
        if line.differs and line.matters
    )
