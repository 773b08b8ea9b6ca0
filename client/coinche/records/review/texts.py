"""Sentences of the review of a deal, in French and English."""

from __future__ import annotations

from coinche.text.catalog import Words


class Review(Words):
    """One member for each sentence."""

    HONEST = (
        "Ces chiffres connaissent les 32 cartes, et chacun joue et parle au mieux ensuite. Les joueurs ne voyaient que "
        "leur main : un coût n'est pas toujours une faute.",
        "These figures know all 32 cards, and everybody plays and calls his best from there on. The players saw their "
        "own hands only: a cost is not always a mistake.",
    )
    WRITING = (
        "{example} : {team} marquent {ours} et les autres {theirs}, soit {difference} de mieux. Un coût à la marque "
        "est ce que perd une telle différence.",
        "{example}: {team} score {ours} and the others {theirs}, which is {difference} more. A cost in the score is "
        "what such a difference loses.",
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
    CARDS = ("Le jeu, cartes ouvertes", "The play, all cards open")
    OPEN = (
        "Avant l'entame, {takers} font {points} en {bid} : {comes}.",
        "Before the lead {takers} take {points} in {bid}: {comes}.",
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
        "Après chaque carte, ce que font {takers} en points des cartes ; entre parenthèses, ce que la carte coûte à "
        "son camp.",
        "After each card, the points of cards that {takers} take; in brackets, what the card cost its side.",
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
        "La carte qui décide, la dernière à retourner le contrat : pli {trick}, {seat}, {card}.",
        "The decisive card, the last that turned the contract: trick {trick}, {seat}'s {card}.",
    )
    DEAREST = ("Les cartes les plus chères :", "The dearest cards:")
    MISTAKE = (
        "Pli {trick}, {seat}, {card} : {lost} de moins qu'avec {keeping}.{score}",
        "Trick {trick}, {seat}'s {card} gave {lost}; {keeping} would have kept all.{score}",
    )
    ANY_OTHER = ("toute autre carte", "any other card")
    IN_SCORE = (
        " Elle coûte {score} à la marque : avant elle {before}, après elle {after}.",
        " It cost {score} in the score: before it {before}, after it {after}.",
    )
    TURNED = ("{gain} et {result}", "{gain} and {result}")
    IN_SIGHT = (
        " De sa seule main aussi, {better} paraissait nettement meilleur, d'environ {by} à la marque.",
        " From his own hand, too, {better} looked clearly better, by about {by} in the score.",
    )
    NOTHING_IN_SIGHT = (
        " De sa seule main, rien ne paraissait nettement meilleur.",
        " Nothing looked clearly better from his own hand.",
    )
    CHEAPER = ("Et {count} de plus : {points} en tout.", "And {count} more: {points} in all.")
    NO_MISTAKE = ("Aucune carte n'a rien coûté.", "No card cost anything.")
    # the calls
    CALLS = ("Les enchères, cartes ouvertes", "The bidding, all cards open")
    DENOMINATIONS = (
        "Points des cartes, {one} à {other} : {each}.",
        "Points of the cards, {one} to {other}: {each}.",
    )
    TWO_STAGES = (
        "Les deux dernières cartes de chacun, que personne n'avait en parlant, comptent ici.",
        "The last two cards of each, which nobody had when he spoke, count here.",
    )
    BEST = ("Meilleur contrat, {team} : {bargain}.", "Best contract of {team}: {bargain}.")
    MAKES_NOTHING = ("{team} ne réussissent aucun contrat.", "{team} make no contract.")
    PAR = (
        "Si chacun parle au mieux : {bargain}.",
        "If both sides call their best: {bargain}.",
    )
    BARGAIN = (
        "{bid} par {by}{coinched}, {result} avec {points} : {score}",
        "{bid} by {by}{coinched}, {result} with {points}: {score}",
    )
    COINCHED = (", coinché", ", coinched")
    SURCOINCHED = (", surcoinché", ", surcoinched")
    NOBODY = ("personne ne parle, {score}", "nobody bids, {score}")
    CALL = (
        "{seat}, {call} : coûte {cost} à la marque. Mieux : {better}, contre {settled} pour {bid} si tous jouent au "
        "mieux.",
        "{seat}'s {call} cost {cost} in the score. Better: {better}, compared with {bid} if all play their best: "
        "{settled}.",
    )
    CALL_OR_NOTHING = (
        "{seat}, {call} : coûte {cost} à la marque. Mieux : {better}, contre {settled} quand personne ne parle.",
        "{seat}'s {call} cost {cost} in the score. Better: {better}, compared with nobody bidding: {settled}.",
    )
    SILENCE = ("ne rien dire", "to say nothing")
    WAY = ("{call}, ce qui mène à ", "{call}, which leads to ")
    WAY_TO_NOBODY = ("{call}, et ", "{call}, and ")
    STILL = (
        " Cela fait {missed} de moins, dont une enchère suivante pouvait encore rattraper {later}.",
        " That is {missed} less, of which a later call could still have had {later}.",
    )
    LAST_CHANCE = (
        "Une chance manquée deux fois coûte à celui qui l'a manquée le dernier.",
        "A chance that is missed twice costs who missed it last.",
    )
    NO_CALL = ("Aucune enchère n'a rien coûté.", "No call cost anything.")
    UNSAID = (
        "Belotes ou annonces non dites : {points} de moins à la marque pour {team}.",
        "Belotes or declarations left unsaid: {points} less in the score for {team}.",
    )
    # the sums
    SUMS = (
        "Coûts, des cartes en points (et à la marque), des enchères à la marque :",
        "Costs, of cards in points (and in the score), of calls in the score:",
    )
    SUMS_OF_ALL = (
        "Coûts de {deals} donnes, de la même façon :",
        "Costs of {deals} deals, in the same way:",
    )
    SUM = (
        "{who} : cartes {points} ({score} à la marque), enchères {calls}",
        "{who}: cards {points} ({score} in the score), calls {calls}",
    )
    # what cannot be gone through
    NO_SUCH_DEAL = (
        "{file} n'a pas de donne {number} terminée ; il y en a {count}.",
        "{file} has no deal {number} that is over; it has {count}.",
    )
    NO_DEAL = ("{file} : aucune donne n'est terminée.", "{file}: no deal is over.")
    PROGRESS = ("Donne {number} sur {count}…", "Deal {number} of {count}…")
