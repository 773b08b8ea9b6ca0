/** The recap of a deal: placeholder until it is there. */
import { el } from "./dom.js";

/** @param {import("./main.js").App} app */
export function recapPanel(app) {
  const go = el("button.primary", { text: "go_on", onclick: () => app.send({ type: "go_on", table: app.state.table.table }) });
  return { node: el("section.recap", {}, go), update() {} };
}
