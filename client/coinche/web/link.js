/** Links to pass on: the page's address for others, and a field with a link to be shared or copied. */

import { button, el, setAttribute, setShown, setText } from "./dom.js";

/** What became of the link is told for so long, in ms. */
const TOLD = 8000;

/**
 * @param {import("./main.js").App} app
 * @param {string} label
 * @param {() => string} [text] The words that are shared with the link.
 * @returns {{nodes: HTMLElement[], show: (link: string) => void, forget: () => void}} The button says for a
 *   while that it was copied, the last node says it to a screen reader.
 */
export function linkField({ say }, label, text) {
  const address = el("input", { readonly: true, "aria-label": label, onfocus: () => address.select() });
  const byHand = el("p", { text: say("copy_by_hand"), hidden: true });
  const copy = tellingButton(say("copy_link"), async () => {
    const link = address.value;
    const isCopied = await copied(address);
    if (address.value !== link) return;
    setShown(byHand, !isCopied);
    copy.tell(say(isCopied ? "copied" : "copy_by_hand"), isCopied ? say("copied") : say("copy_link"));
  });
  const share = () => navigator.share({ title: say("title"), text: text?.(), url: address.value }).catch(() => {});
  const buttons = navigator.share === undefined ? [copy.node] : [button(say("share_link"), share), copy.node];
  setAttribute(buttons[0], "class", "primary");
  return {
    nodes: [address, el("div.actions", {}, ...buttons), byHand, copy.told],
    forget() {
      copy.forget();
      setShown(byHand, false);
    },
    show(link) {
      if (address.value !== link) address.value = link;
    },
  };
}

/**
 * A button that tells in its own place what became of its tap, for a while: nothing around it moves.
 *
 * @param {string} text
 * @param {() => void} onclick
 * @returns {{node: HTMLElement, told: HTMLElement, tell: (sentence: string, short: string) => void, forget: () => void}}
 *   `told` has the sentence for a screen reader, the button a short one.
 */
export function tellingButton(text, onclick) {
  const node = button(text, onclick);
  const told = el("p.unseen", { role: "status" });
  let going;
  const forget = () => {
    clearTimeout(going);
    setText(told, "");
    setText(node, text);
    node.style.minWidth = "";
  };
  return {
    node,
    told,
    forget,
    tell(sentence, short) {
      forget();
      node.style.minWidth = `${node.getBoundingClientRect().width}px`;
      setText(told, sentence);
      setText(node, short);
      going = setTimeout(forget, TOLD);
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
