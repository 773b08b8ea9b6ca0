/** What frames the table: the contract, the points and the clock above it, and the veil of a pause over it. */

import { teamOf } from "./cards.js";
import { el, setShown, setText } from "./dom.js";
import { bottomOf } from "./seats.js";
import { showCall } from "./words.js";

/** Less time than this is shown as a number, in ms. */
const HURRY = 30_000;

/**
 * The contract, the points of the match and of the deal, the clock and the menu.
 *
 * @param {import("./main.js").App} app
 */
export function header(app) {
  const { say } = app;
  const bid = el("span.bid");
  const by = el("span");
  const contract = el("p.contract", {}, bid, by);
  const totals = el("p.totals");
  const deal = el("p.deal");
  const clock = el("p.clock", { role: "timer", hidden: true });
  const menu = el("button.menu", {
    type: "button",
    text: "☰",
    "aria-label": say("menu"),
    onclick: async () => (await import("./table_menu.js")).openTableMenu(app),
  });
  const node = el("header.table-head", {}, contract, clock, menu, totals, deal);
  return {
    node,
    update(table) {
      const { view } = table;
      const won = view.contract;
      setShown(totals, view.match > 0);
      setShown(deal, view.match > 0);
      setShown(bid, won !== null);
      if (won !== null) showCall(say, bid, won.bid);
      setText(by, won === null ? table.name : contractWords(say, won));
      setText(totals, named(say, table, view.totals));
      const ofDeal = { points: both(table, view.points), tricks: both(table, view.tricks_won) };
      setText(deal, view.phase === "playing" ? say("of_deal", ofDeal) : say("to_points", table.rules.match));
    },
    tick(table, now) {
      const left = timeLeft(table, now);
      setShown(clock, left !== null);
      if (left !== null) setText(clock, say("seconds", { count: left }));
    },
  };
}

/** " par Ouest, coinché" */
function contractWords(say, { bidder, coinched_by: coinched, surcoinched_by: surcoinched }) {
  const doubled = surcoinched !== null ? "surcoinched" : coinched !== null ? "coinched" : null;
  return [say("by", { seat: say(`seat_${bidder}`) }), ...(doubled === null ? [] : [say(doubled)])].join(", ");
}

/** Both teams, one's own first. */
const teams = (table) => (teamOf(bottomOf(table)) === "NS" ? ["NS", "EW"] : ["EW", "NS"]);

/** "54 – 12" */
const both = (table, points) => teams(table).map((team) => points[team]).join(" – ");

/** "Nous 230 · Eux 60"; a spectator reads the points of the compass. */
function named(say, table, points) {
  const name = (team, at) => say(table.seat === null ? `short_${team}` : ["us", "them"][at]);
  return teams(table).map((team, at) => `${name(team, at)} ${points[team]}`).join(" · ");
}

/** The seconds that are left of one's own time, once they are few or the bank runs; else null. */
function timeLeft({ request, sent, paused, practice }, now) {
  if (request === null || sent !== null || paused !== null || practice) return null;
  const { move_ms: move, bank_ms: bank } = request.clock;
  const used = now - request.at;
  const left = used < move ? move - used : move + bank - used;
  return used < move && left > HURRY ? null : Math.max(0, Math.ceil(left / 1000));
}

/** What lies over the table during a pause. @param {import("./main.js").App} app */
export function pauseVeil(app) {
  const { say } = app;
  const title = el("h2", { text: say("paused") });
  const time = el("b", { "aria-hidden": "true" });
  const resume = el("button.primary", {
    type: "button",
    text: say("resume"),
    onclick: () => app.send({ type: "go_on", table: app.state.table.table }),
  });
  const node = el("div.veil", { role: "alertdialog", "aria-label": say("paused"), hidden: true }, title, time, resume);
  return {
    node,
    update({ paused, seat }) {
      const appears = paused !== null && node.hidden;
      setShown(node, paused !== null);
      setShown(resume, seat !== null);
      if (appears) resume.focus();
    },
    tick({ paused }, now) {
      if (paused === null) return;
      const seconds = Math.max(0, Math.ceil((paused - now) / 1000));
      setText(time, `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`);
    },
  };
}
