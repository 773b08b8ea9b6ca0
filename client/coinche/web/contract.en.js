/** The texts in English of the dialog about a contract. */
export const TEXTS = {
  contract_called: "The contract",
  takers: "{who} and {partner} need",
  takers_own: "You and {partner} need",
  needs_points: "{takers} {points} points at least.",
  needs_more: "{takers} {points} points at least, and more than the other side.",
  needs_capot: "{takers} all eight tricks.",
  needs_generale: "{who} has to take all eight tricks, and the partner none.",
  counts: "All of it counts: {what}.",
  counts_tricks: "the cards in the tricks, the last trick",
  counts_belote: "the belote",
  counts_declarations: "declarations",
  points_so_far: "So far they have {count} point in their tricks. | So far they have {count} points in their tricks.",
  points_so_far_own: "So far you have {count} point in your tricks. | So far you have {count} points in your tricks.",
  coinched_so: "Coinched by {who}: ×{multiplier}.",
  surcoinched_so: "Coinched by {who}, surcoinched by {other}: ×{multiplier}.",
};
