/** The room in full: the link to pass on, the two teams, bots for free seats, the chat, the beginning. */

import { SEATS, teamOf } from "./cards.js";
import { chat, mayTalk, readyPhrases } from "./chat.js";
import { labelled } from "./dialog.js";
import { button, el, keyed, setAttribute, setShown, setText } from "./dom.js";
import { inOrder, kindOf, levelInShort, USUAL_BOT } from "./levels.js";
import { tellingButton } from "./link.js";
import { linkToPassOn } from "./room_link.js";
import { rulesTitle } from "./rules.js";
import { linesSeen } from "./talk.js";
import { errorText } from "./texts.js";
import { nameOf } from "./words.js";

const TEAMS = ["NS", "EW"];

/** A notice of the sign-in is told in the room that one comes to so soon after it, in ms. */
const JUST_NOW = 15_000;

/** @param {import("./main.js").App} app */
export function roomSeats(app) {
  const { say } = app;
  const room = roomOf(app);
  const { wrong, levels } = room;
  const what = el("p.quiet");
  const renamed = el("p.renamed", { role: "status", hidden: true });
  const said = el("p.begins", { role: "status" });
  const teams = TEAMS.map((team) => teamCard(room, team));
  const actions = actionsOf(room);
  const link = linkToPassOn(app);
  const talk = chat(app, (text) => room.order({ type: "chat", text }), readyPhrases());
  const arrivals = arrivalsOf(say);
  const both = el("div.teams", {}, ...teams.map(({ node }) => node));
  const node = el("div", {}, what, renamed, link.node, said, both, talk.node, actions.node);
  return {
    node,
    update(table) {
      if (room.table !== table.table) {
        Object.assign(room, { table: table.table, moving: null, leaving: null });
        setShown(wrong, false);
        actions.forget();
        showRenamed(app, renamed);
        link.forget();
        arrivals.forget();
      }
      const isHost = table.seat !== null && table.host === table.seat;
      const free = freeSeats(table).length;
      setText(what, facts(say, table));
      setShown(link.node, SEATS.some((seat) => !isPerson(table, seat)));
      link.update(table, app.state.passphrases[table.table]);
      teams.forEach((team) => team.update(table, isHost));
      levels.update(app.state.lobby.bots, free);
      setShown(talk.node, mayTalk(table));
      talk.update(arrivals.among(table));
      linesSeen(table);
      setText(said, waitingFor(say, table, isHost));
      actions.update(table, isHost, free);
    },
  };
}

/** The people who came while one was there, as lines among those of the chat, which is read aloud. */
function arrivalsOf(say) {
  let present = null;
  let lines = [];
  return {
    forget() {
      present = null;
      lines = [];
    },
    among({ seats, lines: said, seat: own }) {
      const people = SEATS.filter((seat) => seat !== own && isPerson({ seats }, seat)).map((seat) => seats[seat].name);
      const fresh = present === null ? [] : people.filter((name) => !present.includes(name));
      lines.push(...fresh.map((name) => ({ name, text: say("has_joined"), at: `${said.length} ${lines.length}`, after: said.length })));
      present = people;
      return [...said, ...lines].sort((one, other) => placeIn(said, one) - placeIn(said, other));
    },
  };
}

/** The place of a line: one of the chat at its number, an arrival behind the lines that were there before. */
const placeIn = (said, line) => line.after ?? said.indexOf(line) + 0.5;

/** Tell somebody who came straight to the room that their name was taken. */
function showRenamed({ say, state }, node) {
  const notice = state.notices.find(({ topic, at }) => topic === "renamed" && Date.now() - at < JUST_NOW);
  setShown(node, notice !== undefined);
  if (notice !== undefined) setText(node, say("notice_renamed", notice));
}

/**
 * The common state of the parts of the room: how messages are sent and refusals told, the seat that is moved, and that
 * whose person is to leave.
 */
function roomOf(app) {
  const wrong = el("p.wrong", { role: "alert", hidden: true });
  const order = (message) => ask(app, wrong, message);
  return { app, wrong, order, levels: levelsOf(app), moving: null, leaving: null, table: null };
}

/** The level of the bots that are to come. */
function levelsOf({ say }) {
  const level = el("select");
  const node = labelled(say("level_of_bots"), level);
  node.classList.add("levels");
  const showLevels = keyed(level, (kind) => kind, (kind) => levelOption(say, kind));
  return {
    node,
    get value() {
      return level.value;
    },
    update(bots, free) {
      const isNew = level.childElementCount === 0; // a browser chooses the first by itself
      showLevels(inOrder(bots));
      if (isNew && bots.includes(USUAL_BOT)) level.value = USUAL_BOT;
      setShown(node, free > 0 && bots.length > 0);
    },
  };
}

/** The level of bots, the beginning and a call to those in the lobby, under what became of them; and the way out. */
function actionsOf(room) {
  const { app, order, wrong, levels } = room;
  const { say } = app;
  const begin = el("button.primary", { type: "button", onclick: () => order(beginning(room)) });
  const call = tellingButton(say("call_players"), async () => {
    if (await order({ type: "call_to_table" })) call.tell(say("called_players"), say("called_in_short"));
  });
  const leave = button(say("leave_table"), () => order({ type: "leave" }), "quiet");
  return {
    node: el("div.actions", {}, wrong, levels.node, begin, call.node, el("div.way-out", {}, leave), call.told),
    forget: call.forget,
    update({ hold, seat, seats }, isHost, free) {
      const mayBegin = free === 0 || app.state.lobby.bots.length > 0;
      setShown(begin, isHost && hold);
      begin.disabled = !mayBegin;
      const withBots = SEATS.some((one) => seats[one].occupant === "bot") ? "begin_adding_bots" : "begin_with_bots";
      const key = free === 0 ? "begin" : mayBegin ? withBots : "players_missing";
      setText(begin, say(key, { count: free }));
      setShown(call.node, free > 0 && seat !== null && app.state.offered.includes("people"));
    },
  };
}

const levelOption = (say, kind) => el("option", { value: kind, text: levelInShort(say, kind) });

/** Send a message about the table that is shown; a refusal is told in its room, and only there. */
async function ask(app, wrong, message) {
  const { table } = app.state.table;
  const answer = await app.ask({ table, ...message });
  const refused = answer.type === "error";
  if (app.state.table?.table !== table) return false;
  setText(wrong, refused ? errorText(app.say, answer) : "");
  setShown(wrong, refused);
  return !refused;
}

function beginning({ app, levels }) {
  return { type: "begin", ...(freeSeats(app.state.table).length === 0 ? {} : { bots: levels.value }) };
}

const freeSeats = ({ seats }) => SEATS.filter((seat) => seats[seat].occupant === "free");

const isPerson = ({ seats }, seat) => seats[seat].occupant === "person";

/** The rules and the marks of a table in a line. */
function facts(say, { preset, rules, clock, strict, hints }) {
  const { length, target } = rules.match;
  const aim = length === null ? say("to_points", { target }) : say("of_deals", { count: length });
  const time = clock.move_ms < 600_000 ? [say("seconds_each", { seconds: clock.move_ms / 1000 })] : [];
  const marks = [...(strict ? [say("strict")] : []), ...(hints ? [] : [say("no_hints")])];
  return [rulesTitle(say, preset), aim, ...time, ...marks].join(" · ");
}

/** The sentence that says how many are missing, and who lets the match begin. */
function waitingFor(say, table, isHost) {
  const { host, hold, seats } = table;
  const count = freeSeats(table).length;
  const missing = count === 0 ? [] : [`${say("players_missing", { count })}.`];
  if (!hold) return [...missing, say("begins_when_full")].join(" ");
  if (isHost) return count === 0 ? say("all_here") : [...missing, say("wait_or_begin")].join(" ");
  if (host === null) return missing.join(" ");
  return [...missing, say(seats[host].connected ? "host_begins" : "host_away", { name: nameOf(host, seats[host]) })].join(" ");
}

/** Two partners under the name of their side, one's own first. */
function teamCard(room, team) {
  const { say } = room.app;
  const whose = el("b");
  const title = el("h3", {}, whose, " ", el("span.quiet", { text: say(`team_${team}`) }));
  const rows = SEATS.filter((seat) => teamOf(seat) === team).map((seat) => seatRow(room, seat));
  const seats = el("ul.room-seats", {}, ...rows.map((row) => row.node));
  const node = el("section.team", { "aria-label": say(`team_${team}`) }, title, seats);
  return {
    node,
    update(table, isHost) {
      const isOwn = table.seat !== null && teamOf(table.seat) === team;
      setText(whose, table.seat === null ? "" : say(isOwn ? "your_team" : "their_team"));
      setAttribute(node, "data-own", isOwn);
      rows.forEach((row) => row.update(table, isHost));
    },
  };
}

/** A seat: who is there, and what may be done with it. */
function seatRow(room, seat) {
  const { app, order } = room;
  const { say } = app;
  const who = el("b");
  const kind = el("span.quiet");
  const bot = button(say("add_bot"), () => order({ type: "add_bot", seat, bot: room.levels.value }));
  const sit = button("", () => sitDown(room, seat));
  const swap = button("", () => swapping(room, seat));
  const free = button("", () => clearing(room, seat));
  const place = el("span.place", { text: say(`seat_${seat}`) });
  const does = el("div.does", {}, sit, bot, swap, free);
  const node = el("li", { "data-seat": seat }, place, el("div.who", {}, who, kind), does);
  for (const one of [bot, sit, swap, free]) setAttribute(one, "aria-description", say(`seat_${seat}`));
  return {
    node,
    update(table, isHost) {
      const isFree = table.seats[seat].occupant === "free";
      const isMoving = room.moving !== null;
      setText(who, isFree ? say("free") : nameOf(seat, table.seats[seat]));
      setText(kind, marks(say, table, seat).join(", "));
      setAttribute(node, "data-free", isFree);
      setAttribute(node, "data-moving", room.moving === seat);
      setShown(bot, isFree && !isMoving && app.state.lobby.bots.length > 0 && table.seat !== null);
      setText(sit, say(table.seat === null ? "sit_down" : "move_here"));
      setShown(sit, isFree && !isMoving);
      setText(swap, swapText(say, room.moving, seat, isFree));
      setShown(swap, isHost && (isMoving || maySwap(table, seat)));
      if (room.leaving === seat && !isPerson(table, seat)) room.leaving = null;
      setText(free, clearText(say, room, table, seat));
      setShown(free, isHost && !isFree && !isMoving && seat !== table.seat);
    },
  };
}

/** True if the person there can change places with somebody; a free seat is taken at a tap. */
const maySwap = (table, seat) =>
  isPerson(table, seat) && SEATS.some((other) => other !== seat && table.seats[other].occupant !== "free");

function swapText(say, moving, seat, isFree) {
  if (moving === null) return say("swap");
  return say(moving === seat ? "cancel" : isFree ? "move_to_this" : "swap_with_this");
}

function clearText(say, room, table, seat) {
  if (!isPerson(table, seat)) return say("free_seat");
  return say(room.leaving === seat ? "sure_send_away" : "send_away");
}

/** Clear a seat; a person goes at a second tap alone. */
function clearing(room, seat) {
  const isSure = room.leaving === seat || !isPerson(room.app.state.table, seat);
  room.leaving = isSure ? null : seat;
  if (isSure) room.order({ type: "clear_seat", seat });
  else room.app.render();
}

function marks(say, table, seat) {
  const kind = kindOf(say, table.seats[seat]);
  return [
    ...(seat === table.seat ? [say("you")] : []),
    ...(seat === table.host ? [say("host")] : []),
    ...(kind === "" ? [] : [kind]),
    ...(table.seats[seat].connected ? [] : [say("away")]),
  ];
}

/** The first tap chooses a seat, the second the one to swap it with. */
function swapping(room, seat) {
  const { moving } = room;
  room.leaving = null;
  room.moving = moving === null ? seat : null;
  if (moving !== null && moving !== seat) room.order({ type: "swap_seats", seats: [moving, seat] });
  room.app.render();
}

/** Take a free seat: the host moves; others leave, where they are there, and come back to that seat. */
async function sitDown({ app, order }, to) {
  const { table, seat, host } = app.state.table;
  if (seat !== null && seat === host) {
    await order({ type: "swap_seats", seats: [seat, to] });
    return;
  }
  await app.ask({ type: "leave", table });
  await app.ask({ type: "join", table, seat: to });
}
