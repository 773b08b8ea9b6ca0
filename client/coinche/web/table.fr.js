/** The texts of the table in French: those of its first picture. */
export const TEXTS = {
  room: "Salle d'attente",
  recap: "Fin de la donne",
  applicants: "Nouveaux venus",
  short_NS: "N-S",
  short_EW: "E-O",
  by: "par {who}",
  by_you: "par vous",
  coinched: "coinché",
  surcoinched: "surcoinché",
  to_play: "joue",
  to_call: "parle",
  partner: "partenaire",
  dealer: "donneur",
  bot: "robot",
  away: "pas là",
  closed: "place fermée",
  reserved_by: "bientôt {name}",
  taker: "preneur",
  cards_left: "{count} carte | {count} cartes",
  // cards and bids
  // the auction
  auction: "Enchères",
  your_hand: "Votre main",
};
