"""The sentences of the lesson, each at most three lines of an 80-column terminal."""

from __future__ import annotations

from coinche.text.catalog import Words


class Teaching(Words):
    """The explanations; `views.lesson` fills in the names in braces."""

    GOAL = (
        "Vous jouez avec {partner}, en face, contre {right} et {left}. Chacun a huit cartes. Le camp qui demande le "
        "plus de points choisit l'atout et doit réussir son contrat. Une donne compte 162 points. Le jeu tourne vers "
        "la droite.",
        "You play with {partner}, opposite, against {right} and {left}. Everybody has eight cards. The side that bids "
        "the most points chooses trumps and has to make its contract. A deal has 162 points. Play goes anticlockwise.",
    )
    PLAIN = (
        "Votre main est en bas. De la plus forte à la plus faible : A (11 points), 10 (10), R (4), D (3), V (2), puis "
        "9, 8 et 7 (0). Attention, le 10 bat le roi.",
        "Your hand is at the bottom. From highest to lowest: A (11 points), 10 (10), K (4), Q (3), J (2), then 9, 8 "
        "and 7 (0). Note that the 10 beats the king.",
    )
    TRUMPS = (
        "Une couleur est l'atout : elle bat les trois autres, et son ordre change : V (20 points), 9 (14), A (11), 10 "
        "(10), R (4), D (3), 8 et 7 (0). Regardez vos cœurs : ils feraient un bel atout.",
        "One suit is trumps: it beats the other three, and its order is different: J (20 points), 9 (14), A (11), 10 "
        "(10), K (4), Q (3), 8 and 7 (0). Look at your hearts: they would make good trumps.",
    )
    BIDS = (
        "D'abord, les enchères. « 90 cœur » veut dire : à cœur, mon camp fera au moins 90 points. Les enchères "
        "partent de 80 et montent de 10 en 10 ; on peut aussi passer. Après une enchère, trois passes : c'est fini.",
        "First, the bidding. “90 hearts” means: with hearts as trumps, my side will make at least 90 points. Bids "
        "start at 80 and go up by tens; you may also pass. Three passes after a bid end the bidding.",
    )
    COINCHE = (
        "{who} dit {bid}. Trois réponses possibles : dire plus haut ; passer ; ou coincher, si vous pensez "
        "que le contrat va chuter : les enchères s'arrêtent, et la donne compte double.",
        "{who} bids {bid}. Three answers are possible: bid higher; pass; or coinche, if you think the contract will "
        "fail: the bidding stops, and the deal counts double.",
    )
    BID_WHY = (
        "Pourquoi parler ? À cœur, vous avez les trois plus forts atouts, V, 9 et A : trois plis sûrs, et 45 points à "
        "eux seuls. Combien ? Plus de 80, donc 90 : commencez bas, {partner} montera si elle a du jeu.",
        "Why bid? In hearts you hold the three highest trumps, J, 9 and A: three sure tricks, and 45 points by "
        "themselves. How much? More than 80, so 90: start low, {partner} can raise you if her hand is good.",
    )
    BID = (
        "À vous de parler : dites 90 cœur. Tapez 90c (c pour cœur), puis Entrée ; ou choisissez avec les flèches. "
        "p : passer. c : coincher.",
        "Your turn to bid: bid 90 hearts. Type 90h (h for hearts), then Enter; or choose with the arrow keys. p: "
        "pass. c: coinche.",
    )
    PARTNER = (
        "{partner}, votre partenaire, dit {bid} : elle vous soutient. Son enchère engage votre camp, cela suffit "
        ": passez, avec p.",
        "{partner}, your partner, bids {bid}: she supports you. Her bid counts for your side, and that is enough: "
        "pass, with p.",
    )
    BID_LOW = (
        "Refusé, mais rien de grave : une enchère doit dépasser la précédente, {bid}. Dites 90 cœur : tapez 90c, "
        "puis Entrée.",
        "Not allowed, but no harm done: a bid must be higher than the last one, {bid}. Bid 90 hearts: type 90h, then "
        "Enter.",
    )
    BID_PASSED = (
        "Dommage : si vous passez, {left} choisit l'atout, et vos cœurs ne sont plus des plis sûrs. Dites 90 cœur : "
        "tapez 90c, puis Entrée.",
        "That gives too much away: if you pass, {left} chooses trumps, and your hearts are no longer sure tricks. "
        "Bid 90 hearts: type 90h, then Enter.",
    )
    BID_HIGH = (
        "C'est trop pour commencer : si votre camp fait moins que son enchère, il chute. Commencez bas, {partner} "
        "montera si elle a du jeu. Dites 90 cœur : tapez 90c, puis Entrée.",
        "Too much for a start: a side that takes fewer points than it bid goes down. Start low, {partner} can raise "
        "you if her hand is good. Bid 90 hearts: type 90h, then Enter.",
    )
    BID_SUIT = (
        "Pas cette couleur : c'est à cœur que vous avez les trois plus forts atouts, V, 9 et A. Dites 90 cœur : "
        "tapez 90c, puis Entrée.",
        "Not that suit: hearts is where you hold the three highest trumps, J, 9 and A. Bid 90 hearts: type 90h, then "
        "Enter.",
    )
    BID_COINCHED = (
        "Trop risqué : coincher, c'est parier que {bid} va chuter, et sans un seul pique vous n'y pouvez pas "
        "grand-chose. Dites plutôt 90 cœur : tapez 90c, puis Entrée.",
        "Too risky: a coinche bets that {bid} will fail, and without a single spade you cannot do much about it. Bid "
        "90 hearts instead: type 90h, then Enter.",
    )
    BID_WRONG = (
        "Refusé, mais rien de grave : cette enchère est impossible ici. Dites 90 cœur : tapez 90c, puis Entrée.",
        "Not allowed, but no harm done: that bid is not possible here. Bid 90 hearts: type 90h, then Enter.",
    )
    PARTNER_RAISED = (
        "Inutile : {bid} de {partner} engage déjà votre camp, et un contrat plus haut serait juste plus dur à "
        "réussir. Passez, avec p.",
        "No need: {partner}'s {bid} counts for your side already, and a higher contract is only harder to make. Pass, "
        "with p.",
    )
    CONTRACT_OURS = (
        "Les enchères sont finies. Le contrat est affiché en haut : {bid}, par {who}. Votre camp doit faire ces "
        "points, et plus que l'adversaire ; sinon il chute, et l'adversaire marque.",
        "The bidding is over. The contract is shown at the top: {bid}, by {who}. Your side has to make these points, "
        "and more than the opponents; otherwise it goes down, and the opponents score.",
    )
    TRICKS = (
        "Chacun joue maintenant une carte à son tour : les quatre cartes font un pli. La plus forte carte de la "
        "couleur demandée (celle de la première carte) gagne le pli, ou le plus fort atout.",
        "Now everybody plays a card in turn: four cards make a trick. The highest card of the suit led (the suit of "
        "the first card) wins the trick, or the highest trump.",
    )
    DECLARE = (
        "Vos 10, V et D de trèfle se suivent : c'est une tierce, 20 points, annoncée automatiquement avec votre "
        "première carte. Quatre cartes valent 50, cinq 100, un carré 100 ou plus. Seul le camp qui a la meilleure "
        "annonce marque.",
        "Your 10, J and Q of clubs are a sequence: a tierce, 20 points, declared automatically with your first card. "
        "Four cards are worth 50, five 100, four of a kind 100 or more. Only the side with the best declaration "
        "scores.",
    )
    LEAD_TRUMP = (
        "À vous d'entamer. Quand son camp a pris, on joue d'abord atout, pour faire tomber ceux des autres. Jouez "
        "{card}, la carte maîtresse : tapez le chiffre juste en dessous.",
        "You lead. When your side has taken, lead trumps first, to draw the opponents'. Play {card}, which nothing can "
        "beat: type the digit below it.",
    )
    LEAD_TRUMP_WHY = (
        "Pas celle-là : les adversaires ont peut-être encore de l'atout, et couperaient. Avec {card}, vous prenez à "
        "coup sûr, et leurs atouts tombent. Jouez {card}.",
        "Not that one: the opponents may still have trumps, and trump it. With {card} you win for sure and draw their "
        "trumps. Play {card}.",
    )
    LEAD_LOW_TRUMP = (
        "Gardez cet atout : il prendra un pli quand l'adversaire jouera une couleur que vous n'avez pas. Jouez une "
        "petite carte d'une autre couleur.",
        "Keep that trump: it will win a trick when the opponents lead a suit that you do not have. Play a low card of "
        "another suit.",
    )
    LEAD_LOW_TEN = (
        "Ce 10 vaut 10 points, et l'adversaire a peut-être encore l'as. Gardez-le, et jouez une carte plus petite.",
        "That 10 is worth 10 points, and the opponents may still have the ace. Keep it, and play a lower card.",
    )
    DISCARD_RUFFED = (
        "Inutile de couper : {partner} gagne déjà ce pli. Gardez votre atout pour un pli de l'adversaire, et donnez "
        "à {partner} une carte d'une autre couleur.",
        "No need to trump: {partner} is winning this trick already. Keep your trump for a trick of the opponents, and "
        "give {partner} a card of another suit.",
    )
    TRICK_YOURS = (
        "Le pli est à vous : votre carte était la plus forte. {points} points pour votre camp. Le gagnant d'un pli "
        "entame le suivant.",
        "The trick is yours: your card was the highest. {points} points for your side. The winner of a trick leads to "
        "the next one.",
    )
    TRICK = (
        "{who} gagne le pli, avec la plus forte carte : {points} points. Le gagnant d'un pli entame le suivant.",
        "{who} wins the trick, with the highest card: {points} points. The winner of a trick leads to the next one.",
    )
    BELOTE_OF = (
        "« Belote » : {who} avait le roi et la dame d'atout. C'est 20 points de plus pour son camp, quoi qu'il "
        "arrive. Quand vous les aurez, le jeu l'annoncera pour vous.",
        "“Belote”: {who} had the king and queen of trumps. That is 20 extra points for that side, whatever happens. "
        "When you have them, the game will announce it for you.",
    )
    FOLLOW = (
        "La couleur demandée est {suit}, et vous en avez : il faut fournir, donc en jouer. Les autres cartes, "
        "celles marquées d'un -, sont interdites. Essayez-en une quand même : vous ne risquez rien.",
        "The suit led is {suit}, and you have some: you must follow suit. The other cards, marked with a dash, are "
        "not allowed. Try one all the same: it costs nothing.",
    )
    FOLLOW_WHY = (
        "Refusé, mais rien de grave : le jeu rappelle toujours la règle. Tant que vous avez la couleur demandée, vous "
        "devez fournir. Jouez maintenant une carte qui porte un chiffre.",
        "Not allowed, but no harm done: the game always tells you the rule. As long as you hold a card of the suit "
        "led, you must follow suit. Now play a card with a number under it.",
    )
    TRUMP = (
        "Vous n'avez pas de {suit}, et l'adversaire tient le pli : il faut couper, donc jouer atout. Même le plus "
        "petit atout bat toutes les cartes des autres couleurs.",
        "You have no {suit}, and the opponents are winning the trick: you must trump, that is, play a trump. Even the "
        "lowest trump beats every card of the other suits.",
    )
    RUFF_HIGHER = (
        "Vous n'avez pas de {suit} : il faut couper, donc jouer atout. Et comme le pli est déjà coupé, il faut monter "
        ": jouer un atout plus fort, si vous en avez un.",
        "You have no {suit}: you must trump, that is, play a trump. And as the trick is trumped already, you must go "
        "higher: play a trump that beats it, if you have one.",
    )
    OVERTRUMP = (
        "À l'atout, il faut monter : jouer plus fort que l'atout qui tient le pli, si vous le pouvez. Vos atouts plus "
        "petits sont interdits.",
        "In trumps you must go higher: beat the trump that is winning, if you can. Your lower trumps are not allowed.",
    )
    TRUMP_WHY = (
        "Refusé : sans la couleur demandée, et quand l'adversaire tient le pli, il faut couper. Jouez un atout.",
        "Not allowed: when you cannot follow suit and the opponents are winning, you must trump. Play a trump.",
    )
    OVERTRUMP_WHY = (
        "Refusé : à l'atout, il faut monter si possible. Jouez un atout plus fort que celui qui tient le pli.",
        "Not allowed: in trumps you must go higher if you can. Play one that beats the trump on the table.",
    )
    DISCARD = (
        "Vous n'avez pas de {suit}, mais {partner} tient le pli : inutile de couper, défaussez-vous librement. "
        "Donnez-lui par exemple une carte à points : si le pli lui reste, ces points sont pour vous deux.",
        "You have no {suit}, but {partner} is winning the trick: no need to trump, discard any card. A card with "
        "points, for example: if the trick stays with your side, so do the points.",
    )
    LAST = (
        "Votre dernière carte. Le dernier pli rapporte 10 points de plus, le « dix de der » : les cartes valent 152, "
        "et avec lui la donne en compte 162.",
        "Your last card. The last trick is worth 10 extra points, the “dix de der”: the cards are worth 152, which "
        "makes 162 for the deal.",
    )
    LAST_OF_ALL = (
        "Votre dernière carte. Le dernier pli rapporte d'habitude 10 points de plus, le « dix de der ». Cette fois, "
        "un camp a pris tous les autres plis : s'il prend aussi celui-ci, c'est capot, et le pli rapporte 100 points.",
        "Your last card. The last trick is usually worth 10 extra points, the “dix de der”. This time one side has "
        "taken all the others: if it takes this one too, that is a capot, and the trick is worth 100 extra points.",
    )
    ONLY = ("Pas de choix ici : une seule carte est permise.", "No choice here: only one card is allowed.")
    LEAD_LOW = (
        "À vous d'entamer. Gardez vos derniers atouts pour couper : jouez une petite carte d'une autre couleur, "
        "{partner} prendra peut-être.",
        "You lead. Keep your last trumps for later: play a low card of another suit, and {partner} may take the trick.",
    )
    LEAD_AGAIN = (
        "À vous d'entamer. Le plus fort des atouts restants fait un pli à coup sûr ; un as aussi, si personne ne le "
        "coupe.",
        "You lead. The highest trump left is a sure trick; so is an ace, unless somebody trumps it.",
    )
    LEAD_LAST_BUT_ONE = (
        "À vous d'entamer. Gardez votre atout pour le dernier pli, qui vaut 10 points de plus : jouez l'autre carte.",
        "You lead. Keep your trump for the last trick, which is worth 10 extra points: play the other card.",
    )
    LEAD_ANY = (
        "À vous d'entamer. Ni as ni atout : jouez ce que vous voulez.",
        "You lead. No ace and no trump: play any card.",
    )
    FOLLOW_GIVING = (
        "Il faut fournir à {suit}. {partner} tient le pli : chargez-le, donnez vos points.",
        "You must follow suit: play {suit}. {partner} is winning the trick: give your points.",
    )
    FOLLOW_AGAIN = (
        "Il faut fournir à {suit}. Prenez le pli si vous pouvez ; sinon, gardez vos points.",
        "You must follow suit: play {suit}. Take the trick if you can; if not, keep your points.",
    )
    TRUMP_AGAIN = (
        "Pas de {suit}, et l'adversaire tient le pli : il faut couper.",
        "No {suit}, and the opponents are winning the trick: you must trump.",
    )
    OVERTRUMP_AGAIN = ("À l'atout, il faut monter si possible.", "In trumps you must go higher if you can.")
    DISCARD_AGAIN = (
        "{partner} tient le pli : défaussez-vous librement, d'une carte à points de préférence.",
        "{partner} is winning the trick: discard any card, preferably one with points.",
    )
    FREE = (
        "Jouez la carte que vous voulez ; si l'adversaire tient le pli, une carte sans points.",
        "Play any card; if the opponents are winning the trick, one without points.",
    )
    MADE = (
        "Contrat réussi ! Votre camp avait demandé {bid} et fait {points} points, belote et annonces comprises. Bravo.",
        "Contract made! Your side bid {bid} and took {points} points, bonuses included. Well done.",
    )
    FAILED = (
        "Contrat chuté : votre camp avait demandé {bid}, et ses {points} points ne suffisent pas. Ça arrive à tout le "
        "monde.",
        "Contract down: your side bid {bid}, and its {points} points are not enough. It happens to everybody.",
    )
    LINES_MADE = (
        "Ligne à ligne : d'abord les plis et les points de chaque camp. Contrat réussi : les preneurs marquent leurs "
        "points, plus ceux du contrat ; l'autre camp marque les siens.",
        "Line by line: first the tricks and points of each side. Contract made: the takers score their points, plus "
        "those of the contract; the other side scores its own.",
    )
    LINES_FAILED = (
        "Ligne à ligne : d'abord les plis et les points de chaque camp. Contrat chuté : les preneurs ne marquent que "
        "leur belote ; l'autre camp marque 160, plus le contrat et les annonces, le tout doublé si c'est coinché.",
        "Line by line: first the tricks and points of each side. Contract down: the takers only score a belote; the "
        "other side scores 160, plus the contract and the declarations, all doubled if coinched.",
    )
    TOTAL = (
        "La marque de la donne est arrondie à la dizaine. En dessous, les points de chaque camp depuis le début de la "
        "partie. Le premier à {target} gagne ; en attendant, chacun distribue à son tour.",
        "The score of the deal is rounded to the nearest ten. Below it, the points of each side in the whole match. "
        "The first side to reach {target} wins; otherwise the deal passes to the next player.",
    )
    END = (
        "Vous savez jouer ! La suite : la deuxième leçon (tapez 2) ; ou, à l'accueil, une partie avec trois bots, ou "
        "la table d'un ami. Partout, ? rappelle les touches. Entrée termine la leçon.",
        "You can play! What next: the second lesson (type 2); or, from the home screen, a match with three bots, or a "
        "friend's table. Anywhere, ? shows the keys. Enter ends the lesson.",
    )


class Nudge(Words):
    """Hints after a key that has no effect now."""

    READ = ("Entrée pour continuer.", "Press Enter to continue.")
    BID = (
        "Tapez un nombre et une lettre (80c), puis Entrée ; ou p.",
        "Type a number and a letter (80h), then Enter; or p.",
    )
    CARD = ("Tapez le chiffre sous une carte.", "Type the digit below a card.")
    WAIT = ("Un instant : les autres jouent.", "One moment: the others are playing.")


class LessonPhrase(Words):
    """Texts around the lesson."""

    YOU = ("vous", "you")
    GO_ON = ("Entrée : continuer", "Enter: continue")
    FINISH = ("Entrée : terminer", "Enter: finish")
    WATCH = ("Les autres jouent : regardez…", "The others play: watch…")
    WATCH_BIDDING = ("Les autres parlent : regardez…", "The others bid: watch…")
    BY_ITSELF = ("La donne se joue toute seule…", "The deal plays itself…")
    SURE = ("Arrêter la leçon ?   Entrée : oui   Échap : non", "Stop the lesson?   Enter: yes   Esc: no")
    KEY_LEARN = ("apprendre", "learn")
    KEY_FINISH = ("terminer", "finish")
    KEY_SECOND = ("deuxième leçon", "second lesson")
    KEY_STOP = ("arrêter la leçon", "stop the lesson")
    OVER = ("Fin de la leçon. ? : aide, q : quitter.", "End of the lesson. ?: help, q: quit.")
