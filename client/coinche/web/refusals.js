/** The reasons why a sign-in is refused. */

import { known } from "./texts.js";

/** The reasons for which an invitation brings no name. */
const INVITATIONS = ["invitation_unknown", "invitation_used", "invitation_ended"];

/** The reason why a sign-in was refused, in the reader's language: that of the server itself is in English. */
export function whyNotIn(app, { code, data = {} }) {
  const key = reasonNotIn(code, data);
  return known(app.say, key, data) ?? app.say("not_let_in");
}

function reasonNotIn(code, data) {
  if (code === "NAME_TAKEN") return "name_taken";
  if (code === "UNSUPPORTED") return "unsupported";
  if (code !== "AUTH_FAILED") return "not_let_in";
  if (data.by === "operator") return data.reason ? "banned_because" : "banned";
  if (INVITATIONS.includes(data.reason)) return data.reason;
  if (data.missing?.includes("invitation")) return "only_invited";
  return data.missing?.includes("key") ? "no_guests" : "not_let_in";
}
