"""What is typed in the line mode for what keys do on the screen; both languages are always understood."""

from __future__ import annotations

from coinche.text.catalog import Words


class Typed(Words):
    """One member for each action that has a word of its own."""

    BEGIN = ("commencer", "begin")
    BOT = ("bot", "bot")
    SWAP = ("échanger", "swap")
    CLEAR = ("libérer", "free")
    FILL = ("bots", "bots")
    WORDS = ("mots", "words")
    HOME = ("accueil", "home")
    NAME = ("nom", "name")
    ADDRESS = ("adresse", "address")
    SEARCH = ("chercher", "search")
    LEARN = ("apprendre", "learn")
    STOP = ("arrêter", "stop")
    ALONE = ("seul", "alone")
    SETTINGS = ("réglages", "settings")
    PREPARE = ("préparer", "prepare")
    DROP = ("oublier", "drop")
    ADVICE = ("conseil", "hint")
    TURN = ("tourner", "turn")
    REPLAY = ("revoir", "replay")
    HISTORY = ("donnes", "deals")
    PLAY = ("lire", "play")
    EYES = ("yeux", "eyes")
    WEIGH = ("valeurs", "values")
    MATCHES = ("parties", "matches")
    STATISTICS = ("statistiques", "statistics")
    RECORD = ("fichier", "file")
    HELP = ("aide", "help")
    QUIT = ("quitter", "quit")
    RULES = ("règles", "rules")
    NEW = ("nouvelle", "new")
    WATCH = ("regarder", "watch")
    PASS = ("passe", "pass")
    COINCHE = ("coinche", "coinche")
    SURCOINCHE = ("surcoinche", "surcoinche")
    CUT = ("coupe", "cut")
    LAST_TRICK = ("dernier", "last")
    SORT = ("trier", "sort")
    LOG = ("journal", "log")
    SILENT = ("muet", "silent")
    SAY = ("dire", "say")
    PAUSE = ("pause", "pause")
    CLAIM = ("abats", "claim")
    REMATCH = ("revanche", "rematch")
    KEEP_MATCH = ("conserver", "save")
