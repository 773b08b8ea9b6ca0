/** Dialogs: native ones, so that Esc closes them, the focus stays in them, and the page behind is out of reach. */

import { button, el, setShown, setText } from "./dom.js";
import { loadMore } from "./later.js";
import { errorText, known } from "./texts.js";

/** The dialogs that were opened from one another; the last is shown, and closing it shows the one before. */
const stack = [];

/**
 * Open a dialog over the page, in place of one that is open.
 *
 * @param {import("./main.js").App} app
 * @param {string} name Its class, and the key of its title.
 * @param {(close: () => void, dialog: HTMLDialogElement) => {node: Node, update?: (state: object) => void}} fill Makes
 *   what is in it, once the texts are there; `update` is called as the state changes.
 * @param {{title?: string}} [values] Values in its title; `title` is the key of one that is not its name.
 * @returns {Promise<void>}
 */
export async function openDialog(app, name, fill, { title = name, ...values } = {}) {
  await loadMore(app);
  if (document.querySelector(`dialog.${name}`) !== null) return; // a second tap while the first was loading
  const { say } = app;
  const dialog = el(`dialog.${name}`, { "aria-label": say(title, values) });
  const view = { update: (state) => content.update?.(state) };
  const remove = () => {
    app.dialogs.delete(view);
    dialog.remove();
    removeFromStack(dialog);
  };
  const close = () => {
    if (dialog.open) dialog.close();
    remove(); // at once: what is opened next does not come back to it
  };
  const content = fill(close, dialog);
  const head = el("header", {}, el("h1", { text: say(title, values) }), closeButton(say, close, stack.length > 0));
  dialog.append(el("div", {}, head, content.node));
  dialog.addEventListener("click", ({ target }) => target === dialog && close());
  dialog.addEventListener("close", () => dialog === stack.at(-1) && remove()); // else another has taken its place
  document.body.append(dialog);
  app.dialogs.add(view);
  view.update(app.state);
  if (dialog.isConnected) pushOnStack(dialog); // unless there is nothing for it any more
}

/** Show a dialog that is kept in the page; the browser's way back closes it, too. */
export function showKeptDialog(dialog) {
  dialog.addEventListener("close", () => dialog === stack.at(-1) && removeFromStack(dialog), { once: true });
  pushOnStack(dialog);
}

/** Show a dialog in place of the one that is shown. */
function pushOnStack(dialog) {
  stack.at(-1)?.close();
  stack.push(dialog);
  dialog.showModal();
  pushHistoryEntry();
}

/** Forget a dialog that has closed, and show the one before it. */
function removeFromStack(dialog) {
  const place = stack.indexOf(dialog);
  if (place < 0) return;
  stack.splice(place, 1);
  if (stack.length === 0) {
    popHistoryEntry();
    return;
  }
  if (!stack.at(-1).open) stack.at(-1).showModal();
  pushHistoryEntry();
}

// --- the browser's way back closes a dialog, as Esc does -----------------------------------------------

/** True if the browser's history stands at the entry of open dialogs: going back only leaves that entry. */
const isAtOwnEntry = () => history.state?.dialog === true;

const pushHistoryEntry = () => isAtOwnEntry() || history.pushState({ dialog: true }, "");

let isPopping = false; // the last dialog has closed, and the browser has not gone back yet

function popHistoryEntry() {
  if (!isAtOwnEntry() || isPopping) return;
  isPopping = true;
  history.back();
}

addEventListener("popstate", () => {
  if (!isPopping) stack.at(-1)?.close();
  else if (stack.length > 0) pushHistoryEntry(); // one was opened meanwhile
  isPopping = false;
});

/** The button that closes a dialog; one that was opened from another goes back to that. */
const closeButton = (say, close, goesBack) => button(say(goesBack ? "back" : "close"), close, "quiet");

/**
 * A line in which a refusal is told; `ask` sends a message and returns its answer, null after a refusal.
 *
 * A message may have texts of its own: `own` is the key of that for FORBIDDEN, `own_REASON` that for a reason.
 */
export function refusalLine(app) {
  const node = el("p.wrong", { role: "alert", hidden: true });
  const tell = (text) => {
    setText(node, text);
    setShown(node, text !== "");
  };
  return {
    node,
    tell,
    async ask(message, own) {
      const answer = await app.ask(message);
      const refused = answer.type === "error";
      tell(refused ? refusalText(app.say, answer, own) : "");
      return refused ? null : answer;
    },
  };
}

function refusalText(say, error, own) {
  const { code, data = {} } = error;
  if (own === undefined || code !== "FORBIDDEN") return errorText(say, error);
  return known(say, `${own}_${data.reason}`) ?? known(say, `error_${data.reason}`) ?? say(own);
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
