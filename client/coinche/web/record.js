/**
 * The record of a match, read: its deals, and the position after each of their actions (docs/protocol/archive.md).
 *
 * A record has the packs and the actions alone; hands, contract and tricks follow from them here. Pure, like the fold.
 *
 * @typedef {{line: number, seat: string, action: string}} Step An action, and how many lines of the record precede it.
 * @typedef {{deal: number, dealer: string, stages: object[], steps: Step[], result: object|null}} Deal
 */

import { beats, denominationOf, nextSeat, seatsFrom } from "./cards.js";

const CUT = /^cut:(\d+)$/;
const CARD = /^(?:10|[7-9JQKA])[SHDC]/;

/**
 * Read the lines of a record.
 *
 * @param {readonly string[]} lines
 * @returns {{seats: Record<string, string>, rules: object, deals: Deal[], end: object|null}}
 */
export function readRecord(lines) {
  const [header, ...rest] = lines.map((line) => JSON.parse(line));
  const { direction } = header.rules.table;
  const match = { seats: header.seats, rules: header.rules, deals: [], end: null };
  let { dealer } = header;
  rest.forEach((entry, place) => {
    if (entry.pack !== undefined) {
      if (match.deals.length > 0) dealer = nextSeat(dealer, direction);
      match.deals.push({ deal: entry.deal, dealer, pack: entry.pack, steps: [], result: null });
    } else if (entry.action !== undefined) {
      match.deals.at(-1).steps.push({ line: place + 1, seat: entry.seat, action: entry.action });
    } else if (entry.result !== undefined) {
      match.deals.at(-1).result = entry;
    } else if (entry.winner !== undefined) {
      match.end = entry;
    }
  });
  match.deals.forEach((deal) => cutAndDealt(deal, header.rules.table));
  return match;
}

/** The hands of a deal: a cut is no step of its own, for nothing can be seen before it. */
function cutAndDealt(deal, rules) {
  const [, top] = CUT.exec(deal.steps[0]?.action ?? "") ?? [];
  if (top !== undefined) {
    deal.pack = [...deal.pack.slice(Number(top)), ...deal.pack.slice(0, Number(top))];
    deal.steps.shift();
  }
  const stages = rules.two_stage_deal ? [[3, 3], [2]] : [rules.deal_batches];
  const seats = seatsFrom(nextSeat(deal.dealer, rules.direction), rules.direction);
  let dealt = 0;
  deal.stages = stages.map((batches) => {
    const hands = Object.fromEntries(seats.map((seat) => [seat, []]));
    for (const batch of batches) {
      for (const seat of seats) hands[seat].push(...deal.pack.slice(dealt, (dealt += batch)));
    }
    return hands;
  });
}

/**
 * The position after the first so many actions of a deal, all hands open.
 *
 * @param {Deal} deal
 * @param {number} count
 * @param {"clockwise"|"anticlockwise"} direction
 */
export function positionAfter(deal, count, direction) {
  const position = {
    hands: structuredClone(deal.stages[0]),
    calls: [],
    contract: null,
    trick: null,
    taken: { N: 0, E: 0, S: 0, W: 0 },
    last: count === 0 ? null : deal.steps[count - 1],
    next: deal.steps[count] ?? null,
  };
  for (const step of deal.steps.slice(0, count)) {
    if (CARD.test(step.action)) playCard(position, deal, step, direction);
    else call(position, step);
  }
  if (position.next !== null && CARD.test(position.next.action)) dealTheRest(position, deal);
  return position;
}

function call(position, { seat, action }) {
  position.calls.push({ seat, action });
  if (action === "coinche" || action === "surcoinche") position.contract.doubled = { seat, action };
  else if (action !== "pass") position.contract = { bid: action, bidder: seat, doubled: null };
}

/** The cards that come after the auction where the deal has two stages. */
function dealTheRest(position, { stages }) {
  if (stages.length === 1 || position.isDealt) return;
  for (const [seat, cards] of Object.entries(stages[1])) position.hands[seat].push(...cards);
  position.isDealt = true;
}

function playCard(position, deal, { seat, action }, direction) {
  dealTheRest(position, deal);
  const [card] = CARD.exec(action);
  const { trick } = position;
  if (trick === null || trick.cards.length === 4) position.trick = { leader: seat, cards: [card], winner: seat };
  else addToTrick(trick, seat, card, denominationOf(position.contract.bid), direction);
  position.hands[seat] = position.hands[seat].filter((held) => held !== card);
  if (position.trick.cards.length === 4) position.taken[position.trick.winner] += 1;
}

function addToTrick(trick, seat, card, denomination, direction) {
  const best = trick.cards[seatsFrom(trick.leader, direction).indexOf(trick.winner)];
  trick.cards.push(card);
  if (beats(card, best, denomination)) trick.winner = seat;
}

/** @returns {string|null} The card of an action; null for a call. */
export const cardOf = (action) => CARD.exec(action)?.[0] ?? null;
