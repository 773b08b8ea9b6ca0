/**
 * Words and small pictures for cards, bids, seats and players.
 *
 * Suits are drawn by hand, for fonts differ and some phones show ♥ as a coloured emoji.
 */

import { denominationOf, PACK, rankOf, SEATS, suitOf } from "./cards.js";
import { el } from "./dom.js";

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

/** @returns {SVGElement} The picture of a suit; its colour is that of the style sheet. */
export function pip(suit) {
  const svg = document.createElementNS(SVG, "svg");
  const path = document.createElementNS(SVG, "path");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "pip");
  svg.setAttribute("aria-hidden", "true");
  svg.dataset.suit = suit;
  path.setAttribute("d", PATHS[suit]);
  svg.append(path);
  return svg;
}

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

/** "Q♥" as a person would write it: "D" and a picture. */
export const cardSign = (say, card) => el("span.sign", {}, rankSign(say, card), pip(suitOf(card)));

const levelOf = (bid) => bid.slice(0, -1);

/** "110", "capot" or "générale" */
export const levelName = (say, level) => (/\d/.test(level) ? level : say(level));

/** "110 cœur" */
export const bidName = (say, bid) => `${levelName(say, levelOf(bid))} ${say(`suit_${denominationOf(bid)}`)}`;

const BID = /^(\d+|capot|generale)[SHDCNA]$/;

/** "passe", "coinche" or "110 cœur" */
export const callName = (say, action) => (BID.test(action) ? bidName(say, action) : say(action));

/** The picture of a suit, or "SA" and "TA". */
export const denominationSign = (say, denomination) =>
  denomination in PATHS ? pip(denomination) : el("span", { text: say(`sign_${denomination}`) });

/** Fill a node with a call: "passe", or a number and the picture of the suit. */
export function showCall(say, node, action) {
  if (node.dataset.call === action) return;
  node.dataset.call = action;
  const isBid = BID.test(action);
  node.classList.toggle("bid", isBid);
  node.replaceChildren(
    ...(isBid ? [levelName(say, levelOf(action)), denominationSign(say, denominationOf(action))] : [say(action)]),
  );
}

/** "tierce hauteur dame": what is said of a height. */
export const heightName = (say, kind, rank) =>
  say("height", { kind: say(kind), top: say(`rank_${rank}`).replace(ARTICLE, "") });

/** "tierce hauteur dame de cœur", "carré de valets": a declaration such as `tierce:10HJHQH`. */
export function declarationName(say, declaration) {
  const [kind, cards] = declaration.split(":");
  const top = cards.match(/(10|[7-9JQKA])[SHDC]/g).at(-1);
  if (kind === "carre") return say("carre_of", { rank: say(`ranks_${rankOf(top)}`) });
  return say("height", { kind: say(kind), top: cardName(say, top) });
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

// --- names of players and rules, and the meaning of errors --------------------------------------------

/** First names of the bots, by kind, at North, East, South and West; the terminal client has the same. */
const BOTS = {
  random: "Gaston Ginette Odette Fernand",
  novice: "Lucien Yvette Nicole Émile",
  greedy: "Raymond Josette Arlette Roger",
  steady: "Marcel Jeanne Colette Henri",
  strong: "André Denise Simone Louis",
  expert: "Georges Suzanne Hélène Albert",
};

/** @returns {string|undefined} The text of a key; undefined where the catalogue has none. */
export const known = (say, key, values) => (say(key) === key ? undefined : say(key, values));

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @returns {string} The name of the player at a seat: a bot of a known level has a first name. Empty for a free seat. */
export const nameOf = (seat, { occupant, name }) =>
  occupant === "bot" && isBotName(name) ? BOTS[name].split(" ")[SEATS.indexOf(seat)] : name;

/** @returns {boolean} Whether a name is that of a kind of bots: records have names alone. */
export const isBotName = (name) => Object.hasOwn(BOTS, name); // somebody may be called `constructor`

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
