/** The rules of a table in a few lines: the title, the aim, and the options about which card players ask. */

import { el } from "./dom.js";
import { rulesTitle } from "./rules.js";
import { SIGNS } from "./written.js";

/** @param {import("./main.js").App} app @returns {HTMLElement} */
export function rulesInBrief({ say, state }) {
  const { table } = state;
  const rows = linesOf(say, table).flatMap(([key, text]) => [el("dt", { text: say(key) }), el("dd", { text })]);
  return el("div", {}, el("p", { text: rulesTitle(say, table.preset) }), el("dl.brief", {}, ...rows));
}

function linesOf(say, { rules, clock, strict, hints }) {
  const yes = (key, is) => say(is ? `${key}_yes` : `${key}_no`);
  const time = clock.move_ms < 600_000 ? [["brief_clock", clockText(say, clock)]] : [];
  return [
    ["brief_match", aim(say, rules.match)],
    ["brief_direction", say(`direction_${rules.table.direction}`)],
    ["brief_shuffle", say(`shuffle_${rules.table.shuffle}`)],
    ...auctionLines(say, rules.auction),
    ["brief_belote", say(`belote_${rules.declarations.belote}`)],
    ["brief_declarations", yes("declarations", rules.declarations.declarations)],
    ["brief_made", say(`met_${rules.scoring.contract_met}`)],
    ["brief_scored", say(`scored_${rules.scoring.scored}`)],
    ["brief_rounding", say(`rounding_${rules.scoring.rounding}`)],
    ["brief_tricks", say(`history_${rules.match.trick_history}`)],
    ...time,
    ["brief_hints", yes("hints", hints)],
    ...(strict ? [["brief_strict", say("strict_means")]] : []),
  ];
}

function aim(say, { length, target }) {
  return length === null ? say("to_points", { target }) : say("of_deals", { count: length });
}

function auctionLines(say, auction) {
  const { bid_minimum: least, bid_step: step, bid_maximum: most, surcoinche, generale } = auction;
  const denominations = auction.denominations.map((one) => SIGNS[one] ?? say(`suit_${one}`)).join(", ");
  const numbers = say(most === null ? "bids_from" : "bids_from_to", { least, step, most });
  return [
    ["brief_trumps", denominations],
    ["brief_bids", generale === null ? numbers : `${numbers} ${say("bids_generale", { points: generale })}`],
    ["brief_coinche", say(`coinche_${auction.coinche_when}`)],
    ["brief_surcoinche", surcoinche === null ? say("surcoinche_none") : say("surcoinche_times", { times: surcoinche })],
  ];
}

function clockText(say, { move_ms: move, bank_ms: bank }) {
  return say("clock_text", { move: move / 1000, bank: bank / 1000 });
}
