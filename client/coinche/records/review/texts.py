"""Sentences of the review of a deal, in French and English."""

from __future__ import annotations

from coinche.text.catalog import Words


class Review(Words):
    """The sentences of a review."""

    HONEST = (
        "Ces chiffres sont calculés avec les 32 cartes visibles, comme si chacun jouait et enchérissait parfaitement "
        "ensuite. À la table, chacun ne voit que sa main : un coût n'est pas toujours une faute.",
        "These figures are worked out with all 32 cards visible, as if everybody bid and played perfectly from there "
        "on. The players saw only their own hands: a cost is not always a mistake.",
    )
    WRITING = (
        "{example} : {team} marquent {ours} et les autres {theirs}, soit {difference} d'avance. Un coût à la marque "
        "est ce qu'on perd sur cet écart.",
        "{example}: {team} score {ours} and the others {theirs}, a lead of {difference}. A cost in the score is how "
        "much that lead shrinks.",
    )
    PLAYED = (
        "{result} : {takers} {mine}, {others} {theirs}, plis {tricks} à {lost}.",
        "{result}: {takers} {mine}, {others} {theirs}, tricks {tricks} to {lost}.",
    )
    RESULT_SCORE = ("Marque : {score}.", "Score: {score}.")
    MADE = ("Réussi", "Made")
    FAILED = ("Chuté", "Failed")
    DRAWN = ("Litige", "A draw")
    # the cards
    CARDS = ("Le jeu, cartes sur table", "The play, all cards open")
    OPEN = (
        "Avant l'entame, au contrat de {bid}, {takers} peuvent faire {points} : {comes}.",
        "Before the lead, {takers} can take {points} in {bid}: {comes}.",
    )
    POINT = ("un point", "1 point")
    POINTS = ("{points} points", "{points} points")
    PARTS = ("{points} ({parts})", "{points} ({parts})")
    BELOTE = ("belote {points}", "belote {points}")
    DECLARATIONS = ("annonces {points}", "declarations {points}")
    ALL_EIGHT = ("tous les plis", "all eight tricks")
    NO_TRICK = ("aucun pli", "no trick")
    COMES = ("{result}, {score}", "{result}, {score}")
    AFTER_EACH = (
        "Après chaque carte : le total en points de cartes encore possible pour {takers} ; entre parenthèses, le coût "
        "de la carte pour son camp.",
        "After each card: the card points that {takers} can still reach; in brackets, the cost of the card to its "
        "side.",
    )
    TRICK = ("Pli {number} : {cards} ; {takes}", "Trick {number}: {cards}; {takes}")
    OF_LAST_TRICK = (
        ", dont {points}\N{NO-BREAK SPACE}de\N{NO-BREAK SPACE}der",
        ", {points} of them for the last trick",
    )
    COST = ("coûte {cost}", "cost {cost}")
    CAPOT = ("le capot", "the capot")
    AND = ("{one} et {other}", "{one} and {other}")
    OR = ("{one} ou {other}", "{one} or {other}")
    OTHERS = ("{count} autres", "{count} others")
    DECISIVE = (
        "La carte décisive, la dernière qui change le sort du contrat : pli {trick}, {seat}, {card}.",
        "The decisive card, the last that turned the contract: trick {trick}, {seat}'s {card}.",
    )
    DEAREST = ("Les cartes les plus coûteuses :", "The most costly cards:")
    MISTAKE = (
        "Pli {trick}, {seat}, {card} : {lost} de moins qu'avec {keeping}.{score}",
        "Trick {trick}, {seat}'s {card} cost {lost}: {keeping} was better.{score}",
    )
    ANY_OTHER = ("n'importe quelle autre carte", "any other card")
    IN_SCORE = (
        " Elle coûte {score} à la marque : {before} avant, {after} après.",
        " It cost {score} in the score: {before} before, {after} after.",
    )
    TURNED = ("{gain} et {result}", "{gain} ({result})")
    IN_SIGHT = (
        " Même en ne voyant que sa main, jouer {better} semblait nettement mieux, d'environ {by} à la marque.",
        " Even from their own hand, {better} looked clearly better, by about {by} in the score.",
    )
    NOTHING_IN_SIGHT = (
        " En ne voyant que sa main, aucune carte ne semblait nettement meilleure.",
        " From their own hand, no card looked clearly better.",
    )
    CHEAPER = ("Autres cartes ({count}) : {points} en tout.", "And {count} more: {points} in all.")
    NO_MISTAKE = ("Aucune carte n'a coûté de points.", "No card cost any points.")
    # the calls
    CALLS = ("Les enchères, cartes sur table", "The bidding, all cards open")
    DENOMINATIONS = ("Points de cartes, {one} à {other} : {each}.", "Card points, {one} to {other}: {each}.")
    TWO_STAGES = (
        "Ces chiffres comptent les deux dernières cartes de chacun, distribuées après les enchères.",
        "These figures count everybody's last two cards, which were dealt after the auction.",
    )
    BEST = ("Meilleur contrat pour {team} : {bargain}.", "Best contract for {team}: {bargain}.")
    MAKES_NOTHING = ("{team} ne peuvent réussir aucun contrat.", "{team} can make no contract.")
    PAR = ("Avec des enchères parfaites des deux camps : {bargain}.", "With perfect bidding on both sides: {bargain}.")
    BARGAIN = (
        "{bid} par {by}{coinched}, {result} avec {points} : {score}",
        "{bid} by {by}{coinched}, {result} with {points}: {score}",
    )
    COINCHED = (", coinché", ", coinched")
    SURCOINCHED = (", surcoinché", ", surcoinched")
    NOBODY = ("tout le monde passe, {score}", "everybody passes, {score}")
    CALL = (
        "{seat}, {call} : coûte {cost} à la marque. Mieux : {better}, contre {settled} pour {bid} si tous jouent "
        "parfaitement.",
        "{seat}'s {call} cost {cost} in the score. Better: {better}. As it was, with perfect play {bid} leads to "
        "{settled}.",
    )
    CALL_OR_NOTHING = (
        "{seat}, {call} : coûte {cost} à la marque. Mieux : {better}, contre {settled} si tout le monde passe.",
        "{seat}'s {call} cost {cost} in the score. Better: {better}. As it was, the deal was passed out: {settled}.",
    )
    SILENCE = ("ne rien dire", "silence")
    WAY = ("{call}, qui mène à ", "{call}, which leads to ")
    WAY_TO_NOBODY = ("{call}, et ", "{call}, and ")
    STILL = (
        " L'écart est de {missed}, mais une enchère suivante pouvait encore en rattraper {later}.",
        " The loss is {missed}, but a later call could still have won back {later}.",
    )
    LAST_CHANCE = (
        "Une occasion manquée deux fois est comptée à celui qui l'a manquée en dernier.",
        "A chance missed twice is charged to the last player who missed it.",
    )
    NO_CALL = ("Aucune enchère n'a coûté de points.", "No call cost any points.")
    UNSAID = (
        "Belotes ou annonces oubliées : {points} de moins à la marque pour {team}.",
        "Belotes or declarations forgotten: {points} less in the score for {team}.",
    )
    # the sums
    SUMS = (
        "Coût total, les cartes en points (et à la marque), les enchères à la marque :",
        "Total costs, cards in points (and in the score), calls in the score:",
    )
    SUMS_OF_ALL = (
        "Coût total sur {deals} donnes, compté de la même façon :",
        "Total costs of {deals} deals, counted in the same way:",
    )
    SUM = (
        "{who} : cartes {points} ({score} à la marque), enchères {calls}",
        "{who}: cards {points} ({score} in the score), calls {calls}",
    )
    # what cannot be gone through
    NO_SUCH_DEAL = (
        "{file} : pas de donne {number} terminée ; il y en a {count}.",
        "{file}: there is no finished deal {number}; there are {count}.",
    )
    NO_DEAL = ("{file} : aucune donne n'est terminée.", "{file}: no deal is finished.")
    PROGRESS = ("Donne {number} sur {count}…", "Deal {number} of {count}…")
