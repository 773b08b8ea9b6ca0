/** Who plays in whose place: people of the deal before who have left, and those who have their seats now. */

import { SEATS } from "./cards.js";
import { refusalLine } from "./dialog.js";
import { button, el, setShown, setText } from "./dom.js";
import { nameOf } from "./words.js";

/**
 * @param {(key: string, values?: object) => string} say
 * @param {object|null} before Who sat where in the deal before.
 * @param {object} seats Who sits where now.
 * @returns {string} A sentence for each person of the deal before who has left; empty if all are there.
 */
export function replaced(say, before, seats) {
  if (!before) return "";
  const gone = SEATS.filter((seat) => hasLeft(before[seat], seats[seat]));
  return gone.map((seat) => inPlaceOf(say, before[seat].name, seat, seats[seat])).join(". ");
}

/** The sentence about a seat that somebody has left and another has. */
export const inPlaceOf = (say, who, seat, now) =>
  say(now.occupant === "bot" ? "bot_instead" : "player_instead", { who, other: nameOf(seat, now) });

const hasLeft = (before, now) =>
  before.occupant === "person" && now.occupant !== "free" && (now.occupant !== "person" || now.name !== before.name);

/** The same in a recap, where a host may call for people: they take the seats of bots. @param {import("./main.js").App} app */
export function replacedPart(app) {
  const { say } = app;
  const said = el("p");
  const refusal = refusalLine(app);
  const called = el("p.quiet", { role: "status", text: say("called_players"), hidden: true });
  const call = button(say("call_players"), async () => {
    const answer = await refusal.ask({ type: "call_to_table", table: app.state.table.table });
    setShown(called, answer !== null);
  });
  const node = el("div.replaced", { hidden: true }, said, call, called, refusal.node);
  return {
    node,
    update(table) {
      const { players, seats, seat, host, strict } = table;
      const text = replaced(say, players, seats);
      if (text === "") setShown(called, false);
      setShown(node, text !== "");
      setText(said, text);
      setShown(call, seat !== null && host === seat && !strict && app.state.capabilities.includes("people"));
    },
  };
}
