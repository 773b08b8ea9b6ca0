"""Sentences for the reasons, in two languages."""

from __future__ import annotations

from coinche.text.catalog import Words


class HintText(Words):
    """Sentences that frame a hint."""

    HINT = ("Conseil : {what}.", "Hint: {what}.")
    HINT_WHY = ("Conseil : {what}. {why}", "Hint: {what}. {why}")
    CUT = ("couper à {at} cartes", "cut {at} cards")
    SAYING = ("{what}, {said}", "{what}, {said}")
    BELOTE = ("la belote", "the belote")
    AN_ACE = ("un as", "an ace")
    TWO_ACES = ("deux as", "two aces")
    THREE_ACES = ("trois as", "three aces")
    FOUR_ACES = ("les quatre as", "all four aces")
    AND = ("{first} et {last}", "{first} and {last}")


class Why(Words):
    """Reasons for a card, led or not."""

    ONLY = ("C'est la seule carte possible.", "It is the only legal card.")
    LAST_CARD = ("C'est votre dernière carte.", "It is your last card.")
    SAME = ("Toutes les cartes possibles se valent.", "It makes no difference which card you play.")
    MAKES = (
        "Ce pli fait passer le contrat : il ne manque que {missing}.",
        "This trick makes the contract: only {missing} to go.",
    )
    SINKS = ("Ce pli fait chuter le contrat.", "This trick defeats the contract.")
    SINKS_CAPOT = ("Un pli suffit pour faire chuter leur capot.", "One trick is enough to defeat their capot.")
    SAVES_CAPOT = ("Prenez le pli : il suffit à éviter le capot.", "Take the trick: one is enough to avoid the capot.")
    GOES_ON = (
        "Vous avez tous les plis : encore {tricks} pour le capot.",
        "You have every trick: {tricks} more for the capot.",
    )
    REST_OURS = (
        "Quoi que vous jouiez, votre camp devrait faire le reste.",
        "Whatever you play, your side should take the rest.",
    )
    REST_THEIRS = (
        "Quoi que vous jouiez, ils devraient faire le reste.",
        "Whatever you play, they should take the rest.",
    )
    EQUALS = (
        "{cards} se valent : plus aucune carte entre les deux.",
        "{cards} are equal: no card between them is out.",
    )
    NEIGHBOURS = (
        "{cards} se valent : jouez l'un ou l'autre.",
        "{cards} are equal: play either.",
    )
    BETTER = (
        "Environ {points} points de plus en moyenne qu'avec {card}.",
        "About {points} points better than {card}, on average.",
    )
    ONE_BETTER = ("De peu : {card} vaut presque autant.", "Only just: {card} is almost as good.")
    FOR_THE_MATCH = ("Plus sûr que {card} pour gagner la partie.", "Better than {card} for winning the match.")


class WhyLead(Words):
    """Reasons for leading a card."""

    ALL_YOURS = ("Les plis qui restent sont tous pour vous.", "All the remaining tricks are yours.")
    LAST_TRUMP = ("Faites tomber le dernier atout : {card} est dehors.", "Draw the last trump: {card} is out.")
    TWO_TRUMPS = ("Faites tomber les atouts : {cards} sont dehors.", "Draw trumps: {cards} are out.")
    DRAW = ("Faites tomber les atouts : {count} sont dehors.", "Draw trumps: {count} are out.")
    DRIVE = ("Faites tomber {cards} : {next} sera maître.", "Drive out {cards}: then {next} is high.")
    LENGTH = (
        "Vous avez {own} atouts, il en reste {count} dehors : jouez atout.",
        "You have {own} trumps, {count} are out: lead trumps.",
    )
    PARTNER_TRUMPS = ("Votre partenaire a pris : jouez-lui atout.", "Your partner took the contract: lead trumps.")
    FEWER_RUFFS = ("Jouez atout : ils couperont moins.", "Lead trumps: they will trump less often.")
    ALONE = ("Les adversaires n'ont plus d'atout : le pli est à vous.", "They have no trumps left: the trick is yours.")
    CASH = ("{card} est maître : faites votre pli.", "{card} is high: cash it.")
    CASH_DRAWN = ("Leurs atouts sont tombés : {card} fait le pli.", "Their trumps are gone and {card} is high.")
    CASH_EARLY = (
        "{card} est maître : jouez-le avant qu'on le coupe.",
        "{card} is high: cash it before anyone can trump it.",
    )
    CASH_RISKY = (
        "{card} est maître : seule une coupe prendrait le pli.",
        "{card} is high: only a trump could beat it.",
    )
    PARTNER_VOID = (
        "Votre partenaire n'a plus de {suit} et peut couper.",
        "Your partner has no {suit} left and can trump.",
    )
    PARTNER_HAS = ("Votre partenaire a {card}.", "Your partner has {card}.")
    PARTNER_NAMED = ("Votre partenaire a annoncé {suit}.", "Your partner bid {suit}.")
    FORCES = ("{who} n'a plus de {suit} : faites-le couper.", "{who} has no {suit} left: force out a trump.")
    SINGLETON = (
        "C'est votre seule carte à {suit} : ensuite vous couperez.",
        "It is your only {suit}: after this you can trump it.",
    )
    DRIVE_OUT = (
        "Faites tomber {card} : ensuite {next} sera maître.",
        "Drive out {card}: then {next} is high.",
    )
    KEEP_LAST = ("Gardez {card} pour le dix de der.", "Keep {card} for the last trick and its ten points.")
    GIVES_NOTHING = ("Vous ne donnez aucun point et gardez les vôtres.", "You give away no points and keep your own.")
    GIVES_LITTLE = (
        "Vous ne donnez que {points} points et gardez {card}.",
        "You give away only {points} points and keep {card}.",
    )


class WhyFollow(Words):
    """Reasons for playing a card on others."""

    GIVE = (
        "Le pli est à votre partenaire : donnez {points} points.",
        "The trick is your partner's: give {points} points.",
    )
    GIVE_LIKELY = (
        "Votre partenaire tient le pli pour l'instant : chargez.",
        "Your partner is winning so far: give points.",
    )
    KEEP_WINNER = (
        "Le pli est à votre camp : {card} peut en prendre un autre.",
        "The trick is your side's: {card} can win another.",
    )
    KEEP_TRUMPS = ("Le pli est à votre camp : gardez vos atouts.", "The trick is your side's: keep your trumps.")
    KEEP = ("Le pli est à votre camp : gardez {card}.", "The trick is your side's: keep {card}.")
    ONE_OUT = (
        "{card} peut encore prendre le pli : ne chargez pas.",
        "{card} can still take the trick: give few points.",
    )
    RUFF_OUT = ("Le pli peut encore être coupé : ne chargez pas.", "The trick can still be trumped: give few points.")
    SECURE = ("Assurez le pli : {card} est encore dehors.", "Secure the trick: {card} is still out.")
    UNSAFE = ("Le pli n'est pas encore sûr : ne chargez pas.", "The trick is not safe yet: give few points.")
    WAIT_TRUMPS = (
        "Votre partenaire tient le pli : gardez vos atouts.",
        "Your partner is winning so far: keep your trumps.",
    )
    TOO_LOW = (
        "Votre partenaire n'est pas maître avec {card} : prenez le pli.",
        "Your partner is not sure to win with {card}: take the trick.",
    )
    IS_BEATEN = ("{fear} bat encore {card} : prenez le pli.", "{fear} can still beat {card}: take the trick.")
    GO_OVER = (
        "Il faut monter : le plus petit atout qui passe suffit.",
        "You have to play higher: your lowest higher trump will do.",
    )
    RUFF = ("Coupez : il y a {points} points à prendre.", "Trump it: the trick is worth {points} points.")
    MUST_RUFF = ("Vous devez couper : gardez {card}.", "You have to trump: keep {card}.")
    RUFF_HIGH = (
        "Vous devez couper : haut, pour ne pas être surcoupé.",
        "You have to trump: play high, not to be overtrumped.",
    )
    RUFF_LOW = ("Votre plus petit atout suffit : {points} points.", "Your lowest trump is enough: {points} points.")
    OVERRUFF = ("Surcoupez : il y a {points} points à prendre.", "Overruff: the trick is worth {points} points.")
    TAKE = ("Vous jouez en dernier : {points} points pour vous.", "You play last: {points} points for you.")
    TAKE_CHEAP = ("{card} suffit : gardez {kept}.", "{card} is enough: keep {kept}.")
    TAKE_DEAR = (
        "Le pli est à vous avec {card} : ses points sont à l'abri.",
        "You win the trick with {card}: its points are safe.",
    )
    SURE = ("Plus rien ne bat {card} : le pli est à vous.", "Nothing can beat {card} now: the trick is yours.")
    FEW_OVER = ("Il ne reste que {cards} au-dessus.", "Only {cards} can still beat it.")
    RUFF_ONLY = ("Seule une coupe peut vous prendre le pli.", "Only a trump can take the trick from you.")
    FEW_OR_RUFF = ("Il ne reste que {cards} au-dessus, ou une coupe.", "Only {cards} or a trump can still beat it.")
    HOPE = (
        "Votre partenaire peut encore prendre le pli : chargez.",
        "Your partner can still take the trick: give points.",
    )
    NOTHING = ("Vous ne pouvez pas prendre : ne donnez rien.", "You can't win this trick: throw your lowest.")
    LEAST = (
        "Vous ne pouvez pas prendre : ne donnez que {points} points.",
        "You cannot win the trick: give only {points} points.",
    )
    KEEP_BIG = ("Vous ne pouvez pas prendre : gardez {card}.", "You cannot win the trick: keep {card}.")
    VOID = (
        "Ensuite vous n'aurez plus de {suit} : vous pourrez couper.",
        "This leaves you without {suit}: you can trump it later.",
    )
    GUARD = ("Gardez {small} pour protéger {big}.", "Keep {small} to guard {big}.")
    HOLD = ("Gardez {card} pour prendre {target}, encore dehors.", "Keep {card} to catch {target}, still out.")
    LEAVE_IT = (
        "Laissez faire votre partenaire, qui joue après vous.",
        "Leave it to your partner, who plays after you.",
    )


class WhyCall(Words):
    """Reasons for a call in the auction. Points that a sentence calls approximate are told in tens."""

    NOTHING_ELSE = ("Rien d'autre n'est possible.", "Nothing else is possible.")
    SUIT = (
        "{trumps} atouts ({high}), {aces} as : environ {points} à vous deux.",
        "{trumps} trumps with {high}, {aces} aces: about {points} between you.",
    )
    SUIT_ACE = (
        "{trumps} atouts ({high}), un as : environ {points} à vous deux.",
        "{trumps} trumps with {high}, one ace: about {points} between you.",
    )
    SUIT_ALONE = (
        "{trumps} atouts ({high}) sans as : environ {points} à vous deux.",
        "{trumps} trumps with {high}, no ace: about {points} between you.",
    )
    LENGTH = (
        "{trumps} atouts et {aces} as : environ {points} points pour votre camp.",
        "{trumps} trumps, {aces} aces: about {points} points between you.",
    )
    LENGTH_ACE = (
        "{trumps} atouts et un as : environ {points} points pour votre camp.",
        "{trumps} trumps, one ace: about {points} points between you.",
    )
    LENGTH_ALONE = (
        "{trumps} atouts, sans as : environ {points} points pour votre camp.",
        "{trumps} trumps, no ace: about {points} points between you.",
    )
    RATHER = (
        "Plutôt {suit} que {other} : environ {points} points de plus.",
        "{suit} rather than {other}: about {points} more points.",
    )
    TRUMPS = (
        "{trumps} atouts ({high}) : environ {points} à vous deux.",
        "{trumps} trumps with {high}: about {points} between you.",
    )
    DECLARES = (
        "{trumps} atouts, votre {declared} : environ {points} à vous deux.",
        "{trumps} trumps and your {declared}: about {points} between you.",
    )
    HAND = (
        "{trumps} atouts dont {high} ; le partenaire fait le reste.",
        "{trumps} trumps with {high}; your partner brings the rest.",
    )
    HAND_LONG = (
        "{trumps} atouts ; le partenaire fait le reste.",
        "{trumps} trumps; your partner brings the rest.",
    )
    SUPPORT = (
        "Soutenez {bid} : {cards}, environ {points} à vous deux.",
        "Support {bid}: with {cards}, about {points} between you.",
    )
    SUPPORT_LONG = (
        "Soutenez {bid} : {trumps} atouts et {card}, environ {points} à vous deux.",
        "Support {bid}: {trumps} trumps and {card}, about {points} between you.",
    )
    TOGETHER = (
        "Soutenez {bid} : environ {points} points pour votre camp.",
        "Support {bid}: about {points} points between you.",
    )
    SUPPORT_WITH = ("Soutenez {bid} : vous avez {cards}.", "Support {bid}: you have {cards}.")
    RAISE = ("Soutenez {bid}.", "Support {bid}.")
    COMPETE = ("Mieux vaut monter que leur laisser {bid}.", "Better to bid on than to leave them {bid}.")
    TOPS = (
        "À {suit}, avec {cards} : environ {points} pour votre camp.",
        "In {suit}, with {cards}: about {points} between you.",
    )
    TOPS_ALONE = ("Vous avez {cards}.", "You have {cards}.")
    FLAT = ("À {suit}, environ {points} points pour votre camp.", "In {suit}, about {points} points between you.")
    SWEEP = ("Capot {n} fois sur 100.", "A capot in {n} deals out of 100.")
    CERTAIN = ("Vous avez les huit plis en main.", "You hold all eight tricks.")
    WEAK = (
        "Trop faible pour {bid} : environ {points} pour votre camp.",
        "Too weak for {bid}: about {points} points between you.",
    )
    FEW = (
        "{high} : environ {points} avec le partenaire.",
        "{high}: about {points} if your partner helps.",
    )
    TIGHT = (
        "Trop juste pour {bid} : en moyenne {points} pour votre camp.",
        "Too close for {bid}: on average {points} points between you.",
    )
    TIGHT_EVEN_SO = (
        "Trop juste : {bid} chuterait {n} fois sur 100.",
        "Too close: {bid} would go down in {n} of 100 deals.",
    )
    RISKY = (
        "Risqué : {bid} chuterait {n} fois sur 100.",
        "Too risky: {bid} would go down in {n} of 100 deals.",
    )
    ENOUGH = (
        "{bid} suffit : environ {points} points pour votre camp.",
        "{bid} is enough: about {points} points for your side.",
    )
    HIGH = (
        "{bid} est déjà haut : environ {points} points pour votre camp.",
        "{bid} is already high: about {points} points for your side.",
    )
    HIGH_ALREADY = ("{bid} est déjà haut.", "{bid} is already high.")
    TOO_MANY = (
        "Trop juste pour coincher : environ {points} points pour eux.",
        "Too close to coinche: about {points} points for them.",
    )
    NOT_SURE_TO_COINCHE = (
        "Ils peuvent chuter, mais pas assez sûrement pour coincher.",
        "They may go down, but not surely enough to coinche.",
    )
    SHORT = (
        "Environ {points} points pour eux : trop peu pour {bid}.",
        "About {points} points for them: not enough for {bid}.",
    )
    THEIR_TRUMPS = ("Vous avez {trumps} cartes à leur atout.", "You hold {trumps} of their trumps.")
    FAILS = (
        "Leur {bid} chute {n} fois sur 100.",
        "In {n} of 100 deals, their {bid} goes down.",
    )
    FAILS_SURELY = (
        "Leur {bid} chute à coup sûr (100 fois sur 100).",
        "Their {bid} is sure to fail (100 deals of 100).",
    )
    STANDS_SURELY = (
        "{bid} passe à coup sûr (100 fois sur 100).",
        "{bid} is sure to be made (100 deals of 100).",
    )
    STANDS = (
        "{bid} passe {n} fois sur 100.",
        "In {n} of 100 deals, {bid} is made.",
    )
    SELDOM_ONCE = (
        "{bid} n'a qu'environ une chance sur 100 de réussir.",
        "{bid} would make only about 1 time in 100.",
    )
    SELDOM = (
        "{bid} n'a qu'environ {n} chances sur 100 de réussir.",
        "{bid} would make only about {n} times in 100.",
    )
    NOT_TWICE = (
        "Environ {points} points : trop juste pour surcoincher {bid}.",
        "About {points} points: too close to surcoinche {bid}.",
    )
    DEARER = (
        "{bid} rapporterait environ {points} points de moins que passer.",
        "{bid} would score about {points} points less than a pass.",
    )
    MADE_FAILS = (
        "{bid} chute {n} fois sur 100.",
        "{bid} goes down in {n} of 100 deals.",
    )
    PASS_BETTER = (
        "Passer rapporterait environ {points} points de plus.",
        "A pass would score about {points} points more.",
    )
    BID_BETTER = (
        "{bid} rapporterait environ {points} points de plus.",
        "{bid} would score about {points} points more.",
    )
    CLOSE = ("De peu : {bid} vaut presque autant.", "Only just: {bid} is almost as good.")
    UNSURE = (
        "{bid} rapporterait peut-être plus, mais c'est incertain.",
        "{bid} might score more than a pass, but not for certain.",
    )


OF_BOTH: frozenset[Words] = frozenset(
    (WhyCall.MADE_FAILS, WhyCall.STANDS, WhyCall.STANDS_SURELY, WhyCall.PASS_BETTER, WhyCall.BID_BETTER)
)
"""Reasons that compare two calls and address nobody."""
