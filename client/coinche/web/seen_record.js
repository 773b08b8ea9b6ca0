/**
 * The match under way as a record: what this page has seen of it, and nothing else.
 *
 * The cards of another hand are those that were played from it. How many were never seen is in `hidden`.
 */

import { SEATS } from "./cards.js";
import { cardOf } from "./record.js";
import { playerAt } from "./words.js";

/** The cards of a hand. */
const HAND = 8;

/**
 * The record of the match at a table, as `readRecord` makes it of an archived one.
 *
 * Where the rules let nobody look at more than the last trick, the deal under way is left out.
 *
 * @param {Function} say
 * @param {object} table
 * @returns {{names: Record<string, string>, rules: object, deals: object[], own: string|null, opens: object}}
 */
export function seenRecord(say, table) {
  const deals = [];
  for (const event of table.log) SEEN[event.type]?.(deals, event);
  const shown = deals.filter(({ result }) => result !== null || showsAll(table)).map(withHands);
  const deal = shown.at(-1);
  const opens = { deal, step: deal.result === null ? deal.steps.length : 0 }; // what has just happened, or the last deal
  const names = bySeat((seat) => playerAt(say, table, seat));
  return { names, rules: table.rules, deals: shown, own: table.view.viewer, opens };
}

/** @returns {boolean} True if there is a deal to be seen again. */
export const hasSeenDeals = (table) => table.log.some(({ type }) => OVER.includes(type) || isFirst(table, type));

const OVER = ["deal_scored", "thrown_in"];

const isFirst = (table, type) => type === "deal_started" && showsAll(table);

const showsAll = ({ rules }) => rules.match.trick_history === "all";

const bySeat = (value) => Object.fromEntries(SEATS.map((seat) => [seat, value(seat)]));

const step = (actionOf) => (deals, event) =>
  deals.at(-1).steps.push({ seat: event.seat, action: actionOf(event) });

/** @type {Record<string, (deals: object[], event: any) => void>} The additions of each event. */
const SEEN = {
  deal_started: (deals, { deal, dealer }) => deals.push({ deal, dealer, dealt: [], steps: [], result: null }),
  hand_dealt: (deals, { seat, cards }) => {
    const { dealt, steps } = deals.at(-1);
    if (cards !== null) dealt.push({ seat, cards, isSecond: steps.length > 0 });
  },
  passed: step(() => "pass"),
  bid_made: step(({ bid }) => bid),
  coinched: step(() => "coinche"),
  surcoinched: step(() => "surcoinche"),
  card_played: step(({ card }) => card),
  belote_said: (deals, { word }) => {
    deals.at(-1).steps.at(-1).action += `+${word}`;
  },
  thrown_in: (deals) => {
    deals.at(-1).result = { result: "thrown_in", scores: { NS: 0, EW: 0 } };
  },
  deal_scored: (deals, { made, held, scores }) => {
    deals.at(-1).result = { result: held > 0 ? "drawn" : made ? "made" : "failed", scores };
  },
};

/** The hands as they were dealt, as far as they were seen. */
function withHands({ dealt, ...deal }) {
  const isOwn = (seat) => dealt.some((one) => one.seat === seat);
  const playedBy = (seat) =>
    deal.steps.filter((one) => one.seat === seat).map(({ action }) => cardOf(action)).filter(Boolean);
  const cards = (seat, isSecond) =>
    dealt.filter((one) => one.seat === seat && one.isSecond === isSecond).flatMap((one) => one.cards);
  const first = bySeat((seat) => (isOwn(seat) ? cards(seat, false) : playedBy(seat)));
  const hasSecond = dealt.some(({ isSecond }) => isSecond);
  const stages = hasSecond ? [first, bySeat((seat) => cards(seat, true))] : [first];
  return { ...deal, stages, hidden: bySeat((seat) => (isOwn(seat) ? 0 : HAND - first[seat].length)) };
}
