/** Dialogs: native ones, so that Esc closes them, the focus stays in them, and the page behind is out of reach. */

import { button, el, setShown, setText } from "./dom.js";
import { loadMore } from "./later.js";
import { errorText } from "./words.js";

/**
 * Open a dialog over the page.
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
  const close = () => dialog.close();
  const content = fill(close, dialog);
  const head = el("header", {}, el("h1", { text: say(name) }), closeButton(say, close));
  const shown = { update: (state) => content.update?.(state) };
  dialog.append(el("div", {}, head, content.node));
  dialog.addEventListener("click", ({ target }) => target === dialog && close());
  dialog.addEventListener("close", () => {
    app.dialogs.delete(shown);
    dialog.remove();
  });
  document.body.append(dialog);
  app.dialogs.add(shown);
  shown.update(app.state);
  dialog.showModal();
}

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
