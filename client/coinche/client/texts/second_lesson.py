"""The sentences of the second lesson, each at most three lines of an 80-column terminal."""

from __future__ import annotations

from coinche.text.catalog import Words


class SecondTeaching(Words):
    """The explanations; `spoken` of `views.notice` fills in the names in braces."""

    WELCOME = (
        "Trois donnes, pour ce que la première leçon a laissé de côté : soutenir son partenaire, annoncer ses suites, "
        "coincher. On joue avec les règles de la fédération.",
        "Three deals, for what the first lesson left out: raising your partner, declarations, and the coinche. The "
        "rules are those of the French federation.",
    )
    PARTNER_SAYS = (
        "{who}, votre partenaire, dit {bid}. D'habitude, cela veut dire : j'ai le valet ou le neuf d'atout, bien "
        "accompagné. 90 ou plus : la même main, en plus fort.",
        "{who}, your partner, bids {bid}. For most players that means: I have the jack or the nine of trumps, and a "
        "little more. 90 or higher: the same, but stronger.",
    )
    COUNT = (
        "À vous de dire ce que vous apportez. Un compte simple : 10 points par as hors atout, 10 pour le valet ou le "
        "neuf d'atout, 20 pour la belote (roi et dame d'atout).",
        "Now say what your hand adds. A simple count: 10 points for each ace outside trumps, 10 for the jack or the "
        "nine of trumps, 20 for the belote (king and queen of trumps).",
    )
    RAISE = (
        "Atout cœur : qu'y a-t-il dans votre main ? Partez des 80 de {partner}, ajoutez vos as, le neuf, la belote, "
        "et dites le total à cœur, puis Entrée.",
        "With hearts as trumps, what do you hold? Start from {partner}'s 80, add your aces, the nine and the belote, "
        "and bid the total in hearts, then press Enter.",
    )
    RAISE_PASSED = (
        "Si vous passez, on en reste à 80, et le contrat n'ajoute que 80 à vos points. Or votre main est belle : "
        "comptez, et montez à cœur.",
        "If you pass, the contract stays at 80 and adds only 80 to your points. But your hand is good: count, and bid "
        "higher in hearts.",
    )
    RAISE_LOW = (
        "Il en manque. Le neuf de cœur : 10. Les as de trèfle et de carreau : 20. La belote : 20. Ajoutez tout aux 80 "
        "de {partner}, et recommencez.",
        "That leaves something out. The nine of hearts: 10. The aces of clubs and diamonds: 20. The belote: 20. Add "
        "it all to {partner}'s 80, and try again.",
    )
    RAISE_HIGH = (
        "C'est trop. Le neuf : 10, deux as : 20, la belote : 20. Votre main apporte 50, pas davantage : à trop "
        "demander, on finit par chuter. Recommencez.",
        "Too much. The nine: 10, two aces: 20, the belote: 20. Your hand adds 50 and no more, and bids that are too "
        "high go down. Try again.",
    )
    RAISE_SUIT = (
        "Pas une autre couleur : {partner} est forte à cœur, et vous y avez le neuf et la belote. À vous deux, c'est "
        "votre meilleur atout. Montez à cœur.",
        "Not another suit: {partner} is strong in hearts, and you have the nine and the belote there. Hearts is where "
        "you are both strong. Raise the hearts.",
    )
    RAISED = (
        "80 + 10 (le neuf) + 20 (deux as) + 20 (la belote) = 130. {partner} a compris : elle passe. À vous deux de "
        "faire 130 points, belote comprise.",
        "80 + 10 (the nine) + 20 (two aces) + 20 (the belote) = 130. {partner} understands and passes. The two of you "
        "now need 130 points, the belote included.",
    )
    TAKE = (
        "{right} entame trèfle. N'importe lequel de vos trèfles fait le pli : prenez la main, pour jouer atout "
        "ensuite.",
        "{right} leads clubs. Any of your clubs will win: take the trick, so that you can lead trumps next.",
    )
    BELOTE = (
        "Vous avez pris : faites tomber les atouts des adversaires, qui pourraient couper vos as. Jouez le roi ou la "
        "dame de cœur : le jeu dira « belote » pour vous.",
        "Your side has the contract: draw the opponents' trumps, which might beat your aces. Play the king or the "
        "queen of hearts: the game will say “belote” for you.",
    )
    BELOTE_SILENT = (
        "Sans le mot, la belote ne compte pas : 20 points perdus ! C'est z qui fait taire le jeu. Rejouez la carte, "
        "sans z.",
        "Without the word, the belote does not count: 20 points lost! The key z keeps the game silent. Play the card "
        "again, without z.",
    )
    BELOTE_TRUMP = (
        "Atout, oui, mais le neuf ne fait pas partie de la belote, et vous en aurez besoin. Jouez le roi ou la dame.",
        "A trump is right, but the nine is not part of the belote, and you will need it. Play the king or the queen.",
    )
    BELOTE_OTHER = (
        "Pas encore : les adversaires ont encore des atouts, et même un as se coupe. D'abord atout : le roi ou la dame "
        "de cœur.",
        "Not yet: the opponents still have trumps, and even an ace can be trumped. Trumps first: the king or the queen "
        "of hearts.",
    )
    REBELOTE = (
        "{partner} rejoue atout. Jouez l'autre carte de la belote : le jeu dira « rebelote ».",
        "{partner} leads trumps again. Play the other card of the belote: the game will say “rebelote”.",
    )
    REBELOTE_OTHER = (
        "Permis, mais gardez le neuf : {partner} tient déjà le pli. Jouez l'autre carte de la belote.",
        "That is allowed, but keep the nine: {partner} is winning the trick already. Play the other card of the "
        "belote.",
    )
    BELOTE_COUNTS = (
        "« Belote », puis « rebelote » : 20 points pour votre camp. Ils aident à faire le contrat, et ils vous "
        "restent même si vous chutez. Il faut dire les deux mots.",
        "“Belote”, then “rebelote”: 20 points for your side. They help to make the contract, and you keep them even "
        "if it goes down. Both words have to be said.",
    )
    BELOTE_WHOSE = (
        "Ici, la belote est pour le camp qui l'a, preneurs ou défense. Ailleurs, elle ne compte parfois que pour le "
        "camp qui a pris.",
        "Here a belote counts for the side that has it, takers or defenders. With some other rules it only counts for "
        "the side that has the contract.",
    )
    REST = (
        "L'essentiel est fait : la suite de la donne se joue toute seule.",
        "The main thing is done: the rest of this deal plays itself.",
    )
    CAPOT = (
        "Les huit plis sont pour vous : c'est un capot ! Le dernier pli vaut alors 100 points, au lieu de 10 "
        "(le dix de der).",
        "All eight tricks are yours: that is a capot! The last trick is then worth 100 points, instead of the usual "
        "10.",
    )
    SUM_CAPOT = (
        "Faisons le compte : {cards} aux cartes, {last} au dernier pli, {belote} de belote, {bonus} de contrat. En "
        "tout {sum}, et {score} à la marque, arrondie à la dizaine.",
        "Let's add it up: {cards} for the cards, {last} for the last trick, {belote} for the belote, {bonus} for the "
        "contract. {sum} in all, scored as {score}, to the nearest ten.",
    )
    CAPOT_BID = (
        "On peut aussi demander le capot : le contrat vaut 250. Mais il faut les huit plis : un seul perdu, et c'est "
        "l'adversaire qui marque 410.",
        "You may also bid a capot: the contract is worth 250. But it takes all eight tricks: lose a single one, and "
        "the opponents score 410.",
    )

    DECLARATIONS = (
        "Deuxième donne : les annonces. Regardez vos carreaux : 7, 8, 9 et 10. Quatre cartes qui se suivent font un "
        "cinquante : 50 points.",
        "Second deal: declarations. Look at your diamonds: 7, 8, 9 and 10. Four cards in sequence make a cinquante: "
        "50 points.",
    )
    SEQUENCES = (
        "Trois cartes qui se suivent font une tierce (20 points), quatre un cinquante (50), cinq un cent (100). "
        "L'ordre est 7 8 9 10 V D R A, même à l'atout.",
        "Three cards in sequence make a tierce (20 points), four a cinquante (50), five a cent (100). The order is 7 "
        "8 9 10 J Q K A, even in trumps.",
    )
    CARRE = (
        "Quatre cartes de même hauteur font un carré, qui bat toutes les suites : valets 200, neufs 150, as, 10, rois "
        "ou dames 100. Les 8 et les 7 ne valent rien.",
        "Four of a kind make a carré, which beats every sequence: jacks 200, nines 150, aces, tens, kings or queens "
        "100. Eights and sevens are worth nothing.",
    )
    PRESETS = (
        "On ne joue pas les annonces partout : la fédération les compte, d'autres règles non. La page des règles de "
        "chaque table le dit.",
        "Declarations are not played everywhere: the federation counts them, other rules do not. The rules page of "
        "each table tells you.",
    )
    BONUS = (
        "À vous. Valet, neuf et sept de trèfle : de quoi dire 80. Le cinquante compte dans le contrat, si "
        "personne n'a mieux : 50 de plus. Dites 130 trèfle.",
        "Your turn. Jack, nine and seven of clubs: enough for 80. The cinquante counts towards the contract, if "
        "nobody has better: 50 more. Bid 130 clubs.",
    )
    BONUS_PASSED = (
        "Passer, avec le valet, le neuf et un cinquante ? C'est à vous de prendre. Dites 130 trèfle.",
        "Pass with the jack, the nine and a cinquante? This contract is yours to take. Bid 130 clubs.",
    )
    BONUS_LOW = (
        "Vous réussiriez, mais on marque ses points plus ce qu'on a demandé : plus bas, on marque moins. 80 pour les "
        "cartes et 50 pour le cinquante : dites 130 trèfle.",
        "You would make it, but a side scores its points plus its bid: a lower bid scores less. 80 for the cards and "
        "50 for the cinquante: bid 130 clubs.",
    )
    BONUS_HIGH = (
        "C'est trop gourmand : il faudrait les plis de {partner}, et vous ne savez rien de sa main. Restez à 130 "
        "trèfle.",
        "Too greedy: that would take tricks from {partner}, and you know nothing of her hand. Bid 130 clubs.",
    )
    BONUS_SUIT = (
        "Non, trèfle : le valet et le neuf y sont les deux plus forts atouts. Le cinquante, lui, compte quel que soit "
        "l'atout. Dites 130 trèfle.",
        "No, clubs: the jack and the nine are the two highest trumps there. The cinquante counts whatever is trumps. "
        "Bid 130 clubs.",
    )
    RISK = (
        "Le contrat est à vous : 130 trèfle. Attention, avec ces règles, si vous chutez, c'est l'adversaire qui marque "
        "vos annonces.",
        "The contract is yours: 130 clubs. Careful: with these rules, if you go down, the opponents score your "
        "declarations.",
    )
    DECLARE = (
        "{partner} a entamé en disant « tierce » : au premier pli, on n'annonce que le type. Le jeu dira « cinquante » "
        "pour vous avec votre première carte.",
        "{partner} has led and said “tierce”: in the first trick only the kind is said. The game will say “cinquante” "
        "for you with your first card.",
    )
    DECLARE_SILENT = (
        "Une annonce oubliée au premier pli est perdue. C'est z qui fait taire le jeu : rejouez une carte, sans z.",
        "A declaration that is not made in the first trick is lost. The key z keeps the game silent: play a card "
        "again, without z.",
    )
    HEARD = (
        "{right} aussi a dit « tierce ». La plus forte l'emporte : d'abord le genre, puis la hauteur. Votre "
        "cinquante au 10 bat toutes les tierces, même à l'as.",
        "{right} has said “tierce”, too. The best declaration decides: first the kind, then the highest card. Your "
        "cinquante, 10 high, beats every tierce, even ace high.",
    )
    TIES = (
        "À type et hauteur identiques, une suite à l'atout l'emporte ; sinon aucun camp ne marque. Avec d'autres "
        "règles, la première annoncée l'emporte.",
        "If kind and highest card are the same, a sequence in trumps wins; if not, neither side scores. With other "
        "rules the one who spoke first wins.",
    )
    SHOWN = (
        "Au deuxième pli, le camp gagnant montre ses cartes, et toutes ses annonces comptent : votre cinquante (50) "
        "et la tierce de {partner} (20). Celle des adversaires ne vaut rien.",
        "In the second trick the winning side shows its cards, and all its declarations count: your cinquante (50) "
        "and {partner}'s tierce (20). The opponents' is worth nothing.",
    )
    SUM_DECLARED = (
        "Contrat réussi : {taken} aux plis, {declared} d'annonces, {bonus} de contrat. En tout {sum}, et {score} à la "
        "marque, arrondie à la dizaine.",
        "Contract made: {taken} for the tricks, {declared} for declarations, {bonus} for the contract. {sum} in all, "
        "scored as {score}, to the nearest ten.",
    )

    TOO_HIGH = (
        "Troisième donne : la coinche. {who} dit {bid}, de quoi faire 120 points sur 162. Sans belote ni annonce, "
        "son camp ne peut vous en laisser que 42 aux plis, vos annonces en plus. Combien lui en prendrez-vous ?",
        "Third deal: the coinche. {who} bids {bid}, which takes 120 of the 162 points. Without a belote or a "
        "declaration, that side can leave you only 42 in tricks; what you declare comes on top. How many will you "
        "take?",
    )
    ACES = (
        "Vous avez les quatre as, 11 points chacun, et trois atouts, dont le neuf et le 10. Un as peut se faire "
        "couper, mais sûrement pas tous : {left} devrait chuter.",
        "You hold the four aces, 11 points each, and three trumps, including the nine and the ten. An ace can be "
        "trumped, but surely not all of them: {left} should go down.",
    )
    COINCHE = (
        "Coinchez : tapez c, deux fois. Les enchères s'arrêtent, et la donne compte double, pour le camp qui la gagne.",
        "Coinche it: type c twice. The bidding stops, and the deal counts double, for whichever side wins it.",
    )
    COINCHE_PASSED = (
        "{left} chuterait aussi, mais la donne ne compterait qu'une fois. Avec les quatre as, doublez la mise : c, "
        "deux fois.",
        "{left} would go down all the same, but the deal would only count once. With the four aces, double the "
        "stakes: type c twice.",
    )
    COINCHE_BID = (
        "Ne sauvez pas {left} : son enchère est trop haute, et vous n'avez pas de quoi faire plus. Laissez-lui le "
        "contrat, et doublez la mise : c, deux fois.",
        "Don't let {left} off: that bid is too high, and you cannot make more yourself. Leave the contract there, "
        "and double the stakes: type c twice.",
    )
    DOUBLED = (
        "Coinché ! S'il chute, vous marquez 160 (les 162 points de la donne, arrondis) + 120 = 280, doublé : 560, plus "
        "le double de vos annonces. S'il réussit, c'est l'adversaire qui en marque autant, ou plus.",
        "Coinched! If it goes down, you score 160 (the 162 points of the deal, rounded) + 120 = 280, doubled: 560, "
        "plus twice your declarations. If it is made, they score as much, or more.",
    )
    SURCOINCHE = (
        "{left} et {right} pouvaient encore surcoincher : la donne aurait compté quatre fois. Ils ne s'y sont pas "
        "risqués.",
        "{left} and {right} could still have surcoinched: the deal would have counted four times. They did not dare.",
    )
    FOUR_ACES = (
        "{left} entame. Vos quatre as font un carré, 100 points, que le jeu annonce avec votre première carte ; ils "
        "comptent double aussi.",
        "{left} leads. Your four aces make a carré, 100 points, which the game declares with your first card; it "
        "counts double, too.",
    )
    SUM_COINCHED = (
        "Chuté ! {flat}, plus {bonus} de contrat et {declared} de carré : {single}. Doublé par la coinche : {score} "
        "points pour vous.",
        "Down! {flat}, plus {bonus} for the contract and {declared} for the carré: {single}. Doubled by the coinche: "
        "{score} points for you.",
    )
    PAYS = (
        "Sans coinche, c'était {single}. Mais si {left} avait réussi, ses points aussi auraient plus que doublé. "
        "Coinchez quand la chute vous paraît nettement plus probable.",
        "Without the coinche it would have been {single}. But if {left} had made it, that score would have more than "
        "doubled, too. Coinche when you clearly expect the contract to go down.",
    )
    END = (
        "Vous en savez assez pour toutes les tables. À l'accueil : « Jouer tout de suite » avec trois bots, ou "
        "l'adresse d'un ami qui tient un serveur. Entrée termine la leçon.",
        "You now know enough for any table. On the home screen: “Play now” with three bots, or the address of a "
        "friend who runs a server. Enter ends the lesson.",
    )
