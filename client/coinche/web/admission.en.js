/** The texts in English of those who come to the server: applicants to be let in, and invitations to a name. */
export const TEXTS = {
  // those who wait to be let in
  is_at_the_door: "{name} is at the door.",
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
  cannot_invite_not_members: "On this server only the operator invites people by name: ask them.",
  cannot_invite_no_name: "You are a guest: only players who own their name, by an invitation, can invite.",
  cannot_invite_brought_in: "Another player brought you in not long ago: you cannot invite anybody yourself yet.",
  cannot_invite_address: "That is an address, not a name. Choose another.",
  cannot_invite_reserved: "That name is reserved for somebody who is already invited. Choose another.",
  cannot_invite_taken: "That name is taken: it belongs to another player. Choose another.",
  cannot_invite_too_many: "Too many of your invitations are still open: wait until one is used or ends.",
  cannot_invite: "No invitation: that name is taken or reserved, or too many of your invitations are still open.",
};
