/** Tables at which one is not: the one that was left, with the way back, and one that a link leads to. */

import { button, el, setShown, setText } from "./dom.js";
import { read, write } from "./identity.js";
import { come, isOpen } from "./lobby.js";
import { invitationText } from "./sign_in.js";
import { isAgainstBots } from "./words.js";

/** Where a tab keeps the match that its player has left to a bot: a page that is loaded again tells of it, too. */
const KEPT_MATCH = "coinche.left";

/** The phases of a match that goes on without the one who left. */
const UNDER_WAY = ["cutting", "bidding", "playing", "deal_over"];

/** @param {import("./main.js").App} app */
export function lostTable(app) {
  const parts = [leftTable(app), invitation(app)];
  return {
    node: el("div", {}, ...parts.map(({ node }) => node)),
    update: (state) => parts.forEach((part) => part.update(state)),
  };
}

/** The invitation of the link to a table: from whom it comes, and what one may still do about it. */
function invitation(app) {
  const { say, state } = app;
  const who = el("p");
  const go = (type) => () => come(app, state.invited, type);
  const close = () => {
    state.invited = null;
    app.render();
  };
  const sit = button(say("sit_down"), go("join"), "primary");
  const buttons = el("div.actions", {}, sit, button(say("watch"), go("watch")), button(say("close"), close, "quiet"));
  const node = el("div.lost-table", { role: "status", hidden: true }, who, buttons);
  return {
    node,
    update({ invited }) {
      setShown(node, invited !== null);
      if (invited !== null) setText(who, invitationText(app, invited));
    },
  };
}

function leftTable(app) {
  const { say } = app;
  const why = el("p");
  const info = () => app.state.lobby.tables.find(({ table }) => table === app.state.departure.table);
  const back = button(say("come_back"), () => come(app, info(), "join", seatOf(app.state.departure)), "primary");
  const watch = button(say("watch_match"), () => come(app, info(), "watch"));
  const record = button(say("see_record"), async () => {
    const { openMatches, openReplayOf } = await import("./matches.js");
    if (!(await openReplayOf(app, app.state.departure))) await openMatches(app);
  });
  let kept = read(sessionStorage, KEPT_MATCH);
  const keep = (match) => {
    if (kept?.table !== match?.table || kept?.seat !== match?.seat) write(sessionStorage, KEPT_MATCH, (kept = match));
  };
  const close = () => {
    app.state.departure = null;
    keep(null);
    app.render();
  };
  const buttons = el("div.actions", {}, back, watch, record, button(say("close"), close, "quiet"));
  const node = el("div.lost-table", { role: "status", hidden: true }, why, buttons);
  return {
    node,
    update({ lobby, offered }) {
      const departure = (app.state.departure ??= departureOf(app, kept));
      const isThere = lobby.tables.some(({ table }) => table === departure?.table);
      const reason = departure === null ? "" : reasonOf(departure, isThere);
      setShown(node, reason !== "");
      if (departure !== null && reason !== "bot") keep(null);
      if (reason === "") return;
      const title = departure.title ?? titleOf(app, departure);
      setText(why, say(`left_${reason}`, { table: title }));
      if (reason === "bot") keep({ table: departure.table, seat: departure.seat, title, name: app.state.name });
      setShown(back, isThere && ["bot", "removed"].includes(reason));
      setShown(watch, isThere && ["bot", "voted_out"].includes(reason));
      setShown(record, departure.view.phase === "match_over" && offered.includes("archive"));
    },
  };
}

/** The match that was left before the page was loaded again, while a bot still has one's seat there; else null. */
function departureOf({ state: { lobby, name } }, kept) {
  const info = lobby.tables.find(({ table }) => table === kept?.table);
  const isMine = kept?.name === name && info?.seats.some((one) => one.seat === kept.seat && one.occupant === "bot" && isOpen(one));
  return isMine ? { ...kept, left: "left", view: info } : null;
}

/** The title of a table, as its players have read it. */
const titleOf = ({ say, state: { name } }, table) => (isAgainstBots({ name, table }) ? say("table_of", { name }) : table.name);

/** The reason that is told; empty where one has left as one wished to: a match with bots alone ends with its table. */
function reasonOf({ left, seat, view }, isThere) {
  if (left === "undone") return "";
  if (left === "match_over" && UNDER_WAY.includes(view.phase)) return "in_match";
  if (left !== "left") return left;
  if (view.phase === "match_over") return "match_over";
  return seat !== null && UNDER_WAY.includes(view.phase) && isThere ? "bot" : "";
}

/** In a match the seat that was one's own alone; before it any seat. */
const seatOf = ({ seat, left }) => (left === "removed" ? {} : { seat });
