/** The seats of bots, which somebody who watches may take. */

import { SEATS } from "./cards.js";
import { button, el, keyed, setShown } from "./dom.js";
import { come } from "./lobby.js";
import { nameOf } from "./words.js";

/** @param {import("./main.js").App} app */
export function botSeats(app) {
  const { say } = app;
  const list = el("div.row");
  const show = keyed(
    list,
    ({ seat, name }) => `${seat} ${name}`,
    ({ seat, name }) => button(`${say(`seat_${seat}`)} · ${name}`, () => take(app, seat)),
  );
  const label = say("take_seat_of_bot");
  const node = el("div.bot-seats", { role: "group", "aria-label": label }, el("p", { text: label }), list);
  return {
    node,
    update(table) {
      const seats = seatsOfBots(app, table);
      setShown(node, seats.length > 0);
      show(seats.map((seat) => ({ seat, name: nameOf(seat, table.seats[seat]) })));
    },
  };
}

/** The seats that may be taken; none for who has got one for the next deal. */
function seatsOfBots({ state }, { seat, seats, reserved, strict, view }) {
  const isMine = (one) => reserved[one]?.name === state.name;
  if (seat !== null || strict || view.phase === "match_over" || SEATS.some(isMine)) return [];
  return SEATS.filter((one) => seats[one].occupant === "bot" && !seats[one].closed && reserved[one] === undefined);
}

/** Take a seat: who watches leaves, and comes back to it. */
async function take(app, seat) {
  const { table, name } = app.state.table;
  const isPrivate = app.state.passphrases[table] !== undefined;
  await app.ask({ type: "leave", table });
  await come(app, { table, name, private: isPrivate }, "join", { seat });
}
