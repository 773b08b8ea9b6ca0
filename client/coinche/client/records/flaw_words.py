"""Why a record proves nothing, in French and English."""

from __future__ import annotations

from coinche.client.language import Words


class Wrong(Words):
    """One member for each `Flaw`, by its name."""

    COMMITMENT = (
        "le secret du serveur n'est pas celui auquel il s'était engagé, ou pas pour cette donne",
        "the server's secret is not the one that it was bound to, or it was not for this deal",
    )
    ASKED = (
        "ces parts ne sont pas celles des joueurs dont on prend les parts",
        "the shares are not those of the players whose shares are taken",
    )
    PLEDGE = (
        "la part d'un joueur n'est pas celle à laquelle il s'était engagé",
        "a player's share is not the one that he was bound to",
    )
    SUBSTITUTE = (
        "une part de remplacement a été choisie : elle ne découle pas du secret du serveur",
        "a substitute share was chosen: it does not follow from the server's secret",
    )
    PACK = (
        "le paquet n'est pas celui qui découle des parts",
        "the pack is not the one that follows from the shares",
    )
    UNSHOWN = (
        "les cartes ont été mélangées, et rien ne montre comment",
        "the cards were shuffled, and nothing shows how",
    )
    NOTHING_SHUFFLED = (
        "les cartes n'ont été que ramassées, et pourtant il y a des parts",
        "the cards were only gathered, and yet there are shares",
    )
    UNSIGNED = (
        "cette partie n'est pas signée : elle ne prouve rien",
        "this record is not signed: it proves nothing",
    )
    NO_DEALS = (
        "il n'y a aucune donne : cela ne prouve rien",
        "there is no deal in it: it proves nothing",
    )
    NAMES = (
        "ces noms ne sont pas ceux pour qui la première donne a été mélangée",
        "the names are not those for whom the first deal was shuffled",
    )
    UNFINISHED = ("tout s'arrête avant la fin de la partie", "it ends before the match does")
    UNSEALED = (
        "la dernière ligne, celle de la signature, manque",
        "the last line, with the signature, is missing",
    )
    CHAIN = (
        "quelque chose a été changé après la signature : les lignes ne sont pas celles qui ont été signées",
        "something was changed after it was signed: the lines are not those that were signed",
    )
    SIGNATURE = (
        "la signature n'est pas celle du serveur que nomme la première ligne",
        "the signature is not that of the server that the first line names",
    )
    SIGNER = (
        "un autre serveur que celui que vous avez nommé l'a signée",
        "another server has signed it than the one you named",
    )
