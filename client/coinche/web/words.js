/** Words for cards, bids, seats and players, as people at a card table say them. */

import { denominationOf, rankOf, SEATS, suitOf } from "./cards.js";

// --- cards --------------------------------------------------------------------------------------------

const PICTURES = "JQKA";

/** The index of a card: V D R A, or J Q K A. */
export function rankSign(say, card) {
  const rank = rankOf(card);
  return PICTURES.includes(rank) ? say("letters")[PICTURES.indexOf(rank)] : rank;
}

/** "la dame de cœur" */
export const theCard = (say, card) =>
  say("card", { rank: say(`rank_${rankOf(card)}`), suit: say(`suit_${suitOf(card)}`) });

const ARTICLE = /^(l'|l[ae] |the )/;

/** "dame de cœur" */
export const cardName = (say, card) => theCard(say, card).replace(ARTICLE, "");

// --- bids ---------------------------------------------------------------------------------------------

const BID = /^(\d+|capot|generale)[SHDCNA]$/;

/** @returns {boolean} True if an action is a bid, and no other call. */
export const isBid = (action) => BID.test(action);

/** @returns {string} The level of a bid in notation: `110`, `capot`. */
export const bidLevel = (bid) => bid.slice(0, -1);

/** "110", "capot" or "générale" */
export const levelName = (say, level) => (/\d/.test(level) ? level : say(level));

/** "110 cœur" */
export const bidName = (say, bid) => `${levelName(say, bidLevel(bid))} ${say(`suit_${denominationOf(bid)}`)}`;

/** "passe", "coinche" or "110 cœur" */
export const callName = (say, action) => (isBid(action) ? bidName(say, action) : say(action));

// --- names of players ---------------------------------------------------------------------------------

/** First names of the bots, by kind, at North, East, South and West; the terminal client has the same. */
export const BOTS = {
  random: "Gaston Ginette Odette Fernand",
  novice: "Lucien Yvette Nicole Émile",
  greedy: "Raymond Josette Arlette Roger",
  steady: "Marcel Jeanne Colette Henri",
  strong: "André Denise Simone Louis",
  expert: "Georges Suzanne Hélène Albert",
};

/** @returns {string} The name of the player at a seat: a bot of a known level has a first name. Empty for a free seat. */
export const nameOf = (seat, { occupant, name }) =>
  occupant === "bot" && isBotName(name) ? BOTS[name].split(" ")[SEATS.indexOf(seat)] : name;

/** @returns {boolean} Whether the table was opened to play against bots alone: it is called as the one who plays. */
export const isAgainstBots = ({ name, table }) => !table.hold && table.name === name;

/** @returns {boolean} True if a name is that of a kind of bots: records have names alone. */
export const isBotName = (name) => Object.hasOwn(BOTS, name); // somebody may be called `constructor`

/** @returns {string} The name at a seat of a table, or else the name of the seat. */
export const playerAt = (say, table, seat) => nameOf(seat, table.seats[seat]) || say(`seat_${seat}`);

/** @returns {string} The name of who played the deal at a seat, in its recap too, when somebody else may sit there. */
export const dealtTo = (say, table, seat) => playerAt(say, { seats: table.players ?? table.seats }, seat);
