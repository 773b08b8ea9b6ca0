/**
 * Playing a card, by a tap or by pulling it up to the felt, and what is said with it.
 *
 * A card that may not be played says why when it is tapped.
 */

import { denominationOf, isTrump, suitOf } from "./cards.js";
import { cardsOf, declarationName } from "./declarations.js";
import { el, keyed, setAttribute, setShown } from "./dom.js";
import { pip } from "./pictures.js";
import { isSameRequest } from "./state.js";
import { theCard } from "./words.js";

/** The way that a card is pulled up until it is played when let go, in pixels. */
const PULLED = 40;

export class CardPlay {
  /**
   * @param {import("./main.js").App} app
   * @param {import("./hand.js").Hand} hand
   * @param {(sentence: string) => void} tell Shows a sentence for a while.
   */
  constructor(app, hand, tell) {
    Object.assign(this, { app, hand, tell, wasPulled: false });
    this.sayings = new Sayings(app);
    hand.node.addEventListener("pointerdown", () => (this.wasPulled = false));
    hand.node.addEventListener("click", ({ target }) => this.tapped(target.closest(".card")?.dataset.card));
    moveByArrows(hand.node);
    pullUp(hand.node, (card, isFar) => {
      this.wasPulled = true;
      if (isFar) this.play(card, true);
    });
  }

  /** Update what may be said; the hand was updated before. */
  update() {
    this.sayings.update(this.hand.asked);
  }

  tapped(card) {
    if (card !== undefined && !this.wasPulled) this.play(card, !this.app.settings.confirm);
    this.wasPulled = false;
  }

  /** Play a card, or say why not; unless that is sure, the first tap only raises it. */
  play(card, isSure) {
    const { app } = this;
    const { asked } = this.hand;
    const { say, state } = app;
    if (state.table.seat === null || state.table.sent !== null) return;
    if (asked === null) {
      this.tell(say(state.table.view.phase === "playing" ? "why_not_your_turn" : "why_wrong_phase"));
    } else if (!asked.legal.includes(card)) {
      this.tell(say(`why_${brokenRule(card, state.table.view)}`));
    } else if (isSure || this.hand.isArmed(card)) {
      app.act([card, ...this.sayings.with(card)].join("+"));
    } else {
      this.hand.armed = { card, request: asked };
      this.tell(say("tap_again", { card: theCard(say, card) }));
      app.render();
    }
  }
}

/** Have the arrow keys move the focus through the hand. */
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
    const translate = [`${event.clientX - x}px ${event.clientY - y}px`];
    pulled.motion = card.animate({ translate }, { duration: 1, fill: "forwards" });
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

// --- belote and declarations, said with the next card -------------------------------------------------

const isDeclaration = (saying) => saying.includes(":");

export class Sayings {
  /** @param {import("./main.js").App} app */
  constructor({ say }) {
    this.node = el("div.row.sayings", { role: "group", "aria-label": say("say_with_card") });
    this.request = null;
    this.on = new Set();
    const toggle = (saying) => sayingButton(say, saying, () => this.toggle(saying));
    this.show = keyed(this.node, (saying) => saying, toggle, (button, saying) =>
      setAttribute(button, "aria-pressed", String(this.on.has(saying))),
    );
  }

  /** A new request has belote on, and the declarations that the server proposes: the best that go together. */
  update(request) {
    const words = request === null ? [] : [...new Set(Object.values(request.offers).flat())];
    if (request !== null && !isSameRequest(this.request, request)) {
      this.on = new Set([...words, ...proposed(request)]);
    }
    this.request = request;
    const shown = request === null ? [] : [...words, ...worthOffering(request)];
    this.show(shown);
    setShown(this.node, shown.length > 0);
  }

  /** A declaration that is put on takes those off that share a card with it. */
  toggle(saying) {
    const shares = (other) => cardsOf(other).some((card) => cardsOf(saying).includes(card));
    if (!this.on.delete(saying)) this.on = new Set([...[...this.on].filter((other) => !shares(other)), saying]);
    this.update(this.request);
  }

  /** @returns {string[]} The words that are said with that card. */
  with(card) {
    return [...this.on].filter((saying) => isDeclaration(saying) || this.request.offers[card]?.includes(saying));
  }
}

/** "Dire « belote »", "tierce à la dame ♠". */
function sayingButton(say, saying, onclick) {
  if (!isDeclaration(saying)) return el("button", { type: "button", text: say(`say_${saying}`), onclick });
  const kind = saying.split(":")[0];
  const name = declarationName(say, saying);
  if (kind === "carre") return el("button", { type: "button", text: name, onclick });
  const suit = suitOf(cardsOf(saying)[0]);
  const label = say("card", { rank: name, suit: say(`suit_${suit}`) });
  return el("button", { type: "button", "aria-label": label, onclick }, `${name} `, pip(suit));
}

/** The declarations in the default of a request: those that are worth most together. */
const proposed = (request) => request.default.split("+").filter(isDeclaration);

/** The proposed declarations; where there are none, those that are not a part of another one. */
function worthOffering(request) {
  const best = proposed(request);
  const isPart = (one, other) => one !== other && cardsOf(one).every((card) => cardsOf(other).includes(card));
  const all = request.declarations;
  return best.length > 0 ? best : all.filter((one) => !all.some((other) => isPart(one, other)));
}
