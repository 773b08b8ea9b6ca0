/**
 * The state of the page, and how each message of the server changes it.
 *
 * There is one state, changed in place by `update`; the views read it and are told afterwards. Events of the game go
 * through the fold, those of the table through `EVENTS`. Times are those of this browser, in ms.
 */

import { SEATS } from "./cards.js";
import { emptyView, fold } from "./fold.js";

/** Lines of chat that are kept. */
const LINES = 200;

/** @returns {object} The state before anything is known. */
export const initialState = () => ({
  link: "closed", // the status of the connection
  offered: [], // capabilities of the server
  membersInvite: false, // whether owners of names invite others
  web: "", // the link that the server names for browsers
  hints: null, // whether tables have hints, where the server decides that
  refusal: null, // the error that ended the sign-in or the connection
  name: "",
  server: "", // what the server is called
  capabilities: [], // those that were granted
  lobby: { tables: [], presets: [], bots: [] },
  people: [],
  more: 0, // others on the server
  lines: [], // of the lobby's chat
  calls: [], // for players, the latest last
  notices: [], // of the server, and errors that concern no request
  passphrases: {}, // of the private tables that this tab has opened or come to, by table; null if it has none
  waiting: false, // for somebody who lets newcomers in
  broken: false, // an event is missing: all have to be asked for again
  departure: null, // the table that one was at before, with `left`, the reason why one is no longer there
  invited: null, // the table of a link that could not be joined, with `by`, who invites
  table: null,
});

/** Forget who one was: the session is over. */
export function signedOut(state) {
  leave(state, "gone");
  Object.assign(state, { name: "", waiting: false });
}

/** The state of a table that was joined. */
const newTable = (joined) => ({
  ...joined,
  n: 0, // the number of the last event
  view: emptyView(joined.eyes ?? joined.seat),
  seats: Object.fromEntries(SEATS.map((seat) => [seat, { occupant: "free", name: "", connected: true, closed: false }])),
  reserved: {}, // by seat, who gets it at the next deal
  host: null,
  request: null, // what is asked, with the time at which it came
  react: null, // a request out of turn
  sent: null, // the action that was sent and is not answered
  refused: null, // why the last action was refused
  settled: null, // the contract and the declarers of the deal under way
  recap: null,
  players: null, // who sat where in the last deal that is over, until the next
  formerly: null, // the same while the next begins
  paused: null, // until when
  pauseAsked: [],
  votes: [],
  admits: [],
  rematchAsked: [],
  before: null, // who sat there until the last change of a seat
  lines: [], // of the table's chat
  happened: [], // the last events, for what is said aloud
  log: [], // the events of the match, to be seen again
  claimed: null,
  sameAddress: [],
  applicants: [], // who waits to be let into the server, for a host with a name, each since `at`
});

/**
 * Take a message.
 *
 * @param {object} state
 * @param {object} message
 * @param {number} now
 */
export function update(state, message, now) {
  const happened = message.n === undefined ? MESSAGES[message.type] : tableEvent;
  happened?.(state, message, now);
}

/** @type {Record<string, (state: object, message: any, now: number) => void>} The effect of each message. */
const MESSAGES = {
  welcome: (state, { name, capabilities, hints, signer, members_invite: membersInvite = false, web = "" }) => {
    const offered = Object.keys(capabilities);
    Object.assign(state, { server: name ?? "", offered, hints: hints ?? null, signer, membersInvite, web });
  },
  waiting: (state) => {
    state.waiting = true;
  },
  ready: (state, { name, capabilities }) => Object.assign(state, { name, capabilities, refusal: null, waiting: false }),
  lobby: (state, { tables, presets, bots, target }) => {
    state.lobby = { tables, presets, bots, target };
    if (state.table !== null) leave(state, "gone"); // it comes to those at no table: the table ended while one was away
  },
  people: (state, { people, more }) => Object.assign(state, { people, more }),
  lobby_chatted: (state, { lines, recent }) => {
    state.lines = recent ? lines : [...state.lines, ...lines].slice(-LINES);
  },
  called_to_table: (state, call) => {
    state.calls = [...state.calls.filter(({ table }) => table !== call.table), call];
  },
  joined: (state, joined) => {
    const goesOn = state.table?.table === joined.table && joined.re === undefined && isSame(state.table, joined);
    if (goesOn) state.table.applicants = []; // the server tells again who waits
    else state.table = newTable(joined);
    state.broken = false;
    const notices = state.notices.filter(({ topic }) => topic === "renamed"); // for the room
    Object.assign(state, { calls: [], notices, departure: null, invited: null });
  },
  left: (state, { reason }) => leave(state, reason),
  request: (state, request, now) => asked(state, { ...request, at: now }),
  ok: ({ table }, { request }) => {
    if (table === null || request === undefined) return;
    for (const kind of ["request", "react"]) {
      if (table[kind]?.request === request) table[kind] = null;
    }
    table.sent = null;
  },
  error: (state, error, now) => refused(state, error, now),
  notice: (state, notice, now) => {
    state.notices = [...state.notices, { ...notice, at: now }].slice(-5);
  },
  newcomers: ({ table }, { names }, now) => {
    if (table === null) return;
    const known = new Map(table.applicants.map((one) => [one.name, one]));
    table.applicants = names.map((name) => known.get(name) ?? { name, at: now, isLetIn: false, isPutOff: false });
  },
  same_address: (state, { groups }) => {
    if (state.table !== null) state.table.sameAddress = groups;
  },
};

function leave(state, reason) {
  if (state.table !== null) state.departure = { ...state.table, left: reason };
  state.table = null;
}

/** True if a table goes on where it was: after a loss only what was missed comes. */
const isSame = (table, joined) => table.seat === joined.seat && table.eyes === joined.eyes;

function asked(state, request) {
  const table = state.table;
  if (table === null || state.broken) return;
  if (request.after > table.n) {
    state.broken = true; // events are missing that it takes into account
    return;
  }
  if (request.kind === "react") {
    table.react = request;
    return;
  }
  if (!isSameRequest(table.request, request)) table.refused = null;
  table.request = request;
  table.sent = null; // where it comes again, an answer was lost on the way, or is taken twice and counts once
}

function refused(state, error, now) {
  const table = state.table;
  if (error.request !== undefined && table !== null) {
    if (table.sent !== null) table.refused = error; // a refused claim leaves the turn, and tells for itself
    table.sent = null;
    for (const kind of ["request", "react"]) {
      if (OVER.has(error.code) && table[kind]?.request === error.request) table[kind] = null;
    }
  } else {
    state.notices = [...state.notices, { topic: "error", error, at: now }].slice(-5);
  }
}

/** Errors that say that a request is over. */
const OVER = new Set(["STALE_REQUEST", "LATE", "NOT_YOUR_TURN"]);

/**
 * An event of the table: the fold has the game, `EVENTS` the rest.
 *
 * Where one is missing, or cannot follow, the table is `broken`: the page has to ask for all events again. So it is
 * after a loss during which one was given another table or seat, for the server then sends what came after an event of
 * the table before.
 */
function tableEvent(state, event, now) {
  const table = state.table;
  if (state.broken || table === null || event.table !== table.table || event.n <= table.n) return;
  try {
    if (event.n !== table.n + 1) throw new Error(`event ${event.n} came after event ${table.n}`);
    if (event.type === "match_started") Object.assign(table, { rules: event.rules, log: [] });
    const view = fold(table.view, event, table.rules);
    if (view !== table.view) table.log.push(event);
    table.view = view;
  } catch {
    state.broken = true;
    return;
  }
  table.n = event.n;
  EVENTS[event.type]?.(table, event, now);
  if (overtaken(table, event)) table.request = table.sent = null;
  table.happened = [...table.happened, event].slice(-40);
}

const ACTS = new Set(["passed", "bid_made", "coinched", "surcoinched", "card_played", "pack_cut"]);

/** True if somebody, perhaps a bot, has acted for the seat that the request asks. */
const overtaken = (table, event) => ACTS.has(event.type) && event.seat === table.request?.seat;

/** @type {Record<string, (table: object, event: any, now: number) => void>} The effect of each event of a table. */
const EVENTS = {
  seat_changed: (table, { seat, occupant, name, connected, closed, at }) => {
    if (isSomebodyElse(table.seats[seat], { occupant, name })) forgetWishes(table, seat);
    table.before = table.seats[seat];
    table.seats = { ...table.seats, [seat]: { occupant, name, connected, closed, at } };
    const { [seat]: _, ...others } = table.reserved;
    table.reserved = others;
    table.admits = table.admits.filter(({ newcomer }) => newcomer !== seat);
    table.votes = table.votes.filter(({ against }) => against !== seat);
  },
  seat_reserved: (table, { seat, occupant, name }) => {
    const { [seat]: _, ...others } = table.reserved;
    table.reserved = occupant === "free" ? others : { ...others, [seat]: { occupant, name } };
    table.admits = table.admits.filter(({ newcomer }) => newcomer !== seat);
  },
  admit_agreed: (table, { seat, newcomer }) => table.admits.push({ seat, newcomer }),
  host_changed: (table, { seat }) => {
    table.host = seat;
    if (seat !== table.seat) table.applicants = [];
  },
  match_started: (table) => {
    Object.assign(table, { recap: null, players: null, rematchAsked: [], votes: [] });
  },
  deal_started: (table) => {
    table.formerly = table.players ?? table.formerly;
    Object.assign(table, { recap: null, players: null, claimed: null, pauseAsked: [], settled: null, react: null, refused: null });
  },
  hand_dealt: (table) => {
    table.formerly = null;
  },
  deal_scored: (table) => {
    table.players = table.seats;
  },
  bid_made: (table) => {
    table.react = null;
  },
  contract_settled: (table, { bidder, bid, multiplier }) => Object.assign(table, { settled: { bidder, bid, multiplier }, react: null }),
  thrown_in: (table) => {
    table.request = null;
  },
  recap_started: (table, { ms, rematch_ms: rematch }, now) => {
    table.players ??= table.seats;
    table.recap = { until: now + ms, rematchUntil: rematch > 0 ? now + rematch : null, wentOn: [] };
  },
  went_on: (table, { seat }) => {
    table.recap?.wentOn.push(seat);
    table.rematchAsked = table.rematchAsked.filter((asker) => asker !== seat);
  },
  rematch_asked: (table, { seat }) => {
    table.rematchAsked = [...new Set([...table.rematchAsked, seat])];
  },
  claimed: (table, { seat }) => {
    table.claimed = seat;
    table.request = null;
  },
  pause_asked: (table, { seat }) => {
    table.pauseAsked = [...new Set([...table.pauseAsked, seat])];
  },
  paused: (table, { ms, at }, now) => Object.assign(table, { paused: Math.min(at, now) + ms, pauseAsked: [] }),
  pause_ended: (table) => {
    table.paused = null;
  },
  vote_cast: (table, { seat, against }) => table.votes.push({ seat, against }),
  chatted: (table, { seat, name, text, at }) => {
    table.lines = [...table.lines, { seat, name, text, at }].slice(-LINES);
  },
};

const isSomebodyElse = (before, { occupant, name }) => before.occupant !== occupant || before.name !== name;

/** What somebody wanted, a pause or after the deal, is no wish of whoever has the seat then. */
function forgetWishes(table, seat) {
  table.pauseAsked = table.pauseAsked.filter((asker) => asker !== seat);
  table.rematchAsked = table.rematchAsked.filter((asker) => asker !== seat);
  if (table.recap !== null) table.recap.wentOn = table.recap.wentOn.filter((reader) => reader !== seat);
}

/** @returns {boolean} True if a request is one that came before: it is sent again after a pause or a loss. */
export const isSameRequest = (one, other) => one?.request === other.request && one.table === other.table;

/** @returns {boolean} True if the page's player is asked for something that is not answered yet. */
export const isMyTurn = ({ table }) => table !== null && table.request !== null && table.sent === null;
