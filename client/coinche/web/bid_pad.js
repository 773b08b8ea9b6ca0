/**
 * The pad on which a bid is made, and the call that may be made out of turn.
 *
 * A bid takes two taps: one on its suit or number arms it, one on the button that names it makes it. A coinche takes
 * two taps on its button, a pass one.
 */

import { denominationOf, teamOf } from "./cards.js";
import { el, keyed, setAttribute, setShown, setText } from "./dom.js";
import { denominationSign } from "./pictures.js";
import { isSameRequest } from "./state.js";
import { bidLevel, isBid, levelName } from "./words.js";
import { bidWritten, setSigned } from "./written.js";

/** Levels offered by a tap each: the lowest and the next steps, capot and générale. */
const QUICK = 6;
const WORDS = ["capot", "generale"];

/** The levels on offer in a denomination, in ascending order. */
function levels({ bids, step, max, legal }, denomination) {
  const lowest = bids[denomination];
  const count = lowest === undefined ? 0 : Math.floor((max - lowest) / step) + 1;
  const numbers = Array.from({ length: count }, (_, at) => String(lowest + at * step));
  return [...numbers, ...WORDS.filter((word) => legal.includes(word + denomination))];
}

/** The pad: suits, numbers, and the words. */
export class BidPad {
  /** @param {import("./main.js").App} app */
  constructor(app) {
    const { say } = app;
    Object.assign(this, { app, say, request: null, denomination: null, level: null, word: null });
    const button = (given) => el("button", { type: "button", ...given });
    const suits = el("div.row.suits", { role: "group", "aria-label": say("suits") });
    const quick = el("div.row.quick", { role: "group", "aria-label": say("levels") });
    const down = button({ text: "−", "aria-label": say("lower"), onclick: () => this.raise(-1) });
    const up = button({ text: "+", "aria-label": say("higher"), onclick: () => this.raise(1) });
    this.shown = el("output.level", { "aria-live": "off" });
    this.make = el("button.primary.make", { type: "button", onclick: () => app.act(this.level + this.denomination) });
    this.bids = el("div.bids", {}, suits, quick, el("div.row", {}, down, this.shown, up, this.make));
    const word = (call) => button({ class: call, "data-call": call, onclick: () => this.tapWord(call) });
    this.words = el("div.row.words", {}, ...["pass", "coinche", "surcoinche"].map(word));
    this.node = el("section.pad", { "aria-label": say("your_bid") }, this.bids, this.words);
    const press = (chosen) => (node, one) => setAttribute(node, "aria-pressed", String(one === this[chosen]));
    const suit = (denomination) => suitButton(say, denomination, () => this.choose({ denomination }));
    const number = (level) => button({ text: levelName(say, level), onclick: () => this.choose({ level }) });
    this.showSuits = keyed(suits, (one) => one, suit, press("denomination"));
    this.showQuick = keyed(quick, (one) => one, number, press("level"));
  }

  /** A new request begins with nothing armed. */
  update(request) {
    if (isSameRequest(this.request, request)) return;
    Object.assign(this, { request, denomination: null, word: null });
    this.level = this.offered[0] ?? null;
    setShown(this.bids, this.level !== null);
    this.show();
  }

  /** The levels on offer in the suit that is chosen. */
  get offered() {
    return this.denomination === null ? anyLevels(this.request) : levels(this.request, this.denomination);
  }

  /** Arm a bid; a level that the new suit does not have gives way to its lowest. */
  choose(chosen) {
    Object.assign(this, { word: null, ...chosen });
    if (!this.offered.includes(this.level)) this.level = this.offered[0];
    this.show();
  }

  /** A pass is made at once, a coinche by the second tap. */
  tapWord(call) {
    if (call === "pass" || call === this.word) this.app.act(call);
    this.word = call;
    this.show();
  }

  /** Take the call of a hint: a bid is chosen, one tap makes it. @returns {HTMLElement} The button of the call. */
  advise(call) {
    if (!isBid(call)) return [...this.words.children].find((button) => button.dataset.call === call);
    this.choose({ denomination: denominationOf(call), level: bidLevel(call) });
    return this.make;
  }

  raise(by) {
    const { offered } = this;
    this.choose({ level: offered[Math.min(Math.max(offered.indexOf(this.level) + by, 0), offered.length - 1)] });
  }

  show() {
    const { say, request, denomination, level, offered } = this;
    const words = offered.filter((one) => WORDS.includes(one));
    this.showSuits([..."SHDCNA"].filter((one) => levels(request, one).length > 0));
    this.showQuick([...offered.slice(0, offered.length - words.length).slice(0, QUICK - words.length), ...words]);
    setText(this.shown, level === null ? "" : levelName(say, level));
    const isArmed = denomination !== null && level !== null;
    this.make.disabled = !isArmed;
    const armed = () => say("make_bid", { bid: bidWritten(say, level + denomination) });
    setSigned(say, this.make, isArmed ? armed() : say("choose_suit"));
    for (const button of this.words.children) this.showWord(button, button.dataset.call);
  }

  showWord(button, call) {
    const isArmed = call !== "pass" && call === this.word;
    setShown(button, this.request.legal.includes(call));
    setAttribute(button, "aria-pressed", isArmed ? "true" : null);
    setText(button, this.say(`${isArmed ? "sure" : "say"}_${call}`));
  }
}

/** The levels on offer before a suit is chosen: those of the suit that has most. */
function anyLevels(request) {
  const all = [..."SHDCNA"].map((one) => levels(request, one)).filter(({ length }) => length > 0);
  return all.sort((one, other) => other.length - one.length)[0] ?? [];
}

/** The button of a suit; its name begins with the letters on it, for those who say what they want to press. */
function suitButton(say, denomination, onclick) {
  const sign = denominationSign(say, denomination);
  const name = [sign.textContent, say(`suit_${denomination}`)].filter(Boolean).join(", ");
  return el("button.suit", { type: "button", "aria-label": name, onclick }, sign);
}

/**
 * The call that may be made out of turn, by a request to react or unasked; null if none.
 *
 * @returns {string|null} `coinche` or `surcoinche`.
 */
export function outOfTurn({ seat, react, request, view, rules }) {
  if (seat === null || view.phase !== "bidding" || request !== null) return null;
  const asked = react?.legal.find((call) => call !== "pass");
  if (asked !== undefined) return asked;
  const { contract } = view;
  if (rules.auction.coinche_when !== "any_time" || contract === null || contract.surcoinched_by !== null) return null;
  const isOwn = teamOf(contract.bidder) === teamOf(seat);
  if (contract.coinched_by === null) return isOwn ? null : "coinche";
  return isOwn && rules.auction.surcoinche !== null ? "surcoinche" : null;
}
