"""Sentences about replays, the list of matches, past deals and statistics."""

from __future__ import annotations

from coinche.text.catalog import Words


class Playback(Words):
    """Texts of replays, lists and statistics."""

    # the position of a replay
    PLACE = ("REVOIR {place}", "REPLAY {place}")
    PLACE_IN = ("REVOIR {title} {dot} {place}", "REPLAY {title} {dot} {place}")
    DEAL_PLACE = ("donne {deal}/{deals}, {place}", "deal {deal}/{deals}, {place}")
    SHORT_PLACE = ("Donne {deal}/{deals}, {place}", "Deal {deal}/{deals}, {place}")
    IN_CUT = ("coupe", "cut")
    IN_AUCTION = ("enchères, à {who} de parler", "bidding, {who} to call")
    AUCTION_OVER = ("enchères finies", "bidding over")
    IN_PLAY = ("pli {trick}, à {who} de jouer", "trick {trick}, {who} to play")
    FIRST_LEAD = ("pli 1, à {who} d'entamer", "trick 1, {who} to lead")
    TRICK_OVER = ("pli {trick} fini, à {who} d'entamer", "trick {trick} over, {who} to lead")
    PLAY_OVER = ("dernier pli fini", "last trick over")
    IN_SCORE = ("résultat", "result")
    # what its status line says
    YOUR_TURN = ("À vous à la table !  Échap : retour", "Your turn at the table!  Esc: back")
    YOUR_TURN_THERE = ("À vous à la table !", "Your turn at the table!")
    PLAYING = ("Lecture : une étape par seconde.  Espace : arrêter", "Playing: one step a second.  Space: stop")
    TO_DEAL = ("Donne {typed}…", "Deal {typed}…")
    OPEN_HANDS = ("Toutes les mains sont visibles.", "All hands are visible.")
    SEEN_CARDS = ("Seules les cartes déjà montrées sont visibles.", "Only the cards shown so far are visible.")
    EYES = ("Seule la main {whose} est visible.", "Only {whose} hand is visible.")
    EYES_WEIGHED = (
        "Seule la main {whose} est affichée ; v voit les quatre.",
        "Only {whose} hand is laid out; v looks at all four.",
    )
    OWN_EYES = ("Vous ne voyez que votre main.", "You see only your hand.")
    OWN_EYES_WEIGHED = (
        "Seule votre main est affichée ; v voit les quatre.",
        "Only your hand is laid out; v looks at all four.",
    )
    NEXT_EYES = ("w : main {whose} seulement", "w: {whose} hand only")
    NEXT_HAND = ("w : la main {whose}", "w: see {whose} hand")
    NEXT_OWN = ("w : votre main seulement", "w: your hand only")
    NEXT_OPEN = ("w : les quatre mains", "w: all four hands")
    NEXT_DEAL = ("→ : la donne suivante", "→: the next deal")
    END = ("Fin de l'enregistrement.", "End of the recording.")
    WORTH = ("Le camp {whose} finit{without} à", "{whose} side ends{without} at")
    YOUR_WORTH = ("Votre camp finit{without} à", "Your side ends{without} at")
    WITHOUT = (" ({what})", " ({what})")
    NO_BELOTE = ("sans la belote", "without the belote")
    NO_DECLARATIONS = ("sans les annonces", "without declarations")
    NO_EXTRAS = ("sans belote ni annonces", "without belote or declarations")
    CARDS_WORTH = ("{points} avec {cards}", "{points} with {cards}")
    WORTH_NEXT = (" ; ", "; ")
    CARD_PLAYED = ("{card} (joué)", "{card} (played)")
    WEIGHED_IN_PLAY = (
        "Valeur des cartes affichée à partir du premier pli.   v : masquer",
        "Card values are shown from the first trick on.   v: hide",
    )
    NO_LONGER_WEIGHED = ("Valeur des cartes masquée.", "Card values hidden.")
    WEIGHING = ("Calcul de la valeur des cartes…", "Working out the card values…")
    REVIEWING = (
        "Recherche de vos décisions les plus coûteuses : donne {deals} sur {all}…",
        "Looking for your costliest decisions: deal {deals} of {all}…",
    )
    JUDGING = (
        "L'expert juge vos décisions les plus coûteuses…",
        "The expert is judging your costliest decisions…",
    )
    # what `expert` would have done
    CONSULTING = ("L'expert réfléchit…", "The expert is thinking…")
    CONSULTED_AT_DECISIONS = (
        "L'avis de l'expert s'affiche à chaque enchère et à chaque carte.   h : masquer",
        "The expert's opinion is shown at each call and each card.   h: hide",
    )
    NO_LONGER_CONSULTED = ("Avis de l'expert masqué.", "Expert's opinion hidden.")
    YOUR_CHOICE = ("Votre {what}", "Your {what}")
    WILL_PLAY = ("{who} joue {what}", "{who} plays {what}")
    WILL_BID = ("{who} dit {what}", "{who} bids {what}")
    WILL_PASS = ("{who} passe", "{who} passes")
    WILL_COINCHE = ("{who} coinche", "{who} coinches")
    WILL_SURCOINCHE = ("{who} surcoinche", "{who} surcoinches")
    WILL_SAY_NOTHING = ("{who} ne dit rien", "{who} says nothing")
    FORCED_CARD = ("{what} : la seule carte possible.", "{what}: the only legal card.")
    FORCED_CALL = ("{what} : rien d'autre n'était possible.", "{what}: nothing else was possible.")
    GOOD = ("{what} : bien, comme l'expert.", "{what}: good, the expert's choice too.")
    NEARLY = (
        "{what} : ce n'est pas une erreur, presque aussi bon que {expert}, le choix de l'expert.",
        "{what}: no mistake, almost as good as {expert}, the expert's choice.",
    )
    WRONG = ("{what} : une erreur, l'expert {would}.", "{what}: a mistake, the expert {would}.")
    ADVICE_TO = ("Son conseil à {who} : « {why} »", "Its advice to {who}: “{why}”")
    OPEN_OR_NOT = (
        "L'expert ne voit que cette main ; les chiffres viennent des quatre mains.",
        "The expert sees this hand alone; the figures take all four into account.",
    )
    # the most costly decisions
    COSTLY = ("{number}/{count}. {said}", "{number}/{count}. {said}")
    YOU_DID = ("Vous avez {what}", "You {what}")
    THEY_DID = ("{who} a {what}", "{who} {what}")
    YOU_SAID_NOTHING = ("Vous n'avez rien dit", "You said nothing")
    THEY_SAID_NOTHING = ("{who} n'a rien dit", "{who} said nothing")
    DID_PLAY = ("joué {what}", "played {what}")
    DID_BID = ("dit {what}", "bid {what}")
    DID_PASS = ("passé", "passed")
    DID_COINCHE = ("coinché", "coinched")
    DID_SURCOINCHE = ("surcoinché", "surcoinched")
    MISTAKE = ("{did} ; il fallait {better} : {cost}.", "{did} and should have {better}: {cost}.")
    EXPERT_WOULD = ("{did} ; l'expert {would}.", "{did}; the expert {would}.")
    UNLUCKY = (
        "{did} : ce n'est pas une faute, juste de la malchance.",
        "{did}: unlucky, not a mistake.",
    )
    DONE = ("{did}.", "{did}.")
    EXPERT_SAYS = ("L'expert : « {why} »", "The expert: “{why}”")
    ALL_HANDS = (
        "Cartes sur table, il fallait {better} : {cost}.",
        "With all four hands in view, {better} would have been best: {cost}.",
    )
    COST_POINTS = ("{points} points perdus à la marque", "it cost {points} points")
    COST_MADE = (
        "{points} points perdus à la marque, car le contrat passait",
        "it cost {points} points, as the contract would have been made",
    )
    COST_BEATEN = (
        "{points} points perdus à la marque, car le contrat chutait",
        "it cost {points} points, as the contract would have gone down",
    )
    COST_AT_BEST = (
        "{points} points perdus à la marque, si tout le monde joue bien ensuite",
        "it cost {points} points, with best play by everyone from there on",
    )
    POINTS_BRIEFLY = ("{points} points perdus", "{points} points lost")
    MADE_BRIEFLY = ("{points} points perdus, et le contrat", "{points} points lost, and the contract")
    BEATEN_BRIEFLY = ("{points} points perdus, et la chute", "{points} points lost, and their defeat")
    COST_COUNTS = (
        "Points perdus : ce qu'un camp perd et ce que l'autre gagne.",
        "Points lost: what one side loses and what the other gains.",
    )
    WOULD_PLAY = ("jouerait {what}", "would have played {what}")
    WOULD_BID = ("dirait {what}", "would have bid {what}")
    WOULD_PASS = ("passerait", "would have passed")
    WOULD_COINCHE = ("coincherait", "would have coinched")
    WOULD_SURCOINCHE = ("surcoincherait", "would have surcoinched")
    WOULD_SAY_NOTHING = ("ne dirait rien", "would have said nothing")
    SHOULD_PLAY = ("jouer {what}", "played {what}")
    SHOULD_BID = ("dire {what}", "bid {what}")
    SHOULD_PASS = ("passer", "passed")
    SHOULD_COINCHE = ("coincher", "coinched")
    SHOULD_SURCOINCHE = ("surcoincher", "surcoinched")
    SHOULD_SAY_NOTHING = ("ne rien dire", "said nothing")
    BEST_PLAY = ("jouer {what}", "playing {what}")
    BEST_BID = ("dire {what}", "bidding {what}")
    BEST_PASS = ("passer", "passing")
    BEST_COINCHE = ("coincher", "coinching")
    BEST_SURCOINCHE = ("surcoincher", "surcoinching")
    BEST_SAY_NOTHING = ("ne rien dire", "saying nothing")
    OR = (" ou ", " or ")
    NOTHING_COSTLY = (
        "Rien à redire : aucune de vos décisions n'a coûté de points.",
        "No mistakes: none of your decisions cost any points.",
    )
    NOT_REVIEWED_YET = (
        "Décisions les plus coûteuses : disponibles à la fin de la partie.",
        "Costliest decisions: available once the match is over.",
    )
    NOT_RETRIED_YET = (
        "Rejouer d'ici : disponible à la fin de la partie.",
        "Retry from here: available once the match is over.",
    )
    # what one can do at a position, in the lines that the analysis leaves free
    GUIDE_COSTLY = ("vos décisions les plus coûteuses", "your costliest decisions")
    GUIDE_COSTLY_OF_ALL = ("les décisions les plus coûteuses", "the costliest decisions")
    GUIDE_NEXT_COSTLY = ("la décision coûteuse suivante", "the next costly decision")
    GUIDE_EXPERT = ("le choix de l'expert", "what the expert would do")
    GUIDE_WHY = ("l'expert dit pourquoi", "the expert says why")
    GUIDE_DECISIONS = ("décision précédente, suivante", "previous, next decision")
    GUIDE_WORTH = ("valeur des cartes", "value of each card")
    GUIDE_RETRY = ("rejouer d'ici", "play on from here")
    GUIDE_ITEM = (" : {what}", ": {what}")
    # the first view
    WELCOME = ("La partie, coup par coup.", "The match, card by card.")
    GUIDE_FORWARD = ("coup suivant", "next card")
    GUIDE_BACKWARD = ("coup précédent", "previous card")
    GUIDE_BACK = ("retour", "back")
    # the panel beside the table
    TRICKS = ("Plis", "Tricks")
    TRICK_POINTS = ("pts", "pts")
    DEALS = ("Donnes", "Deals")
    COSTLIEST = ("Décisions les plus coûteuses", "Costliest decisions")
    UNLUCKY_ONES = ("Malchance, pas une erreur", "Bad luck, no mistake")
    COSTLY_CARD = ("donne {deal}, pli {trick} : {made}", "deal {deal}, trick {trick}: {made}")
    COSTLY_CALL = ("donne {deal} : {made}", "deal {deal}: {made}")
    # what cannot be looked at again
    NOTHING_DEALT = (
        "Rien à revoir : la première donne n'a pas commencé.",
        "Nothing to replay: no cards have been dealt yet.",
    )
    NOT_WEIGHED_YET = (
        "Valeur des cartes : disponible à la fin de la partie.",
        "Card values: available once the match is over.",
    )
    NOT_CONSULTED_YET = (
        "Avis de l'expert : disponible à la fin de la partie.",
        "Expert's opinion: available once the match is over.",
    )
    ONLY_LAST_TRICK = (
        "À cette table, seul le dernier pli est visible avant la fin de la donne.",
        "At this table, only the last trick can be seen before the deal is over.",
    )
    UNREADABLE = ("Impossible de lire {file} : {why}", "Cannot read {file}: {why}")
    NO_RECORD = ("{file} n'est pas une partie enregistrée ({why})", "{file} is not a recorded match ({why})")
    DIFFERS = ("{file} : impossible de rejouer cette partie ({why})", "{file}: this match cannot be replayed ({why})")
    NO_FILES = (
        "Vous jouez sur la machine de quelqu'un d'autre : ses fichiers ne sont pas accessibles.",
        "You are playing on somebody else's computer: its files are not available.",
    )
    WRITE_FILE = ("Fichier de la partie :", "Match file:")
    # the list of matches
    MATCHES = ("Parties jouées sur {server}", "Matches played on {server}")
    OWN_STATISTICS = ("Vos statistiques avec les bots", "Your statistics with bots")
    OWN_MATCHES = ("Vos parties avec les bots", "Your matches with bots")
    PROGRESS = (
        "Gagnées : {won} sur {count}. Votre part des points, partie après partie :",
        "Won: {won} of {count}. Your share of the points, match by match:",
    )
    NO_MATCHES = (
        "Pas encore de partie terminée : celles jouées ici jusqu'au bout apparaîtront dans cette liste.",
        "No finished match yet: matches played here to the end will appear in this list.",
    )
    OTHER_WINDOW = (
        "Vous jouez dans une autre fenêtre, qui garde vos parties : quittez-la pour les voir ici.",
        "You are playing in another window, which holds your matches: leave it to see them here.",
    )
    NO_ARCHIVE = ("Ce serveur ne garde pas les parties.", "This server does not keep matches.")
    LISTING = ("Chargement de la liste…", "Loading the list…")
    FETCHING = ("Chargement de la partie… {lines} lignes", "Loading the match… {lines} lines")
    MORE = ("Parties plus anciennes : descendez.", "Older matches: scroll down.")
    PROGRESS_BRIEFLY = ("Gagnées : {won} sur {count}.", "Won: {won} of {count}.")
    PLAYERS = ("{one} + {other}", "{one} + {other}")
    ROW_WON = ("gagnée", "won")
    ROW_LOST = ("perdue", "lost")
    ROW_LEVEL = ("nulle", "drawn")
    WITH = ("avec {partner}", "with {partner}")
    WITH_AGAINST = ("avec {partner}, contre {one} et {other}", "with {partner}, against {one} and {other}")
    TEAMS = ("{ours} contre {theirs}", "{ours} against {theirs}")
    DAY = ("{day} {month}", "{day} {month}")
    FIRST_DAY = ("{day}er {month}", "{day} {month}")
    MONTHS = (
        "janv. févr. mars avril mai juin juil. août sept. oct. nov. déc.",
        "Jan Feb Mar Apr May June July Aug Sept Oct Nov Dec",
    )
    WHEN = ("{day} à {time}", "{day}, {time}")
    WHEN_OF_YEAR = ("{day} {year} à {time}", "{day} {year}, {time}")
    RULES_HERE = ("{rules}.", "{rules}.")
    MATCH_HERE = ("{table}, le {when}, {rules}.", "{table}, {when}, {rules}.")
    # statistics
    STATISTICS = ("Statistiques du serveur {server}", "Statistics of the server {server}")
    NO_STATISTICS = (
        "Pas encore de partie terminée : les statistiques commenceront avec la première.",
        "No finished match yet: statistics start with the first one.",
    )
    PLAYER = ("Joueur", "Player")
    PLAYED = ("Parties", "Matches")
    WON = ("Gagnées", "Won")
    MADE = ("Contrats réussis", "Contracts made")
    MADE_SHORT = ("Réussis", "Made")
    COINCHES = ("Coinches (réussies)", "Coinches (successful)")
    COINCHES_SHORT = ("Coinches", "Coinches")
    PER_DEAL = ("Points par donne", "Points per deal")
    PER_DEAL_SHORT = ("Pts/donne", "Pts/deal")
    PERCENT = ("{share} %", "{share}%")
    RIGHT_ONES = ("{count} ({right})", "{count} ({right})")
    # deals of a match
    HISTORY = ("Donnes de la partie", "Deals of the match")
    NO_HISTORY = ("Pas encore de donne terminée.", "No deal is over yet.")
    DEAL = ("Donne", "Deal")
    CONTRACT = ("Contrat", "Contract")
    RESULT = ("Résultat", "Result")
    TOTAL = ("Total", "Total")
    THROWN_IN = ("passée", "passed")
    IS_MADE = ("réussi", "made")
    IS_CAPOT = ("capot", "capot")
    IS_FAILED = ("chuté", "down")
    IS_DRAWN = ("litige", "tied")
    # keys
    KEY_CARD = ("coup", "card")
    KEY_TRICK = ("pli", "trick")
    KEY_DEAL = ("donne", "deal")
    NAME_ENDS = ("Début Fin", "Home End")
    KEY_ENDS = ("début, fin", "first, last")
    KEY_NUMBER = ("aller à une donne", "go to a deal")
    KEY_PLAY = ("lire", "play")
    KEY_EYES = ("point de vue", "viewpoint")
    KEY_DECISION = ("décision", "decision")
    KEY_CONSULT = ("expert", "expert")
    KEY_WEIGH = ("valeur des cartes", "card values")
    KEY_COSTLY = ("décisions les plus coûteuses", "costliest decisions")
    KEY_BACK = ("retour", "back")
    KEY_REPLAY = ("revoir la partie", "replay the match")
    KEY_LOOK = ("revoir", "replay")
    KEY_AT_THE_END = ("à la fin de la partie", "once the match is over")
    KEY_KEEP = ("enregistrer (fichier)", "save to a file")
    KEPT = (
        "Partie enregistrée dans {path} (à revoir avec coinche-client --replay).",
        "Match saved to {path} (replay it with coinche-client --replay).",
    )
    NO_RECORD_YET = (
        "La partie n'est pas finie : vous pourrez l'enregistrer à la fin.",
        "The match is not over: you can save it at the end.",
    )
    NOT_KEPT = ("Le serveur n'a pas gardé cette partie.", "The server did not keep this match.")
    KEY_HISTORY = ("donnes jouées", "past deals")
    KEY_MATCHES = ("parties jouées", "past matches")
    KEY_STATISTICS = ("statistiques", "statistics")
    KEY_OPEN = ("ouvrir", "open")
    # in lines
    HELP = (
        "Revoir : y ou revoir (cette partie), donnes, v parties (v 3 : la troisième), x statistiques (x NOM : un "
        "joueur), parfait (vos donnes face au jeu parfait), fichier NOM : ouvrir la partie enregistrée dans ce "
        "fichier.",
        "Replay: y or replay (this match), deals, v matches (v 3: the third), x statistics (x NAME: one "
        "player), perfect (your deals and perfect play), file NAME: open the match saved in that file.",
    )
    FILE_HOW = (
        "fichier partie.jsonl : ouvrir la partie enregistrée dans ce fichier.",
        "file match.jsonl: open the match saved in that file.",
    )
    TAPE = ("{title}. Donnes : {deals}. {how}", "{title}. Deals: {deals}. {how}")
    TAPE_HOW = (
        "Entrée ou suivant, retour, pli, décision (votre prochaine ; décision retour : la précédente), donne 3, début, "
        "fin, conseil (ce que l'expert aurait fait), erreurs, valeurs (des cartes), yeux (point de "
        "vue), mains, lire, donnes, conserver (ou conserver FICHIER) ; quitter pour revenir.",
        "Enter or next, back, trick, decision (your next one; decision back), deal 3, first, last, hint (what the "
        "expert would have done), mistakes, values (of the cards), eyes (viewpoint), hands, play, "
        "deals, save (or save FILE); quit to go back.",
    )
    STANDS = ("Donne {deal} sur {deals}, {place}.", "Deal {deal} of {deals}, {place}.")
    CONTRACT_BY = ("{bid}{times} par {who}", "{bid}{times} by {who}")
    HELD = ("{who} : {cards}.", "{who}: {cards}.")
    UNKNOWN_HAND = ("cartes cachées", "hidden cards")
    EMPTY_HAND = ("plus de cartes", "no cards left")
    MATCH_LINE = (
        "{number}. {when}, {table}, {rules} : {ours} {our_score}, {theirs} {their_score}.",
        "{number}. {when}, {table}, {rules}: {ours} {our_score}, {theirs} {their_score}.",
    )
    MATCHES_HOW = (
        "v 1 : revoir la partie 1, v plus : parties plus anciennes, quitter : retour.",
        "v 1: replay match 1, v more: older matches, quit: back.",
    )
    STATISTICS_LINE = (
        "{name} : parties {matches}, gagnées {won} ; contrats réussis {made} ; coinches {coinches} ; {points} points "
        "par donne.",
        "{name}: matches {matches}, won {won}; contracts made {made}; coinches {coinches}; {points} points per deal.",
    )
    HISTORY_LINE = (
        "Donne {deal} : {contract}, {result} ; {us} {ours}, {them} {theirs} ; total {our_total} à {their_total}.",
        "Deal {deal}: {contract}, {result}; {us} {ours}, {them} {theirs}; total {our_total} to {their_total}.",
    )
    HISTORY_PASSED = ("Donne {deal} : tout le monde a passé.", "Deal {deal}: everybody passed.")
    BACK_AGAIN = ("Retour au jeu.", "Back to the game.")


class ReplayCommand(Words):
    """Words typed to move through a replay or a list."""

    NEXT = ("suivant", "next")
    BACK = ("retour", "back")
    TRICK = ("pli", "trick")
    DEAL = ("donne", "deal")
    DECISION = ("décision", "decision")
    FIRST = ("début", "first")
    LAST = ("fin", "last")
    HANDS = ("mains", "hands")
    MORE = ("plus", "more")
    QUIT = ("quitter", "quit")
