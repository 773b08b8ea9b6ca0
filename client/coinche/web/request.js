/** The requests to the player: a call, a cut, a coinche out of turn. */

import { BidPad, outOfTurn } from "./bid_pad.js";
import { el, setShown, setText } from "./dom.js";
import { imported } from "./later.js";
import { isSameRequest } from "./state.js";
import { bound, language } from "./texts.js";
import { playerAt } from "./words.js";

/** Taps that come so soon after the button of a coinche appears were meant for what was there before, in ms. */
const TOO_SOON = 400;

export class RequestPanel {
  /**
   * @param {import("./main.js").App} app
   * @param {Map<string, HTMLElement>} cards The node of each card, which a hint marks.
   * @param {(sentence: string) => void} tell
   * @param {() => void} leaveFocus Called where the node that had the focus is gone.
   */
  constructor(app, cards, tell, leaveFocus) {
    Object.assign(this, { app, cards, tell, leaveFocus, appeared: 0, advised: null });
    const { say } = app;
    const button = (name, onclick, text = "") => el(`button.${name}`, { type: "button", text, onclick, hidden: true });
    this.note = el("p.note", { hidden: true });
    this.pad = new BidPad(app);
    this.cut = el("div.cut", { hidden: true });
    this.call = button("out-of-turn", () => this.callOut());
    this.hint = button("hint", () => this.askHint(), say("hint"));
    const extras = el("div.row.extras", {}, this.call, this.hint);
    this.node = el("div.asked", {}, this.note, this.pad.node, this.cut, extras);
  }

  update(table) {
    const { request, sent } = table;
    const kind = sent === null ? request?.kind : null;
    const hadFocus = this.node.contains(document.activeElement);
    setShown(this.pad.node, kind === "bid");
    if (kind === "bid") this.pad.update(request);
    setShown(this.cut, kind === "cut");
    if (kind === "cut") this.showCut(request);
    this.showCall(outOfTurn(table));
    const mayAsk = table.hints && this.app.state.offered.includes("hints");
    setShown(this.hint, mayAsk && (kind === "bid" || kind === "play"));
    this.showNote(table);
    if (request === null || !isSameRequest(this.advised?.request, request)) this.mark(null);
    if (hadFocus && !document.activeElement.checkVisibility()) this.leaveFocus();
  }

  showCall(word) {
    if (word !== null && this.call.hidden) this.appeared = Date.now();
    setShown(this.call, word !== null);
    this.call.value = word ?? "";
    if (word !== null) setText(this.call, this.app.say(`say_${word}`));
  }

  /** Say coinche or surcoinche out of turn. */
  callOut() {
    if (Date.now() - this.appeared <= TOO_SOON) return;
    const { table } = this.app.state;
    const answer = table.react === null ? { after: table.n } : { request: table.react.request };
    this.app.send({ type: "act", table: table.table, ...answer, action: this.call.value });
  }

  /** Show the cut; its module is loaded with the first of them. */
  async showCut(request) {
    if (this.cutPanel === undefined) {
      this.cutPanel = null; // on its way
      const { cutPanel } = await imported(() => import("./cut.js"));
      this.cutPanel = cutPanel(this.app);
      this.cut.append(this.cutPanel.node);
      this.app.render(); // with the request of that moment
    }
    this.cutPanel?.update(request);
  }

  /** Ask what a strong bot would do, and why; it thinks for a second or two. */
  async askHint() {
    const { say, state } = this.app;
    const { request } = state.table;
    this.tell(say("hint_wanted"));
    const answer = await this.app.ask({ type: "get_hint", table: state.table.table, language: language() });
    if (answer.type === "error") this.tell(say("hint_refused"));
    else if (isSameRequest(state.table?.request, request)) this.advise(answer, request);
  }

  /** Tell the hint, and choose its bid in the pad or mark its call or its card: a tap makes it. */
  advise({ action, text }, request) {
    const sentence = bound(language(), text);
    this.tell(sentence);
    this.app.announce(sentence);
    this.mark(request.kind === "bid" ? this.pad.advise(action) : this.cards.get(action.split("+")[0]), request);
  }

  /** Mark the node that a hint names, until its request is answered. */
  mark(node, request) {
    this.advised?.node.classList.remove("advised");
    this.advised = node === null ? null : { node, request };
    node?.classList.add("advised");
  }

  /** Tell a player who is to bid, and somebody without a seat that one watches, or the seat of the next deal. */
  showNote(table) {
    const { reserved, eyes, seat, view } = table;
    const { say, state } = this.app;
    const speaks = seat !== null && view.phase === "bidding" && view.turn !== null && view.turn !== seat;
    setShown(this.note, seat === null || speaks);
    if (speaks) setText(this.note, say("speaks", { who: playerAt(say, table, view.turn) }));
    if (seat !== null) return;
    const own = Object.keys(reserved).find((one) => reserved[one].name === state.name);
    const key = own !== undefined ? "you_will_play" : eyes === null ? "you_watch" : "you_watch_eyes";
    setText(this.note, say(key, { seat: say(`seat_${own ?? eyes}`) }));
  }
}
