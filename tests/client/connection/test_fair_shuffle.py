"""Tests of a client's share of a shuffle, and of the detection of every falsification by the server."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from coinche.connection.fair_shuffle import MAX_SEALED, MAX_SHARES, Checked, ShuffleVerdict
from coinche.engine import fair
from coinche.engine.cards import PACK
from coinche.engine.dealing import dealt
from coinche.engine.events import CardPlayed, MatchEnded, MatchStarted, ThrownIn
from coinche.engine.presets import FFB
from coinche.engine.rules import Shuffle
from coinche.engine.seats import Points, Seat
from coinche.protocol.errors import BadMessage
from coinche.protocol.messages import (
    Envelope,
    Left,
    ShareGiven,
    SharePledged,
    Shares,
    ShareStage,
    ShareWanted,
    TableClosed,
)
from tests.client.connection.shuffling import MATCH, TABLE, Client, Telling, told


@pytest.fixture
def client() -> Client:
    client = Client()
    client.begin()
    return client


def four(telling: Telling, client: Client) -> list[ShareGiven]:
    """Pledges of all, then shares of all; the client is South."""
    others = {seat: bytes([number]) * 32 for number, seat in enumerate(Seat) if seat is not Seat.SOUTH}
    client.hear(telling.committed())
    own = telling.wanted(Seat.SOUTH, ShareStage.PLEDGE)
    client.hear(SharePledged(Seat.SOUTH, client.pledge(own)))
    for seat, share in others.items():
        client.hear(telling.pledged(seat, share))
    share = client.share(telling.wanted(Seat.SOUTH, ShareStage.SHARE))
    return [ShareGiven(seat, (others | {Seat.SOUTH: share})[seat].hex(), substitute=False) for seat in Seat]


def test_a_sound_deal_is_found_to_be_sound(client: Client) -> None:
    assert told(Telling(dealer=Seat.EAST), client) == [ShuffleVerdict.WITH_OWN_SHARE]


def test_four_shares_are_pledged_first_and_checked(client: Client) -> None:
    telling = Telling(whose=Shares.ALL)
    given = four(telling, client)
    client.hear(*given, *telling.dealt(telling.pack(given)), ThrownIn(), telling.revealed())
    assert client.verdicts() == [ShuffleVerdict.WITH_OWN_SHARE]


def test_each_share_is_another(client: Client) -> None:
    wanted = [Telling(deal=deal).wanted(Seat.SOUTH, ShareStage.SHARE) for deal in (1, 2, 3)]
    assert len({client.share(one) for one in wanted}) == 3


def test_a_share_that_is_wanted_again_is_the_same(client: Client) -> None:
    wanted = Telling().wanted(Seat.SOUTH, ShareStage.SHARE)
    assert client.share(wanted) == client.share(wanted)


def test_a_share_for_another_commitment_is_another(client: Client) -> None:
    """A server that has got a share cannot choose its secret after it."""
    first, other = Telling(), Telling(dealer=Seat.NORTH)
    share = client.share(first.wanted(Seat.SOUTH, ShareStage.SHARE))
    assert client.share(other.wanted(Seat.SOUTH, ShareStage.SHARE)) != share


def test_a_share_fits_its_pledge(client: Client) -> None:
    telling = Telling(whose=Shares.ALL)
    pledge = client.pledge(telling.wanted(Seat.SOUTH, ShareStage.PLEDGE))
    share = client.share(telling.wanted(Seat.SOUTH, ShareStage.SHARE))
    assert fair.pledge(telling.bond, Seat.SOUTH, share).hex() == pledge


def test_a_changed_share_is_found_at_once(client: Client) -> None:
    assert ShuffleVerdict.SHARE_CHANGED in told(Telling(dealer=Seat.EAST), client, share="ab" * 32)


def test_a_share_for_a_commitment_that_was_not_told_is_found(client: Client) -> None:
    """The server asks with one commitment, and tells another once it has the share."""
    real, asked = Telling(dealer=Seat.EAST), Telling(dealer=Seat.EAST, deal=2)
    wanted = asked.wanted(Seat.SOUTH, ShareStage.SHARE)
    share = client.share(
        type(wanted)(**{name: getattr(wanted, name) for name in wanted.__struct_fields__} | {"deal": 1})
    )
    client.hear(real.committed(), ShareGiven(real.asked[0], share.hex(), substitute=False))
    assert (real.asked, client.verdicts()) == ((Seat.SOUTH,), [ShuffleVerdict.SHARE_CHANGED])


def test_another_secret_than_the_one_committed_to_is_found(client: Client) -> None:
    other = b"x" * 32
    assert told(Telling(dealer=Seat.EAST, secret=other, shown=other), client) == [ShuffleVerdict.NOT_BOUND]


def test_other_cards_than_those_that_follow_are_found(client: Client) -> None:
    assert told(Telling(dealer=Seat.EAST, secret=b"x" * 32), client) == [ShuffleVerdict.OTHER_CARDS]


def test_a_card_played_by_another_than_had_it_is_found(client: Client) -> None:
    telling = Telling(dealer=Seat.EAST)
    client.hear(telling.committed())
    given = telling.substitute(Seat.SOUTH)
    pack = telling.pack([given])
    client.hear(given, *telling.dealt(pack))
    own = dealt(pack, telling.dealer, FFB.table)[0][Seat.SOUTH]
    client.hear(CardPlayed(Seat.NORTH, own[0]), ThrownIn(), telling.revealed())
    assert client.verdicts() == [ShuffleVerdict.OTHER_CARDS]


def test_a_substitute_of_the_servers_choice_is_found(client: Client) -> None:
    assert told(Telling(dealer=Seat.EAST), client, substitute=True) == [ShuffleVerdict.NOT_BOUND]


def test_a_deal_that_nobody_gave_a_share_for_is_called_so(client: Client) -> None:
    telling = Telling()
    given = telling.substitute(telling.asked[0])
    client.hear(telling.committed(), given, *telling.dealt(telling.pack([given])), ThrownIn(), telling.revealed())
    assert client.verdicts() == [ShuffleVerdict.ALONE]


def test_a_deal_with_the_share_of_another_player_is_not_called_the_clients_own(client: Client) -> None:
    telling = Telling()
    given = ShareGiven(telling.asked[0], "ab" * 32, substitute=False)
    client.hear(telling.committed(), given, *telling.dealt(telling.pack([given])), ThrownIn(), telling.revealed())
    assert client.verdicts() == [ShuffleVerdict.SHARED]


def test_a_share_of_who_was_not_to_give_one_is_found(client: Client) -> None:
    telling = Telling()
    given = [telling.substitute(seat) for seat in Seat]
    client.hear(telling.committed(), *given, *telling.dealt(telling.pack(given)), ThrownIn(), telling.revealed())
    assert client.verdicts() == [ShuffleVerdict.NOT_BOUND]


def test_a_pledge_after_the_shares_is_found(client: Client) -> None:
    """A player who pledges after seeing our share could choose theirs."""
    telling = Telling(whose=Shares.ALL)
    client.hear(telling.committed())
    client.pledge(telling.wanted(Seat.SOUTH, ShareStage.PLEDGE))
    client.share(telling.wanted(Seat.SOUTH, ShareStage.SHARE))
    client.hear(telling.pledged(Seat.NORTH, b"n" * 32), ShareGiven(Seat.NORTH, (b"n" * 32).hex(), substitute=False))
    assert client.verdicts() == [ShuffleVerdict.NOT_BOUND]


def test_a_share_that_does_not_fit_its_pledge_is_found(client: Client) -> None:
    telling = Telling(whose=Shares.ALL)
    given = [ShareGiven(Seat.NORTH, "ab" * 32, substitute=False), *four(telling, client)[1:]]
    client.hear(*given, *telling.dealt(telling.pack(given)), ThrownIn(), telling.revealed())
    assert client.verdicts() == [ShuffleVerdict.NOT_BOUND]


def test_a_second_commitment_for_one_deal_is_found(client: Client) -> None:
    telling = Telling()
    client.hear(telling.committed(), telling.committed())
    assert client.verdicts() == [ShuffleVerdict.NOT_BOUND]


def test_a_deal_that_is_never_revealed_is_found_at_the_next(client: Client) -> None:
    client.hear(Telling().committed(), ThrownIn(), Telling(deal=2).committed())
    assert client.verdicts() == [ShuffleVerdict.NOT_REVEALED]


def test_the_last_deal_that_is_never_revealed_is_found_at_the_end(client: Client) -> None:
    client.hear(Telling().committed(), MatchEnded(None, Points()), TableClosed("match_over"))
    assert client.verdicts() == [ShuffleVerdict.NOT_REVEALED]


def test_a_deal_that_was_not_played_to_its_end_need_not_be_revealed(client: Client) -> None:
    client.hear(Telling().committed(), TableClosed("abandoned"))
    assert client.verdicts() == []


def test_where_packs_are_gathered_the_first_deal_is_revealed_at_the_end_of_the_match() -> None:
    gathered = FFB.changed(shuffle=Shuffle.NEVER)
    client, telling = Client(), Telling(dealer=Seat.EAST, rules=gathered)
    client.begin(gathered)
    assert told(telling, client, over=MatchEnded(None, Points())) == [ShuffleVerdict.WITH_OWN_SHARE]


def test_events_that_come_again_are_no_others(client: Client) -> None:
    telling = Telling(dealer=Seat.EAST)
    client.hear(telling.committed())
    client.n -= 1
    assert told(telling, client) == [ShuffleVerdict.WITH_OWN_SHARE]


def test_a_log_from_its_beginning_is_heard_anew(client: Client) -> None:
    telling = Telling(dealer=Seat.EAST)
    client.hear(telling.committed())
    client.n = 0
    client.hear(MatchStarted(FFB, MATCH, board=False))
    assert told(telling, client) == [ShuffleVerdict.WITH_OWN_SHARE]


def test_what_was_said_at_a_table_is_forgotten_with_it(client: Client) -> None:
    telling = Telling(dealer=Seat.EAST)
    client.share(telling.wanted(Seat.SOUTH, ShareStage.SHARE))
    client.shares.hear(Left(table=TABLE, reason="left"))
    client.n = 0
    client.begin()
    client.hear(telling.committed(), ShareGiven(Seat.SOUTH, "ab" * 32, substitute=False))
    assert client.verdicts() == []


def test_whatever_a_server_tells_breaks_nothing(client: Client) -> None:
    telling = Telling()
    client.hear(telling.revealed(), telling.pledged(Seat.NORTH, b"n" * 32), telling.substitute(Seat.NORTH))
    client.shares.hear(Envelope("t2", 7, 0, telling.committed()))
    client.shares.hear(Envelope("t2", 8, 0, telling.revealed()))
    client.hear(telling.committed(), *telling.dealt(PACK), telling.revealed())
    assert client.verdicts() == [ShuffleVerdict.NOT_BOUND]


def test_shares_are_given_for_so_many_commitments_of_one_deal_and_no_more(client: Client) -> None:
    first, *_ = [client.share(bound(number)) for number in range(MAX_SHARES)]
    with pytest.raises(BadMessage):
        client.shares.answer(bound(MAX_SHARES))
    assert client.share(bound(0)) == first
    client.share(Telling(deal=2).wanted(Seat.SOUTH, ShareStage.SHARE))


def test_no_share_is_given_for_a_deal_that_is_past(client: Client) -> None:
    client.share(Telling(deal=2).wanted(Seat.SOUTH, ShareStage.SHARE))
    with pytest.raises(BadMessage):
        client.shares.answer(Telling(deal=1).wanted(Seat.SOUTH, ShareStage.SHARE))


def bound(number: int) -> ShareWanted:
    """A request with that commitment."""
    return replace(Telling().wanted(Seat.SOUTH, ShareStage.SHARE), commitment=f"{number:064x}")


def test_where_packs_are_gathered_shuffles_without_end_are_found() -> None:
    client = Client()
    client.begin(FFB.changed(shuffle=Shuffle.NEVER))
    client.hear(*(Telling(deal=deal).committed() for deal in range(1, MAX_SEALED + 1)))
    assert client.verdicts() == []
    client.hear(*(Telling(deal=MAX_SEALED + more).committed() for more in (1, 2)))
    found = [Checked(MATCH, deal, ShuffleVerdict.NOT_REVEALED) for deal in (1, 2)]
    assert client.shares.found() == tuple(found)
