"""Scenes of a lobby with people: tables that wait or play, a chat, a call, and a first visit."""

from __future__ import annotations

from dataclasses import replace

from coinche.client.model.messages import LinkUp, Tick
from coinche.client.update.update import reduce
from coinche.engine.presets import PRESETS
from coinche.engine.seats import Seat, Team
from coinche.engine.view import Phase
from coinche.protocol.messages import (
    CalledToTable,
    Chatted,
    HostChanged,
    Lobby,
    LobbyChatted,
    LobbyLine,
    Newcomers,
    Occupant,
    People,
    PersonInfo,
    PlayerInvitation,
    SeatInfo,
    TableInfo,
    Whereabouts,
)
from tests.client import scenes_at_home, scenes_at_table
from tests.client.scene import CLOCK, Scene

EVENING = 1_795_030_440_000
"""A time of the Unix clock, in ms."""
LINK = "coinche://192.168.1.20:24567#HT2B-NXRJ-4ZJ2-WQ5K-B3YA-C7LM"

WEB_LINK = "http://192.168.1.20:24567/"


def seats(**names: str) -> tuple[SeatInfo, ...]:
    """The seats of a table: people by their names, bots as `bot`, the rest free."""
    kinds = {"": Occupant.FREE, "bot": Occupant.BOT}
    said = {seat: names.get(seat.value, "") for seat in Seat}
    return tuple(
        SeatInfo(seat=seat, occupant=kinds.get(name, Occupant.PERSON), name="steady" if name == "bot" else name)
        for seat, name in said.items()
    )


CAFE = TableInfo(
    table="t1",
    clock=CLOCK,
    name="Café",
    preset="ffb",
    target=1000,
    phase=Phase.PLAYING,
    seats=seats(N="Hugo", E="Inès", S="Jean", W="bot"),
    spectators=1,
    score={Team.NORTH_SOUTH: 340, Team.EAST_WEST: 120},
)
CLUB = replace(
    CAFE,
    table="t2",
    name="Chez Zoé",
    target=2000,
    phase=Phase.WAITING,
    seats=seats(N="Léo", S="Zoé", W="Max"),
    spectators=0,
    score=None,
)
BOTS = replace(CLUB, table="t3", name="Bots", preset="pagat", base="pagat", seats=seats(N="bot", E="bot", S="bot"))


def person(name: str, place: Whereabouts = Whereabouts.LOBBY, table: str | None = None) -> PersonInfo:
    return PersonInfo(name=name, occupant=Occupant.PERSON, place=place, table=table)


PEOPLE = (
    person("Ana"),
    person("Rose"),
    *(person(name, Whereabouts.PLAYING, "t2") for name in ("Zoé", "Léo", "Max")),
    *(person(name, Whereabouts.PLAYING, "t1") for name in ("Hugo", "Inès", "Jean")),
    person("Paul", Whereabouts.WATCHING, "t1"),
    person("Lou", Whereabouts.ELSEWHERE),
    PersonInfo(name="minimal", occupant=Occupant.PROGRAM, place=Whereabouts.LOBBY),
)


def lines(*said: tuple[str, str]) -> tuple[LobbyLine, ...]:
    return tuple(LobbyLine(at=EVENING + 60_000 * n, name=name, text=text) for n, (name, text) in enumerate(said))


def on_a_server(scene: Scene, *tables: TableInfo) -> None:
    """The viewer has signed in where people are told of."""
    up = LinkUp("Ana", resumed=False, people=True, title="Chez Ana", link=LINK, web=WEB_LINK)
    scene.state = reduce(scene.state, up)
    scene.hear(Lobby(tables=tables, presets=tuple(PRESETS), bots=("steady",)))


def lobby_people(scene: Scene) -> None:
    """Three tables, a dozen people and a chat; the cursor stands where a person waits."""
    on_a_server(scene, CLUB, CAFE, BOTS)
    scene.hear(People(people=PEOPLE, more=2))
    said = (("Rose", "Bonsoir à tous !"), ("Hugo", "On finit dans dix minutes."), ("Rose", "Je regarde en attendant."))
    scene.hear(LobbyChatted(lines=lines(*said), recent=True))


def lobby_called(scene: Scene) -> None:
    """Zoé looks for a fourth."""
    lobby_people(scene)
    scene.hear(CalledToTable(table="t2", name="Chez Zoé", by="Zoé", seats=1))


def lobby_talking(scene: Scene) -> None:
    """A line is being written."""
    lobby_people(scene)
    scene.press("t")
    scene.write("J'arrive")


def lobby_alone(scene: Scene) -> None:
    """The first person on a server."""
    on_a_server(scene)
    scene.hear(People(people=PEOPLE[:1]))
    scene.hear(LobbyChatted(lines=(), recent=True))


def recap_of_a_host(scene: Scene) -> None:
    """The recap of a deal of the host's, with a bot in West."""
    on_a_server(scene)
    scenes_at_table.recap(scene)
    scene.happen(HostChanged(Seat.SOUTH))


def people_listed(scene: Scene) -> None:
    """Everybody, on a page of their own, with the cursor on Zoé; the server keeps statistics."""
    lobby_people(scene)
    scene.state = replace(scene.state, archive=replace(scene.state.archive, offered=True))
    scene.press("p", "down", "down")


def invitation(scene: Scene) -> None:
    """How others join a server with a link."""
    lobby_people(scene)
    scene.press("i")


def invitation_by_ssh(scene: Scene) -> None:
    """The same for a guest of the ssh gateway, in the room of a private table."""
    on_a_server(scene)
    scene.state = replace(
        scene.state,
        passphrase="sésame ouvre-toi",
        server_link="",
        through_ssh=True,
        ssh_command="ssh -p 2222 NAME@192.168.1.20",
    )
    scenes_at_home.hosting(scene)
    scene.press("i")


def phone(scene: Scene) -> None:
    """The link for friends with phones, in the lobby."""
    lobby_people(scene)
    scene.press("s")


def phone_without_link(scene: Scene) -> None:
    """The same in a room, on a server that shows browsers nothing."""
    on_a_server(scene)
    scene.state = replace(scene.state, web_link="")
    scenes_at_home.hosting(scene)
    scene.press("s")


def room_private(scene: Scene) -> None:
    """A private table of one's own that has waited for three minutes, on a server that decides about hints."""
    on_a_server(scene)
    scene.state = replace(scene.state, passphrase="sésame ouvre-toi", hints_decided=True)
    scenes_at_home.hosting(scene)
    scene.state = reduce(scene.state, Tick(scene.state.now + 200))


def room_of_people(scene: Scene) -> None:
    """A table that waits for players, where somebody talks; the lobby can be called."""
    on_a_server(scene)
    scenes_at_home.hosting(scene)
    scene.happen(Chatted(Seat.NORTH, "Zoé", "On attend Max ?"), Chatted(Seat.SOUTH, "Ana", "Oui, il arrive."))


def room_with_applicants(scene: Scene) -> None:
    """A host in the room, while two people wait to be let into the server."""
    room_of_people(scene)
    scene.hear(Newcomers(names=("Lou", "Rose")))
    scene.state = reduce(scene.state, Tick(scene.state.now + 75))


def follow_with_an_applicant(scene: Scene) -> None:
    """The same while South has to follow, while one person waits to be let in."""
    scenes_at_table.follow(scene)
    scene.happen(HostChanged(Seat.SOUTH))
    scene.hear(Newcomers(names=("Lou",)))


def inviting(scene: Scene) -> None:
    """The name of somebody to invite is being written."""
    owner_in_lobby(scene)
    scene.press("f6")
    scene.write("Zoé")


def invited(scene: Scene) -> None:
    """The invitation that the server has made."""
    inviting(scene)
    scene.press("enter")
    scene.hear(PlayerInvitation(name="Zoé", secret="000102030405060708090a0b0c0d0e0f", until=EVENING + 604_800_000))


def invited_code(scene: Scene) -> None:
    """The code of that invitation, alone."""
    invited(scene)
    scene.press("s")


def owner_in_lobby(scene: Scene) -> None:
    """The lobby of a server where owners of names invite, for one of them."""
    lobby_people(scene)
    scene.state = replace(scene.state, members_invite=True, has_key=True)


SAID = (Chatted(Seat.NORTH, "Zoé", "Bien joué, Max !"), Chatted(Seat.EAST, "Max", "Merci, j'ai eu de la chance."))


def bidding_and_talking(scene: Scene) -> None:
    """Two players talk during the auction."""
    scenes_at_table.bidding(scene)
    scene.happen(*SAID)


def playing_and_talking(scene: Scene) -> None:
    """Two players talk while South has to follow."""
    scenes_at_table.follow(scene)
    scene.happen(*SAID)


STORIES = (
    lobby_people,
    lobby_called,
    lobby_talking,
    lobby_alone,
    recap_of_a_host,
    people_listed,
    invitation,
    invitation_by_ssh,
    phone,
    phone_without_link,
    room_private,
    room_of_people,
    room_with_applicants,
    follow_with_an_applicant,
    inviting,
    invited,
    invited_code,
    bidding_and_talking,
    playing_and_talking,
)
