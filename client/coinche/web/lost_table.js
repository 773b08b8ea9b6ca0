/** Why one is no longer at a table, and the way back where there is one. */

import { button, el, setShown, setText } from "./dom.js";

/** The phases of a match that goes on without the one who left. */
const UNDER_WAY = ["cutting", "bidding", "playing", "deal_over"];

/** @param {import("./main.js").App} app */
export function lostTable(app) {
  const { say } = app;
  const why = el("p");
  const ask = async (message) => {
    app.state.departure = null;
    await app.ask(message);
  };
  const back = button(say("come_back"), () => ask(wayBack(app.state.departure)), "primary");
  const watch = button(say("watch_match"), () => ask({ type: "watch", table: app.state.departure.table }));
  const record = button(say("see_record"), async () => (await import("./matches.js")).openMatches(app));
  const close = () => {
    app.state.departure = null;
    app.render();
  };
  const buttons = el("div.actions", {}, back, watch, record, button(say("close"), close, "quiet"));
  const node = el("div.lost-table", { role: "status", hidden: true }, why, buttons);
  return {
    node,
    update({ departure, lobby, offered }) {
      const reason = departure === null ? "" : reasonOf(departure);
      setShown(node, reason !== "");
      if (reason === "") return;
      const isThere = lobby.tables.some(({ table }) => table === departure.table);
      setText(why, say(`left_${reason}`, { table: departure.name }));
      setShown(back, isThere && ["bot", "removed"].includes(reason));
      setShown(watch, isThere && ["bot", "voted_out"].includes(reason));
      setShown(record, departure.view.phase === "match_over" && offered.includes("archive"));
    },
  };
}

/** What is said; empty where one has left as one wished to, and nothing is to be told. */
function reasonOf({ left, seat, view, practice }) {
  if (left === "undone") return "";
  if (left !== "left") return left;
  if (view.phase === "match_over") return "match_over";
  return seat !== null && UNDER_WAY.includes(view.phase) && !practice ? "bot" : "";
}

/** In a match the seat that was one's own alone; before it any seat. */
function wayBack({ table, seat, left }) {
  return left === "removed" ? { type: "join", table } : { type: "join", table, seat };
}
