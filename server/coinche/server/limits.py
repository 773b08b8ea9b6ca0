"""Every bound of a running server in one place. Times in seconds unless the name says ms, sizes in bytes."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from coinche.protocol.frames import FROM_SERVER

from .rate_limit import Allowance


@dataclass(frozen=True, slots=True)
class Kept:
    """How many are kept, and for how long."""

    tables: int
    seconds: float


SIGN_IN = 5.0
"""From connecting to `ready`."""
FRAME = 10.0
"""From the first byte of a frame to its last."""
PING_AFTER = 20.0
"""How often every client is pinged at least, whether it talks or not: so it knows that the server is still there."""
GONE_AFTER = 60.0
"""Silence after which it is gone."""
ROUND_TRIPS = 120.0
"""How long a round trip counts that was measured."""
CREDIT_MS = 50
"""What the network may have of the time for a decision, at most."""
LATE_PONG = 0.005
"""By how much a pong may be slower than the fastest act before it is no measure of the network."""
PINGS = 8
"""Pings without an answer that are remembered."""
SWEEP = 1.0
"""How often silence is looked for."""
STALLED = 1.0
"""How long nothing may be said, as the disk takes nothing, before pings and their answers go before what waits."""
SEND = 10.0
"""How long a client may refuse to read while something waits for it."""
WRITE = 32 * 1024
"""What it has to read in that time."""
OUTBOX = 256 * 1024
"""What may wait for a client that does not read, and one message more; logs, and what happens before spectators, apart.
"""
PIECE = 64 * 1024
"""What is made of it at once for one client, and handed to its socket."""
READ = 16 * 1024
"""What is read at once."""
PARSE = 512
"""What is parsed of it before the others have their turn: so many bytes of new TLS keys take most of a millisecond."""
DRAIN = 64 * 1024
"""What is read at once of a client that is told that its connection ends: what is unread then would destroy that."""
DRAIN_EVERY = 0.01
"""Between two such reads: whoever goes on flooding meanwhile costs a hundred calls to the system, and no more."""
AT_ONCE = 64
"""Messages of one client that are handled before the others have their turn."""
AT_A_TIME = 4
"""Connections that are accepted, that begin to speak, or that end, before the others have their turn."""
NO_ROOM = 0.1
"""Until it is tried again to accept connections, where the system has no room for more."""
CONNECTIONS = 4096
CONNECTIONS_PER_ADDRESS = 1024
CONNECTIONS_PER_ADDRESS_IN_PUBLIC = 32
"""The same for a server that the whole internet reaches, but for networks that its operator trusts."""
STRANGERS_PER_ADDRESS = 128
"""Connections from one address that have not signed in: all of a club of eighty may come at once. Those of this machine
and of trusted networks are not counted apart."""
TURNED_AWAY = 64
"""Connections beyond those bounds that are kept until they can be told so; what comes then is closed at once."""
CONNECTIONS_PER_IDENTITY = 32
"""Connections that have signed in with one key, or with one token."""
ARRIVALS = Allowance(burst=1024, every=0.01)
"""Connections that one address may open; what comes faster is closed at once."""
COMPLAINTS = Allowance(burst=50, every=1.0)
"""Lines for the operator about connections of one address that were ended."""
HANDSHAKES = 128
"""TLS handshakes in progress: where a club of eighty comes at once, none has to make room for another."""
HANDSHAKE = 1.0
"""How long one may take while others wait for their turn."""
HANDSHAKE_EVERY = 0.002
"""Between the beginnings of two: each takes the better part of a millisecond of a processor."""
LOGGED = Allowance(burst=100, every=1.0)
"""Lines of the log about comings and goings, of each kind from one origin."""
LOG_COUNTED = 10.0
"""Seconds after which it is told how many there were beyond that."""
MESSAGES = Allowance(burst=40, every=0.05)
"""What one connection may say, in units of what a message costs (`costs`)."""
OWED = 400
"""So much more may be asked of it before the connection is closed."""
WORK_OF_READ = 50.0
"""What it costs to read from a socket once, in microseconds of the processor, as all work is (`read_budget`)."""
WORK_OF_BYTE = 0.3
"""What a byte costs. The dearest to parse take a tenth of that; at this price 5 Mbit/s of nothing, an
eighth of a flood from eight addresses, use the limit up within a second."""
WORK_OF_RECORD = 60.0
"""What a record of TLS costs: one of a byte takes 3 µs, one with a new key 20 to 60; from outside they look alike."""
WORK_OF_MESSAGE = 150.0
"""What a message gives back: one of 100 bytes, in a segment and a record of its own, costs no more."""
WORK = Allowance(burst=100_000, every=1 / 20_000)
"""What one connection may waste. A client whose network cuts everything into segments of a byte wastes 40,000 on its
TLS handshake and sign-in, then 4,000 on each act: it can play five in a second without end. A flood of 25 Mbit/s uses
it up in a tenth of a second."""
WORK_PER_ADDRESS = Allowance(burst=150_000, every=1 / 50_000)
"""What all connections of one address may waste before each may only waste `WORK_UNDER_STRAIN`."""
WORK_OF_ALL = Allowance(burst=200_000, every=1 / 100_000)
"""The same of all connections: a tenth of a processor, however many addresses there are."""
WORK_UNDER_STRAIN = 40_000
"""What one connection may waste then: enough for the handshake and the sign-in on the worst of networks."""
FLOOD_ARRIVALS = 200
"""A connection that is ended for its waste counts as so many of those that its address may open (`ARRIVALS`): a client
that floods and comes again can do so five times at once, then once in two seconds. Nothing is counted that comes when
no more may be opened, nor for networks that the operator trusts: there a neighbour is not to be kept out."""
NAMES_OF_A_KEY = 8
"""Names that one key may own."""
CLAIMS = Allowance(burst=128, every=30.0)
"""Names that may be claimed from one address: on the first evening of a club of eighty each claims one. Those of this
machine and of trusted networks are not counted."""
TABLES = 2048
LOBBY_TABLES = 256
"""Tables in one picture of the lobby."""
LOBBY_FRAME = 250_000
"""What they may come to, in a frame of at most 256 KiB."""
REPEATS = 8
"""Acts that say the same while it waits for others to answer, each to be answered by its own id."""
SHORT_REACTION = 2.0
"""How long a program is waited for out of turn, for the rest of a deal in which it has let its time pass once."""
REQUEST = FROM_SERVER
"""A request at most, its header apart."""
STRIKES = 3
"""Illegal actions of one seat in a match of a strict table; one more, and it has forfeited."""
SPECTATORS = 1000
"""At one table."""
INBOX = 256
"""Messages that may wait for a table before those who are not at it are refused."""
PENDING = 32
"""Messages of one client that may wait for a table."""
EVENTS = 80_000
"""In the log of a table, or of one match at a table of the operator's. A match to 2000 has some thousand, the longest
that rules allow has 300 deals of at most 200. No match follows once the log is half full."""
MEMORY_BUDGET = 256 * 1024 * 1024
"""What the logs of all tables may come to in memory, unless the operator says otherwise."""
DISK_BUDGET = 1024 * 1024 * 1024
"""The same of the data file, the records of matches that are over included."""
LEAST_BUDGET = 16 * 1024 * 1024
"""The least that an operator may say: some dozens of tables."""
RESERVE = 0.25
"""What part of a budget is kept back for tables under way: they finish where nothing new begins."""
ARCHIVE_SHARE = 0.25
"""What part of the disk's budget the records of matches may take, `ARCHIVE` at most: no table is kept out by them."""
UNCOLLECTED = 32 * 1024 * 1024
"""What tables that are over may still take before Python looks for their memory, which takes about 0.1 s."""
TABLE_MEMORY = 96 * 1024
"""What a table takes in memory without its log."""
TABLE_KEPT = 256 * 1024
"""What has to be free where entries are kept before a table is opened: most matches come to less."""
ENTRY_MEMORY = 500
"""What an entry takes that is kept in memory alone, beside its bytes."""
BODY_MEMORY = 64
"""What bytes take in memory beside what is in them."""
LOG_IN_MEMORY = 64 * 1024
"""What of each log may stay in memory where that gets short: a deal or two, for who was away for a moment."""
LOG_BLOCK = 64
"""Events that are laid aside, and read again, together."""
REARRANGED = 200
"""How often the hosts of one table may change who sits where; whoever is moved is sent the log anew."""
COMINGS = Allowance(burst=20, every=5.0)
"""How often one client may go from a table, or lose its connection there, and come again."""
SYSTEMS = 24
"""Bidding systems of one client that may be told from one seat in a match, those told before the first apart: each
stays in the log, and so often who loses his connection may say his again."""
SYSTEMS_REMEMBERED = 32
"""Those that hold again at once when their owners are back: of four seats, and of some who have left them."""
SYSTEMS_AT_TABLE = 240
"""Those of all who come to a table, in the same time."""
NEWCOMERS = 28
"""Clients who may come for a seat of one table in mid-match and have held none of its cards: each stays in the log."""
NEWCOMERS_OF_ORIGIN = 14
"""Those of one address, so that none keeps all others out by coming and going."""
STALLED_AWAY = 10.0
"""How long somebody has been away before being voted out: a client that loses its connection is back within seconds."""
LOBBY_AT_ONCE = 64
"""Tables of which whoever comes is shown a picture of his own; where there are more, he waits for the next."""
LOBBY_EVERY = 0.1
"""Between two pictures of the lobby at least: a busy server does not send one for every card."""
LOBBY_BYTES = 20_000_000
"""What all pictures of the lobby together may come to in a second."""
SESSIONS_AWAY = 4096
"""Sessions without a connection that are kept for their return."""
DESERTED_BY_PEOPLE = Kept(tables=32, seconds=600.0)
"""Tables at which nobody is, of those opened from one address, and how long they are kept where people have seats."""
DESERTED_BY_PROGRAMS = Kept(tables=4, seconds=60.0)
"""The same where only programs have."""
RESTART_AFTER = 1.0
"""Before a provider is started again that has ended; doubled each time."""
RESTART_AT_MOST = 60.0
"""What that comes to at most."""
STEADY_AFTER = 30.0
"""A provider that has lived this long starts its successor without further delay."""
INVITE = 5.0
"""How long a seat waits for the bot that it was promised."""
STAND_IN = 20.0
"""How long a bot that plays for somebody may think before the default is taken."""
TABLE_IDLE = 600.0
"""How long a match waits while nobody and nothing acts for any seat."""
SHARES = 3.0
"""How long players are waited for who can give a share of a shuffle, or a pledge of it."""
REMATCH = 30.0
"""How long the others are waited for once somebody wants another match."""
REMATCHES = 50
"""Matches that may follow the first at one table: its log is kept whole."""
MINDS = 3
"""How often one client may say something else than before about another match, in one recap."""
STALLED_MS = 30_000
"""How long a decision may take before the others can vote for a bot, where its free time is longer."""
PAUSE = 1800.0
"""How long a pause may last."""
PAUSES = 20
"""In one match."""
KNOCKS = Allowance(burst=10, every=1.0)
"""Wrong proofs of the passphrase of a private table that one client may try."""
KNOCKS_PER_ADDRESS = Allowance(burst=100, every=0.2)
"""Those that all clients of one address may try: so many that a few who guess leave room for the others."""
CHAT = Allowance(burst=5, every=1.0)
"""What one client may say at a table."""
CHATS = 250
"""What may be said from one seat of a table in all; it stays in the log."""
CHATS_OF_WATCHERS = 500
"""What may be said there by all who watch."""
MATCHES = 10_000
"""That are over and kept. The oldest go first, and before them all those in which only programs played."""
MATCHES_OF_PEOPLE = Allowance(burst=200, every=60.0)
"""Those of tables opened from one address that are kept as people's; the others are kept as those of programs are."""
ARCHIVE = 256 * 1024 * 1024
"""What their records may come to, as they are kept."""
RECORD = 1_500_000
"""The longest record of a match that is kept; the longest match that rules allow has little less."""
LOCK = 1.0
"""How long another process is waited for that works with the same data; commands are quick."""
DATA_WAIT = 1.0
"""How long another program's change to the data file is waited for; there should be none."""
CHECKPOINT = 1000
"""Pages of what was written last that are collected before they are put where they belong."""
SETTLED = 5.0
"""How long a question about matches, or an order about names, waits for what is being kept."""
QUESTIONS_WAITING = 256
"""How much may wait, matches to be kept included, when one more question is taken."""
QUESTIONS = Allowance(burst=40, every=0.5)
"""What one client may ask about matches that are over."""
QUESTIONS_PER_ADDRESS = Allowance(burst=200, every=0.5)
"""What all clients of one address may ask about matches that are over: statistics of a full archive take 0.1 s."""
WRITTEN_ANEW = 64 * 1024 * 1024
"""The largest data file that is written anew while a server runs, when a name is forgotten; the tables wait for it."""
ROOM_LEFT = 16 * 1024 * 1024
"""What the disk has to have left when the data file is written anew."""
MATCHES_LISTED = 50
"""In one answer."""
RECORD_PAGE = 100_000
"""Characters of a record in one answer: in any tongue they fit into a frame."""
PLAYERS_LISTED = 100
"""In one answer."""
PROBES = Allowance(burst=256, every=0.01)
"""Probes of the beacon that are answered, whoever sends them."""
PROBES_PER_ADDRESS = Allowance(burst=64, every=0.1)
"""Those of one address that are."""
NETWORKS = 10.0
"""How often it is looked for networks that the machine has come to."""
MDNS_NEWS = 15.0
"""How often mDNS is told how busy the server is, where that has changed."""
JOURNAL_WAITING = 20_000
"""What may wait for the disk before the tables do."""
GATHER = 0.002
"""For each table of the last two groups but one, between the beginnings of two groups at least: to wait for the disk
costs the same, however many a group is of, and a table alone waits for nobody."""
GATHER_FOR = 5
"""So many tables at most."""
DISK_AGAIN = 1.0
"""How soon a disk that takes nothing is tried again."""
RETURN = 120.0
"""How long those without a seat are waited for when the server has been started again."""
BOTS_END = 0.5
"""How long the provider may take to end, before it is ended."""
FAREWELL_AT_END = 0.5
"""How long a client may take to read the last word when the server ends."""
GARBAGE = 25_000
"""New objects before it is looked for garbage: what tables are made of stays, and there is much of that to look at."""
FAREWELL = 1.0
"""How long it may take to take leave of a client while the server goes on, or of the local network."""


def allow_many_files() -> None:
    """Raise the bound on open files, where the system has one, to what this server may need."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = 2 * CONNECTIONS
        if soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted if hard < 0 else min(wanted, hard), hard))
