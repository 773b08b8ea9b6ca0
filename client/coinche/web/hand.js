/**
 * One's hand. A card that was sent stays in it, marked, until the server tells that it was played.
 *
 * How a card is played is in `play.js`, which comes after the first picture of the table.
 */

import { arranged, denominationOf, isTrump, suitOf } from "./cards.js";
import { el, keyed, setAttribute, setClass } from "./dom.js";
import { isSameRequest } from "./state.js";

export class Hand {
  /**
   * @param {import("./main.js").App} app
   * @param {Map<string, HTMLElement>} cards The node of each card.
   */
  constructor(app, cards) {
    Object.assign(this, { app, asked: null, armed: null });
    this.node = el("div.hand", { role: "group", "aria-label": app.say("your_hand") });
    this.show = keyed(this.node, (card) => card, (card) => cards.get(card), (node, card) => this.mark(node, card));
  }

  update(table) {
    const focused = [...this.node.children].indexOf(document.activeElement);
    this.asked = table.request?.kind === "play" ? table.request : null;
    this.trumps = table.settled === null ? "N" : denominationOf(table.settled.bid);
    this.show(arranged(table.view.hand, this.trumps));
    keepFocus(this.node, focused);
  }

  mark(node, card) {
    const isIllegal = this.asked !== null && !this.asked.legal.includes(card);
    setClass(node, "illegal", isIllegal);
    setAttribute(node, "aria-disabled", isIllegal ? "true" : null);
    setClass(node, "trump", isTrump(suitOf(card), this.trumps));
    setClass(node, "armed", this.isArmed(card));
    setClass(node, "sent", this.app.state.table.sent?.split("+")[0] === card);
  }

  /** True if a first tap has raised the card: a second one plays it. */
  isArmed(card) {
    return this.armed?.card === card && this.asked !== null && isSameRequest(this.armed.request, this.asked);
  }

  /** Have the focus come back to the hand, where a button that had it is gone. */
  focus() {
    this.node.querySelector('[tabindex="0"]')?.focus();
  }
}

/** The focus stays in the hand when its card has gone to the felt; one card alone is a stop of the Tab key. */
function keepFocus(hand, focused) {
  const cards = [...hand.children];
  const near = cards[Math.min(Math.max(focused, 0), cards.length - 1)];
  const stop = cards.find((card) => card === document.activeElement) ?? near;
  for (const card of cards) card.tabIndex = card === stop ? 0 : -1;
  if (focused >= 0 && document.activeElement !== stop) stop?.focus();
}
