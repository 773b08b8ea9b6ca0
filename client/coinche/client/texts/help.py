"""The help for each screen: its title, where to look, and the three things that people do there.

A text has one line each; an empty line stands between the places and the things to do. `{turn}` and `{held}` are signs
of the screen. `LineHelp` says in the words of line mode what to do, under the same names.
"""

from __future__ import annotations

from coinche.text.catalog import Words


class HelpPage(Words):
    """The help for each screen."""

    HOME = (
        "Aide : l'accueil\n"
        "En haut : jouer seul, ou reprendre une partie quittée.\n"
        "Ensuite : les serveurs du réseau et leurs joueurs, puis tout le reste.\n"
        "En bas : ce que fait la ligne choisie. En haut à droite : votre nom.\n"
        "\n"
        "Jouer : Entrée sur « Jouer tout de suite » ; ← → pour le niveau des bots.\n"
        "Rejoindre des amis : leur serveur dans la liste, ou son adresse.\n"
        "Apprendre : deux leçons, de vraies donnes expliquées carte par carte.",
        "Help: home\n"
        "At the top: play alone, or carry on with a match you left.\n"
        "Then: the servers on the network and their players, then everything else.\n"
        "At the bottom: what the chosen line does. Top right: your name.\n"
        "\n"
        "Play: Enter on “Play now”; ← → for the level of the bots.\n"
        "Join friends: pick their server in the list, or type its address.\n"
        "Learn: two lessons, real deals explained card by card.",
    )
    LOBBY = (
        "Aide : le choix d'une table\n"
        "Première ligne : la table que vous pouvez ouvrir, avec ses règles.\n"
        "Ensuite : les tables ouvertes, leurs règles, leur score et leurs places.\n"
        "En dessous, ou à droite : qui est là (p : tous), et les messages.\n"
        "Au-dessus des touches : ce que fera Entrée sur la place choisie.\n"
        "\n"
        "S'asseoir : ↑ ↓ la table, ← → la place (même celle d'un bot), puis Entrée.\n"
        "Ouvrir une table : n pour en choisir les règles, ou la première ligne.\n"
        "Écrire au salon : t. Rejoindre un appel : j. Inviter : i, au téléphone : s.",
        "Help: choosing a table\n"
        "First line: the table that you can open, with its rules.\n"
        "Then: the open tables, their rules, their score, and who sits where.\n"
        "Below, or beside: who is there (p: everybody), and what is said.\n"
        "Above the keys: what Enter will do on the seat you chose.\n\n"
        "Sit down: ↑ ↓ the table, ← → the seat (a bot's will do), then Enter.\n"
        "Open a table: n to choose the rules, or Enter on the first line.\n"
        "Lobby chat: t. Join a table that needs players: j. Invite: i, by phone: s.",
    )
    PEOPLE = (
        "Aide : les présents\n"
        "Sur chaque ligne : une personne, et où elle est, au salon ou à une table.\n"
        "(programme) : un bot qui n'appartient pas au serveur.\n"
        "\n"
        "Lire la page de quelqu'un, ses parties et ses contrats : Entrée.\n"
        "Chercher plus bas : ↑ ↓, ou une page à la fois.\n"
        "Revenir au salon : Échap.",
        "Help: the people\n"
        "On each line: a person, and where they are, in the lobby or at a table.\n"
        "(program): a bot that does not belong to the server.\n"
        "\n"
        "Read somebody's page, with their matches and contracts: Enter.\n"
        "Look further down: ↑ ↓, or a page at a time.\n"
        "Back to the lobby: Esc.",
    )
    ROOM = (
        "Aide : avant la partie\n"
        "En haut : les règles de la table, qui lancera la partie, et les conseils.\n"
        "Au milieu : les quatre places ; votre partenaire est en face de vous.\n"
        "Cadre épais ou crochets : la place choisie, à changer avec les flèches.\n"
        "\n"
        "Compléter la table : k appelle le salon, i et s invitent, f et b : des bots.\n"
        "Changer de partenaire : si vous êtes l'hôte, x, puis une autre place.\n"
        "Commencer : Entrée, si vous êtes l'hôte.",
        "Help: before the match\n"
        "At the top: the rules of the table, who begins the match, and the hints.\n"
        "In the middle: the four seats; your partner sits opposite you.\n"
        "Thick frame or brackets: the chosen seat; the arrows change it.\n\n"
        "Fill the table: k calls the lobby, i and s invite; f seats bots, b just one.\n"
        "Change partners: if you are the host, x, then another seat.\n"
        "Begin: Enter, if you are the host.",
    )
    CUT = (
        "Aide : la coupe\n"
        "Au milieu : le paquet, et l'endroit de la coupe.\n"
        "Sous le paquet : combien de cartes passent dessous, et dessus.\n"
        "\n"
        "Couper là : Entrée.\n"
        "Couper ailleurs : ← → d'une carte, ↑ ↓ de cinq, ou tapez de 3 à 29.\n"
        "Savoir si l'on mélange entre les donnes : r, les règles.",
        "Help: the cut\n"
        "In the middle: the pack, and where you cut it.\n"
        "Below the pack: how many cards go to the bottom, and to the top.\n"
        "\n"
        "Cut here: Enter.\n"
        "Cut elsewhere: ← → by one card, ↑ ↓ by five, or type the number, 3 to 29.\n"
        "See whether the pack is shuffled between deals: r, the rules.",
    )
    AUCTION = (
        "Aide : les enchères\n"
        "En haut : le score, la meilleure enchère et son auteur, le donneur.\n"
        "Au milieu : ce que chacun a dit. {turn} doit parler, * est l'enchère à battre.\n"
        "Plus bas : l'enchère que vous préparez, les points et l'atout.\n"
        "En bas : votre main.\n"
        "\n"
        "Enchérir : ← → les points, ↑ ↓ l'atout, Entrée. Ou tapez 100c (100 cœur).\n"
        "Passer : p. Un doute : h, un conseil.\n"
        "Coincher : c deux fois, si l'adversaire a vu trop grand.",
        "Help: the auction\n"
        "At the top: the score, the bid to beat and its maker, the dealer.\n"
        "In the middle: what everyone said. {turn} speaks next, * is the bid to beat.\n"
        "Further down: the bid that you prepare, its points and its trumps.\n"
        "At the bottom: your hand.\n"
        "\n"
        "Bid: ← → the points, ↑ ↓ the trumps, Enter. Faster: 100h, for 100 hearts.\n"
        "Pass: p. In doubt: h, a hint.\n"
        "Coinche: c twice, if the opponents have bid too high.",
    )
    PLAY = (
        "Aide : le jeu de la carte\n"
        "En haut : le score, le contrat, les plis et les points de chaque camp.\n"
        "Au milieu : le pli. * est maîtresse, {turn} doit jouer, {held} : cartes en main.\n"
        "Au-dessus de votre main : le dernier pli, et ce qu'il manque au contrat.\n"
        "En bas : votre main. Sous la carte, son chiffre, ou - si elle est interdite.\n"
        "\n"
        "Jouer : le chiffre de la carte. Si elle est interdite, on vous dit pourquoi.\n"
        "Revoir le dernier pli : l. Demander un conseil : h.\n"
        "Jouer d'avance : un chiffre, pendant que les autres réfléchissent.",
        "Help: playing the cards\n"
        "At the top: the score, the contract, the tricks and points of each side.\n"
        "In the middle: the trick. * wins, {turn} plays next, {held} are cards held.\n"
        "Above your hand: the last trick, and the points still needed.\n"
        "At the bottom: your hand. Below a card, its digit, or - if not allowed.\n"
        "\n"
        "Play: the digit of the card. If it is not allowed, you are told why.\n"
        "See the last trick again: l. Ask for a hint: h.\n"
        "Play ahead: a digit, while the others are thinking.",
    )
    RECAP = (
        "Aide : le décompte de la donne\n"
        "En haut : le contrat, réussi ou chuté.\n"
        "Au milieu : d'où vient chaque point, votre camp d'abord ; puis le total.\n"
        "Sous le tableau : qui on attend, et quand part la donne suivante.\n"
        "\n"
        "Continuer : Entrée.\n"
        "Revoir la donne carte par carte : y. Les donnes d'avant : d.\n"
        "À la fin de la partie : m, la revanche ; f, vos décisions les plus coûteuses.",
        "Help: the score of the deal\n"
        "At the top: the contract, made or failed.\n"
        "In the middle: where each point comes from, your side first; the total.\n"
        "Below: who is being waited for, and when the next deal starts.\n"
        "\n"
        "Go on: Enter.\n"
        "See the deal again card by card: y. The deals before: d.\n"
        "After the match: m, a rematch; f, your costliest decisions.",
    )
    HISTORY = (
        "Aide : les donnes de la partie\n"
        "Une ligne par donne : le contrat, réussi ou chuté, les points de chaque camp.\n"
        "À droite, s'il y a la place : le total de la partie après cette donne.\n"
        "\n"
        "Défiler : ↑ ↓, ou une page : PgPréc, PgSuiv.\n"
        "Revenir : Échap ou d.\n"
        "De retour à la table, revoir les donnes carte par carte : y.",
        "Help: the deals of the match\n"
        "A line for each deal: the contract, made or failed, the points of each side.\n"
        "On the right, if there is room: the totals of the match after that deal.\n"
        "\n"
        "Scroll: ↑ ↓, or by page: PgUp, PgDn.\n"
        "Back: Esc or d.\n"
        "Back at the table, see the deals again card by card: y.",
    )
    WATCH = (
        "Aide : regarder une partie\n"
        "En haut : le score, le contrat, les plis et les points de chaque camp.\n"
        "Au milieu : ce que chacun a dit, puis le pli. {turn} doit parler ou jouer.\n"
        "En bas : qui on attend. Les mains restent cachées, sauf si la table le permet.\n"
        "\n"
        "Tourner la table, pour la voir d'une autre place : w.\n"
        "Revoir le dernier pli : l. Relire tout ce qui s'est passé : j.\n"
        "Quitter la table : q, sans gêner personne.",
        "Help: watching a match\n"
        "At the top: the score, the contract, the tricks and points of each side.\n"
        "In the middle: what everyone said, then the trick. {turn} is to bid or play.\n"
        "At the bottom: whose turn it is. Hands stay hidden, unless the table shows them.\n"
        "\n"
        "Turn the table, to see it from another seat: w.\n"
        "See the last trick again: l. Read all that has happened: j.\n"
        "Leave the table: q, which disturbs nobody.",
    )
    RULES = (
        "Aide : les règles de la table\n"
        "En haut : le nom de ces règles.\n"
        "En dessous : les règles une à une, par chapitre, avec ce qui vaut ici.\n"
        "\n"
        "Lire la suite : ↑ ↓, ou une page à la fois.\n"
        "Aller à un chapitre : son chiffre.\n"
        "Revenir d'où vous venez : Échap.",
        "Help: the rules of the table\n"
        "At the top: the name of these rules.\n"
        "Below: the rules one by one, by chapter, with what applies here.\n"
        "\n"
        "Read on: ↑ ↓, or a page at a time.\n"
        "Go to a chapter: its digit.\n"
        "Back to where you came from: Esc.",
    )
    REPLAY = (
        "Aide : revoir une partie\n"
        "En haut : la donne, le pli, qui doit jouer ou parler, et le score.\n"
        "Au milieu : la table à ce moment-là ; en dessous, les mains visibles.\n"
        "h ne voit que la main du joueur, v les quatre : leurs avis peuvent différer.\n"
        "\n"
        "Avancer : → une carte, ↓ un pli, n votre décision ; Espace : tout seul.\n"
        "Voir la main d'un joueur : w.\n"
        "Partie finie : h, l'expert ; f, vos erreurs ; v, chaque carte ; g, rejouer.",
        "Help: replaying a match\n"
        "At the top: the deal, the trick, who is to play or call, and the score.\n"
        "In the middle: the table at that moment; below, the visible hands.\n"
        "h judges from the player's hand alone, v from all four: they may disagree.\n\n"
        "Go on: → by a card, ↓ by a trick, n to your decision; Space: by itself.\n"
        "See one player's hand: w.\n"
        "Match over: h, the expert; f, your mistakes; v, each card; g, play on.",
    )
    MATCHES = (
        "Aide : les parties jouées\n"
        "Sur chaque ligne : la date, la table, les camps et leur score.\n"
        "En bas : les règles de la partie choisie.\n"
        "\n"
        "Revoir une partie : Entrée.\n"
        "En trouver une plus ancienne : descendez, la suite arrive.\n"
        "Revenir d'où vous venez : Échap.",
        "Help: the matches played\n"
        "On each line: the date, the table, the two sides and their score.\n"
        "At the bottom: the rules of the chosen match.\n"
        "\n"
        "Replay a match: Enter.\n"
        "Find an older one: go down, more will come.\n"
        "Back to where you came from: Esc.",
    )
    STATISTICS = (
        "Aide : les statistiques\n"
        "Sur chaque ligne : un joueur, ses parties, la part qu'il a gagnée.\n"
        "Pts/donne : les points de son camp par donne, en moyenne.\n"
        "Coinches, coinchés (si l'écran est large) : entre parenthèses, les chutes.\n"
        "La flèche marque la colonne qui sert à trier.\n"
        "\n"
        "Trier autrement : ← →.\n"
        "Tout savoir sur un joueur : Entrée ; p, vos donnes face au jeu parfait.\n"
        "Revenir d'où vous venez : Échap.",
        "Help: the statistics\n"
        "On each line: a player, their matches, the share they won.\n"
        "Pts/deal: the points of their side per deal, on average.\n"
        "Coinches, coinched (on a wide screen): in brackets, those that went down.\n"
        "The arrow marks the column by which they are sorted.\n\n"
        "Sort by another column: ← →.\n"
        "See all about a player: Enter, and p for your deals against perfect play.\n"
        "Back to where you came from: Esc.",
    )
    PLAYER = (
        "Aide : la page d'un joueur\n"
        "En haut : ses parties, ses contrats, ses coinches, et son bilan avec vous.\n"
        "En dessous : sa part des points, une colonne par partie.\n"
        "Puis ses partenaires et adversaires : donnes, points d'écart par donne.\n"
        "\n"
        "Voir la suite : ↑ ↓.\n"
        "Vous comparer au jeu parfait : p, sur votre page. Encore p : arrêter.\n"
        "Revenir à la liste : Échap.",
        "Help: a player's page\n"
        "At the top: matches, contracts, coinches, and how the two of you did.\n"
        "Below: a column for each match, as high as the share of the points.\n"
        "Then partners and opponents: deals, and points ahead per deal.\n"
        "\n"
        "See the rest: ↑ ↓.\n"
        "Compare yourself with perfect play: p, on your own page. p again: stop.\n"
        "Back to the list: Esc.",
    )
    FORM = (
        "Aide : les règles de votre table\n"
        "Sur chaque ligne : une règle, ce que vous jouez ; * si vous l'avez changée.\n"
        "En bas : la règle choisie, en entier.\n"
        "\n"
        "Changer une règle : ↑ ↓ ou 1 à 7 pour la ligne, ← → pour la valeur.\n"
        "Ouvrir la table : Entrée.\n"
        "Retrouver les règles de votre table : f, six questions.",
        "Help: the rules of your table\n"
        "On each line: a rule, how you play it; * if you have changed it.\n"
        "At the bottom: the chosen rule in full.\n"
        "\n"
        "Change a rule: ↑ ↓ or 1 to 7 for the line, ← → for the value.\n"
        "Open the table: Enter.\n"
        "Find the rules that your group plays: f, six questions.",
    )
    QUESTIONS = (
        "Aide : trouver vos règles\n"
        "En haut : une question sur votre façon de jouer, puis ses réponses.\n"
        "En dessous : un exemple pour la réponse choisie.\n"
        "En bas : les règles qui s'en approchent le plus, et leurs différences.\n"
        "\n"
        "Répondre : le chiffre de la réponse, ou ↑ ↓ puis Entrée.\n"
        "Revenir à la question précédente : Retour arrière.\n"
        "À la fin : Entrée joue ainsi à vos tables, s garde ces règles sous un nom.",
        "Help: finding your rules\n"
        "At the top: a question about the way you play, then its answers.\n"
        "Below: an example for the chosen answer.\n"
        "At the bottom: the rules that come closest, and how they differ.\n"
        "\n"
        "Answer: the digit of the answer, or ↑ ↓ and Enter.\n"
        "Back to the question before: Backspace.\n"
        "At the end: Enter plays like that at your tables, s keeps the rules by name.",
    )
    SETTINGS = (
        "Aide : les réglages\n"
        "Sur chaque ligne : un réglage et sa valeur.\n"
        "En bas : ce qu'il fait, et les valeurs possibles.\n"
        "Sur la ligne du thème : des cartes et le score, dans ces couleurs.\n"
        "\n"
        "Changer : ↑ ↓ pour la ligne, ← → pour la valeur. C'est enregistré aussitôt.\n"
        "Essayer les thèmes : ← → sur leur ligne, tout l'écran suit.\n"
        "Pour en trouver un : Échap, puis « : » et un mot (couleur, bruit, souris…)",
        "Help: the settings\n"
        "On each line: a setting and its value.\n"
        "At the bottom: what it does, and the possible values.\n"
        "On the Theme line: cards and scores in these colours.\n"
        "\n"
        "Change: ↑ ↓ for the line, ← → for the value; saved straight away.\n"
        "Try the themes: ← → on their line, the whole screen follows.\n"
        "Find one by a word: Esc, then type : and colour, noise, mouse…",
    )


class LineHelp(Words):
    """The things to do in line mode, on each screen that it has."""

    HOME = (
        "Jouer avec trois bots : seul ; reprendre la partie qui attend : reprendre.\n"
        "Rejoindre des amis : le numéro de leur serveur, ou adresse "
        "192.168.1.20.\nApprendre en deux leçons, carte par carte : apprendre.",
        "Play with three bots: alone; go on with the match that waits: resume.\nJoin friends: the number of their "
        "server, or address 192.168.1.20.\n"
        "Learn in two lessons, card by card: learn.",
    )
    LOBBY = (
        "S'asseoir à la table 1 : j 1.\nOuvrir une table : n.\nRegarder la table 1 : w 1. "
        "Savoir qui est là : qui. Écrire au salon : dire bonsoir. Inviter des amis : inviter.",
        "Sit down at table 1: j 1.\n"
        "Open a table: n.\n"
        "Watch table 1: w 1. See who is there: people. Write to the lobby: say hello. Invite friends: invite.",
    )
    ROOM = (
        "Mettre des bots partout : bots.\nChanger de partenaire, si vous êtes l'hôte : échanger n e.\n"
        "Commencer, si vous êtes l'hôte : Entrée. Chercher des joueurs au salon : appeler.",
        "Put bots everywhere: bots.\nChange partners, if you are the host: swap n e.\n"
        "Begin, if you are the host: Enter. Look for players in the lobby: call.",
    )
    CUT = (
        "Couper au milieu : coupe.\nCouper ailleurs : coupe 12.\nSavoir si l'on mélange : règles.",
        "Cut in the middle: cut.\nCut elsewhere: cut 12.\nSee whether the pack is shuffled: rules.",
    )
    AUCTION = (
        "Annoncer : 100c, pour 100 cœur.\nPasser : p.\nCoincher, si l'adversaire a vu trop grand : c. Un doute : "
        "conseil.",
        "Bid: 100h, for 100 hearts.\nPass: p.\nCoinche, if the opponents have bid too high: c. In doubt: hint.",
    )
    PLAY = (
        "Jouer : le numéro de la carte.\nRevoir le dernier pli : l. Demander un conseil : conseil.\nJouer d'avance : "
        "préparer 3.",
        "Play: the number of the card.\nHear the last trick again: l. Ask for a hint: hint.\nPlay ahead: prepare 3.",
    )
    RECAP = (
        "Continuer : Entrée.\nRevoir la donne carte par carte : revoir.\nAprès la dernière donne, rejouer ensemble : "
        "revanche.",
        "Go on: Enter.\nGo through the deal again card by card: replay.\nAfter the last deal, play again: rematch.",
    )
    REPLAY = (
        "Avancer d'une carte : Entrée.\nVoir ce que l'expert aurait fait : conseil ; aller à vos coups : décision, "
        "erreurs.\nVoir la main d'un joueur : yeux ; jouer à partir de là : rejouer.",
        "Go on by a card: Enter.\nSee what the expert would have done: hint; go to your moves: decision, mistakes.\n"
        "See one player's hand: eyes; play on from there: retry.",
    )
