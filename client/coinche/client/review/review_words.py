"""What is said of a deal that is gone through, in French and English."""

from __future__ import annotations

from coinche.client.language import Words


class Review(Words):
    """One member for each sentence."""

    HONEST = (
        "Ces chiffres connaissent les 32 cartes, et chacun joue et parle au mieux ensuite. Les joueurs ne voyaient que "
        "leur main : un coût n'est pas toujours une faute.",
        "These figures know all 32 cards, and everybody plays and calls his best from there on. The players saw their "
        "own hands only: a cost is not always a mistake.",
    )
    PLAYED = (
        "{result} : {takers} {mine} points, {others} {theirs}, plis {NS} à {EW}.",
        "{result}: {takers} {mine} points, {others} {theirs}, tricks {NS} to {EW}.",
    )
    RESULT_SCORE = ("Marque : NS {NS}, EW {EW}.", "Score: NS {NS}, EW {EW}.")
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
    ALL_TOLD = (
        "{points} points ({all} avec belote et annonces)",
        "{points} points ({all} with belote and declarations)",
    )
    ALL_EIGHT = ("tous les plis", "all eight tricks")
    NO_TRICK = ("aucun pli", "no trick")
    COMES = ("{result}, marque NS {NS}, EW {EW}", "{result}, score NS {NS}, EW {EW}")
    AFTER_EACH = (
        "Après chaque carte, ce que font {takers} ; entre parenthèses, ce que la carte coûte à son camp.",
        "After each card, what {takers} take; in brackets, what the card cost its side.",
    )
    TRICK = ("Pli {number} : {cards} ; {takes}", "Trick {number}: {cards}; {takes}")
    COST = ("coûte {cost}", "cost {cost}")
    CAPOT = ("le capot", "the capot")
    AND = ("{one} et {other}", "{one} and {other}")
    OR = ("{one} ou {other}", "{one} or {other}")
    OTHERS = ("{count} autres", "{count} others")
    DEAREST = ("Les cartes les plus chères :", "The dearest cards:")
    MISTAKE = (
        "Pli {trick}, {seat}, {card} : {lost} de moins qu'avec {keeping}.{score}{turn}",
        "Trick {trick}, {seat}'s {card} gave {lost}; {keeping} would have kept all.{score}{turn}",
    )
    ANY_OTHER = ("toute autre carte", "any other card")
    IN_SCORE = (" À la marque : {score}.", " In the score: {score}.")
    DECISIVE = (
        " La carte qui décide : {before} avant elle, {after} après.",
        " The decisive card: {before} before it, {after} after it.",
    )
    TURNED = (" Avant elle {before}, après elle {after}.", " Before it {before}, after it {after}.")
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
    DENOMINATIONS = ("Points NS à EW : {each}.", "Points NS to EW: {each}.")
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
        "{bid} par {by}{coinched}, {result} avec {points}, {gain} pour {team}",
        "{bid} by {by}{coinched}, {result} with {points}, {gain} for {team}",
    )
    COINCHED = (", coinché", ", coinched")
    SURCOINCHED = (", surcoinché", ", surcoinched")
    NOBODY = ("personne ne parle, 0", "nobody bids, 0")
    CALL = (
        "{seat}, {call} : coûte {cost} à la marque. Mieux : {better}.",
        "{seat}'s {call} cost {cost} in the score. Better: {better}.",
    )
    PASS = ("passe", "pass")
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
    SUMS = ("Coûts :", "Costs:")
    SUMS_OF_ALL = ("Coûts de {deals} donnes :", "Costs of {deals} deals:")
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
