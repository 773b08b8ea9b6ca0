/** Links to pass on: the page's address for others, and a field with a link to be shared or copied. */

import { button, el, setAttribute, setShown, setText } from "./dom.js";

/** What became of the link is told for so long, in ms. */
const TOLD = 8000;

/**
 * @param {import("./main.js").App} app
 * @param {string} label
 * @param {() => string} [text] The words that are shared with the link.
 * @returns {{nodes: HTMLElement[], show: (link: string) => void, forget: () => void}} The last node says whether it was
 *   copied, for a while.
 */
export function linkField({ say }, label, text) {
  const address = el("input", { readonly: true, "aria-label": label, onfocus: () => address.select() });
  const told = el("p", { role: "status", hidden: true });
  let going;
  const tell = (key) => {
    clearTimeout(going);
    setText(told, key === "" ? "" : say(key));
    setShown(told, key !== "");
    if (key !== "") going = setTimeout(tell, TOLD, "");
  };
  const copy = button(say("copy_link"), async () => {
    const link = address.value;
    const key = (await copied(address)) ? "copied" : "copy_by_hand";
    if (address.value === link) tell(key);
  });
  const share = () => navigator.share({ title: say("title"), text: text?.(), url: address.value }).catch(() => {});
  const buttons = navigator.share === undefined ? [copy] : [button(say("share_link"), share), copy];
  setAttribute(buttons[0], "class", "primary");
  return {
    nodes: [address, el("div.actions", {}, ...buttons), told],
    forget: () => tell(""),
    show(link) {
      if (address.value !== link) address.value = link;
    },
  };
}

/** The address of the page for others: on the server's own machine that which the server names, if it does. */
export const pageAddress = (here, web) => (isLocal(here) && web !== "" ? web : `${here.origin}/`);

/** True if an address is of this machine alone. */
export const isLocal = ({ hostname }) => ["localhost", "127.0.0.1", "[::1]"].includes(hostname);

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
