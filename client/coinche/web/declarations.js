/** Words for declarations, and for what a seat says with its cards. */

import { rankOf } from "./cards.js";

/** "tierce à la dame", "queen-high tierce": what is said of a height. */
export const heightName = (say, kind, rank) => say(`height_${rank}`, { kind: say(kind) });

/** @returns {string[]} The cards of a declaration such as `tierce:10HJHQH`; none where its kind alone is known. */
export const cardsOf = (declaration) => declaration.split(":")[1]?.match(/(10|[7-9JQKA])[SHDC]/g) ?? [];

/** "tierce à la dame", "carré de valets"; "tierce" where no cards are known. */
export function declarationName(say, declaration) {
  const [kind] = declaration.split(":");
  const top = cardsOf(declaration).at(-1);
  if (top === undefined) return say(kind);
  return kind === "carre" ? say(`carre_${rankOf(top)}`) : heightName(say, kind, rankOf(top));
}

/**
 * @returns {string} The words of a seat with its cards of the last two tricks of the deal under way: belote, and the
 *   fullest of its declarations.
 */
export function saidWithCards(say, { happened }, seat) {
  const deal = happened.slice(happened.findLastIndex(({ type }) => type === "deal_started") + 1);
  const since = deal.map(({ type }, at) => (type === "trick_won" ? at : -1)).filter((at) => at >= 0);
  const lately = deal.slice((since.at(-2) ?? -1) + 1).filter((event) => event.seat === seat && event.type in WORDS);
  const fullest = FULLER.find((type) => lately.some((event) => event.type === type));
  const last = lately.filter(({ type }) => type === fullest || type === "belote_said");
  return last.map((event) => WORDS[event.type](say, event)).join(", ");
}

/** Declarations as they are told, the fullest first. */
const FULLER = ["declarations_shown", "height_said", "declarations_announced"];

/** The words that go with a card. */
const WORDS = {
  belote_said: (say, { word }) => say(word),
  declarations_announced: (say, { kinds }) => kinds.map((kind) => say(kind)).join(", "),
  height_said: (say, { kind, height }) => (height === null ? say("not_better") : heightName(say, kind, height)),
  declarations_shown: (say, { declarations }) => declarations.map((shown) => declarationName(say, shown)).join(", "),
};
