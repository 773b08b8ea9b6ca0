"""Every option of the game, as data: enums, and the frozen groups of which a RuleSet is made.

Knows which values there are and what each means; refuses to know which document asks for which
(`presets`) and what an option does (the table beside the code that it steers).
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
