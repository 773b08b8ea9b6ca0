"""The options of the game, as data.

A `RuleSet` is six frozen groups of options. An option with named values is an `Option` enum; a number or a flag is a
field annotated with `Asks`. Either way it carries its question, and for each value its meaning, its clause in the rule
books and an example: `docs/rules.md`, `--explain-rules` and the client's page of rules are made of these texts. A group
refuses impossible combinations when it is built (`InvalidRules`).

What an option does stands in a table beside the code that it steers, and which rule book asks for which value in
`presets`; neither is known here.
"""

from .auction import AuctionRules, Capot, CoincherPartner, CoincheWhen, DenominationOrder
from .declarations import (
    Belote,
    BeloteDeclared,
    BeloteOnFailure,
    DeclarationChoice,
    DeclarationRules,
    DeclarationsOnFailure,
    DeclarationTie,
)
from .match import MAX_TARGET, BothReach, MatchRules, MatchTie, TrickHistory
from .option import ANY, Asks, Described, InvalidRules, Meaning, Option, written_as
from .play import PlayRules, Undertrump, UndertrumpPartner
from .ruleset import DESCRIBED, GROUPS, RuleSet, differing, value_of
from .scoring import (
    CAPOT_VALUE,
    AllTrumpValues,
    CapotScores,
    CoinchedMade,
    ContractMet,
    DefenceCapot,
    DefenceWhenCoinchedMade,
    Doubled,
    Draw,
    FailedAddsBid,
    NoTrumpValues,
    Rounding,
    Scored,
    ScoringRules,
)
from .table import HAND_SIZE, TRICKS, Shuffle, TableRules

__all__ = [
    "ANY",
    "CAPOT_VALUE",
    "DESCRIBED",
    "GROUPS",
    "HAND_SIZE",
    "MAX_TARGET",
    "TRICKS",
    "AllTrumpValues",
    "Asks",
    "AuctionRules",
    "Belote",
    "BeloteDeclared",
    "BeloteOnFailure",
    "BothReach",
    "Capot",
    "CapotScores",
    "CoincheWhen",
    "CoinchedMade",
    "CoincherPartner",
    "ContractMet",
    "DeclarationChoice",
    "DeclarationRules",
    "DeclarationTie",
    "DeclarationsOnFailure",
    "DefenceCapot",
    "DefenceWhenCoinchedMade",
    "DenominationOrder",
    "Described",
    "Doubled",
    "Draw",
    "FailedAddsBid",
    "InvalidRules",
    "MatchRules",
    "MatchTie",
    "Meaning",
    "NoTrumpValues",
    "Option",
    "PlayRules",
    "Rounding",
    "RuleSet",
    "Scored",
    "ScoringRules",
    "Shuffle",
    "TableRules",
    "TrickHistory",
    "Undertrump",
    "UndertrumpPartner",
    "differing",
    "value_of",
    "written_as",
]
