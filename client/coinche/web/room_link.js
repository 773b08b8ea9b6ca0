/** The link of a table for friends, as a text and as a code, and the way to invite somebody to a name where members may. */

import { button, el, setShown, setText } from "./dom.js";
import { isLocal, linkField, pageAddress } from "./link.js";

/** @param {import("./main.js").App} app */
export function linkToPassOn(app) {
  const { say } = app;
  const label = say("link_for_friends");
  const link = linkField(app, label, () => say("invited_by", { by: app.state.name, name: app.state.table.name }));
  const words = el("p", { hidden: true });
  const here = el("p.quiet", { text: say("link_only_here"), hidden: true });
  const code = codeOfLink(say);
  const invite = button(say("invite_somebody"), async () => (await import("./invite.js")).openInvite(app), "quiet");
  setShown(invite, app.state.membersInvite);
  const node = el("section.link", {}, el("h2", { text: label }), ...link.nodes, words, here, code.node, invite);
  return {
    node,
    forget: link.forget,
    update(table, passphrase) {
      const page = pageAddress(location, app.state.web);
      const url = page + fragmentOf(table, app.state.name);
      link.show(url);
      code.show(url);
      setShown(here, isLocal(new URL(page)));
      setText(words, say("passphrase_is", { passphrase: passphrase ?? "" }));
      setShown(words, typeof passphrase === "string");
    },
  };
}

/** The code of a link, which is drawn once somebody wants it. */
function codeOfLink(say) {
  const node = el("details", {}, el("summary", { text: say("show_code") }));
  let url = "";
  let drawn = null;
  const draw = async () => {
    if (!node.open || drawn === url) return;
    drawn = url;
    const { qrPicture } = await import("./qr.js");
    node.replaceChildren(node.firstChild, qrPicture(url, say("code_of_link")) ?? say("no_code"));
  };
  node.addEventListener("toggle", draw);
  return {
    node,
    show(link) {
      url = link;
      draw();
    },
  };
}

/** The fragment of a link that leads to a table, and says who invites to it. */
const fragmentOf = ({ table, name }, by) => `#${[table, by, name].map(inLink).join("&")}`;

/** A word as links have it; some programs take a `!` or a bracket at the end for the end of the sentence. */
const inLink = (word) =>
  encodeURIComponent(word).replace(/[!'()*.~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
