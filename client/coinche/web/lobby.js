/** The lobby: the tables, the people who are there, calls for players, and their chat. */

import { chat } from "./chat.js";
import { button, el, keyed, setShown, setText } from "./dom.js";
import { loadMore, panelLater } from "./later.js";
import { randomHex } from "./sha256.js";
import { errorText, known, rulesTitle } from "./texts.js";

/** Notices that are shown for a while. */
const BRIEF = ["error", "renamed", "forgotten"];

/** For how long, in ms. */
const ERROR_SHOWN = 15_000;

/** @param {import("./main.js").App} app */
export function lobbyScreen(app) {
  const talk = chat(app, (text) => app.send({ type: "lobby_chat", text }));
  const notice = noticeLine(app);
  const lost = panelLater(app, "lost_table", async () => (await import("./lost_table.js")).lostTable(app));
  const [head, calls, tables, people] = [headPart, callsPart, tablesPart, peoplePart].map((make) => make(app));
  const parts = [head, notice, calls, tables, people];
  const nodes = [head, notice, lost, calls, tables, people, talk].map(({ node }) => node);
  return {
    node: el("section.lobby", {}, ...nodes),
    update(state) {
      parts.forEach((part) => part.update(state));
      talk.update(state.lines);
      if (state.departure !== null || state.invited !== null || lost.node.childElementCount > 0) lost.update(state);
      followLink(app);
      this.tick(Date.now());
    },
    tick: (now) => notice.tick(now),
  };
}

/** The title, the menu, and the two ways to a table of one's own. */
function headPart(app) {
  const { say } = app;
  const title = el("h1");
  const openMenu = async () => (await import("./menu.js")).openMenu(app);
  const menu = el("button.menu", { type: "button", text: "☰", "aria-label": say("menu"), onclick: openMenu });
  const bots = el("button.primary", { text: say("play_with_bots"), onclick: () => playWithBots(app) });
  const openForm = async () => (await import("./form.js")).openForm(app);
  const table = el("button", { text: say("new_table"), onclick: openForm });
  const how = button(say("how_to_play"), async () => (await import("./how_to_play.js")).openHowToPlay(app), "quiet");
  return {
    node: el("header", {}, title, menu, el("div.actions", {}, bots, table, how)),
    update: ({ server }) => setText(title, server === "" ? say("lobby") : say("lobby_of", { name: server })),
  };
}

/** The last notice of the server, or an error for a while. */
function noticeLine(app) {
  const node = el("p.wrong", { role: "alert", hidden: true });
  return {
    node,
    update: ({ notices }) => setText(node, noticeText(app, notices.at(-1))),
    tick(now) {
      const last = app.state.notices.at(-1);
      const isOld = BRIEF.includes(last?.topic) && now - last.at > ERROR_SHOWN;
      setShown(node, last !== undefined && !isOld && node.textContent !== "");
    },
  };
}

function callsPart(app) {
  const node = el("ul.calls");
  const show = keyed(node, ({ table, by }) => `${table} ${by}`, (call) => callRow(app, call));
  return { node, update: ({ calls }) => show(calls) };
}

/** The tables, those that wait for players first. */
function tablesPart(app) {
  const { say } = app;
  const none = el("p.quiet", { text: say("no_table") });
  const list = el("ul.tables");
  const show = keyed(list, ({ table }) => table, () => tableRow(app), (row, info) => row.show(info));
  const isFirst = ({ phase }) => Number(phase === "waiting");
  return {
    node: el("section", { "aria-label": say("tables") }, el("h2", { text: say("tables") }), none, list),
    update({ lobby }) {
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
    setText(row.lastChild, [...kind, say(`place_${place === "playing" && waits(state, table) ? "waiting" : place}`)].join(", "));
  });
  return {
    node: el("details", { open: true }, count, list),
    update({ people, more }) {
      setText(count, say("people_here", { count: people.length + more }));
      show(people);
    },
  };
}

/** True if a table that is listed waits for players. */
const waits = ({ lobby }, wanted) => lobby.tables.some(({ table, phase }) => table === wanted && phase === "waiting");

/** The text of a notice of the server, or of an error; the texts are loaded with the first of them. */
function noticeText(app, notice) {
  if (notice === undefined) return "";
  if (app.more === undefined) loadMore(app).then(() => app.render());
  if (notice.topic !== "error") return known(app.say, `notice_${notice.topic}`, notice) ?? "";
  return errorText(app.say, notice.error);
}

/** Come to the table of the link that was opened, once; one that cannot be joined stays in sight. */
async function followLink(app) {
  const { linkedTable: table, inviter, state } = app;
  if (table === null || state.lobby.presets.length === 0) return;
  app.forgetLink();
  const info = state.lobby.tables.find((one) => one.table === table);
  const answer = await come(app, info ?? { table, private: false }, "join");
  if (answer?.type === "joined") return;
  app.opened = undefined; // an invitation that was refused is nobody else's either
  if (info === undefined) return;
  const host = info.seats.find(({ seat }) => seat === info.host)?.name;
  state.invited = { by: host, ...inviter, ...info };
  app.render();
}

/** Open a table of one's own with bots and begin at once; nobody has the words that would let others in. */
function playWithBots(app) {
  const { bots } = app.state.lobby;
  app.ask({ type: "create_table", name: app.state.name, bots: bots[0], seat: "S", key: randomHex(32) });
}

/** True for a game as `playWithBots` opens it, to which nobody else can come: it is called as the one who plays. */
const isSolo = ({ private: isPrivate, hold, name, host, seats }) =>
  isPrivate && !hold && seats.find(({ seat }) => seat === host)?.name === name;

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
    setShown(sit, info.phase !== "match_over" && info.seats.some(isOpen));
  };
  return row;
}

/** True if the seat may be taken: it is free, or a bot's. */
const isOpen = ({ occupant, closed }) => occupant === "free" || (occupant === "bot" && !closed);

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
  const what = [rulesTitle(say, info.preset), say("to_points", info), say(`phase_${info.phase}`)];
  return [...what, ...score, ...marks].join(" · ");
}

/** The seat that one had at the table, unless somebody else sits there. */
function seatLeft({ lastSeat }, { table, seats = [] }) {
  const isMine = lastSeat?.table === table && seats.some((one) => one.seat === lastSeat.seat && isOpen(one));
  return isMine ? { seat: lastSeat.seat } : {};
}

/** Join a table, at the `place` that is wanted, or watch it. Returns the answer; undefined where nothing was asked for. */
export async function come(app, info, type, place = type === "join" ? seatLeft(app, info) : {}) {
  const message = { type, table: info.table, ...place };
  if (!info.private) return app.ask(message);
  return (await import("./private_table.js")).askWithPassphrase(app, message, info.name);
}

function personRow({ name }) {
  return el("li", {}, el("b", { text: `${name} ` }), el("span.quiet"));
}

function callRow(app, call) {
  const text = app.say("call", { name: call.by, table: call.name });
  const row = el("li", {}, el("span", { text }));
  const info = () => app.state.lobby.tables.find(({ table }) => table === call.table);
  row.append(el("button", { text: app.say("sit_down"), onclick: () => info() && come(app, info(), "join") }));
  return row;
}
