"""The words typed in line mode for each action, understood in both languages, and the help page's sentences."""

from __future__ import annotations

from coinche.text.catalog import Words


class Typed(Words):
    """The word for each action, where it has one."""

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


class HelpText(Words):
    """Sentences below the keys on the help page."""

    HELP_LETTERS = ("Lettres des atouts : {letters}.", "Letters for trumps: {letters}.")
    HELP_WRITING = (
        "Quand vous écrivez : ← → déplacent le curseur, Ctrl-W efface un mot, Ctrl-U le début, Ctrl-K la fin.",
        "While you write: ← → move the cursor, Ctrl-W erases a word, Ctrl-U the start, Ctrl-K the end.",
    )
    HELP_SIGNS = (
        "D : donneur. * : la carte maîtresse du pli ; dans les règles, une option modifiée par votre table.",
        "D: dealer. *: the card that wins the trick; in the rules, an option that your table has changed.",
    )
    RULES_1 = (
        "But : faire des plis avec votre partenaire, en face, et réussir le contrat.",
        "Aim: with your partner opposite, win tricks and make the contract.",
    )
    RULES_2 = (
        "Annoncez un nombre de points et un atout, passez, ou coinchez l'adversaire.",
        "Bid a number of points and a trump suit, pass, or coinche the opponents.",
    )
    RULES_3 = (
        "Fournissez, sinon coupez ; à l'atout, montez. Sous chaque carte : le chiffre à taper, ou - si elle est "
        "interdite.",
        "Follow suit; if you can't, ruff; in trumps, play higher. Under each card: the digit to type, or - if it is "
        "not allowed.",
    )
    RULES_4 = (
        "Atout : V 9 A 10 R D 8 7. Autres couleurs : A 10 R D V 9 8 7.",
        "Trumps: J 9 A 10 K Q 8 7. Other suits: A 10 K Q J 9 8 7.",
    )
