"""The texts of those who come to the server: applicants who wait to be let in, and invitations to a name."""

from __future__ import annotations

from coinche.text.catalog import Words


class LettingIn(Words):
    """Sentences to somebody who may let others in."""

    KEY_LET_IN = ("laisser entrer", "let in")
    KEY_PUT_OFF = ("pas maintenant", "not now")
    KEY_REVIEW = ("revoir qui attend", "see who waits")
    TYPED_LET_IN = ("accepter", "accept")
    TYPED_PUT_OFF = ("ignorer", "ignore")
    TYPED_WHO = ("porte", "door")
    # who waits
    HAS_COME = ("{who} attend à la porte.", "{who} is at the door.")
    WAITS = (
        "{who} attend à la porte ({time}).  {yes} : laisser entrer  {no} : pas maintenant",
        "{who} is at the door ({time}).  {yes}: let in  {no}: not now",
    )
    MORE = (
        "{who} attend à la porte ({time}).  {yes} : laisser entrer  {no} : pas maintenant  (+{count})",
        "{who} is at the door ({time}).  {yes}: let in  {no}: not now  (+{count})",
    )
    # what was decided
    ENTERS = ("Vous laissez entrer {who}.", "You let {who} in.")
    PUT_OFF = (
        "{who} attend toujours : seul le responsable du serveur peut refuser. {key} : revoir qui attend.",
        "{who} is still waiting: only the server's operator can refuse. {key}: see who waits.",
    )
    GONE = ("{who} n'attend plus.", "{who} no longer waits.")
    # line mode
    HOW = (
        "{who} attend à la porte. accepter {who} : laisser entrer ; ignorer {who} : pas maintenant.",
        "{who} is at the door. accept {who}: let in; ignore {who}: not now.",
    )
    ROW = ("{who} attend à la porte depuis {time}.", "{who} has been at the door for {time}.")
    ROW_PUT_OFF = ("{who} attend depuis {time} (ignoré).", "{who} has been waiting for {time} (ignored).")
    NOBODY = ("Personne n'attend à la porte.", "Nobody is at the door.")
    NO_SUCH = ("Personne de ce nom n'attend à la porte.", "Nobody of that name is at the door.")
    PUT_OFF_TYPED = (
        "{who} attend toujours : seul le responsable du serveur peut refuser. {typed} : revoir qui attend.",
        "{who} is still waiting: only the server's operator can refuse. {typed}: see who waits.",
    )


class Inviting(Words):
    """Sentences about an invitation to a name."""

    KEY_INVITE_ONE = ("inviter quelqu'un par son nom", "invite somebody by name")
    KEY_ONE = ("par son nom", "by name")
    KEY_CODE = ("code QR", "QR code")
    KEY_MAKE = ("inviter", "invite")
    # the name
    ASK_TITLE = ("Inviter quelqu'un  {dot}  {server}", "Invite somebody  {dot}  {server}")
    ASK = ("Son nom :", "Their name:")
    ASKED = (
        "Le lien que vous recevrez donne ce nom, pour de bon, à la première personne qui l'ouvre : envoyez-le à elle "
        "seule.",
        "The link that you get gives this name for good to the first person who opens it: send it to that person "
        "alone.",
    )
    # the invitation
    TITLE = ("Invitation pour {who}  {dot}  {server}", "Invitation for {who}  {dot}  {server}")
    FOR = (
        "La première personne qui ouvre un de ces liens s'appelle {who} ici, pour de bon. Valable jusqu'au {until}.",
        "The first person to open one of these links is {who} here, for good. Valid until {until}.",
    )
    IN_BROWSER = ("Dans un navigateur, sur un téléphone par exemple :", "In a browser, on a phone for example:")
    IN_TERMINAL = ("Dans un terminal (le lien entre apostrophes) :", "In a terminal (the link in quotes):")
    CODE = ("Ou le code seul, pour un lien déjà connu :", "Or the code alone, for a link they know already:")
    ONCE = (
        "Notez-les maintenant : ils ne sont gardés nulle part.",
        "Note them now: they are kept nowhere.",
    )
    UNTIL = (
        "{day:02}/{month:02}/{year} à {hour:02}h{minute:02}",
        "{year}-{month:02}-{day:02} at {hour:02}:{minute:02}",
    )
    # why not
    OPERATOR_ONLY = (
        "Sur ce serveur, seul le responsable invite par un nom : demandez-lui.",
        "On this server only the operator invites people by name: ask them.",
    )
    GUESTS_DO_NOT = (
        "Vous êtes de passage : seuls les joueurs qui possèdent leur nom, par une clé, peuvent inviter.",
        "You are a guest: only players who own their name, by a key, can invite.",
    )
    NO_NAME = (
        "Votre nom n'est pas à vous sur ce serveur : seuls les joueurs qui possèdent leur nom peuvent inviter.",
        "Your name is not your own on this server: only players who own their name can invite.",
    )
    BROUGHT_IN = (
        "Un autre joueur vous a fait entrer il y a peu : vous ne pouvez encore inviter personne.",
        "Another player brought you in not long ago: you cannot invite anybody yet.",
    )
    ADDRESS = (
        "C'est une adresse, et non un nom : choisissez un nom.",
        "That is an address, not a name: choose a name.",
    )
    RESERVED = (
        "Ce nom est réservé à quelqu'un que l'on a déjà invité : choisissez-en un autre.",
        "That name is reserved for somebody who has been invited already: choose another.",
    )
    TAKEN = ("Ce nom est déjà pris : choisissez-en un autre.", "That name is taken: choose another.")
    TOO_MANY = (
        "Vous avez déjà trop d'invitations en cours : attendez que l'une d'elles serve ou expire.",
        "Too many of your invitations are open: wait until one is used or ends.",
    )
    REFUSED = ("Le serveur refuse cette invitation.", "The server refuses this invitation.")
    HOW = (
        "inviter Zoé : un lien qui donne ce nom à la première personne qui l'ouvre.",
        "invite Zoé: a link that gives that name to the first person who opens it.",
    )
