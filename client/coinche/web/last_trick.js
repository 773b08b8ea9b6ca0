/** The last trick, or all of them where the rules let one look: a button and a dialog. */

import { seatsFrom } from "./cards.js";
import { el, setShown } from "./dom.js";
import { cardName, cardSign } from "./words.js";

/** @param {import("./main.js").App} app */
export function lastTrick(app) {
  const { say } = app;
  const button = el("button.past", { type: "button", text: say("last_trick"), onclick: open });
  const tricks = el("ol.tricks");
  const close = el("button.primary", { type: "submit", text: say("close") });
  const form = el("form", { method: "dialog" }, close);
  const dialog = el("dialog.last-trick", { "aria-label": say("last_trick") }, tricks, form);
  document.body.append(dialog);
  dialog.addEventListener("click", ({ target }) => target === dialog && dialog.close());

  function open() {
    const { view, rules } = app.state.table;
    const shown = rules.match.trick_history === "all" ? [...view.tricks].reverse() : view.tricks.slice(-1);
    tricks.replaceChildren(...shown.map((trick) => trickRow(say, trick, rules)));
    dialog.showModal();
  }

  return {
    node: button,
    update: ({ view }) => setShown(button, view.phase === "playing" && view.tricks.length > 0),
  };
}

function trickRow(say, { leader, cards, winner }, rules) {
  const seats = seatsFrom(leader, rules.table.direction);
  const row = (card, turn) => {
    const mark = seats[turn] === winner ? [el("b", { text: ` ★ ${say("wins")}` })] : [];
    const name = el("span.unseen", { text: cardName(say, card) });
    const sign = el("span.bid", { "aria-hidden": "true" }, cardSign(say, card));
    return el("li", {}, el("span.compass", { text: say(`seat_${seats[turn]}`) }), sign, name, ...mark);
  };
  return el("li", {}, el("ol", {}, ...cards.map(row)));
}
