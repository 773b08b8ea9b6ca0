/** The page `#ladder`: programs by their ratings, and who plays whom now, live (docs/protocol/ladder.md). */

import { el, keyed, setAttribute, setClass, setShown, setText } from "./dom.js";
import { loadAll } from "./later.js";
import { rulesTitle } from "./rules.js";
import { language } from "./texts.js";

/** What a page says in `hello` to be sent the ladder whenever it changes. */
export const FOLLOWS = { want: ["resume", "ladder"] };

const MINUTE = 60_000;

/** The columns of the table, by the keys of their headings. */
const COLUMNS = ["ladder_rank", "ladder_entrant", "ladder_rating", "ladder_boards", "ladder_faults"];

/** Load the texts and the styles of the ladder. */
export const loadLadder = (say) => loadAll({ say }, ["ladder"], ["ladder.css"]);

/** @param {{say: Function}} app @returns {object} The panel of the page. */
export function ladderBoard({ say }) {
  const title = el("h1", { text: say("ladder") });
  const server = el("p.quiet");
  const rules = el("p.quiet");
  const none = el("p");
  const heads = COLUMNS.map((key) => el("th", { scope: "col", text: say(key) }));
  const rows = el("tbody");
  const table = el("table", {}, el("thead", {}, el("tr", {}, ...heads)), rows);
  const more = el("p.quiet");
  const unit = el("p.quiet", { text: say("ladder_unit") });
  const nothing = el("p.quiet", { text: say("ladder_nothing_now") });
  const meetings = el("ul.meetings");
  const now = el("section", {}, el("h2", { text: say("ladder_now") }), nothing, meetings);
  const node = el("section.pane.ladder", {}, el("header", {}, title, server), rules, none, table, more, unit, now);
  const showRows = keyed(rows, ({ name }) => name, () => entrantRow(say), (row, entry) => row.show(entry));
  const showMeetings = keyed(meetings, (meeting) => meeting.table, () => meetingRow(say), (row, one) => row.show(one));
  let ladder = null;
  return {
    node,
    heard(message) {
      if (message.type === "ladder") ladder = message;
    },
    update(state) {
      const lacks = state.link === "ready" && !state.offered.includes("ladder");
      const isEmpty = ladder !== null && ladder.entries.length === 0;
      setText(server, state.server);
      setText(none, say(lacks ? "no_ladder" : "nobody_on_ladder"));
      setShown(none, lacks || isEmpty);
      for (const part of [table, unit]) setShown(part, ladder !== null && !isEmpty);
      setShown(now, ladder !== null);
      if (ladder === null) return;
      setText(rules, say("ladder_played", { rules: rulesTitle(say, ladder.preset), boards: ladder.boards }));
      setText(more, say("ladder_more", { count: ladder.more }));
      setShown(more, ladder.more > 0);
      setShown(nothing, ladder.tables.length === 0);
      showRows(ladder.entries.map((entry, place) => ({ ...entry, rank: place + 1 })));
      showMeetings(ladder.tables);
    },
  };
}

/** A number of hundredths with one decimal, in the reader's language, and with a minus, not a hyphen. */
const decimal = (hundredths, signDisplay) =>
  (hundredths / 100)
    .toLocaleString(language(), { signDisplay, minimumFractionDigits: 1, maximumFractionDigits: 1 })
    .replace("-", "−");

function entrantRow(say) {
  const [rank, rating, margin, boards] = [el("td"), el("b"), el("span.margin"), el("td")];
  const [name, note, faults] = [el("span"), el("span.note"), el("td")];
  const row = el("tr", {}, rank, el("th", { scope: "row" }, name, note), el("td.range", {}, rating, margin), boards, faults);
  row.show = (entry) => {
    const { illegal, timed_out: late, absent, away_ms: away } = entry;
    setText(rank, entry.rating === null ? "–" : String(entry.rank));
    setText(name, entry.name);
    setText(note, away > 0 ? say("ladder_away", { minutes: Math.ceil(away / MINUTE) }) : "");
    setClass(row, "here", entry.programs > 1);
    setAttribute(row, "title", entry.programs > 1 ? say("ladder_is_there") : null);
    setText(rating, entry.rating === null ? "–" : decimal(entry.rating, "exceptZero"));
    setText(margin, entry.margin === null ? "" : ` ± ${decimal(entry.margin, "never")}`);
    setText(boards, String(entry.boards));
    setText(faults, String(illegal + late + absent));
    setAttribute(faults, "title", say("ladder_faults_in_words", { illegal, timed_out: late, absent }));
  };
  return row;
}

function meetingRow(say) {
  const sides = ["ns", "ew"].map((side) => ({ side, name: el("span"), points: el("b") }));
  const soFar = el("p.quiet");
  const row = el("li", {}, ...sides.map(({ name, points }) => el("div.side", {}, name, points)), soFar);
  row.show = (meeting) => {
    for (const { side, name, points } of sides) {
      setText(name, meeting[side]);
      setText(points, String(meeting.points[side.toUpperCase()]));
    }
    setText(soFar, say("ladder_so_far", { count: meeting.boards }));
  };
  return row;
}
