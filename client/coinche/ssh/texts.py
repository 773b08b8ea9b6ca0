"""Sentences of the gateway: on its own terminal, and to guests who cannot come in."""

from __future__ import annotations

from coinche.text.catalog import Words


class Sentence(Words):
    """One member for each."""

    OPEN = (
        "Vos amis jouent avec leur ssh, sans rien installer (NOM : comme ils veulent s'appeler) :",
        "Your friends play with their ssh and install nothing (NAME: what they want to be called):",
    )
    COMMAND = ("  ssh{port} NOM@{address}", "  ssh{port} NAME@{address}")
    WORD = (
        "À plusieurs derrière une même adresse, ou pour être sûrs de retrouver leur place : NOM+MOT, un mot à eux.",
        "Those who share an address, or want to be sure of their seats, come as NAME+WORD, with a word of their own.",
    )
    WITH_PASSWORD = ("Le mot de passe leur sera demandé.", "They will be asked for the password.")
    FINGERPRINT = (
        "La première fois, leur ssh montre cette empreinte : {fingerprint}",
        "The first time, their ssh shows this fingerprint: {fingerprint}",
    )
    SERVER = (
        "Le serveur de coinche : {address}. Ctrl-C pour finir.",
        "The coinche server: {address}. Ctrl-C ends it.",
    )
    CAME = ("+ {name} ({address})", "+ {name} ({address})")
    CAME_BACK = ("  {name} ({address}) retrouve sa place.", "  {name} ({address}) has the seat back.")
    LEFT = ("- {name} ({address})", "- {name} ({address})")
    CUT_OFF = (
        "- {name} ({address}) : la ligne est coupée ; sa place l'attend {minutes} minutes.",
        "- {name} ({address}): the line broke; the seat is kept for {minutes} minutes.",
    )
    LOST = (
        "- {name} ({address}) : la ligne est coupée ; d'autres viennent de la même adresse, et il n'y avait pas de mot "
        "(NOM+MOT) : sa place n'est pas gardée.",
        "- {name} ({address}): the line broke; others come from the same address, and there was no word (NAME+WORD): "
        "the seat is not kept.",
    )
    FLOODED = (
        "- {name} ({address}) : son écran n'est plus lu ; la ligne est coupée.",
        "- {name} ({address}): the screen is not read any more; the line was cut.",
    )
    TURNED_AWAY = ("- {name} ({address}) : {problem}", "- {name} ({address}): {problem}")
    FAULT = (
        "- {name} ({address}) : une erreur a mis fin à cette visite seule. [{error}]",
        "- {name} ({address}): an error has ended this visit, and no other. [{error}]",
    )
    UNOWNED = ("Une erreur, sans suite : [{error}]", "An error, without consequence: [{error}]")
    CROWDED = (
        "Il y a trop de monde venant de {address} ; les autres devront attendre.",
        "There are too many from {address}; the others have to wait.",
    )
    SILENT = (
        "Trop de connexions sans identification depuis {address} ; la plus ancienne est fermée.",
        "Too many connections from {address} have not signed in; the oldest is closed.",
    )
    WRONG_PASSWORD = ("Mauvais mot de passe depuis {address}.", "Wrong password from {address}.")
    LOCKED = (
        "Trop de mauvais mots de passe depuis {address} : plus aucun essai pendant {seconds} s.",
        "Too many wrong passwords from {address}: no more tries for {seconds} s.",
    )
    COME_LATER = (
        "Trop de mauvais mots de passe depuis votre adresse. Réessayez dans {seconds} s.",
        "Too many wrong passwords from your address. Try again in {seconds} s.",
    )
    FULL = (
        "Il n'y a plus de place pour le moment. Revenez plus tard !",
        "There is no room at the moment. Come again later!",
    )
    SORRY = (
        "Une erreur a mis fin à votre visite. Revenez sous le même nom : votre place vous attend.",
        "An error has ended your visit. Come back under the same name: your seat is kept.",
    )
    SORRY_LOST = (
        "Une erreur a mis fin à votre visite. Revenez quand vous voudrez !",
        "An error has ended your visit. Come again when you like!",
    )
    GOODBYE = ("À bientôt !", "See you soon!")


class GatewayFault(Words):
    """Why there is no gateway."""

    NO_SSH = (
        "Pour --serve-ssh, il manque le module asyncssh : pip install 'coinche[ssh]'",
        "--serve-ssh needs the module asyncssh: pip install 'coinche[ssh]'",
    )
    PORT_TAKEN = (
        "Le port {port} est déjà pris : choisissez-en un autre, comme --serve-ssh {other}.",
        "Port {port} is taken: choose another, such as --serve-ssh {other}.",
    )
    NOT_ALLOWED = (
        "Le système ne permet pas le port {port} : choisissez-en un au-dessus de 1023, comme --serve-ssh 2222.",
        "The system does not allow port {port}: choose one above 1023, such as --serve-ssh 2222.",
    )
    CANNOT_LISTEN = (
        "Impossible d'écouter sur {host}, port {port} : {why}",
        "It is not possible to listen on {host}, port {port}: {why}",
    )
    BAD_KEY = (
        "La clé {path} ne peut servir : d'autres que vous peuvent la lire, ou ce n'est plus une clé. Effacez-la : une "
        "autre sera faite, et le ssh de vos amis demandera si elle est bien à vous.",
        "The key {path} cannot be used: others than you may read it, or it is a key no more. Remove it: another will "
        "be made, and your friends' ssh will ask whether it is yours.",
    )
