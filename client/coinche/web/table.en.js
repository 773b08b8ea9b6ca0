/** The texts of the table in English: those of its first picture. */
export const TEXTS = {
  room: "Waiting room",
  recap: "End of the deal",
  applicants: "Newcomers",
  short_NS: "N-S",
  short_EW: "E-W",
  by: "by {who}",
  by_you: "by you",
  coinched: "coinched",
  surcoinched: "surcoinched",
  to_play: "to play",
  to_call: "to bid",
  partner: "partner",
  dealer: "dealer",
  bot: "bot",
  away: "away",
  closed: "seat closed",
  reserved_by: "soon {name}",
  taker: "taker",
  cards_left: "{count} card | {count} cards",
  // cards and bids
  // the auction
  auction: "Auction",
  your_hand: "Your hand",
};
