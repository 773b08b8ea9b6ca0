"""What a sound player would do in one's place, and why.

Thinks with the bot `steady`, which knows what the person may know. Refuses to know who may ask (`advising`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from coinche.engine.actions import Action, PlayCard
from coinche.engine.cards import Card
from coinche.engine.rules import RuleSet
from coinche.engine.trick import winner_index
from coinche.protocol.messages import Request, RequestKind

from .advice import Advice
from .bot import legal_of
from .bots import leading
from .bots.knowledge import knowledge
from .bots.steady import Steady
from .language import Words


class Why(Words):
    """Reasons for a card, in a few words."""

    ONLY = ("la seule carte permise", "the only card allowed")
    DRAW = ("faire tomber les atouts", "draws trumps")
    DRIVE = ("chasser les gros atouts", "drives out the high trumps")
    MASTER = ("elle est maîtresse", "nothing beats it")
    PARTNER = ("votre partenaire doit avoir la plus forte", "your partner should have the highest")
    RISK = ("elle risque le moins", "it risks least")
    GIVE = ("le pli va à votre camp", "the trick goes to your side")
    TAKE = ("elle passe devant", "it takes the lead of the trick")
    SAVE = ("garder les bonnes cartes", "keeps the good cards")


_PRINCIPLES: Mapping[Callable[[leading.Lead], Card | None], Why] = {
    leading.draw_trumps: Why.DRAW,
    leading.draw_with_length: Why.DRIVE,
    leading.cash_masters: Why.MASTER,
    leading.lead_to_partner: Why.PARTNER,
    leading.likely_winner: Why.RISK,
}


def advise(request: Request, rules: RuleSet) -> Advice:
    """The answer. It may take a while."""
    bot = Steady()
    bot.rules = rules
    action = bot.choose(request.known, legal_of(request))
    return Advice(request=request.request, action=action, why=reason(request, rules, action))


def reason(request: Request, rules: RuleSet, action: Action) -> Why | None:
    """Why that card; None for a word of the auction, and a cut."""
    if request.kind is not RequestKind.PLAY or not isinstance(action, PlayCard):
        return None
    if len(request.legal) == 1:
        return Why.ONLY
    trick = request.known.trick
    if trick is not None and trick.cards:
        return _following(request, action.card)
    return _leading(request, rules, action.card)


def _leading(request: Request, rules: RuleSet, card: Card) -> Why | None:
    known = knowledge(request.known, rules)
    legal = tuple(map(Card, request.legal))
    trumps = tuple(each for each in legal if each.suit is known.trump_suit)
    lead = leading.Lead(known, trumps, tuple(each for each in legal if each not in trumps))
    return next((why for principle, why in _PRINCIPLES.items() if principle(lead) is card), None)


def _following(request: Request, card: Card) -> Why:
    """By what the trick looks like before and after the card."""
    view, trick = request.known, request.known.trick
    assert trick is not None
    if view.viewer is not None and trick.winner is view.viewer.partner and len(trick.cards) == _LAST:
        return Why.GIVE
    contract = view.contract
    played = (*trick.cards, card)
    takes = contract is not None and winner_index(played, contract.denomination) == len(trick.cards)
    return Why.TAKE if takes else Why.SAVE


_LAST = 3
"""Cards that lie there when the last of the trick is to be played."""
