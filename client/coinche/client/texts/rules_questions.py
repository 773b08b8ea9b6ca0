"""The six questions that find a group's rules: questions, answers, examples, keys, and a line about each preset.

`model.rules_questions` says which option each answer sets. The English line about a preset comes from the engine.
"""

from __future__ import annotations

from coinche.engine.presets import ABOUT
from coinche.text.catalog import Words
from coinche.text.language import Language


class Asked(Words):
    """The questions."""

    DECLARATIONS = (
        "Comptez-vous les annonces : tierce, cinquante, cent, carré ?",
        "Do you score declarations: sequences and four of a kind?",
    )
    DENOMINATIONS = ("Quels atouts peut-on demander ?", "Which trumps can be bid?")
    COINCHE = (
        "Quand peut-on coincher, et les enchères continuent-elles ?",
        "When may you coinche, and does the bidding go on?",
    )
    SCORED = (
        "Un camp demande 90 et réussit, 104 points à 58. Que marque chaque camp ?",
        "A side bids 90 and makes it, 104 points to 58. What does each side score?",
    )
    UNDERTRUMP = (
        "Un adversaire a coupé plus haut que tous vos atouts, et vous n'avez pas la couleur demandée. Devez-vous "
        "quand même jouer atout (pisser) ?",
        "An opponent has trumped higher than you can, and you cannot follow suit. Must you still play one of your low "
        "trumps?",
    )
    CONTRACT = ("Combien de points faut-il pour réussir un contrat de 80 ?", "How many points make a contract of 80?")


class Reply(Words):
    """The answers."""

    UNKNOWN = ("Je ne sais pas : règle officielle.", "I don't know: the official rule.")

    DECLARED = ("Oui, au premier pli.", "Yes, in the first trick.")
    UNDECLARED = ("Non.", "No.")

    SUITS = ("Les quatre couleurs seulement.", "The four suits only.")
    SUITS_AND_NO_TRUMP = ("Les quatre couleurs et sans atout.", "The four suits and no trump.")
    ALL = ("Les quatre couleurs, sans atout et tout atout.", "The four suits, no trump and all trump.")

    IN_TURN_ENDS = ("À son tour ; les enchères s'arrêtent.", "On your turn; the bidding stops.")
    ANY_TIME_ENDS = (
        "À tout moment, même à la volée ; les enchères s'arrêtent.",
        "At any time, even out of turn; the bidding stops.",
    )
    IN_TURN_GOES_ON = (
        "À son tour ; une surenchère reste possible et annule la coinche.",
        "On your turn; a higher bid is still possible and cancels the coinche.",
    )
    ANY_TIME_GOES_ON = (
        "À tout moment ; une surenchère reste possible et annule la coinche.",
        "At any time; a higher bid is still possible and cancels the coinche.",
    )

    ROUNDED = (
        "190 et 60 : points et contrat, arrondis à la dizaine.",
        "190 and 60: points and bid, rounded to the nearest ten.",
    )
    EXACT = ("194 et 58 : points et contrat, au point près.", "194 and 58: points and bid, not rounded.")
    BID_ALONE = ("90 et 0 : le contrat seul.", "90 and 0: the bid alone.")
    POINTS_ALONE = ("104 et 58 : les points seuls.", "104 and 58: the points alone.")

    OBLIGED = ("Oui, il faut jouer atout.", "Yes, you must play a trump.")
    FREE = ("Non, on se défausse librement.", "No, you may discard any card.")

    BID_OR_82 = ("82 points.", "82 points.")
    BID = ("80 points.", "80 points.")
    MORE_THAN_DEFENCE = ("80 points, et plus que l'adversaire.", "80 points, and more than the other side.")
    HELD_OVER = (
        "80 points, et plus que l'adversaire ; à 81 partout, litige.",
        "80 points, and more than the other side; at 81 all the points are held over.",
    )


class Example(Words):
    """An example for each answer."""

    UNKNOWN = (
        "La règle de la Fédération Française de Belote. Vous pourrez changer d'avis plus tard.",
        "The rule of the Fédération Française de Belote. You can change your mind later.",
    )

    DECLARED = (
        "10 9 8 de cœur dans une main : tierce, 20 points.",
        "10 9 8 of hearts in one hand: a tierce, 20 points.",
    )
    UNDECLARED = (
        "Quatre valets dans une main ne rapportent que les points de leurs cartes.",
        "Four jacks in one hand are only worth their card points.",
    )

    SUITS = ("90 pique, 90 cœur, 90 carreau ou 90 trèfle.", "90 spades, 90 hearts, 90 diamonds or 90 clubs.")
    SUITS_AND_NO_TRUMP = (
        "100 sans atout : pas de coupe, l'as est maître partout.",
        "100 no trump: no trumping, the ace is highest in every suit.",
    )
    ALL = (
        "100 tout atout : dans chaque couleur, le valet est le plus fort.",
        "100 all trump: in every suit the jack is highest.",
    )

    WAITS = (
        "L'enchère est à 110, c'est à votre partenaire de parler : vous attendez votre tour.",
        "110 was bid, and your partner speaks next: you wait for your turn.",
    )
    AT_ONCE = (
        "L'enchère est à 110, c'est à votre partenaire de parler : vous pouvez coincher tout de suite.",
        "110 was bid, and your partner speaks next: you may coinche at once.",
    )
    WAITS_AND_GOES_ON = (
        "110 est coinché, le partenaire du preneur dit 120 : la coinche est annulée.",
        "110 is coinched, the bidder's partner bids 120: the coinche is cancelled.",
    )

    ROUNDED = ("104 + 90 = 194, marqué 190 ; 58, marqué 60.", "104 + 90 = 194, scored as 190; 58, scored as 60.")
    EXACT = ("104 + 90 = 194.", "104 + 90 = 194.")
    BID_ALONE = ("Avec 90 ou 140 points, le camp marque 90.", "With 90 points or 140, the side scores 90.")
    POINTS_ALONE = ("Le contrat lui-même ne rapporte rien.", "The bid itself is worth nothing.")

    OBLIGED = (
        "L'adversaire a coupé du 9. Avec le 10 d'atout et l'as de carreau, il faut jouer le 10.",
        "The opponent trumped with the 9. With the ten of trumps and the ace of diamonds, you must play the ten.",
    )
    FREE = (
        "L'adversaire a coupé du 9. Avec le 10 d'atout et l'as de carreau, jouez l'un ou l'autre.",
        "The opponent trumped with the 9. With the ten of trumps and the ace of diamonds, you may play either.",
    )

    BID_OR_82 = ("81 points : chuté. Pour 90, il faut 90.", "81 points: down. For 90, you need 90.")
    BID = ("80 points : réussi, même contre 82.", "80 points: made, even against 82.")
    MORE_THAN_DEFENCE = (
        "90 points contre 72 et une belote, soit 92 : chuté.",
        "90 points against 72 and a belote, which is 92: down.",
    )
    HELD_OVER = (
        "81 à 81 : les points des preneurs vont au camp qui gagne la donne suivante.",
        "81 to 81: the takers' points go to the side that wins the next deal.",
    )


class QuestionText(Words):
    """Sentences around the questions, and about the rules that were found."""

    TITLE = ("Trouver les règles de votre table", "Find the rules of your table")
    PLACE = ("{number}/{count} ", "{number}/{count} ")
    ANSWER = ("{number}. {answer}", "{number}. {answer}")
    EXAMPLE = ("Exemple : {example}", "Example: {example}")
    SO_FAR = ("Jusqu'ici : {preset}, {differs}", "So far: {preset}, {differs}")
    BRIEFLY = ("{preset}, {differs}", "{preset}, {differs}")
    DIFFERS_IN_NOTHING = ("sans différence", "unchanged")
    DIFFERS_IN_ONE = ("une différence", "with 1 change")
    DIFFERS = ("{count} différences", "with {count} changes")

    FOUND = ("Résultat : {preset}, {differs}", "Result: {preset}, {differs}")
    ABOUT = ("{preset} : {about}.", "{preset}: {about}.")
    OFFICIAL = ("C'est le règlement officiel, sans changement.", "These are the official rules, unchanged.")
    NOT_OFFICIAL = (
        "Différences avec le règlement officiel de la fédération ({count}) :",
        "Differences from the official rules of the federation ({count}):",
    )
    RULE = ("{name} : {value}", "{name}: {value}")
    INSTEAD_OF = ("Officiel : {value}", "Official: {value}")

    OWN_NAME = ("chez {name}", "{name}'s rules")
    OUR_NAME = ("nos règles", "our rules")
    WRITE_NAME = ("Nom de vos règles :", "Name of your rules:")
    KEPT = (
        "Règles enregistrées, et choisies pour la prochaine table : {path}",
        "Rules saved, and chosen for the next table: {path}",
    )
    GONE = (
        "Vos règles « {name} » sont introuvables ou illisibles : on joue les règles officielles.",
        "Your rules “{name}” are missing or cannot be read: the official rules are played.",
    )
    OF_HOUSE = ("Vos règles : {base}, sauf {names}.", "Your own rules: {base}, except {names}.")
    OF_HOUSE_UNCHANGED = ("Vos règles : {base}.", "Your own rules: {base}.")
    TAKEN = ("Votre prochaine table jouera avec ces règles.", "Your next table will play by these rules.")


class KeyOfQuestions(Words):
    """Labels of the keys."""

    FIND = ("nos règles", "our rules")
    ANSWER = ("répondre", "answer")
    BACK = ("revenir", "go back")
    TAKE = ("jouer avec ces règles", "play by these rules")
    SAVE = ("enregistrer", "save")


class Spoken(Words):
    """Texts and typed words of line mode."""

    QUESTIONS = ("questions", "questions")
    BACK = ("retour", "back")
    KEEP = ("garder", "keep")

    QUESTION = ("Question {number} sur {count}. {question}", "Question {number} of {count}. {question}")
    CHOICE = ("{number}. {answer} {example}", "{number}. {answer} {example}")
    HOW = (
        "Répondez par un numéro, de 1 à {count}. retour : question précédente.",
        "Answer with a number, 1 to {count}. back: previous question.",
    )
    THEN = (
        "Votre prochaine table (n) jouera avec ces règles. garder NOM : les enregistrer dans un fichier. questions : "
        "recommencer.",
        "Your next table (n) will play by these rules. keep NAME: save them to a file. questions: start again.",
    )
    NOT_HERE = (
        "Quittez d'abord la table pour répondre aux questions sur vos règles.",
        "Leave the table first to answer the questions about your rules.",
    )
    NOTHING_FOUND = (
        "Répondez d'abord aux six questions : tapez questions.",
        "Answer the six questions first: type questions.",
    )


FRENCH = {
    "ffb": "Fédération Française de Belote, règlement officiel (par défaut)",
    "ffb-sa-ta": "règlement de la fédération, avec sans atout et tout atout",
    "asce": "concours de l'ASCE : sans et tout atout, coinche à la volée, pisser obligatoire",
    "pagat": "pagat.com, forme de base : sans annonces, capot impossible à coincher",
    "pagat-annonces": "pagat.com avec annonces, en 3000",
    "online": "un club en ligne : jamais mélangé, sans atout, surenchère possible après une coinche",
    "contree": "Belote Contrée : les règles du club en ligne, sans annonces",
    "bridgee": "Belote Bridgée, la forme de pagat.com proche du bridge : couleurs classées",
    "ibelote": "règles d'iBelote : sans atout, tout atout, générale",
    "stayandplay-bid": "stayandplay.cards, seul le contrat est marqué",
    "stayandplay-points": "stayandplay.cards, seuls les points sont marqués",
    "stayandplay-both": "stayandplay.cards, points et contrat sont marqués",
    "colver": "règles du programme colver 0.11.1, pour jouer contre lui",
}


def about(preset: str, language: Language) -> str:
    """The line; empty for rules that only the server knows."""
    return (FRENCH if language is Language.FRENCH else ABOUT).get(preset, "")
