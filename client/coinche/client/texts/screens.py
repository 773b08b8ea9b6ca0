"""What the screens say of home, the lobby, a table and its keys. Other catalogues stand beside what they are about."""

from __future__ import annotations

from coinche.text.catalog import Words


class Phrase(Words):
    """One member for each."""

    # home
    HOME = ("La Coinche", "La Coinche")
    YOU_ARE = ("Vous êtes {name}", "You are {name}")
    SEARCHING = ("Je cherche des serveurs sur le réseau…", "Looking for servers on the network…")
    NONE_FOUND = (
        "Aucun serveur trouvé sur le réseau. Pour en ouvrir un à vos amis : coinche-server",
        "No server was found on the network. To open one for your friends: coinche-server",
    )
    SERVERS_FOUND = ("Sur le réseau :", "On the network:")
    OR_ELSE = ("Ou bien :", "Or:")
    SERVER_ROW = ("{name}  {dot}  {address}", "{name}  {dot}  {address}")
    SERVER_BUSY = ("tables : {tables}, joueurs : {people}", "tables: {tables}, people: {people}")
    BOUND_FOR = ("Je vais à {server}…", "Going to {server}…")
    BOUND_ALONE = ("J'installe la table et les bots…", "Setting the table, and the bots…")
    WRITE_ADDRESS = ("Adresse du serveur :", "Address of the server:")
    WRITE_NAME = ("Votre nom :", "Your name:")
    # the top of the screen
    TABLE = ("{table} {dot} donne {deal}", "{table} {dot} deal {deal}")
    TABLE_OF = ("{table} {dot} donne {deal} sur {length}", "{table} {dot} deal {deal} of {length}")
    CUT = ("Coupe", "Cut")
    SHUFFLED = ("les cartes sont mélangées", "the cards have been shuffled")
    NOT_SHUFFLED = ("les cartes ne sont pas mélangées", "the cards are not shuffled")
    CONTRACT = ("Contrat", "Contract")
    BID = ("Enchères", "Bidding")
    NO_BID = ("Personne n'a encore annoncé.", "Nobody has bid yet.")
    COINCHED_BY = ("coinché {times} par {who}", "coinched {times} by {who}")
    SURCOINCHED_BY = ("surcoinché {times} par {who}", "surcoinched {times} by {who}")
    TRICKS = ("plis {ours}-{theirs}", "tricks {ours}-{theirs}")
    POINTS = ("points {ours}-{theirs}", "points {ours}-{theirs}")
    DEALER = ("donneur {who}", "dealer {who}")
    LINK_LOST = (
        "Connexion perdue ({time}), je réessaie : place gardée.",
        "Connection lost ({time}), trying again: your seat is kept.",
    )
    LINK_LOST_LOBBY = ("Connexion perdue ({time}) : je réessaie.", "Connection lost ({time}): trying again.")
    RESTARTING = (
        "Le serveur redémarre ({time}) : votre place est gardée.",
        "The server is restarting ({time}): your seat is kept.",
    )
    RESTARTING_LOBBY = (
        "Le serveur redémarre ({time}) : j'y retourne tout seul.",
        "The server is restarting ({time}): going back by itself.",
    )
    CONNECTING = ("Connexion au serveur", "Connecting to the server")
    RULES_OF = ("Règles : {name}", "Rules: {name}")
    RULE = ("{name} : {value}", "{name}: {value}")
    RULES_DIFFER = ("{count} options en diffèrent (*).", "{count} options differ from it (*).")
    RULE_DIFFERS = ("Une option en diffère (*).", "One option differs from it (*).")
    RULES_UNKNOWN = (
        "Les règles maison de ce serveur : on les lira à la table.",
        "This server's house rules: they can be read once one is at the table.",
    )
    NEW_TABLE = ("Nouvelle table", "New table")
    PRESET = ("Règles", "Rules")
    YOUR_TURN = ("à vous", "your turn")
    ALL_PASSED = ("Tout le monde a passé.", "Everybody passed.")
    # seats
    BOT = ("bot", "bot")
    AWAY = ("absent", "away")
    FREE = ("libre", "free")
    YOU = ("vous", "you")
    DEALS = ("D", "D")
    # what is going on
    TRICK_NUMBER = ("Pli {number}", "Trick {number}")
    LAST_TRICK = ("Dernier pli", "Last trick")
    YOU_BID = ("vous : ", "you: ")
    YOUR_BID = ("À vous d'annoncer : ", "Your bid: ")
    YOUR_CUT = (
        "À vous de couper : les {at} premières cartes passent sous les {below} autres",
        "Yours to cut: the top {at} cards go under the other {below}",
    )
    CUT_TOO_NEAR = (
        "À vous de couper : de {lowest} à {highest} cartes",
        "Yours to cut: from {lowest} to {highest} cards",
    )
    CUT_ABOVE = ("{at} passent dessous", "{at} go below")
    CUT_BELOW = ("{below} passent dessus", "{below} come to the top")
    WAIT_CUT = ("{who} coupe…", "{who} is cutting…")
    AGAIN_COINCHE = ("Encore c : coincher {bid}", "c again: coinche {bid}")
    AGAIN_SURCOINCHE = ("Encore s : surcoincher {bid}", "s again: surcoinche {bid}")
    MAY_COINCHE = ("c : coincher", "c: coinche")
    MAY_SURCOINCHE = ("s : surcoincher", "s: surcoinche")
    MAY_DECLINE = ("Espace : laisser", "Space: let it be")
    YOUR_CARD = ("À vous : {count} cartes possibles", "Your turn: {count} cards to choose from")
    YOUR_ONLY_CARD = ("À vous : une seule carte possible", "Your turn: only one card is possible")
    SENT = ("Envoyé…", "Sent…")
    UNHEARD = ("Envoyé ; le serveur ne répond pas encore…", "Sent; no answer from the server yet…")
    WAIT_FOR = ("{who} réfléchit…", "{who} is thinking…")
    WAIT_PLAYERS = ("On attend des joueurs. Places libres : {count}.", "Waiting for players. Free seats: {count}.")
    WAIT_DEAL = ("On distribue…", "Dealing…")
    PAUSED = ("Pause.   Entrée : continuer", "Pause.   Enter: go on")
    STANDS = ("La partie est en pause.", "The game stands still.")
    PAUSE_WANTED = ("{who} : une pause ?  {key} : oui", "{who}: a pause?  {key}: yes")
    PAUSE_ASKED = ("Pause demandée, on attend : {who}", "Pause asked for, waiting for: {who}")
    PAUSE_OTHERS = ("Une pause est demandée par : {who}", "A pause is asked for by: {who}")
    REMATCH_WANTED = (
        "{who} : revanche ?  {key} : oui  Entrée : non",
        "{who}: a rematch?  {key}: yes  Enter: no",
    )
    REMATCH_ASKED = ("Revanche demandée, on attend : {who}", "Rematch asked for, waiting for: {who}")
    GO_ON_OR_AGAIN = ("Entrée : continuer   {key} : revanche", "Enter: go on   {key}: rematch")
    WRITING = ("Dire :", "Say:")
    SPOKEN = ("{name} : {text}", "{name}: {text}")
    WATCHING = ("Vous regardez.", "You are watching.")
    LED = ("{suit} demandé", "{suit} led")
    WILL_SAY = ("Avec {card} vous direz : {what}", "With {card} you say: {what}")
    WOULD_SAY = ("Vous direz : {what}", "You will say: {what}")
    OR = (" ou ", " or ")
    SILENT = ("Vous ne direz rien.", "You will say nothing.")
    HOW_TO_BID = ("flèches, ou tapez {example}", "arrows, or type {example}")
    WILL_SAY_BID = ("Entrée annonce {bid}", "Enter bids {bid}")
    NOT_ON_OFFER = ("{bid} n'est pas possible", "{bid} cannot be bid")
    TYPING = ("{typed}_", "{typed}_")
    VALUE = ("Annonce", "Bid")
    LETTERS = ("Lettres  {letters}", "Letters  {letters}")
    LOWEST = ("Au moins  {groups}", "At least  {groups}")
    TRUMP = ("Atout", "Trump")
    PASSED = ("passe", "pass")
    COINCHED = ("coinche", "coinche")
    SURCOINCHED = ("surcoinche", "surcoinche")
    LAST_DEAL = (
        "Dernière donne : {made}, {us} {ours}  {them} {theirs}",
        "Last deal: {made}, {us} {ours}  {them} {theirs}",
    )
    HAND = ("Main", "Hand")
    LOG = ("Journal", "Log")
    # the recap
    RECAP = ("Donne {deal} : ", "Deal {deal}: ")
    RECAP_CONTRACT = (", {bid} par {who}{times}", ", {bid} by {who}{times}")
    RECAP_SIDE = ("{who} ({team})", "{who} ({team})")
    TIMES_COINCHED = (", coinché {times}", ", coinched {times}")
    TIMES_SURCOINCHED = (", surcoinché {times}", ", surcoinched {times}")
    MADE = ("réussi", "made")
    FAILED = ("chuté", "failed")
    DRAWN = ("litige", "a draw")
    THROWN_IN = ("Tout le monde a passé : pas de points.", "Everybody passed: no points.")
    ROW_TRICKS = ("Plis", "Tricks")
    ROW_POINTS = ("Pour le contrat", "For the contract")
    ROW_CARDS = ("Points des plis", "Card points")
    ROW_LAST_TRICK = ("Dix de der", "Last trick")
    ROW_BELOTE = ("Belote", "Belote")
    ROW_DECLARATIONS = ("Annonces", "Declarations")
    ROW_THEIR_DECLARATIONS = ("Annonces adverses", "Their declarations")
    ROW_FLAT = ("Forfait", "Flat score")
    ROW_CONTRACT = ("Contrat", "Contract")
    ROW_COINCHE = ("Coinche", "Coinche")
    ROW_HELD_OVER = ("Litige", "Held over")
    ROW_ROUNDING = ("Arrondi", "Rounding")
    ROW_SCORE = ("Marque", "Score")
    ROW_TOTAL = ("Total", "Total")
    FORGIVEN = ("Rebelote oubliée, accordée une fois : {team}", "Rebelote forgotten, granted once: {team}")
    WAITING_TRICK = (
        "{team} : but atteint par la seule belote, il faut encore un pli.",
        "{team}: target reached by a belote alone, a trick is still needed.",
    )
    HELD = (
        "Litige : {points} points pour le camp qui gagnera la prochaine donne.",
        "A draw: {points} points for the side that wins the next deal.",
    )
    GO_ON = ("Entrée : continuer", "Enter: go on")
    ANOTHER = ("Entrée : une autre partie   q : quitter", "Enter: another match   q: quit")
    BACK = ("Entrée : retour aux tables", "Enter: back to the tables")
    NEXT_DEAL_IN = ("La suite dans {time}.", "Next deal in {time}.")
    REMATCH_FOR = ("Revanche possible pendant encore {time}.", "Rematch possible for another {time}.")
    TABLES_IN = ("Retour aux tables dans {time} au plus.", "Back to the tables in {time} at most.")
    TABLE_GONE = ("Vous n'êtes plus à cette table.", "You are no longer at this table.")
    OTHERS_READ = ("On attend : {who}", "Waiting for: {who}")
    OTHERS_OR_AGAIN = ("On attend : {who}   {key} : revanche", "Waiting for: {who}   {key}: rematch")
    RECAP_TITLE = ("La donne est finie.", "The deal is over.")
    OVER_TITLE = ("La partie est finie.", "The match is over.")
    # the lobby
    WELCOME = ("Bonjour {name}", "Hello {name}")
    TABLES = ("Tables de {server}", "Tables of {server}")
    NO_TABLES = ("Personne ne joue encore : ouvrez une table.", "Nobody plays yet: open a table.")
    NEW_TABLE_TO = ("Nouvelle table, {rules}, {aim}", "New table, {rules}, {aim}")
    NEW_PRIVATE_TABLE_TO = ("Nouvelle table privée, {rules}, {aim}", "New private table, {rules}, {aim}")
    AIM_TARGET = ("en {target} points", "to {target} points")
    AIM_SERVER = ("but du serveur", "the server's target")
    TARGET_SERVER = ("Celui du serveur.", "The server's own.")
    AIM_LENGTH = ("en {length} donnes", "of {length} deals")
    PRIVATE_TABLE = ("{table} (privée)", "{table} (private)")
    PHASE_WAITING = ("on attend", "waiting")
    PHASE_PLAYING = ("en jeu", "playing")
    PHASE_OVER = ("finie", "over")
    SPECTATORS = ("spectateurs : {count}", "{count} watching")
    WRITE_WORDS = (
        "Mots de la table privée (vide : table ouverte à tous) :",
        "Words of the private table (empty: open to all):",
    )
    WRITE_WORDS_OF = ("Mots de la table {table} :", "Words of the private table {table}:")
    ROOM_HOST = ("Vous êtes l'hôte : Entrée commence la partie.", "You are the host: Enter begins the match.")
    ROOM_HOSTED = ("{who} est l'hôte et commencera la partie.", "{who} is the host and will begin the match.")
    ROOM_OPEN = (
        "La partie commence dès que les quatre places sont prises.",
        "The match begins as soon as all four seats are taken.",
    )
    ROOM_LATER = (
        "Les retardataires prennent la place d'un bot à la donne suivante.",
        "Latecomers take a bot's seat from the next deal.",
    )
    ROOM_LATER_STRICT = (
        "Concours : personne ne prend de place avant la fin de la partie.",
        "A contest: nobody takes a seat before the match is over.",
    )
    ROOM_MOVING = (
        "Avec quelle place échanger {seat} ? Choisissez-la, puis Entrée.",
        "With which seat is {seat} to be exchanged? Choose it, then Enter.",
    )
    HOST = ("hôte", "host")
    GATHERING = ("Table {table}, {rules}, {aim}", "Table {table}, {rules}, {aim}")
    # notices
    LINK_BACK = ("Connexion rétablie.", "The connection is back.")
    SESSION_GONE = (
        "Connexion rétablie, mais le serveur nous avait oubliés : la place est perdue.",
        "The connection is back, but the server had forgotten us: the seat is lost.",
    )
    OFFLINE = ("Pas de connexion : rien n'est parti.", "No connection: nothing was sent.")
    NO_CHOICE = ("Cette annonce n'existe pas.", "There is no such bid.")
    NO_CUT = (
        "Il faut laisser au moins trois cartes de chaque côté : de 3 à 29.",
        "At least three cards must stay on either side: 3 to 29.",
    )
    CROSSED = (
        "Trop tard : une autre annonce est arrivée avant la vôtre.",
        "Too late: somebody else spoke before you did.",
    )
    COINCHE_IN_TURN = (
        "À cette table, on ne coinche qu'à son tour : attendez le vôtre.",
        "At this table you may coinche only in turn: wait for yours.",
    )
    FIRST_SEEN = (
        "{fingerprint} : l'empreinte de ce serveur, retenue à cette première visite.",
        "{fingerprint}: the fingerprint of this server, remembered on this first visit.",
    )
    OWN_NAME = (
        "Le nom {name} est désormais à vous ici, par une clé gardée sur cette machine ; il sera repris la prochaine "
        "fois.",
        "The name {name} is yours here from now on, by a key kept on this machine; next time you have it again.",
    )
    NO_SUCH_RULES = ("Cela ne va pas ; en anglais : {why}", "That does not go: {why}")
    OWN_SEAT_ONLY = (
        "Une seule place vous est ouverte, {seat} : vous étiez de cette partie.",
        "The only seat open to you is {seat}: you were in this match.",
    )
    STANDING = ("La partie est en pause : Entrée pour continuer.", "The game stands still: Enter to go on.")
    DROPPED = (
        "La carte préparée n'est pas permise ici : à vous de choisir.",
        "The prepared card is not allowed here: yours to choose.",
    )
    NO_ADVICE = (
        "Ici chacun joue de mémoire : pas de conseil à cette table.",
        "Here everybody plays from memory: no hints at this table.",
    )
    NO_ADVICE_IN_CONTEST = (
        "C'est un concours : chacun y joue sans conseil.",
        "This is a contest: everybody plays it without hints.",
    )
    NO_CLAIM = (
        "Que le reste soit à vous ne découle pas de ce que vous voyez.",
        "That the rest is yours does not follow from what you see.",
    )
    FAR_BID = ("{bid}, vraiment ? Encore Entrée pour l'annoncer.", "{bid}, really? Enter again to bid it.")
    REMOVED = ("L'hôte a libéré votre place.", "The host has freed your seat.")
    TABLE_CLOSED = ("Le serveur a fermé cette table.", "The server has closed that table.")
    TWICE = (
        "Vous êtes déjà à cette table, avec une autre connexion.",
        "You are at that table already, with another connection.",
    )
    NO_SEAT = (
        "Les autres ont donné votre place à un bot : vous ne jouez plus dans cette partie. Vous pouvez regarder.",
        "The others gave your seat to a bot: you are out of this match. You may watch.",
    )
    STRICT_SEATS = (
        "C'est un concours : aucune place ne change de main avant la fin de la partie. Vous pouvez regarder.",
        "This is a contest: no seat changes hands before the match is over. You may watch.",
    )
    SEAT_CLOSED = (
        "Place fermée par un vote : un bot y joue jusqu'à la fin de la partie. Vous pouvez regarder.",
        "That seat was closed by a vote: a bot plays there until the match is over. You may watch.",
    )
    SEAT_RESERVED = (
        "Quelqu'un attend déjà cette place.",
        "Somebody is already waiting for that seat.",
    )
    NOT_ALL_AGREE = (
        "Tous ceux qui ont reçu des cartes ne sont plus là pour dire oui : il faut attendre la prochaine donne.",
        "Not everybody who was dealt cards is there to agree: it takes the next deal.",
    )
    SEAT_LOST = (
        "Le joueur de cette place est revenu : vous regardez.",
        "The player of that seat has come back: you are watching.",
    )
    NO_ROOM = (
        "Les tables ouvertes depuis votre adresse prennent toute la place permise : attendez la fin de l'une d'elles.",
        "The tables opened from your address use all the room they may have: wait until one is over.",
    )
    ONE_ADDRESS = ("Même adresse : {who}.", "Same address: {who}.")
    NO_NEW_TABLES = (
        "Pas de nouvelle table : le serveur s'arrêtera après les parties en cours.",
        "No new tables: the server will end after the matches in play.",
    )
    VOTED_OUT = (
        "Vous avez tardé : les autres ont donné votre place à un bot, jusqu'à la fin de la partie. Vous pouvez "
        "regarder.",
        "You took too long: the others have given your seat to a bot, until the match is over. You may watch.",
    )
    PRIVATE = (
        "Table privée : ce ne sont pas les mots de cette table. Écrivez-les avec k.",
        "A private table: those are not the words of that table. Write them with k.",
    )
    SURE = ("Quitter la table en pleine partie ?", "Leave the table in mid-match?")
    # keys
    HELP = ("Aide", "Help")
    KEY_PLAY = ("jouer", "play")
    KEY_CHOOSE = ("choisir", "choose")
    KEY_CONFIRM = ("confirmer", "confirm")
    KEY_VALUE = ("valeur", "value")
    KEY_SUIT = ("atout", "trump")
    KEY_TYPE = ("taper 110c, ou 0 : capot", "type 110h, or 0: capot")
    KEY_BID = ("annoncer", "bid")
    KEY_ERASE = ("effacer", "erase")
    KEY_SILENT = ("se taire", "keep silent")
    KEY_LAST = ("dernier pli", "last trick")
    KEY_LOG = ("journal", "log")
    KEY_SORT = ("trier", "sort")
    KEY_BOTS = ("bots partout", "bots on free seats")
    SETTINGS = ("Réglages", "Settings")
    KEY_SETTINGS = ("réglages", "settings")
    KEY_PALETTE = ("actions", "actions")
    KEY_DO = ("faire", "do it")
    PALETTE = ("Que faire ?", "Do what?")
    PALETTE_SIT = ("s'asseoir : {table}", "sit down: {table}")
    PALETTE_WATCH = ("regarder : {table}", "watch: {table}")
    PALETTE_EMPTY = ("Rien de ce nom ici.", "Nothing of that name here.")
    PRESS_KEYS = ("Pour « {label} » : les touches {keys}.", "For “{label}”: the keys {keys}.")
    CALLED = ("À vous de jouer ! {table}", "Your turn! {table}")
    TITLE = ("{table}", "{table}")
    TITLE_TURN = ("▶ à vous - {table}", "▶ your turn - {table}")
    KEY_BOTS_LEVEL = ("bots", "bots")
    KEY_BEGIN = ("commencer", "begin")
    KEY_MARK = ("une place", "a seat")
    KEY_BOT = ("bot", "bot")
    KEY_SWAP = ("échanger", "exchange")
    KEY_CLEAR = ("libérer", "free it")
    KEY_WORDS = ("mots d'une table privée", "words of a private table")
    KEY_HOME = ("accueil", "home")
    KEY_ROW = ("choisir", "choose")
    KEY_CHOOSE_ROW = ("y aller", "go")
    KEY_NAME = ("nom", "name")
    KEY_SEARCH = ("chercher", "search")
    KEY_GO = ("y aller", "go there")
    KEY_KEEP = ("garder", "keep")
    KEY_LEAVE = ("partir", "leave")
    KEY_QUIT = ("quitter", "quit")
    KEY_STAY = ("rester", "stay")
    KEY_CANCEL = ("annuler", "cancel")
    KEY_CLOSE = ("fermer", "close")
    KEY_HELP = ("aide", "help")
    KEY_TABLE = ("table", "table")
    KEY_SEAT = ("place", "seat")
    KEY_TARGET = ("points", "points")
    KEY_ENTER = ("s'asseoir", "sit down")
    KEY_OPEN = ("ouvrir", "open")
    KEY_NEW = ("nouvelle table", "new table")
    KEY_WATCH = ("regarder", "watch")
    KEY_GO_ON = ("continuer", "go on")
    KEY_INTERRUPT = ("arrêter", "stop")
    KEY_SUSPEND = ("suspendre (fg revient)", "suspend (fg returns)")
    KEY_REDRAW = ("redessiner l'écran", "draw the screen anew")
    KEY_SCROLL = ("défiler", "scroll")
    KEY_PAGE = ("page", "page")
    KEY_RULES = ("règles", "rules")
    KEY_OPTION = ("ligne", "line")
    KEY_CHANGE = ("changer", "change")
    KEY_CUT = ("couper", "cut")
    KEY_CUT_AT = ("plus ou moins de cartes", "more or fewer cards")
    KEY_CUT_BY_FIVE = ("cinq cartes de plus ou de moins", "five cards more or fewer")
    KEY_CUT_NUMBER = ("taper un nombre", "type a number")
    KEY_CAPOT = ("taper capot", "type capot")
    KEY_GENERALE = ("taper générale", "type générale")
    KEY_ERASE_ALL = ("tout effacer", "erase all")
    KEY_CURSOR = ("déplacer le curseur", "move the cursor")
    KEY_BY_WORD = ("mot par mot", "word by word")
    KEY_TO_ENDS = ("début ou fin de la ligne", "start or end of the line")
    KEY_ERASE_WORD = ("effacer un mot", "erase a word")
    KEY_ERASE_BESIDE = ("effacer ce qui précède ou ce qui suit", "erase what is before or after")
    KEY_DECLINE = ("laisser", "let it be")
    KEY_PAUSE = ("pause", "pause")
    KEY_REMATCH = ("revanche", "rematch")
    KEY_CLAIM = ("tout est à moi", "the rest is mine")
    KEY_CHAT = ("parler", "chat")
    KEY_SEND = ("dire", "say")
    KEY_READY = ("phrases toutes faites", "ready-made lines")
    KEY_TRICKS = ("plis", "tricks")
    NAME_PAGES = ("PgPréc PgSuiv", "PgUp PgDn")
    NAME_SPACE = ("Espace", "Space")
    NAME_LEFT_RIGHT = ("← →", "← →")
    NAME_UP_DOWN = ("↑ ↓", "↑ ↓")
    NAME_ARROWS = ("flèches", "arrows")
    NAME_ENTER = ("Entrée", "Enter")
    NAME_ESCAPE = ("Échap", "Esc")
    NAME_BACKSPACE = ("Retour arrière", "Backspace")
    HELP_LETTERS = ("Lettres des annonces : {letters}.", "Letters of the bids: {letters}.")
    HELP_WRITING = (
        "Quand vous écrivez : ← → déplacent le curseur, Ctrl-W efface un mot, Ctrl-U le début, Ctrl-K la fin.",
        "While you write: ← → move the cursor, Ctrl-W erases a word, Ctrl-U the start, Ctrl-K the end.",
    )
    HELP_SIGNS = (
        "D : le donneur. * : la carte qui gagne le pli ; dans les règles, ce que votre table a changé.",
        "D: the dealer. *: the card that wins the trick; among the rules, what your table has changed.",
    )
    RULES_1 = (
        "But : avec votre partenaire, en face, gagner les plis et tenir le contrat.",
        "Aim: with your partner opposite, win tricks and make the contract.",
    )
    RULES_2 = (
        "Annoncez un nombre de points et un atout, passez, ou coinchez l'adversaire.",
        "Bid a number of points and a trump, pass, or coinche the opponents.",
    )
    RULES_3 = (
        "Il faut fournir, sinon couper, et monter à l'atout. Sous chaque carte, le chiffre à taper, "
        "ou - si elle n'est pas permise.",
        "Follow suit, else trump, and go higher in trumps. Under each card stands the digit to type, "
        "or - where it is not allowed.",
    )
    RULES_4 = (
        "Atout : V 9 A 10 R D 8 7. Ailleurs : A 10 R D V 9 8 7.",
        "Trumps: J 9 A 10 K Q 8 7. Elsewhere: A 10 K Q J 9 8 7.",
    )
