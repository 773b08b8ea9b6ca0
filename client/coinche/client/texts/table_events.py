"""Each event as what one says about it, in French or English: for the log, the line mode and whoever listens.

Knows who listens (« vous »), refuses to know where the sentence goes. Scores are told by `telling`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import assert_never

from coinche.engine.auction import COINCHE
from coinche.engine.bids import Bid
from coinche.engine.dealing import in_order
from coinche.engine.events import (
    BeloteSaid,
    BidMade,
    CardPlayed,
    Coinched,
    ContractSettled,
    DealScored,
    DealStarted,
    DeclarationsAnnounced,
    DeclarationsResolved,
    DeclarationsShown,
    Event,
    HandDealt,
    HeightSaid,
    MatchEnded,
    MatchStarted,
    PackCut,
    Passed,
    Surcoinched,
    ThrownIn,
    TrickWon,
)
from coinche.engine.seats import Points, Seat, Team
from coinche.protocol.messages import (
    AdmitAgreed,
    Chatted,
    Claimed,
    DealCommitted,
    DealRevealed,
    Forfeited,
    HostChanged,
    Occupant,
    PauseAsked,
    Paused,
    PauseEnded,
    RecapStarted,
    RematchAsked,
    SeatChanged,
    SeatReserved,
    ShareGiven,
    SharePledged,
    Struck,
    SystemDeclared,
    TableClosed,
    TableEvent,
    TimedOut,
    VoteCast,
    WentOn,
)
from coinche.text.catalog import Words
from coinche.text.formatting import Face, called

from .play import BOT_NAMES

AFTER_THE_AUCTION = 2
"""Cards that a player gets after the auction where the deal has two stages."""


class EventText(Words):
    """Sentences about somebody; those that begin with YOU are about the listener."""

    MATCH = ("Partie en {target} points.", "Match to {target} points.")
    MATCH_OF = ("Partie en {length} donnes.", "Match of {length} deals.")
    DEAL = ("Donne {deal}. {who} distribue.", "Deal {deal}. {who} deals.")
    YOU_DEAL = ("Donne {deal}. Vous distribuez.", "Deal {deal}. You deal.")
    DEAL_GATHERED = ("Donne {deal}. {who} distribue sans mélanger.", "Deal {deal}. {who} deals without shuffling.")
    YOU_DEAL_GATHERED = ("Donne {deal}. Vous distribuez sans mélanger.", "Deal {deal}. You deal without shuffling.")
    CUTS = ("{who} coupe à {at} cartes.", "{who} cuts {at} cards.")
    YOU_CUT = ("Vous coupez à {at} cartes.", "You cut {at} cards.")
    HAND = ("Votre main : {cards}.", "Your hand: {cards}.")
    MORE_CARDS = ("Vous recevez encore : {cards}.", "You are also dealt: {cards}.")
    PASSES = ("{who} passe.", "{who} passes.")
    YOU_PASS = ("Vous passez.", "You pass.")
    BIDS = ("{who} annonce {bid}.", "{who} bids {bid}.")
    YOU_BID = ("Vous annoncez {bid}.", "You bid {bid}.")
    COINCHES = ("{who} coinche !", "{who} coinches!")
    YOU_COINCHE = ("Vous coinchez !", "You coinche!")
    SURCOINCHES = ("{who} surcoinche !", "{who} surcoinches!")
    YOU_SURCOINCHE = ("Vous surcoinchez !", "You surcoinche!")
    THROWN_IN = ("Tout le monde a passé : pas de points, on redistribue.", "Everybody passed: no points, new deal.")
    CONTRACT = ("Contrat : {bid} par {who}{times}.", "Contract: {bid} by {who}{times}.")
    YOUR_CONTRACT = ("Votre contrat : {bid}{times}.", "Your contract: {bid}{times}.")
    COINCHED_TIMES = (", coinché (×{times})", ", coinched (×{times})")
    SURCOINCHED_TIMES = (", surcoinché (×{times})", ", surcoinched (×{times})")
    PLAYS = ("{who} joue {card}.", "{who} plays {card}.")
    YOU_PLAY = ("Vous jouez {card}.", "You play {card}.")
    SAYS = ("{who} dit « {word} ».", "{who} says “{word}”.")
    YOU_SAY = ("Vous dites « {word} ».", "You say “{word}”.")
    HAS = ("{who} annonce : {what}.", "{who} declares: {what}.")
    YOU_HAVE = ("Vous annoncez : {what}.", "You declare: {what}.")
    HEIGHT = ("{who} : {kind}, hauteur {height}.", "{who}: {kind}, {height} high.")
    YOUR_HEIGHT = ("Vous : {kind}, hauteur {height}.", "You: {kind}, {height} high.")
    NOT_BETTER = ("{who} : pas mieux.", "{who}: no better.")
    YOU_NOT_BETTER = ("Vous : pas mieux.", "You: no better.")
    SHOWS = ("{who} montre {what}.", "{who} shows {what}.")
    YOU_SHOW = ("Vous montrez {what}.", "You show {what}.")
    RESOLVED = ("Annonces : {points} points pour {team}.", "Declarations: {points} points for {team}.")
    RESOLVED_NONE = ("Annonces à égalité : aucune ne compte.", "Declarations tied: none counts.")
    TRICK = ("{who} prend le pli : {points} points.", "{who} takes the trick: {points} points.")
    YOU_TRICK = ("Vous prenez le pli : {points} points.", "You take the trick: {points} points.")
    MADE = ("Contrat réussi.", "Contract made.")
    FAILED = ("Contrat chuté.", "Contract down.")
    DRAWN = ("Litige : personne ne gagne cette donne.", "Tied: nobody wins this deal.")
    WON = ("{team} gagne la partie, {most} à {least} !", "{team} wins the match, {most} to {least}!")
    WE_WON = ("Vous gagnez la partie, {most} à {least} !", "You win the match, {most} to {least}!")
    THEY_WON = (
        "Vos adversaires gagnent la partie, {most} à {least}.",
        "Your opponents win the match, {most} to {least}.",
    )
    LEVEL = ("Égalité, {most} partout.", "Tied at {most}.")
    SITS = ("{who} s'installe en {seat}.", "{who} takes the {seat} seat.")
    YOU_SIT = ("Vous êtes en {seat}.", "You sit {seat}.")
    LEFT = ("{who} quitte la table : un bot joue en {seat}.", "{who} leaves: a bot plays {seat}.")
    BOT_SITS = ("Un bot ({who}) joue en {seat}.", "A bot ({who}) plays {seat}.")
    VOTED_OUT = (
        "La table écarte {who} par un vote : un bot joue en {seat} jusqu'à la fin de la partie.",
        "{who} is voted out: a bot plays {seat} until the match is over.",
    )
    RESERVED = ("{who} jouera en {seat} à la prochaine donne.", "{who} will play {seat} from the next deal.")
    RESERVED_BOT = (
        "Un autre bot ({who}) jouera en {seat} à la prochaine donne.",
        "Another bot ({who}) will play {seat} from the next deal.",
    )
    NOT_RESERVED = ("La place {seat} n'est plus réservée.", "The {seat} seat is no longer reserved.")
    AGREES = (
        "{who} accepte que la place {wanted} change de main tout de suite.",
        "{who} agrees that the {wanted} seat may change hands now.",
    )
    YOU_AGREE = (
        "Vous acceptez que la place {wanted} change de main tout de suite.",
        "You agree that the {wanted} seat may change hands now.",
    )
    AWAY = (
        "{who} a perdu la connexion : la table attend une minute au plus.",
        "{who} lost the connection: the table waits up to a minute.",
    )
    YOU_AWAY = ("Vous aviez perdu la connexion.", "You lost the connection.")
    FREED = ("La place {seat} est libre.", "The {seat} seat is free.")
    LATE = ("Temps écoulé pour {who}.", "{who} ran out of time.")
    YOU_LATE = (
        "Temps écoulé : le serveur joue pour vous cette fois.",
        "Time is up: the server plays for you this time.",
    )
    STRUCK = (
        "{who} : coup irrégulier ({strikes}), remplacé d'office.",
        "{who} broke a rule ({strikes}): the server plays instead.",
    )
    YOU_STRUCK = (
        "Coup irrégulier ({strikes}), remplacé d'office.",
        "You broke a rule ({strikes}): the server plays instead.",
    )
    FORFEITED = ("{who} ne joue plus : trop de coups irréguliers.", "{who} is out: too many rules broken.")
    YOU_FORFEITED = (
        "Trop de coups irréguliers : le serveur joue à votre place.",
        "Too many rules broken: the server plays in your place.",
    )
    CLAIMED = ("{who} abat son jeu : le reste est pour son camp.", "{who} claims the rest.")
    YOU_CLAIMED = ("Vous abattez votre jeu : le reste est pour vous.", "You claim the rest.")
    PAUSE_ASKED = ("{who} demande une pause.", "{who} asks for a pause.")
    YOU_PAUSE_ASKED = ("Vous demandez une pause.", "You ask for a pause.")
    PAUSED = ("Pause : les pendules sont arrêtées.", "Pause: the clocks are stopped.")
    PAUSE_ENDED = ("La partie reprend.", "The game resumes.")
    REMATCH_ASKED = ("{who} propose une revanche.", "{who} offers a rematch.")
    YOU_REMATCH_ASKED = ("Vous proposez une revanche.", "You offer a rematch.")
    HOST = ("{who} est l'hôte de la table.", "{who} is the host.")
    YOU_HOST = ("Vous êtes l'hôte de la table.", "You are the host.")
    BACK = ("{who} est de retour.", "{who} is back.")
    YOU_BACK = ("Vous retrouvez votre place.", "You are back in your seat.")
    VOTES = ("{who} veut remplacer {against} par un bot.", "{who} wants to replace {against} with a bot.")
    VOTES_AGAINST_YOU = (
        "{who} veut vous remplacer par un bot : jouez !",
        "{who} wants to replace you with a bot: play!",
    )
    DECLARES = ("{who} joue avec les conventions « {system} ».", "{who} plays the “{system}” conventions.")
    YOU_DECLARE = ("Vous jouez avec les conventions « {system} ».", "You play the “{system}” conventions.")
    YOU_VOTE = ("Vous voulez remplacer {against} par un bot.", "You want to replace {against} with a bot.")
    CHATTED_WATCHING = ("{name} (spectateur) : {text}", "{name} (watching): {text}")
    CHATTED = ("{name} : {text}", "{name}: {text}")
    CLOSED = ("La table est fermée.", "The table is closed.")


@dataclass(frozen=True, slots=True)
class Listener:
    """Who is told: how he reads, what people are called, where he sits (None: he watches)."""

    face: Face
    names: Mapping[Seat, str]
    seat: Seat | None

    def about(self, seat: Seat, other: EventText, you: EventText, **fields: object) -> str:
        """The sentence about whoever sits there."""
        return self.face.say(you if seat is self.seat else other, who=self.who(seat), **fields)

    def who(self, seat: Seat) -> str:
        """A name for the seat."""
        return called(self.names, seat, self.face)

    def team(self, team: Team) -> str:
        """Us, them, or the points of the compass."""
        return self.face.team(team, self.seat.team if self.seat else None)


def is_return(before: Sequence[Event | TableEvent], event: Event | TableEvent) -> bool:
    """Whether somebody sits down where he was away from, or in a match where a bot has replaced him."""
    if not isinstance(event, SeatChanged) or not event.connected or event.occupant is Occupant.BOT:
        return False
    last = _last_change(before, event.seat)
    if last is None or not _in_a_match(before) or last.occupant is not Occupant.BOT:
        return last is not None and not last.connected and last.name == event.name
    return any(isinstance(old, SeatChanged) and (old.seat, old.name) == (event.seat, event.name) for old in before)


def _in_a_match(before: Sequence[Event | TableEvent]) -> bool:
    """Whether nobody has seats exchanged any more."""
    return any(isinstance(old, MatchStarted | DealStarted) for old in before)


def who_left(before: Sequence[Event | TableEvent], event: Event | TableEvent) -> str:
    """The person whom a bot replaces for good in a match; empty where there was none."""
    if not isinstance(event, SeatChanged) or event.occupant is not Occupant.BOT:
        return ""
    if not _in_a_match(before):
        return ""
    last = _last_change(before, event.seat)
    return last.name if last is not None and last.occupant is Occupant.PERSON else ""


def _last_change(before: Sequence[Event | TableEvent], seat: Seat) -> SeatChanged | None:
    return next((old for old in reversed(before) if isinstance(old, SeatChanged) and old.seat is seat), None)


def sentence_after(before: Sequence[Event | TableEvent], event: Event | TableEvent, to: Listener) -> str:
    """What one says about the event, knowing what happened before it."""
    if isinstance(event, SeatChanged) and is_return(before, event):
        return to.about(event.seat, EventText.BACK, EventText.YOU_BACK)
    if isinstance(event, SeatChanged) and (gone := who_left(before, event)):
        return to.face.say(
            EventText.VOTED_OUT if event.closed else EventText.LEFT,
            who=to.face.name(gone),
            seat=to.face.seat(event.seat),
        )
    return sentence(event, to)


def sentence(event: Event | TableEvent, to: Listener) -> str:
    """What one says about the event; empty where there is nothing to say."""
    match event:
        case CardPlayed(seat, card):
            return to.about(seat, EventText.PLAYS, EventText.YOU_PLAY, card=to.face.spoken_card(card))
        case TrickWon(seat, points):
            return to.about(seat, EventText.TRICK, EventText.YOU_TRICK, points=points)
        case Passed(seat):
            return to.about(seat, EventText.PASSES, EventText.YOU_PASS)
        case BidMade(seat, bid):
            return to.about(seat, EventText.BIDS, EventText.YOU_BID, bid=to.face.spoken_bid(bid))
        case Coinched(seat):
            return to.about(seat, EventText.COINCHES, EventText.YOU_COINCHE)
        case Surcoinched(seat):
            return to.about(seat, EventText.SURCOINCHES, EventText.YOU_SURCOINCHE)
        case ContractSettled(bidder, bid, multiplier):
            return _contract(to, bidder, bid, multiplier)
        case SeatChanged() | HostChanged() | TimedOut() | Struck() | Forfeited() | Claimed() | TableClosed():
            return _about_table(event, to)
        case RecapStarted() | WentOn() | PauseAsked() | Paused() | PauseEnded() | RematchAsked() | Chatted():
            return _about_company(event, to)
        case VoteCast(seat, against):
            words = EventText.VOTES_AGAINST_YOU if against is to.seat else EventText.VOTES
            return to.about(seat, words, EventText.YOU_VOTE, against=to.who(against))
        case SeatReserved() | AdmitAgreed():
            return _about_newcomers(event, to)
        case SystemDeclared(seat, system):
            if system.name in BOT_NAMES:
                return ""  # a bot of ours plays as such bots do; `e` shows how
            return to.about(seat, EventText.DECLARES, EventText.YOU_DECLARE, system=to.face.name(system.name))
        case DealCommitted() | SharePledged() | ShareGiven() | DealRevealed():
            return ""  # what they come to is said once it is known
        case BeloteSaid() | DeclarationsAnnounced() | HeightSaid() | DeclarationsShown() | DeclarationsResolved():
            return _about_declarations(event, to)
        case MatchStarted() | DealStarted() | PackCut() | HandDealt() | ThrownIn() | DealScored() | MatchEnded():
            return _about_match(event, to)
        case _:
            assert_never(event)


def _about_newcomers(event: SeatReserved | AdmitAgreed, to: Listener) -> str:
    face = to.face
    match event:
        case AdmitAgreed(seat, wanted):
            return to.about(seat, EventText.AGREES, EventText.YOU_AGREE, wanted=face.seat(wanted))
        case SeatReserved(seat, Occupant.FREE):
            return face.say(EventText.NOT_RESERVED, seat=face.seat(seat))
        case SeatReserved(seat, occupant, name):
            words = EventText.RESERVED_BOT if occupant is Occupant.BOT else EventText.RESERVED
            return face.say(words, who=bot_or_name(occupant, name, face), seat=face.seat(seat))
        case _:
            assert_never(event)


def bot_or_name(occupant: Occupant, name: str, face: Face) -> str:
    """How well a bot plays that every server knows, or what somebody is called."""
    return face.say(BOT_NAMES[name]) if occupant is Occupant.BOT and name in BOT_NAMES else face.name(name)


def _contract(to: Listener, bidder: Seat, bid: Bid, multiplier: int) -> str:
    times = EventText.COINCHED_TIMES if multiplier == COINCHE else EventText.SURCOINCHED_TIMES
    return to.about(
        bidder,
        EventText.CONTRACT,
        EventText.YOUR_CONTRACT,
        bid=to.face.spoken_bid(bid),
        times=to.face.say(times, times=multiplier) if multiplier > 1 else "",
    )


def _about_declarations(
    event: BeloteSaid | DeclarationsAnnounced | HeightSaid | DeclarationsShown | DeclarationsResolved,
    to: Listener,
) -> str:
    face = to.face
    match event:
        case BeloteSaid(seat, word, _):
            return to.about(seat, EventText.SAYS, EventText.YOU_SAY, word=word.value)
        case DeclarationsAnnounced(seat, kinds):
            return to.about(seat, EventText.HAS, EventText.YOU_HAVE, what=", ".join(map(face.kind, kinds)))
        case HeightSaid(seat, kind, height):
            if height is None:
                return to.about(seat, EventText.NOT_BETTER, EventText.YOU_NOT_BETTER)
            return to.about(
                seat, EventText.HEIGHT, EventText.YOUR_HEIGHT, kind=face.kind(kind), height=face.spoken_rank(height)
            )
        case DeclarationsShown(seat, declarations):
            shown = (
                f"{face.kind(d.kind)} {' '.join(face.card(card) for card in in_order(d.cards))}" for d in declarations
            )
            return to.about(seat, EventText.SHOWS, EventText.YOU_SHOW, what=", ".join(shown))
        case DeclarationsResolved(team, points):
            if team is None:
                return face.say(EventText.RESOLVED_NONE)
            return face.say(EventText.RESOLVED, team=to.team(team), points=points)
        case _:
            assert_never(event)


def _about_match(
    event: MatchStarted | DealStarted | PackCut | HandDealt | ThrownIn | DealScored | MatchEnded, to: Listener
) -> str:
    face = to.face
    match event:
        case MatchStarted(rules):
            if rules.match.length is not None:
                return face.say(EventText.MATCH_OF, length=rules.match.length)
            return face.say(EventText.MATCH, target=rules.match.target)
        case DealStarted(deal, dealer, shuffled):
            other, you = (
                (EventText.DEAL, EventText.YOU_DEAL)
                if shuffled
                else (EventText.DEAL_GATHERED, EventText.YOU_DEAL_GATHERED)
            )
            return to.about(dealer, other, you, deal=deal)
        case PackCut(seat, at):
            return to.about(seat, EventText.CUTS, EventText.YOU_CUT, at=at)
        case HandDealt(seat, cards):
            if cards is None or seat is not to.seat:
                return ""
            words = EventText.HAND if len(cards) > AFTER_THE_AUCTION else EventText.MORE_CARDS
            return face.say(words, cards=", ".join(map(face.short_card, cards)))
        case ThrownIn():
            return face.say(EventText.THROWN_IN)
        case DealScored():
            return face.say(EventText[event.result.name])
        case MatchEnded(winner, totals):
            return outcome(winner, totals, to)
        case _:
            assert_never(event)


def outcome(winner: Team | None, totals: Points, to: Listener) -> str:
    """Who won the match."""
    if winner is None:
        return to.face.say(EventText.LEVEL, most=totals.NS)
    words = EventText.WON
    if to.seat is not None:
        words = EventText.WE_WON if winner is to.seat.team else EventText.THEY_WON
    return to.face.say(words, team=to.team(winner), most=totals[winner], least=totals[winner.other])


def _about_company(
    event: RecapStarted | WentOn | PauseAsked | Paused | PauseEnded | RematchAsked | Chatted, to: Listener
) -> str:
    match event:
        case PauseAsked(seat):
            return to.about(seat, EventText.PAUSE_ASKED, EventText.YOU_PAUSE_ASKED)
        case Paused():
            return to.face.say(EventText.PAUSED)
        case PauseEnded():
            return to.face.say(EventText.PAUSE_ENDED)
        case RematchAsked(seat):
            return to.about(seat, EventText.REMATCH_ASKED, EventText.YOU_REMATCH_ASKED)
        case Chatted(seat, name, text):
            words = EventText.CHATTED if seat is not None else EventText.CHATTED_WATCHING
            return to.face.say(words, name=to.face.name(name), text=to.face.name(text))
        case RecapStarted() | WentOn():
            return ""
        case _:
            assert_never(event)


def _about_table(
    event: SeatChanged | HostChanged | TimedOut | Struck | Forfeited | Claimed | TableClosed, to: Listener
) -> str:
    face = to.face
    match event:
        case SeatChanged(seat, Occupant.FREE):
            return face.say(EventText.FREED, seat=face.seat(seat))
        case SeatChanged(seat, _, _, False):
            return to.about(seat, EventText.AWAY, EventText.YOU_AWAY)
        case SeatChanged(seat, Occupant.BOT, name):
            who = bot_or_name(Occupant.BOT, name, face)
            return face.say(EventText.BOT_SITS, who=who, seat=face.seat(seat))
        case SeatChanged(seat, _, name):
            said = EventText.YOU_SIT if seat is to.seat else EventText.SITS
            return face.say(said, who=face.name(name), seat=face.seat(seat))
        case HostChanged(seat):
            return to.about(seat, EventText.HOST, EventText.YOU_HOST) if seat is not None else ""
        case TimedOut(seat):
            return to.about(seat, EventText.LATE, EventText.YOU_LATE)
        case Struck(seat, strikes):
            return to.about(seat, EventText.STRUCK, EventText.YOU_STRUCK, strikes=strikes)
        case Forfeited(seat):
            return to.about(seat, EventText.FORFEITED, EventText.YOU_FORFEITED)
        case Claimed(seat):
            return to.about(seat, EventText.CLAIMED, EventText.YOU_CLAIMED)
        case TableClosed():
            return face.say(EventText.CLOSED)
        case _:
            assert_never(event)
