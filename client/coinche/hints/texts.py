"""The reasons, as sentences in two languages."""

from __future__ import annotations

from coinche.text.catalog import Words


class HintText(Words):
    """How a hint is put together."""

    HINT = ("Conseil : {what}.", "Hint: {what}.")
    HINT_WHY = ("Conseil : {what}. {why}", "Hint: {what}. {why}")
    CUT = ("couper {at} cartes", "cut {at} cards")
    SAYING = ("{what}, {said}", "{what}, {said}")
    BELOTE = ("la belote", "the belote")
    AND = ("{first} et {last}", "{first} and {last}")


class Why(Words):
    """Reasons for a card, whoever leads."""

    ONLY = ("C'est la seule carte permise.", "It is the only card allowed.")
    LAST_CARD = ("C'est votre dernière carte.", "It is your last card.")
    SAME = ("Ici, toutes les cartes permises se valent.", "All the cards allowed are worth the same here.")
    MAKES = (
        "Ce pli fait le contrat : il ne manque que {missing}.",
        "This trick makes the contract: it needs {missing} more.",
    )
    SINKS = ("Ce pli fait chuter le contrat.", "This trick defeats the contract.")
    SINKS_CAPOT = ("Un pli suffit pour faire chuter leur capot.", "One trick is enough to defeat their capot.")
    SAVES_CAPOT = (
        "Prenez le pli : un seul suffit contre le capot.",
        "Take the trick: one is enough against the capot.",
    )
    GOES_ON = (
        "Tous les plis sont à vous : encore {tricks} pour le capot.",
        "You have every trick: {tricks} to the capot.",
    )
    REST_OURS = (
        "Quoi que vous jouiez, le reste devrait être à votre camp.",
        "Whatever you play, the rest should be your side's.",
    )
    REST_THEIRS = (
        "Quoi que vous jouiez, le reste devrait être pour eux.",
        "Whatever you play, the rest should be theirs.",
    )
    EQUALS = (
        "{cards} se valent : rien n'est dehors entre les deux.",
        "{cards} are equal: no card between them is out.",
    )
    BETTER = (
        "En moyenne, {points} points de mieux à la marque que {card}.",
        "About {points} points better in the score than {card}, on average.",
    )
    ONE_BETTER = ("De peu : {card} vaudrait presque autant.", "Only just: {card} would be worth almost as much.")
    FOR_THE_MATCH = ("Mieux que {card} pour gagner le match.", "Better than {card} for winning the match.")


class WhyLead(Words):
    """Reasons for a card that is led."""

    ALL_YOURS = ("Tous les plis qui restent sont à vous.", "Every trick that is left is yours.")
    LAST_TRUMP = ("Faites tomber le dernier atout : {card} est dehors.", "Draw the last trump: {card} is out.")
    TWO_TRUMPS = ("Faites tomber les atouts : {cards} sont dehors.", "Draw trumps: {cards} are out.")
    DRAW = ("Faites tomber les atouts : {count} sont dehors.", "Draw trumps: {count} are out.")
    DRIVE = (
        "Chassez {cards} : ensuite rien ne bat {next}.",
        "Drive out {cards}: then nothing beats {next}.",
    )
    LENGTH = (
        "Vous avez {own} atouts, {count} sont dehors : jouez-en.",
        "You have {own} trumps, {count} are out: lead them.",
    )
    PARTNER_TRUMPS = ("Votre partenaire a pris : jouez-lui atout.", "It is your partner's contract: lead trumps.")
    FEWER_RUFFS = ("Jouez atout, pour qu'ils coupent moins.", "Lead trumps, so that they ruff less.")
    ALONE = ("Les adversaires n'ont plus d'atout : le pli est à vous.", "They have no trumps left: the trick is yours.")
    CASH = ("Rien ne peut battre {card} : encaissez.", "Nothing can beat {card}: cash it.")
    CASH_DRAWN = ("Leurs atouts sont tombés et rien ne bat {card}.", "Their trumps are gone and nothing beats {card}.")
    CASH_EARLY = (
        "À {suit}, rien ne bat {card} : encaissez avant qu'on ne coupe.",
        "Nothing in {suit} beats {card}: cash it before somebody can ruff.",
    )
    CASH_RISKY = (
        "À {suit}, rien ne bat {card} : seule une coupe le prendrait.",
        "Nothing in {suit} beats {card}: only a ruff could take it.",
    )
    PARTNER_VOID = (
        "Votre partenaire n'a plus de {suit} et peut couper.",
        "Your partner is out of {suit} and could ruff.",
    )
    PARTNER_HAS = ("Votre partenaire a {card}.", "Your partner has {card}.")
    PARTNER_NAMED = ("Votre partenaire a annoncé {suit}.", "Your partner has bid {suit}.")
    FORCES = (
        "{who} n'a plus de {suit} : faites tomber un atout.",
        "{who} is out of {suit}: force out a trump.",
    )
    SINGLETON = (
        "C'est votre seule carte à {suit} : ensuite vous couperez.",
        "It is your only card in {suit}: then you can ruff.",
    )
    DRIVE_OUT = (
        "Chassez {card} : ensuite, à {suit}, rien ne bat {next}.",
        "Drive out {card}: then nothing in {suit} beats {next}.",
    )
    KEEP_LAST = (
        "Gardez {card} pour le dernier pli et ses dix points.",
        "Keep {card} for the last trick and its ten points.",
    )
    GIVES_NOTHING = (
        "Vous ne donnez aucun point et gardez les vôtres.",
        "It gives no points and keeps those in your hand.",
    )
    GIVES_LITTLE = (
        "Vous ne donnez que {points} points et gardez {card}.",
        "It gives only {points} points and keeps {card}.",
    )


class WhyFollow(Words):
    """Reasons for a card on others."""

    GIVE = (
        "Le pli est à votre partenaire : donnez {points} points.",
        "The trick is your partner's: give {points} points.",
    )
    GIVE_LIKELY = (
        "Pour l'instant, le pli est à votre partenaire : chargez.",
        "So far your partner holds the trick: give points.",
    )
    KEEP_WINNER = (
        "Le pli est à votre camp : {card} peut en prendre un autre.",
        "The trick is your side's: {card} can take another.",
    )
    KEEP_TRUMPS = ("Le pli est à votre camp : gardez vos atouts.", "The trick is your side's: keep your trumps.")
    KEEP = ("Le pli est à votre camp : gardez {card}.", "The trick is your side's: keep {card}.")
    ONE_OUT = ("{card} peut encore prendre le pli : ne chargez pas.", "{card} can still take the trick: give little.")
    RUFF_OUT = ("Le pli peut encore être coupé : ne chargez pas.", "The trick can still be ruffed: give little.")
    SECURE = ("Assurez le pli : {card} est encore dehors.", "Make sure of the trick: {card} is still out.")
    UNSAFE = ("Le pli n'est pas encore sûr : ne chargez pas.", "The trick is not safe yet: give little.")
    WAIT_TRUMPS = (
        "Votre partenaire a le pli pour l'instant : gardez vos atouts.",
        "So far your partner holds the trick: keep your trumps.",
    )
    TOO_LOW = (
        "{count} cartes battent encore {card} : prenez le pli.",
        "{count} cards out can beat {card}: take the trick.",
    )
    IS_BEATEN = ("{fear} bat encore {card} : prenez le pli.", "{fear} can still beat {card}: take the trick.")
    GO_OVER = ("Il faut monter : la plus petite suffit.", "You have to go over: the lowest that does is enough.")
    RUFF = ("Coupez : il y a {points} points à prendre.", "Ruff: there are {points} points to take.")
    MUST_RUFF = ("Vous devez couper : gardez {card}.", "You have to ruff: keep {card}.")
    RUFF_HIGH = (
        "Vous devez couper : haut, pour ne pas être surcoupé.",
        "You have to ruff: high, so that it is harder to overruff.",
    )
    RUFF_LOW = ("Votre plus petit atout suffit : {points} points.", "Your lowest trump is enough: {points} points.")
    OVERRUFF = ("Surcoupez : il y a {points} points à prendre.", "Overruff: there are {points} points to take.")
    TAKE = ("Vous jouez en dernier : {points} points pour vous.", "You play last: {points} points for you.")
    TAKE_CHEAP = ("{card} suffit : gardez {kept}.", "{card} is enough: keep {kept}.")
    TAKE_DEAR = (
        "Le pli est à vous avec {card} : ses points sont à l'abri.",
        "The trick is yours with {card}: its points are safe.",
    )
    SURE = (
        "Rien ne peut plus battre {card} : le pli est à vous.",
        "Nothing can beat {card} any more: the trick is yours.",
    )
    FEW_OVER = ("Il n'y a plus que {cards} au-dessus.", "Only {cards} could still beat it.")
    RUFF_ONLY = ("Seule une coupe vous prendrait le pli.", "Only a ruff could take the trick from you.")
    FEW_OR_RUFF = (
        "Il n'y a plus que {cards} au-dessus, ou une coupe.",
        "Only {cards} or a ruff could still beat it.",
    )
    HOPE = (
        "Votre partenaire peut encore prendre le pli : chargez.",
        "Your partner may still take the trick: give points.",
    )
    NOTHING = ("Vous ne pouvez pas prendre : ne donnez rien.", "You cannot take the trick: give nothing.")
    LEAST = (
        "Vous ne pouvez pas prendre : ne donnez que {points} points.",
        "You cannot take the trick: give only {points} points.",
    )
    KEEP_BIG = ("Vous ne pouvez pas prendre : gardez {card}.", "You cannot take the trick: keep {card}.")
    VOID = ("Plus de {suit} ensuite : vous pourrez couper.", "No {suit} after this: you will be able to ruff.")
    GUARD = ("Gardez {small} pour protéger {big}.", "Keep {small} to guard {big}.")
    HOLD = ("Gardez {card} pour prendre {prey}, encore dehors.", "Keep {card} to catch {prey}, which is still out.")
    LEAVE_IT = (
        "Laissez faire votre partenaire, qui joue après vous.",
        "Leave it to your partner, who plays after you.",
    )


class WhyCall(Words):
    """Reasons for a word of the auction."""

    NOTHING_ELSE = ("Rien d'autre n'est possible.", "Nothing else is possible.")
    SUIT = (
        "{trumps} atouts dont {high}, et {aces} as : environ {points} points.",
        "{trumps} trumps with {high}, {aces} side aces: about {points} points.",
    )
    SUIT_ACE = (
        "{trumps} atouts dont {high}, et un as : environ {points} points.",
        "{trumps} trumps with {high}, one side ace: about {points} points.",
    )
    SUIT_ALONE = (
        "{trumps} atouts dont {high}, sans as : environ {points} points.",
        "{trumps} trumps with {high}, no side ace: about {points} points.",
    )
    LENGTH = (
        "{trumps} atouts, {aces} as à côté : environ {points} points.",
        "{trumps} trumps, {aces} side aces: about {points} points.",
    )
    LENGTH_ACE = (
        "{trumps} atouts, un as à côté : environ {points} points.",
        "{trumps} trumps, one side ace: about {points} points.",
    )
    LENGTH_ALONE = (
        "{trumps} atouts, sans as : environ {points} points.",
        "{trumps} trumps, no side ace: about {points} points.",
    )
    RATHER = (
        "Plutôt à {suit} qu'à {other} : environ {points} points de plus.",
        "Rather in {suit} than in {other}: about {points} points more.",
    )
    TRUMPS = (
        "{trumps} atouts dont {high} : environ {points} points.",
        "{trumps} trumps with {high}: about {points} points.",
    )
    DECLARES = (
        "{trumps} atouts et vos annonces : environ {points} points.",
        "{trumps} trumps and your declarations: about {points} points.",
    )
    HAND = ("Votre main : {trumps} atouts dont {high}.", "Your hand: {trumps} trumps with {high}.")
    HAND_LONG = ("Votre main : {trumps} atouts.", "Your hand: {trumps} trumps.")
    SUPPORT = (
        "Soutenez {bid} : avec {cards}, environ {points} points.",
        "Support {bid}: with {cards}, about {points} points.",
    )
    SUPPORT_LONG = (
        "Soutenez {bid} : {trumps} atouts et {card}, environ {points} points.",
        "Support {bid}: {trumps} trumps and {card}, about {points} points.",
    )
    TOGETHER = (
        "Soutenez {bid} : à deux, environ {points} points.",
        "Support {bid}: about {points} points between you.",
    )
    SUPPORT_WITH = ("Soutenez {bid} : vous avez {cards}.", "Support {bid}: you have {cards}.")
    RAISE = ("Soutenez {bid}.", "Support {bid}.")
    COMPETE = ("Mieux vaut cela que de leur laisser {bid}.", "Better than leaving them {bid}.")
    TOPS = ("Avec {cards}, environ {points} points à {suit}.", "With {cards}, about {points} points in {suit}.")
    TOPS_ALONE = ("Vous avez {cards}.", "You have {cards}.")
    FLAT = ("Environ {points} points à {suit}.", "About {points} points in {suit}.")
    SWEEP = ("Les huit plis y sont dans {n} donnes sur 100.", "All eight tricks are there in {n} deals of 100.")
    CERTAIN = ("Les huit plis sont dans votre main.", "All eight tricks are in your hand.")
    WEAK = ("Trop faible pour {bid} : environ {points} points.", "Too weak for {bid}: about {points} points.")
    TIGHT = (
        "Trop juste pour {bid} : environ {points} points.",
        "Too little to spare for {bid}: about {points} points.",
    )
    RISKY = (
        "Risqué : cartes ouvertes, {bid} chute {n} fois sur 100.",
        "Too risky: all cards open, {bid} fails in {n} deals of 100.",
    )
    ENOUGH = (
        "{bid} suffit : environ {points} points pour votre camp.",
        "{bid} is enough: about {points} points for your side.",
    )
    HIGH = (
        "{bid} est déjà haut : environ {points} points pour votre camp.",
        "{bid} is high already: about {points} points for your side.",
    )
    HIGH_ALREADY = ("{bid} est déjà haut.", "{bid} is high already.")
    TOO_MANY = (
        "Trop juste pour coincher : environ {points} points pour eux.",
        "Too little margin to coinche: about {points} points for them.",
    )
    WEAK_TO_COINCHE = (
        "Il faudrait une main plus forte pour coincher.",
        "It would take a stronger hand to coinche.",
    )
    LET_PLAY = ("Laissez-les jouer.", "Let them play.")
    SHORT = (
        "Environ {points} points pour eux : trop peu pour {bid}.",
        "About {points} points for them: too few for {bid}.",
    )
    THEIR_TRUMPS = ("Vous avez {trumps} de leurs atouts.", "You hold {trumps} of their trumps.")
    FAILS = (
        "Cartes ouvertes, leur {bid} chute {n} fois sur 100.",
        "All cards open, their {bid} fails in {n} deals of 100.",
    )
    STANDS = (
        "Cartes ouvertes, {bid} est réussi {n} fois sur 100.",
        "All cards open, {bid} is made in {n} deals of 100.",
    )
    SELDOM = (
        "Cartes ouvertes, {bid} n'est réussi que {n} fois sur 100.",
        "All cards open, {bid} is made in only {n} deals of 100.",
    )
    NOT_TWICE = (
        "Environ {points} points : trop juste pour surcoincher {bid}.",
        "About {points} points for {bid}: too few to surcoinche.",
    )
    DEARER = (
        "{bid} coûterait en moyenne environ {points} points à la marque.",
        "{bid} would cost about {points} points in the score, on average.",
    )
    CLOSE = ("De peu : {bid} vaudrait presque autant.", "Only just: {bid} would be worth almost as much.")
    UNSURE = (
        "{bid} rapporterait peut-être plus, mais ce n'est pas sûr.",
        "{bid} might score more than a pass, but not for certain.",
    )
