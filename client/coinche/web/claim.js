/** Claims: whether the cards in sight prove that the player to lead takes all tricks left, as in `claim.py`. */

import { denominationOf, isTrump, PACK, strengthOf, suitOf, SUITS } from "./cards.js";

/** @param {import("./fold.js").View} view @returns {boolean} */
export function mayClaim({ viewer, turn, phase, hand, trick, tricks, contract }) {
  const isToLead = phase === "playing" && turn !== null && turn === viewer && trick?.cards.length === 0;
  if (!isToLead || hand.length < 2) return false;
  const denomination = denominationOf(contract.bid);
  const known = new Set([...hand, ...tricks.flatMap(({ cards }) => cards)]);
  const unseen = PACK.filter((card) => !known.has(card));
  if (!SUITS.every((suit) => isSure(ofSuit(hand, suit), ofSuit(unseen, suit), denomination))) return false;
  const trumps = (cards) => cards.filter((card) => isTrump(suitOf(card), denomination)).length;
  return trumps(hand) === hand.length || trumps(hand) >= trumps(unseen);
}

const ofSuit = (cards, suit) => cards.filter((card) => suitOf(card) === suit);

/** Whether each lead beats the best unseen card of the suit, or comes when nobody can follow any more. */
function isSure(own, unseen, denomination) {
  const best = Math.max(-1, ...unseen.map((card) => strengthOf(card, denomination)));
  return own.filter((card) => strengthOf(card, denomination) > best).length >= Math.min(own.length, unseen.length);
}
