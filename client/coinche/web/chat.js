/** A chat: the last lines, and a field for the next. */

import { SEATS } from "./cards.js";
import { el, keyed, setAttribute } from "./dom.js";
import { language } from "./texts.js";

const LONGEST_LINE = 200;

/**
 * @param {import("./main.js").App} app
 * @param {(text: string) => void} send
 * @param {readonly string[]} [phrases] Ready to be said at a tap.
 * @param {(phrase: string) => void} [choose] Says one of them.
 */
export function chat(app, send, phrases = [], choose = send) {
  const { say } = app;
  const lines = el("ol.lines", { "aria-live": "polite" });
  const field = el("input", { maxlength: LONGEST_LINE, placeholder: say("say_something"), "aria-label": say("say_something") });
  const show = keyed(lines, ({ at, name, text }) => `${at} ${name} ${text}`, lineOf);
  const ready = phrases.map((text) => el("button.phrase", { type: "button", text, onclick: () => choose(text) }));
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
  const toEnd = () => (lines.scrollTop = lines.scrollHeight);
  new ResizeObserver(toEnd).observe(lines); // a dialog shows them after they were filled
  const node = el("section.chat", { "aria-label": say("chat") }, lines, el("div.phrases", {}, ...ready), form);
  return {
    node,
    update(said) {
      const before = lines.childElementCount;
      show(said);
      if (lines.childElementCount === before) return;
      toEnd();
      setAttribute(lines, "tabindex", 0); // to be scrolled by keys
    },
  };
}

function lineOf({ name, text }) {
  return el("li", {}, el("b", { text: `${name} ` }), el("span", { text: understood(text) }));
}

/** True if there may be a talk at a table: somebody has said something, or is there to read it. */
export const mayTalk = ({ strict, lines, seat, seats }) => {
  const reads = (one) => one !== seat && ["person", "program"].includes(seats[one].occupant);
  return !strict && (lines.length > 0 || seat === null || SEATS.some(reads));
};

// --- ready phrases: sent in the sender's language, shown in the reader's ------------------------------

/** Each in French and in English, as the other clients have them. */
const PHRASES = [
  ["Bonjour !", "Hello!"],
  ["Bien joué !", "Well played!"],
  ["Merci !", "Thank you!"],
  ["Désolé !", "Sorry!"],
  ["Un instant, s'il vous plaît.", "One moment, please."],
  ["Belle partie !", "Good game!"],
  ["Au revoir !", "Goodbye!"],
];

const inOwn = ([french, english]) => (language() === "fr" ? french : english);

/** @returns {string[]} The sentences in the reader's language. */
export const readyPhrases = () => PHRASES.map(inOwn);

/** @param {string} text @returns {string} A line as this reader sees it: ready-made sentences in their language. */
export function understood(text) {
  const phrase = PHRASES.find((both) => both.includes(text));
  return phrase === undefined ? text : inOwn(phrase);
}
