"""What the screens say about the play beside the cards: prepared cards, advice, what is missing, who is away."""

from __future__ import annotations

from collections.abc import Mapping

from coinche.text.catalog import Words


class InPlay(Words):
    """One member for each."""

    # keys
    KEY_PREPARE = ("préparer", "prepare")
    KEY_DROP = ("oublier", "drop it")
    KEY_ADVICE = ("conseil", "hint")
    KEY_TURN = ("tourner la table", "turn the table")
    KEY_SHORT = ("parler en deux lettres", "say it in two letters")
    # a card chosen for later
    PREPARED = ("Préparée : {card} (Échap l'oublie)", "Prepared: {card} (Esc drops it)")
    SELECTED = ("Entrée prépare {card}", "Enter prepares {card}")
    LIES = ("une touche ramasse le pli", "any key takes the trick away")
    # advice
    THINKING = ("Je réfléchis…", "Thinking…")
    # what is missing
    WE_NEED = ("il nous manque {points}", "we need {points} more")
    THEY_NEED = ("il leur manque {points}", "they need {points} more")
    TEAM_NEEDS = ("il manque {points} à {team}", "{team} needs {points} more")
    NEEDED = ("{team} : encore {points}", "{team}: {points} more")
    AT_LEAST = ("au moins {points}", "at least {points}")
    AT_MOST = ("au plus {points}", "at most {points}")
    ABOUT = ("environ {points}", "about {points}")
    TRICKS_NEEDED = ("encore {count} plis à prendre", "{count} more tricks to take")
    TRICK_NEEDED = ("encore un pli à prendre", "one more trick to take")
    PROMISED_LOST = ("contrat perdu", "the contract is lost")
    SAFE = ("contrat assuré", "the contract is safe")
    # trumps
    FALLEN = ("Atouts tombés", "Trumps played")
    REST = ("reste {count}", "{count} left")
    NONE_FALLEN = ("aucun", "none")
    # who is away
    AWAY = (
        "{who} n'est plus là : on l'attend, une minute au plus.",
        "{who} is away: the table waits, a minute at most.",
    )
    WAIT_AWAY = (
        "On attend {who}, absent, une minute au plus…",
        "Waiting for {who}, who is away, a minute at most…",
    )
    BACK = ("{who} est de retour.", "{who} is back.")
    SITS = ("{who} prend la place {seat}.", "{who} takes the seat {seat}.")
    LEFT = ("{who} quitte la table : un bot prend la place {seat}.", "{who} leaves: a bot takes the seat {seat}.")
    VOTED_OUT = (
        "{who} est écarté : la place {seat} reste à un bot jusqu'à la fin de la partie.",
        "{who} is voted out: the seat {seat} stays with a bot until the match is over.",
    )
    BOT_SITS = ("Un bot prend la place {seat}.", "A bot takes the seat {seat}.")
    # what is said
    MUTED = (
        "Vous n'entendez plus {name} ; /unmute {name} pour l'entendre de nouveau.",
        "You hear {name} no more; /unmute {name} to hear them again.",
    )
    UNMUTED = ("Vous entendez de nouveau {name}.", "You hear {name} again.")
    NO_SUCH_TALK = ("Cela ne veut rien dire. On peut écrire : {known}", "That means nothing. One can write: {known}")
    SPOKEN_WATCHING = ("{name} (regarde) : {text}", "{name} (watching): {text}")
    # the lobby
    TAKE_SEAT = ("Entrée : vous vous asseyez en {seat}.", "Enter: you sit down {seat}.")
    TAKE_BOT = ("Entrée : vous prenez la place du bot, en {seat}.", "Enter: you take the bot's seat, {seat}.")
    TAKE_BOT_IN_PLAY = (
        "Entrée : la place du bot, en {seat}, est à vous à la prochaine donne ; jusque-là, vous regardez.",
        "Enter: the bot's seat, {seat}, is yours from the next deal; until then you watch.",
    )
    TAKE_ANY_IN_PLAY = (
        "Entrée : la place d'un bot est à vous à la prochaine donne ; jusque-là, vous regardez.",
        "Enter: a bot's seat is yours from the next deal; until then you watch.",
    )
    SEAT_CLOSED = (
        "{seat} : place fermée jusqu'à la fin de la partie. w : regarder.",
        "{seat}: closed until the match is over. w: watch.",
    )
    SEAT_RESERVED = (
        "{seat} : {who} y jouera à la prochaine donne.",
        "{seat}: {who} plays there from the next deal.",
    )
    STRICT_IN_PLAY = (
        "Concours en cours : pas de nouveaux joueurs. w : regarder.",
        "A contest is under way: no new players. w: watch.",
    )
    # watching
    THROUGH = ("Main montrée : {who}.", "Hand shown: {who}.")


class BotName(Words):
    """The bots that every server knows, weakest first; others are called what they are."""

    RANDOM = ("fantaisiste", "random")
    NOVICE = ("débutant", "novice")
    GREEDY = ("gourmand", "greedy")
    STEADY = ("solide", "steady")
    STRONG = ("fort", "strong")
    EXPERT = ("expert", "expert")


BOT_NAMES: Mapping[str, BotName] = {bot.name.lower(): bot for bot in BotName}
