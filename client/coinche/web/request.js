/** The requests to the player: a call, a cut, a coinche out of turn. */

import { BidPad, outOfTurn } from "./bid_pad.js";
import { el, setShown, setText } from "./dom.js";
import { Hint } from "./hint.js";
import { imported } from "./later.js";
import { playerAt } from "./words.js";

/** Taps that come so soon after the button of a coinche appears were meant for what was there before, in ms. */
const TOO_SOON = 400;

export class RequestPanel {
  /**
   * @param {import("./main.js").App} app
   * @param {Map<string, HTMLElement>} cards The node of each card, which a hint marks.
   * @param {() => void} leaveFocus Called where the node that had the focus is gone.
   */
  constructor(app, cards, leaveFocus) {
    Object.assign(this, { app, leaveFocus, appeared: 0 });
    this.note = el("p.note", { hidden: true });
    this.pad = new BidPad(app);
    this.cut = el("div.cut", { hidden: true });
    this.call = el("button.out-of-turn", { type: "button", hidden: true, onclick: () => this.callOut() });
    this.hint = new Hint(app, (action, { kind }) =>
      kind === "bid" ? this.pad.advise(action) : cards.get(action.split("+")[0]),
    );
    const extras = el("div.row.extras", {}, this.call, this.hint.ask, this.hint.line);
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
    this.hint.update(table);
    this.showNote(table);
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
