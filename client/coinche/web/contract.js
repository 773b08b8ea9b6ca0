/** The contract of a deal in a dialog: what it takes to make it, how far its side is, and what was called. */

import { denominationOf, partnerOf, teamOf } from "./cards.js";
import { openDialog } from "./dialog.js";
import { el, setShown, setText } from "./dom.js";
import { Calls } from "./game.js";
import { denominationSign } from "./pictures.js";
import { bidLevel, dealtTo, levelName } from "./words.js";

/** @param {import("./main.js").App} app */
export async function openContract(app) {
  await Promise.all(["table", "contract"].map(app.say.add));
  return openDialog(app, "contract_called", (close) => contractDialog(app, close));
}

function contractDialog(app, close) {
  const { say } = app;
  const calls = new Calls(app);
  const bid = el("p.bid");
  const parts = ["whose", "doubled", "needed", "counts", "so_far"].map((name) => [name, el("p")]);
  const { whose, ...told } = Object.fromEntries(parts);
  const head = el("div.contract-head", {}, bid, whose);
  const auction = el("section", {}, el("h2", { text: say("auction") }), calls.node);
  const deal = app.state.table?.view.deal;
  return {
    node: el("div.sections", {}, el("section", {}, head, ...Object.values(told)), auction),
    update({ table }) {
      if (table === null || table.view.contract === null || table.view.deal !== deal) return close();
      const { contract } = table.view;
      bid.replaceChildren(levelName(say, bidLevel(contract.bid)), " ", denominationSign(say, denominationOf(contract.bid)));
      setText(whose, say("by", { who: whoDealt(say, table, contract.bidder) }));
      const texts = sentences(say, table);
      for (const [name, node] of Object.entries(told)) {
        setText(node, texts[name]);
        setShown(node, texts[name] !== "");
      }
      calls.update(table);
    },
  };
}

/** The points that a side needs for a number that was bid. @param {string} bid @param {object} scoring Rules. */
export function pointsNeeded(bid, { contract_met: met }) {
  const number = Number(bidLevel(bid));
  if (met === "bid_plus_2") return number + 2;
  return met === "at_least_82" && number === 80 ? 82 : number;
}

/** The sentences of the dialog by their names; an empty one is not shown. */
function sentences(say, table) {
  const { points, phase, contract } = table.view;
  const team = teamOf(contract.bidder);
  const isNumber = /\d/.test(contract.bid);
  const own = table.seat !== null && teamOf(table.seat) === team ? "_own" : "";
  return {
    doubled: doubledText(say, table),
    needed: neededText(say, table, own),
    counts: isNumber ? countsText(say, table.rules.declarations) : "",
    so_far: isNumber && phase === "playing" ? say(`points_so_far${own}`, { count: points[team] }) : "",
  };
}

function doubledText(say, table) {
  const { multiplier, coinched_by: coinched, surcoinched_by: surcoinched } = table.view.contract;
  if (coinched === null) return "";
  const values = { who: whoDealt(say, table, coinched), multiplier };
  return surcoinched === null
    ? say("coinched_so", values)
    : say("surcoinched_so", { ...values, other: whoDealt(say, table, surcoinched) });
}

/** The name of who played the deal at a seat; the reader is spoken to. */
const whoDealt = (say, table, seat) => (seat === table.seat ? say("you") : dealtTo(say, table, seat));

/** All that helps to make a contract (docs/rules.md). */
function countsText(say, { belote, declarations }) {
  const others = [...(belote === "none" ? [] : [say("counts_belote")]), ...(declarations ? [say("counts_declarations")] : [])];
  return say("counts", { what: [say("counts_tricks"), ...others].join(", ") });
}

/** What the takers need; those who are one's own side are spoken to. */
function neededText(say, table, own) {
  const { bid, bidder } = table.view.contract;
  const { contract_met: met } = table.rules.scoring;
  const who = dealtTo(say, table, bidder);
  if (bidLevel(bid) === "generale") return say("needs_generale", { who });
  const partner = dealtTo(say, table, partnerOf(own === "" ? bidder : table.seat));
  const takers = say(`takers${own}`, { who, partner });
  if (bidLevel(bid) === "capot") return say("needs_capot", { takers });
  const key = met === "at_least_and_more_than_defence" ? "needs_more" : "needs_points";
  return say(key, { takers, points: pointsNeeded(bid, table.rules.scoring) });
}
