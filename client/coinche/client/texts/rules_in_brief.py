"""Texts of the rules in brief: sections, subjects and sentences."""

from __future__ import annotations

from coinche.text.catalog import Words


class Section(Words):
    """The sections of the page, in order; each has the digit of its place as its key."""

    GAME = ("Le jeu", "The game")
    BIDS = ("Enchères", "Bidding")
    PLAY = ("Jouer", "Playing")
    DECLARED = ("Annonces", "Belote")
    SCORE = ("Marquer", "Scores")
    END = ("Gagner", "Winning")
    OPTIONS = ("Détails", "Details")


class BriefName(Words):
    """The subjects of the lines."""

    TRUMPS = ("À l'atout", "In trumps")
    PLAIN = ("Dans les autres couleurs", "In the other suits")
    NO_TRUMP = ("À sans atout", "At no trump")
    ALL_TRUMP = ("À tout atout", "At all trump")
    SUM = ("En tout", "Total")
    SUM_AT = ("En tout, {denomination}", "Total, {denomination}")
    BIDS = ("Enchères possibles", "Possible bids")
    DENOMINATIONS = ("Atouts possibles", "Possible trumps")
    AUCTION_ENDS = ("Fin des enchères", "End of the bidding")
    COINCHE = ("Coincher", "Coinche")
    SURCOINCHE = ("Surcoincher", "Surcoinche")
    MADE_WITH = ("Contrat réussi avec", "Contract made with")
    HAS_SUIT = ("On a la couleur demandée", "With the suit led")
    TRUMP_LED = ("Atout demandé", "Trumps led")
    OPPONENT = ("Adversaire maître", "Opponent winning")
    PARTNER = ("Partenaire maître", "Partner winning")
    NO_TRUMPS = ("Ni la couleur ni atout", "Neither suit nor trumps")
    WINNER = ("Le pli est à", "The trick goes to")
    BELOTE = ("Belote-rebelote", "Belote")
    SEQUENCES = ("Suites", "Sequences")
    CARRES = ("Carrés", "Four of a kind")
    CARRES_NO_TRUMP = ("Carrés à sans atout", "Four of a kind at no trump")
    BEST = ("Qui marque les annonces", "Who scores them")
    NO_DECLARATIONS = ("Annonces", "Declarations")
    MADE = ("{bid} réussi, {points} faits", "{bid} made with {points}")
    FAILED = ("{bid} chuté", "{bid} down")
    MADE_COINCHED = ("{bid} coinché, réussi", "{bid} coinched, made")
    FAILED_COINCHED = ("{bid} coinché, chuté", "{bid} coinched, down")
    FAILED_SURCOINCHED = ("{bid} surcoinché, chuté", "{bid} surcoinched, down")
    ALL_TRICKS = ("{bid} et capot non demandé", "{bid}, winning every trick")
    NO_TRICK = ("{bid} sans faire un pli", "{bid} without a trick")
    CAPOT_MADE = ("Capot demandé, réussi", "Capot bid and made")
    CAPOT_FAILED = ("Capot demandé, chuté", "Capot bid, down")
    GENERALE_MADE = ("Générale réussie", "Générale made")
    GENERALE_FAILED = ("Générale chutée", "Générale down")
    ROUNDED = ("Arrondi", "Rounding")
    END = ("La partie", "The match")


class Brief(Words):
    """The sentences of the lines."""

    AIM = (
        "Quatre joueurs, deux camps ; votre partenaire est en face de vous. Aux enchères, on annonce combien de "
        "points on fera à deux, et avec quel atout.",
        "Four players, two teams; your partner sits opposite you. In the auction you bid how many points your team "
        "will take, and with which suit as trumps.",
    )
    PACK_ANTICLOCKWISE = (
        "Il y a 32 cartes, huit pour chacun. On parle et on joue chacun son tour, dans le sens inverse des aiguilles "
        "d'une montre.",
        "There are 32 cards, eight for each player. Bidding and play go round anticlockwise.",
    )
    PACK_CLOCKWISE = (
        "Il y a 32 cartes, huit pour chacun. On parle et on joue chacun son tour, dans le sens des aiguilles d'une "
        "montre.",
        "There are 32 cards, eight for each player. Bidding and play go round clockwise.",
    )
    TAKERS = (
        "La plus haute enchère devient le contrat. On appelle preneurs le camp qui l'a faite, et défense l'autre camp.",
        "The highest bid is the contract. The team that bid it are the takers, the other team is the defence.",
    )
    EXAMPLE = (
        "Par exemple, « {bid} » : {denomination} est atout, et mon camp fera {points} points. On joue alors les huit "
        "plis. Si les preneurs font leur contrat, ils marquent ; sinon ils chutent, et c'est la défense qui marque.",
        "For example “{bid}”: {denomination} are trumps, and my team will take {points} points. Then eight tricks are "
        "played. If the takers make their contract, they score; if not, they go down, and the defence scores.",
    )
    ALL_EIGHT = (
        "Un capot : les huit plis pour un seul camp ; on peut aussi le demander.",
        "A capot is all eight tricks for one team; it can be bid, too.",
    )
    COINCHE_IN_TURN = (
        "Doubler le contrat de l'adversaire, à votre tour de parler. {after}",
        "Double the opponents' contract, on your turn to bid. {after}",
    )
    COINCHE_ANY_TIME = (
        "Doubler le contrat de l'adversaire, à tout moment tant que l'enchère tient, même à la volée. {after}",
        "Double the opponents' contract, at any moment while the bid stands, even out of turn. {after}",
    )
    ONLY_SURCOINCHE = (
        "Ensuite, le camp coinché ne peut plus que surcoincher.",
        "After that, the coinched side can only redouble (surcoinche).",
    )
    COINCHE_ENDS = ("Les enchères sont alors finies.", "That ends the bidding.")
    SURCOINCHE = (
        "Doubler encore son propre contrat coinché : il compte {times} fois.",
        "Redouble a contract of your own that was coinched: it counts {times} times.",
    )
    RANK = ("{rank}={points}", "{rank}={points}")
    SUM = ("{cards} + {last} de der = {all}.", "{cards} + {last} for the last trick = {all}.")
    SUM_CAPOT = (
        "{cards} + {last} de der = {all} ; {cards} + {capot} = {all_capot} pour un capot.",
        "{cards} + {last} for the last trick = {all}; {cards} + {capot} = {all_capot} for a capot.",
    )
    BIDS = (
        "De {least} à {most}, de {step} en {step}, puis {high}.",
        "From {least} to {most} in steps of {step}, then {high}.",
    )
    BIDS_FREE = (
        "À partir de {least}, de {step} en {step}, puis {high}.",
        "From {least} up in steps of {step}, then {high}.",
    )
    AND = ("{one} et {other}", "{one} and {other}")
    AUCTION_ENDS = (
        "Trois passes après une enchère ; quatre passes sans enchère : on redonne.",
        "Three passes after a bid; four passes without any: a new deal.",
    )
    CAPOT_CLOSES = ("Un capot y met fin aussitôt.", "A capot ends it at once.")
    FOLLOW_FIRST = (
        "La fournir ; on ne doit monter qu'à l'atout.",
        "Follow suit; you must play higher only in trumps.",
    )
    OVER = ("Fournir et monter si possible", "Follow suit, and beat the highest trump if you can")
    EVEN_PARTNER = ("{what}, même sur le partenaire.", "{what}, even your partner's.")
    NOT_PARTNER = ("{what}, sauf si le partenaire est maître.", "{what}, unless your partner is winning.")
    RUFF = (
        "Sans la couleur demandée : couper, et monter sur un atout déjà joué. Si on ne peut pas monter : {under}",
        "Void in the suit led: trump, and higher than any trump played. If you cannot: {under}",
    )
    UNDER = ("un atout plus petit (pisser).", "play a lower trump.")
    UNDER_FREE = ("n'importe quelle carte.", "any card.")
    ANY_CARD = ("N'importe quelle carte.", "Any card.")
    PARTNER_FREE = ("Sans la couleur demandée : n'importe quelle carte.", "Void in the suit led: any card.")
    PARTNER = (
        "Sans la couleur demandée : n'importe quelle carte. S'il a coupé : {under}",
        "Void in the suit led: any card. If your partner has trumped: {under}",
    )
    ALL_TRUMP = (
        "Fournir et monter si possible, même sur le partenaire ; sans la couleur, n'importe quelle carte.",
        "Follow suit and play higher if possible, even over your partner; when void, any card.",
    )
    NOBODY_RUFFS = ("Fournir ; sans la couleur, n'importe quelle carte.", "Follow suit; when void, any card.")
    WINNER = (
        "L'atout le plus fort ; sans atout dans le pli, la carte la plus forte de la couleur demandée.",
        "The highest trump; without any, the highest card of the suit led.",
    )
    WINNER_ELSE = (
        "{winner} À sans atout ou tout atout, toujours celle-ci.",
        "{winner} At no trump or all trump, always the latter.",
    )
    WINNER_NO_TRUMP = ("La carte la plus forte de la couleur demandée.", "The highest card of the suit led.")
    BELOTE = (
        "Roi et dame d'atout : {points} points. {whose} {said}",
        "King and queen of trumps: {points} points. {whose} {said}",
    )
    NO_BELOTE = ("Ne compte pas.", "Does not count.")
    SEQUENCES = (
        "Tierce {three} (trois cartes qui se suivent), cinquante {four} (quatre), cent {five} (cinq).",
        "Tierce {three} (three cards in a row), cinquante {four} (four), cent {five} (five).",
    )
    BEST = (
        "Le camp de la meilleure annonce marque toutes les siennes.",
        "The team with the best one scores all its own.",
    )
    NOT_PLAYED = ("Sans annonces.", "Not played.")
    BOTH = (
        "Les preneurs marquent {takers} ; la défense {defence}.",
        "The takers score {takers}; the defence {defence}.",
    )
    DEFENCE_ALONE = (
        "La défense marque {defence} ; rien pour les preneurs.",
        "The defence scores {defence}; nothing for the takers.",
    )
    NOTHING = ("rien", "nothing")
    EXAMPLES = ("{line} Sans belote ni annonces.", "{line} Without belote or declarations.")
