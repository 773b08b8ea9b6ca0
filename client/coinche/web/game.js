/** The parts of the table that a game needs: trick, auction, hand, what is asked, and the sentences that are read aloud. */

import { ring } from "./alarm.js";
import { bidPad, callList, outOfTurn } from "./auction.js";
import { mayClaim } from "./claim.js";
import { el, setClass, setShown, setText } from "./dom.js";
import { lastTrick } from "./last_trick.js";
import { handPanel, trickPanel } from "./play.js";
import { sentenceOf, whyRefused } from "./sentences.js";
import { recapPanel } from "./recap.js";
import { roomPanel } from "./room.js";

/** Sentences that are read aloud at once: after a reload only the last ones of a long evening. */
const ALOUD = 4;

/**
 * @param {import("./main.js").App} app
 * @param {Map<string, HTMLElement>} cards
 * @param {{middle: HTMLElement, tray: HTMLElement, panel: HTMLElement, node: HTMLElement, tell: (sentence: string) => void}} places
 */
export function gameParts(app, cards, { middle, tray, panel, node, tell }) {
  const trick = trickPanel(app, cards);
  const calls = callList(app);
  const hand = handPanel(app, cards, tell);
  const asked = requestPanel(app, tell);
  const room = roomPanel(app);
  const recap = recapPanel(app);
  const past = lastTrick(app);
  const aloud = [];
  const rung = { request: null, refused: null };
  middle.append(calls.node, trick.node, past.node);
  tray.append(asked.node, hand.sayings, hand.node);
  panel.append(room.node, recap.node);

  function update(table) {
    const { phase } = table.view;
    const isRecap = table.recap !== null || phase === "deal_over" || phase === "match_over";
    const isRoom = phase === "waiting" && !isRecap;
    setShown(panel, isRoom || isRecap);
    setClass(node, "panelled", isRoom || isRecap);
    setShown(room.node, isRoom);
    setShown(recap.node, isRecap && !isRoom);
    if (isRoom) room.update(table);
    if (isRecap) recap.update(table);
    setShown(calls.node, phase === "bidding" || phase === "cutting");
    setShown(trick.node, phase === "playing" || isRecap);
    calls.update(table);
    hand.update(table);
    trick.update(table);
    past.update(table);
    asked.update(table);
    alarm(table);
    speak();
  }

  /** Ring once for each request, and tell once why an action was refused. */
  function alarm({ request, refused }) {
    if (request !== null && rung.request !== request.request) {
      rung.request = request.request;
      ring(app.settings);
    }
    if (refused !== null && rung.refused !== refused) tell(whyRefused(app.say, refused));
    rung.refused = refused;
  }

  function speak() {
    if (aloud.length > 0) app.announce(aloud.splice(0).slice(-ALOUD).join(". "));
  }

  return {
    update,
    heard(message) {
      const sentence = message.n === undefined || app.state.table === null ? "" : sentenceOf(app, message);
      if (sentence !== "") aloud.push(sentence);
      if (message.type === "claimed") tell(sentence);
    },
    tick(table, now) {
      trick.update(table, now);
      recap.tick?.(now);
    },
  };
}

/** What is asked of the player: a call, a cut, a claim that is possible, a coinche out of turn. */
function requestPanel(app, tell) {
  const { say } = app;
  const pad = bidPad(app);
  const cut = el("div.cut", { hidden: true });
  const call = el("button.primary.out-of-turn", { type: "button", onclick: () => app.callOutOfTurn(call.value), hidden: true });
  const claim = el("button.claim", { type: "button", text: say("claim_rest"), onclick: () => claimRest(app, tell), hidden: true });
  const hint = el("button.hint", { type: "button", text: say("hint"), onclick: () => app.hint?.(), hidden: true });
  const note = el("p.note", { hidden: true });
  const node = el("div.asked", {}, note, pad.node, cut, el("div.row.extras", {}, call, claim, hint));
  let cutPanel = null;

  async function showCut(request) {
    if (cutPanel === null) {
      cutPanel = { update() {} };
      cutPanel = (await import("./cut.js")).cutPanel(app);
      cut.append(cutPanel.node);
    }
    cutPanel.update(request);
  }

  return {
    node,
    update(table) {
      const { request, sent, view } = table;
      const kind = sent === null ? request?.kind : null;
      setShown(pad.node, kind === "bid");
      if (kind === "bid") pad.update(request, sent);
      setShown(cut, kind === "cut");
      if (kind === "cut") showCut(request);
      const word = outOfTurn(table);
      setShown(call, word !== null);
      call.value = word ?? "";
      if (word !== null) setText(call, say(`say_${word}`));
      setShown(claim, kind === "play" && mayClaim(view));
      setShown(hint, app.hint !== undefined && table.hints && (kind === "bid" || kind === "play"));
      showNote(app, note, table);
    },
  };
}

/** What somebody without a seat should know: that one watches, or which seat one gets at the next deal. */
function showNote({ say, state }, note, { reserved, eyes, seat }) {
  setShown(note, seat === null);
  if (seat !== null) return;
  const own = Object.keys(reserved).find((one) => reserved[one].name === state.name);
  const key = own !== undefined ? "you_will_play" : eyes === null ? "you_watch" : "you_watch_eyes";
  setText(note, say(key, { seat: say(`seat_${own ?? eyes}`) }));
}

/** Claim the rest; a refusal is told kindly, and the request stays. */
async function claimRest(app, tell) {
  const { table } = app.state;
  const answer = await app.ask({ type: "claim", table: table.table, request: table.request.request });
  if (answer.type === "error") tell(app.say("claim_refused"));
}
