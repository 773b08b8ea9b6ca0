/**
 * The table: the seats round the felt, the trick or the auction on it, one's hand below, and what is asked of one.
 *
 * All nodes are made once and kept. Parts that the first picture does without are in `table_rest.js`.
 */

import { Calls } from "./auction.js";
import { teamOf } from "./cards.js";
import { el, setClass, setShown, setText } from "./dom.js";
import { Hand } from "./hand.js";
import { panelLater } from "./later.js";
import { deck, showCall } from "./pictures.js";
import { bottomOf, seatPlates } from "./seats.js";
import { isMyTurn } from "./state.js";
import { dealtTo, isAgainstBots } from "./words.js";

/** The time that a sentence stays on the felt, in ms, and more for each letter. */
const TOLD = 3000;
const TOLD_A_LETTER = 40;

/** By phase, the screens on which the hand stands in two rows: the bid pad takes more room than a claim. */
const TWO_ROWS = {
  playing: matchMedia("(max-width: 639px) and (min-height: 600px)"),
  bidding: matchMedia("(max-width: 639px) and (min-height: 760px)"),
};

export class Game {
  /** @param {import("./main.js").App} app @param {HTMLElement} node The screen. */
  constructor(app, node) {
    Object.assign(this, { app, node, cards: deck(app), rest: null, unheard: [], told: 0, acted: null });
    this.head = header(app);
    this.seats = seatPlates(app);
    this.calls = new Calls(app);
    this.hand = new Hand(app, this.cards);
    this.room = roomPanel(app);
    this.recap = recapPanel(app);
    this.applicants = applicantsPanel(app);
    this.lay();
    for (const screen of Object.values(TWO_ROWS)) screen.addEventListener("change", () => app.render());
  }

  /** Lay the parts out: the felt with what is on it, the tray with one's hand, and the panel that takes their place. */
  lay() {
    this.middle = el("div.middle", {}, this.calls.node);
    this.toast = el("p.toast", { role: "status", hidden: true });
    this.felt = el("div.felt", {}, ...this.seats.nodes, this.middle);
    this.asked = el("div.asked"); // keeps the place of what is asked
    this.tray = el("div.tray", {}, this.asked, this.hand.node);
    this.panel = el("div.panel", { hidden: true }, this.room.node, this.recap.node);
    this.applicants.node.hidden = true;
    this.head.node.append(this.applicants.node);
    this.title = el("h1.unseen");
    this.node.append(this.title, this.head.node, this.felt, this.tray, this.panel, this.toast);
  }

  update(table) {
    const { phase } = table.view;
    const isRecap = table.recap !== null || phase === "deal_over" || phase === "match_over";
    const isRoom = phase === "waiting" && table.view.match === 0;
    setText(this.title, titleOf(this.app));
    this.node.dataset.phase = phase;
    setClass(this.node, "watching", table.seat === null);
    setClass(this.node, "seated", table.seat !== null);
    setClass(this.node, "my-turn", isMyTurn(this.app.state));
    setClass(this.node, "panelled", isRoom || isRecap);
    setClass(this.node, "two-rows", hasTwoRows(table));
    setShown(this.panel, isRoom || isRecap);
    setShown(this.room.node, isRoom);
    setShown(this.recap.node, isRecap);
    setShown(this.calls.node, phase === "bidding" || phase === "cutting");
    this.felt.inert = this.tray.inert = table.paused !== null;
    for (const part of [this.head, this.seats, this.calls, this.hand]) part.update(table);
    if (isRoom) this.room.update(table);
    if (isRecap) this.recap.update(table);
    this.updateApplicants(table);
    if (table.sent !== null && table.sent !== this.acted) setShown(this.toast, false); // what it said is out of date
    this.acted = table.sent;
    this.rest?.update(table);
  }

  /** Update those who wait to be let into the server; what shows them is loaded with the first of them. */
  updateApplicants(table) {
    if (table.applicants.length > 0) setShown(this.applicants.node, true);
    if (!this.applicants.node.hidden) this.applicants.update(table);
  }

  /** Show a sentence on the felt for a while. */
  tell(sentence) {
    setText(this.toast, sentence);
    setShown(this.toast, true);
    this.told = Date.now();
  }

  /** Take in the parts that have come after the first picture, and tell them what they have missed. */
  complete(rest) {
    this.rest = rest;
    this.unheard.forEach((message) => rest.heard(message));
    this.unheard = [];
  }

  heard(message) {
    if (this.rest === null) this.unheard.push(message);
    else this.rest.heard(message);
  }

  tick(table, now) {
    if (now - this.told > TOLD + TOLD_A_LETTER * this.toast.textContent.length) setShown(this.toast, false);
    this.head.tick(table, now);
    this.rest?.tick(table, now);
    this.recap.tick?.(now);
    this.applicants.tick(now);
  }
}

/** True if there is room for two rows of cards: while one bids, the first applicant takes that of one. */
function hasTwoRows({ view, applicants, refusedApplicant }) {
  const isCrowded = refusedApplicant !== undefined || unanswered(applicants).length > 0;
  return TWO_ROWS[view.phase]?.matches === true && !(isCrowded && view.phase === "bidding");
}

/** @returns {object[]} Those who wait for the answer of the host. */
export const unanswered = (applicants) => applicants.filter(({ isLetIn, isPutOff }) => !isLetIn && !isPutOff);

// --- panels that are loaded when they are shown first -------------------------------------------------

/** Those who wait to be let into the server. @param {import("./main.js").App} app */
const applicantsPanel = (app) =>
  panelLater(app, "applicants", async () => {
    const [{ firstApplicant }] = await Promise.all([import("./applicants.js"), app.say.add("admission")]);
    return firstApplicant(app);
  });

/** The recap of a deal. @param {import("./main.js").App} app */
export const recapPanel = (app) =>
  panelLater(app, "recap", async () => {
    const [{ recapScore }] = await Promise.all([import("./recap_score.js"), app.say.add("recap")]);
    return recapScore(app);
  });

/** The room before the first match. @param {import("./main.js").App} app */
export const roomPanel = (app) => panelLater(app, "room", async () => (await import("./room_seats.js")).roomSeats(app));

// --- the header: contract, points and clock --------------------------------------------------------

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
      setText(by, won === null ? titleOf(app) : contractWords(say, table, won));
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

const titleOf = ({ say, state }) => (isAgainstBots(state) ? say("table_of", state) : state.table.name);

/** " par Émile, coinché" */
function contractWords(say, table, { bidder, coinched_by: coinched, surcoinched_by: surcoinched }) {
  const doubled = surcoinched !== null ? "surcoinched" : coinched !== null ? "coinched" : null;
  return [say("by", { who: dealtTo(say, table, bidder) }), ...(doubled === null ? [] : [say(doubled)])].join(", ");
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
