"""The words of the game, and answers to questions that are no command: the palette shows each in one line.

The words before the colon find it, and those of `FURTHER_WORDS`.
"""

from __future__ import annotations

from collections.abc import Mapping

from coinche.text.catalog import Words

from .help import HelpPage


class Term(Words):
    """The words, each with its explanation."""

    BELOTE = (
        "Belote, rebelote : roi et dame d'atout dans la même main, 20 points",
        "Belote, rebelote: king and queen of trumps in one hand, 20 points",
    )
    SEQUENCE = (
        "Tierce, cinquante, cent : 3, 4, 5 cartes à la suite, 20, 50, 100 points",
        "Sequence: tierce, cinquante, cent: 3, 4, 5 cards, 20, 50, 100 points",
    )
    CARRE = (
        "Carré : quatre valets 200, neufs 150 ; as, dix, rois ou dames 100 points",
        "Carré, four of a kind: jacks 200, 9s 150, aces, 10s, kings, queens 100",
    )
    DECLARATIONS = (
        "Annonces : tierce, cinquante, cent, carré, si vos règles les comptent (r)",
        "Declarations, melds: sequences and carrés, if your rules count them (r)",
    )
    CAPOT = (
        "Capot : les huit plis pour un seul camp ; on peut aussi le demander",
        "Capot, slam: all eight tricks for one side; it can be bid, too",
    )
    GENERALE = (
        "Générale : les huit plis pour un seul joueur, selon vos règles (r)",
        "Générale: all eight tricks for one player, if your rules allow it (r)",
    )
    SURCOINCHE = (
        "Surcoinche, surcontre : les preneurs doublent encore, sûrs de réussir",
        "Surcoinche, redouble: the takers double again, as they are sure to make it",
    )
    COINCHE = (
        "Coinche, contre : vous pariez sur leur chute ; les points doublent",
        "Coinche, double: you bet that they will fail; the points double",
    )
    LAST_TRICK = (
        "Dix de der : le dernier pli vaut 10 points de plus",
        "Last trick, dix de der: 10 extra points",
    )
    TIE = (
        "Litige : égalité de points ; vos règles disent qui marque (r)",
        "Tie, litige: equal points; your rules say who scores (r)",
    )
    NO_TRUMP = (
        "Sans atout, tout atout : aucun atout, ou tous ; selon vos règles (r)",
        "No trump, all trump: no suit is trumps, or all are; see your rules (r)",
    )
    ORDER = (
        "Ordre, valeur : à l'atout V 9 A 10 R D 8 7, ailleurs A 10 R D V 9 8 7",
        "Order, value: trumps J 9 A 10 K Q 8 7, other suits A 10 K Q J 9 8 7",
    )
    TRUMP = (
        "Atout : la couleur qui bat les trois autres ; l'enchère la choisit",
        "Trumps: the suit that beats the other three; the bid chooses it",
    )
    CONTRACT = (
        "Contrat : les points que les preneurs doivent faire, sinon ils chutent",
        "Contract: the points that the takers have to make, or they go down",
    )
    TAKERS = (
        "Preneurs, défense : le camp qui a le contrat, et celui qui s'y oppose",
        "Takers, defence: the side with the contract, and the one against it",
    )
    DEALER = (
        "Donneur (D) : il distribue ; le joueur suivant parle, puis entame",
        "Dealer (D): deals the cards; the next player bids and leads first",
    )
    MASTER = (
        "Maître : la carte qui tient le pli ; ou la plus forte qui reste",
        "Master, winner: the card that wins the trick so far, or the best one left",
    )
    SCORE = (
        "Score : en haut à droite, NOUS et EUX ; d rappelle les donnes jouées",
        "Score: at the top right, US and THEM; d shows the past deals",
    )
    LEAD = (
        "Entame, fournir : la première carte d'un pli ; jouer de sa couleur",
        "Lead, follow suit: the first card of a trick; to play its suit",
    )
    RUFF = (
        "Couper, monter : sans la couleur, jouez atout, plus haut si possible",
        "Trump, overtrump: if void, play a trump, higher if you can",
    )
    UNDERRUFF = (
        "Pisser : jouer un atout plus petit, faute de pouvoir monter",
        "Undertrump: play a lower trump, when you have no higher one",
    )
    DISCARD = (
        "Défausse, défausser : ni la couleur ni atout, n'importe quelle carte",
        "Discard, slough: with neither the suit nor a trump, play any card",
    )
    SHUFFLE = (
        "Tricher, hasard : chaque mélange est vérifié, personne ne le choisit",
        "Cheat, fair, random: every shuffle is checked, nobody can choose it",
    )
    INVITE = (
        "Inviter, héberger : coinche-server lance un serveur et donne son lien",
        "Invite, host: coinche-server starts a server and prints its link",
    )
    CLOCK = (
        "Horloge, temps : le vôtre est en haut à droite ; seul, pas de limite",
        "Clock, time: yours is at the top right; solo play has no limit",
    )
    SAVED = (
        "Sauvegarde, reprendre : seul, tout est gardé ; on reprend à l'accueil",
        "Save, resume: solo matches are always kept; home offers to go on",
    )
    UNDO = (
        "Annuler, défaire : à l'entraînement seulement, Retour arrière",
        "Undo, cancel, take back: at practice tables only, with Backspace",
    )
    RESIGN = (
        "Abandonner, forfait : q quitte la table ; seul, la partie vous attend",
        "Resign, give up: q leaves the table; a solo match waits for you",
    )
    KEYBOARD = (
        "Clavier, touches, raccourcis : ? montre celles de cet écran",
        "Keyboard, keys, shortcuts: ? shows those of the screen you are on",
    )
    FONT = (
        "Taille, police, zoom : votre terminal les règle, souvent Ctrl et +",
        "Font, size, zoom: your terminal sets them, often with Ctrl and +",
    )
    MUSIC = (
        "Musique : aucune ; les réglages proposent une sonnerie à votre tour",
        "Music: there is none; a bell on your turn is in the settings",
    )


OF_THE_GAME = (
    Term.DEALER,
    Term.TRUMP,
    Term.ORDER,
    Term.CONTRACT,
    Term.TAKERS,
    Term.COINCHE,
    Term.SURCOINCHE,
    Term.CAPOT,
    Term.GENERALE,
    Term.NO_TRUMP,
    Term.LEAD,
    Term.RUFF,
    Term.UNDERRUFF,
    Term.DISCARD,
    Term.MASTER,
    Term.LAST_TRICK,
    Term.BELOTE,
    Term.DECLARATIONS,
    Term.SEQUENCE,
    Term.CARRE,
    Term.TIE,
)
"""The words that the help explains, in the order of a deal."""
FURTHER_WORDS: Mapping[Term, str] = {
    Term.BELOTE: "mariage marriage roi dame king queen",
    Term.SEQUENCE: "quarte quinte suite run meld",
    Term.CARRE: "quatre",
    Term.CAPOT: "chelem",
    Term.COINCHE: "coincher contrer",
    Term.TIE: "egalite draw",
    Term.ORDER: "hierarchie force fort points rank ranking strength",
    Term.RUFF: "surcouper surcoupe coupe cut ruff overruff",
    Term.UNDERRUFF: "sous-couper souscouper pisse underruff",
    Term.LEAD: "entamer suivre",
    Term.TAKERS: "preneur attaque defenseur defenders declarer",
    Term.MASTER: "maitresse maitre",
    Term.DEALER: "donne distribuer tour deal",
    Term.SHUFFLE: "triche melange melanger shuffle chance luck",
    Term.INVITE: "multiplayer ami lien internet friend link share partager reseau lan",
    Term.CLOCK: "minuterie chrono timer limit limite",
    Term.SAVED: "continue charger load sauver garder kept",
    Term.UNDO: "erreur retour revenir retry mistake back",
    Term.RESIGN: "forfeit surrender concede",
    Term.FONT: "caracteres letters text texte grand big",
    Term.MUSIC: "son sound",
}
PAGES: Mapping[Term, HelpPage] = {
    Term.COINCHE: HelpPage.AUCTION,
    Term.SURCOINCHE: HelpPage.AUCTION,
    Term.CONTRACT: HelpPage.AUCTION,
    Term.TAKERS: HelpPage.AUCTION,
    Term.DEALER: HelpPage.AUCTION,
    Term.CAPOT: HelpPage.AUCTION,
    Term.GENERALE: HelpPage.AUCTION,
    Term.NO_TRUMP: HelpPage.AUCTION,
    Term.TIE: HelpPage.RECAP,
    Term.SCORE: HelpPage.RECAP,
    Term.LAST_TRICK: HelpPage.RECAP,
    Term.INVITE: HelpPage.HOME,
    Term.SAVED: HelpPage.HOME,
    Term.FONT: HelpPage.SETTINGS,
    Term.MUSIC: HelpPage.SETTINGS,
    Term.SHUFFLE: HelpPage.CUT,
}
"""The help page to which the term leads; that of the play without one."""
