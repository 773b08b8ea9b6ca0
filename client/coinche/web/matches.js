/** The matches that the server keeps, the newest first, each to be seen again. */

import { openDialog, refusalLine } from "./dialog.js";
import { button, el, setShown, setText } from "./dom.js";
import { rulesTitle } from "./rules.js";
import { language } from "./texts.js";
import { isBotName, nameOf } from "./words.js";

/** @param {import("./main.js").App} app */
export const openMatches = (app) => openDialog(app, "matches", () => matchList(app));

/** Open the replay of a table's match that is over. Returns false where the server's list does not have it. */
export async function openReplayOf(app, { name, view }) {
  const { matches = [] } = await app.ask({ type: "list_matches" });
  const isIt = ({ table, score }) => table === name && score.NS === view.totals.NS && score.EW === view.totals.EW;
  const found = matches.find(isIt);
  if (found !== undefined) await (await import("./replay.js")).openReplay(app, found.match);
  return found !== undefined;
}

/** @returns {string} A name of a record: whoever is called as a kind of bots is one. */
export const nameInRecord = (seat, name) => nameOf(seat, { occupant: isBotName(name) ? "bot" : "person", name });

/** @returns {string} The title of a table in a record: one that was opened against bots alone is called as its player. */
export function titleInRecord(say, name, seats) {
  const others = Object.values(seats).filter((one) => one !== name);
  return others.length === 3 && others.every(isBotName) ? say("table_of", { name }) : name;
}

/** @returns {string} A date and a time as the reader writes them: in England not as in America. */
export function when(at) {
  const own = navigator.languages.find((tag) => tag.startsWith(language())) ?? language();
  return new Date(at).toLocaleString(own, { dateStyle: "medium", timeStyle: "short" });
}

function matchList(app) {
  const { say } = app;
  const refusal = refusalLine(app);
  const list = el("ol.matches-kept");
  const said = el("p.quiet", { role: "status", text: say("loading") });
  const more = button(say("older_matches"), () => load(list.lastChild.dataset.match));
  const load = async (before) => {
    setShown(more, false);
    const older = before === undefined ? {} : { before: Number(before) };
    const answer = await refusal.ask({ type: "list_matches", ...older });
    setShown(said, false);
    if (answer === null) return;
    list.append(...answer.matches.map((match) => matchRow(app, match)));
    setShown(more, answer.more);
    setText(said, say("no_match_yet"));
    setShown(said, list.childElementCount === 0);
  };
  more.hidden = true;
  load();
  return { node: el("div.sections", {}, said, refusal.node, list, el("div.actions", {}, more)) };
}

function matchRow(app, { match, at, table, preset, target, deals, seats, score }) {
  const { say } = app;
  const side = (one, other) => `${nameInRecord(one, seats[one])}, ${nameInRecord(other, seats[other])}`;
  const row = (text, points, won) =>
    el("div.side", { "data-won": won }, el("span", { text }), el("b", { text: String(points) }));
  const facts = [when(at), rulesTitle(say, preset), say("to_points", { target }), say("count_deals", { count: deals })];
  const again = async () => (await import("./replay.js")).openReplay(app, match);
  return el(
    "li",
    { "data-match": match },
    el("div", {}, el("b", { text: titleInRecord(say, table, seats) }), el("p.quiet", { text: facts.join(" · ") })),
    row(side("N", "S"), score.NS, score.NS > score.EW),
    row(side("E", "W"), score.EW, score.EW > score.NS),
    button(say("replay"), again),
  );
}
