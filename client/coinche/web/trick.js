/** The trick on the felt: each card in front of its seat, the winner marked. */

import { seatsFrom } from "./cards.js";
import { el, setClass, setShown, setText } from "./dom.js";
import { placeOf } from "./seats.js";
import { cardName, nameOf, playerAt } from "./words.js";
import { cardSign } from "./written.js";

/** The time that a complete trick lies on the felt, in ms; the server waits as long before the next card. */
const LIES = 1500;

export class Trick {
  /** @param {import("./main.js").App} app @param {Map<string, HTMLElement>} cards */
  constructor({ say }, cards) {
    Object.assign(this, { say, cards, complete: 0, since: 0 });
    this.slots = new Map(["top", "left", "right", "bottom"].map((place) => [place, el(`div.slot.${place}`)]));
    this.text = el("p.unseen");
    const felt = el("div.cards", { inert: true, "aria-hidden": "true" }, ...this.slots.values());
    this.node = el("div.trick", {}, felt, this.text);
  }

  update(table, now = Date.now()) {
    const { tricks } = table.view;
    if (tricks.length !== this.complete) Object.assign(this, { complete: tricks.length, since: now });
    const trick = this.shown(table, now);
    const seats = seatsFrom(trick.leader, table.rules.table.direction);
    const laid = new Map(trick.cards.map((card, turn) => [placeOf(table, seats[turn]), card]));
    const best = trick.winner === null ? null : placeOf(table, trick.winner);
    for (const [place, slot] of this.slots) {
      lay(slot, this.cards.get(laid.get(place)) ?? null);
      setClass(slot, "best", place === best);
    }
    const { say } = this;
    const words = trick.cards.map((card, turn) => `${say(`seat_${seats[turn]}`)} : ${cardName(say, card)}`);
    setText(this.text, words.join(", "));
  }

  /** The trick under way; the complete one lies until somebody is asked for the next card. */
  shown({ view, request }, now) {
    const isEmpty = view.trick === null || view.trick.cards.length === 0;
    const lies = isEmpty && now - this.since < LIES && request === null;
    const trick = lies || view.trick === null ? view.tricks.at(-1) : view.trick;
    return view.phase === "playing" && trick !== undefined ? trick : { leader: "S", cards: [], winner: null };
  }
}

/** Lay a card into a slot of the felt, or clear it. */
function lay(slot, card) {
  if (slot.firstChild === card) return;
  slot.replaceChildren(...(card === null ? [] : [card]));
  card?.classList.remove("illegal", "armed", "sent", "pulled");
  card?.removeAttribute("aria-disabled");
}

// --- the last trick -----------------------------------------------------------------------------------

/**
 * The button of the last trick, or of all where the rules show them; its dialog closes with the table.
 *
 * @param {import("./main.js").App} app
 * @param {Map<string, HTMLElement>} deck
 */
export function lastTrick(app, deck) {
  const { say } = app;
  const button = el("button.past", { type: "button", text: say("last_trick"), onclick: open });
  const tricks = el("ol.tricks");
  const close = el("button.primary", { type: "submit", text: say("close") });
  const form = el("form", { method: "dialog" }, close);
  const dialog = el("dialog.last-trick", { "aria-label": say("last_trick") }, el("h1", { text: say("last_trick") }), tricks, form);
  document.body.append(dialog);
  dialog.addEventListener("click", ({ target }) => target === dialog && dialog.close());
  dialog.addEventListener("close", () => app.dialogs.delete(closing));
  const closing = { update: ({ table }) => table?.table !== closing.table && dialog.close() };

  async function open() {
    const { showKeptDialog } = await import("./dialog.js");
    const { table } = app.state;
    if (table === null || dialog.open) return; // it went, or a second tap while the first was loading
    const { view, rules } = table;
    closing.table = table.table;
    const points = pointsOf(table);
    const rows = view.tricks.map((trick, at) => () => trickRow(say, table, deck, trick, points[at])).reverse();
    const shown = rules.match.trick_history === "all" ? rows : rows.slice(0, 1);
    tricks.replaceChildren(...shown.map((make) => make()));
    app.dialogs.add(closing);
    showKeptDialog(dialog);
  }

  return {
    node: button,
    update: ({ view }) => setShown(button, view.phase === "playing" && view.tricks.length > 0),
  };
}

/** The points of each trick of the deal under way. */
function pointsOf({ log }) {
  const begun = log.findLastIndex(({ type }) => type === "deal_started");
  return log.slice(begun + 1).filter(({ type }) => type === "trick_won").map(({ points }) => points);
}

/** A trick as it lay on the felt, who took it and for how much, and the cards in the order in which they fell. */
function trickRow(say, table, deck, { leader, cards, winner }, points) {
  const seats = seatsFrom(leader, table.rules.table.direction);
  const slots = cards.map((card, turn) => {
    const copy = deck.get(card).cloneNode(true);
    copy.className = "card";
    return el(`div.slot.${placeOf(table, seats[turn])}${seats[turn] === winner ? ".best" : ""}`, {}, copy);
  });
  const row = (card, turn) => {
    const mark = seats[turn] === winner ? [el("b", { text: ` ★ ${say("wins")}` })] : [];
    const name = el("span.unseen", { text: cardName(say, card) });
    const sign = el("span.bid", { "aria-hidden": "true" }, cardSign(say, card));
    const who = `${say(`seat_${seats[turn]}`)} ${nameOf(seats[turn], table.seats[seats[turn]])}`;
    return el("li", {}, el("span.compass", { text: who }), sign, name, ...mark);
  };
  const felt = el("div.cards", { inert: true, "aria-hidden": "true" }, ...slots);
  const won = el("p", { text: say("trick_of", { who: playerAt(say, table, winner), count: points }) });
  return el("li", {}, felt, won, el("ol", {}, ...cards.map(row)));
}
