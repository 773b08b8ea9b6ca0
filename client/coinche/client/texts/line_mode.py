"""Every sentence of the line mode that `telling` and `commands` say, in French and English, and its help."""

from __future__ import annotations

from coinche.text.catalog import Words

from .replay import Playback


class LineText(Words):
    """Sentences of the line mode."""

    SIGNED_IN = ("Bienvenue sur {server}, sous le nom de {name}.", "Connected to {server} as {name}.")
    LINK_LOST = (
        "Connexion perdue. Je réessaie tout seul ; votre place est gardée.",
        "Connection lost. Trying again by itself; your seat is kept.",
    )
    LINK_LOST_LOBBY = ("Connexion perdue. Je réessaie tout seul.", "Connection lost. Trying again by itself.")
    RESTARTING = (
        "Le serveur redémarre. J'y retourne tout seul ; votre place est gardée.",
        "The server is restarting. Going back by itself; your seat is kept.",
    )
    RESTARTING_LOBBY = (
        "Le serveur redémarre. J'y retourne tout seul.",
        "The server is restarting. Going back by itself.",
    )
    STILL_LOST = (
        "Toujours pas de connexion, depuis {time}. Je continue ; q : quitter.",
        "Still no connection, for {time}. Going on; q: quit.",
    )
    NO_TABLES = (
        "Aucune table. n : ouvrir une table, q : quitter, ? : aide.",
        "No tables. n: open a table, q: quit, ?: help.",
    )
    TABLES = ("Tables :", "Tables:")
    TABLE = (
        "{number}. {table}, {rules}, {aim} : {seats}.",
        "{number}. {table}, {rules}, {aim}: {seats}.",
    )
    TABLES_HOW = (
        "j 1 : s'asseoir à la table 1, w 1 : la regarder, rules 1 : ses règles, n : nouvelle table.",
        "j 1: sit down at table 1, w 1: watch it, rules 1: its rules, n: new table.",
    )
    TABLES_IN_PLAY = (
        "Dans une partie en cours, la place d'un bot est à vous à la prochaine donne.",
        "In a match under way a bot's seat is yours from the next deal.",
    )
    JOINED = (
        "Vous êtes à la table {table}, en {seat} : règles {rules}, {aim}.",
        "You are at table {table}, {seat}: rules {rules}, {aim}.",
    )
    WATCHING = (
        "Vous regardez la table {table} : règles {rules}, {aim}.",
        "You are watching table {table}: rules {rules}, {aim}.",
    )
    WORDS_HOW = (
        "Table privée. D'abord ses mots : mots sésame ouvre toi",
        "A private table. Its words first: words open sesame",
    )
    WORDS_KEPT = (
        "Ces mots ouvrent les tables privées ; une nouvelle table sera privée.",
        "Those words open private tables; a new table will be private.",
    )
    WORDS_FORGOTTEN = ("Une nouvelle table sera ouverte à tous.", "A new table will be open to all.")
    NEED_PLAYERS = (
        "Places libres ? b : des bots. Entrée : commencer, si vous avez ouvert la table.",
        "Free seats? b: bots. Enter: begin, if you have opened the table.",
    )
    YOUR_CUT = (
        "À vous de couper : coupe et un nombre de {lowest} à {highest}, coupe seul au milieu.",
        "Yours to cut: cut and a number from {lowest} to {highest}, cut alone in the middle.",
    )
    CUT_HOW = ("coupe 12 : de {lowest} à {highest} cartes.", "cut 12: from {lowest} to {highest} cards.")
    CANCELLED = ("La coinche ne compte plus.", "The coinche no longer counts.")
    MAY = ("{what}.", "{what}.")
    DECLINE = ("Entrée : laisser", "Enter: let it be")
    RULES = ("Règles : {name}. {base} : {about}.", "Rules: {name}. {base}: {about}.")
    NO_SHARES = ("Ce serveur mélange seul : sans shares.", "This server shuffles alone: leave shares away.")
    RULE_CHANGED = ("{name} : {value} (différent)", "{name}: {value} (different)")
    YOUR_BID = ("À vous d'annoncer. {choices}.", "Your bid. {choices}.")
    BIDS_FROM = ("{lowest} ou plus, par exemple {example}", "{lowest} or more, for example {example}")
    BIDS_UP_TO = ("de {lowest} à {highest}, par exemple {example}", "{lowest} to {highest}, for example {example}")
    BIDS_IN = ("{lowest} {denominations}", "{lowest} {denominations}")
    BIDS_BY = ("de {step} en {step}", "in steps of {step}")
    WORD = ("{word}, par exemple {word} {letter}", "{word}, for example {word} {letter}")
    PASS = ("p : passer", "p: pass")
    COINCHE = ("c : coincher", "c: coinche")
    SURCOINCHE = ("s : surcoincher", "s: surcoinche")
    YOUR_TURN = ("À vous. Possibles : {cards}.", "Your turn. You may play: {cards}.")
    SILENCE = ("{what} (z : se taire).", "{what} (z: keep silent).")
    HAND = ("Main : {cards}.", "Hand: {cards}.")
    NO_HAND = ("Vous n'avez pas de cartes.", "You hold no cards.")
    LAST_TRICK = ("Dernier pli : {cards} ; {taken}.", "Last trick: {cards}; {taken}.")
    TRICK_NUMBER = ("Pli {number} : {cards} ; {taken}.", "Trick {number}: {cards}; {taken}.")
    TOOK = ("{who} l'a pris", "{who} took it")
    YOU_TOOK = ("vous l'avez pris", "you took it")
    CHOICE = ("{number} : {card}", "{number}: {card}")
    ONLY_LAST = ("On ne revoit que le dernier pli.", "One may only look at the last trick.")
    NO_TRICK = ("Pas encore de pli.", "No trick yet.")
    TRICK = ("Sur la table : {cards}.", "On the table: {cards}.")
    SCORE = ("Total : {us} {ours}, {them} {theirs}.", "Total: {us} {ours}, {them} {theirs}.")
    ROW = ("{name} : {us} {ours}, {them} {theirs}.", "{name}: {us} {ours}, {them} {theirs}.")
    GO_ON = ("Entrée pour continuer.", "Enter to go on.")
    OVER = ("Entrée pour revenir aux tables, q pour quitter.", "Enter for the tables, q to quit.")
    OVER_SOLO = ("Entrée pour une autre partie, q pour quitter.", "Enter for another match, q to quit.")
    LEFT = ("Vous avez quitté la table.", "You have left the table.")
    UNKNOWN = ("Je ne comprends pas « {line} ». ? : aide.", "I do not understand “{line}”. ?: help.")
    GO_ON_IN = (
        "Entrée pour continuer ; sinon la suite dans {time}.",
        "Enter to go on; otherwise it goes on in {time}.",
    )
    GO_ON_OR_AGAIN = (
        "Entrée pour continuer, revanche pour une autre partie (possible pendant {time}).",
        "Enter to go on, rematch for another match (possible for {time}).",
    )
    SECONDS = ("{count} secondes", "{count} seconds")
    MINUTES = ("{count} minutes", "{count} minutes")
    AGREE_PAUSE = ("Tapez pause pour être d'accord.", "Type pause to agree.")
    AGREE_ADMIT = ("Tapez admettre pour laisser entrer tout de suite.", "Type admit to let them in now.")
    AGREE_REMATCH = ("Tapez revanche pour être d'accord ; Entrée : non.", "Type rematch to agree; Enter: no.")
    SAY_HOW = ("dire TEXTE : ce que toute la table doit lire.", "say TEXT: what the whole table is to read.")
    SURE = ("Encore q pour quitter la table en pleine partie.", "q again to leave the table in mid-match.")
    SAY_NOTHING = ("Vous ne direz rien avec la prochaine carte.", "You will say nothing with the next card.")
    SAY_ALL = ("Vous direz tout avec la prochaine carte.", "You will say everything with the next card.")
    HELP_PLAY = (
        "Jouer : 1 à 8, ou la carte (AP as de pique, 10C, VK). Annoncer : {bids}. {calls}.",
        "Play: 1 to 8, or the card (AS ace of spades, 10H, JD). Bid: {bids}. {calls}.",
    )
    HELP_PASS = ("p passer", "p pass")
    HELP_COINCHE = ("c coincher", "c coinche")
    HELP_SURCOINCHE = ("s surcoincher", "s surcoinche")
    HELP_CUT = ("coupe 12", "cut 12")
    HELP_SEE = (
        "Voir : m main, l dernier pli, d pli en cours, r scores, regles, t tables. z : se taire. Entrée : continuer.",
        "See: m hand, l last trick, d current trick, r scores, rules, t tables. z: keep silent. Enter: go on.",
    )
    HELP_ROOM = (
        "Avant la partie : bot o gourmand, échanger n e, libérer o, bots, commencer.",
        "Before the match: bot w greedy, swap n e, free w, bots, begin.",
    )
    HELP_MORE = (
        "Aussi : conseil, préparer 3, oublier, trier, journal, réglages, mots sésame.",
        "Also: hint, prepare 3, drop, sort, log, settings, words sesame.",
    )
    HELP_ASIDE = (
        "À table : dire TEXTE, pause (Entrée la finit), abats : le reste est à moi, revanche après la partie, "
        "conventions : ce que promettent les enchères.",
        "At the table: say TEXT, pause (Enter ends it), claim: the rest is mine, rematch after the match, "
        "conventions: what bids promise.",
    )
    HELP_TABLES = (
        "Tables : n nouvelle, j NUMÉRO [n e s o] s'asseoir, w NUMÉRO regarder, b bots. q quitter. fr, en : langue.",
        "Tables: n new, j NUMBER [n e s w] sit down, w NUMBER watch, b bots. q quit. fr, en: language.",
    )
    HELP_RULES = (
        "Règles d'une nouvelle table : nouvelle Café preset=pagat surcoinche=3 target=1000. Presets : {presets}. "
        "shares=all : les quatre joueurs mélangent avec le serveur, pas seulement celui qui coupe. "
        "questions : trouver les règles que vous jouez.",
        "Rules of a new table: new Café preset=pagat surcoinche=3 target=1000. Presets: {presets}. "
        "shares=all: all four players shuffle with the server, not the cutter alone. "
        "questions: find the rules that you play.",
    )


HELP: tuple[Words, ...] = (
    LineText.HELP_SEE,
    LineText.HELP_ROOM,
    LineText.HELP_ASIDE,
    LineText.HELP_MORE,
    LineText.HELP_TABLES,
    Playback.HELP,
    LineText.HELP_RULES,
)
"""All but how to play, which the rules decide (`telling`)."""
