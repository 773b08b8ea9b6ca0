"""The six questions about a group's rules and their answers, as one card player asks another, in both languages.

Knows no option: which answer means which is written in `questions`.

What each preset is, in a line, in both languages; English is the engine's own line. Refuses to know any option.
"""

from __future__ import annotations

from coinche.engine.presets import ABOUT
from coinche.text.catalog import Language, Words


class Asked(Words):
    """What is asked."""

    DECLARATIONS = (
        "Compte-t-on les annonces : tierce, cinquante, cent, carré ?",
        "Do you score declarations: cards in a row, and four of a kind?",
    )
    DENOMINATIONS = ("Que peut-on demander comme atout ?", "What may be bid as trumps?")
    COINCHE = ("Quand coinche-t-on, et que peut-on dire ensuite ?", "When may one coinche, and what may follow?")
    SCORED = (
        "On demande 90 et on réussit, avec 104 points contre 58. Que marque chaque camp ?",
        "You bid 90 and make it, with 104 points to 58. What does each side score?",
    )
    UNDERTRUMP = (
        "Un adversaire a coupé plus haut que tous vos atouts, et vous n'avez pas la couleur demandée. "
        "Devez-vous mettre un atout quand même (pisser) ?",
        "An opponent has trumped higher than you can, and you hold none of the suit led. "
        "Must you play one of your low trumps all the same?",
    )
    CONTRACT = ("Que faut-il pour réussir un contrat de 80 ?", "What does it take to make a contract of 80?")


class Reply(Words):
    """What can be answered."""

    UNKNOWN = ("Je ne sais pas : comme le règlement officiel.", "I don't know: as the official rules have it.")

    DECLARED = ("Oui, elles se disent au premier pli.", "Yes, they are called in the first trick.")
    UNDECLARED = ("Non.", "No.")

    SUITS = ("Les quatre couleurs seulement.", "The four suits only.")
    SUITS_AND_NO_TRUMP = ("Les quatre couleurs et sans atout.", "The four suits and no trump.")
    ALL = ("Les quatre couleurs, sans atout et tout atout.", "The four suits, no trump and all trump.")

    IN_TURN_ENDS = (
        "À son tour ; ensuite, plus d'enchère.",
        "In turn; after that there are no more bids.",
    )
    ANY_TIME_ENDS = (
        "À tout moment, même à la volée ; ensuite, plus d'enchère.",
        "At any moment, out of turn too; after that there are no more bids.",
    )
    IN_TURN_GOES_ON = (
        "À son tour ; on peut encore surenchérir, ce qui efface la coinche.",
        "In turn; one may still bid higher, which cancels the coinche.",
    )
    ANY_TIME_GOES_ON = (
        "À tout moment ; on peut encore surenchérir, ce qui efface la coinche.",
        "At any moment; one may still bid higher, which cancels the coinche.",
    )

    ROUNDED = ("190 et 60 : points et contrat, à la dizaine.", "190 and 60: points and bid, to the nearest ten.")
    EXACT = ("194 et 58 : points et contrat, au point près.", "194 and 58: points and bid, to the point.")
    BID_ALONE = ("90 et rien : le contrat seul.", "90 and nothing: the bid alone.")
    POINTS_ALONE = ("104 et 58 : les points seuls.", "104 and 58: the points alone.")

    OBLIGED = ("Oui, il faut mettre un atout.", "Yes, a trump must be played.")
    FREE = ("Non, on met la carte qu'on veut.", "No, any card will do.")

    BID_OR_82 = ("82 points.", "82 points.")
    BID = ("80 points.", "80 points.")
    MORE_THAN_DEFENCE = ("80 points, et plus que l'adversaire.", "80 points, and more than the other side.")
    HELD_OVER = (
        "80 points, et plus que l'adversaire ; 81 partout, c'est litige.",
        "80 points, and more than the other side; 81 all is held over.",
    )


class Example(Words):
    """How an answer is meant, where an example helps."""

    UNKNOWN = (
        "Celui de la Fédération Française de Belote. On pourra changer d'avis plus tard.",
        "Those of the French federation of belote. You can change your mind later.",
    )

    DECLARED = (
        "10 9 8 de cœur dans une main : tierce, 20 points.",
        "10 9 8 of hearts in one hand: a tierce, 20 points.",
    )
    UNDECLARED = (
        "Quatre valets dans une main ne rapportent rien de plus que leurs points.",
        "Four jacks in one hand are worth their card points and no more.",
    )

    SUITS = ("90 pique, 90 cœur, 90 carreau ou 90 trèfle.", "90 spades, 90 hearts, 90 diamonds or 90 clubs.")
    SUITS_AND_NO_TRUMP = (
        "100 sans atout : rien ne coupe, l'as est maître partout.",
        "100 no trump: nothing ruffs, the ace is highest in every suit.",
    )
    ALL = (
        "100 tout atout : dans chaque couleur, le valet est le plus fort.",
        "100 all trump: in every suit the jack is highest.",
    )

    WAITS = (
        "110 est dit, c'est à votre partenaire de parler : vous attendez votre tour.",
        "110 was bid, and your partner speaks next: you wait for your turn.",
    )
    AT_ONCE = (
        "110 est dit, c'est à votre partenaire de parler : vous pouvez coincher tout de suite.",
        "110 was bid, and your partner speaks next: you may coinche at once.",
    )
    WAITS_AND_GOES_ON = (
        "110 est coinché, le partenaire du preneur dit 120 : rien n'est plus coinché.",
        "110 is coinched, the bidder's partner says 120: nothing is coinched any more.",
    )

    ROUNDED = ("104 + 90 = 194, marqué 190 ; 58, marqué 60.", "104 + 90 = 194, written as 190; 58, written as 60.")
    EXACT = ("104 + 90 = 194.", "104 + 90 = 194.")
    BID_ALONE = ("Avec 90 ou 140 points, on marque 90.", "With 90 points or 140, the score is 90.")
    POINTS_ALONE = ("Le contrat lui-même ne rapporte rien.", "The bid itself is worth nothing.")

    OBLIGED = (
        "L'adversaire a coupé du 9. De 10 d'atout et as de carreau, il faut mettre le 10.",
        "The opponent trumped with the 9. Of the ten of trumps and the ace of diamonds it must be the ten.",
    )
    FREE = (
        "L'adversaire a coupé du 9. De 10 d'atout et as de carreau, c'est l'un ou l'autre.",
        "The opponent trumped with the 9. Of the ten of trumps and the ace of diamonds it may be either.",
    )

    BID_OR_82 = ("À 81 points, chuté. Pour 90, il faut 90.", "With 81 points it fails. For 90 it takes 90.")
    BID = ("À 80 points, réussi, même contre 82.", "With 80 points it is made, against 82 too.")
    MORE_THAN_DEFENCE = (
        "90 points contre 72 et une belote, 92 : chuté.",
        "90 points against 72 and a belote, 92: it fails.",
    )
    HELD_OVER = (
        "81 à 81 : ce que le preneur aurait marqué va à qui gagne la donne suivante.",
        "81 to 81: what the takers would have scored goes to whoever wins the next deal.",
    )


class QuestionText(Words):
    """What stands around the questions, and what is said of the rules that were found."""

    TITLE = ("Trouver nos règles", "Find our rules")
    PLACE = ("{number}/{count} ", "{number}/{count} ")
    ANSWER = ("{number}. {answer}", "{number}. {answer}")
    EXAMPLE = ("Exemple : {example}", "Example: {example}")
    SO_FAR = ("Jusqu'ici : {preset}, {differs}", "So far: {preset}, {differs}")
    DIFFERS_IN_NOTHING = ("sans différence", "no difference")
    DIFFERS_IN_ONE = ("une différence", "1 difference")
    DIFFERS = ("{count} différences", "{count} differences")

    FOUND = ("Vos règles : {preset}, {differs}", "Your rules: {preset}, {differs}")
    ABOUT = ("{preset} : {about}.", "{preset}: {about}.")
    OFFICIAL = ("C'est le règlement officiel, sans aucune différence.", "These are the official rules, unchanged.")
    NOT_OFFICIAL = (
        "Ce qui diffère du règlement officiel de la fédération ({count}) :",
        "What differs from the official rules of the federation ({count}):",
    )
    RULE = ("{name} : {value}", "{name}: {value}")
    INSTEAD_OF = ("Officiel : {value}", "Official: {value}")

    OWN_NAME = ("chez {name}", "{name}'s rules")
    OUR_NAME = ("nos règles", "our rules")
    WRITE_NAME = ("Nom de vos règles :", "Name of your rules:")
    KEPT = (
        "Vos règles sont gardées, et valent pour la prochaine table : {path}",
        "Your rules are kept, and the next table has them: {path}",
    )
    TAKEN = ("À la prochaine table, ce sont vos règles.", "The next table has your rules.")


class KeyOfQuestions(Words):
    """What the keys do there."""

    FIND = ("trouver nos règles", "find our rules")
    ANSWER = ("répondre", "answer")
    BACK = ("revenir", "go back")
    TAKE = ("jouer avec", "play by them")
    SAVE = ("garder", "keep")


class Spoken(Words):
    """What is said and typed in the line mode."""

    QUESTIONS = ("questions", "questions")
    BACK = ("retour", "back")
    KEEP = ("garder", "keep")

    QUESTION = ("Question {number} sur {count}. {question}", "Question {number} of {count}. {question}")
    CHOICE = ("{number}. {answer} {example}", "{number}. {answer} {example}")
    HOW = (
        "Répondez par un numéro, de 1 à {count}. retour : la question d'avant.",
        "Answer by a number, 1 to {count}. back: the question before.",
    )
    THEN = (
        "La prochaine table (n) se joue ainsi. garder NOM : les garder dans un fichier. questions : recommencer.",
        "The next table (n) is played so. keep NAME: keep them in a file. questions: begin again.",
    )
    NOT_HERE = (
        "Les questions sur vos règles se posent quand on n'est à aucune table.",
        "The questions about your rules are asked while you are at no table.",
    )
    NOTHING_FOUND = (
        "Il faut d'abord répondre aux six questions : tapez questions.",
        "The six questions come first: type questions.",
    )


FRENCH = {
    "ffb": "Fédération Française de Belote, règlement officiel (par défaut)",
    "ffb-sa-ta": "le règlement de la fédération, avec sans atout et tout atout",
    "asce": "concours de l'ASCE : ffb-sa-ta, coinche à la volée, pisser obligatoire",
    "pagat": "pagat.com, forme de base : sans annonces, un capot ne se coinche pas",
    "pagat-annonces": "pagat.com avec annonces, en 3000",
    "online": "un club en ligne : jamais mélangé, sans atout, on surenchérit sur une coinche",
    "contree": "Belote Contrée : le jeu du club en ligne sans annonces",
    "bridgee": "Belote Bridgée, la forme de pagat.com proche du bridge : couleurs classées",
    "ibelote": "la forme d'iBelote : sans atout, tout atout, générale",
    "stayandplay-bid": "stayandplay.cards, où seul le contrat se marque",
    "stayandplay-points": "stayandplay.cards, où seuls les points se marquent",
    "stayandplay-both": "stayandplay.cards, où points et contrat se marquent",
    "colver": "les règles du programme colver 0.11.1, pour jouer contre lui",
}


def about(preset: str, language: Language) -> str:
    """The line; empty for rules that only the server knows."""
    return (FRENCH if language is Language.FRENCH else ABOUT).get(preset, "")
