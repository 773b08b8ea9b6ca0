/**
 * The parts of the table that its first picture does without: what is asked of one, the play of cards, the tricks, what
 * is told and read aloud, the sign of one's turn, the clock, and the veil of a pause. They are loaded once that picture is
 * there.
 */

import { botSeats } from "./bot_seats.js";
import { claimButton } from "./claim.js";
import { saidWithCards } from "./declarations.js";
import { el, setShown, setText } from "./dom.js";
import { teams } from "./game.js";
import { panelLater } from "./later.js";
import { News } from "./news.js";
import { pauseVeil, pauseWish } from "./pause.js";
import { CardPlay } from "./play.js";
import { RequestPanel } from "./request.js";
import { ring } from "./turn_sound.js";
import { isGivenUp, replacedBefore, sentenceOf, whyRefused } from "./sentences.js";
import { isSameRequest } from "./state.js";
import { talkButton } from "./talk.js";
import { lastTrick, Trick } from "./trick.js";
import { waitPanel } from "./waiting.js";

/** The sentences about a card that was tapped before one's turn. */
const TOO_EARLY = ["why_not_your_turn", "why_wrong_phase"];

/** Sentences that are read aloud at once: a trick with all that is said in it, and no more of a long evening. */
const ALOUD = 16;

export class TableRest {
  /** Add these parts to a table. @param {import("./main.js").App} app @param {import("./game.js").Game} game */
  constructor(app, game) {
    const tell = (sentence) => game.tell(sentence);
    Object.assign(this, { app, tell, toast: game.toast, news: new News(), rung: null, refused: null });
    this.clock = game.head.clock;
    this.applicants = applicantsPanel(app);
    this.veil = pauseVeil(app);
    this.wish = pauseWish(app);
    this.waits = waitPanel(app);
    this.talk = talkButton(app);
    this.trick = new Trick(app, game.cards);
    this.past = lastTrick(app, game.cards);
    this.play = new CardPlay(app, game.hand, tell);
    this.asked = new RequestPanel(app, game.cards, () => game.hand.focus());
    this.claim = claimButton(app, tell);
    this.places = botSeats(app);
    this.contract = contractOpener(app, game);
    game.seats.withCards = saidWithCards;
    game.head.ofDeal = (table) => ofDeal(app.say, table);
    game.head.node.append(this.applicants.node);
    game.middle.append(this.trick.node);
    game.asked.replaceWith(this.asked.node);
    game.hand.node.before(this.play.sayings.node);
    this.asked.hint.ask.before(this.claim.node);
    this.asked.note.after(this.places.node);
    game.felt.append(this.past.node, this.talk.node, this.wish.node, this.waits.node);
    game.node.append(this.veil.node);
  }

  update(table) {
    setShown(this.trick.node, table.view.phase === "playing");
    const { veil, wish, waits, talk, trick, past, play, asked, claim, places, contract } = this;
    for (const part of [veil, wish, waits, talk, trick, past, play, asked, claim, places, contract]) part.update(table);
    this.updateApplicants(table);
    this.ringOnce(table);
    this.tellRefusal(table);
    this.tellNews(table);
  }

  /** Update those who wait to be let into the server; what shows them is loaded with the first of them. */
  updateApplicants(table) {
    if (table.applicants.length > 0) setShown(this.applicants.node, true);
    if (!this.applicants.node.hidden) this.applicants.update(table);
  }

  /** Tell what is new on the felt, and have it read aloud. */
  tellNews({ request }) {
    const news = this.news.take(request !== null);
    const isWanted = ({ isTold }) => isTold && !(isTold === "talk" && isTalkInSight());
    news.filter(isWanted).forEach(({ sentence }) => this.tell(sentence));
    const aloud = news.map(({ sentence }) => sentence).slice(-ALOUD);
    if (aloud.length > 0) this.app.announce(aloud.join(". "));
  }

  /** Ring once for each request; that one's turn had not come is told no longer. */
  ringOnce({ request }) {
    if (request === null || isSameRequest(this.rung, request)) return;
    this.rung = request;
    ring(this.app.settings);
    if (TOO_EARLY.some((key) => this.app.say(key) === this.toast.textContent)) setShown(this.toast, false);
  }

  /** Tell once why an action was refused. */
  tellRefusal({ refused }) {
    if (refused !== null && this.refused !== refused) this.tell(whyRefused(this.app.say, refused));
    this.refused = refused;
  }

  heard(message) {
    const { table } = this.app.state;
    if (message.type === "joined" && table?.n === 0) {
      this.news.begin();
      setShown(this.toast, false); // it was of the table before
    }
    if (message.n === undefined || table === null) return;
    if (message.type === "deal_started") this.news.add(message, replacedBefore(this.app), true);
    this.news.add(message, sentenceOf(this.app, message), isTold(message, table, this.app.state.name));
  }

  tick(table, now) {
    const left = timeLeft(table, now);
    setShown(this.clock, left !== null);
    if (left !== null) setText(this.clock, this.app.say("seconds", { count: left }));
    this.applicants.tick(now);
    this.veil.tick(table, now);
    this.waits.tick(table, now);
    this.trick.update(table, now);
    this.tellNews(table);
  }
}

/** The screens whose header has room for the tricks of the deal. */
const HAS_ROOM = matchMedia("(min-width: 900px)");

/** "Donne : nous 54, eux 12", while cards are played; a spectator reads the points of the compass. */
function ofDeal(say, table) {
  const { phase, points, tricks_won: tricks } = table.view;
  if (phase !== "playing") return null;
  const [first, second] = teams(table);
  const names = { team: say(`short_${first}`), other: say(`short_${second}`) };
  const both = (counts) => ({ ...names, own: counts[first], others: counts[second] });
  const text = say(table.seat === null ? "of_deal" : "of_deal_own", both(points));
  return HAS_ROOM.matches ? `${text} · ${say("tricks_so_far", both(tricks))}` : text;
}

/** True for an event that is told on the felt: what others say to one, and that one of them has gone; a recap says that. */
const isTold = ({ type, occupant, name }, table, own) =>
  type === "claimed" ||
  (type === "chatted" && name !== own && "talk") ||
  (type === "seat_changed" && isGivenUp(table, occupant) && !RECAPS.includes(table.view.phase));

/** True where the last line of the chat stands in sight in the room, above the bar at its end. */
function isTalkInSight() {
  const line = document.querySelector(".room .lines > :last-child");
  if (!line?.checkVisibility()) return false;
  const { x, top, bottom } = line.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight && line.contains(document.elementFromPoint(x + 1, bottom - 2));
}

const RECAPS = ["deal_over", "match_over"];

/**
 * What opens the dialog about the contract: a button over its words in the header, and a tap on the plates of the takers.
 *
 * @param {import("./main.js").App} app
 * @param {import("./game.js").Game} game
 */
function contractOpener(app, { head, felt }) {
  const open = async () => (await import("./contract.js")).openContract(app);
  const node = el("button.see-contract", { type: "button", "aria-label": app.say("see_contract"), hidden: true, onclick: open });
  head.node.querySelector(".contract").append(node);
  felt.addEventListener("click", ({ target }) => {
    if (!node.hidden && target.closest(".seat:has(.trump:not([hidden]))") !== null) open();
  });
  return { update: ({ view }) => setShown(node, view.contract !== null && IN_PLAY.includes(view.phase)) };
}

/** The phases in which the contract of a deal stands. */
const IN_PLAY = ["playing", ...RECAPS];

/** Those who wait to be let into the server, hidden until there is one. @param {import("./main.js").App} app */
function applicantsPanel(app) {
  const panel = panelLater(app, "applicants", async () => {
    const [{ firstApplicant }] = await Promise.all([import("./applicants.js"), app.say.add("admission")]);
    return firstApplicant(app);
  });
  panel.node.hidden = true;
  return panel;
}

/** Less time than this is shown as a number, in ms. */
const HURRY = 30_000;

/** The seconds that are left of one's own time, once they are few or the bank runs; else null. */
function timeLeft({ request, sent, paused, practice }, now) {
  if (request === null || sent !== null || paused !== null || practice) return null;
  const { move_ms: move, bank_ms: bank } = request.clock;
  const used = now - request.at;
  const left = used < move ? move - used : move + bank - used;
  return used < move && left > HURRY ? null : Math.max(0, Math.ceil(left / 1000));
}
