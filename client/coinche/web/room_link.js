/** The link of a table for friends, to be shared or copied. */

import { button, el, setAttribute, setShown, setText } from "./dom.js";

/** @param {import("./main.js").App} app */
export function linkToPassOn(app) {
  const { say } = app;
  const label = say("link_for_friends");
  const address = el("input", { readonly: true, "aria-label": label, onfocus: () => address.select() });
  const words = el("p", { hidden: true });
  const told = el("p", { role: "status", hidden: true });
  const here = el("p.quiet", { text: say("link_only_here"), hidden: true });
  const tell = (key) => {
    setText(told, key === "" ? "" : say(key));
    setShown(told, key !== "");
  };
  const copy = button(say("copy_link"), async () => {
    const link = address.value;
    const key = (await copied(address)) ? "copied" : "copy_by_hand";
    if (address.value === link) tell(key);
  });
  const buttons = navigator.share === undefined ? [copy] : [shareButton(app, address), copy];
  setAttribute(buttons[0], "class", "primary");
  const title = el("h2", { text: label });
  const node = el("section.link", {}, title, address, el("div.actions", {}, ...buttons), told, words, here);
  return {
    node,
    forget: () => tell(""),
    update(table, passphrase) {
      const page = pageAddress(location, app.connection.welcome?.web);
      const link = page + fragmentOf(table, app.state.name);
      if (address.value !== link) address.value = link;
      setShown(here, isLocal(new URL(page)));
      setText(words, say("passphrase_is", { passphrase: passphrase ?? "" }));
      setShown(words, passphrase !== undefined);
    },
  };
}

function shareButton({ say, state }, address) {
  const text = () => say("invited_by", { by: state.name, name: state.table.name });
  const share = () => navigator.share({ title: say("title"), text: text(), url: address.value }).catch(() => {});
  return button(say("share_link"), share);
}

/** The address of the page for others: on the server's own machine that which the server names, if it does. */
export const pageAddress = (here, web) => (isLocal(here) && web !== undefined ? web : `${here.origin}/`);

/** What leads to a table, and says who invites to it. */
const fragmentOf = ({ table, name }, by) => `#${[table, by, name].map(inLink).join("&")}`;

/** A word as links have it; some programs take a `!` or a bracket at the end for the end of the sentence. */
const inLink = (word) =>
  encodeURIComponent(word).replace(/[!'()*.~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

const isLocal = ({ hostname }) => ["localhost", "127.0.0.1", "[::1]"].includes(hostname);

/** Copy the text of a field; without TLS a page has no clipboard but that of the selection. */
async function copied(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.select();
    return document.execCommand("copy");
  }
}
