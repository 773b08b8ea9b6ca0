/** Tables at which one is not: the one that was left, with the way back, and one that a link leads to. */

import { button, el, setShown, setText } from "./dom.js";
import { come } from "./lobby.js";
import { invitationText } from "./sign_in.js";
import { isAgainstBots } from "./words.js";

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
  const close = () => {
    app.state.departure = null;
    app.render();
  };
  const buttons = el("div.actions", {}, back, watch, record, button(say("close"), close, "quiet"));
  const node = el("div.lost-table", { role: "status", hidden: true }, why, buttons);
  return {
    node,
    update({ departure, lobby, offered }) {
      const isThere = lobby.tables.some(({ table }) => table === departure?.table);
      const reason = departure === null ? "" : reasonOf(departure, isThere);
      setShown(node, reason !== "");
      if (reason === "") return;
      setText(why, say(`left_${reason}`, { table: titleOf(app, departure) }));
      setShown(back, isThere && ["bot", "removed"].includes(reason));
      setShown(watch, isThere && ["bot", "voted_out"].includes(reason));
      setShown(record, departure.view.phase === "match_over" && offered.includes("archive"));
    },
  };
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
