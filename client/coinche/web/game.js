/**
 * The table: the seats round the felt, the trick or the auction on it, one's hand below, and what is asked of one.
 *
 * All nodes are made once and kept. Parts that the first picture does without are in `table_rest.js`.
 */

import { nextSeat, seatsFrom, teamOf } from "./cards.js";
import { el, keyed, setAttribute, setClass, setShown, setText } from "./dom.js";
import { Hand } from "./hand.js";
import { panelLater } from "./later.js";
import { deck, showCall } from "./pictures.js";
import { bottomOf, seatPlates } from "./seats.js";
import { isMyTurn } from "./state.js";
import { callName, dealtTo, isAgainstBots } from "./words.js";

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
    if (table.sent !== null && table.sent !== this.acted) setShown(this.toast, false); // what it said is out of date
    this.acted = table.sent;
    this.rest?.update(table);
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
    this.rest?.tick(table, now);
    this.recap.tick?.(now);
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

/** The recap of a deal. @param {import("./main.js").App} app */
export const recapPanel = (app) =>
  panelLater(app, "recap", async () => {
    const [{ recapScore }] = await Promise.all([import("./recap_score.js"), app.say.add("recap")]);
    return recapScore(app);
  });

/** The room before the first match. @param {import("./main.js").App} app */
export const roomPanel = (app) => panelLater(app, "room", async () => (await import("./room_seats.js")).roomSeats(app));

// --- the auction as a list of its calls ---------------------------------------------------------------

/** The calls so far, four to a line, under the seats that speak. */
export class Calls {
  /** @param {import("./main.js").App} app */
  constructor({ say }) {
    const head = el("ol.speakers");
    this.list = el("ol.said");
    this.node = el("section.auction", { "aria-label": say("auction") }, head, this.list);
    this.showHead = keyed(head, (seat) => seat, (seat) => el("li", { text: say(`seat_${seat}`) }));
    this.show = keyed(this.list, ({ place }) => String(place), callItem, (item, call) => {
      showCall(hyphened(say), item.firstChild, call.action);
      setAttribute(item, "aria-label", `${say(`seat_${call.seat}`)} : ${callName(say, call.action)}`);
    });
  }

  update({ view, rules }) {
    const { direction } = rules.table;
    const order = seatsFrom(nextSeat(view.dealer ?? "S", direction), direction);
    const before = this.list.childElementCount;
    this.showHead(order);
    this.show(placed(view.auction, order));
    if (this.list.childElementCount !== before) this.list.scrollTop = this.list.scrollHeight;
  }
}

/** Long words break where a hyphen may stand. */
const hyphened = (say) => (key) => say(key).replace(/(^sur)(?=coinche)|(^g.n.)(?=ral)/, "$&\u00AD");

const callItem = ({ column }) => el("li", { "data-column": column }, el("span"));

/** The calls with their places in a list of four columns; a coinche out of turn leaves places free. */
function placed(auction, order) {
  let last = -1;
  return auction.map((call) => {
    const column = order.indexOf(call.seat);
    do last += 1;
    while (last % 4 !== column);
    return { ...call, place: last, column };
  });
}

// --- the header: contract and points ------------------------------------------------------------------

/**
 * The contract, the points of the match and of the deal, the menu, and the place of the clock, which comes later.
 * `ofDeal` tells the points of the deal; it comes after the first picture.
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
  const node = el("header.table-head", {}, contract, clock, menu, el("div.points", {}, totals, deal));
  return {
    node,
    clock,
    ofDeal: () => null,
    update(table) {
      const { view } = table;
      const won = view.contract;
      setShown(totals, view.match > 0);
      setShown(deal, view.match > 0);
      setShown(bid, won !== null);
      if (won !== null) showCall(say, bid, won.bid);
      setText(by, won === null ? titleOf(app) : contractWords(say, table, won));
      setText(totals, named(say, table, view.totals));
      setText(deal, this.ofDeal(table) ?? say("to_points", table.rules.match));
    },
  };
}

const titleOf = ({ say, state }) => (isAgainstBots(state) ? say("table_of", state) : state.table.name);

/** " par Émile, coinché": on a phone there is no room for more. */
function contractWords(say, table, { bidder, multiplier, surcoinched_by: surcoinched }) {
  const by = bidder === table.seat ? say("by_you") : say("by", { who: dealtTo(say, table, bidder) });
  return multiplier === 1 ? by : `${by}, ${say(surcoinched === null ? "coinched" : "surcoinched")}`;
}

/** Both teams, one's own first. */
export const teams = (table) => (teamOf(bottomOf(table)) === "NS" ? ["NS", "EW"] : ["EW", "NS"]);

/** "Nous 230 · Eux 60"; a spectator reads the points of the compass. */
function named(say, table, points) {
  const name = (team, at) => say(table.seat === null ? `short_${team}` : ["us", "them"][at]);
  return teams(table).map((team, at) => `${name(team, at)} ${points[team]}`).join(" · ");
}
