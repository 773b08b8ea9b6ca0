/** The button by which the rest of the tricks is claimed, where that is sure to be right. */

import { denominationOf, isTrump, PACK, strengthOf, suitOf, SUITS } from "./cards.js";
import { button, setShown } from "./dom.js";

/** @param {import("./main.js").App} app @param {(sentence: string) => void} tell */
export function claimButton(app, tell) {
  const node = button(app.say("claim_rest"), () => claimRest(app, tell), "claim");
  return {
    node,
    update: ({ request, sent, view }) => setShown(node, sent === null && request?.kind === "play" && mayClaim(view)),
  };
}

/** Claim the rest; a refusal is told kindly, and the request stays. */
async function claimRest(app, tell) {
  const { table } = app.state;
  if (table.request === null) return;
  const answer = await app.ask({ type: "claim", table: table.table, request: table.request.request });
  if (answer.type === "error") tell(app.say("claim_refused"));
}

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

/** True if each lead beats the best unseen card of the suit, or comes when nobody can follow any more. */
function isSure(own, unseen, denomination) {
  const best = Math.max(-1, ...unseen.map((card) => strengthOf(card, denomination)));
  return own.filter((card) => strengthOf(card, denomination) > best).length >= Math.min(own.length, unseen.length);
}
