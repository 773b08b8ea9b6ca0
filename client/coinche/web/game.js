/**
 * The table: the seats round the felt, the trick or the auction on it, one's hand below, and what is asked of one.
 *
 * All nodes are made once and kept.
 */

import { ring } from "./alarm.js";
import { Calls } from "./auction.js";
import { deck } from "./card.js";
import { el, setClass, setShown, setText } from "./dom.js";
import { Hand } from "./hand.js";
import { lastTrick } from "./last_trick.js";
import { recapPanel } from "./recap.js";
import { RequestPanel } from "./request.js";
import { roomPanel } from "./room.js";
import { seatPlates } from "./seats.js";
import { sentenceOf, whyRefused } from "./sentences.js";
import { isMyTurn, isSameRequest } from "./state.js";
import { header, pauseVeil } from "./table_head.js";
import { Trick } from "./trick.js";

/** How long a sentence stays on the felt, in ms. */
const TOLD = 4000;

/** Sentences that are read aloud at once: after a reload only the last ones of a long evening. */
const ALOUD = 8;

export class Game {
  /** @param {import("./main.js").App} app @param {HTMLElement} node The screen. */
  constructor(app, node) {
    const tell = (sentence) => this.tell(sentence);
    const cards = deck(app);
    Object.assign(this, { app, node, told: 0, aloud: [], rung: null, refused: null });
    this.head = header(app);
    this.seats = seatPlates(app);
    this.veil = pauseVeil(app);
    this.trick = new Trick(app, cards);
    this.calls = new Calls(app);
    this.hand = new Hand(app, cards, tell);
    this.asked = new RequestPanel(app, tell, () => this.hand.focus());
    this.past = lastTrick(app);
    this.room = roomPanel(app);
    this.recap = recapPanel(app);
    this.lay();
  }

  /** Lay the parts out: the felt with what is on it, the tray with one's hand, and the panel that takes their place. */
  lay() {
    const middle = el("div.middle", {}, this.calls.node, this.trick.node, this.past.node);
    this.toast = el("p.toast", { role: "status", hidden: true });
    this.felt = el("div.felt", {}, ...this.seats.nodes, middle, this.toast);
    this.tray = el("div.tray", {}, this.asked.node, this.hand.sayings.node, this.hand.node);
    this.panel = el("div.panel", { hidden: true }, this.room.node, this.recap.node);
    this.node.append(this.head.node, this.felt, this.tray, this.panel, this.veil.node);
  }

  update(table) {
    const { phase } = table.view;
    const isRecap = table.recap !== null || phase === "deal_over" || phase === "match_over";
    const isRoom = phase === "waiting" && table.view.match === 0;
    this.node.dataset.phase = phase;
    setClass(this.node, "watching", table.seat === null);
    setClass(this.node, "my-turn", isMyTurn(this.app.state));
    setClass(this.node, "panelled", isRoom || isRecap);
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
    this.ringOnce(table);
    this.tellRefusal(table);
    if (this.aloud.length > 0) this.app.announce(this.aloud.splice(0).slice(-ALOUD).join(". "));
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
    if (message.type === "claimed") this.tell(sentence);
  }

  tick(table, now) {
    if (now - this.told > TOLD) setShown(this.toast, false);
    this.head.tick(table, now);
    this.veil.tick(table, now);
    this.trick.update(table, now);
    this.recap.tick?.(now);
  }
}
