/** The statistics of the players, to be sorted by each column, and the page of one player. */

import { choice, labelled, openDialog, refusalLine } from "./dialog.js";
import { button, el, setAttribute, setShown } from "./dom.js";
import { levelOf } from "./levels.js";
import { when } from "./matches.js";
import { language } from "./texts.js";

/** @param {import("./main.js").App} app */
export async function openStatistics(app) {
  await app.say.add("statistics");
  await openDialog(app, "statistics", (close, dialog) => statistics(app, dialog));
}

/** A part of a whole in percent; null where there is no whole. */
const share = (part, whole) => (whole === 0 ? null : Math.round((100 * part) / whole));

const perDeal = (points, deals) => (deals === 0 ? null : points / deals);

/** The columns: how a player's figure is computed, and how it is written. */
const COLUMNS = {
  matches: { of: ({ matches }) => matches, write: String },
  won: { of: ({ won, matches }) => share(won, matches), write: (value) => `${value}\u00A0%` },
  made: { of: ({ made, taken }) => share(made, taken), write: (value) => `${value}\u00A0%` },
  per_deal: { of: ({ points, deals }) => perDeal(points, deals), write: (value) => value.toFixed(0) },
  coinches: { of: ({ coinches }) => coinches, write: String },
  capots: { of: ({ capots }) => capots, write: String },
  belotes: { of: ({ belotes }) => belotes, write: String },
};

const written = (column, player) => {
  const value = COLUMNS[column].of(player);
  return value === null ? "–" : COLUMNS[column].write(value);
};

/** @returns {string} The name of a player of the statistics; bots are told by their level. */
const called = (say, { name, occupant }) =>
  occupant === "bot" ? say("bots_of_level", { level: levelOf(say, name) }) : name;

function statistics(app, dialog) {
  dialog.classList.add("wide");
  const { say } = app;
  const refusal = refusalLine(app);
  const page = el("div.sections", { hidden: true });
  const list = el("div.sections", {}, el("p.quiet", { role: "status", text: say("loading") }));
  const back = () => turn(false);
  const turn = (toPage) => {
    setShown(page, toPage);
    setShown(list, !toPage);
  };
  const open = async ({ name, occupant }) => {
    const answer = await refusal.ask({ type: "get_player", name, occupant });
    if (answer === null) return;
    page.replaceChildren(...playerPage(app, answer, back));
    turn(true);
    page.querySelector("button").focus();
  };
  refusal.ask({ type: "get_statistics" }).then((answer) => {
    if (answer !== null) list.replaceChildren(...playerList(app, answer.players, open));
  });
  return { node: el("div.sections", {}, refusal.node, list, page) };
}

function playerList({ say, state }, players, open) {
  if (players.length === 0) return [el("p", { text: say("no_statistics_yet") })];
  const own = () => open({ name: state.name, occupant: "person" });
  const columns = columnsOf(players);
  const { node, sortBy } = figures({ say, state }, columns, players, open);
  const options = columns.map((column) => [column, say(`column_${column}`)]);
  const order = choice(options, { onchange: () => sortBy(order.value) });
  node.addEventListener("sorted", ({ detail }) => (order.value = detail));
  sortBy("matches");
  const top = el("div.actions", {}, button(say("my_page"), own, "primary"), labelled(say("sort_by"), order));
  return [top, node, columnsExplained(say, columns)];
}

/** The columns that say something of somebody. */
export const columnsOf = (players) => Object.keys(COLUMNS).filter((column) => players.some((one) => COLUMNS[column].of(one)));

/** The table, one's own row first; on a narrow screen each figure stands under its name. */
function figures({ say, state }, columns, players, open) {
  const body = el("tbody");
  const heads = columns.map((column) => {
    const sort = button(say(`column_${column}`), () => sortBy(column), "quiet");
    return el("th", { scope: "col", "data-column": column }, sort);
  });
  const rows = players.map((player) => ({ player, row: playerRow(say, columns, player, open) }));
  const isOwn = ({ player: { name, occupant } }) => Number(name === state.name && occupant === "person");
  const head = el("thead", {}, el("tr", {}, el("th", { scope: "col", text: say("player") }), ...heads));
  const node = el("table.figures", {}, head, body);
  const sortBy = (column) => {
    const value = ({ player }) => COLUMNS[column].of(player) ?? -Infinity;
    body.append(...[...rows].sort((one, other) => isOwn(other) - isOwn(one) || value(other) - value(one)).map(({ row }) => row));
    heads.forEach((one) => setAttribute(one, "aria-sort", one.dataset.column === column ? "descending" : null));
    for (const cell of body.querySelectorAll("td")) setAttribute(cell, "data-by", cell.dataset.column === column);
    node.dispatchEvent(new CustomEvent("sorted", { detail: column }));
  };
  return { node, sortBy };
}

function playerRow(say, columns, player, open) {
  const name = button(called(say, player), () => open(player), "quiet");
  const cells = columns.map((column) => {
    return el("td", { "data-column": column, "data-label": say(`column_${column}`), text: written(column, player) });
  });
  return el("tr", {}, el("th", { scope: "row" }, name), ...cells);
}

function columnsExplained(say, columns) {
  const meaning = (column) => [
    el("dt", { text: say(`column_${column}`) }),
    el("dd", { text: say(`column_${column}_means`) }),
  ];
  const list = el("dl.brief", {}, ...columns.flatMap(meaning));
  return el("details", {}, el("summary", { text: say("columns_mean") }), list);
}

function playerPage(app, { player, matches, partners, opponents, best_partner: best }, back) {
  const { say } = app;
  const facts = factsOf(say, player).flatMap(([key, text]) => [el("dt", { text: say(key) }), el("dd", { text })]);
  return [
    el("div.actions", {}, button(say("all_players"), back)),
    el("h2", { text: called(say, player) }),
    ...(player.deals === 0 ? [el("p", { text: say("nothing_played") })] : [el("dl.brief", {}, ...facts)]),
    ...(best === null ? [] : [el("p", { text: say("best_partner", { name: called(say, best), lead: lead(best) }) })]),
    ...pairs(say, "partners", partners),
    ...pairs(say, "opponents", opponents),
    ...lastMatches(app, matches),
  ];
}

/** @returns {[string, string][]} The figures of a player's page, each with the key of its name. */
export function factsOf(say, player) {
  const { matches, won, deals, taken, made, failed, coinches, beaten, coinched, coinched_failed: lost } = player;
  const of = (part, whole) => (whole === 0 ? "–" : `${part}\u00A0/\u00A0${whole} (${share(part, whole)}\u00A0%)`);
  return [
    ["fact_won", of(won, matches)],
    ["fact_deals", String(deals)],
    ["column_per_deal", say("points_and_lead", { points: written("per_deal", player), ahead: ahead(say, player) })],
    ["fact_contracts", taken === 0 ? "–" : say("contracts_made", { made: of(made, taken), failed })],
    ["fact_coinches", of(beaten, coinches)],
    ["fact_coinched", of(lost, coinched)],
    ...["capots", "belotes", ...(player.generales > 0 ? ["generales"] : [])].map((key) => [`fact_${key}`, String(player[key])]),
  ];
}

/** The difference of points per deal. */
const difference = ({ points, against, deals }) => Math.round((perDeal(points - against, deals) ?? 0) * 10) / 10;

/** The difference of points per deal, with its sign. */
function lead(player) {
  const points = difference(player);
  return `${points > 0 ? "+" : points < 0 ? "−" : ""}${Math.abs(points).toLocaleString(language())}`;
}

/** The difference of points per deal, in words. */
function ahead(say, player) {
  const points = difference(player);
  const count = Math.abs(points).toLocaleString(language());
  return say(points === 0 ? "as_many_points" : points > 0 ? "more_points" : "fewer_points", { count });
}

function pairs(say, key, list) {
  if (list.length === 0) return [];
  const rows = list.map((pair) => {
    const figures = say("pair", { count: pair.deals, lead: lead(pair) });
    return el("li", {}, el("span", { text: called(say, pair) }), el("span", { text: figures }));
  });
  return [el("h2", { text: say(key) }), el("ul.pairs", {}, ...rows)];
}

function lastMatches(app, matches) {
  const { say } = app;
  if (matches.length === 0) return [];
  const rows = matches.map(({ match, at, won, points, against }) => {
    const again = async () => (await import("./replay.js")).openReplay(app, match);
    const result = say(won > 0 ? "match_won" : "match_lost", { points, against });
    const seen = button(say("replay"), again);
    return el("li", {}, el("span", { text: `${when(at)} · ${result}` }), seen);
  });
  return [el("h2", { text: say("last_matches") }), el("ul.pairs", {}, ...rows)];
}
