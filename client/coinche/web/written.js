/** Cards and bids in writing, with the signs of suits: text, or pictures in their colours. */

import { denominationOf, suitOf } from "./cards.js";
import { cardsOf, declarationName } from "./declarations.js";
import { el } from "./dom.js";
import { pip } from "./pictures.js";
import { bidLevel, levelName, rankSign } from "./words.js";

/** The signs of the suits, as text: without the selector some phones draw coloured pictures. */
export const SIGNS = { S: "♠\uFE0E", H: "♥\uFE0E", D: "♦\uFE0E", C: "♣\uFE0E" };

/** @returns {string} A card as it is written: `D♥`, `10♠`. */
export const cardWritten = (say, card) => `${rankSign(say, card)}${SIGNS[suitOf(card)]}`;

/** @returns {string} A bid with the sign of its suit: `110 ♥`, `capot ♠`, `générale SA`. */
export function bidWritten(say, bid) {
  const denomination = denominationOf(bid);
  return `${levelName(say, bidLevel(bid))}\u00A0${SIGNS[denomination] ?? say(`sign_${denomination}`)}`;
}

/** "Q♥" as a person would write it: "D" and a picture. */
export const cardSign = (say, card) => el("span.sign", {}, rankSign(say, card), pip(suitOf(card)));

/** @returns {string} "tierce à la dame, carré de valets"; declarations of the same words have their suits, too. */
export function declarationNames(say, declarations) {
  const names = declarations.map((one) => declarationName(say, one));
  const isSeveral = (name) => names.filter((other) => other === name).length > 1;
  const named = (name, at) => {
    const top = cardsOf(declarations[at]).at(-1);
    return top !== undefined && isSeveral(name) ? say("card", { rank: name, suit: say(`suit_${suitOf(top)}`) }) : name;
  };
  return names.map(named).join(", ");
}

const SUIT_OF = new Map(Object.entries(SIGNS).map(([suit, sign]) => [sign, suit]));
const SIGN = new RegExp(`(${Object.values(SIGNS).join("|")})`);

/** Set the text of a node; the signs of suits in it are pictures in their colours, and words for those who listen. */
export function setSigned(say, node, text) {
  if (node.dataset.signed === text) return;
  node.dataset.signed = text;
  node.classList.add("signed");
  const part = (words) => (SUIT_OF.has(words) ? suitInText(say, SUIT_OF.get(words)) : [words]);
  node.replaceChildren(...text.split(SIGN).flatMap(part));
}

const suitInText = (say, suit) => [pip(suit), el("span.unseen", { text: say(`suit_${suit}`) })];
