/** Terms for sides, bids, cards, declarations and the levels of bots, as people at a card table say them. */

import { denominationOf, rankOf, suitOf } from "./cards.js";
import { known } from "./words.js";

/** The signs of the suits, as text: without the selector some phones draw coloured pictures. */
export const SIGNS = { S: "♠\uFE0E", H: "♥\uFE0E", D: "♦\uFE0E", C: "♣\uFE0E" };

/** @returns {string} The level of a kind of bots: `expert`; an unknown kind is its own name. */
export const levelOf = (say, kind) => known(say, `level_${kind}`) ?? kind;

/** @returns {string} What sits there besides its name: `robot expert`, `programme`; empty for a person. */
export function kindOf(say, { occupant, name }) {
  if (occupant === "bot") return say("bot_of_level", { level: levelOf(say, name) });
  return occupant === "program" ? say("program") : "";
}

/** @returns {"NS"|"EW"} The other team. */
export const otherTeam = (team) => (team === "NS" ? "EW" : "NS");

/** @returns {("NS"|"EW")[]} The teams, that of a player's seat first. */
export const sidesFor = (seat) => (seat === "E" || seat === "W" ? ["EW", "NS"] : ["NS", "EW"]);

/** @returns {string} A side as a player of that seat calls it: us or them; the seats' names for a spectator. */
export function sideName(say, team, seat) {
  if (seat === null) return say(`team_${team}`);
  return say(sidesFor(seat)[0] === team ? "us" : "them");
}

/** @returns {string} A bid with the sign of its suit: `110 ♥`, `capot ♠`, `générale SA`. */
export const bidName = (say, bid) => bidWith(say, bid, (suit) => SIGNS[suit] ?? say(`short_${suit}`));

/** @returns {string} A bid in words, to be read aloud: `110 cœur`. */
export const bidAloud = (say, bid) => bidWith(say, bid, (suit) => say(`suit_${suit}`));

function bidWith(say, bid, suitName) {
  const level = bid.slice(0, -1);
  const number = /^\d+$/.test(level) ? level : say(level);
  return `${number}\u00A0${suitName(denominationOf(bid))}`;
}

/** @returns {string} A card as it is written: `D♥`, `10♠`. */
export const cardSign = (say, card) => `${rankLetter(say, rankOf(card))}${SIGNS[suitOf(card)]}`;

const rankLetter = (say, rank) => known(say, `letter_${rank}`) ?? rank;

/** @returns {string} A card in words: `dame de cœur`. */
export const cardLabel = (say, card) =>
  say("card", { rank: known(say, `face_${rankOf(card)}`) ?? rankOf(card), suit: say(`suit_${suitOf(card)}`) });

/** @returns {string} A declaration in words: `tierce au roi`, `carré de valets`; its kind where no cards are known. */
export function declarationName(say, declaration) {
  const [kind, cards] = declaration.split(":");
  const rank = cards?.match(/10|[7-9JQKA]/g).at(-1);
  if (rank === undefined) return say(`declared_${kind}`);
  return kind === "carre" ? say(`carre_${rank}`) : `${say(`declared_${kind}`)} ${say(`height_${rank}`)}`;
}
