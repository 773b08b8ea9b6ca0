"""What is said of matches that are looked at again, of their list, of deals that are over, and of statistics."""

from __future__ import annotations

from coinche.text.catalog import Words


class Playback(Words):
    """One member for each sentence."""

    # where a tape stands
    PLACE = ("REVOIR donne {deal}/{deals}, {place} {dot} {title}", "REPLAY deal {deal}/{deals}, {place} {dot} {title}")
    SHORT_PLACE = ("Donne {deal}/{deals}, {place}", "Deal {deal}/{deals}, {place}")
    IN_CUT = ("coupe", "cut")
    IN_AUCTION = ("enchères", "bidding")
    IN_PLAY = ("pli {trick}, carte {card}", "trick {trick}, card {card}")
    BEFORE_TRICK = ("avant le pli {trick}", "before trick {trick}")
    IN_SCORE = ("score", "score")
    # what its status line says
    YOUR_TURN = ("À vous, à la table !  Échap : y retourner", "Your turn at the table!  Esc: back to it")
    PLAYING = ("Lecture : un pas par seconde.  Espace : arrêter", "Playing: a step a second.  Space: stop")
    TO_DEAL = ("Donne {typed}…", "Deal {typed}…")
    OPEN_HANDS = ("Toutes les mains sont ouvertes.", "All hands lie open.")
    SEEN_CARDS = ("On ne voit que les cartes montrées.", "Only cards that were shown are seen.")
    EYES = ("Vu par {who}.", "Seen by {who}.")
    THEIR_TURN = ("À {who}.", "{who} to act.")
    END = ("C'est tout ce qui s'est passé.", "That is all that happened.")
    WORTH = ("Ce que vaut chaque carte : {cards}", "What each card is worth: {cards}")
    CARD_WORTH = ("{card} {points}", "{card} {points}")
    WEIGHED_IN_PLAY = (
        "Valeur des cartes : affichée dès le premier pli.   v : masquer",
        "Card values are shown from the first trick on.   v: hide",
    )
    NO_LONGER_WEIGHED = (
        "Ce que valent les cartes ne se dit plus.",
        "What the cards are worth is no longer told.",
    )
    WEIGHING = ("Ce que vaut chaque carte… un instant.", "What each card is worth… one moment.")
    # what cannot be looked at again
    NOTHING_DEALT = ("Rien à revoir : rien n'a encore été distribué.", "Nothing to replay: nothing was dealt yet.")
    NOT_WEIGHED_YET = (
        "Ce que valent les cartes ne se dit qu'une fois la partie finie.",
        "What the cards are worth is told once the match is over.",
    )
    ONLY_LAST_TRICK = (
        "Par ces règles, seul le dernier pli se revoit avant la fin de la donne.",
        "By these rules only the last trick can be seen before the deal is over.",
    )
    UNREADABLE = ("Je ne peux pas lire {file} : {why}", "{file} cannot be read: {why}")
    NO_RECORD = ("{file} : ce n'est pas une partie enregistrée ({why})", "{file} is no recorded match ({why})")
    DIFFERS = ("{file} ne peut pas être rejouée ({why})", "{file} cannot be played again ({why})")
    NO_FILES = (
        "Ici, les fichiers sont ceux d'un autre : on n'en ouvre ni n'en garde.",
        "The files here are somebody else's: none is opened or kept.",
    )
    WRITE_FILE = ("Fichier de la partie :", "File of the match:")
    # the list of matches
    MATCHES = ("Parties jouées sur {server}", "Matches played at {server}")
    NO_MATCHES = (
        "Aucune partie finie pour l'instant : celles que l'on joue ici jusqu'au bout viendront dans cette liste.",
        "No match is over yet: those that are played here to their end will be in this list.",
    )
    NO_ARCHIVE = ("Ce serveur ne garde pas les parties.", "This server keeps no matches.")
    LISTING = ("Je demande la liste…", "Asking for the list…")
    FETCHING = ("Je cherche la partie… {lines} lignes", "Fetching the match… {lines} lines")
    MORE = ("Il y en a d'autres plus anciennes : descendez.", "There are older ones: go on down.")
    PLAYERS = ("{one} + {other}", "{one} + {other}")
    AGAINST = ("{ours} - {theirs}", "{ours} - {theirs}")
    # statistics
    STATISTICS = ("Statistiques de {server}", "Statistics of {server}")
    NO_STATISTICS = (
        "Aucune partie finie pour l'instant : les statistiques commencent avec la première.",
        "No match is over yet: statistics begin with the first one.",
    )
    PLAYER = ("Joueur", "Player")
    PLAYED = ("Parties", "Matches")
    WON = ("Gagnées", "Won")
    MADE = ("Contrats réussis", "Contracts made")
    MADE_SHORT = ("Réussis", "Made")
    COINCHES = ("Coinches (bonnes)", "Coinches (right)")
    COINCHES_SHORT = ("Coinches", "Coinches")
    PER_DEAL = ("Points par donne", "Points a deal")
    PER_DEAL_SHORT = ("Pts/donne", "Pts/deal")
    PERCENT = ("{share} %", "{share}%")
    RIGHT_ONES = ("{count} ({right})", "{count} ({right})")
    # deals of a match
    HISTORY = ("Donnes de la partie", "Deals of the match")
    NO_HISTORY = ("Aucune donne n'est encore finie.", "No deal is over yet.")
    DEAL = ("Donne", "Deal")
    CONTRACT = ("Contrat", "Contract")
    RESULT = ("Résultat", "Result")
    TOTAL = ("Total", "Total")
    THROWN_IN = ("passée", "passed")
    IS_MADE = ("réussi", "made")
    IS_FAILED = ("chuté", "failed")
    IS_DRAWN = ("litige", "drawn")
    # keys
    KEY_CARD = ("carte", "card")
    KEY_TRICK = ("pli", "trick")
    KEY_DEAL = ("donne", "deal")
    NAME_ENDS = ("Début Fin", "Home End")
    KEY_ENDS = ("début, fin", "first, last")
    KEY_NUMBER = ("aller à une donne", "go to a deal")
    KEY_PLAY = ("lire", "play")
    KEY_EYES = ("yeux", "eyes")
    KEY_WEIGH = ("ce que vaut chaque carte", "what each card is worth")
    KEY_BACK = ("retour", "back")
    KEY_REPLAY = ("revoir la partie", "replay the match")
    KEY_KEEP = ("garder dans un fichier", "keep in a file")
    KEPT = (
        "La partie est gardée : {path} (coinche-client --replay).",
        "The match is kept: {path} (coinche-client --replay).",
    )
    NO_RECORD_YET = (
        "La partie n'est pas finie : elle se garde à la fin.",
        "The match is not over: at its end it can be kept.",
    )
    NOT_KEPT = (
        "Le serveur n'a pas gardé cette partie.",
        "The server has not kept this match.",
    )
    KEY_HISTORY = ("donnes jouées", "deals so far")
    KEY_MATCHES = ("parties jouées", "past matches")
    KEY_STATISTICS = ("statistiques", "statistics")
    KEY_OPEN = ("ouvrir", "open")
    # in lines
    HELP = (
        "Revoir : y ou revoir (cette partie), donnes, v parties (v 3 : la troisième), x statistiques, "
        "fichier NOM : ouvre une partie gardée dans ce fichier.",
        "Look again: y or replay (this match), deals, v matches (v 3: the third), x statistics, "
        "file NAME: opens a match kept in that file.",
    )
    FILE_HOW = (
        "fichier partie.jsonl : ouvre la partie gardée dans ce fichier.",
        "file match.jsonl: opens the match kept in that file.",
    )
    TAPE = ("{title}. Donnes : {deals}. {how}", "{title}. Deals: {deals}. {how}")
    TAPE_HOW = (
        "Entrée ou suivant, retour, pli, donne 3, début, fin, yeux, mains, lire, donnes, "
        "valeurs (ce que vaut chaque carte), conserver (ou conserver FICHIER) ; quitter revient.",
        "Enter or next, back, trick, deal 3, first, last, eyes, hands, play, deals, "
        "values (what each card is worth), save (or save FILE); quit goes back.",
    )
    STANDS = ("Donne {deal} sur {deals}, {place}.", "Deal {deal} of {deals}, {place}.")
    CONTRACT_BY = ("{bid}{times} par {who}", "{bid}{times} by {who}")
    HELD = ("{who} : {cards}.", "{who}: {cards}.")
    UNKNOWN_HAND = ("cartes fermées", "closed cards")
    EMPTY_HAND = ("plus de cartes", "no cards left")
    MATCH_LINE = (
        "{number}. {when}, {table}, {rules} : {ours} {our_score}, {theirs} {their_score}.",
        "{number}. {when}, {table}, {rules}: {ours} {our_score}, {theirs} {their_score}.",
    )
    MATCHES_HOW = (
        "v 1 : revoir la partie 1, v plus : les suivantes, quitter : retour.",
        "v 1: replay match 1, v more: older ones, quit: back.",
    )
    STATISTICS_LINE = (
        "{name} : parties {matches}, gagnées {won} ; contrats réussis {made} ; coinches {coinches} ; "
        "{points} points par donne.",
        "{name}: matches {matches}, won {won}; contracts made {made}; coinches {coinches}; {points} points a deal.",
    )
    HISTORY_LINE = (
        "Donne {deal} : {contract}, {result} ; {us} {ours}, {them} {theirs} ; total {our_total} à {their_total}.",
        "Deal {deal}: {contract}, {result}; {us} {ours}, {them} {theirs}; total {our_total} to {their_total}.",
    )
    HISTORY_PASSED = ("Donne {deal} : tout le monde a passé.", "Deal {deal}: everybody passed.")
    BACK_AGAIN = ("Vous revoilà.", "You are back.")


class ReplayCommand(Words):
    """What is typed to wind a tape, and to go through a list."""

    NEXT = ("suivant", "next")
    BACK = ("retour", "back")
    TRICK = ("pli", "trick")
    DEAL = ("donne", "deal")
    FIRST = ("début", "first")
    LAST = ("fin", "last")
    HANDS = ("mains", "hands")
    MORE = ("plus", "more")
    QUIT = ("quitter", "quit")
