/** The four seats round the felt: who sits there, whose turn it is, and what they have just said. */

import { partnerOf, seatAfter, SEATS, seatsFrom, teamOf } from "./cards.js";
import { el, setAttribute, setClass, setShown, setText } from "./dom.js";
import { denominationSign, showCall } from "./pictures.js";
import { nameOf } from "./words.js";

const PLACES = ["bottom", "right", "top", "left"];

/** The seat that is shown at the bottom: one's own, or that through whose eyes one watches. */
export const bottomOf = (table) => table.seat ?? table.eyes ?? "S";

/** The place at which a seat is shown; East is on the right of South. */
export const placeOf = (table, seat) =>
  PLACES.find((_, turns) => seatAfter(bottomOf(table), "anticlockwise", turns) === seat);

/**
 * The plates of the seats. `withCards` tells what a seat says with its cards; it comes after the first picture.
 *
 * @param {import("./main.js").App} app
 */
export function seatPlates(app) {
  const plates = new Map(SEATS.map((seat) => [seat, plate(app, seat)]));
  return {
    nodes: [...plates.values()].map(({ node }) => node),
    withCards: () => "",
    update(table) {
      plates.forEach(({ update }) => update(table, this.withCards));
    },
  };
}

function plate({ say }, seat) {
  const name = el("b.name");
  const marks = el("span.marks");
  const trump = el("span.trump.bid", { hidden: true });
  const left = el("span.left", { role: "img", hidden: true });
  const bubble = el("p.bubble", { hidden: true });
  const turn = el("span.turn");
  const node = el(
    "div.seat",
    { role: "group" },
    turn,
    el("span.who", {}, el("span.compass", { text: say(`seat_${seat}`) }), " ", name),
    el("span.facts", {}, trump, marks, left),
    bubble,
  );
  const update = (table, withCards) => {
    const info = table.seats[seat];
    const isTurn = table.view.turn === seat && table.recap === null;
    node.dataset.place = placeOf(table, seat);
    setText(name, nameOf(seat, info));
    const said = marksOf(say, table, seat);
    setText(marks, said.join(" · "));
    setText(turn, say(table.seat === seat ? "your_turn" : table.view.phase === "bidding" ? "to_call" : "to_play"));
    setClass(node, "on-turn", isTurn);
    setAttribute(node, "aria-label", [say(`seat_${seat}`), name.textContent, ...said].join(" "));
    showTrump(say, trump, table, seat);
    showLeft(say, left, table, seat);
    showBubble(say, bubble, saying(say, table, seat, withCards));
  };
  return { node, update };
}

function marksOf(say, { seats, reserved, view, seat: own }, seat) {
  const { occupant, connected, closed } = seats[seat];
  return [
    own && partnerOf(own) === seat && say("partner"),
    view.dealer === seat && say("dealer"),
    occupant === "bot" && say("bot"),
    occupant !== "free" && !connected && say("away"),
    closed && say("closed"),
    reserved[seat] !== undefined && say("reserved_by", reserved[seat]),
  ].filter(Boolean);
}

/** The contract at its bidder, and the trump suit at the partner. */
function showTrump(say, node, { settled }, seat) {
  setShown(node, settled !== null && teamOf(settled.bidder) === teamOf(seat));
  if (node.hidden) return;
  setAttribute(node, "title", say("taker"));
  if (settled.bidder === seat) showCall(say, node, settled.bid);
  else if (partnerOf(settled.bidder) === seat && node.dataset.call !== settled.bid.slice(-1)) {
    node.dataset.call = settled.bid.slice(-1);
    node.replaceChildren(denominationSign(say, node.dataset.call));
  }
}

function showLeft(say, node, { view, rules, seat: own }, seat) {
  const { leader, cards } = view.trick ?? { leader: "S", cards: [] };
  const hasPlayed = seatsFrom(leader, rules.table.direction).indexOf(seat) < cards.length;
  const count = view.phase === "playing" ? 8 - view.tricks.length - (hasPlayed ? 1 : 0) : 0;
  setShown(node, count > 0 && seat !== own);
  setText(node, String(count));
  setAttribute(node, "aria-label", say("cards_left", { count }));
}

/** The words of a seat: its last call of the auction, later those that go with its cards. */
function saying(say, table, seat, withCards) {
  const { phase, auction } = table.view;
  if (phase === "bidding") return auction.findLast((call) => call.seat === seat)?.action ?? "";
  return phase === "playing" ? withCards(say, table, seat) : "";
}

function showBubble(say, node, said) {
  setShown(node, said !== "");
  setClass(node, "passed", said === "pass");
  if (said !== "") showCall(say, node, said);
}
