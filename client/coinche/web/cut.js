/** The cut: how many cards from the top go under the rest. */

import { el, setText } from "./dom.js";
import { isSameRequest } from "./state.js";

/** @param {import("./main.js").App} app */
export function cutPanel(app) {
  const { say } = app;
  const slider = el("input", { type: "range", id: "cut", oninput: show });
  const button = el("button.primary", { type: "button", onclick: () => app.act(`cut:${slider.value}`) });
  const node = el("div.row", {}, el("label", { for: "cut", text: say("cut_at") }), slider, button);
  let request = null;
  function show() {
    setText(button, say("cut", { count: slider.value }));
  }
  return {
    node,
    update(asked) {
      if (isSameRequest(request, asked)) return;
      request = asked;
      const places = asked.legal.map((action) => Number(action.split(":")[1]));
      Object.assign(slider, { min: Math.min(...places), max: Math.max(...places) });
      slider.value = asked.default.split(":")[1];
      show();
    },
  };
}
