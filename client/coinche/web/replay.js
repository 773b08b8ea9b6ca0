/** A match that is over, seen again: all hands open, a step forwards or back, deal by deal. */

import { SEATS, arranged, denominationOf, seatsFrom, suitOf, teamOf } from "./cards.js";
import { choice, labelled, openDialog, refusalLine } from "./dialog.js";
import { button, el, keyed, setAttribute, setShown, setText } from "./dom.js";
import { nameInRecord } from "./matches.js";
import { cardOf, positionAfter, readRecord } from "./record.js";
import { bidWritten, cardName, cardWritten } from "./words.js";

/** @param {import("./main.js").App} app @param {number} match Its number on this server. */
export const openReplay = (app, match) => openDialog(app, "replay", (close, dialog) => replay(app, match, dialog));

/** Load a whole record, a page after the other; null if it is refused. */
async function load(refusal, match) {
  const lines = [];
  let more = true;
  while (more) {
    const page = await refusal.ask({ type: "get_record", match, after: lines.length });
    if (page === null) return null;
    lines.push(...page.lines);
    more = page.more && page.lines.length > 0;
  }
  return lines;
}

function replay(app, match, dialog) {
  const { say } = app;
  dialog.classList.add("wide");
  const refusal = refusalLine(app);
  const said = el("p.quiet", { role: "status", text: say("loading") });
  const node = el("div.sections", {}, said, refusal.node);
  load(refusal, match).then((lines) => {
    setShown(said, false);
    if (lines !== null) node.append(player(app, match, readRecord(lines), refusal, dialog));
  });
  return { node };
}

/** The place in a match, and what shows it. */
function player(app, match, record, refusal, dialog) {
  const { say } = app;
  const { direction } = record.rules.table;
  const place = { deal: record.deals[0], step: 0, values: null };
  const deals = choice(record.deals.map((deal, number) => [String(number), dealTitle(say, deal)]));
  const slider = el("input", { type: "range", min: 0, "aria-label": say("step") });
  const happened = el("p.happened", { role: "status" });
  const contract = el("p");
  const seats = SEATS.map((seat) => seatOf(app, record, seat));
  const values = valuesButton(app, match, place, refusal, () => show());
  const show = () => {
    const position = positionAfter(place.deal, place.step, direction);
    slider.max = place.deal.steps.length;
    slider.value = place.step;
    setText(happened, stepText(say, record, place, position));
    setText(contract, contractText(say, record, position));
    seats.forEach((seat) => seat.show(position, direction, place.values));
    values.update(position);
  };
  const go = (step) => {
    moveTo(place, record.deals, step);
    deals.value = record.deals.indexOf(place.deal);
    show();
  };
  deals.addEventListener("change", () => {
    place.deal = record.deals[Number(deals.value)];
    go(0);
  });
  slider.addEventListener("input", () => go(Number(slider.value)));
  dialog.addEventListener("keydown", (event) => moveByKey(event, place, go));
  show();
  const back = button(say("previous"), () => go(place.step - 1));
  const on = button(say("next"), () => go(place.step + 1), "primary");
  const trick = button(say("next_trick"), () => go(nextTrick(place)));
  const controls = el("div.actions.controls", {}, back, on, trick, values.node);
  const hands = el("div.open-hands", {}, ...seats.map(({ node }) => node));
  return el("div.replay-table", {}, labelled(say("deal"), deals), contract, hands, happened, slider, controls);
}

/** Go to a step of the deal, and beyond its end or its beginning to the deal beside it. */
function moveTo(place, deals, step) {
  const number = deals.indexOf(place.deal);
  const length = place.deal.steps.length;
  const beside = step < 0 ? deals[number - 1] : step > length && place.step === length ? deals[number + 1] : undefined;
  place.values = null;
  if (beside === undefined) {
    place.step = Math.max(0, Math.min(length, step));
  } else {
    place.deal = beside;
    place.step = step < 0 ? beside.steps.length : 0;
  }
}

/** Left and right go a step, unless a field has the key. */
function moveByKey(event, place, go) {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (by === undefined || ["INPUT", "SELECT"].includes(event.target.tagName)) return;
  event.preventDefault();
  go(place.step + by);
}

/** The step after which the next trick is complete; before the play, the first card. */
function nextTrick({ deal, step }) {
  const first = deal.steps.findIndex(({ action }) => cardOf(action) !== null);
  if (first === -1 || step === deal.steps.length) return deal.steps.length + 1;
  return step < first ? first : first + 4 * (Math.floor((step - first) / 4) + 1);
}

function dealTitle(say, { deal, result }) {
  if (result === null) return say("deal_number", { deal });
  const { NS, EW } = result.scores;
  return say("deal_result", { deal, result: say(`result_${result.result}`), NS, EW });
}

function contractText(say, { seats }, { contract }) {
  if (contract === null) return say("no_bid_yet");
  const { bid, bidder, doubled } = contract;
  const who = nameInRecord(bidder, seats[bidder]);
  const text = say("contract_by", { bid: bidWritten(say, bid), who });
  if (doubled === null) return text;
  return text + say(`${doubled.action}d_by`, { who: nameInRecord(doubled.seat, seats[doubled.seat]) });
}

/** What has just happened, or how the deal ended. */
function stepText(say, { seats }, { deal, step }, { last }) {
  if (last === null) return say("dealt_by", { who: nameInRecord(deal.dealer, seats[deal.dealer]) });
  const [action, ...words] = last.action.split("+");
  const values = { who: nameInRecord(last.seat, seats[last.seat]) };
  const card = cardOf(action);
  const end = step === deal.steps.length && deal.result !== null ? ` ${dealTitle(say, deal)}` : "";
  if (card === null) return `${say(callKey(action), { ...values, bid: bidWritten(say, action) })}${end}`;
  const spoken = words.filter((word) => word.includes("belote")).map((word) => ` « ${say(word)} »`);
  return `${say("plays_card", { ...values, card: cardName(say, card) })}${spoken.join("")}${end}`;
}

const callKey = (action) => ({ pass: "passes", coinche: "coinches", surcoinche: "surcoinches" })[action] ?? "bids";

/** A seat: its hand, its last call or its card of the trick, and the tricks it took. */
function seatOf({ say }, record, seat) {
  const who = el("b", { text: nameInRecord(seat, record.seats[seat]) });
  const said = el("span.last-act");
  const taken = el("span.quiet");
  const hand = el("ul.open-hand", { "aria-label": say(`seat_${seat}`) });
  const showHand = keyed(hand, ({ card }) => card, ({ card }) => chip(say, card), (chipOf, shown) => {
    showValue(say, chipOf, shown);
  });
  const node = el("section", { "data-seat": seat }, el("header", {}, who, said, taken), hand);
  return {
    node,
    show({ hands, calls, contract, trick, taken: tricks, next }, direction, values) {
      const denomination = contract === null ? "N" : denominationOf(contract.bid);
      const onTurn = next?.seat === seat;
      const played = onTurn ? cardOf(next.action) : null;
      showHand(arranged(hands[seat], denomination).map((card) => valued(card, played, onTurn ? values : null)));
      const inTrick = trick?.cards[seatsFrom(trick.leader, direction).indexOf(seat)];
      const call = calls.findLast((one) => one.seat === seat);
      setText(said, trick === null ? callText(say, call) : inTrick ? cardWritten(say, inTrick) : "");
      setAttribute(said, "data-suit", inTrick === undefined ? null : suitOf(inTrick));
      setAttribute(node, "data-wins", trick !== null && trick.winner === seat);
      setAttribute(node, "data-turn", onTurn);
      setAttribute(node, "data-takers", contract !== null && teamOf(contract.bidder) === teamOf(seat));
      setText(taken, tricks[seat] === 0 ? "" : say("tricks_taken", { count: tricks[seat] }));
    },
  };
}

function callText(say, call) {
  if (call === undefined) return "";
  return callKey(call.action) === "bids" ? bidWritten(say, call.action) : say(call.action);
}

/** A card with its value where that is known, whether none is better, and whether it was played. */
function valued(card, played, values) {
  const value = values?.[card] ?? null;
  const isBest = value !== null && value === Math.max(...Object.values(values));
  return { card, value, isBest, isPlayed: card === played };
}

function chip(say, card) {
  return el("li.chip", { "data-suit": suitOf(card) }, el("span", { text: cardWritten(say, card) }), el("small"));
}

function showValue(say, node, { card, value, isBest, isPlayed }) {
  const name = cardName(say, card);
  setAttribute(node, "aria-label", value === null ? name : say("card_worth", { card: name, count: value }));
  setText(node.lastChild, value === null ? "" : String(value));
  setAttribute(node, "data-best", isBest);
  setAttribute(node, "data-played", isPlayed);
}

/** What each card was worth, where the server has somebody to compute it. */
function valuesButton(app, match, place, refusal, show) {
  const { say } = app;
  const node = button(say("values"), async () => {
    const { deal, step } = place;
    node.disabled = true;
    const answer = await refusal.ask({ type: "get_values", match, after: deal.steps[step].line });
    node.disabled = false;
    if (answer === null || place.deal !== deal || place.step !== step) return;
    place.values = answer.cards;
    show();
  });
  const canBeAsked = ({ next }) => app.state.offered.includes("hints") && next !== null && cardOf(next.action) !== null;
  return { node, update: (position) => setShown(node, canBeAsked(position)) };
}
