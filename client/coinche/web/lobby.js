/** The lobby: the tables, the people who are there, calls for players, and their chat. */

import { chat } from "./chat.js";
import { el, keyed, setShown, setText } from "./dom.js";
import { loadMore, panelLater } from "./later.js";
import { fromHex, hmac, joined, sha256, toHex, utf8 } from "./sha256.js";
import { errorText, nameOf, rulesTitle } from "./words.js";

/** For how long an error is shown, in ms. */
const ERROR_SHOWN = 15_000;

/** @param {import("./main.js").App} app */
export function lobbyScreen(app) {
  const { say } = app;
  const title = el("h1");
  const none = el("p.quiet", { text: say("no_table") });
  const tables = el("ul.tables");
  const people = el("ul.people");
  const count = el("summary");
  const calls = el("ul.calls");
  const talk = chat(app, (text) => app.send({ type: "lobby_chat", text }));
  const wrong = el("p.wrong", { role: "alert", hidden: true });
  const actions = el(
    "div.actions",
    {},
    el("button.primary", { text: say("play_with_bots"), onclick: () => playWithBots(app) }),
    el("button", { text: say("new_table"), onclick: async () => (await import("./form.js")).openForm(app) }),
    el("button.quiet", { text: say("more"), onclick: async () => (await import("./menu.js")).openMenu(app) }),
  );
  const showTables = keyed(tables, ({ table }) => table, () => tableRow(app), (row, info) => row.show(info));
  const showPeople = keyed(people, ({ name, occupant }) => `${occupant} ${name}`, personRow, (row, person) => {
    setText(row.lastChild, say(`place_${person.place}`));
  });
  const showCalls = keyed(calls, ({ table, by }) => `${table} ${by}`, (call) => callRow(app, call));
  const lost = panelLater(app, "lost_table", async () => (await import("./lost_table.js")).lostTable(app));
  const node = el(
    "section.lobby",
    {},
    title,
    actions,
    wrong,
    lost.node,
    calls,
    el("section", { "aria-label": say("tables") }, el("h2", { text: say("tables") }), none, tables),
    el("details", { open: true }, count, people),
    talk.node,
  );
  return {
    node,
    update(state) {
      setText(title, state.server === "" ? say("lobby") : say("lobby_of", { name: state.server }));
      setShown(none, state.lobby.tables.length === 0);
      showTables(state.lobby.tables);
      showPeople(state.people);
      showCalls(state.calls);
      setText(count, say("people_here", { count: state.people.length + state.more }));
      talk.update(state.lines);
      if (state.departure !== null || lost.node.childElementCount > 0) lost.update(state);
      setText(wrong, noticeText(app, state.notices.at(-1)));
      followLink(app);
      this.tick(Date.now());
    },
    tick(now) {
      const last = app.state.notices.at(-1);
      const isOld = last?.topic === "error" && now - last.at > ERROR_SHOWN;
      setShown(wrong, last !== undefined && !isOld && wrong.textContent !== "");
    },
  };
}

/** What a notice of the server, or an error, says; the texts of errors are loaded with the first of them. */
function noticeText(app, notice) {
  if (notice === undefined) return "";
  if (notice.topic !== "error") return app.say(`notice_${notice.topic}`, notice);
  if (app.more === undefined) loadMore(app).then(() => app.render());
  return errorText(app.say, notice.error);
}

/** Come to the table of the link that was opened, once. */
function followLink(app) {
  const table = app.linkedTable;
  if (table === null || app.state.lobby.presets.length === 0) return;
  app.forgetLink();
  const info = app.state.lobby.tables.find((one) => one.table === table);
  come(app, info ?? { table, private: false }, "join");
}

/** Open a table of one's own with bots and begin at once. */
function playWithBots(app) {
  const { bots } = app.state.lobby;
  app.ask({ type: "create_table", name: app.state.name, bots: bots[0], seat: "S" });
}

function tableRow(app) {
  const { say } = app;
  const name = el("b");
  const what = el("span.quiet");
  const seats = el("span.seats");
  const sit = el("button", { text: say("sit_down"), onclick: () => come(app, row.info, "join") });
  const watch = el("button.quiet", { text: say("watch"), onclick: () => come(app, row.info, "watch") });
  const row = el("li.table", {}, el("div", {}, name, what, seats), sit, watch);
  row.show = (info) => {
    row.info = info;
    setText(name, info.name);
    setText(what, describe(app, info));
    setText(seats, info.seats.map((sits) => nameOf(sits.seat, sits) || "…").join(" · "));
    setShown(sit, info.phase !== "match_over" && info.seats.some(({ occupant, closed }) => occupant === "free" || (occupant === "bot" && !closed)));
  };
  return row;
}

function describe({ say }, info) {
  const free = info.seats.filter(({ occupant }) => occupant === "free").length;
  const score = info.score === null ? [] : [`${info.score.NS} – ${info.score.EW}`];
  const marks = ["private", "strict"].filter((mark) => info[mark]).map((mark) => say(mark));
  const places = free > 0 ? [say("free_seats", { count: free })] : [];
  const what = [rulesTitle(say, info.preset), say("to_points", info), say(`phase_${info.phase}`)];
  return [...what, ...score, ...places, ...marks].join(" · ");
}

/** Join a table or watch it; a private one asks for its passphrase. */
async function come(app, info, type) {
  const message = { type, table: info.table };
  if (info.private) {
    const passphrase = prompt(app.say("passphrase"));
    if (passphrase === null) return;
    message.proof = tableProof(passphrase, app.connection.welcome.nonce, info.table);
  }
  const answer = await app.ask(message);
  if (info.private && answer.code === "FORBIDDEN" && answer.data.reason === undefined) {
    app.state.notices.at(-1).error = { ...answer, data: { reason: "proof" } };
    app.render();
  }
}

/** The proof that one knows a table's passphrase (docs/protocol/tables.md, "Private tables"). */
export function tableProof(passphrase, nonce, table) {
  return toHex(hmac(sha256(utf8(passphrase)), joined(fromHex(nonce), utf8(table))));
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
