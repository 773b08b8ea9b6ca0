/** The room before the first match: placeholder until it is there. */
import { el } from "./dom.js";

/** @param {import("./main.js").App} app */
export function roomPanel(app) {
  const node = el("section.room");
  return { node, update: () => (node.textContent = app.state.table.name) };
}
