/**
 * Cards, seats and the strength of cards, in the protocol's notation: `AS`, `10H`, seats `N E S W`, teams `NS EW`.
 *
 * Everything here is pure, and the same as in the engine (`cards.py`, `seats.py`, `card_values.py`).
 *
 * @typedef {"S"|"H"|"D"|"C"} Suit
 * @typedef {Suit|"N"|"A"} Denomination A suit, no trump or all trump.
 * @typedef {string} Card A rank and a suit, such as `10H`.
 * @typedef {"N"|"E"|"S"|"W"} Seat
 * @typedef {"NS"|"EW"} Team
 * @typedef {"clockwise"|"anticlockwise"} Direction The direction of dealing, bidding and play.
 */

/** @type {readonly Suit[]} Suits in pack order. */
export const SUITS = ["S", "H", "D", "C"];

/** Ranks in sequence order, which is their order in the pack. */
export const RANKS = ["7", "8", "9", "10", "J", "Q", "K", "A"];

/** @type {readonly Card[]} The 32 cards in pack order. */
export const PACK = SUITS.flatMap((suit) => RANKS.map((rank) => rank + suit));

/** @type {readonly Seat[]} Seats clockwise, as they sit. */
export const SEATS = ["N", "E", "S", "W"];

/** Ranks from the weakest to the strongest, outside trumps and in trumps (F 6). */
const PLAIN_ORDER = ["7", "8", "9", "J", "Q", "K", "10", "A"];
const TRUMP_ORDER = ["7", "8", "Q", "K", "10", "A", "9", "J"];

/** The places that the next seat is away, clockwise. */
const STEP = { clockwise: 1, anticlockwise: 3 };

const PLACE = new Map(PACK.map((card, place) => [card, place]));

/** @param {Card} card @returns {Suit} The suit of the card. */
export const suitOf = (card) => /** @type {Suit} */ (card.slice(-1));

/** @param {Card} card @returns {string} The rank of the card. */
export const rankOf = (card) => card.slice(0, -1);

/** @param {readonly Card[]} cards @returns {Card[]} The cards in pack order, the order of a view's hand. */
export const inPackOrder = (cards) => [...cards].sort((one, other) => PLACE.get(one) - PLACE.get(other));

/** @param {string} bid @returns {Denomination} The denomination of a bid, such as `90S`, `capotN` or `generaleA`. */
export const denominationOf = (bid) => /** @type {Denomination} */ (bid.slice(-1));

/** @param {Suit} suit @param {Denomination} denomination @returns {boolean} True if the suit is trumps. */
export const isTrump = (suit, denomination) => denomination === "A" || suit === denomination;

/**
 * The strength of a card within its suit; the greater is the stronger.
 *
 * @param {Card} card
 * @param {Denomination} denomination
 * @returns {number}
 */
export function strengthOf(card, denomination) {
  const order = isTrump(suitOf(card), denomination) ? TRUMP_ORDER : PLAIN_ORDER;
  return order.indexOf(rankOf(card));
}

/**
 * True if a card played later takes the trick from the one that holds it (F 5.1).
 *
 * @param {Card} card
 * @param {Card} best
 * @param {Denomination} denomination
 * @returns {boolean}
 */
export function beats(card, best, denomination) {
  if (suitOf(card) === suitOf(best)) {
    return strengthOf(card, denomination) > strengthOf(best, denomination);
  }
  return isTrump(suitOf(card), denomination) && !isTrump(suitOf(best), denomination);
}

/**
 * The seat that is so many turns after another.
 *
 * @param {Seat} seat
 * @param {Direction} direction
 * @param {number} turns
 * @returns {Seat}
 */
export function seatAfter(seat, direction, turns) {
  return SEATS[(SEATS.indexOf(seat) + turns * STEP[direction]) % SEATS.length];
}

/** @param {Seat} seat @param {Direction} direction @returns {Seat} The neighbour whose turn comes next. */
export const nextSeat = (seat, direction) => seatAfter(seat, direction, 1);

/** @param {Seat} seat @param {Direction} direction @returns {Seat} The neighbour before; the dealer's is the cutter. */
export const previousSeat = (seat, direction) => seatAfter(seat, direction, 3);

/** @param {Seat} seat @returns {Seat} The seat opposite. */
export const partnerOf = (seat) => seatAfter(seat, "clockwise", 2);

/** @param {Seat} seat @returns {Team} The team that sits there. */
export const teamOf = (seat) => (seat === "N" || seat === "S" ? "NS" : "EW");

/**
 * The seats of a trick's cards, in the order played.
 *
 * @param {Seat} leader
 * @param {Direction} direction
 * @returns {Seat[]}
 */
export const seatsFrom = (leader, direction) => [0, 1, 2, 3].map((turns) => seatAfter(leader, direction, turns));

/**
 * The hand as a player holds it: the trump suit first, then red and black in turn where possible, strongest first.
 *
 * Before there are trumps, give `N`. The order is that of the terminal client.
 *
 * @param {readonly Card[]} hand
 * @param {Denomination} denomination
 * @returns {Card[]}
 */
export function arranged(hand, denomination) {
  const suits = alternating(SUITS.filter((suit) => hand.some((card) => suitOf(card) === suit)), denomination);
  return suits.flatMap((suit) =>
    hand
      .filter((card) => suitOf(card) === suit)
      .sort((one, other) => strengthOf(other, denomination) - strengthOf(one, denomination)),
  );
}

const isRed = (suit) => suit === "H" || suit === "D";

/** The suits of a hand, a single trump suit first, red after black and black after red as far as possible. */
function alternating(held, denomination) {
  const redFirst = 2 * held.filter(isRed).length > held.length;
  const left = [...held];
  const laid = [];
  while (left.length > 0) {
    const last = laid[laid.length - 1];
    const wanted =
      left.find((suit) => suit === denomination) ??
      left.find((suit) => (last === undefined ? redFirst && isRed(suit) : isRed(suit) !== isRed(last))) ??
      left[0];
    left.splice(left.indexOf(wanted), 1);
    laid.push(wanted);
  }
  return laid;
}
