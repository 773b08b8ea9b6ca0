"""Those who come to the server: applicants who wait to be let in, and invitations to a name. Pure.

The server tells the host of a table, who owns a name, who waits. A host lets in; only the operator refuses. Whom a host
puts off goes on waiting, and is shown again when the host asks.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from coinche.client.model.notices import ApplicantAnswered, NoInvitation
from coinche.client.model.people import Applicant, InvitationMade, Standing
from coinche.client.model.state import ClientState
from coinche.client.model.table import AtTable
from coinche.client.model.ui import Overlay
from coinche.client.texts.admission import Inviting, LettingIn
from coinche.connection.error_texts import Trouble
from coinche.protocol.errors import ErrorCode
from coinche.protocol.messages import Approve, Error, InvitePlayer, PlayerInvitation
from coinche.protocol.names import is_name, same_name

from .navigation import Done, Intent, RequestId, dismiss, sending, showing
from .text_entry import closed, open_field

LET_IN_KEY, PUT_OFF_KEY, INVITE_ONE_KEY = "f3", "f4", "f6"
_WHY_REFUSED: Mapping[str, Inviting] = {
    "not_members": Inviting.OPERATOR_ONLY,
    "no_name": Inviting.NO_NAME,
    "brought_in": Inviting.BROUGHT_IN,
    "address": Inviting.ADDRESS,
    "reserved": Inviting.RESERVED,
    "taken": Inviting.TAKEN,
    "too_many": Inviting.TOO_MANY,
}
"""The sentences for the server's reasons to refuse an invitation."""


# --- applicants ------------------------------------------------------------------------------------------------------


def told(state: ClientState, names: tuple[str, ...]) -> ClientState:
    """The state with all who wait now; those known before keep the time since which they do."""
    table = state.table
    if table is None or table.host is not table.seat:
        return state
    known = {applicant.name: applicant for applicant in table.applicants}
    applicants = tuple(_seen_again(known.get(name) or Applicant(name, state.now)) for name in names)
    return replace(state, table=replace(table, applicants=applicants))


def _seen_again(applicant: Applicant) -> Applicant:
    return replace(applicant, standing=Standing.WAITS) if applicant.standing is Standing.UNCONFIRMED else applicant


def unconfirmed(applicants: tuple[Applicant, ...]) -> tuple[Applicant, ...]:
    """The applicants after a loss of the connection: the server tells again who waits, unless nobody does."""
    return tuple(replace(applicant, standing=Standing.UNCONFIRMED) for applicant in applicants)


def waiting(table: AtTable | None, *standings: Standing) -> tuple[Applicant, ...]:
    """The applicants of that standing; without one, those who wait for an answer."""
    wanted = standings or (Standing.WAITS,)
    return tuple(one for one in table.applicants if one.standing in wanted) if table is not None else ()


def arrived(before: ClientState, after: ClientState) -> Applicant | None:
    """The first applicant who has come with this change, whom the host does not know yet."""
    known = {one.name for one in before.table.applicants} if before.table is not None else set()
    return next((one for one in waiting(after.table) if one.name not in known), None)


def may_let_in(state: ClientState) -> bool:
    """True for a host while somebody new waits for an answer."""
    return state.lesson is None and bool(waiting(state.table))


def may_review(state: ClientState) -> bool:
    """True for a host while all who wait were put off."""
    return not may_let_in(state) and bool(waiting(state.table, Standing.PUT_OFF))


def let_in_first(state: ClientState) -> Done:
    """Let in the first who waits."""
    return next((let_in(state, one.name) for one in waiting(state.table)), Done(state))


def put_off_first(state: ClientState) -> Done:
    """Do not let in the first who waits, for now."""
    return next((put_off(state, one.name) for one in waiting(state.table)), Done(state))


def let_in(state: ClientState, name: str) -> Done:
    """Let in the applicant of that name, and say so."""
    table = state.table
    if table is None:
        return Done(state)
    approval = RequestId.APPROVE + table.approvals
    done = sending(state, Approve(id=approval, name=name))
    if not done.send:
        return done
    asked = replace(table, approvals=table.approvals + 1)
    told = replace(done.state, table=asked, notice=ApplicantAnswered(LettingIn.ENTERS, name))
    return replace(done, state=_with(told, name, standing=Standing.LET_IN, approval=approval))


def put_off(state: ClientState, name: str) -> Done:
    """Do not let in the applicant of that name, for now, and say so."""
    told = replace(state, notice=ApplicantAnswered(LettingIn.PUT_OFF, name))
    return Done(_with(told, name, standing=Standing.PUT_OFF))


def _with(state: ClientState, name: str, **changes: object) -> ClientState:
    """The state with these changes of the applicant of that name."""
    table = state.table
    if table is None:
        return state
    applicants = tuple(
        replace(one, **changes) if one.name == name else one  # type: ignore[arg-type]
        for one in table.applicants
    )
    return replace(state, table=replace(table, applicants=applicants))


def review(state: ClientState) -> Done:
    """Show those again who were put off."""
    for one in waiting(state.table, Standing.PUT_OFF):
        state = _with(state, one.name, standing=Standing.WAITS)
    return Done(state)


def named(state: ClientState, name: str) -> Applicant | None:
    """The applicant of that name, however it is spelled, who has not been let in yet."""
    known = waiting(state.table, Standing.WAITS, Standing.PUT_OFF)
    return next((one for one in known if same_name(one.name) == same_name(name)), None)


# --- invitations ----------------------------------------------------------------------------------------------------


def why_no_invitation(state: ClientState) -> Inviting | None:
    """The reason why the person cannot invite anybody here; None if they may try."""
    if not state.members_invite:
        return Inviting.OPERATOR_ONLY
    return None if state.has_key else Inviting.GUESTS_DO_NOT


def ask_name(state: ClientState) -> Done:
    """Begin to enter the name of somebody to invite, or say why nobody can be."""
    why = why_no_invitation(state)
    return open_field(Overlay.INVITE)(state) if why is None else Done(replace(state, notice=NoInvitation(why)))


def invite_entered(state: ClientState) -> Done:
    """Ask for an invitation to the name that was entered; without a name, close the line."""
    name = " ".join(state.ui.entry.text.split())
    return invite(name)(closed(state)) if name else showing(closed(state))


def invite(name: str) -> Intent:
    """Ask the server for an invitation to that name."""

    def intent(state: ClientState) -> Done:
        if (why := why_no_invitation(state)) is not None:
            return Done(replace(state, notice=NoInvitation(why)))
        if not is_name(name):
            return Done(replace(state, notice=NoInvitation(Trouble.BAD_NAME, name)))
        return sending(state, InvitePlayer(id=RequestId.INVITE, name=name))

    return intent


def invited(state: ClientState, message: PlayerInvitation) -> ClientState:
    """The state with the page of the invitation that the server has made."""
    ui = replace(state.ui, overlay=Overlay.INVITED, behind=None, scroll=0)
    made = InvitationMade(message.name, message.secret, message.until)
    return replace(state, ui=ui, invitation=made)


def show_code(state: ClientState) -> Done:
    """Turn from the links of the invitation to the code alone, or back; without one, close the page."""
    if state.invitation is None:
        return dismiss(state)
    there = Overlay.PHONE if state.ui.overlay is Overlay.INVITED else Overlay.INVITED
    return showing(state, overlay=there, scroll=0)


def has_code(state: ClientState) -> bool:
    """True where the server shows browsers a page, whose link the code has."""
    return bool(state.web_link)


def refused(state: ClientState, error: Error) -> ClientState:
    """The state after an error: it says why there is no invitation, or that an applicant waits no more."""
    if error.re == RequestId.INVITE and error.code is ErrorCode.FORBIDDEN:
        why = _WHY_REFUSED.get(str(error.data.get("reason")), Inviting.REFUSED)
        return replace(state, notice=NoInvitation(why))
    one = next((one for one in waiting(state.table, Standing.LET_IN) if one.approval == error.re), None)
    if one is None or state.table is None:
        return state
    if error.code is not ErrorCode.FORBIDDEN:  # the server is too busy
        return _with(state, one.name, standing=Standing.WAITS)
    applicants = tuple(other for other in state.table.applicants if other is not one)
    there = replace(state, table=replace(state.table, applicants=applicants))
    return replace(there, notice=ApplicantAnswered(LettingIn.GONE, one.name))
