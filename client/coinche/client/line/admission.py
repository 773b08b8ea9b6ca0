"""Line mode: who waits to be let into the server, the words that answer, and invitations to a name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from coinche.client.keys import conditions
from coinche.client.line.command_result import Obeyed, ObeyWords, not_now
from coinche.client.model.people import Applicant, Standing
from coinche.client.model.state import ClientState
from coinche.client.model.ui import Overlay
from coinche.client.texts.admission import Inviting, LettingIn
from coinche.client.texts.line_mode import Typed
from coinche.client.update import admission, navigation
from coinche.client.update.navigation import Done
from coinche.client.views.banner import minutes
from coinche.client.views.invitation import drawing_of_invitation, told_of, ways
from coinche.text.formatting import Face


def who_waits(state: ClientState, words: list[str], face: Face) -> Obeyed:
    """Tell who waits, those who were put off, too."""
    rows = tuple(_row(one, state, face) for one in admission.waiting(state.table, Standing.WAITS, Standing.PUT_OFF))
    return Obeyed(Done(state), rows or (face.say(LettingIn.NOBODY),))


def _row(one: Applicant, state: ClientState, face: Face) -> str:
    words = LettingIn.ROW_PUT_OFF if one.standing is Standing.PUT_OFF else LettingIn.ROW
    return face.say(words, who=face.name(one.name), time=minutes(max(0, int(state.now - one.since))))


def answering(answer: Callable[[ClientState, str, Face], Obeyed]) -> ObeyWords:
    """The command that lets in, or puts off, the applicant who is named, or the first."""

    def obey(state: ClientState, words: list[str], face: Face) -> Obeyed:
        known = admission.waiting(state.table, Standing.WAITS, Standing.PUT_OFF)
        if not known:
            return Obeyed(Done(state), (face.say(LettingIn.NOBODY),))
        found = admission.named(state, " ".join(words)) if words else known[0]
        if found is None:
            return Obeyed(Done(state), (face.say(LettingIn.NO_SUCH), *who_waits(state, [], face).answers))
        return answer(state, found.name, face)

    return obey


def _let_in(state: ClientState, name: str, face: Face) -> Obeyed:
    return Obeyed(admission.let_in(state, name))


def _put_off(state: ClientState, name: str, face: Face) -> Obeyed:
    """Put the applicant off; in place of a key, the answer names the word that lists who waits."""
    done = admission.put_off(state, name)
    said = face.say(LettingIn.PUT_OFF_TYPED, who=face.name(name), typed=face.say(LettingIn.TYPED_WHO))
    return Obeyed(replace(done, state=replace(done.state, notice=None)), (said,))


let_in, put_off = answering(_let_in), answering(_put_off)


def invite_somebody(state: ClientState, words: list[str], face: Face) -> Obeyed:
    """Ask for an invitation to the name; without one, tell how others join."""
    if words and conditions.can_ask_for_invitation(state):
        return Obeyed(admission.invite(" ".join(words))(state))
    if words or not conditions.can_read_how_to_join(state):
        return Obeyed(Done(state), (not_now(state, face.say(Typed.INVITE), face),))
    lines = tuple(line for way in ways(state, face) for line in (way.sentence, *way.lines))
    by_name = (face.say(Inviting.HOW),) if admission.why_no_invitation(state) is None else ()
    return Obeyed(Done(state), (*lines, *by_name))


def put_away(state: ClientState) -> ClientState:
    """The state without the page of an invitation, which has been told."""
    return navigation.dismiss(state).state if state.ui.overlay is Overlay.INVITED else state


def news(before: ClientState, after: ClientState, face: Face) -> Iterator[str]:
    """The lines for an applicant who has come, and for an invitation that was made."""
    if (arrived := admission.arrived(before, after)) is not None:
        yield face.say(LettingIn.HOW, who=face.name(arrived.name))
    made = after.invitation
    if made is not None and made is not before.invitation:
        yield from (line for way in told_of(after, made, face) for line in (way.sentence, *way.lines))
        yield from drawing_of_invitation(after, face)
