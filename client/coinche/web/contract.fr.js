/** The texts in French of the dialog about a contract. */
export const TEXTS = {
  contract_called: "Le contrat",
  takers: "{who} et {partner} doivent",
  takers_own: "Vous et {partner} devez",
  needs_points: "{takers} faire au moins {points} points.",
  needs_more: "{takers} faire au moins {points} points, et plus que l'autre camp.",
  needs_capot: "{takers} faire les huit plis.",
  needs_generale: "{who} doit prendre les huit plis, sans que son partenaire en prenne un.",
  counts: "Tout compte : {what}.",
  counts_tricks: "les cartes des plis, le dix de der",
  counts_belote: "la belote",
  counts_declarations: "les annonces",
  points_so_far: "Jusqu'ici, ils ont {count} point dans leurs plis. | Jusqu'ici, ils ont {count} points dans leurs plis.",
  points_so_far_own: "Jusqu'ici, vous avez {count} point dans vos plis. | Jusqu'ici, vous avez {count} points dans vos plis.",
  coinched_so: "Coinché par {who} : ×{multiplier}.",
  surcoinched_so: "Coinché par {who}, surcoinché par {other} : ×{multiplier}.",
};
