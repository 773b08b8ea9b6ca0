/** What others do in the lobby: calls for players, the tables, the people who are there, and their chat. */

import { chat } from "./chat.js";
import { el, keyed, setShown, setText } from "./dom.js";
import { come, isOpen } from "./lobby.js";
import { rulesTitle } from "./rules.js";

/** @param {import("./main.js").App} app */
export function company(app) {
  const parts = [callsPart, tablesPart, peoplePart].map((make) => make(app));
  const talk = chat(app, (text) => app.send({ type: "lobby_chat", text }));
  return {
    nodes: [...parts, talk].map(({ node }) => node),
    update(state) {
      parts.forEach((part) => part.update(state));
      talk.update(state.lines);
    },
  };
}

function callsPart(app) {
  const node = el("ul.calls");
  const show = keyed(node, ({ table, by }) => `${table} ${by}`, (call) => callRow(app, call), (row, call) => {
    setText(row.firstChild, app.say("call", { name: call.by, table: call.name, count: seatsOf(app.state, call) }));
  });
  return { node, update: (state) => show(state.calls.filter((call) => seatsOf(state, call) > 0)) };
}

/** The tables at which a bot has one's seat to the end of the match, as the others have voted. */
const votedOut = new Set();

/** The tables, those that wait for players first. */
function tablesPart(app) {
  const { say } = app;
  const none = el("p.quiet", { text: say("no_table") });
  const list = el("ul.tables");
  const show = keyed(list, ({ table }) => table, () => tableRow(app), (row, info) => row.show(info));
  const isFirst = ({ phase }) => Number(phase === "waiting");
  return {
    node: el("section", { "aria-label": say("tables") }, el("h2", { text: say("tables") }), none, list),
    update({ lobby, departure }) {
      if (departure?.left === "voted_out") votedOut.add(departure.table);
      for (const { table, phase } of lobby.tables) if (phase === "match_over") votedOut.delete(table);
      const shown = lobby.tables.filter((info) => !isSolo(info)).sort((one, other) => isFirst(other) - isFirst(one));
      setShown(none, shown.length === 0);
      show(shown);
    },
  };
}

function peoplePart({ say, state }) {
  const count = el("summary");
  const list = el("ul.people");
  const show = keyed(list, ({ name, occupant }) => `${occupant} ${name}`, personRow, (row, { occupant, place, table }) => {
    const kind = occupant === "program" ? [say("program")] : [];
    setText(row.lastChild, [...kind, say(`place_${place === "playing" ? playing(state, table) : place}`)].join(", "));
  });
  return {
    node: el("details", { open: true }, count, list),
    update({ people, more }) {
      setText(count, say("people_here", { count: people.length + more }));
      show(people);
    },
  };
}

/** What somebody does at a table: waits for players, plays against bots at a table that is not listed, or plays. */
function playing({ lobby }, wanted) {
  const info = lobby.tables.find(({ table }) => table === wanted);
  if (info === undefined) return "playing";
  return info.phase === "waiting" ? "waiting" : isSolo(info) ? "playing_bots" : "playing";
}

/** True for a game as the lobby's first button opens it, called as the one who plays: nobody has the words for it. */
const isSolo = ({ private: isPrivate, hold, name, seats }) =>
  isPrivate && !hold && seats.every(({ occupant }) => occupant !== "free") && playersIn(seats).every((one) => one.name === name);

const playersIn = (seats) => seats.filter(({ occupant }) => occupant === "person" || occupant === "program");

function tableRow(app) {
  const { say } = app;
  const name = el("b");
  const what = el("span.quiet");
  const seats = el("span.seats");
  const sit = el("button", { text: say("sit_down"), onclick: () => come(app, row.info, "join") });
  const watch = el("button", { text: say("watch"), onclick: () => come(app, row.info, "watch") });
  const row = el("li.table", {}, el("div", {}, name, what, seats), sit, watch);
  row.show = (info) => {
    row.info = info;
    setText(name, info.name);
    setText(what, describe(app, info));
    setText(seats, whoSits(say, info));
    setShown(sit, info.phase !== "match_over" && info.seats.some(isOpen) && !votedOut.has(info.table));
  };
  return row;
}

/** People by their names; of bots and free seats how many. */
function whoSits(say, { seats }) {
  const found = (wanted) => seats.filter(({ occupant }) => occupant === wanted);
  const people = found("person").map(({ name }) => name);
  const programs = found("program").map(({ name }) => `${name} (${say("program")})`);
  const counts = { count_bots: found("bot").length, free_seats: found("free").length };
  const others = Object.entries(counts).filter(([, count]) => count > 0);
  return [...people, ...programs, ...others.map(([key, count]) => say(key, { count }))].join(" · ");
}

function describe({ say }, info) {
  const score = info.score === null ? [] : [`${info.score.NS} – ${info.score.EW}`];
  const marks = ["private", "strict"].filter((mark) => info[mark]).map((mark) => say(mark));
  const missed = missedAt(info);
  const phase = missed.length > 0 ? say("waits_for_people", { who: missed.join(", ") }) : say(`phase_${info.phase}`);
  const what = [rulesTitle(say, info.preset), say("to_points", info), phase];
  return [...what, ...score, ...marks].join(" · ");
}

/** The names of the people whom a match waits for, as none of them is there. */
function missedAt({ phase, seats }) {
  const clients = seats.filter(({ occupant }) => ["person", "program"].includes(occupant));
  const isEmpty = ["cutting", "bidding", "playing"].includes(phase) && !clients.some(({ connected }) => connected);
  return isEmpty ? clients.map(({ name }) => name) : [];
}

function personRow({ name }) {
  return el("li", {}, el("b", { text: `${name} ` }), el("span.quiet"));
}

/** The calls that came while their table waited for players. */
const beforeMatch = new WeakSet();

/**
 * The seats to which a call leads, those that others have taken since not counted; none once its table or caller is gone.
 *
 * A call for the free seats of a room is over when the match begins; one during a match is for those of bots.
 */
function seatsOf({ lobby }, call) {
  const info = lobby.tables.find(({ table }) => table === call.table);
  if (info === undefined || !info.seats.some(({ name, occupant }) => name === call.by && occupant !== "bot")) return 0;
  if (info.phase === "waiting") beforeMatch.add(call);
  else if (beforeMatch.has(call)) return 0;
  return Math.min(call.seats, info.seats.filter(isOpen).length);
}

function callRow(app, call) {
  const row = el("li", {}, el("span"));
  const info = () => app.state.lobby.tables.find(({ table }) => table === call.table);
  row.append(el("button", { text: app.say("sit_down"), onclick: () => info() && come(app, info(), "join") }));
  return row;
}
