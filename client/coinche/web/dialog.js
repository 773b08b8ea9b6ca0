/** Dialogs: native ones, so that Esc closes them, the focus stays in them, and the page behind is out of reach. */

import { button, el, setShown, setText } from "./dom.js";
import { loadMore } from "./later.js";
import { errorText } from "./words.js";

/** Dialogs that were opened from one another; the last is shown, and closing it shows the one before. */
const opened = [];

/**
 * Open a dialog over the page, in place of one that is open.
 *
 * @param {import("./main.js").App} app
 * @param {string} name Its class, and the key of its title.
 * @param {(close: () => void, dialog: HTMLDialogElement) => {node: Node, update?: (state: object) => void}} fill Makes
 *   what is in it, once the texts are there; `update` is called as the state changes.
 * @returns {Promise<void>}
 */
export async function openDialog(app, name, fill) {
  await loadMore(app);
  if (document.querySelector(`dialog.${name}`) !== null) return; // a second tap while the first was loading
  const { say } = app;
  const dialog = el(`dialog.${name}`, { "aria-label": say(name) });
  const shown = { update: (state) => content.update?.(state) };
  const gone = () => {
    app.dialogs.delete(shown);
    dialog.remove();
    leaveOut(dialog);
  };
  const close = () => (dialog.open ? dialog.close() : gone());
  const content = fill(close, dialog);
  const head = el("header", {}, el("h1", { text: say(name) }), closeButton(say, close));
  dialog.append(el("div", {}, head, content.node));
  dialog.addEventListener("click", ({ target }) => target === dialog && close());
  dialog.addEventListener("close", () => dialog === opened.at(-1) && gone()); // else another has taken its place
  document.body.append(dialog);
  app.dialogs.add(shown);
  shown.update(app.state);
  if (dialog.isConnected) show(dialog); // unless there is nothing for it any more
}

function show(dialog) {
  opened.at(-1)?.close();
  opened.push(dialog);
  dialog.showModal();
  hold();
}

/** Forget a dialog that has closed, and show the one before it. */
function leaveOut(dialog) {
  const place = opened.indexOf(dialog);
  if (place < 0) return;
  opened.splice(place, 1);
  if (opened.length === 0) {
    letGo();
    return;
  }
  if (!opened.at(-1).open) opened.at(-1).showModal();
  hold();
}

// --- the browser's way back closes a dialog, as Esc does -----------------------------------------------

/** Whether the page's entry in the browser's history is that of an open dialog: going back only leaves that entry. */
const isHeld = () => history.state?.dialog === true;

const hold = () => isHeld() || history.pushState({ dialog: true }, "");

let isLeaving = false; // the entry, because the last dialog has closed, and nobody has gone back

function letGo() {
  if (!isHeld() || isLeaving) return;
  isLeaving = true;
  history.back();
}

addEventListener("popstate", () => {
  if (!isLeaving) opened.at(-1)?.close();
  else if (opened.length > 0) hold(); // one was opened meanwhile
  isLeaving = false;
});

const closeButton = (say, close) => button(say("close"), close, "quiet");

/**
 * A line in which a refusal is told; `ask` sends a message and returns its answer, null after a refusal.
 *
 * A message that is FORBIDDEN for no reason that the server names may have a text of its own for that.
 */
export function refusalLine(app) {
  const node = el("p.wrong", { role: "alert", hidden: true });
  return {
    node,
    async ask(message, forbidden) {
      const answer = await app.ask(message);
      const refused = answer.type === "error";
      const isOwn = answer.code === "FORBIDDEN" && answer.data?.reason === undefined && forbidden !== undefined;
      setText(node, isOwn ? app.say(forbidden) : refused ? errorText(app.say, answer) : "");
      setShown(node, refused);
      return refused ? null : answer;
    },
  };
}

/** A field with its label before it; a box to be ticked stands before its label. */
export function labelled(text, field) {
  const name = el("span", { text });
  return field.type === "checkbox" ? el("label.tick", {}, field, name) : el("label.field", {}, name, field);
}

/** A list to choose from. @param {readonly [string, string][]} options Each value with its text. */
export function choice(options, given = {}) {
  return el("select", given, ...options.map(([value, text]) => el("option", { value, text })));
}
