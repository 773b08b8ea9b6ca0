/**
 * The table: the seats round the felt, the trick or the auction on it, one's hand below, and what is asked of one.
 *
 * All nodes are made once and kept.
 */

import { Calls } from "./auction.js";
import { teamOf } from "./cards.js";
import { el, setClass, setShown, setText } from "./dom.js";
import { Hand } from "./hand.js";
import { panelLater } from "./later.js";
import { deck, showCall } from "./pictures.js";
import { RequestPanel } from "./request.js";
import { bottomOf, seatPlates } from "./seats.js";
import { isGivenUp, sentenceOf, whyRefused } from "./sentences.js";
import { isMyTurn, isSameRequest } from "./state.js";
import { lastTrick, Trick } from "./trick.js";
import { dealtTo, isAgainstBots } from "./words.js";

/** The time that a sentence stays on the felt, in ms, and more for each letter. */
const TOLD = 3000;
const TOLD_A_LETTER = 40;

/** Sentences that are read aloud at once: after a reload only the last ones of a long evening. */
const ALOUD = 8;

/** By phase, the screens on which the hand stands in two rows: the bid pad takes more room than a claim. */
const TWO_ROWS = {
  playing: matchMedia("(max-width: 639px) and (min-height: 600px)"),
  bidding: matchMedia("(max-width: 639px) and (min-height: 760px)"),
};

export class Game {
  /** @param {import("./main.js").App} app @param {HTMLElement} node The screen. */
  constructor(app, node) {
    const tell = (sentence) => this.tell(sentence);
    const cards = deck(app);
    Object.assign(this, { app, node, told: 0, aloud: [], rung: null, acted: null, refused: null });
    this.head = header(app);
    this.seats = seatPlates(app);
    this.veil = pauseVeil(app);
    this.trick = new Trick(app, cards);
    this.calls = new Calls(app);
    this.hand = new Hand(app, cards, tell);
    this.asked = new RequestPanel(app, tell, () => this.hand.focus());
    this.past = lastTrick(app, cards);
    this.room = roomPanel(app);
    this.recap = recapPanel(app);
    this.applicants = applicantsPanel(app);
    this.lay();
    for (const screen of Object.values(TWO_ROWS)) screen.addEventListener("change", () => app.render());
  }

  /** Lay the parts out: the felt with what is on it, the tray with one's hand, and the panel that takes their place. */
  lay() {
    const middle = el("div.middle", {}, this.calls.node, this.trick.node, this.past.node);
    this.toast = el("p.toast", { role: "status", hidden: true });
    this.felt = el("div.felt", {}, ...this.seats.nodes, middle, this.toast);
    this.tray = el("div.tray", {}, this.asked.node, this.hand.sayings.node, this.hand.node);
    this.panel = el("div.panel", { hidden: true }, this.room.node, this.recap.node);
    this.applicants.node.hidden = true;
    this.head.node.append(this.applicants.node);
    this.title = el("h1.unseen");
    this.node.append(this.title, this.head.node, this.felt, this.tray, this.panel, this.veil.node);
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
    setShown(this.trick.node, phase === "playing");
    this.felt.inert = this.tray.inert = table.paused !== null;
    const { head, seats, veil, calls, hand, trick, past, asked } = this;
    for (const part of [head, seats, veil, calls, hand, trick, past, asked]) part.update(table);
    if (isRoom) this.room.update(table);
    if (isRecap) this.recap.update(table);
    this.updateApplicants(table);
    this.ringOnce(table);
    this.tellRefusal(table);
    if (table.sent !== null && table.sent !== this.acted) setShown(this.toast, false); // what it said is out of date
    this.acted = table.sent;
    if (this.aloud.length > 0) this.app.announce(this.aloud.splice(0).slice(-ALOUD).join(". "));
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

  /** Ring once for each request. */
  ringOnce({ request }) {
    if (request === null || isSameRequest(this.rung, request)) return;
    this.rung = request;
    ring(this.app.settings);
  }

  /** Tell once why an action was refused. */
  tellRefusal({ refused }) {
    if (refused !== null && this.refused !== refused) this.tell(whyRefused(this.app.say, refused));
    this.refused = refused;
  }

  heard(message) {
    const sentence = message.n === undefined || this.app.state.table === null ? "" : sentenceOf(this.app, message);
    if (sentence !== "") this.aloud.push(sentence);
    if (isTold(message, this.app.state.table)) this.tell(sentence);
  }

  tick(table, now) {
    if (now - this.told > TOLD + TOLD_A_LETTER * this.toast.textContent.length) setShown(this.toast, false);
    this.head.tick(table, now);
    this.veil.tick(table, now);
    this.trick.update(table, now);
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
  panelLater(app, "recap", async () => (await import("./recap_score.js")).recapScore(app));

/** The room before the first match. @param {import("./main.js").App} app */
export const roomPanel = (app) => panelLater(app, "room", async () => (await import("./room_seats.js")).roomSeats(app));

/** True for an event that is told on the felt: what others say to one, and that one of them has gone. */
const isTold = ({ type, occupant }, table) =>
  ["claimed", "chatted"].includes(type) || (type === "seat_changed" && table !== null && isGivenUp(table, occupant));

// --- the header: contract, points and clock; the veil of a pause --------------------------------------

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

/** "2:05" */
export const minutes = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/** The veil that lies over the table during a pause. @param {import("./main.js").App} app */
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
      setText(time, minutes(Math.max(0, Math.ceil((paused - now) / 1000))));
    },
  };
}

// --- the sign of one's turn ---------------------------------------------------------------------------

/** Two notes, in Hz, and how long each sounds, in s. */
const NOTES = [660, 880];
const LENGTH = 0.12;

let context = null;

/** Ring, unless nobody has touched the page yet: a browser would refuse it, and say so in its console. */
export function ring({ sound, vibrate }) {
  if (navigator.userActivation?.hasBeenActive === false) return;
  if (vibrate) navigator.vibrate?.(80);
  if (sound) play();
}

function play() {
  context ??= new AudioContext();
  context.resume();
  const volume = context.createGain();
  volume.connect(context.destination);
  NOTES.forEach((frequency, at) => {
    const note = context.createOscillator();
    const begins = context.currentTime + at * LENGTH;
    note.frequency.value = frequency;
    note.connect(volume);
    note.start(begins);
    note.stop(begins + LENGTH);
  });
  volume.gain.setValueAtTime(0.12, context.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, context.currentTime + NOTES.length * LENGTH);
}
