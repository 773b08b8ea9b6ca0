/**
 * The view of a match folded from the events that a viewer was sent.
 *
 * Events and views are the maps of the protocol (`docs/protocol/messages.md`), with the same names and order of fields.
 * A test compares this fold with the engine's (`fold_view.py`) after every event of the rule vectors.
 *
 * @typedef {import("./cards.js").Seat} Seat
 * @typedef {Record<string, any>} View The map `view` of a request.
 * @typedef {Record<string, any>} GameEvent An event of a table; only those of the game change a view.
 * @typedef {Record<string, any>} Rules The map `rules` of `joined` and of `match_started`.
 */

import { beats, denominationOf, inPackOrder, nextSeat, partnerOf, previousSeat, seatsFrom, teamOf } from "./cards.js";

/** The tricks of a deal. */
const TRICKS = 8;

/** The multiplier of a coinche (F 4.1c). */
const COINCHE = 2;

/** The fields of a deal's score, which is the event `deal_scored` without its envelope. */
const SCORE = ["made", "tricks", "points", "lines", "scores", "totals", "belote_forgiven", "waiting", "held"];

/**
 * The view before the first event of a table.
 *
 * @param {Seat|null} viewer The seat whose view it is; null for a spectator.
 * @returns {View}
 */
export function emptyView(viewer) {
  return {
    viewer,
    phase: "waiting",
    match: 0,
    board: false,
    deal: 0,
    dealer: null,
    shuffled: true,
    turn: null,
    hand: [],
    auction: [],
    contract: null,
    tricks: [],
    trick: null,
    tricks_won: noPoints(),
    points: noPoints(),
    belotes: [],
    announced: [],
    heights: [],
    shown: [],
    declarations_won: null,
    declaration_points: 0,
    totals: noPoints(),
    held: 0,
    score: null,
    winner: null,
  };
}

/**
 * The view after one more event of the table; the old view stays as it was.
 *
 * Events that are not the game's, and those that this page does not know, change nothing: the same view is returned.
 * Throws where an event cannot follow, such as a card without a contract: the page has to ask for all events again.
 *
 * @param {View} view
 * @param {GameEvent} event
 * @param {Rules} rules The rules of the match, as `joined` has them.
 * @returns {View}
 */
export function fold(view, event, rules) {
  const happened = FOLDS.get(event.type);
  return happened === undefined ? view : happened(view, event, rules);
}

/** @type {Map<string, (view: View, event: GameEvent, rules: Rules) => View>} The effect of each event of the game. */
const FOLDS = new Map([
  ["match_started", (view, event) => ({ ...emptyView(view.viewer), match: event.match, board: event.board })],
  ["deal_started", dealStarted],
  ["pack_cut", packCut],
  ["hand_dealt", handDealt],
  ["passed", passed],
  ["bid_made", bidMade],
  ["coinched", coinched],
  ["surcoinched", surcoinched],
  ["thrown_in", (view) => ({ ...view, phase: "deal_over", turn: null })],
  ["contract_settled", contractSettled],
  ["card_played", cardPlayed],
  ["belote_said", (view, { seat, word, suit }) => ({ ...view, belotes: [...view.belotes, { seat, word, suit }] })],
  ["declarations_announced", declarationsAnnounced],
  ["height_said", (view, { seat, kind, height }) => ({ ...view, heights: [...view.heights, { seat, kind, height }] })],
  ["declarations_shown", declarationsShown],
  [
    "declarations_resolved",
    (view, event) => ({ ...view, declarations_won: event.team, declaration_points: event.points }),
  ],
  ["trick_won", trickWon],
  ["deal_scored", dealScored],
  ["match_ended", (view, event) => ({ ...view, phase: "match_over", winner: event.winner })],
]);

/** The value of a field that the event needs; throws where there is none. */
function needed(view, field) {
  if (view[field] === null) {
    throw new Error(`an event that needs the field ${field} of the view came before there was one`);
  }
  return view[field];
}

// --- the deal -----------------------------------------------------------------------------------------

/** A deal keeps the totals and nothing else of the deal before. */
function dealStarted(view, event, rules) {
  const { direction, shuffle } = rules.table;
  const isCut = shuffle === "never" && !view.board;
  return {
    ...emptyView(view.viewer),
    phase: isCut ? "cutting" : "bidding",
    match: view.match,
    board: view.board,
    deal: event.deal,
    dealer: event.dealer,
    shuffled: event.shuffled,
    turn: isCut ? previousSeat(event.dealer, direction) : nextSeat(event.dealer, direction),
    totals: view.totals,
    held: view.held,
  };
}

function packCut(view, event, rules) {
  return { ...view, phase: "bidding", turn: nextSeat(needed(view, "dealer"), rules.table.direction) };
}

/** Cards of other hands come as null. */
function handDealt(view, event) {
  return event.cards === null ? view : { ...view, hand: inPackOrder([...view.hand, ...event.cards]) };
}

// --- the auction (F 4) --------------------------------------------------------------------------------

/** The view with one more call, a contract, and the seat that speaks next; null once the auction is over. */
function called(view, seat, action, contract, turn) {
  return { ...view, turn, auction: [...view.auction, { seat, action }], contract };
}

function passed(view, { seat }, rules) {
  return called(view, seat, "pass", view.contract, turnAfterPass(view, seat, rules));
}

/** A pass ends the auction after three over a bid, four over none, or both over a bid that is coinched and frozen. */
function turnAfterPass(view, seat, rules) {
  const passes = 1 + passesAtTheEnd(view.auction);
  if (rules.auction.coinche_ends_auction && view.contract !== null && view.contract.coinched_by !== null) {
    return passes === 1 ? partnerOf(seat) : null;
  }
  return passes === (view.contract === null ? 4 : 3) ? null : nextSeat(seat, rules.table.direction);
}

function passesAtTheEnd(auction) {
  const since = [...auction].reverse().findIndex((call) => call.action !== "pass");
  return since === -1 ? auction.length : since;
}

/** A bid replaces the contract, a coinche of it included. A capot ends the auction where it is `closed`. */
function bidMade(view, { seat, bid }, rules) {
  const contract = { bid, bidder: seat, multiplier: 1, coinched_by: null, surcoinched_by: null };
  const ends = rules.auction.capot === "closed" && bid.startsWith("capot");
  return called(view, seat, bid, contract, ends ? null : nextSeat(seat, rules.table.direction));
}

/** The seat after the coincher speaks next, no matter whose turn it was. */
function coinched(view, { seat }, rules) {
  const contract = { ...needed(view, "contract"), multiplier: COINCHE, coinched_by: seat };
  const ends = rules.auction.coinche_ends_auction && rules.auction.surcoinche === null;
  return called(view, seat, "coinche", contract, ends ? null : nextSeat(seat, rules.table.direction));
}

function surcoinched(view, { seat }, rules) {
  const contract = { ...needed(view, "contract"), multiplier: rules.auction.surcoinche, surcoinched_by: seat };
  return called(view, seat, "surcoinche", contract, null);
}

/** The seat next to the dealer leads, or the bidder of a générale where the rules say so. */
function contractSettled(view, event, rules) {
  const { bid, bidder } = needed(view, "contract");
  const byBidder = rules.auction.generale_leads && bid.startsWith("generale");
  const leader = byBidder ? bidder : nextSeat(needed(view, "dealer"), rules.table.direction);
  return { ...view, phase: "playing", turn: leader, trick: emptyTrick(leader) };
}

// --- the play (F 5) -----------------------------------------------------------------------------------

const emptyTrick = (leader) => ({ leader, cards: [], winner: null });

function cardPlayed(view, { seat, card }, rules) {
  const { direction } = rules.table;
  const denomination = denominationOf(needed(view, "contract").bid);
  return {
    ...view,
    turn: nextSeat(seat, direction),
    hand: view.hand.filter((held) => held !== card),
    trick: withCard(needed(view, "trick"), seat, card, denomination, direction),
  };
}

function withCard({ leader, cards, winner }, seat, card, denomination, direction) {
  const best = winner === null ? null : cards[seatsFrom(leader, direction).indexOf(winner)];
  const takes = best === null || beats(card, best, denomination);
  return { leader, cards: [...cards, card], winner: takes ? seat : winner };
}

/** The winner of a trick leads the next one; after the last nobody does. */
function trickWon(view, { seat, points }) {
  const tricks = [...view.tricks, needed(view, "trick")];
  const isLast = tricks.length === TRICKS;
  return {
    ...view,
    turn: isLast ? null : seat,
    tricks,
    trick: isLast ? null : emptyTrick(seat),
    tricks_won: withPoints(view.tricks_won, teamOf(seat), 1),
    points: withPoints(view.points, teamOf(seat), points),
  };
}

function declarationsAnnounced(view, { seat, kinds }) {
  return { ...view, announced: [...view.announced, { seat, kinds }] };
}

function declarationsShown(view, { seat, declarations }) {
  return { ...view, shown: [...view.shown, ...declarations.map((declaration) => ({ seat, declaration }))] };
}

// --- the score ----------------------------------------------------------------------------------------

const noPoints = () => ({ NS: 0, EW: 0 });

const withPoints = (points, team, more) => ({ ...points, [team]: points[team] + more });

function dealScored(view, event) {
  const score = Object.fromEntries(SCORE.map((field) => [field, event[field]]));
  return { ...view, phase: "deal_over", totals: event.totals, held: event.held, score };
}
