"""The texts of the lobby: the people there, the chat, calls for players, and a first visit."""

from __future__ import annotations

from coinche.text.catalog import Words


class InLobby(Words):
    """Sentences about the people on the server."""

    # the top of the screen
    TITLE = ("{server}  {dot}  {counts}", "{server}  {dot}  {counts}")
    NO_TABLE = ("aucune table", "no tables")
    ONE_TABLE = ("une table", "1 table")
    SOME_TABLES = ("{count} tables", "{count} tables")
    ALONE = ("personne d'autre ici", "nobody else here")
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
    AT_TABLE = ("joue : {table}", "at {table}")
    AT_WATCH = ("regarde {table}", "watching {table}")
    AT_PRIVATE = ("Table privée", "Private table")
    MORE = ("et {count} autres", "and {count} more")
    ONE_MORE = ("et un autre", "and one more")
    # chat
    TALK = ("Discussion", "Chat")
    NO_TALK = (
        "Personne n'a encore rien dit. {key} : écrire au salon.",
        "Nobody has said anything yet. {key}: write to those in the lobby.",
    )
    UNREAD = (
        "Personne d'autre n'est au salon pour l'instant ; ceux qui viendront liront votre message.",
        "Nobody else is in the lobby now; those who come will read your message.",
    )
    LINE = ("{time}  {name} : {text}", "{time}  {name}: {text}")
    # calls
    CALL_FOURTH = ("{by} cherche un quatrième ({table}).", "{by} is looking for a fourth ({table}).")
    CALL_ONE = ("{by} cherche un joueur ({table}).", "{by} is looking for a player ({table}).")
    CALL_SOME = ("{by} cherche {seats} joueurs ({table}).", "{by} is looking for {seats} players ({table}).")
    AWAITED_ONE = (
        "{table} : on attend un joueur. Entrée : s'asseoir",
        "{table}: waiting for a player. Enter: sit down",
    )
    AWAITED_SOME = (
        "{table} : on attend {count} joueurs. Entrée : s'asseoir",
        "{table}: waiting for {count} players. Enter: sit down",
    )
    AWAITED_BELOW_ONE = ("↓ : {table} attend un joueur.", "↓: {table} is waiting for a player.")
    AWAITED_BELOW_SOME = (
        "↓ : {table} attend {count} joueurs.",
        "↓: {table} is waiting for {count} players.",
    )
    OPEN_TABLE = ("Entrée ouvre cette table, n change ses règles.", "Enter opens this table, n changes its rules.")
    OPEN_BRIEFLY = ("Entrée ouvre cette table.", "Enter opens this table.")
    TAKE_ANY = ("Entrée pour remplacer un bot.", "Press Enter to take a bot's seat.")
    FULL = ("Table complète. w : regarder la partie.", "This table is full. w: watch the match.")
    ASKS_WORDS = ("Table privée : Entrée demande le mot de passe.", "Private table: Enter asks for the passphrase.")
    CALL_KEY = ("{call}  {key} : rejoindre", "{call}  {key}: join")
    CALL_TYPED = ("{call}  {word} : rejoindre.", "{call}  {word}: join.")
    CALL_PLAYERS = ("{key} : appeler des joueurs", "{key}: call players")
    KEY_CALL = ("appeler", "call players")
    KEY_COME = ("rejoindre", "join")
    KEY_PEOPLE = ("liste des présents", "list of people")
    KEY_INVITE = ("inviter", "invite")
    KEY_PHONE = ("lien pour téléphones", "link for phones")
    # the list of people
    LIST = ("Présents ({count})  {dot}  {server}", "People ({count})  {dot}  {server}")
    ALL = ("{key} : tous", "{key}: all")
    AT_LOBBY = ("au salon", "in the lobby")
    # a first visit
    ALONE_HERE = ("Pour jouer avec des amis :", "To play with friends:")
    STEP_NEW = (
        "1. « Nouvelle table », puis Entrée : elle attend vos amis.",
        "1. “New table”, then Enter: it waits for your friends.",
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
        "Les arrivées s'affichent ici. {key} : écrire au salon. {invite} : l'adresse à donner.",
        "New arrivals appear here. {key}: write to the lobby. {invite}: the address to read out.",
    )
    # line mode
    TYPED_PEOPLE = ("Présents : {people}", "People: {people}")
    TYPED_NONE = ("Ce serveur ne dit pas qui est là.", "This server does not say who is there.")


class Invitation(Words):
    """Sentences about the ways by which others join."""

    TITLE = ("Inviter des amis  {dot}  {server}", "Invite friends  {dot}  {server}")
    TABLE = ("Votre table s'appelle {table}.", "Your table is called {table}.")
    PASSPHRASE = (
        "Votre table {table} est privée. Mot de passe : {words}",
        "Your table {table} is private. Passphrase: {words}",
    )
    LINK = (
        "Vos amis tapent dans un terminal (le lien entre apostrophes) :",
        "Your friends type in a terminal (the link in quotes):",
    )
    HERE = (
        "Ce serveur est sur cette machine. Depuis un autre terminal de cette machine :",
        "This server is on this computer. From another terminal here:",
    )
    IN_NETWORK = (
        "Depuis le même réseau, sauf si le serveur n'est ouvert que sur cette machine :",
        "From the same network, unless the server is open to this computer alone:",
    )
    ONLY_HERE = (
        "Seule cette machine peut joindre le serveur : personne d'autre ne peut venir.",
        "Only this computer can reach the server, so nobody elsewhere can join.",
    )
    ALOUD = (
        "Plus court à dicter (dans le client : « Se connecter à une adresse ») :",
        "Shorter, to read out (in the client: “Connect to an address”):",
    )
    FINGERPRINT = (
        "L'empreinte affichée à leur première visite doit être celle-ci :",
        "On their first visit, their client must show this fingerprint:",
    )
    SSH = (
        "Sans rien installer, par ssh (remplacer NOM par le leur) :",
        "With nothing to install, by ssh (their own name for NAME):",
    )
    THEIR_NAME = ("NOM", "NAME")
    WEB = (
        "Sans terminal, dans un navigateur, sur un téléphone par exemple :",
        "Without a terminal, in a browser, on a phone for example:",
    )
    NEARBY = (
        "Sur le même réseau, l'accueil du client affiche « {server} » tout seul.",
        "On the same network, “{server}” appears in the client's home by itself.",
    )
    THEN = (
        "Ils verront votre table dans la liste, avec ses places libres.",
        "They will see your table in the list, with its free seats.",
    )
    THEN_OPEN = (
        "Ouvrez une table : vos amis la verront dans la liste, avec ses places libres.",
        "Open a table: they will see it in the list, with its free seats.",
    )


class Phone(Words):
    """Sentences about the link that friends open on their phones."""

    TITLE = ("Sur un téléphone  {dot}  {server}", "On a phone  {dot}  {server}")
    FRIENDS = (
        "Vos amis sans terminal ouvrent ce lien sur leur téléphone.",
        "Friends without a terminal open this link on their phone.",
    )
    ONLY_HERE = (
        "Ce serveur n'accepte que cette machine : ailleurs, le lien ne marche pas.",
        "The server is open to its own computer alone: this link opens only there.",
    )
    NONE = (
        "Ce serveur ne donne pas de lien pour les téléphones : on n'y accède que depuis un terminal.",
        "This server gives no link for phones: players can only join from a terminal.",
    )


class AboutTable(Words):
    """Sentences about one table: the line under the cursor in the lobby, and a table before its match."""

    RULES = ("{rules}, {aim}.", "{rules}, {aim}.")
    HINTS = ("Conseils autorisés.", "Hints allowed.")
    NO_HINTS = ("Pas de conseils.", "No hints.")
    HINTS_DECIDED = ("Conseils autorisés (choix du serveur).", "Hints allowed (the server's choice).")
    NO_HINTS_DECIDED = ("Pas de conseils (choix du serveur).", "No hints (the server's choice).")
    CONTEST = ("Concours.", "Contest.")
    NEED_PASSPHRASE = ("Privée : il faut le mot de passe.", "Private: you need the passphrase.")
    HAVE_PASSPHRASE = ("Table privée, mot de passe : {words}", "Private table, passphrase: {words}")
    HOST = ("Hôte : {who}.", "Host: {who}.")
    WATCHED = ("Spectateurs : {count}.", "Watching: {count}.")
    SCORE = ("Score : {score}.", "Score: {score}.")
    TALK = ("{key} : écrire à la table", "{key}: write to the table")
    INVITE = ("{key} : inviter des amis", "{key}: invite friends")
    LINK_WEB = ("Vos amis ouvrent {link}", "Your friends open {link}")
    LINK = ("Vos amis tapent {command}", "Your friends type {command}")
    # the seat under the cursor, for its keys
    FREE_FOR_BOT = ("Place {seat} libre : {bot} y met un bot.", "The {seat} seat is free: {bot} seats a bot there.")
    FREE_FOR_ANY = (
        "Place {seat} libre : {bot} y met un bot, {swap} vous y assoit.",
        "The {seat} seat is free: {bot} seats a bot there, {swap} seats you.",
    )
    OF_BOT = (
        "{who} : {bot} change son niveau, {swap} l'échange, {clear} l'enlève.",
        "{who}: {bot} changes the level, {swap} swaps seats, {clear} removes the bot.",
    )
    OF_PERSON = (
        "{who} : {swap} échange sa place, {clear} la libère.",
        "{who}: {swap} swaps this seat, {clear} frees it.",
    )
    OF_HOST = ("Votre place : {swap} l'échange avec une autre.", "Your seat: {swap} swaps it with another.")
    MINUTES = ("Vous attendez depuis {minutes} min.", "You have been waiting for {minutes} min.")
    # the new table
    NEW = ("Nouvelle table", "New table")
    NAME = ("Nom : {table}", "Name: {table}")
    LENGTH = ("Durée : {aim} (← → pour changer)", "Length: {aim} (← → to change)")
    PUBLIC = ("Ouverte à tous ({key} pour un mot de passe)", "Open to all ({key} for a passphrase)")
    PRIVATE = ("Privée, mot de passe : {words} ({key} pour changer)", "Private, passphrase: {words} ({key} to change)")
    MORE = (
        "{form} : toutes les règles, qui mélange, conseils. {invite} : inviter des amis.",
        "{form}: all the rules, who shuffles, hints. {invite}: invite friends.",
    )
