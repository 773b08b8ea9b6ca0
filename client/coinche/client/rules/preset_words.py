"""What each preset is, in a line, in both languages; English is the engine's own line. Refuses to know any option."""

from __future__ import annotations

from coinche.engine.presets import ABOUT
from coinche.text.catalog import Language

FRENCH = {
    "ffb": "Fédération Française de Belote, règlement officiel (par défaut)",
    "ffb-sa-ta": "le règlement de la fédération, avec sans atout et tout atout",
    "asce": "concours de l'ASCE : ffb-sa-ta, coinche à la volée, pisser obligatoire",
    "pagat": "pagat.com, forme de base : sans annonces, un capot ne se coinche pas",
    "pagat-annonces": "pagat.com avec annonces, en 3000",
    "online": "un club en ligne : jamais mélangé, sans atout, on surenchérit sur une coinche",
    "contree": "Belote Contrée : le jeu du club en ligne sans annonces",
    "bridgee": "Belote Bridgée, la forme de pagat.com proche du bridge : couleurs classées",
    "ibelote": "la forme d'iBelote : sans atout, tout atout, générale",
    "stayandplay-bid": "stayandplay.cards, où seul le contrat se marque",
    "stayandplay-points": "stayandplay.cards, où seuls les points se marquent",
    "stayandplay-both": "stayandplay.cards, où points et contrat se marquent",
    "colver": "les règles du programme colver 0.11.1, pour jouer contre lui",
}


def about(preset: str, language: Language) -> str:
    """The line; empty for rules that only the server knows."""
    return (FRENCH if language is Language.FRENCH else ABOUT).get(preset, "")
