"""The result of a deal in one sentence, as it is said at a card table, and the lines of its score.

`110♣ par Max, réussi : ils marquent 400.`
"""

from __future__ import annotations

from coinche.engine.bids import BidKind, Contract
from coinche.engine.events import DealScored, Result
from coinche.engine.rules import HAND_SIZE
from coinche.engine.seats import Points, Team
from coinche.text.catalog import Words

from .table_events import Listener


class ResultText(Words):
    """Parts of that sentence. Those with GENERALE have the gender of the bid."""

    MADE = (
        "{bid} par {who}{doubled}, {made}{extent} : {scored}.",
        "{bid} by {who}{doubled}, {made}{extent}: {scored}.",
    )
    FAILED = ("Chute {bid} par {who}{doubled}{extent} : {scored}.", "{bid} by {who}{doubled}, down{extent}: {scored}.")
    DRAWN = ("{bid} par {who}{doubled}, litige : {scored}.", "{bid} by {who}{doubled}, tied: {scored}.")
    AT_NUMBER = ("à {bid}", "{bid}")
    AT_CAPOT = ("au {bid}", "{bid}")
    AT_GENERALE = ("à la {bid}", "{bid}")
    SUCCESS = ("réussi", "made")
    SUCCESS_GENERALE = ("réussie", "made")
    COINCHED = (", coinché par {who}", ", coinched by {who}")
    COINCHED_GENERALE = (", coinchée par {who}", ", coinched by {who}")
    SURCOINCHED = (", surcoinché par {who}", ", surcoinched by {who}")
    SURCOINCHED_GENERALE = (", surcoinchée par {who}", ", surcoinched by {who}")
    ALL_TRICKS = (", et capot", ", winning every trick")
    NO_TRICK = (", sans un pli", ", without a trick")
    WE = ("nous marquons {points}", "we score {points}")
    THEY = ("ils marquent {points}", "they score {points}")
    TEAM = ("{team} marque {points}", "{team} score {points}")
    WE_AND_THEY = ("nous marquons {points}, eux {others}", "we score {points}, they score {others}")
    THEY_AND_WE = ("ils marquent {points}, nous {others}", "they score {points}, we score {others}")
    BOTH_TEAMS = ("{team} marque {points}, {other} {others}", "{team} score {points}, {other} {others}")
    NOBODY = ("personne ne marque", "nobody scores")
    NOTHING = ("rien", "nothing")


class ScoreText(Words):
    """The lines of the score, and the notes beside and below them."""

    FOR_CONTRACT = ("Pour le contrat", "For the contract")
    FOR_SCORE = ("Pour la marque", "For the score")
    ROW_TRICKS = ("Plis", "Tricks")
    ROW_POINTS = ("Points faits", "Points made")
    ROW_CARDS = ("Points des plis", "Card points")
    ROW_LAST_TRICK = ("Dix de der", "Last trick")
    ROW_ALL_TRICKS = ("Cent de der (capot)", "Last trick (capot)")
    ROW_BELOTE = ("Belote", "Belote")
    ROW_DECLARATIONS = ("Annonces", "Declarations")
    ROW_FLAT = ("Points fixes", "Base score")
    ROW_CONTRACT = ("Contrat", "Contract")
    ROW_COINCHE = ("Coinche", "Coinche")
    ROW_HELD_OVER = ("Litige", "Held over")
    ROW_ROUNDING = ("Arrondi", "Rounding")
    ROW_SCORE = ("Marque", "Score")
    ROW_TOTAL = ("Total", "Total")
    DECLARED = ("{who} : {what}", "{who}: {what}")
    REASON = ("{said} ({why})", "{said} ({why})")
    NEXT_REMARK = (" ; ", "; ")
    FOR_NOTHING = ("ne compte pas", "does not count")
    EQUAL = ("égalité, rien ne compte", "a tie, nothing counts")
    BETTER_US = ("nous avons mieux", "ours is better")
    BETTER_THEM = ("ils ont mieux", "theirs is better")
    BETTER_TEAM = ("{team} a mieux", "{team} had better")
    GOES_TO_US = ("{said}, pour nous : {why}", "{said}, goes to us: {why}")
    GOES_TO_THEM = ("{said}, pour eux : {why}", "{said}, goes to them: {why}")
    GOES_TO_TEAM = ("{said}, pour {team} : {why}", "{said}, goes to {team}: {why}")
    LOST_TO_US = ("{said}, pour nous : chute", "{said}, now ours")
    LOST_TO_THEM = ("{said}, pour eux : chute", "{said}, lost with the contract")
    LOST_TO_TEAM = ("{said}, pour {team} : chute", "{said}, goes to {team}: contract down")
    DOUBLED_AND_MADE = ("{bid} réussi malgré la coinche", "{bid} was made, though coinched")
    NO_TRICK = ("capot", "no trick taken")
    TOTALS = ("Total : {us} {ours}, {them} {theirs}", "Total: {us} {ours}, {them} {theirs}")
    BELOTE_ONLY = ("belote", "belote")
    DECLARATIONS_ONLY = ("annonces", "declarations")
    BELOTE_AND_DECLARATIONS = ("belote et annonces", "belote and declarations")
    INCLUDED = ("avec {what}", "with {what}")
    INCLUDED_OF = ("dont {what} : {sides}", "of which {what}: {sides}")
    OF_SIDE = ("{team} {points}", "{team} {points}")
    FLAT_FAILED = ("pour la chute", "for the failed contract")
    FLAT_MADE = ("à la place des plis", "in place of the tricks")
    TIMES_ALL = ("{sum} {times} {multiplier} = {points}, +{added}", "{sum} {times} {multiplier} = {points}, +{added}")
    TIMES_BID = ("{times}{multiplier} sur le contrat seul", "{times}{multiplier} on the contract alone")
    ROUNDED = ("à la dizaine", "to the nearest ten")
    TO_GO_BRIEFLY = ("encore {points}", "{points} to go")
    TO_GO = ("encore {points} points", "{points} points to go")
    REACHED = ("{target} atteints", "{target} reached")
    MATCH_WON = ("Partie gagnée, {ours} à {theirs}.", "Match won, {ours} to {theirs}.")
    MATCH_LOST = ("Partie perdue, {ours} à {theirs}.", "Match lost, {ours} to {theirs}.")
    FORGIVEN = ("Rebelote oubliée, pardonnée une fois : {team}", "Forgotten rebelote, forgiven once: {team}")
    WAITING_TRICK = (
        "{team} : la belote seule ne suffit pas pour gagner, il faut encore un pli.",
        "{team}: target reached by belote alone, one more trick needed.",
    )
    HELD = (
        "Litige : {points} points pour le camp qui gagnera la prochaine donne.",
        "Tied: {points} points go to the side that wins the next deal.",
    )


def verdict(contract: Contract, score: DealScored, to: Listener, *, aloud: bool = False) -> str:
    """The sentence; `aloud` names the suit instead of showing its sign."""
    face, bid = to.face, contract.bid
    generale = "_GENERALE" if bid.kind is BidKind.GENERALE else ""
    named = face.spoken_bid(bid) if aloud else face.bid(bid)
    if score.result is Result.FAILED:
        named = face.say(ResultText[f"AT_{bid.kind.name}"], bid=named)
    said = face.say(
        ResultText[score.result.name],
        bid=named,
        who=to.who(contract.bidder),
        doubled=_doubled(contract, to, generale),
        made=face.say(ResultText["SUCCESS" + generale]),
        extent=_extent(contract, score, to),
        scored=_scored(score, to),
    )
    return said[0].upper() + said[1:]


def _doubled(contract: Contract, to: Listener, generale: str) -> str:
    """A sentence on the coinche or surcoinche; empty if there was none."""
    if contract.surcoinched_by is not None:
        return to.face.say(ResultText["SURCOINCHED" + generale], who=to.who(contract.surcoinched_by))
    if contract.coinched_by is not None:
        return to.face.say(ResultText["COINCHED" + generale], who=to.who(contract.coinched_by))
    return ""


def _extent(contract: Contract, score: DealScored, to: Listener) -> str:
    """A capot that nobody bid, by either side; else empty."""
    taken = score.tricks[contract.takers]
    if taken == 0:
        return to.face.say(ResultText.NO_TRICK)
    more = taken == HAND_SIZE and contract.bid.kind is BidKind.NUMBER
    return to.face.say(ResultText.ALL_TRICKS) if more else ""


def _scored(score: DealScored, to: Listener) -> str:
    """The scores, the higher one first; after a contract made, only that one if the other side scores nothing."""
    face, scores = to.face, score.scores
    if scores == Points():
        return face.say(ResultText.NOBODY)
    own = to.seat.team if to.seat is not None else None
    first = max(Team, key=lambda team: (scores[team], team is own))
    alone = score.made and scores[first.other] == 0
    if own is None:
        words = ResultText.TEAM if alone else ResultText.BOTH_TEAMS
    elif first is own:
        words = ResultText.WE if alone else ResultText.WE_AND_THEY
    else:
        words = ResultText.THEY if alone else ResultText.THEY_AND_WE
    others = str(scores[first.other] or face.say(ResultText.NOTHING))
    return face.say(words, team=to.team(first), other=to.team(first.other), points=scores[first], others=others)
