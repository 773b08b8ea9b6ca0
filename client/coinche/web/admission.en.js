/** The texts in English of those who come to the server: newcomers to be let in, and invitations to a name. */
export const TEXTS = {
  // newcomers
  at_the_door: "{name} is at the door.",
  and_more: "and {count} more",
  let_in: "Let in",
  not_now: "Not now",
  lets_in: "You let {name} in.",
  put_off: "{name} goes on waiting: only the server's operator can refuse. The menu shows who waits.",
  waits_no_more: "{name} no longer waits.",
  // invitations
  their_name: "Their name",
  make_invitation: "Invite",
  about_invitation:
    "The link gives this name for good to the first person who opens it: send it to that person alone.",
  invitation_for: "Invitation for {name}",
  ends_at: "It ends on {at}. Copy the link now: it is kept nowhere.",
  only_operator_invites: "On this server only the operator invites people by name: ask them.",
  guests_do_not_invite: "You are a guest: only players who own their name, by an invitation, can invite.",
  cannot_invite: "No invitation: that name is taken or reserved, or five of your invitations have not ended.",
};
