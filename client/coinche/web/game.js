/** The parts of the table that a game needs: trick, auction, hand, what is asked, and what is read aloud. */

import { ring } from "./alarm.js";
import { Calls } from "./auction.js";
import { setClass, setShown } from "./dom.js";
import { Hand } from "./hand.js";
import { lastTrick } from "./last_trick.js";
import { recapPanel } from "./recap.js";
import { RequestPanel } from "./request.js";
import { roomPanel } from "./room.js";
import { sentenceOf, whyRefused } from "./sentences.js";
import { isSameRequest } from "./state.js";
import { Trick } from "./trick.js";

/** Sentences that are read aloud at once: after a reload only the last ones of a long evening. */
const ALOUD = 4;

export class Game {
  /**
   * @param {import("./main.js").App} app
   * @param {Map<string, HTMLElement>} cards
   * @param {import("./table.js").TableScreen} screen
   */
  constructor(app, cards, screen) {
    const tell = (sentence) => screen.tell(sentence);
    Object.assign(this, { app, screen, tell, aloud: [], rung: null, refused: null });
    this.trick = new Trick(app, cards);
    this.calls = new Calls(app);
    this.hand = new Hand(app, cards, tell);
    this.asked = new RequestPanel(app, tell, () => this.hand.focus());
    this.room = roomPanel(app);
    this.recap = recapPanel(app);
    this.past = lastTrick(app);
    screen.middle.append(this.calls.node, this.trick.node, this.past.node);
    screen.tray.append(this.asked.node, this.hand.sayings.node, this.hand.node);
    screen.panel.append(this.room.node, this.recap.node);
  }

  update(table) {
    const { phase } = table.view;
    const isRecap = table.recap !== null || phase === "deal_over" || phase === "match_over";
    const isRoom = phase === "waiting" && !isRecap;
    setShown(this.screen.panel, isRoom || isRecap);
    setClass(this.screen.node, "panelled", isRoom || isRecap);
    setShown(this.room.node, isRoom);
    setShown(this.recap.node, isRecap);
    if (isRoom) this.room.update(table);
    if (isRecap) this.recap.update(table);
    setShown(this.calls.node, phase === "bidding" || phase === "cutting");
    setShown(this.trick.node, phase === "playing");
    for (const part of [this.calls, this.hand, this.trick, this.past, this.asked]) part.update(table);
    this.ringOnce(table);
    this.tellRefusal(table);
    if (this.aloud.length > 0) this.app.announce(this.aloud.splice(0).slice(-ALOUD).join(". "));
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
    this.trick.update(table, now);
    this.recap.tick?.(now);
  }
}
