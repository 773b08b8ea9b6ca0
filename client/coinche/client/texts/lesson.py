"""Everything that the teacher says, in French and English, in at most three lines of a small terminal.

Knows no moment to say it: `reading` does.
"""

from __future__ import annotations

from coinche.text.catalog import Words


class Teaching(Words):
    """One member for each thing that is explained; the names in braces are filled in by `speaking`."""

    GOAL = (
        "Vous jouez avec {partner}, en face, contre {right} et {left}. Chacun a huit cartes. Le camp qui promet le "
        "plus de points choisit l'atout, puis doit les faire. Une donne en compte 162.",
        "You play with {partner}, opposite, against {right} and {left}. Everybody has eight cards. The side that "
        "promises most points chooses trumps, and then has to make them. There are 162 in a deal.",
    )
    PLAIN = (
        "Votre main est en bas. De la plus forte carte à la plus faible : A (11 points), 10 (10), R (4), D (3), "
        "V (2), puis 9, 8 et 7 (0). Attention, le 10 passe devant le roi.",
        "Your hand is below. From the highest card to the lowest: A (11 points), 10 (10), K (4), Q (3), J (2), "
        "then 9, 8 and 7 (0). Mind that the 10 ranks above the king.",
    )
    TRUMPS = (
        "Une couleur est l'atout : elle bat les trois autres, et son ordre change : V (20 points), 9 (14), A (11), "
        "10 (10), R (4), D (3), 8 et 7 (0). Regardez vos cœurs : ils feraient un bel atout.",
        "One suit is trumps: it beats the three others, and its order changes: J (20 points), 9 (14), A (11), "
        "10 (10), K (4), Q (3), 8 and 7 (0). Look at your hearts: they would make fine trumps.",
    )
    BIDS = (
        "D'abord, les enchères. « 90 cœur » promet : cœur sera l'atout, et mon camp fera au moins 90 points. On part "
        "de 80 et on monte de 10 en 10, ou on passe. Après une enchère, trois passes : c'est fini.",
        "First, the bidding. “90 hearts” promises: hearts will be trumps, and my side will make at least 90 points. "
        "It starts at 80 and goes up by tens, or one passes. Three passes after a bid end it.",
    )
    COINCHE = (
        "{who} promet {bid}. Trois réponses : promettre plus ; passer ; ou coincher, si l'on croit qu'il n'y arrivera "
        "pas : les enchères s'arrêtent, et la donne compte double.",
        "{who} promises {bid}. Three answers: to promise more; to pass; or to coinche, if it looks too much: that ends "
        "the bidding, and the deal counts double.",
    )
    BID = (
        "À vous de parler. Vos cœurs sont forts : promettez 90. Tapez 90c (c : cœur), puis Entrée ; les flèches "
        "choisissent aussi. p : passer. c : coincher.",
        "Your turn to speak. Your hearts are strong: promise 90. Type 90h (h: hearts), then Enter; the arrows choose, "
        "too. p: pass. c: coinche.",
    )
    PARTNER = (
        "{partner}, votre partenaire, annonce {bid} : elle vous soutient. Sa promesse est celle de votre camp, et "
        "c'est assez : passez, avec p.",
        "{partner}, your partner, bids {bid}: that supports you. The promise is one of your side, and it is enough: "
        "pass, with p.",
    )
    PARTNER_BIDS = (
        "{partner}, votre partenaire, annonce {bid} : elle choisit l'atout pour votre camp. Son annonce vous "
        "engage aussi : passez, avec p, ou montez si vous croyez faire plus.",
        "{partner}, your partner, bids {bid}: she chooses trumps for your side. Her bid counts for you, too: pass, "
        "with p, or go higher if you think that you can make more.",
    )
    BID_AGAIN = (
        "C'est encore à vous : montez, ou passez (p).",
        "It is your turn again: go higher, or pass (p).",
    )
    BID_LOW = (
        "Refusé, et rien n'est perdu : une enchère doit dépasser la précédente, {bid}. Montez, ou passez (p).",
        "Refused, and nothing is lost: a bid has to be higher than the last one, {bid}. Go higher, or pass (p).",
    )
    BID_WRONG = (
        "Refusé, et rien n'est perdu : cette enchère ne se fait pas ici. Essayez-en une autre, ou passez (p).",
        "Refused, and nothing is lost: that bid cannot be made here. Try another one, or pass (p).",
    )
    CONTRACT_OURS = (
        "Les enchères sont finies. Le contrat est écrit en haut : {bid}, par {who}. Votre camp doit faire ces points, "
        "et plus que l'adversaire ; sinon il chute, et c'est l'adversaire qui marque.",
        "The bidding is over. The contract stands at the top: {bid}, by {who}. Your side has to make these points, and "
        "more than the opponents; otherwise it fails, and the opponents score.",
    )
    CONTRACT_CAPOT = (
        "Les enchères sont finies. Le contrat est écrit en haut : {bid}, par {who}. C'est le plus haut contrat : "
        "votre camp doit faire les huit plis. Un seul pli perdu, et il chute.",
        "The bidding is over. The contract stands at the top: {bid}, by {who}. It is the highest contract: your side "
        "has to take all eight tricks. Lose one, and it fails.",
    )
    CONTRACT_THEIRS = (
        "Les enchères sont finies. Le contrat est écrit en haut : {bid}, par {who}. À vous et {partner} de prendre "
        "assez de points pour que l'adversaire chute.",
        "The bidding is over. The contract stands at the top: {bid}, by {who}. You and {partner} try to take so many "
        "points that the opponents fail.",
    )
    DOUBLED = (
        "C'est coinché : la donne compte double, pour ceux qui ont pris s'ils réussissent, pour les autres s'ils "
        "chutent.",
        "It is coinched: the deal counts double, for the takers if they make it, for the others if they fail.",
    )
    TRICKS = (
        "On joue maintenant, chacun une carte à son tour : les quatre font un pli. La plus forte de la couleur "
        "demandée, celle de la première carte, le prend, ou le plus fort atout.",
        "Now everybody plays a card in turn: the four make a trick. The highest of the suit led, that of the first "
        "card, takes it, or the highest trump.",
    )
    DECLARE = (
        "Vos 10, V et D de trèfle se suivent : c'est une tierce, 20 points, annoncée automatiquement avec votre "
        "première carte. Quatre cartes valent 50, cinq 100, un carré 100 ou plus. Seul le camp qui a la "
        "meilleure annonce marque.",
        "Your 10, J and Q of clubs are a sequence: a tierce, 20 points, declared for you with your first card. Four "
        "cards count 50, five 100, four of a kind 100 or more. Only the side with the best declaration scores.",
    )
    LEAD_TRUMP = (
        "À vous d'ouvrir le pli. Qui a pris joue d'abord atout, pour faire tomber ceux des autres. Jouez {card}, que "
        "rien ne bat : tapez le chiffre qui est dessous.",
        "You lead to this trick. Who has taken plays trumps first, so that the others lose theirs. Play {card}, which "
        "nothing beats: type the digit below it.",
    )
    LEAD = (
        "À vous d'ouvrir le pli, avec la carte que vous voulez : tapez le chiffre qui est dessous. Un as est un bon "
        "début : seul l'atout le bat.",
        "You lead to this trick, with any card: type the digit below it. An ace is a good beginning: only a trump "
        "beats it.",
    )
    TRICK_YOURS = (
        "Le pli est à vous : votre carte était la plus forte. {points} points pour votre camp. Qui prend un pli ouvre "
        "le suivant.",
        "The trick is yours: your card was the highest. {points} points for your side. Who takes a trick leads to the "
        "next one.",
    )
    TRICK = (
        "{who} prend le pli, avec la carte la plus forte : {points} points. Qui prend un pli ouvre le suivant.",
        "{who} takes the trick, with the highest card: {points} points. Who takes a trick leads to the next one.",
    )
    BELOTE = (
        "« Belote ! » Vous aviez le roi et la dame d'atout : 20 points de plus pour votre camp, quoi qu'il arrive. "
        "Cela se dit tout seul avec la première des deux, et « rebelote » avec l'autre.",
        "“Belote!” You had the king and the queen of trumps: 20 points more for your side, whatever happens. It is "
        "said by itself with the first of the two, and “rebelote” with the other.",
    )
    BELOTE_OF = (
        "« Belote » : {who} avait le roi et la dame d'atout. C'est 20 points de plus pour son camp, quoi qu'il arrive. "
        "Si vous les avez un jour, cela se dira tout seul.",
        "“Belote”: {who} had the king and the queen of trumps. That is 20 points more for that side, whatever happens. "
        "When you have them, it will be said by itself.",
    )
    FOLLOW = (
        "On joue {suit}, et vous en avez : il faut fournir, donc en jouer aussi. Les autres cartes, marquées d'un "
        "tiret, sont interdites. Essayez-en une quand même : vous ne risquez rien.",
        "The suit led is {suit}, and you have some: you must follow, that is, play one, too. The other cards, marked "
        "with a dash, are forbidden. Try one all the same: it costs nothing.",
    )
    FOLLOW_WHY = (
        "Refusé, et rien n'est perdu : le programme dit toujours quelle règle l'interdit. Tant qu'on a de la couleur "
        "demandée, on en joue. Prenez maintenant une carte qui a un chiffre.",
        "Refused, and nothing is lost: the program always says which rule forbids it. While you have the suit led, "
        "you play it. Now choose a card that has a digit.",
    )
    TRUMP = (
        "Vous n'avez pas de {suit}, et l'adversaire gagne le pli : il faut couper, donc jouer atout. Même le plus "
        "petit atout bat toutes les cartes des autres couleurs.",
        "You have no {suit}, and the opponents are winning the trick: you must trump. Even the lowest trump beats "
        "every card of the other suits.",
    )
    RUFF_HIGHER = (
        "Vous n'avez pas de {suit} : il faut couper, c'est-à-dire jouer atout. Et comme un atout est déjà là, il faut "
        "monter : jouer un atout plus fort, tant qu'on en a un.",
        "You have no {suit}: you must trump, that is, play one. And as there is a trump in the trick already, you must "
        "go higher: play one that beats it, as long as you have one.",
    )
    OVERTRUMP = (
        "À l'atout, il faut monter : jouer plus fort que l'atout qui gagne, tant qu'on le peut. Vos atouts plus petits "
        "sont interdits.",
        "In trumps you must go higher: beat the trump that is winning, as long as you can. Your lower trumps are "
        "forbidden.",
    )
    TRUMP_WHY = (
        "Refusé : sans la couleur demandée, et si l'adversaire gagne le pli, on doit couper. Jouez un atout.",
        "Refused: without the suit led, and where the opponents are winning, you must trump. Play a trump.",
    )
    OVERTRUMP_WHY = (
        "Refusé : à l'atout on doit monter tant qu'on le peut. Jouez un atout plus fort que celui de la table.",
        "Refused: in trumps you must go higher as long as you can. Play one that beats the trump on the table.",
    )
    DISCARD = (
        "Vous n'avez pas de {suit}, mais {partner} gagne le pli : inutile de couper, jouez ce que vous voulez. "
        "Donnez-lui par exemple une carte à points : si le pli lui reste, ils sont pour vous deux.",
        "You have no {suit}, but {partner} is winning the trick: no need to trump, play what you like. A card that is "
        "worth points, for example: if the trick stays with your side, so do they.",
    )
    LAST = (
        "Votre dernière carte. Le dernier pli vaut 10 points de plus, le « dix de der » : les cartes en font 152, et "
        "avec lui la donne en compte 162.",
        "Your last card. The last trick is worth 10 points more, the “dix de der”: the cards make 152, and with it a "
        "deal has 162.",
    )
    LAST_OF_ALL = (
        "Votre dernière carte. Le dernier pli vaut d'ordinaire 10 points de plus, le « dix de der ». Cette fois un "
        "camp a pris tous les autres plis : s'il prend aussi celui-ci, c'est capot, et il vaut 100 points de plus.",
        "Your last card. The last trick is usually worth 10 points more, the “dix de der”. This time one side has "
        "taken all the others: if it takes this one, too, that is a capot, and worth 100 points more.",
    )
    ONLY = ("Ici, pas de choix : une seule carte est permise.", "No choice here: only one card is allowed.")
    LEAD_LOW = (
        "À vous d'ouvrir. Gardez vos derniers atouts pour couper : une petite carte d'une autre couleur, et {partner} "
        "prendra peut-être.",
        "You lead. Keep your last trumps for later: play a low card of another suit, and {partner} may take it.",
    )
    LEAD_AGAIN = (
        "À vous d'ouvrir. Le plus fort des atouts qui restent fait sûrement un pli ; un as aussi, tant que personne ne "
        "le coupe.",
        "You lead. The highest of the trumps that are left is sure to take a trick; so is an ace, unless somebody "
        "trumps it.",
    )
    LEAD_ANY = (
        "À vous d'ouvrir. Ni as ni atout : jouez ce que vous voulez.",
        "You lead. Neither an ace nor a trump: play what you like.",
    )
    FOLLOW_GIVING = (
        "Il faut fournir à {suit}. {partner} gagne le pli : donnez vos points.",
        "You must follow in {suit}. {partner} is winning the trick: give your points.",
    )
    FOLLOW_AGAIN = (
        "Il faut fournir à {suit}. Prenez le pli si vous le pouvez ; sinon, gardez vos points.",
        "You must follow in {suit}. Take the trick if you can; if not, keep your points.",
    )
    TRUMP_AGAIN = (
        "Pas de {suit}, et l'adversaire gagne le pli : il faut couper.",
        "No {suit}, and the opponents are winning the trick: you must trump.",
    )
    OVERTRUMP_AGAIN = ("À l'atout, il faut monter si on le peut.", "In trumps you must go higher if you can.")
    DISCARD_AGAIN = (
        "{partner} gagne le pli : jouez ce que vous voulez, des points de préférence.",
        "{partner} is winning the trick: play what you like, points for preference.",
    )
    FREE = (
        "Jouez la carte que vous voulez ; si l'adversaire gagne le pli, une carte sans points.",
        "Play any card; one without points, if the opponents are winning the trick.",
    )
    MADE = (
        "Réussi ! Votre camp avait promis {bid} et fait {points} points, primes comprises. Bravo.",
        "Made! Your side promised {bid} and took {points} points, everything included. Well done.",
    )
    FAILED = (
        "Chuté : votre camp avait promis {bid}, et ses {points} points ne suffisent pas. Cela arrive à tout le monde.",
        "It failed: your side promised {bid}, and its {points} points are not enough. That happens to everybody.",
    )
    FAILED_CAPOT = (
        "Chuté : votre camp avait promis {bid}, et il fallait les huit plis. Cela arrive à tout le monde.",
        "It failed: your side promised {bid}, and needed all eight tricks. That happens to everybody.",
    )
    THEY_MADE = (
        "L'adversaire réussit : il avait promis {bid} et fait {points} points.",
        "The opponents make it: they promised {bid} and took {points} points.",
    )
    THEY_FAILED = (
        "L'adversaire chute : il avait promis {bid}, et ses {points} points ne suffisent pas. Bien défendu !",
        "The opponents fail: they promised {bid}, and their {points} points are not enough. Well defended!",
    )
    LINES_MADE = (
        "Ligne à ligne : d'abord les plis et les points de chacun. Qui réussit marque ses points et, en plus, ceux du "
        "contrat ; l'autre camp marque les siens.",
        "Line by line: first everybody's tricks and points. Who makes the contract scores these points and, besides, "
        "those of the contract; the other side scores its own.",
    )
    LINES_MADE_DOUBLED = (
        "Ligne à ligne : d'abord les plis et les points de chacun. Coinché et réussi : 160 points, ceux du contrat et "
        "les annonces, le tout doublé ; l'autre camp ne marque que sa belote.",
        "Line by line: first everybody's tricks and points. Coinched and made: 160 points, those of the contract and "
        "the declarations, all of it doubled; the other side scores nothing but a belote.",
    )
    LINES_FAILED = (
        "Ligne à ligne : d'abord les plis et les points de chacun. Qui chute ne marque rien, sauf sa belote ; l'autre "
        "camp marque 160 points, ceux du contrat et les annonces, le tout doublé si c'est coinché.",
        "Line by line: first everybody's tricks and points. Who fails scores nothing but a belote; the other side "
        "scores 160 points, those of the contract and the declarations, all of it doubled if coinched.",
    )
    TOTAL = (
        "« Marque » : ce que la donne rapporte, arrondi à la dizaine. « Total » : la partie. Le premier camp à "
        "{target} points gagne ; jusque-là on redonne, chacun à son tour.",
        "“Score”: what this deal brings, rounded to tens. “Total”: the match. The first side with {target} points "
        "wins; until then there is another deal, dealt by the next player.",
    )
    END = (
        "Vous savez jouer ! Continuez contre des bots : « Jouer tout de suite », à l'accueil. À toute table, r montre "
        "les règles, ? les touches. Entrée finit la leçon.",
        "You can play! Go on against bots: “Play at once”, at home. At any table r shows the rules and ? the keys. "
        "Enter ends the lesson.",
    )


class Nudge(Words):
    """What is said to a key that means nothing now."""

    READ = ("Pour continuer : Entrée.", "To go on: Enter.")
    BID = (
        "Tapez un nombre et une lettre (80c), puis Entrée ; ou p.",
        "Type a number and a letter (80h), then Enter; or p.",
    )
    CARD = ("Tapez le chiffre qui est sous une carte.", "Type the digit below a card.")
    WAIT = ("Un instant : les autres jouent.", "One moment: the others play.")


class LessonPhrase(Words):
    """What stands around it."""

    YOU = ("vous", "you")
    GO_ON = ("Entrée : continuer", "Enter: go on")
    SURE = ("Arrêter la leçon ?   Entrée : oui   Échap : non", "Stop the lesson?   Enter: yes   Esc: no")
    KEY_LEARN = ("apprendre", "learn")
    KEY_STOP = ("arrêter la leçon", "stop the lesson")
    OVER = ("La leçon est finie. ? : aide, q : quitter.", "The lesson is over. ?: help, q: quit.")
