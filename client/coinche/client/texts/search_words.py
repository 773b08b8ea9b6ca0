"""Other words for commands, settings and choices, by which the palette finds them, under the names of their texts.

Words of the text itself need not be repeated, nor words that begin with a part of it.
"""

from __future__ import annotations

from coinche.text.catalog import Words


class Synonym(Words):
    """Words that people use for the same thing."""

    # commands
    KEY_LEAVE = ("quitter sortir abandonner s'en aller accueil fin", "quit exit go home end")
    KEY_QUIT = ("partir sortir fermer arrêter fin", "leave exit close stop end")
    KEY_INTERRUPT = ("quitter partir sortir fin", "quit leave exit end")
    KEY_ADVICE = (
        "aide suggestion astuce que jouer quoi enchérir",
        "help advice suggestion tip what to play bid",
    )
    KEY_CONSULT = ("conseil avis bot meilleure carte aurait joué", "hint advice bot best card would have played")
    KEY_COSTLY = ("erreurs pires coups fautes analyse", "mistakes worst moves blunders review")
    KEY_DECISION = ("mes choix coups tour suivante précédente", "my choices moves turn next previous")
    KEY_EYES = ("voir main cartes joueur yeux", "see hand cards player eyes")
    KEY_WEIGH = ("points solveur cartes ouvertes analyse", "points solver open cards analysis")
    KEY_HELP = ("secours touches mode d'emploi comment", "keys manual how shortcuts")
    KEY_SETTINGS = ("options préférences configuration paramètres", "options preferences configuration setup")
    KEY_RULES = ("règlement variantes", "variants options laws")
    KEY_RESUME = ("continuer partie attend sauvegarde solo", "continue match waiting saved solo")
    KEY_CHAT = ("parler écrire discuter dire bavarder", "message talk write speak say")
    KEY_SHORT = ("bonjour bravo merci", "hello thanks well played")
    KEY_CALL = ("chercher joueurs salon quatrième", "find players lobby fourth")
    KEY_PEOPLE = ("qui joueurs connectés", "who players online")
    KEY_INVITE = ("amis lien adresse empreinte ssh partager", "friends link address fingerprint ssh share")
    KEY_INVITE_ONE = ("invitation nom lien ami réserver", "invitation name link friend reserve")
    KEY_LET_IN = ("accepter admettre porte nouveau attend", "accept admit door newcomer waits")
    KEY_PUT_OFF = ("ignorer refuser porte nouveau attend", "ignore refuse door newcomer waits")
    KEY_REVIEW = ("porte ignorés nouveau accepter", "door ignored newcomer accept")
    KEY_PHONE = (
        "téléphone qr code portable smartphone navigateur web amis inviter partager",
        "qr code mobile smartphone browser web friends invite share",
    )
    KEY_END_PAUSE = ("pause continuer fin", "pause continue end")
    KEY_PAUSE = ("attendre arrêter café", "wait break stop")
    KEY_REMATCH = ("rejouer encore nouvelle partie", "again replay new match")
    KEY_GO_ON = ("suivant suite donne", "next deal")
    KEY_NEXT_DEAL = ("continuer suite", "continue go on")
    KEY_TO_TABLES = ("continuer salon fin", "continue lobby end")
    KEY_REMATCH_OR_LEAVE = ("continuer refuser non", "continue decline")
    KEY_AWAIT_REMATCH = ("attente", "waiting")
    KEY_LAST = ("levée revoir précédent", "previous see again")
    KEY_SORT = ("ranger classer main ordre", "order arrange hand")
    KEY_LOG = ("historique événements", "history events")
    KEY_REPLAY = ("rejouer analyse cartes", "again analysis review")
    KEY_RETRY = ("entraînement essayer autrement recommencer refaire", "practice practise try again differently redo")
    KEY_UNDO = ("annuler défaire retour arrière revenir", "undo takeback back revert")
    KEY_AGAIN = ("rejouer recommencer refaire", "retry replay redo")
    KEY_HISTORY = ("précédentes scores marque", "previous scores")
    KEY_CLAIM = ("abattre poser plis restants", "lay down show hand remaining tricks")
    KEY_NEW = ("créer ouvrir", "create open")
    KEY_OPEN = ("créer nouvelle table", "create new table")
    KEY_WATCH = ("spectateur voir suivre", "spectator observe look")
    KEY_ENTER = ("jouer entrer rejoindre place", "play join enter seat")
    KEY_WORDS = ("privée secret code", "password private secret code")
    KEY_HOME = ("retour quitter serveur partir", "back leave server quit")
    KEY_NAME = ("pseudo surnom m'appelle", "nickname call me")
    KEY_SEARCH = ("serveurs réseau trouver actualiser", "servers network find refresh")
    KEY_BOTS = ("robots ordinateur compléter remplir", "robots computer fill")
    BOT = ("robot ordinateur niveau", "robot computer level")
    KEY_SWAP = ("partenaire équipe changer place", "partner team change seat")
    KEY_CLEAR = ("enlever chasser place", "remove kick seat")
    KEY_BEGIN = ("lancer démarrer partie", "start launch match")
    KEY_MATCHES = ("anciennes archives historique", "past archive history")
    KEY_STATISTICS = (
        "classement résultats chiffres stats contrats coinches capots partenaire face à face courbe",
        "ranking results figures stats contracts coinches capots partner head to head curve",
    )
    KEY_PAR = ("par double mort solveur fautes écart", "par double dummy solver mistakes difference")
    KEY_PLAYER = ("page partenaire adversaires face à face", "page partner opponents head to head")
    KEY_LEARN = ("leçon cours débutant tutoriel", "lesson beginner tutorial")
    KEY_SECOND = ("apprendre cours suite", "learn course next")
    KEY_REDRAW = ("rafraîchir effacer", "refresh clear")
    PASS = ("parole passe", "no bid")
    COINCHE = ("contrer contre", "double")
    SURCOINCHE = ("surcontrer surcontre", "redouble")
    PALETTE_SIT = ("jouer rejoindre entrer", "join play enter")
    PALETTE_WATCH = ("spectateur voir", "spectator observe")
    # home
    ALONE = ("seul ordinateur robots nouvelle partie commencer", "alone solo computer robots new match start")
    MATCHES = ("historique progrès courbe stats", "history progress curve stats")
    LEARN = ("leçon cours débutant tutoriel règles", "lesson beginner tutorial rules")
    PRACTISE = ("entraînement annuler essayer exercice", "practice undo training exercise")
    ADDRESS = ("rejoindre amis serveur internet ip hôte", "join friends server internet ip host")
    RECORD = ("rejouer ouvrir charger", "open load review")
    SETTINGS = ("options préférences configuration", "options preferences configuration")
    RULES = ("variantes maison questionnaire", "variants house questionnaire")
    # settings
    LANGUAGE = ("langage traduction", "translation")
    NAME = ("pseudo surnom joueur", "nickname player")
    SIGNS = ("ascii lettres cadres unicode", "ascii letters frames unicode characters")
    THEME = (
        "apparence quatre sombre noir blanc daltonisme style tapis palette",
        "colors appearance four dark black white color blindness style felt palette",
    )
    SORT = ("ranger classer cartes", "arrange cards sort")
    BOTS = ("robots ordinateur difficulté force", "robots computer difficulty strength")
    BELL = ("son bruit bip alarme silence muet", "sound noise beep alarm silence mute")
    NOTIFY = ("alerte avertir prévenir", "alert warn")
    TITLE = ("onglet fenêtre", "tab window")
    PLAY_FORCED = ("automatique obligé unique", "automatic only single")
    CONFIRM = ("valider erreur sûr", "validate mistake sure")
    LINGER = ("attendre délai vitesse lent rapide ramasser", "wait delay speed slow fast clear")
    MOUSE = ("cliquer pointeur sélection", "click pointer selection")
    CHAT = ("messages discussion muet taire", "messages talk mute")
    TIPS = ("conseils aide débutant lignes", "hints help beginner lines")
