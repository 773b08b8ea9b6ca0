"""What a person can want in the auction and the play: intents, as `intents` has them.

Knows of the rules what a request offers, and asks the engine who may coinche out of turn.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from coinche.engine.actions import CUTS, Action, Coinche, MakeBid, Pass, PlayCard, Reason, Surcoinche, parse_action
from coinche.engine.auction import Auction, calls
from coinche.engine.belote import BeloteWord
from coinche.engine.cards import Card, Denomination
from coinche.engine.declarations import Declaration
from coinche.engine.view import Phase
from coinche.protocol.messages import Act, Request, RequestKind

from . import pad as bid_pad
from .at_table import AtTable
from .hand import laid_out
from .intents import Done, Intent, sending, showing
from .model import ClientState
from .notices import News, Refused
from .ui import Knife, Pad, Ui


def act(state: ClientState, action: Action) -> Done:
    """Answer the request with that, legal or not: the server names the rule that is broken."""
    table = state.table
    if table is None or table.asked is None:
        return _not_now(state)
    done = sending(state, Act(table=table.table, request=table.asked.request, action=str(action)))
    if not done.send:
        return done
    return replace(done, state=replace(done.state, table=replace(table, answered=True, sent_at=None)))


def _not_now(state: ClientState) -> Done:
    standing = state.table is not None and state.table.accord.paused
    return Done(replace(state, notice=News.STANDING if standing else Refused(Reason.NOT_YOUR_TURN)))


def call(action: Pass | Coinche | Surcoinche) -> Intent:
    """Say that word of the auction: in turn where it is one's turn, else as far as it may be said out of turn."""
    if isinstance(action, Pass):
        return _pass
    return lambda state: act(state, action) if _is_on_turn(state) else _double(state, action)


def _is_on_turn(state: ClientState) -> bool:
    return state.table is not None and state.table.asked is not None


def _pass(state: ClientState) -> Done:
    return act(state, Pass()) if _is_on_turn(state) or not may_decline(state) else decline(state)


def may_decline(state: ClientState) -> bool:
    """Whether somebody waits for a coinche out of turn, or for its not being said."""
    table = state.table
    return table is not None and table.reaction is not None and not table.accord.paused


def decline(state: ClientState) -> Done:
    """No coinche out of turn: nobody waits for it any longer, and nobody hears of it."""
    table = state.table
    if table is None or table.reaction is None:
        return Done(state)
    number = table.reaction.request
    done = sending(state, Act(table=table.table, request=number, action=str(Pass())))
    declined = replace(table, reaction=None, declined=number)
    return replace(done, state=replace(done.state, table=declined)) if done.send else done


def out_of_turn(table: AtTable) -> Coinche | Surcoinche | None:
    """What this person may say now although it is not his turn."""
    view = table.view
    if table.rules is None or table.seat is None or table.asked is not None or table.answered or table.reacted:
        return None
    if table.accord.paused:
        return None
    if view.phase is not Phase.BIDDING or view.turn is table.seat:
        return None
    said = calls(Auction(view.auction, view.contract, view.turn), table.seat, table.rules.auction)
    return next((word for word in said if isinstance(word, Coinche | Surcoinche)), None)


def _double(state: ClientState, action: Coinche | Surcoinche) -> Done:
    """Coinche without having been asked: it counts for the bid that was last seen, and for no other."""
    table = state.table
    if table is None or out_of_turn(table) != action:
        return _not_now(state)
    if table.reaction is not None:
        message = Act(table=table.table, request=table.reaction.request, action=str(action))
    else:
        message = Act(table=table.table, after=table.n, action=str(action))
    done = sending(state, message)
    if not done.send:
        return done
    return replace(done, state=replace(done.state, table=replace(table, reaction=None, reacted=True)))


def twice(key: str, intent: Intent) -> Intent:
    """Do it when its key is pressed for the second time in a row."""
    return lambda state: intent(state) if state.ui.once == key else first(key)(state)


def first(key: str) -> Intent:
    """The key was pressed once, and waits for what comes next."""
    return lambda state: showing(state, once=key)


def with_sayings(request: Request, card: Card, *, silent: bool) -> PlayCard:
    """The card, and everything that can be said with it, unless its player keeps silent."""
    words = request.offers.get(card, ())
    if silent:
        return PlayCard(card)
    return PlayCard(card, BeloteWord(words[0]) if words else None, to_declare(request))


def to_declare(request: Request) -> tuple[Declaration, ...]:
    """The declarations that are worth most together: those that the default would announce."""
    default = parse_action(request.default)
    return default.declarations if isinstance(default, PlayCard) else ()


def play(state: ClientState, card: Card) -> Done:
    """Play that card."""
    table = state.table
    state = replace(state, ui=replace(state.ui, meant=None))
    if table is None or table.asked is None:
        return act(state, PlayCard(card))
    return act(state, with_sayings(table.asked, card, silent=state.ui.silent))


def play_at(index: int) -> Intent:
    """Play the card at that place of the hand as it is laid out, or select it to see."""

    def intent(state: ClientState) -> Done:
        table = state.table
        cards = laid_out(table, state.ui) if table else ()
        return play(state, cards[index]) if index < len(cards) else Done(state)

    return intent


def point_at(index: int) -> Intent:
    """The digit of the card at that place: it is played; who likes to confirm has it selected first."""

    def intent(state: ClientState) -> Done:
        table = state.table
        cards = laid_out(table, state.ui) if table else ()
        asked = table.asked if table else None
        chosen = cards[index] if index < len(cards) else None
        if not state.ui.settings.confirm or asked is None or chosen not in asked.legal:
            return play_at(index)(state)
        return showing(state, card=chosen, meant=None)

    return intent


def select(by: int) -> Intent:
    """Move to the next legal card that way."""

    def intent(state: ClientState) -> Done:
        if state.table is None or state.table.asked is None:
            return Done(state)
        legal = [card for card in laid_out(state.table, state.ui) if card in state.table.asked.legal]
        if state.ui.card in legal:
            return showing(state, card=legal[(legal.index(state.ui.card) + by) % len(legal)])
        return showing(state, card=legal[0 if by > 0 else -1] if legal else None)

    return intent


def play_selected(state: ClientState) -> Done:
    """Play the card under the cursor; with one legal card only, that one."""
    asked = state.table.asked if state.table else None
    if state.ui.card is not None:
        return play(state, state.ui.card)
    if asked is not None and len(asked.legal) == 1:
        return play(state, Card(asked.legal[0]))
    return select(1)(state)


def on_pad(move: Callable[[Request, Ui], Pad]) -> Intent:
    """Change the bid that is being made."""

    def intent(state: ClientState) -> Done:
        asked = state.table.asked if state.table else None
        if asked is None or asked.kind is not RequestKind.BID:
            return Done(state)
        return showing(state, pad=move(asked, state.ui))

    return intent


def raise_by(steps: int) -> Intent:
    """A higher or lower value."""
    return on_pad(lambda request, ui: bid_pad.raised(request, ui.pad, steps))


def turn_by(steps: int) -> Intent:
    """Another denomination."""
    return on_pad(lambda request, ui: bid_pad.turned(request, ui.pad, steps))


def bid_at(level: str) -> Intent:
    """That value."""
    return on_pad(lambda request, ui: bid_pad.at_level(request, ui.pad, level))


def bid_in(denomination: Denomination) -> Intent:
    """That denomination."""
    return on_pad(lambda request, ui: bid_pad.in_denomination(request, ui.pad, denomination))


def type_on_pad(character: str) -> Intent:
    """A digit, or a letter: of a word, or of a suit after digits."""
    return on_pad(lambda request, ui: bid_pad.typed(request, ui.pad, character, ui.language))


def type_second(first: str, second: str) -> Intent:
    """The second letter of a word whose first means something else by itself."""
    return on_pad(lambda request, ui: bid_pad.typed(request, replace(ui.pad, typed=first), second, ui.language))


def untype(state: ClientState) -> Done:
    """Forget what was typed."""
    return on_pad(lambda request, ui: bid_pad.untyped(request, ui.pad))(state)


def erase(state: ClientState) -> Done:
    """Take back the last digit."""
    return on_pad(lambda request, ui: bid_pad.erased(request, ui.pad))(state)


def bid(state: ClientState) -> Done:
    """Make the bid on the pad, once it was touched; where it breaks a rule, the server says which."""
    if not state.ui.pad.touched:
        return showing(state, pad=replace(state.ui.pad, touched=True))
    made = bid_pad.bid_of(state.ui.pad)
    if made is None:
        return Done(replace(state, notice=News.NO_CHOICE))
    return act(state, MakeBid(made))


def collect(state: ClientState) -> ClientState:
    """The same, with the finished trick out of the way."""
    table = state.table
    return state if table is None or not table.lying else replace(state, table=replace(table, lying=False))


def look_back(by: int) -> Intent:
    """Look at the trick before, or the one after."""

    def intent(state: ClientState) -> Done:
        last = len(state.table.view.tricks) - 1 if state.table else 0
        return showing(state, trick=min(max(state.ui.trick + by, 0), max(last, 0)))

    return intent


def move_knife(by: int) -> Intent:
    """Cut so many cards further down."""
    return lambda state: showing(state, knife=Knife(at=_within(state.ui.knife.at + by)))


def _within(at: int) -> int:
    return min(max(at, CUTS[0].at), CUTS[-1].at)


def type_on_knife(digit: str) -> Intent:
    """A digit of the number of cards."""

    def intent(state: ClientState) -> Done:
        before = state.ui.knife.typed
        text = (before + digit if len(before) < 2 else digit).lstrip("0")
        return showing(state, knife=Knife(at=int(text) if text else state.ui.knife.at, typed=text))

    return intent


def erase_on_knife(state: ClientState) -> Done:
    """Take back the last digit."""
    text = state.ui.knife.typed[:-1]
    return showing(state, knife=Knife(at=int(text), typed=text) if text else Knife())


def cut(state: ClientState) -> Done:
    """Cut there."""
    return cut_at(state, state.ui.knife.at)


def cut_at(state: ClientState, cards: int) -> Done:
    """Cut below so many cards, as long as that leaves enough on either side."""
    found = next((action for action in CUTS if action.at == cards), None)
    return Done(replace(state, notice=News.NO_CUT)) if found is None else act(state, found)
