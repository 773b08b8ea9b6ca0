"""Texts of practice: a position of a replay played again, moves taken back, and tables that keep nothing."""

from __future__ import annotations

from coinche.text.catalog import Words


class PracticeText(Words):
    """Labels and sentences of practice tables."""

    TABLE_NAME = ("Entraînement", "Practice")
    TITLE = ("ENTRAÎNEMENT {dot} donne {deal}", "PRACTICE {dot} deal {deal}")
    SHORT_TITLE = ("ENTRAÎNEMENT", "PRACTICE")
    KEY_RETRY = ("rejouer d'ici", "retry here")
    IN_PLACE_OF = ("Vous jouez à la place de {who}, avec ses cartes.", "You play in {who}'s place, with that hand.")
    KEY_UNDO = ("reprendre un coup", "take back")
    KEY_BACK = ("retour", "back")
    KEY_AGAIN = ("encore une fois", "once more")
    # at the end of the deal
    COMPARED = (
        "Cette fois : {now} pour vous ; dans la partie : {then}.",
        "This time: {now} for you; in the match: {then}.",
    )
    ONLY_NOW = ("Cette fois : {now} pour vous.", "This time: {now} for you.")
    GO_BACK = ("Entrée : retour à la partie   g : encore une fois", "Enter: back to the replay   g: once more")
    GO_BACK_SHORT = ("Entrée : retour   g : encore", "Enter: back   g: once more")
    TAKEN_BACK = ("Repris : {what}.", "{what} taken back.")
    # in lines
    OPENED = (
        "Entraînement : rien n'est gardé. annuler : reprendre un coup ; quitter : revenir à la partie revue.",
        "Practice: nothing is kept. undo: take a move back; quit: return to the replay.",
    )
    OPENED_MATCH = (
        "Entraînement : rien n'est gardé. annuler : reprendre un coup.",
        "Practice: nothing is kept. undo: take a move back.",
    )
    OVER = (
        "Entrée : revenir à la partie revue ; rejouer : encore une fois ; annuler : reprendre un coup.",
        "Enter: return to the replay; retry: once more; undo: take a move back.",
    )
    HELP = (
        "S'entraîner : rejouer (en revoyant une partie finie), annuler (reprendre un coup), nouvelle Essai "
        "entraînement=oui.",
        "Practise: retry (in the replay of a finished match), undo (take a move back), new Trial practice=yes.",
    )


class PracticeNotice(Words):
    """Notices about practice."""

    SETTING_UP = ("Préparation de l'entraînement…", "Setting up the practice table…")
    TAKEN_BACK = ("Coup repris.", "Taken back.")
    NOTHING_TO_UNDO = (
        "Rien à reprendre : vous n'avez encore rien joué ici.",
        "Nothing to take back: you have not played here yet.",
    )
    DEAL_OVER = (
        "La donne est finie ici : revenez en arrière (←) jusqu'à une décision.",
        "The deal is over here: go back (←) to a decision.",
    )
    AT_A_TABLE = (
        "Terminez votre partie ou quittez la table, puis rejouez d'ici.",
        "You are at a table: finish that match or leave it, then retry from here.",
    )
    WATCHING = (
        "Vous regardez une table : quittez-la d'abord, puis rejouez d'ici.",
        "You are watching a table: leave it first, then retry from here.",
    )
    LEAVES_TABLE = (
        "Encore g : vous quittez la table, sans revanche, et rejouez d'ici.",
        "g again leaves the table, without a rematch, and retries from here.",
    )
    NOT_OFFERED = (
        "Ce serveur n'a pas de tables d'entraînement. Enregistrez la partie (s), puis revoyez le fichier depuis "
        "l'accueil.",
        "This server has no practice tables. Save the match (s), then replay the file from the home screen.",
    )
    NONE_HERE = (
        "Ce serveur n'a pas de tables d'entraînement.",
        "This server has no practice tables.",
    )
    NO_BOTS = (
        "Ce serveur n'a pas de bots, et il en faut pour s'entraîner.",
        "This server has no bots, and practice needs them.",
    )
    NO_SERVER = (
        "Sans serveur, impossible de rejouer d'ici : lancez coinche-client sans adresse et revoyez la partie depuis "
        "l'accueil.",
        "Retrying needs a server: start coinche-client without an address and replay the match from the home screen.",
    )
