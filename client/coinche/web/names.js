/** Names of players, bots and rules as people at a card table say them; and what an error means. */

import { SEATS } from "./cards.js";

/** The first names of the bots by level, for the seats N E S W; the same in every client. */
const FIRST_NAMES = {
  random: ["Gaston", "Ginette", "Odette", "Fernand"],
  novice: ["Lucien", "Yvette", "Nicole", "Émile"],
  greedy: ["Raymond", "Josette", "Arlette", "Roger"],
  steady: ["Marcel", "Jeanne", "Colette", "Henri"],
  strong: ["André", "Denise", "Simone", "Louis"],
  expert: ["Georges", "Suzanne", "Hélène", "Albert"],
};

/** @returns {string|undefined} The text of a key; undefined where the catalogue has none. */
export const known = (say, key, values) => (say(key) === key ? undefined : say(key, values));

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @returns {string} The name of whoever sits there: a bot of a known level has a first name. Empty for a free seat. */
export const nameOf = (seat, { occupant, name }) =>
  (occupant === "bot" && FIRST_NAMES[name]?.[SEATS.indexOf(seat)]) || name;

/** @returns {boolean} Whether a name is that of a kind of bots: records have names alone. */
export const isBotName = (name) => name in FIRST_NAMES;

/** @returns {string} The name at a seat of a table, or else the name of the seat. */
export const playerAt = (say, table, seat) => nameOf(seat, table.seats[seat]) || say(`seat_${seat}`);

/** @returns {string} The title of rules: that of a preset, `(2 modifiées)` for `ffb+2`, or the server's own name. */
export function rulesTitle(say, rules) {
  const [preset, changed] = rules.split("+");
  const title = known(say, `preset_${preset}`);
  if (title === undefined || (changed !== undefined && !/^\d+$/.test(changed))) return say("rules_of_house", { rules });
  return capital(changed === undefined ? title : say("rules_changed", { title, count: Number(changed) }));
}

/** @returns {string} What an `error` of the server means for the person who reads it. */
export function errorText(say, { code, message, data = {} }) {
  return known(say, `error_${data.reason}`) ?? known(say, `error_${code}`) ?? say("refused", { why: message });
}
