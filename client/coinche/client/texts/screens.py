"""The texts of the home screen, the lobby and the table: status lines, notices, recap and key labels."""

from __future__ import annotations

from coinche.text.catalog import Words


class Phrase(Words):
    """Texts of the full screen."""

    # home
    HOME = ("La Coinche", "La Coinche")
    YOU_ARE = ("Vous êtes {name}", "You are {name}")
    SEARCHING = ("Recherche de serveurs sur le réseau…", "Looking for servers on the network…")
    NONE_FOUND = (
        "Aucun serveur sur le réseau. Pour jouer à plusieurs, l'un de vous lance coinche-server et donne aux autres "
        "le lien affiché.",
        "No server on the network. To play together, one of you starts coinche-server and gives the others the link "
        "that it prints.",
    )
    NONE_FOUND_BRIEFLY = ("Aucun serveur sur le réseau.", "No server on the network.")
    HOME_ALONE = ("Seul", "Alone")
    ALONE_BRIEFLY = ("Jouer avec trois bots", "Play with three bots")
    HOME_FRIENDS = ("Entre amis", "With friends")
    HOME_ALSO = ("Et aussi", "And also")
    SERVER_ROW = ("{name}  {dot}  {address}", "{name}  {dot}  {address}")
    SERVER_BUSY = ("tables : {tables}, joueurs : {people}", "tables: {tables}, players: {people}")
    BOUND_FOR = ("Connexion à {server}…", "Connecting to {server}…")
    BOUND_ALONE = ("Préparation de la table et des bots…", "Setting up the table and the bots…")
    WRITE_ADDRESS = ("Adresse du serveur :", "Server address:")
    WRITE_NAME = ("Votre nom :", "Your name:")
    # the top of the screen
    TABLE = ("{table} {dot} donne {deal}", "{table} {dot} deal {deal}")
    TABLE_OF = ("{table} {dot} donne {deal} sur {length}", "{table} {dot} deal {deal} of {length}")
    CUT = ("Coupe", "Cut")
    SHUFFLED = ("cartes mélangées", "cards shuffled")
    NOT_SHUFFLED = ("cartes non mélangées", "cards not shuffled")
    CONTRACT = ("Contrat", "Contract")
    BID = ("Enchères", "Bidding")
    NO_BID = ("Personne n'a encore parlé.", "No bid yet.")
    PASSED_SO_FAR = ("Pas encore d'enchère.", "No bid yet.")
    OLDER_TRICKS = ("Les règles cachent les plis précédents.", "Earlier tricks are hidden by the rules.")
    COINCHED_BY = ("coinché par {who}", "coinched by {who}")
    SURCOINCHED_BY = ("surcoinché par {who}", "surcoinched by {who}")
    TRICKS = ("plis {ours}-{theirs}", "tricks {ours}-{theirs}")
    POINTS = ("points : {ours}, {theirs}", "points: {ours}, {theirs}")
    POINTS_BRIEFLY = ("{ours}, {theirs}", "{ours}, {theirs}")
    OF_SIDE = ("{team} {points}", "{team} {points}")
    AND_BELOTE = (" + {points} belote", " + {points} belote")
    AND_DECLARED = (" + {points} annonces", " + {points} declared")
    DEALER = ("donneur {who}", "dealer {who}")
    TIME_LEFT = ("votre temps {time}", "your time {time}")
    LINK_LOST = (
        "Connexion perdue ({time}), reconnexion en cours : place gardée.",
        "Connection lost ({time}), reconnecting: your seat is kept.",
    )
    LINK_LOST_LOBBY = ("Connexion perdue ({time}), reconnexion en cours.", "Connection lost ({time}), reconnecting.")
    RESTARTING = (
        "Le serveur redémarre ({time}) : votre place est gardée.",
        "The server is restarting ({time}): your seat is kept.",
    )
    RESTARTING_LOBBY = (
        "Le serveur redémarre ({time}), reconnexion en cours.",
        "The server is restarting ({time}), reconnecting.",
    )
    CONNECTING = ("Connexion au serveur", "Connecting to the server")
    RULE = ("{name} : {value}", "{name}: {value}")
    RULES_DIFFER = ("{count} options modifiées (*).", "{count} options changed (*).")
    RULE_DIFFERS = ("Une option modifiée (*).", "One option changed (*).")
    RULES_UNKNOWN = (
        "Règles maison de ce serveur : vous les lirez à la table.",
        "House rules of this server: you can read them at the table.",
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
    YOUR_BID = ("À vous de parler : ", "Your turn to bid: ")
    YOUR_CUT = (
        "À vous de couper : {at} cartes passent sous les {below} autres",
        "Your turn to cut: the top {at} cards go under the other {below}",
    )
    CUT_TOO_NEAR = (
        "À vous de couper : de {lowest} à {highest} cartes",
        "Your turn to cut: {lowest} to {highest} cards",
    )
    CUT_ABOVE = ("{at} passent dessous", "{at} go to the bottom")
    CUT_BELOW = ("{below} passent dessus", "{below} go on top")
    WAIT_CUT = ("{who} coupe…", "{who} is cutting…")
    AGAIN_COINCHE = ("Encore c pour coincher {bid}", "c again to coinche {bid}")
    AGAIN_SURCOINCHE = ("Encore s pour surcoincher {bid}", "s again to surcoinche {bid}")
    MAY_COINCHE = ("c : coincher", "c: coinche")
    MAY_SURCOINCHE = ("s : surcoincher", "s: surcoinche")
    MAY_DECLINE = ("Espace : non", "Space: no")
    YOUR_CARD = ("À vous : {what}", "Your turn: {what}")
    YOUR_LEAD = ("À vous d'entamer : {what}", "Your lead: {what}")
    YOUR_LEAD_BRIEFLY = ("À vous d'entamer", "Your lead")
    YOUR_DUTY = ("À vous, {duty} : {what}", "Your turn, {duty}: {what}")
    SOME_CARDS = ("{count} cartes possibles", "{count} cards allowed")
    ONE_CARD = ("une seule carte possible", "you have one legal card")
    ANY_CARD = ("n'importe quelle carte", "any card")
    MUST_BEAT = ("il faut monter", "you must go higher")
    MUST_RUFF = ("il faut couper", "you must trump")
    MUST_OVERRUFF = ("il faut surcouper", "you must overtrump")
    MUST_UNDERRUFF = ("il faut jouer atout", "you must play a trump")
    SENT = ("Envoyé…", "Sent…")
    UNHEARD = ("Envoyé, le serveur n'a pas encore répondu…", "Sent, waiting for the server…")
    WAIT_FOR = ("{who} réfléchit…", "{who} is thinking…")
    WAIT_LEAD = ("{who} va entamer…", "{who} is about to lead…")
    TURN_TO_BID = ("à {who} de parler", "{who} to bid")
    TURN_TO_PLAY = ("à {who} de jouer", "{who} to play")
    TURN_TO_CUT = ("à {who} de couper", "{who} to cut")
    WAIT_PLAYER = ("On attend un joueur.", "Waiting for a player.")
    WAIT_PLAYERS = ("On attend {count} joueurs.", "Waiting for {count} players.")
    WAIT_DEAL = ("On distribue…", "Dealing…")
    PAUSED = ("Pause.   Entrée : continuer", "Paused.   Enter: continue")
    STANDS = ("La partie est en pause.", "The game is paused.")
    PAUSE_WANTED = ("{who} : une pause ?  {key} : oui", "{who}: pause?  {key}: yes")
    PAUSE_ASKED = ("Pause demandée : on attend {who}", "Pause requested, waiting for {who}")
    PAUSE_OTHERS = ("Pause demandée par {who}", "Pause requested by {who}")
    REMATCH_WANTED = ("{who} : revanche ?  {key} : oui  q : non", "{who}: rematch?  {key}: yes  q: no")
    AND = (" et ", " and ")
    REMATCH_ASKED_FOR = (
        "Revanche proposée : on attend {who}, {time} au plus.",
        "Rematch offered: waiting up to {time} for {who}.",
    )
    REMATCH_ASKED = ("Revanche proposée : on attend {who}", "Rematch offered: waiting for {who}")
    GO_ON_OR_AGAIN = ("{key} : revanche   q : quitter la table", "{key}: rematch   q: leave the table")
    NO_REMATCH = ("{who} ne veut pas de revanche.", "{who} does not want a rematch.")
    WRITING = ("Message :", "Message:")
    SPOKEN = ("{name} : {text}", "{name}: {text}")
    WATCHING = ("Vous regardez la partie.", "You are watching.")
    LED = ("{suit} demandé", "{suit} led")
    HAS_NONE = ("vous n'avez pas de {suit}", "you have no {suit}")
    LED_BY = ("{suit} demandé par {who}", "{who} led {suit}")
    FOLLOW_LED = ("Il faut fournir à {suit}.", "You must follow suit: play {suit}.")
    WILL_SAY = ("Avec {card}, vous annoncerez : {what}", "Play {card} to announce {what}")
    WOULD_SAY = ("Vous annoncerez : {what}", "You will announce {what}")
    OR = (" ou ", " or ")
    SILENT = ("Vous n'annoncerez rien.", "You will declare nothing.")
    HOW_TO_BID = (
        "flèches pour choisir, ou tapez (ex. {typed} = {bid})",
        "choose with the arrows, or type (e.g. {typed} = {bid})",
    )
    HOW_TO_BID_IN_LETTERS = (
        "flèches pour choisir, ou tapez par exemple {typed}",
        "choose with the arrows, or type, for example, {typed}",
    )
    ENTER_CALLS = ("Entrée : {call}, ou choisissez autre chose", "Enter: {call}, or choose something else")
    ENTER_CALLS_BRIEFLY = ("Entrée : {call}", "Enter: {call}")
    HOW_TO_BID_BRIEFLY = ("flèches, ou tapez {typed}", "arrows, or type {typed}")
    WILL_SAY_BID = ("Entrée pour dire {bid}", "Enter to bid {bid}")
    NOT_ON_OFFER = ("{bid} n'est pas possible", "{bid} is not possible")
    LEVEL_NOT_ON_OFFER = ("{level} n'est pas possible", "{level} is not possible")
    TYPING = ("{typed}_", "{typed}_")
    VALUE = ("Enchère", "Bid")
    TYPE = ("Tapez", "Type")
    AT_LEAST = ("Au moins", "At least")
    MEANINGS = ("{key} ce que disent les enchères", "{key} what the bids mean")
    ALONE = ("{key} seul : {call}", "{key} alone: {call}")
    TWICE_PRESSED = ("{key} deux fois : {call}", "{key} twice: {call}")
    PAD_TOO_LOW = ("{bid} est trop bas, au moins {lowest}", "{bid} is too low, at least {lowest}")
    TOO_LOW = ("Trop bas : au moins {lowest}.", "Too low: at least {lowest}.")
    TRUMP = ("Atout", "Trump")
    PASSED = ("passe", "pass")
    COINCHED = ("coinche", "coinche")
    SURCOINCHED = ("surcoinche", "surcoinche")
    LAST_DEAL = ("Donne précédente : {told}", "Previous deal: {told}")
    LAST_COINCHED = ("Donne précédente, coinchée : {told}", "Previous deal, coinched: {told}")
    LAST_SURCOINCHED = ("Donne précédente, surcoinchée : {told}", "Previous deal, surcoinched: {told}")
    HAND = ("Main", "Hand")
    LOG = ("Journal", "Log")
    # the recap
    MADE = ("réussi", "made")
    FAILED = ("chuté", "failed")
    DRAWN = ("litige", "tied")
    THROWN_IN = ("Tout le monde a passé : pas de points.", "Everybody passed: no points.")
    GO_ON = ("Entrée : {what}", "Enter: {what}")
    GO_ON_OR_QUIT = ("Entrée : {what}   q : quitter", "Enter: {what}   q: quit")
    ELSE_IN = ("Sinon dans {time}.", "Or starts by itself in {time}.")
    NEXT_DEAL_IN = ("Prochaine donne dans {time}.", "Next deal in {time}.")
    REMATCH_FOR = ("Revanche possible pendant {time}.", "A rematch is open for another {time}.")
    TABLES_IN = ("Retour aux tables dans {time} au plus.", "Back to the tables within {time}.")
    TABLE_GONE = ("Vous n'êtes plus à cette table.", "You are no longer at this table.")
    OTHERS_READ = ("On attend {who}", "Waiting for {who}")
    OTHERS_OR_AGAIN = ("On attend {who}   {key} : revanche", "Waiting for {who}   {key}: rematch")
    RECAP_TITLE = ("Fin de la donne.", "End of the deal.")
    OVER_TITLE = ("Fin de la partie.", "End of the match.")
    # the lobby
    WELCOME = ("Bonjour {name}", "Hello {name}")
    TABLES = ("Tables de {server}", "Tables at {server}")
    NO_TABLES = ("Pas encore de table : ouvrez la première.", "No tables yet: open the first.")
    NEW_TABLE_TO = ("Nouvelle table : {rules}, {aim}", "New table: {rules}, {aim}")
    NEW_PRIVATE_TABLE_TO = ("Nouvelle table privée : {rules}, {aim}", "New private table: {rules}, {aim}")
    NEW_TABLE_BRIEFLY = ("Nouvelle table, {aim}", "New table, {aim}")
    NEW_PRIVATE_TABLE_BRIEFLY = ("Nouvelle table privée, {aim}", "New private table, {aim}")
    AIM_TARGET = ("en {target} points", "to {target} points")
    AIM_SERVER = ("durée habituelle", "usual length")
    WITHOUT_HINTS = ("{aim}, sans conseils", "{aim}, no hints")
    AIM_LENGTH = ("en {length} donnes", "of {length} deals")
    AIM_ONE_DEAL = ("une seule donne", "one deal only")
    PRIVATE_TABLE = ("{table} (privée)", "{table} (private)")
    PHASE_WAITING = ("en attente", "waiting")
    PHASE_PLAYING = ("en cours", "playing")
    PHASE_OVER = ("terminée", "finished")
    SPECTATORS = ("spectateurs : {count}", "{count} watching")
    WRITE_WORDS = ("Mot de passe (vide : ouverte à tous) :", "Passphrase (none: open to all):")
    WRITE_WORDS_OF = ("Mot de passe de la table {table} :", "Passphrase of table {table}:")
    ROOM_FULL = ("Les quatre places sont prises.", "All four seats are taken.")
    ROOM_HOST = (
        "Vous êtes l'hôte. Entrée : commencer la partie.",
        "You are the host. Enter: begin the match.",
    )
    ROOM_HOST_ONE = (
        "Vous êtes l'hôte. Entrée : commencer, un bot prend la place libre.",
        "You are the host. Enter: begin, a bot takes the empty seat.",
    )
    ROOM_HOST_SOME = (
        "Vous êtes l'hôte. Entrée : commencer, des bots prennent les {count} places libres.",
        "You are the host. Enter: begin, bots take the {count} empty seats.",
    )
    ROOM_HOSTED = ("{who} est l'hôte et lancera la partie.", "{who} is the host and will begin the match.")
    ROOM_OPEN = (
        "La partie commence dès que les quatre places sont prises.",
        "The match begins as soon as all four seats are taken.",
    )
    ROOM_LATER = (
        "Les retardataires prennent la place d'un bot à la donne suivante.",
        "Latecomers replace a bot from the next deal.",
    )
    ROOM_NO_LATER = (
        "Une seule donne : on n'y entre en route que si tous l'acceptent.",
        "One deal only: latecomers get a seat only if everybody agrees.",
    )
    ROOM_LATER_STRICT = (
        "Concours : pas de nouveau joueur avant la fin de la partie.",
        "Contest: no new players until the match is over.",
    )
    ROOM_BOT_HERE = ("{key} : bot ici", "{key}: bot here")
    ROOM_FRAME = ("place choisie", "chosen seat")
    ROOM_MOVING = (
        "Échanger {seat} avec quelle place ? Choisissez-la, puis Entrée.",
        "Who should swap with {seat}? Choose a seat, then Enter.",
    )
    ROOM_MOVING_BOT = (
        "Échanger {seat} avec quelle place ? Puis Entrée. Un bot y change de prénom.",
        "Who should swap with {seat}? Then Enter. A bot's name changes with it.",
    )
    MOVING = ("à échanger", "to swap")
    HOST = ("hôte", "host")
    GATHERING = ("{rules}, {aim}.", "{rules}, {aim}.")
    # keys
    KEY_RESUME = ("reprendre la partie", "go on with it")
    KEY_START_ANEW = ("nouvelle partie", "new match")
    KEY_GIVE_UP = ("abandonner la partie", "give the match up")
    HELP = ("Aide", "Help")
    KEY_PLAY = ("jouer", "play")
    KEY_CHOOSE = ("choisir", "choose")
    KEY_CONFIRM = ("confirmer", "confirm")
    KEY_VALUE = ("valeur", "value")
    KEY_SUIT = ("atout", "trump")
    KEY_TYPE = ("taper 110c (0 : capot)", "type 110h (0: capot)")
    KEY_BID = ("enchérir", "bid")
    KEY_ERASE = ("effacer", "erase")
    KEY_SILENT = ("ne rien annoncer", "don't declare")
    KEY_LAST = ("dernier pli", "last trick")
    KEY_LOG = ("journal", "log")
    KEY_SORT = ("trier", "sort")
    KEY_BOTS = ("bots partout", "fill with bots")
    SETTINGS = ("Réglages", "Settings")
    KEY_SETTINGS = ("réglages", "settings")
    KEY_PALETTE = ("actions", "actions")
    KEY_DO = ("valider", "run")
    PALETTE = ("Que faire ?", "What would you like to do?")
    PALETTE_SIT = ("s'asseoir : {table}", "sit down: {table}")
    PALETTE_WATCH = ("regarder : {table}", "watch: {table}")
    PALETTE_SETTING = ("réglage : {name} [{value}]", "setting: {name} [{value}]")
    PALETTE_ELSEWHERE = ("{label} (seulement : {where})", "{label} (only: {where})")
    PALETTE_AT_TABLES = ("{label} (seulement à une table)", "{label} (only at a table)")
    PALETTE_NOT_NOW = ("{label} (pas maintenant)", "{label} (not now)")
    PALETTE_EMPTY = ("Rien de ce nom : essayez un autre mot.", "Nothing by that name: try another word.")
    PRESS_KEYS = ("Pour « {label} » : touches {keys}.", "For “{label}”: keys {keys}.")
    CALLED = ("À vous de jouer ! {table}", "Your turn! {table}")
    TITLE = ("{table}", "{table}")
    TITLE_TURN = ("▶ à vous - {table}", "▶ your turn - {table}")
    KEY_BOTS_LEVEL = ("niveau", "level")
    KEY_BEGIN = ("commencer", "begin")
    KEY_MARK = ("autre place", "other seat")
    KEY_BOT = ("bot", "bot")
    KEY_TAKE = ("s'y asseoir", "sit there")
    KEY_SWAP = ("échanger", "swap")
    KEY_CLEAR = ("libérer la place", "free the seat")
    KEY_WORDS = ("mot de passe", "passphrase")
    KEY_HOME = ("accueil", "home")
    KEY_ROW = ("choisir", "choose")
    KEY_CHOOSE_ROW = ("valider", "select")
    KEY_NAME = ("nom", "name")
    KEY_SEARCH = ("serveurs", "servers")
    KEY_GO = ("se connecter", "connect")
    KEY_KEEP = ("valider", "keep")
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
    KEY_GO_ON = ("continuer", "continue")
    KEY_NEXT_DEAL = ("donne suivante", "next deal")
    KEY_TO_TABLES = ("retour aux tables", "back to the tables")
    KEY_REMATCH_OR_LEAVE = ("revanche ?", "rematch?")
    KEY_AWAIT_REMATCH = ("attendre la réponse", "wait for the answer")
    KEY_INTERRUPT = ("arrêter", "stop")
    KEY_SUSPEND = ("suspendre (fg pour revenir)", "suspend (fg to return)")
    KEY_REDRAW = ("redessiner l'écran", "redraw the screen")
    KEY_SCROLL = ("défiler", "scroll")
    KEY_PAGE = ("page", "page")
    KEY_SECTION = ("chapitre", "section")
    KEY_RULES = ("règles", "rules")
    KEY_OPTION = ("ligne", "line")
    KEY_CHANGE = ("changer", "change")
    KEY_CUT = ("couper", "cut")
    KEY_CUT_AT = ("déplacer", "move")
    KEY_CUT_BY_FIVE = ("de cinq en cinq", "by five")
    KEY_CUT_NUMBER = ("taper un nombre", "type a number")
    KEY_CAPOT = ("taper capot", "type capot")
    KEY_GENERALE = ("taper générale", "type générale")
    KEY_ERASE_ALL = ("tout effacer", "erase all")
    KEY_CURSOR = ("déplacer le curseur", "move the cursor")
    KEY_BY_WORD = ("mot par mot", "word by word")
    KEY_TO_ENDS = ("début ou fin de la ligne", "start or end of the line")
    KEY_ERASE_WORD = ("effacer un mot", "erase a word")
    KEY_ERASE_BESIDE = ("effacer avant ou après", "erase before or after")
    KEY_DECLINE = ("non", "no")
    KEY_PAUSE = ("pause", "pause")
    KEY_REMATCH = ("revanche", "rematch")
    KEY_CLAIM = ("le reste est à moi", "claim the rest")
    KEY_CHAT = ("message", "chat")
    KEY_SEND = ("envoyer", "send")
    KEY_READY = ("messages tout prêts", "ready-made messages")
    KEY_TRICKS = ("plis", "tricks")
    NAME_PAGES = ("PgPréc PgSuiv", "PgUp PgDn")
    NAME_SPACE = ("Espace", "Space")
    NAME_LEFT_RIGHT = ("← →", "← →")
    NAME_UP_DOWN = ("↑ ↓", "↑ ↓")
    NAME_ARROWS = ("flèches", "arrows")
    NAME_ENTER = ("Entrée", "Enter")
    NAME_ESCAPE = ("Échap", "Esc")
    NAME_BACKSPACE = ("Retour arrière", "Backspace")
