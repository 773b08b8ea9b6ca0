/** The 32 cards: nodes that are made once and move between the hand and the trick. */

import { PACK, suitOf } from "./cards.js";
import { el } from "./dom.js";
import { cardName, pip, rankSign } from "./words.js";

/** @returns {Map<string, HTMLElement>} The node of each card. */
export const deck = ({ say }) => new Map(PACK.map((card) => [card, cardNode(say, card)]));

function cardNode(say, card) {
  const suit = suitOf(card);
  const index = el("span.index", { "aria-hidden": "true" }, el("b", { text: rankSign(say, card) }), pip(suit));
  const given = { type: "button", "data-card": card, "data-suit": suit, "aria-label": cardName(say, card) };
  return el("button.card", given, index, pip(suit));
}
