/** The lobby: the ways to a table of one's own, and what others do, which is loaded as soon as there is anybody else. */

import { button, el, setClass, setShown, setText } from "./dom.js";
import { randomHex } from "./hex.js";
import { imported, loadAll, loadMore, panelLater } from "./later.js";
import { errorText, known } from "./texts.js";

/** Notices that are shown for a while. */
const BRIEF = ["error", "renamed", "forgotten"];

/** For how long, in ms. */
const ERROR_SHOWN = 15_000;

/** @param {import("./main.js").App} app */
export function lobbyScreen(app) {
  const notice = noticeLine(app);
  const lost = panelLater(app, "lost_table", async () => (await import("./lost_table.js")).lostTable(app));
  const head = headPart(app);
  const company = companyPart(app);
  const parts = [head, notice, company];
  const nodes = [head, notice, lost, company].map(({ node }) => node);
  return {
    node: el("section.lobby", {}, ...nodes),
    update(state) {
      parts.forEach((part) => part.update(state));
      if (state.departure || state.invited || app.lastSeat || lost.node.childElementCount > 0) lost.update(state);
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
  const node = el("p.notice", { role: "alert", hidden: true });
  return {
    node,
    update({ notices }) {
      setText(node, noticeText(app, notices.at(-1)));
      setClass(node, "wrong", notices.at(-1)?.topic !== "renamed");
    },
    tick(now) {
      const last = app.state.notices.at(-1);
      const isOld = BRIEF.includes(last?.topic) && now - last.at > ERROR_SHOWN;
      setShown(node, last !== undefined && !isOld && node.textContent !== "");
    },
  };
}

/** What others do: until there is anybody else, the line that there is no table. */
function companyPart(app) {
  const node = el("div.company", {}, el("p.quiet", { text: app.say("no_table") }));
  let company;
  const load = async () => {
    company = { update() {} }; // on its way
    const words = () => loadAll(app, ["company", "rules", "chat"], ["company.css"]);
    const [module] = await imported(() => Promise.all([import("./company.js"), words()]));
    company = module.company(app);
    node.replaceChildren(...company.nodes);
    app.render();
  };
  return {
    node,
    update(state) {
      if (company === undefined && hasCompany(state)) load();
      company?.update(state);
    },
  };
}

/** True if somebody else, or a trace of somebody, is in the lobby. */
const hasCompany = ({ lobby, people, more, calls, lines }) =>
  lobby.tables.length + calls.length + lines.length > 0 || people.length + more > 1;

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

/** True if the seat may be taken: it is free, or a bot's. */
export const isOpen = ({ occupant, closed }) => occupant === "free" || (occupant === "bot" && !closed);

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
