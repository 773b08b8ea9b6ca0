"""Line mode: the words typed for each action, in both languages, its sentences, and the help page."""

from __future__ import annotations

from coinche.text.catalog import Words

from .practice import PracticeText
from .replay import Playback


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
    CALL = ("appeler", "call")
    COME = ("venir", "come")
    PEOPLE = ("qui", "people")
    INVITE = ("inviter", "invite")
    PHONE = ("téléphone", "phone")
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
    PAR = ("parfait", "perfect")
    RECORD = ("fichier", "file")
    HELP = ("aide", "help")
    TERMS = ("termes", "terms")
    TIP = ("astuce", "tip")
    QUIT = ("quitter", "quit")
    RULES = ("règles", "rules")
    NEW = ("nouvelle", "new")
    COSTLY = ("erreurs", "mistakes")
    RESUME = ("reprendre", "resume")
    GIVE_UP = ("abandonner", "abandon")
    RETRY = ("rejouer", "retry")
    UNDO = ("annuler", "undo")
    PRACTISE = ("entraînement", "practice")
    WATCH = ("regarder", "watch")
    PASS = ("passe", "pass")
    COINCHE = ("coinche", "coinche")
    SURCOINCHE = ("surcoinche", "surcoinche")
    CUT = ("coupe", "cut")
    LAST_TRICK = ("dernier", "last")
    SORT = ("trier", "sort")
    LOG = ("journal", "log")
    HAND = ("main", "hand")
    TRICK = ("pli", "trick")
    SCORES = ("score", "scores")
    TABLES = ("tables", "tables")
    SILENT = ("muet", "silent")
    SAY = ("dire", "say")
    PAUSE = ("pause", "pause")
    CLAIM = ("abats", "claim")
    REMATCH = ("revanche", "rematch")
    KEEP_MATCH = ("conserver", "save")


class HelpText(Words):
    """The groups of keys on the help page, the sentences below them, and its last line."""

    KEYS_HERE = ("Ici", "Here")
    KEYS_TO_LOOK = ("Voir", "Look at")
    KEYS_TO_TALK = ("Table", "Table")
    KEYS_EVERYWHERE = ("Partout", "Always")
    MORE = ("↓ suite ({last}/{lines})", "↓ more ({last}/{lines})")
    END = ("fin ({lines}/{lines})", "end ({lines}/{lines})")
    HELP_LETTERS = ("Lettres des atouts : {letters}.", "Letters for trumps: {letters}.")
    HELP_WRITING = (
        "Quand vous écrivez : ← → déplacent le curseur, Ctrl-W efface un mot, Ctrl-U le début, Ctrl-K la fin.",
        "While you write: ← → move the cursor, Ctrl-W erases a word, Ctrl-U the start, Ctrl-K the end.",
    )
    HELP_SIGNS = (
        "D : donneur. * : la carte maîtresse du pli, ou l'enchère la plus haute ; cadre épais : la dernière jouée ou "
        "dite. Dans les règles, * : une option modifiée par votre table.",
        "D: dealer. *: the card that wins the trick, or the highest bid; thick frame: the latest card or call. In the "
        "rules, *: an option that your table has changed.",
    )
    RULES_1 = (
        "But : faire des plis avec votre partenaire, en face, et réussir le contrat.",
        "Aim: with your partner opposite, win tricks and make the contract.",
    )
    RULES_2 = (
        "Dites un nombre de points et un atout, passez, ou coinchez l'adversaire.",
        "Bid a number of points and a trump suit, pass, or coinche the opponents.",
    )
    RULES_3 = (
        "Fournissez, sinon coupez ; à l'atout, montez.",
        "Follow suit; if you can't, trump; in trumps, play higher.",
    )
    RULES_4 = (
        "Atout : V 9 A 10 R D 8 7. Autres couleurs : A 10 R D V 9 8 7.",
        "Trumps: J 9 A 10 K Q 8 7. Other suits: A 10 K Q J 9 8 7.",
    )


class LineText(Words):
    """Sentences of the line mode."""

    SIGNED_IN = ("Bienvenue sur {server}. Vous êtes {name}.", "Connected to {server} as {name}.")
    SIGNED_IN_ALONE = ("Vous êtes {name}.", "You are {name}.")
    LINK_LOST = (
        "Connexion perdue. Nouvel essai automatique ; votre place est gardée.",
        "Connection lost. Reconnecting automatically; your seat is kept.",
    )
    LINK_LOST_LOBBY = ("Connexion perdue. Nouvel essai automatique.", "Connection lost. Reconnecting automatically.")
    RESTARTING = (
        "Le serveur redémarre. Reconnexion automatique ; votre place est gardée.",
        "The server is restarting. Reconnecting automatically; your seat is kept.",
    )
    RESTARTING_LOBBY = (
        "Le serveur redémarre. Reconnexion automatique.",
        "The server is restarting. Reconnecting automatically.",
    )
    STILL_LOST = (
        "Pas de connexion depuis {time}. Les essais continuent ; q : quitter.",
        "Still no connection after {time}. Still trying; q: quit.",
    )
    NO_TABLES = (
        "Aucune table. n : nouvelle table, q : quitter, ? : aide.",
        "No tables. n: new table, q: quit, ?: help.",
    )
    TABLES = ("Tables :", "Tables:")
    TABLE = (
        "{number}. {table}, {rules}, {aim} : {seats}.",
        "{number}. {table}, {rules}, {aim}: {seats}.",
    )
    TABLES_HOW = (
        "j 1 : s'asseoir à la table 1, w 1 : la regarder, règles 1 : voir ses règles, n : nouvelle table.",
        "j 1: sit down at table 1, w 1: watch it, rules 1: read its rules, n: new table.",
    )
    TABLES_IN_PLAY = (
        "Dans une partie en cours, vous pouvez remplacer un bot à la prochaine donne, s'il y en a une.",
        "In a match under way, you can replace a bot from the next deal, if there is one.",
    )
    JOINED = (
        "Vous êtes à la table {table}, en {seat}. {rules}, {aim}.",
        "You are at table {table}, {seat}. {rules}, {aim}.",
    )
    WATCHING = (
        "Vous regardez la table {table}. {rules}, {aim}.",
        "You are watching table {table}. {rules}, {aim}.",
    )
    WORDS_HOW = (
        "Table privée. Donnez d'abord son mot de passe : mots sésame ouvre-toi",
        "Private table. Type its passphrase first, for example: words open sesame",
    )
    WORDS_KEPT = (
        "Mot de passe retenu ; votre prochaine table sera privée.",
        "Passphrase set; your next table will be private.",
    )
    WORDS_FORGOTTEN = (
        "Mot de passe effacé ; votre prochaine table sera ouverte à tous.",
        "Passphrase cleared; your next table will be open to all.",
    )
    NEED_PLAYERS = (
        "Des places libres ? b : les donner à des bots. Si vous avez ouvert la table, Entrée : commencer.",
        "Free seats? b: give them to bots. If you opened the table, Enter: begin.",
    )
    YOUR_CUT = (
        "À vous de couper : tapez coupe et un nombre de {lowest} à {highest}, ou coupe seul pour le milieu.",
        "Your turn to cut: type cut and a number from {lowest} to {highest}, or just cut for the middle.",
    )
    CUT_HOW = (
        "coupe 12 : couper à 12 cartes (de {lowest} à {highest}).",
        "cut 12: cut 12 cards ({lowest} to {highest}).",
    )
    CANCELLED = ("La coinche est annulée.", "The coinche is cancelled.")
    MAY = ("{what}.", "{what}.")
    DECLINE = ("Entrée : non", "Enter: no")
    RULES = ("{title}. {base} : {about}.", "{title}. {base}: {about}.")
    NO_SHARES = ("Ce serveur mélange seul : enlevez shares.", "This server shuffles alone: leave out shares.")
    RULE_CHANGED = ("{name} : {value} (modifié)", "{name}: {value} (changed)")
    YOUR_BID = ("À vous de parler. {choices}.", "Your turn to bid. {choices}.")
    BIDS_FROM = ("{lowest} ou plus, par exemple {example}", "{lowest} or more, for example {example}")
    BIDS_UP_TO = ("de {lowest} à {highest}, par exemple {example}", "{lowest} to {highest}, for example {example}")
    BIDS_IN = ("{lowest} {denominations}", "{lowest} {denominations}")
    BIDS_BY = ("de {step} en {step}", "in steps of {step}")
    WORD = ("{word}, par exemple {word} {letter}", "{word}, for example {word} {letter}")
    PASS = ("p : passer", "p: pass")
    COINCHE = ("c : coincher", "c: coinche")
    SURCOINCHE = ("s : surcoincher", "s: surcoinche")
    YOUR_TURN = ("À vous de jouer. Cartes possibles : {cards}.", "Your turn. Playable cards: {cards}.")
    SILENCE = ("{what} (z : ne rien annoncer).", "{what} (z: don't declare).")
    HAND = ("Main : {cards}.", "Hand: {cards}.")
    NO_HAND = ("Vous n'avez pas de cartes.", "You have no cards.")
    LAST_TRICK = ("Dernier pli : {cards} ; {taken}.", "Last trick: {cards}; {taken}.")
    TRICK_NUMBER = ("Pli {number} : {cards} ; {taken}.", "Trick {number}: {cards}; {taken}.")
    TOOK = ("pris par {who}", "taken by {who}")
    YOU_TOOK = ("pris par vous", "taken by you")
    CHOICE = ("{number} : {card}", "{number}: {card}")
    ONLY_LAST = ("Vous ne pouvez revoir que le dernier pli.", "You can only look at the last trick.")
    NO_TRICK = ("Pas encore de pli.", "No trick yet.")
    CONTRACT = ("Contrat : {bid}, {who}.", "Contract: {bid}, {who}.")
    TRICK = ("Sur la table : {cards}.", "On the table: {cards}.")
    SCORE = ("Total : {us} {ours}, {them} {theirs}.", "Total: {us} {ours}, {them} {theirs}.")
    ROW = ("{name} : {us} {ours}, {them} {theirs}.", "{name}: {us} {ours}, {them} {theirs}.")
    GO_ON = ("Entrée pour continuer.", "Enter to continue.")
    OVER = ("Entrée pour revenir aux tables, q pour quitter.", "Enter for the tables, q to quit.")
    OVER_SOLO = ("Entrée pour une nouvelle partie, q pour quitter.", "Enter for a new match, q to quit.")
    LEFT = ("Vous avez quitté la table.", "You have left the table.")
    UNKNOWN = ("Commande inconnue : « {line} ». ? : aide.", "Unknown command: “{line}”. ?: help.")
    UNKNOWN_NEAR = (
        "Commande inconnue : « {line} ». La plus proche : {word}. ? : aide.",
        "Unknown command: “{line}”. The closest one: {word}. ?: help.",
    )
    GO_ON_IN = (
        "Entrée pour continuer ; sinon, prochaine donne dans {time}.",
        "Enter to continue; otherwise the next deal starts in {time}.",
    )
    GO_ON_OR_AGAIN = (
        "revanche pour rejouer ensemble (possible pendant {time}), quitter pour revenir aux tables.",
        "rematch to play again (possible for {time}), quit for the tables.",
    )
    SECOND = ("1 seconde", "1 second")
    SECONDS = ("{count} secondes", "{count} seconds")
    MINUTES = ("{count} minutes", "{count} minutes")
    AGREE_PAUSE = ("Tapez pause pour accepter.", "Type pause to agree.")
    AGREE_ADMIT = ("Tapez admettre pour que ce soit tout de suite.", "Type admit to let them in now.")
    AGREE_REMATCH = ("Tapez revanche pour accepter, quitter pour refuser.", "Type rematch to agree, quit to refuse.")
    SAY_HOW = (
        "dire TEXTE : envoyer un message à tous ceux qui sont là.",
        "say TEXT: send a message to all who are there.",
    )
    SURE = (
        "Tapez encore q pour quitter la table en pleine partie ; un bot jouera à votre place.",
        "Type q again to leave the table in the middle of the match; a bot will play for you.",
    )
    SURE_ALONE = (
        "Tapez encore q pour quitter : la table ferme, et cette partie s'arrête là.",
        "Type q again to leave: the table closes, and this match is lost.",
    )
    SURE_AND_AWAITED = (
        "Tapez encore q pour quitter : un bot finit la donne pour vous, et {who} jouera à la prochaine {unit}.",
        "Type q again to leave: a bot finishes the deal for you, and {who} will play from the next {unit}.",
    )
    HOST_ALONE = ("Tapez encore q pour quitter : la table ferme.", "Type q again to leave: the table closes.")
    HOST_OF_AWAY = (
        "Tapez encore q pour quitter. Absent : {who}. Sans retour sous deux minutes, la table ferme.",
        "Type q again to leave. Away: {who}. Unless they are back within two minutes, the table closes.",
    )
    HOST_OF_ONE = (
        "Tapez encore q pour quitter : {who} reste à la table et devient l'hôte.",
        "Type q again to leave: {who} stays at the table and becomes the host.",
    )
    HOST_OF_SOME = (
        "Tapez encore q pour quitter : {who} restent à la table ; l'un d'eux devient l'hôte.",
        "Type q again to leave: {who} stay at the table; one of them becomes the host.",
    )
    HOST_WITH_APPLICANTS = (
        "Tapez encore q pour quitter : vous n'avez pas répondu à {who}, un autre devra le faire.",
        "Type q again to leave: you have not answered {who}, somebody else will have to.",
    )
    SURE_AND_LOST = (
        "Tapez encore q pour quitter : cette partie n'est pas gardée, elle s'arrête là.",
        "Type q again to leave: this match is not kept, it will be lost.",
    )
    SURE_TO_COINCHE = ("Tapez encore c pour coincher.", "Type c again to coinche.")
    SURE_AND_KEPT = (
        "Tapez encore q pour partir ; la partie vous attendra.",
        "Type q again to leave; the match will wait for you.",
    )
    RESUME_OR_NEW = (
        "Elle continue ; « nouvelle » en commence une autre.",
        "It goes on; “new” starts another one.",
    )
    SAY_NOTHING = (
        "Votre prochaine carte sera jouée sans rien annoncer.",
        "Your next card will be played without saying anything.",
    )
    SAY_ALL = ("Vous annoncerez tout avec la prochaine carte.", "You will declare everything with your next card.")
    KEY_TERMS = ("termes", "terms")
    TERMS = ("Les mots du jeu", "Words of the game")
    HELP_PLAY = (
        "Jouer : 1 à 8, ou la carte (AP pour l'as de pique, 10C, VK). Enchérir : {bids}. {calls}.",
        "Play: 1 to 8, or the card (AS for the ace of spades, 10H, JD). Bid: {bids}. {calls}.",
    )
    HELP_PASS = ("p passer", "p pass")
    HELP_COINCHE = ("c coincher", "c coinche")
    HELP_SURCOINCHE = ("s surcoincher", "s surcoinche")
    HELP_CUT = ("coupe 12", "cut 12")
    HELP_SEE = (
        "Voir : m main, l dernier pli, d pli en cours, r scores, règles, t tables. z : ne rien annoncer. Entrée : "
        "continuer.",
        "See: m hand, l last trick, d current trick, r scores, rules, t tables. z: don't declare. Enter: continue.",
    )
    HELP_ROOM = (
        "Avant la partie : bot o gourmand, échanger n e, libérer o, bots, commencer.",
        "Before the match: bot w greedy, swap n e, free w, bots, begin.",
    )
    HELP_MORE = (
        "Aussi : astuce (que faire ici), termes (les mots du jeu), conseil, préparer 3, oublier, trier, journal, "
        "réglages, mots sésame.",
        "Also: tip (what to do here), terms (words of the game), hint, prepare 3, drop, sort, log, settings, words "
        "sesame (passphrase).",
    )
    HELP_ASIDE = (
        "À table : dire TEXTE, pause (Entrée pour reprendre), abats (le reste est à vous), revanche après la partie, "
        "conventions (ce que disent les enchères).",
        "At the table: say TEXT, pause (Enter to resume), claim (the remaining tricks), rematch after the match, "
        "conventions (what the bids mean).",
    )
    HELP_TABLES = (
        "Tables : n nouvelle, j NUMÉRO [n e s o] s'asseoir, w NUMÉRO regarder, b bots. q quitter. fr, en : langue.",
        "Tables: n new, j NUMBER [n e s w] sit down, w NUMBER watch, b bots. q quit. fr, en: language.",
    )
    HELP_LOBBY = (
        "Au salon : qui (les présents), dire TEXTE, venir (rejoindre la table qui appelle), inviter (le lien pour vos "
        "amis), inviter Zoé (un lien qui donne ce nom). À votre table : appeler (chercher des joueurs au salon, pour "
        "une place libre ou celle d'un bot). Si vous êtes l'hôte : porte (qui attend), accepter Léo, ignorer Léo.",
        "In the lobby: people (who is there), say TEXT, come (join the table that calls), invite (the link for your "
        "friends), invite Zoé (a link that gives that name). At your table: call (look for players in the lobby, for "
        "a free seat or a bot's). If you are the host: door (who waits), accept Léo, ignore Léo.",
    )
    HELP_RULES = (
        "Règles d'une nouvelle table : nouvelle Café preset=pagat surcoinche=3 target=1000. Règles toutes faites : "
        "{presets}. shares=all : les quatre joueurs mélangent avec le serveur, pas seulement celui qui coupe. "
        "conseils=non : une table sans conseils. questions : trouver les règles de votre table.",
        "Rules of a new table: new Café preset=pagat surcoinche=3 target=1000. Presets: {presets}. shares=all: all "
        "four players shuffle with the server, not just the cutter. hints=no: a table without hints. "
        "questions: find the rules you play.",
    )


HELP: tuple[Words, ...] = (
    LineText.HELP_SEE,
    LineText.HELP_ROOM,
    LineText.HELP_ASIDE,
    LineText.HELP_MORE,
    LineText.HELP_TABLES,
    LineText.HELP_LOBBY,
    Playback.HELP,
    PracticeText.HELP,
    LineText.HELP_RULES,
)
"""All but how to play, which the rules decide (`telling`)."""
