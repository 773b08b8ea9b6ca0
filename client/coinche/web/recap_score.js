/** The recap in full: the result in a sentence, the score line by line, how far both sides have come, and what next. */

import { SEATS, teamOf } from "./cards.js";
import { button, el, keyed, setAttribute, setShown, setText } from "./dom.js";
import { replacedPart } from "./replaced.js";
import { hasSeenDeals } from "./seen_record.js";
import { talkButton } from "./talk.js";
import { namesOf } from "./waiting.js";
import { bidName, dealtTo, playerAt } from "./words.js";
import { bidWritten, declarationNames, setSigned } from "./written.js";

/** The kinds of lines in the order in which they are read. */
const KINDS = [
  "cards",
  "last_trick",
  "belote",
  "declarations",
  "their_declarations",
  "flat",
  "contract",
  "coinche",
  "held_over",
];

/** The kinds of lines that count for the contract, where all that both sides took is scored. */
const OF_POINTS = ["cards", "last_trick", "belote", "declarations"];

/** A recap that lies longer, in seconds, waits for the person alone. */
const LONGEST_WAIT = 600;

/** @param {import("./main.js").App} app */
export function recapScore(app) {
  const { say } = app;
  const sentence = el("h2.verdict");
  const won = el("p.won", { role: "status", hidden: true });
  const score = scoreTable(say);
  const bars = ["NS", "EW"].map(() => bar(say));
  const notes = el("ul.notes");
  const gone = replacedPart(app);
  const what = nextSteps(app);
  let told = "";
  const showNotes = keyed(notes, (note) => note, (text) => el("li", { text }));
  const beside = el("div.beside", {}, score.totals, el("div.bars", {}, ...bars.map(({ node }) => node)), notes);
  const body = el("div.recap-body", {}, won, sentence, score.node, beside);
  const node = el("div", {}, body, gone.node, what.node);
  return {
    node,
    update(table) {
      const deal = asDealt(table);
      const { view } = deal;
      const aloud = verdict(say, deal, bidName);
      setSigned(say, sentence, verdict(say, deal));
      setText(won, victory(say, deal));
      setAttribute(won, "data-lost", sideName(say, view.winner, view.viewer) === say("them"));
      setShown(won, view.phase === "match_over");
      score.update(deal);
      sidesFor(view.viewer).forEach((team, place) => bars[place].update(deal, team));
      const next = deal === table || view.phase !== "deal_over" ? [] : [say("seat_of_next_deal", seatName(say, table))];
      showNotes([...new Set([...next, ...notesOf(say, deal)])]);
      gone.update(table);
      what.update(table);
      const now = `${table.table} ${view.match} ${view.deal} ${view.phase}`;
      if (told !== now) app.announce([aloud, victory(say, deal)].join(" ").trim());
      told = now;
    },
    tick: (now) => app.state.table !== null && what.tick(app.state.table, now),
  };
}

const seatName = (say, { seat }) => ({ seat: say(`seat_${seat}`) });

/** The table for who played the deal; whoever has taken a seat since reads of it as a spectator does. */
function asDealt(table) {
  const { seat, seats, players, view } = table;
  const hasPlayed = seat === null || (players ?? seats)[seat].name === seats[seat].name;
  return hasPlayed ? table : { ...table, view: { ...view, viewer: null } };
}

/**
 * The result of a deal as a sentence: « 110 ♣ par Ouest, réussi : ils marquent 400. »
 *
 * @param {(say: Function, bid: string) => string} named Writes the bid.
 */
export function verdict(say, table, named = bidWritten) {
  const { contract, score, viewer } = table.view;
  if (score === null || contract === null) return say("recap_thrown_in");
  const { bid, bidder } = contract;
  const result = score.held > 0 ? "drawn" : score.made ? "made" : "failed";
  const gender = bid.startsWith("generale") ? "_generale" : "";
  const kind = gender !== "" ? "generale" : bid.startsWith("capot") ? "capot" : "number";
  const call = result === "failed" ? say(`down_at_${kind}`, { bid: named(say, bid) }) : named(say, bid);
  const who = whoDealt(say, table, bidder);
  const text = say(result === "failed" && who === say("you") ? "recap_failed_own" : `recap_${result}`, {
    bid: call,
    who,
    doubled: doubled(say, table, gender),
    made: say(`success${gender}`),
    extent: extent(say, contract, score),
    scored: scored(say, score.scores, score.made, viewer),
  });
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function doubled(say, table, gender) {
  const { coinched_by: coinched, surcoinched_by: surcoinched } = table.view.contract;
  if (surcoinched !== null) return say(`surcoinched_by${gender}`, { who: whoDealt(say, table, surcoinched) });
  return coinched === null ? "" : say(`coinched_by${gender}`, { who: whoDealt(say, table, coinched) });
}

/** The name of who played the deal at a seat; the reader is spoken to. */
function whoDealt(say, table, seat) {
  return seat === table.seat && seat === table.view.viewer ? say("you") : dealtTo(say, table, seat);
}

/** A capot that nobody bid, by either side; else empty. */
function extent(say, { bid, bidder }, { tricks }) {
  const taken = tricks[teamOf(bidder)];
  if (taken === 0) return say("without_a_trick");
  return taken === 8 && /^\d/.test(bid) ? say("with_every_trick") : "";
}

/** The scores, the higher one first; after a contract made, that one alone if the other side scores nothing. */
function scored(say, scores, made, viewer) {
  if (scores.NS === 0 && scores.EW === 0) return say("nobody_scores");
  const own = viewer === null ? null : sidesFor(viewer)[0];
  const ahead = scores.NS === scores.EW ? (own ?? "NS") : scores.NS > scores.EW ? "NS" : "EW";
  const other = otherTeam(ahead);
  const points = scores[ahead];
  const others = scores[other] === 0 ? say("nothing") : scores[other];
  const alone = made && scores[other] === 0;
  if (own === null) {
    const teams = { team: say(`team_${ahead}`), other: say(`team_${other}`) };
    return say(alone ? "team_scores" : "both_score", { ...teams, points, others });
  }
  const first = ahead === own ? "we_score" : "they_score";
  return say(alone ? first : `${first}_others`, { points, others });
}

/** The winner of the match, as a sentence; empty before its end. */
export function victory(say, { view }) {
  const { phase, winner, totals, viewer } = view;
  if (phase !== "match_over") return "";
  if (winner === null) return say("match_level", { points: totals.NS });
  const values = { team: say(`team_${winner}`), most: totals[winner], least: totals[otherTeam(winner)] };
  if (viewer === null) return say("team_won", values);
  return say(sidesFor(viewer)[0] === winner ? "we_won" : "they_won", values);
}

/** The lines that have a table of their own, which stands beside the others where a screen is low. */
const TOTALS = ["score", "total"];

/** The lines of the score for both sides, the reader's first. */
function scoreTable(say) {
  const tables = [linesTable("score", say("score_of_deal")), linesTable("score.totals-of-score", say("totals"))];
  return {
    node: tables[0].node,
    totals: tables[1].node,
    update({ view, rules }) {
      const sides = sidesFor(view.viewer);
      const heads = sides.map((team) => sideName(say, team, view.viewer));
      const remarks = remarksOf(say, view, rules);
      const parts = linesOf(view);
      const has = (wanted) => parts.some(({ key }) => key === wanted);
      if (has("last_trick")) remarks.taken = "";
      if (has("said")) remarks.points = "";
      const row = ({ key, points }) => ({
        key,
        name: say(lineName(key, points, view)),
        remark: remarks[key] ?? "",
        numbers: sides.map((team) => points[team]),
      });
      const lines = parts.map(row);
      tables[0].update(heads, lines.filter(({ key }) => !TOTALS.includes(key)));
      tables[1].update(heads, lines.filter(({ key }) => TOTALS.includes(key)));
    },
  };
}

/** The key of a line's name: a capot makes the last trick worth more, and flat points are won with a contract or against it. */
function lineName(key, points, { score, belotes, shown }) {
  if (key === "flat" && score.made) return "line_flat_made";
  if (key === "said") return belotes.length === 0 ? "line_declarations" : shown.length === 0 ? "line_belote" : "line_said";
  if (key.startsWith("last_trick")) return points.NS + points.EW > LAST_TRICK[0] ? "line_all_tricks" : "line_last_trick";
  return `line_${key}`;
}

/** A table of lines with a number for each side; without lines it is hidden. */
function linesTable(name, caption) {
  const heads = [el("th", { scope: "col" }), el("th", { scope: "col" })];
  const body = el("tbody");
  const head = el("thead", {}, el("tr", {}, el("td", {}), ...heads));
  const columns = el("colgroup", {}, el("col"), el("col"), el("col"));
  const node = el(`table.${name}`, {}, el("caption.live", { text: caption }), columns, head, body);
  const show = keyed(body, ({ key }) => key, ({ key }) => scoreRow(key), (row, { name, remark, numbers }) => {
    setText(row.firstChild.firstChild, name);
    setText(row.firstChild.lastChild, remark);
    numbers.forEach((number, place) => setText(row.children[place + 1], String(number).replace("-", "−")));
  });
  return {
    node,
    update(names, lines) {
      names.forEach((one, place) => setText(heads[place], one));
      show(lines);
      setShown(node, lines.length > 0);
    },
  };
}

function scoreRow(key) {
  return el("tr", { "data-line": key }, el("th", { scope: "row" }, el("span"), el("small.quiet")), el("td"), el("td"));
}

/** Remarks that explain numbers of the score, by the key of their line. */
function remarksOf(say, { contract, score, belotes, shown }, rules) {
  if (score === null) return {};
  const added = score.lines.filter(({ kind }) => kind === "coinche").reduce((sum, { points }) => sum + points, 0);
  const { multiplier } = contract;
  const base = multiplier > 1 ? Math.floor(added / (multiplier - 1)) : 0;
  return {
    points: including(say, belotes, shown),
    coinche: say(rules.scoring.doubled === "bid" ? "times_bid" : "times_all", { multiplier, points: base }),
    taken: say("last_trick_apart"),
    flat: score.made ? say("instead_of_tricks") : "",
    rounding: say("rounded"),
  };
}

/** What the points hold beside the tricks: "belote comprise". */
function including(say, belotes, shown) {
  if (belotes.length + shown.length === 0) return "";
  return say(belotes.length === 0 ? "with_declarations" : shown.length === 0 ? "with_belote" : "with_both");
}

/** The lines: what decides the contract below its parts, the rest of the score, the rounding, the score and the total. */
function linesOf(view) {
  const { score, points: taken } = view;
  if (score === null) return [];
  const sum = (lines) => ({ NS: total(lines, "NS"), EW: total(lines, "EW") });
  const parts = KINDS.map((key) => ({ key, lines: score.lines.filter(({ kind }) => kind === key) }))
    .filter(({ lines }) => lines.length > 0)
    .map(({ key, lines }) => ({ key, points: sum(lines) }));
  const all = sum(score.lines);
  const rounding = { NS: score.scores.NS - all.NS, EW: score.scores.EW - all.EW };
  const rounded = rounding.NS === 0 && rounding.EW === 0 ? [] : [{ key: "rounding", points: rounding }];
  const scored = parts.filter(({ key }) => OF_POINTS.includes(key));
  const made = scored.length === 0 ? null : { NS: sumOf(scored, "NS"), EW: sumOf(scored, "EW") };
  const isWhole = made !== null && made.NS === score.points.NS && made.EW === score.points.EW;
  const ofPoints = isWhole ? scored : [{ key: "taken", points: taken }, ...besideTaken(view)];
  const rest = isWhole ? parts.filter((part) => !scored.includes(part)) : parts.map(asScored);
  return [
    { key: "tricks", points: score.tricks },
    ...ofPoints,
    { key: "points", points: score.points },
    ...rest,
    ...rounded,
    { key: "score", points: score.scores },
    { key: "total", points: score.totals },
  ];
}

/** A last trick that is scored below the points has a key of its own. */
const asScored = (part) => (part.key === "last_trick" ? { ...part, key: "last_trick_scored" } : part);

/** The worth of a belote, and what a last trick may be worth: a capot makes it more. */
const BELOTE = 20;
const LAST_TRICK = [10, 100];

/**
 * What the points for the contract hold beside the cards, where the score has other lines: the last trick, and belotes
 * with declarations. Belotes are multiples of their worth, so that the last trick is what is left over.
 */
function besideTaken({ score, points: taken, declarations_won: declarers, declaration_points: declared }) {
  const worth = (team) => {
    const rest = score.points[team] - taken[team] - (declarers === team ? declared : 0);
    if (rest % BELOTE === LAST_TRICK[0]) return LAST_TRICK[0];
    return score.tricks[team] === 8 && rest >= LAST_TRICK[1] && rest % BELOTE === 0 ? LAST_TRICK[1] : 0;
  };
  const last = { NS: worth("NS"), EW: worth("EW") };
  if ((last.NS === 0) === (last.EW === 0)) return [];
  const said = (team) => score.points[team] - taken[team] - last[team];
  const others = { NS: said("NS"), EW: said("EW") };
  const line = { key: "last_trick", points: last };
  return others.NS === 0 && others.EW === 0 ? [line] : [line, { key: "said", points: others }];
}

const sumOf = (parts, side) => parts.reduce((sum, { points }) => sum + points[side], 0);

const total = (lines, side) => lines.filter(({ team }) => team === side).reduce((sum, { points }) => sum + points, 0);

/** The way of a side to the target, as a bar. */
function bar(say) {
  const name = el("span");
  const way = el("progress");
  const left = el("span.quiet");
  const node = el("div.bar", {}, name, way, left);
  return {
    node,
    update({ view, rules }, team) {
      const { length, target } = rules.match;
      const points = view.totals[team];
      setShown(node, length === null && !view.board && view.phase !== "match_over");
      setText(name, `${sideName(say, team, view.viewer)} ${points}`);
      setAttribute(way, "max", target);
      setAttribute(way, "value", Math.max(0, Math.min(points, target)));
      setAttribute(way, "aria-label", sideName(say, team, view.viewer));
      const toGo = target - points;
      setText(left, say(toGo > 0 ? "still_to_go" : "target_reached", { points: toGo }));
    },
  };
}

/** Belotes and declarations with their players, and all that the score does not say by itself. */
function notesOf(say, table) {
  const { belotes, announced, shown, score, viewer } = table.view;
  if (score === null) return [];
  const gone = new Set(score.lines.filter(({ kind }) => kind === "their_declarations").map(({ team }) => team));
  const side = (team) => sideName(say, team, viewer);
  return [
    ...belotes.map(({ seat }) => say("had_belote", { who: dealtTo(say, table, seat) })),
    ...announced.map(({ seat, kinds }) => {
      const own = shown.filter((one) => one.seat === seat).map(({ declaration }) => declaration);
      const suffix = own.length === 0 ? "_for_nothing" : gone.has(otherTeam(teamOf(seat))) ? "_for_others" : "";
      const what = declarationNames(say, own.length > 0 ? own : kinds);
      const others = { side: sideInSentence(say, otherTeam(teamOf(seat)), viewer) };
      return say(`declared${suffix}`, { who: dealtTo(say, table, seat), what, ...others });
    }),
    ...score.belote_forgiven.map((team) => say("rebelote_forgiven", { team: side(team) })),
    ...score.waiting.map((team) => say("waits_for_a_trick", { team: side(team) })),
    ...(score.held > 0 ? [say("held_over", { points: score.held })] : []),
  ];
}

/** The next steps that one may take, and for whom the table waits. */
function nextSteps(app) {
  const { say } = app;
  const send = (type) => () => app.send({ type, table: app.state.table.table });
  const goOn = button(say("next_deal"), send("go_on"), "primary");
  goOn.hidden = true;
  const again = button(say("rematch"), send("rematch"), "primary");
  const leave = button(say("back_to_lobby"), send("leave"));
  const seen = button(say("see_record"), async () => (await import("./table_menu.js")).openRecord(app));
  const said = el("p.quiet", { "aria-live": "polite" });
  const time = el("p.quiet");
  const talk = talkButton(app);
  const node = el("div.next.actions", {}, goOn, again, talk.node, leave, seen, said, time);
  return {
    node,
    update(table) {
      const { recap, seat, view } = table;
      const over = view.phase === "match_over";
      const plays = seat !== null && recap !== null;
      const mayGoOn = plays && !over && !recap.wentOn.includes(seat);
      const appears = mayGoOn && goOn.hidden;
      setShown(goOn, mayGoOn);
      if (appears && document.activeElement === document.body) goOn.focus({ preventScroll: true });
      setShown(again, over && seat !== null && !isLast(recap) && !table.rematchAsked.includes(seat));
      again.disabled = recap === null; // the server takes it in a moment, and the button does not come late
      talk.update(table);
      setShown(leave, over);
      setShown(seen, over && hasSeenDeals(table));
      setText(said, recap === null ? "" : awaited(say, table, over));
    },
    tick(table, now) {
      const until = table.recap?.until ?? now;
      const seconds = Math.ceil((until - now) / 1000);
      const isShown = seconds > 0 && seconds <= LONGEST_WAIT && table.view.phase !== "match_over";
      setText(time, isShown ? say("next_deal_in", { count: seconds }) : "");
    },
  };
}

/** True if no other match can follow. */
const isLast = (recap) => recap !== null && recap.rematchUntil === null;

/** The answers of the others, and for whom the table waits still. */
function awaited(say, table, over) {
  const { seats, seat: own, recap, rematchAsked } = table;
  const names = (wanted) => namesOf(say, wanted.map((seat) => playerAt(say, table, seat)));
  const others = SEATS.filter((seat) => seat !== own && seats[seat].occupant === "person" && seats[seat].connected);
  if (over) {
    const asking = rematchAsked.filter((seat) => seat !== own);
    const wants = asking.length === 0 ? [] : [say("rematch_offered", { who: names(asking), count: asking.length })];
    const silent = others.filter((seat) => !rematchAsked.includes(seat) && !recap.wentOn.includes(seat));
    const waits = rematchAsked.includes(own) && silent.length > 0 ? [say("waiting_for", { who: names(silent) })] : [];
    return [...wants, ...waits].join(" ");
  }
  const reading = others.filter((seat) => !recap.wentOn.includes(seat));
  const gone = others.filter((seat) => recap.wentOn.includes(seat));
  if (recap.wentOn.includes(own)) return reading.length === 0 ? "" : say("waiting_for", { who: names(reading) });
  return gone.length === 0 ? "" : say("have_gone_on", { who: names(gone), count: gone.length });
}

// --- the two sides ------------------------------------------------------------------------------------

/** @returns {"NS"|"EW"} The other team. */
const otherTeam = (team) => (team === "NS" ? "EW" : "NS");

/** @returns {("NS"|"EW")[]} The teams, that of a player's seat first. */
const sidesFor = (seat) => (seat === "E" || seat === "W" ? ["EW", "NS"] : ["NS", "EW"]);

/** @returns {string} A side as a player of that seat calls it: us or them; the seats' names for a spectator. */
function sideName(say, team, seat) {
  if (seat === null) return say(`team_${team}`);
  return say(sidesFor(seat)[0] === team ? "us" : "them");
}

/** @returns {string} The same within a sentence: "nous". */
function sideInSentence(say, team, seat) {
  const name = sideName(say, team, seat);
  return seat === null ? name : name.toLowerCase();
}
