"""Sentences about the statistics of players, and the page of one player."""

from __future__ import annotations

from coinche.text.catalog import Words


class PlayerText(Words):
    """Texts of the list of players and of a player's page."""

    # the list
    YOU = ("{name} (vous)", "{name} (you)")
    BOTS = ("bots, {level} (tous)", "bots, {level} (all)")
    SORTED = ("↓ {head}", "↓ {head}")
    COINCHED = ("Coinchés (chutés)", "Coinched (down)")
    COINCHED_SHORT = ("Coinchés", "Coinched")
    CAPOTS = ("Capots", "Capots")
    BELOTES = ("Belotes", "Belotes")
    # what the columns of the list count
    MATCHES_COUNT = (
        "parties terminées ; plusieurs bots comptent pour un, dans le camp qui en a le plus",
        "matches finished; bots count once, for the side with most of them",
    )
    WON_COUNTS = ("part de ces parties qui ont été gagnées", "share of these matches that were won")
    MADE_COUNTS = (
        "part des contrats demandés par le joueur qui ont réussi",
        "share of the contracts bid by the player that were made",
    )
    PER_DEAL_COUNTS = (
        "points marqués par son camp à chaque donne, en moyenne",
        "points of their side per deal, on average",
    )
    COINCHES_COUNT = (
        "contrats adverses coinchés ; entre parenthèses, ceux qui ont chuté",
        "contracts that they coinched; in brackets, how many went down",
    )
    COINCHED_COUNTS = (
        "ses contrats coinchés ; entre parenthèses, ceux qui ont chuté",
        "their contracts coinched by others; in brackets, how many went down",
    )
    CAPOTS_COUNT = ("donnes où son camp a fait tous les plis", "deals in which their side took all tricks")
    BELOTES_COUNT = ("belotes annoncées", "belotes announced")
    # the page
    PAGE = ("Statistiques : {name}", "Statistics: {name}")
    LOADING = ("Chargement de la page…", "Loading the page…")
    NOTHING = ("{name} n'a encore terminé aucune partie ici.", "{name} has not finished a match here yet.")
    NOTHING_YET = ("Vous n'avez encore terminé aucune partie ici.", "You have not finished a match here yet.")
    COUNTED = (
        "Une partie quittée avant la fin ne compte pas, ni ses donnes.",
        "A match that was left before its end does not count, nor do its deals.",
    )
    MATCHES = ("Parties", "Matches")
    MATCHES_ARE = ("{matches}, gagnées {won} ({share}) ; {deals}", "{matches}, won {won} ({share}); {deals}")
    ONE_WON = ("une partie en {deals}, gagnée", "one match of {deals}, won")
    ONE_LOST = ("une partie en {deals}, perdue", "one match of {deals}, lost")
    DEALS = ("Marque", "Score")
    MORE = (
        "{gap} points par donne de plus que les adversaires ({ours} contre {theirs})",
        "{gap} points a deal ahead of the opponents ({ours} to {theirs})",
    )
    LESS = (
        "{gap} points de moins par donne que les adversaires ({ours} contre {theirs})",
        "{gap} points a deal behind the opponents ({ours} to {theirs})",
    )
    LEVEL = ("autant que les adversaires ({ours} par donne)", "as many as the opponents ({ours} a deal)")
    CONTRACTS = ("Contrats", "Contracts")
    CONTRACTS_ARE = (
        "{taken}, réussis {made} ({share}), chutés {failed}",
        "{taken}, made {made} ({share}), down {failed}",
    )
    DOUBLES = ("Coinches", "Coinches")
    GIVEN = ("faites {given}, contrats chutés {right}", "given {given}, contracts down {right}")
    RECEIVED = ("reçues {taken}, contrats chutés {failed}", "received {taken}, contracts down {failed}")
    FEATS = ("Et aussi", "And also")
    CAPOTS_ARE = ("capots : {count}", "capots: {count}")
    BELOTES_ARE = ("belotes : {count}", "belotes: {count}")
    GENERALES_ARE = ("générales : {count}", "générales: {count}")
    RESULTS = ("Dernières parties", "Last matches")
    RESULT_WON = ("{day} : gagnée, {ours} à {theirs}, en {deals}", "{day}: won, {ours} to {theirs}, in {deals}")
    RESULT_LOST = ("{day} : perdue, {ours} à {theirs}, en {deals}", "{day}: lost, {ours} to {theirs}, in {deals}")
    RESULT_LEFT = ("{day} : quittée, {ours} à {theirs}, en {deals}", "{day}: left, {ours} to {theirs}, in {deals}")
    NOW = ("En cours", "Under way")
    NOW_IS = ("donne {deal}, nous {ours}, eux {theirs}, {aim}", "deal {deal}, us {ours}, them {theirs}, {aim}")
    NOW_BIDS = ("Vos contrats", "Your bids")
    ONLY_RESULT = ("Première partie", "First match")
    OUR_SIDE = ("Votre camp", "Your side")
    THEIR_SIDE = ("Adversaires", "Opponents")
    OWN_PAGE = (
        "Entrée sur votre ligne : vos parties une à une, vos contrats, et comment vous jouez avec et contre chacun.",
        "Enter on your line: your matches one by one, your contracts, and how you do with and against each player.",
    )
    TO_COME = ("Ce que cette page dira bientôt", "What this page will soon tell")
    FROM_FIRST = (
        "victoires et défaites, points par donne face aux adversaires, contrats réussis et chutés, coinches, capots, "
        "belotes, et vos résultats avec et contre chacun",
        "wins and losses, points a deal against the opponents, contracts made and down, coinches, capots, belotes, "
        "and how you do with and against each player",
    )
    FROM_SECOND = ("la courbe de vos résultats, partie après partie", "the graph of your results, match by match")
    FROM_TWENTY_DEALS = ("avec un même partenaire : votre meilleur duo", "with the same partner: your best partner")
    BEST = ("Meilleur duo", "Best partner")
    BEST_IS = (
        "avec {name} : {gap} points par donne, sur {deals}",
        "{name}: {gap} points per deal, over {deals}",
    )
    NO_BEST = ("il faut 20 donnes jouées ensemble", "once you have played 20 deals together")
    AGAINST_YOU = ("Contre vous", "Against you")
    WITH_YOU = ("Avec vous", "With you")
    TOGETHER = (
        "{matches}, {won} gagnées par {name} ; {gap} points par donne, sur {deals}",
        "{matches}, {won} won by {name}; {gap} points per deal, over {deals}",
    )
    TOGETHER_ONE_WON = (
        "{matches}, {won} gagnée par {name} ; {gap} points par donne, sur {deals}",
        "{matches}, {won} won by {name}; {gap} points per deal, over {deals}",
    )
    TOGETHER_WITH_BOTS = (
        "{matches}, gagnées par eux : {won} ; {gap} points par donne, sur {deals}",
        "{matches}, won by them: {won}; {gap} points per deal, over {deals}",
    )
    PARTNERS = ("Partenaires (donnes, points d'avance par donne)", "Partners (deals, points ahead per deal)")
    OPPONENTS = ("Adversaires (donnes, points d'avance par donne)", "Opponents (deals, points ahead per deal)")
    SHORT_PARTNERS = ("Partenaires", "Partners")
    SHORT_OPPONENTS = ("Adversaires", "Opponents")
    PAIR_DEALS = ("donnes", "deals")
    PAIR_GAP = ("écart/donne", "ahead/deal")
    CURVE = (
        "Part des points par partie, la dernière à droite ({won} : gagnée, {lost} : perdue)",
        "Share of the points by match, the latest on the right ({won}: won, {lost}: lost)",
    )
    CURVE_LATER = (
        "Courbe des résultats : à partir de {matches} parties.",
        "Results graph: shown after {matches} matches.",
    )
    WON_SIGN = ("G", "W")
    LOST_SIGN = ("P", "L")
    # against perfect play
    PAR = ("Jeu parfait", "Perfect play")
    PAR_HOW_ONE = (
        "p : votre dernière partie comparée au jeu parfait",
        "p: your last match compared with perfect play",
    )
    PAR_HOW = (
        "p : vos {matches} dernières parties comparées au jeu parfait",
        "p: your last {matches} matches compared with perfect play",
    )
    PAR_READING = ("partie {match} sur {matches}…", "match {match} of {matches}…")
    PAR_AT = (
        "partie {match} sur {matches}, donne {deal} sur {deals}…",
        "match {match} of {matches}, deal {deal} of {deals}…",
    )
    PAR_STOP = ("{told}   p : arrêter", "{told}   p: stop")
    PAR_SLOW = (
        "Le solveur compilé manque : seule la dernière partie est comparée, ce qui peut prendre plusieurs minutes.",
        "The compiled solver is missing: only the last match is compared, which may take several minutes.",
    )
    PAR_LOST = (
        "aurait fait {points} points de plus que vous par donne, avec les mêmes cartes ({deals}, {matches})",
        "would have left you {points} points a deal better off with the same cards ({deals}, {matches})",
    )
    PAR_GAINED = (
        "aurait fait {points} points de moins que vous par donne, avec les mêmes cartes ({deals}, {matches})",
        "would have left you {points} points a deal worse off with the same cards ({deals}, {matches})",
    )
    PAR_EVEN = (
        "aurait fait autant de points que vous, avec les mêmes cartes ({deals}, {matches})",
        "would have left you just as well off with the same cards ({deals}, {matches})",
    )
    PAR_FEW = (
        "{told} ; trop peu de donnes pour en conclure quelque chose",
        "{told}; too few deals to judge by",
    )
    ONE_DEAL = ("une donne", "1 deal")
    SOME_DEALS = ("{count} donnes", "{count} deals")
    ONE_MATCH = ("une partie", "1 match")
    SOME_MATCHES = ("{count} parties", "{count} matches")
    PAR_MEANS = (
        "Jeu parfait : les quatre joueurs voient toutes les cartes, enchérissent et jouent au mieux. Résultat : vos "
        "points moins ceux des adversaires. Avec de mauvaises cartes, on peut donc perdre et faire mieux que "
        "le jeu parfait.",
        "Perfect play: all four see all cards, bid and play their best. Result: your points minus the opponents'. With "
        "bad cards, you may lose and still do better than that.",
    )
    PAR_BY_MATCH = (
        "Vous par rapport à lui, partie par partie, la dernière d'abord : {gaps}",
        "You compared with it, match by match, the latest first: {gaps}",
    )
    PAR_NOTHING = ("aucune donne à comparer", "no deal to compare")
    # keys
    KEY_SORT = ("trier", "sort")
    KEY_PLAYER = ("voir le joueur", "see the player")
    KEY_PAR = ("jeu parfait", "perfect play")
    # in lines
    HOW = (
        "statistiques NOM : la page d'un joueur ; trier : par la colonne suivante ; parfait : vos "
        "dernières parties comparées au jeu parfait.",
        "statistics NAME: one player's page; sort: by the next column; perfect: your last matches "
        "compared with perfect play.",
    )
    SORTED_BY = ("Trié par : {head}.", "Sorted by: {head}.")
    LABELLED = ("{label} : {what}", "{label}: {what}")
    LINE = ("{label} : {what}.", "{label}: {what}.")
    PAIR = ("{name} {deals} ({gap})", "{name} {deals} ({gap})")
    CURVE_LINE = ("Part des points, partie après partie : {shares}.", "Share of the points, match by match: {shares}.")
    SHARE_WON = ("{share} {sign}", "{share} {sign}")
