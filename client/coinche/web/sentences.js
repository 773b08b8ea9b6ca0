/** A sentence for each event, for those who listen; and why an action was refused. */

import { teamOf } from "./cards.js";
import { understood } from "./chat.js";
import { heightName } from "./declarations.js";
import { inPlaceOf, replaced } from "./replaced.js";
import { bidName, nameOf, playerAt, theCard } from "./words.js";
import { declarationNames } from "./written.js";

/** @returns {string} The sentence for an event; empty for one that nobody needs to hear. */
export function sentenceOf(app, event) {
  return SENTENCES[event.type]?.(app, event) ?? "";
}

/** @returns {string} The reason why an action was refused, from the `error` that the server sent. */
export function whyRefused(say, { code, data, message }) {
  const key = code === "ILLEGAL_ACTION" ? `why_${data.reason}` : `error_${code}`;
  const text = say(key);
  return text === key ? message : text;
}

/** A sentence about a seat; about oneself it has a text of its own. */
function told({ say, state }, key, seat, values = {}) {
  if (state.table.seat === seat) return say(`you_${key}`, values);
  return say(`they_${key}`, { who: playerAt(say, state.table, seat), ...values });
}

/** Whether the last change of a seat gave a bot the seat of a person who is gone. */
export const isGivenUp = ({ before, view }, occupant) =>
  view.phase !== "waiting" && occupant === "bot" && before?.occupant === "person";

/** The sentence of a deal that begins without somebody who played the one before. */
export const replacedBefore = ({ say, state }) => replaced(say, state.table.formerly, state.table.seats);

const SENTENCES = {
  deal_started: (app, { dealer, deal }) => told(app, "deal", dealer, { deal }),
  pack_cut: (app, { seat, top }) => told(app, "cut", seat, { count: top }),
  passed: (app, { seat }) => told(app, "pass", seat),
  bid_made: (app, { seat, bid }) => told(app, "bid", seat, { bid: bidName(app.say, bid) }),
  coinched: (app, { seat }) => told(app, "coinche", seat),
  surcoinched: (app, { seat }) => told(app, "surcoinche", seat),
  thrown_in: ({ say }) => say("thrown_in"),
  contract_settled: (app, { bidder, bid }) => told(app, "settled", bidder, { bid: bidName(app.say, bid) }),
  card_played: (app, { seat, card }) => told(app, "play", seat, { card: theCard(app.say, card) }),
  belote_said: (app, { seat, word }) => told(app, "say", seat, { word: app.say(word) }),
  declarations_announced: (app, { seat, kinds }) =>
    told(app, "say", seat, { word: kinds.map((kind) => app.say(kind)).join(", ") }),
  height_said: (app, { seat, kind, height }) =>
    told(app, "say", seat, { word: height === null ? app.say("not_better") : heightName(app.say, kind, height) }),
  declarations_shown: (app, { seat, declarations }) =>
    told(app, "show", seat, { what: declarationNames(app.say, declarations) }),
  trick_won: ({ say, state }, { seat, points }) => {
    const { seat: own } = state.table;
    const key = own === null ? "trick_of" : teamOf(own) === teamOf(seat) ? "trick_us" : "trick_them";
    return say(key, { who: playerAt(say, state.table, seat), count: points });
  },
  claimed: (app, { seat }) => told(app, "claim", seat),
  timed_out: (app, { seat }) => told(app, "late", seat),
  pause_asked: ({ say, state: { table } }, { seat }) =>
    seat === table.seat ? "" : say("asks_for_pause", { who: playerAt(say, table, seat) }),
  paused: ({ say }) => say("paused"),
  pause_ended: ({ say }) => say("pause_ended"),
  seat_changed: ({ say, state }, { seat, occupant, name, connected }) => {
    const { before, view } = state.table;
    if (occupant === "free" || view.phase === "waiting") return "";
    if (isGivenUp(state.table, occupant)) return inPlaceOf(say, before.name, seat, { occupant, name });
    const values = { who: nameOf(seat, { occupant, name }), seat: say(`seat_${seat}`) };
    return say(connected ? "is_here" : "is_away", values);
  },
  chatted: ({ say }, { name, text }) => say("says", { who: name, text: understood(text) }),
};
