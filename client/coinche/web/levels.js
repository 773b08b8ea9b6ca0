/** The levels of bots, and other kinds of players than people. */

import { known } from "./texts.js";
import { BOTS, isBotName } from "./words.js";

/** The level of bots that is proposed, where the server has it. */
export const USUAL_BOT = "steady";

/** @returns {string} The level of a kind of bots: `expert`; an unknown kind is its own name. */
export const levelOf = (say, kind) => known(say, `level_${kind}`) ?? kind;

/** @returns {string} A level to be chosen, with its rank among all, the weakest first: `1. fantaisiste : joue au hasard`. */
export function levelToChoose(say, kind) {
  return isBotName(kind) ? say("level_ranked", { level: levelInShort(say, kind), means: say(`means_${kind}`) }) : kind;
}

/** @returns {string} The same where there is little room: `1. fantaisiste`. */
export const levelInShort = (say, kind) =>
  isBotName(kind) ? `${Object.keys(BOTS).indexOf(kind) + 1}. ${levelOf(say, kind)}` : kind;

/** @returns {string} The kind of player at a seat: `robot expert`, `programme`; empty for a person. */
export function kindOf(say, { occupant, name }) {
  if (occupant === "bot") return say("bot_of_level", { level: levelOf(say, name) });
  return occupant === "program" ? say("program") : "";
}

/** @returns {string[]} Kinds of bots, the weakest first; those that are not known at the end. */
export const inOrder = (kinds) => {
  const ranked = Object.keys(BOTS).filter((kind) => kinds.includes(kind));
  return [...ranked, ...kinds.filter((kind) => !isBotName(kind))];
};
