"""Every bound of a running server in one place, each with its reason.

Times are in seconds unless the name says ms, sizes in bytes. A new bound gets a line here, the reason for its size, and
a test that exceeds it; one that clients have to know also stands in docs/protocol/network.md.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from coinche.protocol.limits import FROM_SERVER

from .rate_limit import Allowance


@dataclass(frozen=True, slots=True)
class Retention:
    """The number of tables that are kept, and for how many seconds."""

    tables: int
    seconds: float


# Connections
CONNECTIONS = 4096
CONNECTIONS_PER_ADDRESS = 1024
CONNECTIONS_PER_ADDRESS_IN_PUBLIC = 32
"""The same for a server that the whole internet reaches, except for networks that its operator trusts."""
STRANGERS_PER_ADDRESS = 128
"""Connections from one address that have not signed in: all of a club of eighty may come at once. Those of this machine
and of trusted networks are not counted apart."""
CONNECTIONS_PER_IDENTITY = 32  # connections that have signed in with one key, or with one token
TURNED_AWAY = 64
"""Connections beyond those bounds that are kept until they have been told so; any others are closed at once."""
ARRIVALS = Allowance(burst=1024, every=0.01)
"""Connections that one address may open; what comes faster is closed at once."""
FLOOD_ARRIVALS = 200
"""A connection that is ended for its waste counts as so many of those that its address may open (`ARRIVALS`): a client
that floods and comes again can do so five times at once, then once in two seconds. It does not count if the address may
open no more, nor in networks that the operator trusts: there it would keep its neighbours out."""
COMPLAINTS = Allowance(burst=50, every=1.0)  # lines of the log about connections of one address that were ended
LOGGED = Allowance(burst=100, every=1.0)  # lines of the log about comings and goings, of each kind from one origin
LOG_COUNTED = 10.0  # the interval at which the log is told how many there were beyond that
AT_A_TIME = 4  # connections that are accepted, that begin to speak, or that end, before the others have their turn
NO_ROOM = 0.1  # the pause before accepting connections again, where the system has no room for more
HANDSHAKES = 128  # TLS handshakes in progress: where a club of eighty comes at once, none has to make room for another
HANDSHAKE = 1.0  # the time for one while others wait for their turn
HANDSHAKE_EVERY = 0.002  # between the beginnings of two: each takes the better part of a millisecond of a processor

# Sign-in and silence
SIGN_IN = 5.0  # from connecting to `ready`
APPROVAL = 600.0  # the time that a new client waits to be let in
APPROVALS = 64  # clients that wait so at once
APPROVALS_PER_ADDRESS = 8
"""Those of one address, so that none keeps all others out."""
APPROVALS_PER_SHARED_ADDRESS = 32
"""The same for this machine, which everybody is behind a proxy on it, and in networks that the operator trusts."""
APPROVAL_NAME_HELD = 60.0
"""The time for which no newcomer gets the name of another who has waited and gone: a host may just be approving it."""
APPROVAL_NAMES_HELD = 900  # such names at once; the oldest is free before its time
FRAME = 10.0  # from the first byte of a frame to its last
PING_AFTER = 20.0
"""The longest time between pings of a client, even one that talks: so it knows that the server is still there."""
GONE_AFTER = 60.0  # silence after which a client is gone
SWEEP = 1.0  # the interval at which connections are checked for silence
PINGS = 8  # pings without an answer that are remembered
STALLED = 1.0
"""The time without a commit, since the disk takes nothing, after which pings and pongs overtake what waits."""
ROUND_TRIPS = 120.0  # the age up to which a measured round trip counts
CREDIT_MS = 50  # the most of the time for a decision that is put down to the network
LATE_PONG = 0.005  # a pong that is slower than the fastest act by more than this is no measure of the network

# Reading
READ = 16 * 1024  # bytes that are read at once
PARSE = 512
"""Bytes that are parsed before the others have their turn: so many of new TLS keys take most of a millisecond."""
HTTP_HEAD = 16 * 1024  # bytes of an HTTP request
DRAIN = 64 * 1024
"""Bytes read at once of a client that is told that its connection ends: unread ones would destroy that message."""
DRAIN_EVERY = 0.01
"""Seconds between two such reads: a client that goes on flooding then costs a hundred system calls, and no more."""
AT_ONCE = 64  # messages of one client that are handled before the others have their turn
MESSAGES = Allowance(burst=40, every=0.05)  # messages of one connection, in units of their costs (`rate_limit.COST`)
OWED = 400  # the debt of a connection, in the same units, at which it is closed
WORK_OF_READ = 50.0  # the cost of one read from a socket, in microseconds of the processor, as all work
WORK_OF_BYTE = 0.3
"""The cost of a byte. The dearest to parse take a tenth of that; at this price 5 Mbit/s of nothing, an eighth of a
flood from eight addresses, use the limit up within a second."""
WORK_OF_RECORD = 60.0
"""The cost of a TLS record: one of a byte takes 3 µs, one with a new key 20 to 60; from outside they look alike."""
WORK_OF_IDLE_FRAME = 10.0
"""The cost of a frame of a WebSocket that completes no message, beside its bytes: an empty one takes 3 to 5 µs, and a
ping is answered. A message in eight fragments still costs nothing."""
WORK_OF_MESSAGE = 150.0
"""The work that a message gives back: one of 100 bytes, in a segment and a record of its own, costs no more."""
WORK = Allowance(burst=100_000, every=1 / 20_000)
"""The work that one connection may waste. A client whose network cuts everything into segments of a byte wastes 40,000
on its TLS handshake and sign-in, then 4,000 on each act: it can play five in a second without end. A flood of 25 Mbit/s
uses it up in a tenth of a second."""
WORK_PER_ADDRESS = Allowance(burst=150_000, every=1 / 50_000)
"""The work that all connections of one address may waste before each may only waste `WORK_UNDER_STRAIN`."""
WORK_OF_ALL = Allowance(burst=200_000, every=1 / 100_000)
"""The same of all connections: a tenth of a processor, however many addresses there are."""
WORK_UNDER_STRAIN = 40_000
"""The work that one connection may waste then: enough for handshake and sign-in on the worst of networks."""

# Sending
SEND = 10.0  # the time that a client may refuse to read while something waits for it
WRITE = 32 * 1024  # bytes that it has to read in that time
OUTBOX = 256 * 1024
"""Bytes, and one message, that may wait for a client that does not read; logs and events for spectators not counted."""
LINGER = 0.02
"""The time for which events, and the ok of an act, may wait on the server of a contest for the request that follows.

One write then carries all, and wakes the program once. Most requests follow within a few milliseconds."""
PIECE = 64 * 1024  # bytes that are made of what waits at once for one client, and handed to its socket
REQUEST = FROM_SERVER  # bytes of a request, without its header
FAREWELL = 1.0  # the time for taking leave of a client while the server goes on, or of the local network
FAREWELL_AT_END = 0.5  # the time for a client to read the last message when the server ends

# Names and sessions
NAMES_OF_A_KEY = 8  # names that one key may own
CLAIMS = Allowance(burst=128, every=30.0)
"""Names that may be claimed from one address: on the first evening of a club of eighty each claims one. Those of this
machine and of trusted networks are not counted."""
INVITATIONS = 4096
"""Invitations in the data file that have not ended, used or not: each takes some hundred bytes of it, and of memory."""
INVITATIONS_OF_MEMBERS = 1024  # those of all members together: the operator can still invite somebody
INVITATIONS_FROM_ADDRESS = 256  # those of all members of one address, since keys are free
INVITATIONS_OF_MEMBER = 5
"""Invitations of one member that have not ended, used or not: so a member brings in five players a week."""
MEMBER_AFTER_MS = 30 * 24 * 60 * 60 * 1000
"""The time for which a player who was brought in by another one may bring in nobody: from the end of the invitation,
or since a host let that player in. So nobody fills a server by a chain of names before its operator notices."""
INVITATION_MS = 7 * 24 * 60 * 60 * 1000  # the time until an invitation ends, unless the operator says otherwise
INVITATION_DAYS = 365  # the most that the operator may say
INVITATION_REMEMBERED_MS = 30 * 24 * 60 * 60 * 1000
"""The time after its end for which a client with that invitation is told that it has ended, or was used."""
SESSIONS_AWAY = 4096  # sessions without a connection that are kept for their return
LOBBY_AWAY = 600.0
"""The time for which a session at no table is kept after its connection is lost: by it a guest who loads a page
again, or whose phone slept, is still the one who played the matches of private tables."""
RETURN = 120.0  # the time for clients without a seat to come back when the server has been started again

# The lobby
TABLES = 2048
LOBBY_TABLES = 256  # tables in one picture of the lobby
LOBBY_FRAME = 250_000  # bytes of those tables, in a frame of at most 256 KiB
LOBBY_AT_ONCE = 64
"""Tables up to which a client that comes is sent a picture of its own; with more it waits for the next one."""
LOBBY_EVERY = 0.1  # between two pictures of the lobby at least: a busy server does not send one for every card
LOBBY_BYTES = 20_000_000  # bytes in a second of all pictures of the lobby together
PEOPLE_LISTED = 100  # people in one list; of the others it has the number
PEOPLE_AT_ONCE = 64
"""Sessions up to which a client that comes is sent a list of its own; with more it waits for the next one."""
PEOPLE_EVERY = 1.0  # between two lists of people at least
LOBBY_LINES = 20  # lines of the chat in the lobby that a client is told when it comes
LOBBY_CHAT_PER_ADDRESS = Allowance(burst=20, every=0.25)
"""Lines in the lobby of all clients of one address; each client has `CHAT`, as at a table."""
LOBBY_CHAT_OF_ALL = Allowance(burst=40, every=0.1)
"""Lines in the lobby of all: each goes to everybody there, and to thousands that is a megabyte."""
CALL_LASTS = 600.0  # the longest time for which a call is told to clients that come
CALLS_KEPT = 20  # calls that are kept for them, one of a table
CALLS = Allowance(burst=2, every=30.0)  # calls of one client to the lobby, for players at its table
CALLS_PER_ADDRESS = Allowance(burst=10, every=6.0)  # those of all clients of one address
DESERTED_BY_PEOPLE = Retention(tables=32, seconds=600.0)
"""Tables without any client, of those opened from one address, where people have seats."""
DESERTED_BY_PROGRAMS = Retention(tables=4, seconds=60.0)  # the same where only programs have

# Practice tables
PRACTICE_TABLES = 512  # of `TABLES`: those who play with one another find room, too
PRACTICE_RECAP = 3600.0  # the longest time for which a recap is shown there
PRACTICE_ABSENCE_MS = 7 * 24 * 60 * 60 * 1000
"""The time for which a practice table waits for its player, without a bot, until it counts as deserted."""
UNDOS = Allowance(burst=30, every=0.5)
"""Actions that one client takes back: each counts one, and one more for each `UNDO_SHARE` entries played again."""
UNDOS_PER_ADDRESS = Allowance(burst=120, every=0.125)  # the same of all clients of one address
UNDOS_OF_ALL = Allowance(burst=300, every=0.04)
"""The same of all together: a quarter of a processor, however many addresses there are."""
UNDO_SHARE = 100  # a deal or two; to play so many again takes some 8 ms
UNDO_ENTRIES = 1500  # entries of a table up to which an action can be taken back; a match to 2000 has about 1000

# The ladder
LADDER_PROGRAMS = 256  # programs on the ladder at once
LADDER_PROGRAMS_OF_ENTRANT = 8  # those of one entrant: with them it plays at four tables at once
LADDER_BOARDS = 200  # the most boards of one table of the ladder: its log has some thousand events for each ten
LADDER_PAUSE = 10.0  # seconds between two boards of a table, unless the operator says otherwise
LADDER_PAUSE_MOST = 3600.0
LADDER_LISTED = 100  # entrants in one answer about the ladder, the best first
LADDER_TABLES_LISTED = 50  # tables of the ladder in one such answer
LADDER_EVERY = 0.5  # the interval at which free entrants are paired
LADDER_REST = 10  # times as long as it has taken to fit the ratings that they are left as they are
LADDER_NEWS = 1.0  # between two ladders that are sent to everybody who follows it
LADDER_PATIENCE = 60.0
"""The longest time for which an entrant waits for the best opponent, while others are free."""
LADDER_ABSENCE_MS = 10_000
CONTEST_MISSING = 10.0  # the time that the arena waits for programs of an entrant: as long as one may take to come back
CONTEST_BUSY = 600.0  # the time that it waits for programs at other tables: a board of the ladder, and its pause
CONTEST_EVERY = 0.1  # the interval at which the arena looks whether enough of them are free
CONTEST_REST = 5.0  # after boards of the arena an entrant is not paired on the ladder: more boards may follow
"""The time for which a table waits in all, for each seat, for a program whose connection is lost; then it plays on."""
LADDER_RETURN = 2.0  # from then on a free program of the same entrant takes the seat of one whose connection is lost
LADDER_FAULTS = 24
"""The faults of a side that end its play at a table: less than two boards of somebody who is not there."""
LADDER_AWAY_MS = 60_000
"""The time for which an entrant with so many faults stays away; longer after each further such table in a row."""
LADDER_AWAY_GROWS = 4
LADDER_AWAY_MOST_MS = 24 * 60 * 60 * 1000
LADDER_REMEMBERED = 16  # tables of an entrant that are looked at for that
LADDER_SITTINGS = 10_000
"""Tables whose results are kept: of 16 boards each, 160,000 boards; to fit the ratings then takes a thread 0.1 s."""

# A table
SPECTATORS = 1000  # at one table
PENDING = 32  # acts of one client that may wait for the end of a pause
COMINGS = Allowance(burst=20, every=5.0)
"""Returns of one client to a table that it has left, or where it has lost its connection."""
REARRANGED = 200  # changes of seats by the hosts of one table; a client that is moved is sent the log anew
KNOCKS = Allowance(burst=10, every=1.0)  # wrong proofs of the passphrase of a private table that one client may try
KNOCKS_PER_ADDRESS = Allowance(burst=100, every=0.2)
"""Wrong proofs that all clients of one address may try: enough for others even if a few are guessing."""
GATHERING_AWAY = 120.0
"""The time for which a seat is kept before the first match for a player whose connection is lost: a phone cuts it while
its owner sends friends the link, or looks up what they answer, and a page that is shown again comes back at once. While
all seats are taken, so that others wait for the match, it is the time for all absences of a player together."""
GATHERING_AWAY_PER_ADDRESS = 32
"""Seats that are kept so for clients of one address, as many as it may have connections in public: so none fills the
tables of others by coming and dropping its connection. Those of trusted networks are not counted together."""
NEWCOMERS = 28  # clients without any card of a match who may come for a seat in the middle of it: each stays in the log
NEWCOMERS_OF_ORIGIN = 14  # those of one address, so that none keeps all others out by coming and going
SYSTEMS = 24
"""Bidding systems of one client that may be told from one seat in a match, those told before the first match apart:
each stays in the log, and a client that loses its connection may tell its own again so often."""
SYSTEMS_REMEMBERED = 32
"""Systems that hold again at once when their owners are back: of four seats, and of some who have left them."""
SYSTEMS_AT_TABLE = 240  # those of all who come to a table, in the same time
CHAT = Allowance(burst=5, every=1.0)  # chat of one client at a table
CHATS = 250  # chat from one seat of a table in all; it stays in the log
CHATS_OF_WATCHERS = 500  # chat of all who watch a table

# Decisions
REPEATS = 8  # acts that say the same while the first waits for others to answer, each to be answered by its own id
STRIKES = 3  # illegal actions of one seat in a match of a strict table; one more, and it has forfeited
SHORT_REACTION = 2.0
"""The time for a program out of turn, for the rest of a deal in which it has let its time pass once."""
ABSENCE_MS = 60_000  # how long a match waits in all for each player who is away, until a bot plays
STAND_IN = 20.0  # the time for a bot in place of a player to think before the default is taken
SHARES = 3.0  # the time for players to give a share of a shuffle, or a pledge of it
STALLED_SHARE = 0.5
"""The share of the whole time of a decision, free and bank, after which the others can vote for a bot."""
STALLED_MS = 30_000  # the least time of a decision after which they can
STALLED_AWAY = 10.0
"""The absence after which a client can be voted out: one that loses its connection is back within seconds."""

# Matches
TABLE_IDLE = 600.0  # the time that a match waits while neither client nor bot acts for any seat
PAUSE = 1800.0  # the longest pause
PAUSES = 20  # in one match
REMATCH = 30.0  # the time for the others to agree once one player wants another match
REMATCHES = 50  # matches that may follow the first at one table: its log is kept whole
MINDS = 3  # changes of mind of one client about another match, in one recap
EVENTS = 80_000
"""Events in the log of a table, or of one match at a table of the operator's. A match to 2000 has some thousand, the
longest that rules allow has 300 deals of at most 200. No match follows once the log is half full."""

# Bots
INVITE = 5.0  # the time that a seat waits for the bot that it was promised
RESTART_AFTER = 1.0  # before a provider that has ended is started again; doubled each time
RESTART_AT_MOST = 60.0  # the most that this comes to
STEADY_AFTER = 30.0  # a provider that has lived this long is started again without further delay
BOTS_END = 0.5  # the time for the provider to end before it is killed

# Questions to providers
ANALYSIS = 10.0
"""The time that a hint or the values of cards may take; the check comes once in `SWEEP`."""
ANALYSES_WAITING = 64
"""Questions to providers that may wait at once. A hint for a call takes a second, so where so many wait, the last ones
are not answered within `ANALYSIS`; the addresses take turns, so that many questions of one do not keep out others."""
ANALYSES_WAITING_PER_ADDRESS = 4  # those of one address: it takes sixteen to keep all others out
ANALYSES_OF_PROVIDER = 2  # those that a provider is sent at once: one to work on, and the next
ANALYSES = Allowance(burst=20, every=1.0)  # hints and values of one client: one for each of its cards, and some more
ANALYSES_PER_ADDRESS = Allowance(burst=80, every=0.25)  # those of all clients of one address
REPLAYS_PER_ADDRESS = Allowance(burst=30_000, every=1 / 1_000)
"""Lines of records that are played again for values, for all clients of one address: a line takes 35 µs of a processor,
a match to 2000 has a thousand."""
REPLAYS_OF_ALL = Allowance(burst=60_000, every=1 / 3_000)
"""The same of all together: a tenth of a processor, however many addresses there are."""

# Memory and disk
MEMORY_BUDGET = 256 * 1024 * 1024  # the logs of all tables in memory, unless the operator says otherwise
DISK_BUDGET = 1024 * 1024 * 1024
"""The data file, the records of matches that are over included, unless the operator says otherwise."""
LEAST_BUDGET = 16 * 1024 * 1024  # the least that an operator may say: some dozens of tables
RESERVE = 0.25  # the part of a budget that is kept back for tables under way: they finish where nothing new begins
ARCHIVE_SHARE = 0.25
"""The part of the disk's budget for records of matches, `ARCHIVE` at most: no table is kept out by them."""
UNCOLLECTED = 32 * 1024 * 1024
"""Memory of tables that are over which may wait for the garbage collection, which takes about 0.1 s."""
GARBAGE = 25_000
"""New objects between two garbage collections: the objects of tables stay, and a collection looks at all of them."""
TABLE_MEMORY = 96 * 1024  # memory that a table takes without its log
TABLE_KEPT = 256 * 1024  # room for entries that has to be free before a table is opened: most matches come to less
ENTRY_MEMORY = 500  # memory of an entry that is kept in memory alone, beside its bytes
BODY_MEMORY = 64  # memory of a bytes object beside its contents
LOG_IN_MEMORY = 64 * 1024
"""The part of each log that may stay in memory where that gets short: a deal or two, for who was away for a moment."""
LOG_BLOCK = 64  # events that are laid aside, and read again, together
LOCK = 1.0  # the time to wait for another process that works with the same data; commands are quick
DATA_WAIT = 1.0  # the time to wait for another program's change to the data file; there should be none
CHECKPOINT = 1000  # pages of SQLite's write-ahead log before they are written to the data file
JOURNAL_WAITING = 20_000  # entries that may wait for the disk before the tables do
GATHER = 0.002
"""Seconds at least between the beginnings of two groups, for each table of the last two groups but one: waiting for the
disk costs the same however large a group is, and a single table waits for no other."""
GATHER_FOR = 5  # so many tables at most
DISK_AGAIN = 1.0  # the pause before a disk that takes nothing is tried again
WRITTEN_ANEW = 64 * 1024 * 1024
"""The largest data file that is written anew while a server runs, when a name is forgotten; the tables wait for it."""
ROOM_LEFT = 16 * 1024 * 1024  # bytes that the disk has to have left when the data file is written anew

# The archive
MATCHES = 10_000
"""Matches that are over and kept. The oldest go first, and before them all those in which only programs played."""
MATCHES_OF_PEOPLE = Allowance(burst=200, every=60.0)
"""Matches of tables opened from one address that are kept as people's; the others are kept as programs'."""
ARCHIVE = 256 * 1024 * 1024  # bytes of their records, as they are kept
RECORD = 1_500_000  # the longest record of a match that is kept; the longest match that rules allow has little less
SETTLED = 5.0  # the time that a question about matches, or an order about names, waits for writes before it
QUESTIONS_WAITING = 256  # questions and matches to be kept that may wait when one more question is taken
QUESTIONS = Allowance(burst=40, every=0.5)  # questions of one client about matches that are over
QUESTIONS_PER_ADDRESS = Allowance(burst=200, every=0.5)
"""Questions of all clients of one address: statistics of a full archive take 0.1 s."""
MATCHES_LISTED, PLAYERS_LISTED, PAIRS_LISTED = 50, 100, 10  # in one answer
DEALS_TOGETHER = 20  # the fewest deals with a partner who may be somebody's best
RECOUNTED_EVERY = 0.1  # the pause between two matches of an earlier version whose statistics are counted anew
RECORD_PAGE = 100_000  # characters of a record in one answer: in any encoding they fit into a frame

# The operator
ORDER = 16 * 1024  # bytes of an order that comes through the control socket, with the end of its line
ORDERING = 8  # connections of that socket that are served at once; others wait
ORDERING_IDLE = 30.0  # the time for which one of them may send nothing, or not read its answer
PROBE = 1.0  # the time in which another server would answer at a control socket that is there already
ANSWERED = 300.0  # the time that a command waits for an answer: to forget a name goes through all matches
TYPED = 4096  # bytes that are read from the console at once
TERMINAL_AGAIN = 1.0  # the interval at which a server in the background checks whether the terminal is its own again
LISTED_AT_ONCE = 32  # tables that are listed before the others have their turn
FORGOTTEN_AT_ONCE = 50  # matches from which a name is taken together: more would keep the tables waiting
SAID = 500  # characters of what the operator says to everybody
BANS = 10_000  # bans at once
BAN_REASON = 200  # characters of the reason that a client is told
BAN_OF_ADDRESS_MS = 24 * 60 * 60 * 1000  # a ban of an address, unless the operator says otherwise
BEAT = 10.0  # the interval at which systemd is told the status, where no watchdog wants it more often

# The end
END = 1.5  # the time from the first signal until the process is gone, even where a disk or a name service hangs
END_LOOK = 0.25  # the interval of checks whether a drained server can end; a `stop` is answered within that time
AGAIN_MS = 2000  # the time after which clients are told to come again, where the server may be started anew

# Discovery
PROBES = Allowance(burst=256, every=0.01)  # probes of the beacon that are answered
PROBES_PER_ADDRESS = Allowance(burst=64, every=0.1)  # those of one address that are
NETWORKS = 10.0  # the interval at which the beacon looks for networks that the machine has joined
MDNS_NEWS = 15.0  # the interval at which mDNS is told how busy the server is, where that has changed


def allow_many_files() -> None:
    """Raise the bound on open files, where the system has one, to the needs of `CONNECTIONS`."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = 2 * CONNECTIONS
        if soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted if hard < 0 else min(wanted, hard), hard))
