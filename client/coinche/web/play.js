/**
 * The play: one's hand, what is said with a card, and the trick on the felt.
 *
 * A card is played by a tap or by pulling it up to the felt. A card that may not be played says why when it is tapped.
 * A card that was sent stays in the hand, marked, until the server tells that it was played.
 */

import { arranged, denominationOf, isTrump, seatsFrom, suitOf } from "./cards.js";
import { el, keyed, setAttribute, setClass, setShown, setText } from "./dom.js";
import { placeOf } from "./seats.js";
import { cardName, declarationName, theCard } from "./words.js";

/** How far up a card is pulled until it is played when let go, in pixels. */
const PULLED = 40;

/** How long a complete trick lies on the felt, in ms; the server waits as long before the next card. */
const LIES = 1500;

/** The hand. @param {import("./main.js").App} app @param {Map<string, HTMLElement>} cards */
export function handPanel(app, cards, tell) {
  const { say } = app;
  const node = el("div.hand", { role: "group", "aria-label": say("your_hand") });
  const said = sayings(app);
  const armed = { card: null, request: null };
  let dragged = false;
  const show = keyed(node, (card) => card, (card) => cards.get(card), (button, card) => {
    const { table } = app.state;
    const asked = table.request?.kind === "play" ? table.request : null;
    setClass(button, "illegal", asked !== null && !asked.legal.includes(card));
    setAttribute(button, "aria-disabled", asked !== null && !asked.legal.includes(card) ? "true" : null);
    setClass(button, "armed", armed.card === card && armed.request === asked?.request);
    setClass(button, "sent", table.sent?.split("+")[0] === card);
  });

  function play(card, isSure) {
    const { table } = app.state;
    const asked = table.request;
    if (table.seat === null || table.sent !== null) return;
    if (asked?.kind !== "play") tell(say(table.view.phase === "playing" ? "why_not_your_turn" : "why_wrong_phase"));
    else if (!asked.legal.includes(card)) tell(say(`why_${brokenRule(card, table.view)}`));
    else if (app.settings.confirm && !isSure && armed.card !== card) {
      Object.assign(armed, { card, request: asked.request });
      tell(say("tap_again", { card: theCard(say, card) }));
      app.render();
    } else app.act([card, ...said.with(card, asked)].join("+"));
  }

  node.addEventListener("click", ({ target }) => {
    const card = target.closest(".card")?.dataset.card;
    if (card !== undefined && !dragged) play(card, false);
    dragged = false;
  });
  node.addEventListener("pointerdown", () => (dragged = false));
  pullUp(node, (card, isFar) => {
    dragged = true;
    if (isFar) play(card, true);
  });
  moveByArrows(node);
  return {
    node,
    sayings: said.node,
    update(table) {
      const denomination = table.settled === null ? "N" : denominationOf(table.settled.bid);
      const focused = node.contains(document.activeElement) ? [...node.children].indexOf(document.activeElement) : -1;
      show(arranged(table.view.hand, denomination));
      keepFocus(node, focused);
      said.update(table.request?.kind === "play" ? table.request : null);
    },
  };
}

/** The focus stays in the hand when its card has gone to the felt; one card alone is a stop of the Tab key. */
function keepFocus(hand, focused) {
  const cards = [...hand.children];
  const stop = cards.find((card) => card === document.activeElement) ?? cards[Math.min(Math.max(focused, 0), cards.length - 1)];
  for (const card of cards) card.tabIndex = card === stop ? 0 : -1;
  if (focused >= 0 && document.activeElement !== stop) stop?.focus();
}

function moveByArrows(hand) {
  hand.addEventListener("keydown", (event) => {
    const cards = [...hand.children];
    const at = cards.indexOf(document.activeElement);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: cards.length - 1 }[event.key];
    if (to === undefined || cards[to] === undefined) return;
    event.preventDefault();
    for (const card of cards) card.tabIndex = card === cards[to] ? 0 : -1;
    cards[to].focus();
  });
}

/** Have cards follow a finger that pulls them up, and tell which one was let go, and whether that was far enough. */
function pullUp(hand, released) {
  let pulled = null;
  const end = (event) => {
    if (pulled === null) return;
    const { card, y, motion } = pulled;
    pulled = null;
    motion?.cancel();
    card.classList.remove("pulled");
    if (motion !== null) released(card.dataset.card, event.type === "pointerup" && y - event.clientY > PULLED);
  };
  hand.addEventListener("pointerdown", (event) => {
    const card = event.target.closest(".card");
    if (card !== null && event.isPrimary) pulled = { card, x: event.clientX, y: event.clientY, motion: null };
  });
  addEventListener("pointermove", (event) => {
    if (pulled === null || (pulled.motion === null && pulled.y - event.clientY < 8)) return;
    const { card, x, y, motion } = pulled;
    card.classList.add("pulled");
    pulled.motion = card.animate({ translate: [`${event.clientX - x}px ${event.clientY - y}px`] }, { duration: 1, fill: "forwards" });
    motion?.cancel();
  });
  addEventListener("pointerup", end);
  addEventListener("pointercancel", end);
}

/** The rule that a card would break (F 5.2), as the engine's `broken_rule` has it. */
export function brokenRule(card, { hand, trick, contract }) {
  const led = suitOf(trick.cards[0]);
  if (suitOf(card) !== led && hand.some((held) => suitOf(held) === led)) return "must_follow_suit";
  return isTrump(suitOf(card), denominationOf(contract.bid)) ? "must_overtrump" : "must_trump";
}

/** Belote and declarations: what is said with the next card, each on or off. */
function sayings({ say }) {
  const node = el("div.row.sayings", { role: "group", "aria-label": say("say_with_card") });
  const state = { request: null, on: new Set() };
  const isBelote = (saying) => !saying.includes(":");
  const toggle = (saying) => {
    const overlaps = (other) => !isBelote(other) && cardsOf(other).some((card) => cardsOf(saying).includes(card));
    if (!state.on.delete(saying)) {
      if (!isBelote(saying)) state.on = new Set([...state.on].filter((other) => !overlaps(other)));
      state.on.add(saying);
    }
    update(state.request);
  };
  const make = (saying) =>
    el("button", { type: "button", text: isBelote(saying) ? say(`say_${saying}`) : declarationName(say, saying), onclick: () => toggle(saying) });
  const show = keyed(node, (saying) => saying, make, (button, saying) =>
    setAttribute(button, "aria-pressed", String(state.on.has(saying))),
  );
  function update(request) {
    const words = request === null ? [] : [...new Set(Object.values(request.offers).flat())];
    if (request !== null && request.request !== state.request?.request) {
      state.on = new Set([...words, ...request.default.split("+").filter((part) => part.includes(":"))]);
    }
    state.request = request;
    const shown = request === null ? [] : [...words, ...longest(request.declarations)];
    show(shown);
    setShown(node, shown.length > 0);
  }
  return {
    node,
    update,
    with: (card, { offers }) => [...state.on].filter((saying) => !isBelote(saying) || offers[card]?.includes(saying)),
  };
}

const cardsOf = (declaration) => declaration.split(":")[1]?.match(/(10|[7-9JQKA])[SHDC]/g) ?? [];

/** The declarations that are not a part of another one. */
function longest(declarations) {
  const isPart = (one, other) => one !== other && cardsOf(one).every((card) => cardsOf(other).includes(card));
  return declarations.filter((one) => !declarations.some((other) => isPart(one, other)));
}

/** The trick on the felt: each card in front of its seat. @param {Map<string, HTMLElement>} cards */
export function trickPanel({ say }, cards) {
  const slots = new Map(["top", "left", "right", "bottom"].map((place) => [place, el(`div.slot.${place}`)]));
  const felt = el("div.cards", { inert: true, "aria-hidden": "true" }, ...slots.values());
  const text = el("p.unseen");
  const node = el("div.trick", {}, felt, text);
  let complete = { count: 0, since: 0 };
  return {
    node,
    update(table, now = Date.now()) {
      const { view, rules } = table;
      if (view.tricks.length !== complete.count) complete = { count: view.tricks.length, since: now };
      const lies = view.trick === null || (view.trick.cards.length === 0 && now - complete.since < LIES && table.request === null);
      const trick = lies ? view.tricks.at(-1) : view.trick;
      const played = trick === null || trick === undefined || view.phase === "deal_over" ? [] : trick.cards;
      const seats = trick?.leader === undefined ? [] : seatsFrom(trick.leader, rules.table.direction);
      const at = new Map(played.map((card, turn) => [placeOf(table, seats[turn]), { card, isBest: seats[turn] === trick.winner }]));
      for (const [place, slot] of slots) lay(slot, at.get(place), cards);
      setText(text, played.map((card, turn) => `${say(`seat_${seats[turn]}`)} : ${cardName(say, card)}`).join(", "));
    },
  };
}

/** Lay a card into a slot of the felt, or clear it. */
function lay(slot, laid, cards) {
  const node = laid === undefined ? null : cards.get(laid.card);
  if (slot.firstChild !== node) {
    slot.replaceChildren(...(node === null ? [] : [node]));
    node?.classList.remove("illegal", "armed", "sent", "pulled");
    node?.removeAttribute("aria-disabled");
  }
  setClass(slot, "best", laid?.isBest === true);
}
