/** The table: placeholder until the screen is there. */
import { el } from "./dom.js";

/** @param {import("./main.js").App} app */
export function tableScreen(app) {
  const node = el("section.table-screen");
  const text = el("pre");
  node.append(text);
  return { node, update: (state) => (text.textContent = JSON.stringify(state.table?.request ?? {}, null, 1)) };
}
