"""The texts of the lobby: the people there, the chat, calls for players, and a first visit."""

from __future__ import annotations

from coinche.text.catalog import Words


class InLobby(Words):
    """Sentences about the people on the server."""

    # the top of the screen
    TITLE = ("{server}  {dot}  {tables}, {people}", "{server}  {dot}  {tables}, {people}")
    NO_TABLE = ("aucune table", "no tables")
    ONE_TABLE = ("une table", "1 table")
    SOME_TABLES = ("{count} tables", "{count} tables")
    ALONE = ("vous êtes seul", "you are alone")
    SOME_PEOPLE = ("{count} personnes", "{count} people")
    # tables
    FREE_SEAT = ("une place libre", "1 free seat")
    FREE_SEATS = ("{count} places libres", "{count} free seats")
    SCORE = ("{one} {first} - {second} {other}", "{one} {first} - {second} {other}")
    # people
    HERE = ("Présents", "People")
    AT = ("{place} : {name}", "{place}: {name}")
    WATCHES = ("{name} (regarde)", "{name} (watching)")
    PROGRAM = ("{name} (programme)", "{name} (program)")
    IN_LOBBY = ("Au salon", "In the lobby")
    AT_TABLE = ("joue : {table}", "plays: {table}")
    AT_WATCH = ("regarde {table}", "watching {table}")
    AT_PRIVATE = ("Table privée", "Private table")
    MORE = ("et {count} autres", "and {count} more")
    # chat
    TALK = ("Discussion", "Chat")
    NO_TALK = (
        "Personne n'a encore rien dit. {key} : écrire à tous.",
        "Nobody has said anything yet. {key}: write to all.",
    )
    LINE = ("{time}  {name} : {text}", "{time}  {name}: {text}")
    # calls
    CALL_FOURTH = ("{by} cherche un quatrième à la table {table}.", "{by} needs a fourth at table {table}.")
    CALL_ONE = ("{by} cherche un joueur à la table {table}.", "{by} needs a player at table {table}.")
    CALL_SOME = ("{by} cherche {seats} joueurs à la table {table}.", "{by} needs {seats} players at table {table}.")
    AWAITED_ONE = (
        "Table {table} : on attend un joueur. Entrée : s'asseoir",
        "Table {table} is waiting for a player. Enter: sit down",
    )
    AWAITED_SOME = (
        "Table {table} : on attend {count} joueurs. Entrée : s'asseoir",
        "Table {table} is waiting for {count} players. Enter: sit down",
    )
    CALL_KEY = ("{call}  {key} : s'asseoir", "{call}  {key}: sit down")
    CALL_TYPED = ("{call}  {word} : s'asseoir.", "{call}  {word}: sit down.")
    KEY_CALL = ("appeler", "call players")
    KEY_COME = ("rejoindre", "join")
    # a first visit
    ALONE_HERE = (
        "Vous êtes seul ici. Pour jouer avec des amis :",
        "You are alone here. To play with friends:",
    )
    STEP_OPEN = (
        "1. Entrée ouvre une table, qui attend vos amis.",
        "1. Enter opens a table, which waits for your friends.",
    )
    STEP_LINK = (
        "2. Donnez-leur ce lien, à taper entre apostrophes après coinche-client :",
        "2. Give them this link, to be typed in quotes after coinche-client:",
    )
    STEP_BOTS = (
        "3. À la table, f met des bots : vos amis prendront leur place plus tard.",
        "3. At the table, f seats bots: your friends can take their seats later.",
    )
    STEP_HOST = (
        "2. Donnez-leur le lien que coinche-server a affiché à son démarrage.",
        "2. Give them the link that coinche-server printed when it started.",
    )
    STEP_SSH = (
        "2. Donnez-leur l'adresse ssh par laquelle vous êtes venu.",
        "2. Give them the ssh address by which you came.",
    )
    STEP_SEE = (
        "Vous verrez ici qui arrive, et vous pourrez vous écrire ({key}).",
        "You will see here who comes, and can write to each other ({key}).",
    )
    # line mode
    TYPED_PEOPLE = ("Présents : {people}", "People: {people}")
    TYPED_NONE = ("Ce serveur ne dit pas qui est là.", "This server does not say who is there.")
