/**
 * The hint: the button that asks for it, and the line that takes its place until one plays, bids or closes it.
 *
 * It stands in the tray above the hand, so it hides neither the felt nor a card.
 */

import { button, el, setShown, setText } from "./dom.js";
import { isSameRequest } from "./state.js";
import { bound, language } from "./texts.js";

export class Hint {
  /**
   * @param {import("./main.js").App} app
   * @param {(action: string, request: object) => HTMLElement} choose Chooses the call or the card that a hint names;
   *   returns its node, to be marked.
   */
  constructor(app, choose) {
    Object.assign(this, { app, choose, request: null, marked: null });
    const { say } = app;
    this.ask = el("button.hint", { type: "button", text: say("hint"), hidden: true, onclick: () => this.wanted() });
    this.text = el("p");
    this.close = button("×", () => this.dismiss(), "close");
    this.close.ariaLabel = say("close");
    this.line = el("div.advice", { hidden: true }, this.text, this.close);
  }

  /** Show the button where one may ask; a hint goes with the request that it is about. */
  update({ request, sent, hints }) {
    const isAsked = sent === null && (request?.kind === "bid" || request?.kind === "play");
    if (this.request !== null && !(isAsked && isSameRequest(this.request, request))) this.forget();
    setShown(this.ask, isAsked && this.request === null && hints && this.app.state.offered.includes("hints"));
  }

  /** Ask what a strong bot would do, and why; it thinks for a second or two. */
  async wanted() {
    const { say, state } = this.app;
    const { request, table } = state.table;
    this.request = request;
    const hadFocus = document.activeElement === this.ask;
    this.tell(say("hint_wanted"));
    this.update(state.table);
    if (hadFocus) this.close.focus();
    const answer = await this.app.ask({ type: "get_hint", table, language: language() });
    if (this.request !== request) return; // it was closed, or one has played
    if (answer.type === "error") this.tell(say("hint_refused"));
    else this.advise(answer, request);
  }

  /** Tell the hint, and choose its call or its card: a tap makes it. */
  advise({ action, text }, request) {
    const sentence = bound(language(), text);
    this.tell(sentence);
    this.app.announce(sentence);
    this.marked = this.choose(action, request);
    this.marked.classList.add("advised");
  }

  tell(sentence) {
    setText(this.text, sentence);
    setShown(this.line, true);
  }

  /** Close it; the button comes back. */
  dismiss() {
    this.forget();
    this.update(this.app.state.table);
    this.ask.focus();
  }

  forget() {
    this.marked?.classList.remove("advised");
    Object.assign(this, { request: null, marked: null });
    setShown(this.line, false);
  }
}
