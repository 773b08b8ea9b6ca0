/** A match seen again, a step forwards or back, deal by deal: all hands open once it is over. */

import { SEATS, arranged, denominationOf, seatsFrom, suitOf, teamOf } from "./cards.js";
import { choice, openDialog, refusalLine } from "./dialog.js";
import { button, el, keyed, setAttribute, setShown, setText } from "./dom.js";
import { nameInRecord } from "./matches.js";
import { cardOf, positionAfter, readRecord } from "./record.js";
import { seenRecord } from "./seen_record.js";
import { isMyTurn } from "./state.js";
import { cardName } from "./words.js";
import { bidWritten, cardWritten, setSigned } from "./written.js";

/** One stays at a step for so long before the values of its cards are asked for, in ms. */
const STAYS = 400;

/** @param {import("./main.js").App} app @param {number} match Its number on this server. */
export const openReplay = (app, match) => openDialog(app, "replay", (close, dialog) => replay(app, match, dialog));

/** See the match at the table again while it goes on, as far as this page has seen it; it closes with the table. */
export function openRunningReplay(app) {
  const { table } = app.state.table;
  const record = seenRecord(app.say, app.state.table);
  return openDialog(app, "replay", (close, dialog) => {
    dialog.classList.add("wide");
    const turn = button(app.say("your_turn_back"), close, "primary");
    const shown = player(app, record, dialog);
    return {
      node: el("div.sections", {}, turn, shown),
      update(state) {
        if (state.table?.table !== table) close();
        setShown(turn, isMyTurn(state));
      },
    };
  });
}

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
    if (lines === null) return;
    const record = readRecord(lines);
    const names = Object.fromEntries(SEATS.map((seat) => [seat, nameInRecord(seat, record.seats[seat])]));
    const own = SEATS.find((seat) => record.seats[seat] === app.state.name) ?? null;
    const shown = { ...record, names, own, opens: { deal: record.deals[0], step: 0 } };
    node.append(player(app, shown, dialog, { match, refusal }));
  });
  return { node };
}

/**
 * The place in a match, and what shows it; the hands stand in the order of play, one's own first.
 *
 * @param {object} [source] The `match` on the server, whose values of cards can be asked for, and the line of a
 *   `refusal`; none where the hands are not all known.
 */
function player(app, record, dialog, source = null) {
  const { say } = app;
  const { direction } = record.rules.table;
  const place = { ...record.opens };
  const deals = choice(record.deals.map((deal, number) => [String(number), dealInShort(say, record, deal)]));
  const slider = el("input", { type: "range", min: 0, "aria-label": say("step") });
  const happened = el("p.happened", { role: "status" });
  const contract = el("p.contract-so-far");
  const meaning = el("p.worth.quiet", { text: say("values_mean") });
  const felt = feltOf(say);
  const seats = seatsFrom(record.own ?? "S", direction).map((seat) => seatOf(app, record, seat));
  const hands = el("div.open-hands", {}, ...seats.map(({ node }) => node));
  const show = () => {
    const position = positionAfter(place.deal, place.step, direction);
    deals.value = record.deals.indexOf(place.deal);
    slider.max = place.deal.steps.length;
    slider.value = place.step;
    setSigned(say, happened, stepText(say, record, place, position));
    setSigned(say, contract, contractText(say, record, position));
    felt.show(position, direction);
    const worth = values?.current ?? null;
    seats.forEach((seat) => seat.show(position, place.deal, worth));
    setShown(meaning, values?.isOn === true);
    setAttribute(hands, "data-values", values?.isOn === true); // room for them, so that nothing moves as they come
    values?.update();
  };
  const values = source === null ? null : valuesButton(app, source, place, show);
  const go = (step) => {
    moveTo(place, record.deals, step);
    show();
  };
  deals.addEventListener("change", () => {
    place.deal = record.deals[Number(deals.value)];
    go(0);
  });
  slider.addEventListener("input", () => go(Number(slider.value)));
  dialog.addEventListener("keydown", (event) => moveByKey(event, place, go));
  show();
  const middle = el("div.middle-of-replay", {}, felt.node, el("div", {}, contract, happened));
  setAttribute(deals, "aria-label", say("deal"));
  const top = [deals, hands, middle, meaning];
  return el("div.replay-table", {}, ...top, controls(say, place, go, slider, values), legendOf(say, values !== null));
}

/** The places on the felt by their seats. */
const PLACES = { N: "top", W: "left", E: "right", S: "bottom" };

/** The felt: the cards of the trick before their seats, the best one marked; before the play, the last call of each. */
function feltOf(say) {
  const slots = new Map(SEATS.map((seat) => [seat, el("span.last-act")]));
  const name = (seat) => el("span.unseen", { text: `${say(`seat_${seat}`)} ` });
  const items = SEATS.map((seat) => el("li", { "data-place": PLACES[seat] }, name(seat), slots.get(seat)));
  return {
    node: el("ul.felt-of-replay", { "aria-label": say("on_the_felt") }, ...items),
    show({ calls, trick }, direction) {
      for (const [seat, slot] of slots) {
        const card = trick?.cards[seatsFrom(trick.leader, direction).indexOf(seat)];
        const call = trick === null ? callText(say, calls.findLast((one) => one.seat === seat)) : "";
        setSigned(say, slot, card === undefined ? call : cardWritten(say, card));
        setAttribute(slot, "data-suit", card === undefined ? null : suitOf(card));
        setAttribute(slot, "data-wins", trick !== null && trick.winner === seat);
        setShown(slot.parentNode, slot.textContent !== "");
      }
    },
  };
}

/** The way through the deal, the button of the values, and those that go a step or a trick. */
function controls(say, place, go, slider, values) {
  const by = (key, to, kind) => button(say(key), () => go(to()), kind);
  const steps = [
    by("previous", () => place.step - 1),
    by("next", () => place.step + 1, "primary"),
    by("previous_trick", () => previousTrick(place)),
    by("next_trick", () => nextTrick(place)),
  ];
  return el("div.controls", {}, slider, ...(values === null ? [] : [values.node]), ...steps);
}

/** The signs and their meaning: each with a piece that looks like it. */
function legendOf(say, hasValues) {
  const entry = (sign, key) => el("li", {}, sign, el("span", { text: say(key) }));
  const sample = (given, ...children) => el("span.chip", { "aria-hidden": "true", ...given }, ...children);
  const worth = () => [el("span", { text: "…" }), el("small", { text: "92" })];
  const entries = [
    entry(el("span.key", { "data-turn": true, "aria-hidden": "true" }), "legend_turn"),
    entry(sample({ "data-played": true }, "…"), "legend_played"),
    entry(el("span.key", { "aria-hidden": "true", text: "▲" }), "legend_takers"),
    entry(el("b.last-act", { "data-suit": "S", "data-wins": true, "aria-hidden": "true", text: "…" }), "legend_wins"),
  ];
  const best = entry(sample({ "data-best": true }, ...worth()), "legend_best");
  const ofValues = [entry(sample({}, ...worth()), "legend_value"), best];
  const unseen = entry(el("span.back", { "aria-hidden": "true" }), "legend_unseen");
  const list = el("ul.legend", {}, ...entries, ...(hasValues ? ofValues : [unseen]));
  return el("details", {}, el("summary", { text: say("legend") }), list);
}

/** Go to a step of the deal, and beyond its end or its beginning to the deal beside it. */
function moveTo(place, deals, step) {
  const number = deals.indexOf(place.deal);
  const length = place.deal.steps.length;
  const beside = step < 0 ? deals[number - 1] : step > length && place.step === length ? deals[number + 1] : undefined;
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

/** The step before which the trick began; before the play, the beginning. */
function previousTrick({ deal, step }) {
  const first = deal.steps.findIndex(({ action }) => cardOf(action) !== null);
  if (step === 0) return -1;
  return first === -1 || step <= first ? 0 : first + 4 * Math.floor((step - first - 1) / 4);
}

/** "Donne 2 : Zoé 110 ♥ réussi, 0 à 380", the reader's own side first. */
function dealInShort(say, { names, own }, { deal, result, steps }) {
  const { seat, action } = steps.findLast((step) => callKey(step.action) === "bids" && cardOf(step.action) === null) ?? {};
  if (result === null) return say("deal_number", { deal });
  if (action === undefined) return say("deal_empty", { deal });
  const gender = action.startsWith("generale") ? "_generale" : "";
  const values = { deal, who: names[seat], bid: bidWritten(say, action), result: say(`short_${result.result}${gender}`) };
  const [first, second] = own !== null && teamOf(own) === "EW" ? ["EW", "NS"] : ["NS", "EW"];
  return say("deal_short", { ...values, own: result.scores[first], others: result.scores[second] });
}

function dealTitle(say, { deal, result }) {
  if (result === null) return say("deal_number", { deal });
  const { NS, EW } = result.scores;
  return say("deal_result", { deal, result: say(`result_${result.result}`), NS, EW });
}

function contractText(say, { names, own }, { contract }) {
  if (contract === null) return say("no_bid_yet");
  const { bid, bidder, doubled } = contract;
  const text = say("contract_by", { bid: bidWritten(say, bid), who: bidder === own ? say("you") : names[bidder] });
  return doubled === null ? text : text + say(`${doubled.action}d_by`, { who: names[doubled.seat] });
}

/** The sentence of the last step, or the end of the deal. */
function stepText(say, { names }, { deal, step }, { last }) {
  if (last === null) return say("dealt_by", { who: names[deal.dealer] });
  const [action, ...words] = last.action.split("+");
  const values = { who: names[last.seat] };
  const card = cardOf(action);
  const end = step === deal.steps.length && deal.result !== null ? ` ${dealTitle(say, deal)}` : "";
  if (card === null) return `${say(callKey(action), { ...values, bid: bidWritten(say, action) })}${end}`;
  const spoken = words.filter((word) => word.includes("belote")).map((word) => ` « ${say(word)} »`);
  return `${say("plays_card", { ...values, card: cardName(say, card) })}${spoken.join("")}${end}`;
}

const callKey = (action) => ({ pass: "passes", coinche: "coinches", surcoinche: "surcoinches" })[action] ?? "bids";

/** A seat: its hand, and the tricks it took. */
function seatOf({ say }, { names, own }, seat) {
  const who = el("b", { text: names[seat], title: names[seat] });
  const where = el("span.quiet", { text: say(`seat_${seat}`) + (own === seat ? ` (${say("you")})` : "") });
  const taken = el("span.quiet");
  const hand = el("ul.open-hand", { "aria-label": `${say(`seat_${seat}`)} ${names[seat]}` });
  const showHand = keyed(hand, ({ card }) => card, ({ card }) => chip(say, card), (chipOf, shown) => {
    showValue(say, chipOf, shown);
  });
  const backs = el("span.backs.quiet");
  const node = el("section", { "data-seat": seat }, el("header", {}, who, where, taken), hand, backs);
  return {
    node,
    show({ hands, contract, taken: tricks, next }, deal, values) {
      const denomination = contract === null ? "N" : denominationOf(contract.bid);
      const onTurn = next?.seat === seat;
      const played = onTurn ? cardOf(next.action) : null;
      showHand(arranged(hands[seat], denomination).map((card) => valued(card, played, onTurn ? values : null)));
      showBacks(say, backs, deal.hidden?.[seat] ?? 0);
      setAttribute(node, "data-turn", onTurn);
      setAttribute(node, "data-takers", contract !== null && teamOf(contract.bidder) === teamOf(seat));
      setText(taken, tricks[seat] === 0 ? "" : say("tricks_taken", { count: tricks[seat] }));
    },
  };
}

/** Show the number of cards of a hand that were never seen. */
function showBacks(say, node, count) {
  setShown(node, count > 0);
  setText(node, say("unseen_cards", { count }));
}

function callText(say, call) {
  if (call === undefined) return "";
  return callKey(call.action) === "bids" ? bidWritten(say, call.action) : say(call.action);
}

/** A card with its value where that is known: `isBest` if none is better, `isPlayed` if it is the next one. */
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

/**
 * The button that shows what each card was worth, where the server can compute it, until it is tapped again.
 *
 * Each position is asked for once, when one stays there, and one at a time; a refusal ends it.
 */
function valuesButton({ say, state }, { match, refusal }, place, show) {
  const known = new Map(); // by the line of the record
  let isOn = false;
  let isAsking = false;
  let staying;
  const ask = async (line) => {
    isAsking = true;
    show();
    const answer = await refusal.ask({ type: "get_values", match, after: line });
    isAsking = false;
    if (answer === null) isOn = false;
    else known.set(line, answer.cards);
    show();
  };
  const node = button("", () => {
    isOn = !isOn;
    if (isOn && !isAsking && !known.has(lineOf(place))) ask(lineOf(place));
    else show();
  });
  return {
    node,
    get isOn() {
      return isOn;
    },
    /** The values of the cards at the place, as far as they are wanted and known; null if not. */
    get current() {
      return isOn ? (known.get(lineOf(place)) ?? null) : null;
    },
    update() {
      const line = lineOf(place);
      clearTimeout(staying);
      if (isOn && !isAsking && line !== null && !known.has(line)) staying = setTimeout(() => ask(line), STAYS);
      setText(node, say(isAsking ? "values_wanted" : "values"));
      setAttribute(node, "aria-pressed", String(isOn));
      node.disabled = !isOn && line === null;
      setShown(node, state.offered.includes("hints"));
    },
  };
}

/** The line of the record with the card that is played next; null if that is no card. */
function lineOf({ deal, step }) {
  const next = deal.steps[step];
  return next !== undefined && cardOf(next.action) !== null ? next.line : null;
}
