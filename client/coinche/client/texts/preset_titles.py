"""The names of rules as people say them: `official French rules` for the preset `ffb`."""

from __future__ import annotations

from collections.abc import Mapping

from coinche.engine.presets import DEFAULT_PRESET
from coinche.text.catalog import Words
from coinche.text.formatting import Face


class PresetTitle(Words):
    """The title of each preset, and of rules made from one."""

    FFB = ("règles officielles", "official French rules")
    FFB_SA_TA = ("règles officielles, sans et tout atout", "official rules, no and all trump")
    ASCE = ("règles de concours (ASCE)", "contest rules (ASCE)")
    PAGAT = ("jeu simple, sans annonces", "simple game, no declarations")
    PAGAT_ANNONCES = ("jeu simple, avec annonces", "simple game, with declarations")
    ONLINE = ("règles de club en ligne", "online club rules")
    CONTREE = ("belote contrée", "belote contrée")
    BRIDGEE = ("belote bridgée", "belote bridgée")
    IBELOTE = ("sans et tout atout, générale", "no and all trump, générale")
    STAYANDPLAY_BID = ("jeu simple, contrat seul", "simple game, bid only")
    STAYANDPLAY_POINTS = ("jeu simple, points seuls", "simple game, points only")
    STAYANDPLAY_BOTH = ("jeu simple, points et contrat", "simple game, points and bid")
    COLVER = ("enchères jusqu'à 160", "bids up to 160")
    OFFICIAL = (
        "règles officielles (Fédération française de belote)",
        "official rules (French belote federation)",
    )
    ONE_CHANGED = ("{title} (1 option modifiée)", "{title} (1 option changed)")
    SOME_CHANGED = ("{title} ({count} options modifiées)", "{title} ({count} options changed)")
    HOUSE = ("règles « {name} »", "“{name}” rules")


TITLES: Mapping[str, PresetTitle] = {
    "ffb": PresetTitle.FFB,
    "ffb-sa-ta": PresetTitle.FFB_SA_TA,
    "asce": PresetTitle.ASCE,
    "pagat": PresetTitle.PAGAT,
    "pagat-annonces": PresetTitle.PAGAT_ANNONCES,
    "online": PresetTitle.ONLINE,
    "contree": PresetTitle.CONTREE,
    "bridgee": PresetTitle.BRIDGEE,
    "ibelote": PresetTitle.IBELOTE,
    "stayandplay-bid": PresetTitle.STAYANDPLAY_BID,
    "stayandplay-points": PresetTitle.STAYANDPLAY_POINTS,
    "stayandplay-both": PresetTitle.STAYANDPLAY_BOTH,
    "colver": PresetTitle.COLVER,
}


def headed(rules: str, face: Face) -> str:
    """`titled` at the beginning of a sentence."""
    title = titled(rules, face)
    return title[:1].upper() + title[1:]


def in_full(rules: str, face: Face) -> str:
    """`titled`, where the name of the federation has room."""
    return face.say(PresetTitle.OFFICIAL) if rules == DEFAULT_PRESET else titled(rules, face)


def titled(rules: str, face: Face) -> str:
    """The title of rules by their name: that of a preset, of one with changes such as `pagat+2`, or of house rules."""
    preset, _, changed = rules.partition("+")
    if preset not in TITLES or (changed and not changed.isdecimal()):
        return face.say(PresetTitle.HOUSE, name=face.name(rules))
    title = face.say(TITLES[preset])
    if not changed:
        return title
    words = PresetTitle.ONE_CHANGED if int(changed) == 1 else PresetTitle.SOME_CHANGED
    return face.say(words, title=title, count=int(changed))
