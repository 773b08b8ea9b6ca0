/** A chat: the last lines, and a field for the next. */

import { el, keyed } from "./dom.js";
import { understood } from "./phrases.js";

const LONGEST_LINE = 200;

/**
 * @param {import("./main.js").App} app
 * @param {(text: string) => void} send
 * @param {readonly string[]} [phrases] Ready to be said at a tap.
 */
export function chat(app, send, phrases = []) {
  const { say } = app;
  const lines = el("ol.lines", { "aria-live": "polite" });
  const field = el("input", { maxlength: LONGEST_LINE, placeholder: say("say_something"), "aria-label": say("say_something") });
  const show = keyed(lines, ({ at, name, text }) => `${at} ${name} ${text}`, lineOf);
  const ready = phrases.map((text) => el("button.phrase", { type: "button", text, onclick: () => send(text) }));
  const form = el(
    "form",
    {
      onsubmit: (event) => {
        event.preventDefault();
        if (field.value.trim() !== "") send(field.value.trim());
        field.value = "";
      },
    },
    field,
    el("button", { type: "submit", text: say("send") }),
  );
  const node = el("section.chat", { "aria-label": say("chat") }, lines, el("div.phrases", {}, ...ready), form);
  return {
    node,
    update(said) {
      const before = lines.childElementCount;
      show(said);
      if (lines.childElementCount !== before) lines.scrollTop = lines.scrollHeight;
    },
  };
}

function lineOf({ name, text }) {
  return el("li", {}, el("b", { text: `${name} ` }), el("span", { text: understood(text) }));
}
