"""Tests of friends who have only ssh: they see each other, play, and leave with their terminals restored."""

from __future__ import annotations

import re
from collections.abc import Mapping

import asyncssh
import pytest
import trio

from coinche.client import views
from coinche.client.model.state import ClientState
from coinche.client.views import Size
from coinche.engine.seats import Seat
from coinche.protocol.names import is_name
from coinche.ssh import guest
from coinche.ssh.screen import LONGEST_PASTE, Keyboard, LineEditor
from coinche.text.formatting import Face
from tests.client.ssh.gateway import Friend, Gateway, drive
from tests.examples.watcher import Watcher

CLEAN = ("\x1b[?1049l", "\x1b[?25h")


async def sit(friend: Friend) -> None:
    """At the table that is there, on the first free seat; the cursor is there if a person waits."""
    await friend.until("     N ")
    friend.type("\r" if "▶ table" in friend.text() else "\x1b[B\r")


def test_two_at_one_table_see_each_other_and_play_a_card() -> None:
    async def script(gateway: Gateway) -> None:
        async with trio.open_nursery() as nursery:
            await gateway.served.sit(nursery, (Seat.NORTH, Seat.EAST))
            ana, max_ = await gateway.friend("Ana"), await gateway.friend("Max")
            await sit(ana)
            await ana.until("│   Ana")
            await max_.until("Ana")
            await sit(max_)
            await max_.until("Ana")
            await ana.until("Max")
            await play_one_card(ana, max_)
            nursery.cancel_scope.cancel()

    drive(script)


def test_a_friend_waits_for_a_bots_seat_and_nobody_lets_them_in_where_programs_hold_cards() -> None:
    async def script(gateway: Gateway) -> None:
        served = gateway.served
        async with trio.open_nursery() as nursery:
            await served.sit(nursery, (Seat.NORTH, Seat.EAST))
            ana, max_ = await gateway.friend("Ana"), await gateway.friend("Max")
            await sit(ana)
            await ana.until("│   Ana")
            await leave_a_seat_to_a_bot(served.address.port, served.table)
            await max_.until("en cours")
            await sit(max_)
            await max_.until("Vous jouerez en Ouest après cette donne.")
            await ana.until("Max jouera en Ouest à la prochaine donne.  i : tout de suite")
            ana.type("i")
            await ana.until("Des joueurs de cette donne sont partis")
            nursery.cancel_scope.cancel()

    drive(script)


async def leave_a_seat_to_a_bot(port: int, table: str) -> None:
    """Somebody sits on the last free seat, and leaves in the middle of the deal."""
    async with await trio.open_tcp_stream("127.0.0.1", port) as stream:
        leaver = Watcher(stream)
        await leaver.say("hello", versions=[1, 1], name="leaver", program=True)
        await leaver.say("join", table=table)
        await leaver.until("hand_dealt")
        await leaver.say("leave", table=table)
        await leaver.until("left")


async def play_one_card(*friends: Friend) -> None:
    """Pass, go on, and when there is a card to play, play one."""
    async with trio.open_nursery() as nursery:
        for friend in friends:
            nursery.start_soon(play_along, friend, nursery.cancel_scope)


async def play_along(friend: Friend, scope: trio.CancelScope) -> None:
    while True:
        play = ("À vous : ", "À vous d'entamer", "À vous, il faut")
        found = await friend.until_any("flèches pour choisir", *play, "Entrée : donne suivante")
        if found in play:
            friend.type("\x1b[C\r")
            await friend.until_not(found)
            scope.cancel()
        friend.type("p" if found == "flèches pour choisir" else "\r")
        await friend.until_not(found)


def break_for(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Make every drawing for this friend fail from now on."""
    sound = views.screen

    def broken(state: ClientState, face: Face, size: Size) -> object:
        return 1 / 0 if state.name == name else sound(state, face, size)

    monkeypatch.setattr("coinche.client.screen.app.screen", broken)


def test_who_quits_has_his_terminal_as_it_was_and_status_0() -> None:
    async def script(gateway: Gateway) -> Friend:
        ana = await gateway.friend("Ana")
        await ana.until("une table,")
        ana.type("\x03")
        assert await ana.ended() == 0
        await gateway.until("- Ana (127.0.0.1)")
        return ana

    ana = drive(script)
    assert ana.written.count("\x1b[?1049h") == ana.written.count("\x1b[?1049l") == 1
    assert ana.written.rindex("\x1b[?25h") > ana.written.rindex("\x1b[?25l")
    assert "À bientôt" in ana.text()


def test_a_gateway_that_ends_leaves_the_terminals_of_its_guests_clean() -> None:
    async def script(gateway: Gateway) -> Friend:
        ana = await gateway.friend("Ana")
        await ana.until("une table,")
        return ana

    ana = drive(script)
    assert ana.written.count("\x1b[?1049h") == ana.written.count("\x1b[?1049l") == 1
    assert ana.written.rindex("\x1b[?25h") > ana.written.rindex("\x1b[?25l")
    assert ana.over


def test_a_window_that_shrinks_to_48_by_12_and_grows_is_drawn_anew() -> None:
    async def script(gateway: Gateway) -> None:
        ana = await gateway.friend("Ana")
        await sit(ana)
        await ana.until("│   Ana")
        ana.resize(48, 12)
        await ana.until_not("───")
        await ana.until("On attend")
        ana.resize(120, 40)
        await ana.until("─" * 118)

    drive(script)


def test_on_48_by_12_from_the_start_one_can_sit_down() -> None:
    async def script(gateway: Gateway) -> None:
        ana = await gateway.friend("Ana", columns=48, rows=12)
        await sit(ana)
        await ana.until("On attend 3 joueurs.")

    drive(script)


@pytest.mark.parametrize(
    ("env", "greeting"),
    [
        ({"LANG": "fr_FR.UTF-8"}, "Bonjour Ana"),
        ({"LANG": "en_GB.UTF-8"}, "Hello Ana"),
        ({"LANG": "de_DE.UTF-8"}, "Hello Ana"),
        ({"LANG": "en_GB.UTF-8", "LC_MESSAGES": "fr_CH.UTF-8"}, "Bonjour Ana"),
        ({}, "Hello Ana"),
    ],
)
def test_he_is_spoken_to_as_his_locale_says(env: Mapping[bytes | str, bytes | str], greeting: str) -> None:
    async def script(gateway: Gateway) -> None:
        ana = await gateway.friend("Ana", env=env)
        await ana.until(greeting)

    drive(script)


@pytest.mark.parametrize(("env", "term"), [({"LANG": "C"}, "xterm"), ({"LC_ALL": "fr_FR.ISO-8859-1"}, "xterm")])
def test_where_the_locale_has_no_signs_only_ascii_is_drawn(env: Mapping[bytes | str, bytes | str], term: str) -> None:
    async def script(gateway: Gateway) -> Friend:
        ana = await gateway.friend("Ana", env=env, term=term)
        await ana.until("Ana")
        await ana.until("-" * 70)
        return ana

    assert drive(script).written.isascii()


@pytest.mark.parametrize(
    ("env", "term", "coloured"),
    [({}, "xterm-256color", True), ({"NO_COLOR": "1"}, "xterm-256color", False), ({}, "vt220", False)],
)
def test_the_guests_terminal_decides_about_colours_not_the_operators(
    env: Mapping[bytes | str, bytes | str], term: str, coloured: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def script(gateway: Gateway) -> Friend:
        ana = await gateway.friend("Ana", env=env, term=term)
        await ana.until("table,")
        return ana

    written = drive(script).written
    codes = {code for sequence in re.findall(r"\x1b\[([0-9;]*)m", written) for code in sequence.split(";")}
    assert codes & {"1", "7"}, "weights are kept"
    assert bool(codes & {"38", "48", *map(str, range(30, 38)), *map(str, range(90, 98))}) is coloured


def test_a_dumb_terminal_has_lines_an_echo_and_a_prompt() -> None:
    async def script(gateway: Gateway) -> Friend:
        ana = await gateway.friend("Ana", term="dumb")
        await ana.until("Vous êtes Ana.")
        ana.type("j 2x\x7f\x7f1\r")
        await ana.until("coinche> j 1")
        await ana.until("Vous êtes à la table")
        assert "coinche> coinche>" not in ana.text()
        ana.type("\x03")
        assert await ana.ended() == 0
        return ana

    assert "\x1b" not in drive(script).written


@pytest.mark.parametrize(
    ("typed", "line", "shown"),
    [
        ("new ab\x7f", "new a", "new ab\b \b"),
        ("new Café\x17", "new ", "new Café" + 4 * "\b \b"),
        ("new a  \x17\x17", "", "new a  " + 7 * "\b \b"),
        ("a b\x15\x17\x7f", "", "a b" + 3 * "\b \b"),
        ("日e\u0301\x7f\x7f", "", "日e\u0301" + "\b \b" + 2 * "\b \b"),
    ],
)
def test_a_line_of_a_dumb_terminal_is_erased_by_signs_and_words(typed: str, line: str, shown: str) -> None:
    typing = LineEditor("> ")
    assert typing.feed(typed) == shown
    assert typing.line == line


def test_a_guest_moves_the_cursor_erases_words_and_pastes() -> None:
    async def script(gateway: Gateway) -> None:
        ana = await gateway.friend("Ana", term_modes={asyncssh.PTY_VERASE: 127})
        await ana.until("Bonjour Ana")
        ana.type("k")
        await ana.until("à tous) : _")
        ana.type("sésame ferme toi\x1b[1;5D\x08\x1b[200~ouvre\nvite \x1b[201~ ")
        await ana.until("sésame ouvre vite _toi")
        ana.type("\x1bb\x7f")
        await ana.until("sésame ouvre_vite toi")

    drive(script)


def test_a_paste_without_an_end_takes_no_more_room_than_a_line() -> None:
    keyboard = Keyboard()
    keyboard.feed("\x1b[200~")
    for _ in range(100):
        keyboard.feed("x" * 1000)
    keyboard.feed("\x1b[20")
    keyboard.feed("1~y")
    paste, key = keyboard.read_keys()
    assert 1000 < len(paste.data) <= LONGEST_PASTE
    assert key.data == "y"


def test_without_a_terminal_lines_come_and_go_bare() -> None:
    async def script(gateway: Gateway) -> Friend:
        ana = await gateway.friend("Ana", term=None)
        await ana.until_written("Vous êtes Ana.")
        ana.type("t\n")
        ana.channel.write_eof()
        assert await ana.ended() == 0
        return ana

    ana = drive(script)
    assert "coinche>" not in ana.written
    assert "\r" not in ana.written


def test_guests_open_no_files_of_ours() -> None:
    async def script(gateway: Gateway) -> Friend:
        ana = await gateway.friend("Ana", term=None)
        await ana.until_written("Vous êtes Ana.")
        ana.type("fichier /etc/hosts\nt\n")
        await ana.until_written("Vous jouez sur la machine de quelqu'un d'autre")
        ana.channel.write_eof()
        assert await ana.ended() == 0
        return ana

    drive(script)


def test_a_guest_has_tips_help_palette_and_themes() -> None:
    async def script(gateway: Gateway) -> None:
        ana = await gateway.friend("Ana")
        await ana.until("Astuce : n : une table à vos règles")
        ana.type("\x1b")
        await ana.until_not("Astuce")
        ana.type("?")
        await ana.until("Aide : le choix d'une table")
        ana.type("?:theme")
        await ana.until("Réglage : Thème (couleurs)")
        ana.type("\r")
        await ana.until("NOUS 620")

    drive(script)


def test_a_guest_shows_the_link_for_phones_with_its_code() -> None:
    link = "http://192.168.1.20:24567/"

    async def script(gateway: Gateway) -> None:
        gateway.served.server.lobby.server.web = link
        ana = await gateway.friend("Ana")
        await ana.until("Bonjour Ana")
        ana.type("s")
        await ana.until("█ ███ █")
        assert link in ana.text()
        lines = await gateway.friend("Zoé", term=None)
        await lines.until_written("Vous êtes Zoé.")
        lines.type("téléphone\n")
        await lines.until_written(link)
        await lines.until_written("█" * 29)

    drive(script)


def test_two_of_one_name_are_two_people() -> None:
    async def script(gateway: Gateway) -> None:
        await (await gateway.friend("Ana")).until("Bonjour Ana")
        await (await gateway.friend("Ana")).until("Bonjour Ana 2")

    drive(script)


@pytest.mark.parametrize("user", ["", "Ana\x1b[2J", "А" + "na", "x" * 300, "\u202eAna", "   "])
def test_any_user_name_makes_a_name_that_can_be_shown(user: str) -> None:
    name = guest.name_of(user)
    assert is_name(name)
    assert re.fullmatch(r"Ana\[2J|Coinche|x{24}|Ana", name)


def test_who_was_cut_off_has_his_seat_back_under_the_same_name() -> None:
    async def script(gateway: Gateway) -> None:
        async with trio.open_nursery() as nursery:
            ana = await gateway.friend("Ana")
            await sit(ana)
            await ana.until("│   Ana")
            await gateway.served.sit(nursery, (Seat.EAST, Seat.SOUTH, Seat.WEST))
            await ana.until("donne 1")
            ana.hang_up()
            await gateway.until("the seat is kept")
            again = await gateway.friend("Ana")
            await again.until("donne 1")
            await again.until("Ana")
            await gateway.until("is back in the seat")
            nursery.cancel_scope.cancel()

    drive(script)


def test_whoever_else_comes_from_the_address_takes_no_seat_by_a_name_alone_and_the_owner_does_by_a_word() -> None:
    async def script(gateway: Gateway) -> None:
        async with trio.open_nursery() as nursery:
            ana = await gateway.friend("Ana+rose")
            await sit(ana)
            await ana.until("│   Ana")
            thief = await gateway.friend("Ana")
            await thief.until("une table,")
            await gateway.served.sit(nursery, (Seat.EAST, Seat.SOUTH, Seat.WEST))
            await ana.until("donne 1")
            ana.hang_up()
            await gateway.until("the seat is kept")
            for name in ("Ana", "Ana+tulip"):
                other = await gateway.friend(name)
                await other.until("une table,")
                assert "donne 1" not in other.text()
                other.hang_up()
            again = await gateway.friend("Ana+rose")
            await again.until("donne 1")
            assert "rose" not in again.text()
            nursery.cancel_scope.cancel()

    drive(script)


def test_of_a_session_that_the_server_has_forgotten_he_begins_anew() -> None:
    async def script(gateway: Gateway) -> None:
        ana = await gateway.friend("Ana")
        await ana.until("une table,")
        ana.hang_up()
        await gateway.until("the seat is kept")
        await (await gateway.friend("Ana")).until("une table,")

    drive(script)


def test_who_left_of_his_own_will_begins_anew() -> None:
    async def script(gateway: Gateway) -> None:
        ana = await gateway.friend("Ana")
        await ana.until("une table,")
        ana.type("q")
        assert await ana.ended() == 0
        await (await gateway.friend("Ana")).until("une table,")
        assert not any("back" in line for line in gateway.lines)

    drive(script)


def test_with_a_password_only_who_knows_it_comes_in() -> None:
    async def script(gateway: Gateway) -> None:
        await (await gateway.friend("Ana", password="les mots")).until("Bonjour Ana")
        with pytest.raises(asyncssh.PermissionDenied):
            await gateway.friend("Max", password="les mits")
        with pytest.raises(asyncssh.PermissionDenied):
            await gateway.friend("Max")

    drive(script, password="les mots", slow=0)


def test_a_fault_in_his_screen_ends_his_visit_and_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    async def script(gateway: Gateway) -> None:
        ana, max_ = await gateway.friend("Ana"), await gateway.friend("Max")
        await ana.until("Bonjour Ana")
        await max_.until("Bonjour Max")
        break_for(monkeypatch, "Max")
        max_.type("\x1b[B")
        assert await max_.ended() == 1
        assert "Une erreur a interrompu votre connexion" in max_.text()
        assert all(end in max_.written for end in CLEAN)
        await gateway.until("an error ended this connection; the others go on. [ZeroDivisionError")
        ana.type("\x1b[B")
        await ana.until("▶ table")

    drive(script)


def test_a_fault_before_his_screen_ends_his_visit_and_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    sound = guest.name_of
    monkeypatch.setattr(guest, "name_of", lambda user: 1 / 0 if user == "Max" else sound(user))

    async def script(gateway: Gateway) -> None:
        ana, max_ = await gateway.friend("Ana"), await gateway.friend("Max")
        assert await max_.ended() == 1
        assert "Come back any time!" in max_.text()
        await gateway.until("- Max (127.0.0.1): an error ended this connection; the others go on. [ZeroDivisionError")
        await ana.until("Bonjour Ana")
        await (await gateway.friend("Zoé")).until("Bonjour Zoé")

    drive(script)


@pytest.mark.parametrize(
    ("host", "port", "command"),
    [
        ("192.168.1.20", 2222, "ssh -p 2222 NAME@192.168.1.20"),
        ("::ffff:192.168.1.20", 22, "ssh NAME@192.168.1.20"),
        ("fe80::1%eth0", 22, "ssh NAME@fe80::1"),
        ("127.0.0.1", 2222, ""),
        ("::1", 22, ""),
        ("::ffff:127.0.0.1", 22, ""),
    ],
)
def test_a_guest_can_hand_on_the_command_by_which_they_came(host: str, port: int, command: str) -> None:
    assert guest.ssh_command(host, port) == command
