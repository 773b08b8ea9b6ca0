"""Sentences of the gateway: on its own terminal, and to guests who cannot come in."""

from __future__ import annotations

from coinche.text.catalog import Words


class Sentence(Words):
    """Sentences for the operator and the guests."""

    OPEN = (
        "Vos amis jouent par ssh, sans rien installer (NOM : leur nom à la table) :",
        "Your friends can play over ssh without installing anything (NAME: their name at the table):",
    )
    COMMAND = ("  ssh{port} NOM@{address}", "  ssh{port} NAME@{address}")
    WORD = (
        "Pour ceux qui partagent une adresse, ou pour être sûr de retrouver sa place : NOM+MOT, avec un mot secret à "
        "soi.",
        "For players who share an address, or want to be sure of their seats: NAME+WORD, with a secret word of their "
        "own.",
    )
    WITH_PASSWORD = ("Le mot de passe leur sera demandé.", "They will be asked for the password.")
    FINGERPRINT = (
        "La première fois, leur ssh affiche cette empreinte : {fingerprint}",
        "The first time, their ssh shows this fingerprint: {fingerprint}",
    )
    SERVER = ("Serveur de coinche : {address}. Ctrl-C pour arrêter.", "Coinche server: {address}. Ctrl-C stops it.")
    CAME = ("+ {name} ({address})", "+ {name} ({address})")
    CAME_BACK = ("  {name} ({address}) retrouve sa place.", "  {name} ({address}) is back in the seat.")
    LEFT = ("- {name} ({address})", "- {name} ({address})")
    CUT_OFF = (
        "- {name} ({address}) : connexion coupée ; sa place est gardée {minutes} minutes.",
        "- {name} ({address}): connection lost; the seat is kept for {minutes} minutes.",
    )
    LOST = (
        "- {name} ({address}) : connexion coupée ; d'autres jouent depuis cette adresse, et sans mot secret (NOM+MOT) "
        "sa place n'est pas gardée.",
        "- {name} ({address}): connection lost; others play from this address, and without a secret word (NAME+WORD) "
        "the seat is not kept.",
    )
    FLOODED = (
        "- {name} ({address}) : son terminal ne lit plus rien ; connexion fermée.",
        "- {name} ({address}): the terminal has stopped reading; connection closed.",
    )
    TURNED_AWAY = ("- {name} ({address}) : {problem}", "- {name} ({address}): {problem}")
    FAULT = (
        "- {name} ({address}) : une erreur a interrompu cette connexion ; les autres continuent. [{error}]",
        "- {name} ({address}): an error ended this connection; the others go on. [{error}]",
    )
    UNOWNED = ("Une erreur, sans conséquence : [{error}]", "A harmless error: [{error}]")
    CROWDED = (
        "Trop de connexions depuis {address} ; les suivantes devront attendre.",
        "Too many connections from {address}; further ones have to wait.",
    )
    SILENT = (
        "Trop de connexions sans identification depuis {address} ; la plus ancienne est fermée.",
        "Too many connections from {address} have not signed in; the oldest is closed.",
    )
    WRONG_PASSWORD = ("Mauvais mot de passe depuis {address}.", "Wrong password from {address}.")
    LOCKED = (
        "Trop de mauvais mots de passe depuis {address} : bloqué pendant {seconds} s.",
        "Too many wrong passwords from {address}: blocked for {seconds} s.",
    )
    COME_LATER = (
        "Trop de mauvais mots de passe depuis votre adresse. Réessayez dans {seconds} s.",
        "Too many wrong passwords from your address. Try again in {seconds} s.",
    )
    FULL = ("Plus de place pour le moment. Revenez plus tard !", "There is no room at the moment. Come back later!")
    SORRY = (
        "Une erreur a interrompu votre connexion. Revenez sous le même nom : votre place est gardée.",
        "An error ended your connection. Come back under the same name: your seat is kept.",
    )
    SORRY_LOST = (
        "Une erreur a interrompu votre connexion. Revenez quand vous voulez !",
        "An error ended your connection. Come back any time!",
    )
    GOODBYE = ("À bientôt !", "See you soon!")


class GatewayFault(Words):
    """Reasons why the gateway cannot start."""

    NO_SSH = (
        "--serve-ssh a besoin du module asyncssh : pip install 'coinche[ssh]'",
        "--serve-ssh needs the module asyncssh: pip install 'coinche[ssh]'",
    )
    PORT_TAKEN = (
        "Le port {port} est déjà pris : choisissez-en un autre, par exemple --serve-ssh {other}.",
        "Port {port} is taken: choose another, for example --serve-ssh {other}.",
    )
    NOT_ALLOWED = (
        "Le système interdit le port {port} : choisissez-en un au-dessus de 1023, par exemple --serve-ssh 2222.",
        "The system forbids port {port}: choose one above 1023, for example --serve-ssh 2222.",
    )
    CANNOT_LISTEN = (
        "Impossible d'écouter sur {host}, port {port} : {why}",
        "Cannot listen on {host}, port {port}: {why}",
    )
    BAD_KEY = (
        "La clé {path} est inutilisable : d'autres peuvent la lire, ou elle est abîmée. Effacez-la : une nouvelle clé "
        "sera créée, et le ssh de vos amis leur demandera de la confirmer.",
        "The key {path} cannot be used: others can read it, or it is damaged. Remove it: a new key will be made, and "
        "your friends' ssh will ask them to confirm it.",
    )
