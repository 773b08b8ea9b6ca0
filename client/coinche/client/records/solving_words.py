"""Every sentence of `coinche-record solve`, in French and English."""

from __future__ import annotations

from coinche.client.language import Words


class Solved(Words):
    """One member for each."""

    POSITION = (
        "{file}, donne {deal}, carte {card} : {seat} doit jouer ; contrat {bid} par {bidder}",
        "{file}, deal {deal}, card {card}: {seat} to play; contract {bid} by {bidder}",
    )
    TABLE = ("Sur la table : {cards}", "On the table: {cards}")
    CAPOT = ("{team} tous les plis", "{team} all tricks")
    PLAYED = ("(jouée)", "(played)")
    FORCED = ("(la seule permise)", "(the only one allowed)")
    PLAYED_FORCED = ("(jouée, la seule permise)", "(played, the only one allowed)")
    MEANING = (
        "Points des cartes et du dix de der sur toute la donne, si ensuite tous jouent au mieux, cartes ouvertes.",
        "Points of the cards and the last trick's ten in the whole deal, if then all play their best, all cards open.",
    )
    ENGINE = ("Solveur : {engine}.", "Solver: {engine}.")
    NOTHING_PLAYED = ("{file} : aucune donne n'a été jouée.", "{file}: no deal was played.")
    NO_SUCH_DEAL = (
        "{file} : la donne {deal} n'a pas été jouée ; choisir parmi {deals}.",
        "{file}: deal {deal} was not played; choose one of {deals}.",
    )
    NO_SUCH_CARD = (
        "{file}, donne {deal} : pas de carte {card} ; choisir un nombre de 1 à {last}.",
        "{file}, deal {deal}: there is no card {card}; choose a number from 1 to {last}.",
    )
