"""Tips: one line at the first visit of a screen, or when something happens for the first time.

`keys/tips.py` says when. The names are kept in a file, so that each tip is shown once.
"""

from __future__ import annotations

from coinche.text.catalog import Words


class Tip(Words):
    """The tips."""

    HOME = (
        "jamais joué ? « Apprendre » vous explique une vraie donne.",
        "never played? “Learn” explains a real deal to you.",
    )
    FIND = (
        "tapez « : » puis un mot, par exemple « thème » ou « quitter ».",
        "type “:” then a word, “theme” or “quit” for example.",
    )
    LOBBY = (
        "n : une table à vos règles. On peut prendre la place d'un bot.",
        "n opens a table with your own rules; bots make way for people.",
    )
    FORM = (
        "f pose six questions, et trouve les règles de votre table.",
        "f asks six questions, and finds the rules of your group.",
    )
    SETTINGS = (
        "sur la ligne Thème, ← → pour l'essayer sur tout l'écran.",
        "on the Theme line, ← → previews it on the whole screen.",
    )
    ROOM = (
        "pas assez de monde ? f met des bots aux places libres.",
        "not enough people? f puts bots on the free seats.",
    )
    CUT = (
        "Entrée suffit : aucun endroit n'est meilleur qu'un autre.",
        "just press Enter: no place is better than another.",
    )
    AUCTION = (
        "tapez les points et la lettre de l'atout (c : cœur) ; p pour passer.",
        "type the points and the letter of trumps (h: hearts); p to pass.",
    )
    COINCHE = (
        "leur contrat va chuter ? c deux fois pour coincher.",
        "will their contract fail? c twice to coinche.",
    )
    ADVICE = (
        "un doute ? h vous donne un conseil, et dit pourquoi.",
        "in doubt? h gives you a hint, and says why.",
    )
    PLAY = (
        "tapez le chiffre sous la carte ; le signe - : carte interdite.",
        "type the digit below the card; those marked - are not allowed.",
    )
    AHEAD = (
        "vous savez déjà quoi jouer ? Tapez le chiffre d'avance.",
        "already know what you'll play? Type its number now.",
    )
    TRICK_WON = (
        "le pli est à vous, vous entamez. l montre le dernier pli.",
        "the trick is yours, so you lead. l shows the last trick.",
    )
    CLAIM = (
        "tous les plis qui restent sont à vous ? a les prend d'un coup.",
        "are all remaining tricks yours? a takes them at once.",
    )
    RECAP = (
        "y : revoir la donne carte par carte ; d : les donnes d'avant.",
        "y: see the deal again card by card; d: the deals before.",
    )
    CALL = (
        "{call} appelle un joueur du salon à la place d'un bot.",
        "{call} asks the lobby: who wants a bot's seat?",
    )
    REMATCH = (
        "m propose la revanche : mêmes joueurs, mêmes règles.",
        "m offers a rematch: same players, same rules.",
    )
    PRACTICE = (
        "Retour arrière reprend votre dernier coup ; rien n'est gardé ici.",
        "Backspace takes your last move back; nothing is kept here.",
    )
    MATCHES = (
        "Entrée : revoir la partie, carte par carte.",
        "Enter shows the match again, card by card.",
    )
    STATISTICS = (
        "Entrée : tout sur un joueur ; ← → : trier par une autre colonne.",
        "Enter: all about a player; ← →: sort by another column.",
    )
    WATCHING = (
        "w tourne la table ; r : les règles de cette table.",
        "w turns the table; r: the rules of this table.",
    )
    MESSAGE = (
        "t pour répondre ; / pour un message tout prêt.",
        "t to answer; / for a ready-made message.",
    )


class TipText(Words):
    """The beginning of a tip."""

    TIP = ("Astuce : {tip}", "Tip: {tip}")
