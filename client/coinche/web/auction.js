/**
 * The auction: the calls as a list, and the pad on which a bid is made.
 *
 * A bid takes two taps: one on its suit or number arms it, one on the button that names it makes it. A pass takes one.
 */

import { nextSeat, seatsFrom, teamOf } from "./cards.js";
import { el, keyed, setAttribute, setClass, setShown, setText } from "./dom.js";
import { bidName, callName, denominationSign, levelName, showCall } from "./words.js";

/** Levels offered by a tap each: the lowest and the next steps. */
const QUICK = 5;
const WORDS = ["capot", "generale"];

/** The calls so far, four to a line, under the seats that speak. */
export function callList({ say }) {
  const head = el("ol.speakers");
  const list = el("ol.said", { "aria-label": say("calls") });
  const showHead = keyed(head, (seat) => seat, (seat) => el("li", { text: say(`seat_${seat}`) }));
  const show = keyed(list, ({ place }) => String(place), callItem, (item, call) => {
    showCall(say, item.firstChild, call.action);
    setAttribute(item, "aria-label", `${say(`seat_${call.seat}`)} : ${callName(say, call.action)}`);
  });
  const node = el("section.auction", { "aria-label": say("auction") }, head, list);
  return {
    node,
    update({ view, rules }) {
      const order = seatsFrom(nextSeat(view.dealer ?? "S", rules.table.direction), rules.table.direction);
      showHead(order);
      show(placed(view.auction, order));
      list.scrollTop = list.scrollHeight;
    },
  };
}

const callItem = ({ column }) => el("li", { "data-column": column }, el("span"));

/** The calls with their places in a list of four columns; a coinche out of turn leaves places free. */
function placed(auction, order) {
  let last = -1;
  return auction.map((call) => {
    const column = order.indexOf(call.seat);
    last += 1 + ((column - ((last + 1) % 4) + 4) % 4);
    return { ...call, place: last, column };
  });
}

/** The levels on offer in a denomination, in ascending order. */
function levels({ bids, step, max, legal }, denomination) {
  const lowest = bids[denomination];
  const numbers = lowest === undefined ? [] : Array.from({ length: Math.floor((max - lowest) / step) + 1 }, (_, at) => String(lowest + at * step));
  return [...numbers, ...WORDS.filter((word) => legal.includes(word + denomination))];
}

const bidIn = (request, denomination) => levels(request, denomination).length > 0;

/** The pad. @param {import("./main.js").App} app */
export function bidPad(app) {
  const { say } = app;
  const pad = { request: null, denomination: null, level: null };
  const suits = el("div.row.suits", { role: "group", "aria-label": say("suits") });
  const quick = el("div.row.quick", { role: "group", "aria-label": say("levels") });
  const level = el("output.level", { "aria-live": "off" });
  const raise = (by) => () => choose({ level: moved(pad, by) });
  const down = el("button", { type: "button", text: "−", "aria-label": say("lower"), onclick: raise(-1) });
  const up = el("button", { type: "button", text: "+", "aria-label": say("higher"), onclick: raise(1) });
  const bid = el("button.primary.make", { type: "button", onclick: () => app.act(pad.level + pad.denomination) });
  const bids = el("div.bids", {}, suits, quick, el("div.row", {}, down, level, up, bid));
  const calls = el("div.row.words", {}, ...["pass", "coinche", "surcoinche"].map((call) => wordButton(app, call)));
  const node = el("section.pad", { "aria-label": say("your_bid") }, bids, calls);
  const showSuits = keyed(suits, (one) => one, (one) => suitButton(say, one, () => choose({ denomination: one })), (button, one) =>
    setAttribute(button, "aria-pressed", String(one === pad.denomination)),
  );
  const showQuick = keyed(quick, (one) => one, (one) => levelButton(say, one, () => choose({ level: one })), (button, one) =>
    setAttribute(button, "aria-pressed", String(one === pad.level)),
  );

  /** Arm a bid; a level that the new suit does not have gives way to its lowest. */
  function choose(chosen) {
    Object.assign(pad, chosen);
    const offered = pad.denomination === null ? anyLevels(pad.request) : levels(pad.request, pad.denomination);
    if (!offered.includes(pad.level)) pad.level = offered[0];
    show();
  }

  function show() {
    const { request, denomination } = pad;
    showSuits([..."SHDCNA"].filter((one) => bidIn(request, one)));
    const offered = denomination === null ? anyLevels(request) : levels(request, denomination);
    showQuick([...offered.filter((one) => !WORDS.includes(one)).slice(0, QUICK), ...offered.filter((one) => WORDS.includes(one))]);
    setText(level, pad.level === null ? "" : levelName(say, pad.level));
    const isArmed = denomination !== null && pad.level !== null;
    bid.disabled = !isArmed;
    setText(bid, isArmed ? say("make_bid", { bid: bidName(say, pad.level + denomination) }) : say("choose_suit"));
  }

  function moved({ level: from, denomination, request }, by) {
    const offered = denomination === null ? anyLevels(request) : levels(request, denomination);
    return offered[Math.min(Math.max(offered.indexOf(from) + by, 0), offered.length - 1)];
  }

  return {
    node,
    update(request, sent) {
      if (pad.request?.request !== request.request) {
        Object.assign(pad, { request, denomination: null, level: anyLevels(request)[0] ?? null });
        show();
      }
      setShown(bids, pad.level !== null);
      for (const button of calls.children) setShown(button, request.legal.includes(button.dataset.call));
      setClass(node, "sent", sent !== null);
    },
  };
}

/** The levels on offer before a suit is chosen: those of the suit that may be bid lowest. */
function anyLevels(request) {
  const all = [..."SHDCNA"].map((one) => levels(request, one)).filter(({ length }) => length > 0);
  return all.sort((one, other) => other.length - one.length)[0] ?? [];
}

const wordButton = (app, call) =>
  el(`button.${call}`, { type: "button", text: app.say(`say_${call}`), "data-call": call, onclick: () => app.act(call) });

const suitButton = (say, denomination, onclick) =>
  el("button.suit", { type: "button", "aria-label": say(`suit_${denomination}`), onclick }, denominationSign(say, denomination));

const levelButton = (say, level, onclick) => el("button", { type: "button", text: levelName(say, level), onclick });

/**
 * What may be called out of turn, by a request to react or unasked; null if nothing.
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
