/**
 * The parts of the table that its first picture does without: what is asked of one, the play of cards, the tricks, what
 * is told and read aloud, the sign of one's turn, and the veil of a pause. They are loaded once that picture is there.
 */

import { botSeats } from "./bot_seats.js";
import { claimButton } from "./claim.js";
import { setShown } from "./dom.js";
import { News } from "./news.js";
import { pauseVeil, pauseWish } from "./pause.js";
import { CardPlay } from "./play.js";
import { RequestPanel } from "./request.js";
import { ring } from "./turn_sound.js";
import { isGivenUp, replacedBefore, sentenceOf, whyRefused } from "./sentences.js";
import { isSameRequest } from "./state.js";
import { talkButton } from "./talk.js";
import { lastTrick, Trick } from "./trick.js";

/** Sentences that are read aloud at once: a trick with all that is said in it, and no more of a long evening. */
const ALOUD = 16;

export class TableRest {
  /** Add these parts to a table. @param {import("./main.js").App} app @param {import("./game.js").Game} game */
  constructor(app, game) {
    const tell = (sentence) => game.tell(sentence);
    Object.assign(this, { app, tell, news: new News(), rung: null, refused: null });
    this.veil = pauseVeil(app);
    this.wish = pauseWish(app);
    this.talk = talkButton(app);
    this.trick = new Trick(app, game.cards);
    this.past = lastTrick(app, game.cards);
    this.play = new CardPlay(app, game.hand, tell);
    this.asked = new RequestPanel(app, game.cards, tell, () => game.hand.focus());
    this.claim = claimButton(app, tell);
    this.places = botSeats(app);
    game.middle.append(this.trick.node, this.past.node);
    game.asked.replaceWith(this.asked.node);
    game.hand.node.before(this.play.sayings.node);
    this.asked.hint.before(this.claim.node);
    this.asked.note.after(this.places.node);
    game.felt.append(this.talk.node, this.wish.node);
    game.node.append(this.veil.node);
  }

  update(table) {
    setShown(this.trick.node, table.view.phase === "playing");
    const { veil, wish, talk, trick, past, play, asked, claim, places } = this;
    for (const part of [veil, wish, talk, trick, past, play, asked, claim, places]) part.update(table);
    this.ringOnce(table);
    this.tellRefusal(table);
    this.tellNews(table);
  }

  /** Tell what is new on the felt, and have it read aloud. */
  tellNews({ request }) {
    const news = this.news.take(request !== null);
    news.filter(({ isTold }) => isTold).forEach(({ sentence }) => this.tell(sentence));
    const aloud = news.map(({ sentence }) => sentence).slice(-ALOUD);
    if (aloud.length > 0) this.app.announce(aloud.join(". "));
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
    const { table } = this.app.state;
    if (message.type === "joined" && table?.n === 0) this.news.begin();
    if (message.n === undefined || table === null) return;
    if (message.type === "deal_started") this.news.add(message, replacedBefore(this.app), true);
    this.news.add(message, sentenceOf(this.app, message), isTold(message, table));
  }

  tick(table, now) {
    this.veil.tick(table, now);
    this.trick.update(table, now);
    this.tellNews(table);
  }
}

/** True for an event that is told on the felt: what others say to one, and that one of them has gone. */
const isTold = ({ type, occupant }, table) =>
  ["claimed", "chatted"].includes(type) || (type === "seat_changed" && isGivenUp(table, occupant));
