"""Sentences about the play beside the cards: prepared cards, hints, points still needed, players away."""

from __future__ import annotations

from coinche.text.catalog import Words


class InPlay(Words):
    """Texts about the play."""

    # keys
    KEY_PREPARE = ("préparer une carte", "prepare a card")
    KEY_PREPARE_BID = ("choisir", "select")
    KEY_DROP = ("annuler la carte", "drop the card")
    KEY_ADVICE = ("conseil", "hint")
    KEY_END_PAUSE = ("reprendre", "resume")
    KEY_TURN = ("tourner la table", "rotate the table")
    KEY_SHORT = ("messages rapides", "quick messages")
    # a card chosen for later
    PREPARED = ("Préparée : {card} (Échap pour annuler)", "Prepared: {card} (Esc to drop it)")
    SELECTED = ("Entrée pour préparer {card}", "Enter to prepare {card}")
    HELD = ("{who} prend le pli. Une touche pour la suite", "{who} wins the trick. Any key to go on")
    LIES = ("une touche pour ramasser le pli", "any key to clear the trick")
    # advice
    THINKING = ("Je réfléchis…", "Thinking…")
    # what is missing
    US_NEED = ("il nous manque {what}", "we need {what}")
    THEY_NEED = ("il leur manque {what}", "they need {what}")
    TEAM_NEEDS = ("{team} : il manque {what}", "{team} need {what}")
    POINTS_NEEDED = ("{count} points", "{count} more points")
    POINT_NEEDED = ("un point", "one more point")
    TRICKS_NEEDED = ("{count} plis", "{count} more tricks")
    TRICK_NEEDED = ("un pli", "one more trick")
    MORE_THAN_DEFENCE = ("{need} (plus que la défense)", "{need} to beat the defence")
    NOT_COUNTED = ("{need}, hors annonces", "{need}, not counting declarations")
    LOST_BY_US = ("nous chutons", "we're going down")
    LOST_BY_THEM = ("ils chutent", "they're going down")
    LOST_BY_TEAM = ("{team} chute", "{team} are going down")
    SAFE = ("{team} : contrat assuré", "{team}: contract safe")
    # trumps
    FALLEN = ("Atouts tombés", "Trumps played")
    REST = ("reste {count}", "{count} left")
    NONE_FALLEN = ("aucun", "none")
    # who is away
    AWAY = (
        "{who} a perdu la connexion : la table attend une minute au plus.",
        "{who} lost the connection: the table waits up to a minute.",
    )
    WAIT_AWAY = ("On attend {who}, une minute au plus…", "Waiting for {who}, a minute at most…")
    WAIT_STAND_IN = ("Un bot joue pour {who}…", "A bot is playing for {who}…")
    WAITED = ("depuis {time}", "{time} so far")
    BACK = ("{who} est de retour.", "{who} is back.")
    SITS = ("{who} s'installe en {seat}.", "{who} takes the {seat} seat.")
    LEFT = ("{who} quitte la table : {bot} joue en {seat}.", "{who} leaves: {bot} plays {seat}.")
    VOTED_OUT = (
        "La table écarte {who} : {bot} joue en {seat} jusqu'à la fin de la partie.",
        "{who} is voted out: {bot} plays {seat} until the match is over.",
    )
    BOT_SITS = ("{who} s'installe en {seat}.", "{who} takes the {seat} seat.")
    # what is said
    MUTED = (
        "{name} : messages masqués ; /afficher {name} pour les revoir.",
        "Messages from {name} are hidden; /unmute {name} to show them again.",
    )
    UNMUTED = ("{name} : messages de nouveau affichés.", "Messages from {name} are shown again.")
    NO_SUCH_TALK = ("Commande inconnue. Possibles : {known}", "Unknown command. Possible: {known}")
    SPOKEN_WATCHING = ("{name} (regarde) : {text}", "{name} (watching): {text}")
    # the lobby
    TAKE_SEAT = ("Entrée pour vous asseoir en {seat}.", "Press Enter to sit {seat}.")
    TAKE_BOT = ("Entrée pour remplacer le bot en {seat}.", "Press Enter to take the bot's seat, {seat}.")
    TAKE_BOT_IN_PLAY = (
        "Entrée pour remplacer le bot en {seat} à la prochaine {unit} ; d'ici là, vous regardez.",
        "Press Enter to take the {seat} bot's seat from the next {unit}; until then, you watch.",
    )
    TAKE_ANY_IN_PLAY = (
        "Entrée pour remplacer un bot à la prochaine {unit} ; d'ici là, vous regardez.",
        "Press Enter to take a bot's seat from the next {unit}; until then, you watch.",
    )
    TAKE_BACK = (
        "Entrée pour reprendre votre place, en {seat}.",
        "Press Enter to take your seat back, {seat}.",
    )
    OWN_SEAT_TAKEN = (
        "Votre place, en {seat}, est prise jusqu'à la fin de la partie. w : regarder.",
        "Your seat, {seat}, is taken until the match is over. w: watch.",
    )
    SEAT_CLOSED = (
        "{seat} : place fermée jusqu'à la fin de la partie. w : regarder.",
        "{seat}: closed until the match is over. w: watch.",
    )
    SEAT_RESERVED = (
        "{seat} : place réservée à {who} pour la prochaine {unit}.",
        "{seat}: reserved for {who} from the next {unit}.",
    )
    STRICT_IN_PLAY = (
        "Concours en cours : pas de nouveau joueur. w : regarder.",
        "Contest under way: no new players. w: watch.",
    )
    # celebrations
    VICTORY = ("victoire", "victory")
    ALL_TRICKS = ("Tous les plis pour {team} !", "Every trick for {team}!")
    # watching
    THROUGH = ("Main affichée : {who}.", "Hand shown: {who}.")
