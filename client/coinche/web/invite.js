/** The dialog that invites somebody to a name: the name, then the link, which the server tells once. */

import { LONGEST_NAME } from "./connection.js";
import { labelled, openDialog, refusalLine } from "./dialog.js";
import { el, setShown, setText } from "./dom.js";
import { isLocal, linkField, pageAddress } from "./link.js";
import { when } from "./matches.js";
import { qrPicture } from "./qr.js";

/** @param {import("./main.js").App} app */
export async function openInvite(app) {
  await app.say.add("admission");
  await openDialog(app, "invite_somebody", () => inviteForm(app));
}

/** The reason why nobody can be invited, as the key of a text; null if the server may be asked. */
export function whyNot({ state, connection }) {
  if (!state.membersInvite) return "cannot_invite_not_members";
  return Object.values(connection.identity.kept.tokens ?? {}).some(Boolean) ? null : "cannot_invite_no_name";
}

function inviteForm(app) {
  const { say } = app;
  const why = whyNot(app);
  if (why !== null) return { node: el("p", { text: say(why) }) };
  const name = el("input", { required: true, autofocus: true, maxlength: LONGEST_NAME, autocomplete: "off" });
  const refusal = refusalLine(app);
  const invite = el("button.primary", { type: "submit", text: say("make_invitation") });
  const made = el("div.sections", { hidden: true });
  const submit = async (event) => {
    event.preventDefault();
    const wanted = name.value.trim();
    if (wanted === "") return name.focus();
    invite.disabled = true;
    const answer = await refusal.ask({ type: "invite_player", name: wanted }, "cannot_invite");
    invite.disabled = false;
    setShown(made, answer !== null);
    if (answer === null) return;
    made.replaceChildren(...invitationOf(app, answer));
    name.value = "";
    made.querySelector("input").focus();
  };
  const about = el("p.quiet", { text: say("about_invitation") });
  const field = labelled(say("their_name"), name);
  const form = el("form", { novalidate: true, onsubmit: submit }, field, about, refusal.node, invite);
  return {
    node: el("div.sections", {}, form, made),
    update({ link }) {
      if (link !== "ready") invite.disabled = false; // the answer was lost with the connection
    },
  };
}

/** An invitation as it is shown: for whom and until when, its link, and the code of that. */
function invitationOf(app, { name, secret, until }) {
  const { say } = app;
  const label = say("invitation_for", { name });
  const page = pageAddress(location, app.state.web);
  const url = `${page}#t1.${secret}`;
  const link = linkField(app, label);
  link.show(url);
  const code = qrPicture(url, say("code_of_link"));
  const here = isLocal(new URL(page)) ? [el("p.quiet", { text: say("link_only_here") })] : [];
  const ends = el("p", { text: say("ends_at", { at: when(until) }) });
  return [
    el("h2", { text: label }),
    el("div.link", {}, ...link.nodes),
    ends,
    ...(code === null ? [] : [code]),
    ...here,
  ];
}
