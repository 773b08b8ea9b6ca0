"""The words of notices: what the server refuses, what has happened, and what is asked before it does."""

from __future__ import annotations

from coinche.text.catalog import Words


class NoticeText(Words):
    """The sentences of notices; those of `News` have its names."""

    AWAITS_APPROVAL = (
        "Le responsable du serveur ou l'hôte d'une table doit d'abord vous laisser entrer : patientez.",
        "The server's operator or the host of a table has to let you in first: please wait.",
    )
    LINK_BACK = ("Connexion rétablie.", "Connection restored.")
    SESSION_GONE = (
        "Connexion rétablie, mais le serveur a oublié votre session : votre place est perdue.",
        "Connection restored, but the server has dropped your session: your seat is lost.",
    )
    SEAT_NOT_KEPT = (
        "De retour trop tard : votre place n'a pas été gardée. Si la table existe encore, elle est dans la liste.",
        "Back too late: your seat was not kept. If the table is still there, it is in the list.",
    )
    REMATCH_OR_LEAVE = (
        "Une revanche ?   m : oui   q : non, quitter la table",
        "A rematch?   m: yes   q: no, leave the table",
    )
    OFFLINE = ("Pas de connexion : rien n'a été envoyé.", "No connection: nothing was sent.")
    NO_CHOICE = (
        "Cette enchère est impossible : choisissez-en une, ou passez (p).",
        "That bid is not possible: choose one from the list, or pass (p).",
    )
    NO_SUCH_SUIT = (
        "Lettre inconnue. Couleurs : p pique, c cœur, k carreau, t trèfle.",
        "Unknown letter. Suits: s spades, h hearts, d diamonds, c clubs.",
    )
    NO_SUCH_CARD = ("Aucune carte n'a ce numéro.", "No card has that number.")
    NO_CUT = (
        "Laissez au moins trois cartes de chaque côté : coupez de 3 à 29.",
        "Leave at least three cards on each side: cut 3 to 29.",
    )
    CROSSED = ("Trop tard : quelqu'un a parlé avant vous.", "Too late: somebody else spoke first.")
    PAUSE_STANDS = (
        "Votre demande de pause reste valable jusqu'à la fin de la donne.",
        "Your pause request stands until the end of the deal.",
    )
    COINCHE_IN_TURN = (
        "À cette table, on ne coinche qu'à son tour : attendez le vôtre.",
        "At this table you may only coinche on your turn: wait for it.",
    )
    FIRST_SEEN = (
        "Premier passage ici : l'empreinte du serveur est retenue ({fingerprint}).",
        "First visit: the server's fingerprint is saved ({fingerprint}).",
    )
    OWN_NAME = (
        "Le nom {name} est maintenant à vous ici, par une clé gardée sur cette machine.",
        "The name {name} is now yours here, by a key kept on this computer.",
    )
    NO_SUCH_RULES = ("Règles impossibles ; en anglais : {why}", "Invalid rules: {why}")
    OWN_SEAT_ONLY = (
        "Vous étiez dans cette partie : vous ne pouvez reprendre que votre place, {seat}.",
        "You were in this match: you can only take back your own seat, {seat}.",
    )
    STANDING = ("La partie est en pause : Entrée pour continuer.", "The game is paused: press Enter to continue.")
    NAME_LATER = ("Vous aurez ce nom à la prochaine connexion.", "You will have this name from the next connection on.")
    DROPPED = (
        "La carte préparée est interdite ici : à vous de choisir.",
        "The prepared card is not allowed here: choose another.",
    )
    NO_ADVICE = ("L'hôte a ouvert cette table sans conseils.", "The host opened this table without hints.")
    NO_ADVICE_IN_CONTEST = ("Concours : pas de conseils à cette table.", "Contest: no hints at this table.")
    NO_CLAIM = (
        "Rien ne prouve que tous les plis restants sont pour vous.",
        "You can't be sure the remaining tricks are yours.",
    )
    FAR_BID = ("{bid}, vraiment ? Encore Entrée pour confirmer.", "{bid}, really? Enter again to confirm.")
    REMOVED = ("L'hôte a libéré votre place.", "The host has freed your seat.")
    TABLE_CLOSED = ("Le serveur a fermé cette table.", "The server has closed this table.")
    TWICE = (
        "Vous êtes déjà à cette table, par une autre connexion : même clé, même joueur. Pour jouer à deux depuis cette "
        "machine, lancez l'autre client avec --guest.",
        "You are already at this table, on another connection: same key, same player. For two players on this "
        "computer, start the other client with --guest.",
    )
    HINTS_DECIDED = (
        "C'est le serveur qui décide des conseils, pour toutes ses tables.",
        "Hints are the server's choice, the same for all its tables.",
    )
    CALLED_OUT = ("Votre appel est affiché au salon.", "Your call is posted in the lobby.")
    BOTS_INSTEAD = (
        "Vous avez appelé des joueurs. Encore Entrée : commencer avec des bots.",
        "You've asked for players. Press Enter again to start with bots instead.",
    )
    NO_SEAT = (
        "Les autres ont donné votre place à un bot : vous ne jouez plus cette partie. Vous pouvez regarder.",
        "The others gave your seat to a bot: you are out of this match. You may watch.",
    )
    STRICT_SEATS = (
        "Concours : pas de changement de joueur avant la fin de la partie. Vous pouvez regarder.",
        "Contest: no seat changes hands until the match is over. You may watch.",
    )
    SEAT_CLOSED = (
        "Place fermée par un vote : un bot y joue jusqu'à la fin de la partie. Vous pouvez regarder.",
        "A vote closed this seat: a bot plays there until the match is over. You may watch.",
    )
    SEAT_RESERVED = ("Cette place est déjà réservée.", "This seat is already reserved.")
    NOT_ALL_AGREE = (
        "Des joueurs de cette donne sont partis et ne peuvent plus donner leur accord : attendez la fin de la donne.",
        "Some players of this deal have gone and can no longer agree: wait for the end of the deal.",
    )
    SEAT_LOST = (
        "Le joueur de cette place est revenu : vous regardez.",
        "The player of this seat is back: you are watching now.",
    )
    NO_ROOM = (
        "Trop de tables ouvertes depuis votre adresse : attendez la fin de l'une d'elles.",
        "Too many tables opened from your address: wait until one is over.",
    )
    ONE_ADDRESS = ("Même adresse : {who}.", "Same address: {who}.")
    NO_NEW_TABLES = (
        "Pas de nouvelle table : le serveur s'arrêtera après les parties en cours.",
        "No new tables: the server will stop after the current matches.",
    )
    VOTED_OUT = (
        "Vous avez trop tardé : les autres ont donné votre place à un bot jusqu'à la fin de la partie. Vous pouvez "
        "regarder.",
        "You took too long: the others gave your seat to a bot until the match is over. You may watch.",
    )
    PRIVATE = (
        "Table privée : mauvais mot de passe. Tapez k pour l'écrire.",
        "Private table: wrong passphrase. Press k to enter it.",
    )
    SURE = (
        "Quitter la table en pleine partie ? Un bot jouera à votre place.",
        "Leave the table in the middle of a match? A bot will play for you.",
    )
    SURE_ALONE = (
        "Quitter ? La table ferme, et cette partie s'arrête là.",
        "Leave? The table closes, and this match is lost.",
    )
    SURE_AND_AWAITED = (
        "Quitter ? Un bot finit la donne pour vous ; {who} jouera à la prochaine {unit}.",
        "Leave? A bot finishes the deal for you; {who} will play from the next {unit}.",
    )
    HOST_ALONE = ("Quitter ? La table ferme.", "Leave? The table closes.")
    HOST_OF_AWAY = (
        "Quitter ? Absent : {who}. Sans retour sous deux minutes, la table ferme.",
        "Leave? Away: {who}. Unless they are back within two minutes, the table closes.",
    )
    HOST_OF_ONE = (
        "Quitter ? {who} reste à la table et devient l'hôte.",
        "Leave? {who} stays at the table and becomes the host.",
    )
    HOST_OF_SOME = (
        "Quitter ? {who} restent à la table ; l'un d'eux devient l'hôte.",
        "Leave? {who} stay at the table; one of them becomes the host.",
    )
    HOST_WITH_APPLICANTS = (
        "Quitter ? Vous n'avez pas répondu à {who} : un autre devra le faire.",
        "Leave? You have not answered {who}: somebody else will have to.",
    )
    SURE_AND_LOST = (
        "Quitter ? Cette partie n'est pas gardée : elle s'arrête là.",
        "Leave? This match is not kept: it will be lost.",
    )
    SURE_AND_KEPT = ("Partir ? La partie vous attendra.", "Leave? The match will wait for you.")
    GIVES_UP = (
        "Encore n (ou « nouvelle ») pour abandonner cette partie et en commencer une autre.",
        "n again (or “new”) to give this match up and begin another one.",
    )
    GIVES_UP_WITHOUT_HOME = (
        "Encore n : cette partie est abandonnée. Pour garder les deux, relancez sans --solo.",
        "n again: this match is given up. To keep both, start without --solo.",
    )
    GIVES_UP_ONE = (
        "Encore x (ou « abandonner ») : cette partie est perdue, une autre commence.",
        "x again (or “abandon”): this match is lost, another one begins.",
    )
    NOT_KEPT = ("Cette partie ne sera pas gardée : {why}", "This match will not be kept: {why}")
    NOT_READABLE = (
        "Les parties gardées dans {path} sont illisibles : {why}. Elles y restent ; une nouvelle commence.",
        "The matches kept in {path} cannot be read: {why}. They stay there; a new one begins.",
    )


class Waiting(Words):
    """Sentences about a solo match that waits to go on, at its table and as a line of home."""

    OPENS = ("Ouverture de vos parties…", "Opening your matches…")
    OPENS_ONE = ("Ouverture de votre partie…", "Opening your match…")
    WAITS = (
        "Votre partie vous attend : donne {deal}, nous {us}, eux {them}.",
        "Your match is waiting: deal {deal}, us {us}, them {them}.",
    )
    WAITS_TO = (
        "Votre partie en {target} attend : nous {us}, eux {them}. n : une autre, en {wished}.",
        "Your match to {target} is waiting: us {us}, them {them}. n: a new one, to {wished}.",
    )
    GOES_ON = (
        "Votre partie reprend : donne {deal}, nous {us}, eux {them}.",
        "Your match goes on: deal {deal}, us {us}, them {them}.",
    )
    OTHER_WAITS = (
        "Une autre partie vous attend à l'accueil : {rules}, donne {deal}.",
        "Another match is waiting for you on the home screen: {rules}, deal {deal}.",
    )
    ROW = (
        "Reprendre votre partie (donne {deal}, nous {us}, eux {them})",
        "Carry on with your match (deal {deal}, us {us}, them {them})",
    )
    ROW_BY = (
        "Reprendre : {rules}, donne {deal}, nous {us}, eux {them}",
        "Carry on: {rules}, deal {deal}, us {us}, them {them}",
    )
    ROW_BRIEFLY = ("Reprendre (donne {deal}, {us} à {them})", "Carry on (deal {deal}, {us} to {them})")
    ROW_BY_BRIEFLY = (
        "Reprendre (donne {deal}, {us} à {them}), {rules}",
        "Carry on (deal {deal}, {us} to {them}), {rules}",
    )
