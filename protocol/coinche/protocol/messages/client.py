"""The messages of clients: one class each, with the bounds of its fields."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from coinche.engine.seats import Seat
from coinche.protocol.limits import MAX_CHAT, MAX_NOTATION
from coinche.protocol.names import checked_name, checked_text

from .archive import OfTheArchive
from .bidding_systems import OwnSystem
from .ladder import OfTheLadder
from .lending import Accept, Decline, ProviderAnswer
from .opening import CreateTable
from .types import (
    Auth,
    ClientMessage,
    HintLanguage,
    Name,
    Number,
    Proof,
    Role,
    Secret,
    TableId,
)


class Hello(ClientMessage, frozen=True, kw_only=True, tag="hello"):
    """The first message: who speaks, which versions, as what. `program` is true for software without a person."""

    versions: tuple[int, int]
    name: Name
    software: Annotated[str, Meta(max_length=64)] = ""
    role: Role = Role.PLAYER
    program: bool = False
    auth: Auth = Auth.GUEST
    session: Annotated[str, Meta(max_length=32)] | UnsetType = UNSET
    key: Secret | UnsetType = UNSET
    """The public key, with `ed25519`."""
    nonce: Secret | UnsetType = UNSET
    """32 random bytes of the client's own, with `ed25519` and `invitation`."""
    invitation: Secret | UnsetType = UNSET
    """The id of the invitation, with `invitation`."""
    want: Annotated[tuple[str, ...], Meta(max_length=32)] = ()
    need: Annotated[tuple[str, ...], Meta(max_length=32)] = ()

    def __post_init__(self) -> None:
        checked_name(self.name)
        if self.auth is Auth.ED25519 and UNSET in (self.key, self.nonce):
            raise ValueError("to sign in with ed25519 takes `key` and `nonce`")
        if self.auth is Auth.INVITATION and UNSET in (self.invitation, self.nonce):
            raise ValueError("to redeem an invitation takes `invitation` and `nonce`")


class Prove(ClientMessage, frozen=True, kw_only=True, tag="prove"):
    """The answer to `welcome` of a client that resumes, or has a token, a key or an invitation.

    `auth` has the proofs: an HMAC for a secret or a token, a signature for a key; for an invitation either.
    """

    proof: Proof
    n: Number = 0


class Join(ClientMessage, frozen=True, kw_only=True, tag="join"):
    """Sit down at a table: on that seat, or on the first that is free. A private one takes a `proof`, see `auth`.

    In mid-deal the seat comes at the next deal.
    """

    table: TableId
    seat: Seat | UnsetType = UNSET
    proof: Secret | UnsetType = UNSET


class Watch(ClientMessage, frozen=True, kw_only=True, tag="watch"):
    """Follow a table without a seat. A private one takes a `proof`, see `auth`.

    With `eyes`, as the player of that seat sees it: only where every deal is over before it is shown. Who watches a
    table already may say it again for other eyes.
    """

    table: TableId
    proof: Secret | UnsetType = UNSET
    eyes: Seat | UnsetType = UNSET


class Leave(ClientMessage, frozen=True, kw_only=True, tag="leave"):
    """Get up, or stop watching. A seat left in mid-match goes to a bot."""

    table: TableId


class AddBot(ClientMessage, frozen=True, kw_only=True, tag="add_bot"):
    """Fill a free seat, or all of them, with a bot of that kind. The host may name a bot's seat, for another bot."""

    table: TableId
    bot: Annotated[str, Meta(max_length=32)] = "steady"
    seat: Seat | UnsetType = UNSET


class SwapSeats(ClientMessage, frozen=True, kw_only=True, tag="swap_seats"):
    """The host has those two seats change what sits on them, before the first deal; either may be free."""

    table: TableId
    seats: tuple[Seat, Seat]

    def __post_init__(self) -> None:
        if self.seats[0] is self.seats[1]:
            raise ValueError("two different seats are swapped")


class ClearSeat(ClientMessage, frozen=True, kw_only=True, tag="clear_seat"):
    """The host frees a seat before the first deal: its bot goes, or its player leaves the table."""

    table: TableId
    seat: Seat


class Begin(ClientMessage, frozen=True, kw_only=True, tag="begin"):
    """The host of a table that was opened with `hold` has the first match begin; bots of that kind take free seats."""

    table: TableId
    bots: Annotated[str, Meta(max_length=32)] | UnsetType = UNSET


class Act(ClientMessage, frozen=True, kw_only=True, tag="act"):
    """The answer to a request: an action in notation.

    A coinche or surcoinche may come unasked: without `request`, but with `after`, the number of the last event that its
    sender had seen. It counts for the bid that stood then, and for no other.
    """

    table: TableId
    request: Number | UnsetType = UNSET
    after: Number | UnsetType = UNSET
    action: Annotated[str, Meta(max_length=MAX_NOTATION)]

    def __post_init__(self) -> None:
        if (self.request is UNSET) is (self.after is UNSET):
            raise ValueError("an act has either `request`, or unasked `after`")


class GetHint(ClientMessage, frozen=True, kw_only=True, tag="get_hint"):
    """Ask for the action that the best bot advises for one's own live request, and the reason for it."""

    table: TableId
    language: HintLanguage


class GoOn(ClientMessage, frozen=True, kw_only=True, tag="go_on"):
    """The recap has been read, or the pause may end."""

    table: TableId


class Claim(ClientMessage, frozen=True, kw_only=True, tag="claim"):
    """All tricks that are left are mine, whatever the others hold: sent in place of a card to lead."""

    table: TableId
    request: Number


class Pause(ClientMessage, frozen=True, kw_only=True, tag="pause"):
    """Let the clocks stand; they do when all people at the table want it."""

    table: TableId


class Rematch(ClientMessage, frozen=True, kw_only=True, tag="rematch"):
    """Another match, said while the recap of the last deal lies; it begins when all people at the table want it."""

    table: TableId


class Undo(ClientMessage, frozen=True, kw_only=True, tag="undo"):
    """Take back one's own last action at a practice table, with all that has followed.

    The match goes on from before it at another table: its sender gets `left` with the reason `undone`, then `joined`.
    """

    table: TableId


class VoteOut(ClientMessage, frozen=True, kw_only=True, tag="vote_out"):
    """Vote to give that seat to a bot, because its player stalls. A bot gets it once most of the other people agree."""

    table: TableId
    seat: Seat


class Admit(ClientMessage, frozen=True, kw_only=True, tag="admit"):
    """Let the newcomer of that name, who waits for that seat, have it in mid-deal.

    That takes the agreement of all who were dealt a hand, who have to be people and to be there still.
    """

    table: TableId
    seat: Seat
    name: Name


class DeclareSystem(ClientMessage, frozen=True, kw_only=True, tag="declare_system"):
    """Declare the meaning of one's calls, for everybody at the table. A provider names a `seat` that it plays."""

    table: TableId
    system: OwnSystem
    seat: Seat | UnsetType = UNSET


class Pledge(ClientMessage, frozen=True, kw_only=True, tag="pledge"):
    """The answer to `share_wanted` with stage `pledge`: a hash that binds its sender to a share. See `fairness`."""

    table: TableId
    match: Number
    deal: Number
    pledge: Secret


class Share(ClientMessage, frozen=True, kw_only=True, tag="share"):
    """The answer to `share_wanted` with stage `share`: 32 random bytes of the sender's own. See `fairness`."""

    table: TableId
    match: Number
    deal: Number
    share: Secret


class Chat(ClientMessage, frozen=True, kw_only=True, tag="chat"):
    """Say something to everybody at the table."""

    table: TableId
    text: Annotated[str, Meta(min_length=1, max_length=MAX_CHAT)]

    def __post_init__(self) -> None:
        checked_text(self.text)


class LobbyChat(ClientMessage, frozen=True, kw_only=True, tag="lobby_chat"):
    """Say something to everybody in the lobby, as a client that is at no table."""

    text: Annotated[str, Meta(min_length=1, max_length=MAX_CHAT)]

    def __post_init__(self) -> None:
        checked_text(self.text)


class CallToTable(ClientMessage, frozen=True, kw_only=True, tag="call_to_table"):
    """Tell everybody in the lobby that a player is wanted at the table where one sits."""

    table: TableId


class InvitePlayer(ClientMessage, frozen=True, kw_only=True, tag="invite_player"):
    """The owner of a name invites somebody to a name of their own, where the operator lets players do that."""

    name: Name

    def __post_init__(self) -> None:
        checked_name(self.name)


class Approve(ClientMessage, frozen=True, kw_only=True, tag="approve"):
    """The host of a table lets in the newcomer of that name, who waits for that, as the owner of a name."""

    name: Name


class Ping(ClientMessage, frozen=True, kw_only=True, tag="ping"):
    """Are you there? Answered with a pong of the same `data`."""

    data: Annotated[str, Meta(max_length=64)] = ""


class Pong(ClientMessage, frozen=True, kw_only=True, tag="pong"):
    """The answer to the server's ping."""

    data: Annotated[str, Meta(max_length=64)] = ""


class Bye(ClientMessage, frozen=True, kw_only=True, tag="bye"):
    """The client is leaving; its seats go to bots at once."""


AtTable = (
    Join
    | Watch
    | Leave
    | AddBot
    | SwapSeats
    | ClearSeat
    | Begin
    | Act
    | Claim
    | GetHint
    | GoOn
    | Pause
    | Rematch
    | Undo
    | VoteOut
    | Admit
    | DeclareSystem
    | Pledge
    | Share
    | Chat
    | Accept
    | Decline
)
"""Messages to an existing table: its id is in `table`."""

OfTheLobby = LobbyChat | CallToTable
"""Messages to those in the lobby."""

OfMembers = InvitePlayer | Approve
"""Messages by which owners of names bring in others."""

FromClient = (
    Hello
    | Prove
    | CreateTable
    | AtTable
    | OfTheLobby
    | OfTheLadder
    | OfMembers
    | OfTheArchive
    | ProviderAnswer
    | Ping
    | Pong
    | Bye
)
"""Every message of a client."""
