"""Hints at one table: a player who is asked something may have a provider say what it would do, and why.

The provider is sent the rules, the view of that seat and no other, and what every player knows besides.
"""

from __future__ import annotations

from coinche.engine.view import view
from coinche.protocol.messages import GetHint, HintWanted, Occupant
from coinche.server.seating.table_context import TableContext
from coinche.server.sessions.questions import UNNUMBERED, HintTopic, NoHint, refused
from coinche.server.sessions.session import Refusal, Session
from coinche.server.turns.decision import LiveRequest
from coinche.server.turns.turns import Turns


class TableHints:
    """The hints at one table."""

    def __init__(self, context: TableContext, turns: Turns) -> None:
        self._context = context
        self._turns = turns

    def ask(self, session: Session, message: GetHint, now: float) -> None:
        """Ask a provider for the hint that the player wants, or refuse it."""
        context = self._context
        if (wrong := self._refusal()) is not None:
            session.refuse(message, *wrong)
            return
        place = context.seats.of(session)
        request = None if place is None or place.acting is not session else self._turns.unanswered(place.seat)
        if request is None:
            session.refuse(message, *refused(NoHint.NOT_ASKED, "nothing is asked of you"))
            return
        topic = HintTopic(table=context.table, request=request.number, legal=request.legal)
        questions, may_see = context.server.questions, context.members.bots.may_play
        providers = tuple(provider for provider in questions.providers if may_see(provider))
        if (question := questions.open(session, message, now)) is not None:
            questions.ask(question, topic, self._wanted(request, message), providers, now)

    def _refusal(self) -> Refusal | None:
        """The refusal where the table has no hints, as whoever decides about them has said."""
        options, policy = self._context.options, self._context.server.hints
        if options.allows_hints(policy):
            return None
        if options.strict:
            return refused(NoHint.STRICT, "a strict table has no hints")
        if policy.decided is None:
            return refused(NoHint.HOST, "this table was opened without hints")
        return refused(NoHint.OPERATOR, "this server has no hints")

    def _wanted(self, request: LiveRequest, message: GetHint) -> HintWanted:
        context, seat, legal = self._context, request.seat, request.legal
        infos = (place.info() for place in context.seats.values())
        return HintWanted(
            question=UNNUMBERED,
            language=message.language,
            rules=context.options.rules,
            names={info.seat: info.name for info in infos if info.occupant in (Occupant.PERSON, Occupant.PROGRAM)},
            seat=seat,
            kind=request.kind,
            legal=tuple(map(str, legal.actions)),
            bids=dict(legal.bids),
            step=legal.step,
            max=legal.maximum,
            offers=dict(legal.offers),
            declarations=legal.declarations,
            default=str(legal.default),
            view=view(request.state, seat),
            systems=dict(context.members.systems.in_force),
        )
