/** The texts in French of how to play. */
export const TEXTS = {
  how_aim: "Le but",
  how_aim_1:
    "Vous jouez à deux contre deux ; votre partenaire est en face. Le premier camp qui atteint le total, souvent 2000 points, gagne.",
  how_auction: "Les enchères",
  how_auction_1: "À votre tour, passez, ou annoncez plus haut : des points, 80 au moins, et la couleur d'atout.",
  how_auction_2: "« Capot » : le camp qui l'annonce doit faire les huit plis.",
  how_auction_3: "Trois passes après une annonce, et les enchères sont finies ; si les quatre joueurs passent, on redistribue.",
  how_auction_4: "La dernière annonce est le contrat : son camp doit faire ces points.",
  how_auction_5: "Si le contrat chute, l'autre camp marque 160 points et, le plus souvent, ceux du contrat.",
  how_auction_6:
    "Les adversaires ont annoncé trop haut ? Dites « coinche » : la donne compte double. S'ils répondent « surcoinche », elle compte quadruple.",
  how_play: "Le jeu de la carte",
  how_play_1: "Fournissez la couleur demandée ; si vous n'en avez pas, coupez, sauf si votre partenaire est maître du pli.",
  how_play_2: "Quand vous jouez atout, si vous le pouvez, montez : jouez plus fort que les atouts du pli.",
  how_points: "Les points",
  how_points_1: "À l'atout, du plus fort au plus faible : V (20 points), 9 (14), A (11), 10 (10), R (4), D (3), 8 et 7 (0).",
  how_points_2: "Ailleurs : A (11), 10 (10), R (4), D (3), V (2), 9, 8 et 7 (0).",
  how_points_3: "Le dix de der : 10 points pour le dernier pli. La belote (roi et dame d'atout) : 20 points.",
  how_points_4:
    "À certaines tables, les annonces comptent aussi : carrés (quatre cartes de même hauteur) et suites (trois cartes ou plus qui se suivent dans une couleur).",
  how_screen: "Sur l'écran",
  how_screen_1:
    "Pour annoncer, touchez une couleur, un nombre, puis « Annoncer » ; pour coincher, touchez « Coincher » deux fois.",
  how_screen_2:
    "Pour jouer, touchez une carte, ou tirez-la vers le tapis ; une carte hachurée n'est pas permise ; touchez-la pour savoir pourquoi.",
  how_screen_3: "Touchez le contrat, en haut, pour revoir les annonces et ce qu'il faut faire pour le réussir.",
  how_rules: "D'une table à l'autre, les règles changent un peu : celles d'une table sont dans son menu.",
};
