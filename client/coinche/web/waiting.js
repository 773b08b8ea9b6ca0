/** Who keeps a table waiting: for how long, when the others may vote for a bot in their place, and the vote itself. */

import { SEATS } from "./cards.js";
import { button, el, setAttribute, setShown, setText } from "./dom.js";
import { playerAt } from "./words.js";

/** The phases in which a deal is under way. */
export const IN_DEAL = ["cutting", "bidding", "playing"];

/** The time of a decision before which nobody stalls at any clock, in ms; and of an absence. The server decides. */
const STALLED = 30_000;
const STALLED_AWAY = 10_000;

/** A bot that plays for somebody absent needs no longer for its turn, in ms. */
const BRIEF = 3000;

/** Taps that come so soon after the question were the second half of a double tap, in ms. */
const TOO_SOON = 400;

/** "40 s" or "3 min" */
export function lasting(say, ms) {
  const seconds = Math.max(0, Math.round(ms / 1000));
  return seconds < 60 ? say("seconds", { count: seconds }) : say("minutes", { count: Math.round(seconds / 60) });
}

/** "Zoé et Léa" */
export const namesOf = (say, names) =>
  names.length < 2 ? names.join("") : say("and", { others: names.slice(0, -1).join(", "), last: names.at(-1) });

const isClient = ({ occupant }) => occupant === "person" || occupant === "program";

/** The moment at which the time of the player on turn began: with the last event, the end of a pause, or the return. */
export function turnSince({ log, happened, seats, view }) {
  const resumed = happened.findLast(({ type }) => type === "pause_ended");
  return Math.max(log.at(-1)?.at ?? 0, resumed?.at ?? 0, seats[view.turn].at ?? 0);
}

/** The moment from which a vote against a seat counts; null if there is nothing to vote about. */
export function voteFrom(table, seat) {
  const { seat: own, seats, strict, paused, view, clock } = table;
  if (own === null || own === seat || strict || paused !== null || !IN_DEAL.includes(view.phase)) return null;
  if (!isClient(seats[seat])) return null;
  if (!seats[seat].connected) return seats[seat].at + STALLED_AWAY;
  return view.turn === seat ? turnSince(table) + Math.max(STALLED, (clock.move_ms + clock.bank_ms) / 2) : null;
}

/** The votes that are needed against a seat: those of more than half of the others who are there. */
function votesNeeded({ seats }, against) {
  const others = SEATS.filter((seat) => seat !== against && seats[seat].occupant === "person" && seats[seat].connected);
  return Math.floor(others.length / 2) + 1;
}

/** The button of a vote for a bot; it asks first, and says what it means. @param {(message: object) => void} send */
export function voteButton(app, send) {
  const { say } = app;
  let against = null;
  let askedAt = null;
  const press = button("", () => {
    const now = Date.now();
    if (askedAt === null) askedAt = now;
    else if (now - askedAt > TOO_SOON) {
      askedAt = null;
      send({ type: "vote_out", table: app.state.table.table, seat: against });
    }
    show(app.state.table);
  });
  const meaning = el("p.quiet", { role: "status", hidden: true });
  const show = (table) => {
    const who = playerAt(say, table, against);
    const count = votesNeeded(table, against);
    setText(press, say(askedAt === null ? "vote_out" : "sure_vote_out", { who }));
    setAttribute(press, "aria-pressed", askedAt === null ? null : "true");
    setText(meaning, [say("vote_means", { who }), ...(count > 1 ? [say("votes_needed", { count })] : [])].join(" "));
    setShown(meaning, askedAt !== null);
  };
  return {
    node: press,
    meaning,
    /** Show it for the player at a seat; null puts the question back. */
    update(table, seat) {
      if (seat !== against) askedAt = null;
      against = seat;
      if (seat !== null) show(table);
      else setShown(meaning, false);
    },
  };
}

/** Those who are waited for on the felt, for how long, and the choice to wait or to have a bot. @param {import("./main.js").App} app */
export function waitPanel(app) {
  const { say } = app;
  const said = el("p", { role: "status" });
  let waited = null; // the absence that one waits for, and is not asked about again
  const vote = voteButton(app, (message) => app.send(message));
  const wait = button(say("wait"), () => {
    const { table } = app.state;
    waited = table.seats[table.view.turn].at;
    app.render();
  }, "primary");
  const node = el("div.wish", { hidden: true }, said, vote.meaning, wait, vote.node);
  const tick = (table, now) => {
    const found = awaited(table, now);
    const isShown = found !== null && (table.seat === null || waited !== found.since);
    setShown(node, isShown);
    if (!isShown) return vote.update(table, null);
    setText(said, sentence(app, table, found, now));
    const from = voteFrom(table, table.view.turn);
    const hasVoted = table.votes.some(({ seat, against }) => seat === table.seat && against === table.view.turn);
    const mayVote = from !== null && now >= from && !hasVoted;
    vote.update(table, mayVote ? table.view.turn : null);
    setShown(vote.node, mayVote);
    setShown(wait, table.seat !== null);
  };
  return { node, update: (table) => tick(table, Date.now()), tick };
}

/** The players whom a table waits for, since when, and whether nobody is there; null if it waits for nobody absent. */
export function awaited(table, now) {
  const { seats, view, paused } = table;
  const isAway = (seat) => isClient(seats[seat]) && !seats[seat].connected;
  if (paused !== null || view.turn === null || !IN_DEAL.includes(view.phase) || !isAway(view.turn)) return null;
  if (now - turnSince(table) < BRIEF) return null;
  const isEmpty = SEATS.every((seat) => !isClient(seats[seat]) || isAway(seat));
  const away = isEmpty ? SEATS.filter(isAway) : [view.turn];
  return { away, isEmpty, since: Math.max(...away.map((seat) => seats[seat].at)) };
}

function sentence({ say, state }, table, { away, isEmpty, since }, now) {
  const names = away.map((seat) => playerAt(say, table, seat));
  const waits = say("waits_for", { who: namesOf(say, names), time: lasting(say, now - since), count: names.length });
  const isNext = Object.values(table.reserved).some(({ name }) => name === state.name);
  return `${waits} ${say(!isEmpty ? "waits_a_minute" : isNext ? "bots_play_on" : "waits_ten_minutes")}`;
}
