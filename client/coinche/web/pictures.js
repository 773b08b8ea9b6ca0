/**
 * Small pictures of suits, bids and cards.
 *
 * Suits are drawn by hand, for fonts differ and some phones show ♥ as a coloured emoji.
 */

import { denominationOf, PACK, suitOf } from "./cards.js";
import { el } from "./dom.js";
import { bidLevel, cardName, isBid, levelName, rankSign } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";

const PATHS = {
  S:
    "M12 1.5C13.5 5.5 21.5 9.5 21.5 14.5c0 2.7-2 4.5-4.3 4.5-1.9 0-3.4-1-4.2-2.5.2 2.5 1 4.5 2.5 6h-7c1.5-1.5 " +
    "2.3-3.5 2.5-6C10.2 18 8.7 19 6.8 19c-2.3 0-4.3-1.8-4.3-4.5C2.5 9.5 10.5 5.5 12 1.5z",
  H:
    "M12 22C5 16 1.5 12 1.5 7.8 1.5 4.6 4 2.5 6.8 2.5c2.2 0 4.2 1.3 5.2 3.3 1-2 3-3.3 5.2-3.3 2.8 0 5.3 2.1 5.3 " +
    "5.3C22.5 12 19 16 12 22z",
  D: "M12 1C14.5 5.3 17.2 8.8 20.5 12c-3.3 3.2-6 6.7-8.5 11-2.5-4.3-5.2-7.8-8.5-11C6.8 8.8 9.5 5.3 12 1z",
  C:
    "M12 1.5a4.9 4.9 0 0 1 4 7.7 4.9 4.9 0 1 1-3 7.4c.2 2.5 1 4.4 2.5 5.9h-7c1.5-1.5 2.3-3.4 2.5-5.9a4.9 4.9 0 1 " +
    "1-3-7.4 4.9 4.9 0 0 1 4-7.7z",
};

/** @returns {SVGElement} A picture of one path. @param {string} path @param {object} given Its attributes. */
export function picture(path, given) {
  const svg = document.createElementNS(SVG, "svg");
  const drawn = document.createElementNS(SVG, "path");
  for (const [name, value] of Object.entries(given)) svg.setAttribute(name, value);
  drawn.setAttribute("d", path);
  svg.append(drawn);
  return svg;
}

/** @returns {SVGElement} The picture of a suit; its colour is that of the style sheet. */
export const pip = (suit) =>
  picture(PATHS[suit], { viewBox: "0 0 24 24", class: "pip", "aria-hidden": "true", "data-suit": suit });

/** The picture of a suit, or "SA" and "TA". */
export const denominationSign = (say, denomination) =>
  denomination in PATHS ? pip(denomination) : el("span", { text: say(`sign_${denomination}`) });

/** Fill a node with a call: "passe", or a number and the picture of the suit. */
export function showCall(say, node, action) {
  if (node.dataset.call === action) return;
  node.dataset.call = action;
  node.classList.toggle("bid", isBid(action));
  node.replaceChildren(
    ...(isBid(action) ? [levelName(say, bidLevel(action)), denominationSign(say, denominationOf(action))] : [say(action)]),
  );
}

// --- the 32 cards, nodes that are made once -----------------------------------------------------------

/** @returns {Map<string, HTMLElement>} The node of each card. */
export const deck = ({ say }) => new Map(PACK.map((card) => [card, cardNode(say, card)]));

function cardNode(say, card) {
  const suit = suitOf(card);
  const index = el("span.index", { "aria-hidden": "true" }, el("b", { text: rankSign(say, card) }), pip(suit));
  const given = { type: "button", "data-card": card, "data-suit": suit, "aria-label": cardName(say, card) };
  return el("button.card", given, index, pip(suit));
}
