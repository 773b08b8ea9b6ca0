/** The room in full: who sits where, bots for free seats, the link to pass on, the beginning. */

import { SEATS } from "./cards.js";
import { button, el, keyed, setAttribute, setShown, setText } from "./dom.js";
import { errorText, kindOf, levelOf, nameOf, rulesTitle } from "./words.js";

/** The level of bots that is proposed, where the server has it. */
const USUAL_BOT = "steady";

/** @param {import("./main.js").App} app */
export function roomSeats(app) {
  const { say } = app;
  const title = el("h1");
  const what = el("p.quiet");
  const said = el("p.begins");
  const wrong = el("p.wrong", { role: "alert", hidden: true });
  const level = el("select", { "aria-label": say("level_of_bots") });
  const levels = el("label.levels", {}, el("span", { text: say("level_of_bots") }), level);
  const order = (message) => ask(app, wrong, message);
  const called = el("p", { role: "status", text: say("called_players"), hidden: true });
  const room = { app, level, order, called, moving: null, table: null };
  const rows = SEATS.map((seat) => seatRow(room, seat));
  const begin = el("button.primary", { type: "button", onclick: () => order(beginning(room)) });
  const call = button(say("call_players"), () => calling(room));
  const leave = button(say("leave_table"), () => order({ type: "leave" }), "quiet");
  const link = linkToPassOn(app);
  const seats = el("ul.room-seats", {}, ...rows.map(({ node }) => node));
  const actions = el("div.actions", {}, begin, call, leave);
  const node = el("div", {}, title, what, said, seats, levels, actions, wrong, called, link.node);
  const showLevels = keyed(level, (kind) => kind, (kind) => levelOption(say, kind));
  return {
    node,
    update(table) {
      const { bots } = app.state.lobby;
      if (room.table !== table.table) {
        Object.assign(room, { table: table.table, moving: null });
        setShown(wrong, false);
        setShown(called, false);
        link.forget();
      }
      setText(title, table.name);
      setText(what, facts(say, table));
      showLevels(bots);
      if (level.value === "" && bots.length > 0) level.value = bots.includes(USUAL_BOT) ? USUAL_BOT : bots[0];
      const free = SEATS.filter((seat) => table.seats[seat].occupant === "free").length;
      const isHost = table.seat !== null && table.host === table.seat;
      rows.forEach((row) => row.update(table, isHost, bots.length > 0));
      setShown(levels, free > 0 && bots.length > 0);
      setShown(begin, isHost && table.hold && (free === 0 || bots.length > 0));
      setText(begin, free === 0 ? say("begin") : say("begin_with_bots", { count: free }));
      setShown(call, free > 0 && table.seat !== null && app.state.offered.includes("people"));
      setText(said, waitingFor(say, table, isHost));
      link.update(app.state.passphrases[table.table]);
    },
  };
}

const levelOption = (say, kind) => el("option", { value: kind, text: levelOf(say, kind) });

/** Send a message about the table that is shown; a refusal is told in its room, and only there. */
async function ask(app, wrong, message) {
  const { table } = app.state.table;
  const answer = await app.ask({ table, ...message });
  const refused = answer.type === "error";
  if (app.state.table?.table !== table) return false;
  setText(wrong, refused ? errorText(app.say, answer) : "");
  setShown(wrong, refused);
  return !refused;
}

function beginning({ app, level }) {
  const isFull = SEATS.every((seat) => app.state.table.seats[seat].occupant !== "free");
  return { type: "begin", ...(isFull ? {} : { bots: level.value }) };
}

async function calling({ called, order }) {
  setShown(called, await order({ type: "call_to_table" }));
}

/** The rules and the marks of a table in a line. */
function facts(say, { preset, rules, clock, strict, hints }) {
  const { length, target } = rules.match;
  const aim = length === null ? say("to_points", { target }) : say("of_deals", { count: length });
  const time = clock.move_ms < 600_000 ? [say("seconds_each", { seconds: clock.move_ms / 1000 })] : [];
  const marks = [...(strict ? [say("strict")] : []), ...(hints ? [] : [say("no_hints")])];
  return [rulesTitle(say, preset), aim, ...time, ...marks].join(" · ");
}

function waitingFor(say, { host, hold, seats }, isHost) {
  if (!hold) return say("begins_when_full");
  if (isHost) return say("you_begin");
  return host === null ? "" : say("host_begins", { name: nameOf(host, seats[host]) });
}

/** A seat: who is there, and what may be done with it. */
function seatRow(room, seat) {
  const { app, order, level } = room;
  const { say } = app;
  const who = el("b");
  const kind = el("span.quiet");
  const bot = button(say("add_bot"), () => order({ type: "add_bot", seat, bot: level.value }));
  const sit = button(say("sit_down"), () => sitDown(app, seat));
  const swap = el("button", { type: "button", onclick: () => swapping(room, seat) });
  const free = button(say("free_seat"), () => order({ type: "clear_seat", seat }));
  const place = el("span.place", { text: say(`seat_${seat}`) });
  const does = el("div.does", {}, bot, sit, swap, free);
  const node = el("li", { "data-seat": seat }, place, el("div.who", {}, who, kind), does);
  return {
    node,
    update(table, isHost, hasBots) {
      const sits = table.seats[seat];
      const isFree = sits.occupant === "free";
      setText(who, isFree ? say("free") : nameOf(seat, sits));
      setText(kind, marks(say, table, seat).join(", "));
      setAttribute(node, "data-free", isFree);
      setAttribute(node, "data-moving", room.moving === seat);
      for (const button of [bot, sit, swap, free]) setAttribute(button, "aria-description", say(`seat_${seat}`));
      setShown(bot, isFree && hasBots && table.seat !== null);
      setShown(sit, isFree && table.seat === null);
      setText(swap, swapText(say, room.moving, seat));
      setShown(swap, isHost);
      setShown(free, isHost && !isFree && seat !== table.seat);
    },
  };
}

function swapText(say, moving, seat) {
  if (moving === null) return say("swap");
  return moving === seat ? say("cancel") : say("swap_with_this");
}

function marks(say, table, seat) {
  const kind = kindOf(say, table.seats[seat]);
  return [
    ...(seat === table.seat ? [say("you")] : []),
    ...(seat === table.host ? [say("host")] : []),
    ...(kind === "" ? [] : [kind]),
    ...(table.seats[seat].connected ? [] : [say("away")]),
  ];
}

/** The first tap chooses a seat, the second the one to swap it with. */
function swapping(room, seat) {
  const { moving } = room;
  room.moving = moving === null ? seat : null;
  if (moving !== null && moving !== seat) room.order({ type: "swap_seats", seats: [moving, seat] });
  room.app.render();
}

/** A spectator stops watching and sits down: a client is at a table once. */
async function sitDown(app, seat) {
  const { table } = app.state.table;
  await app.ask({ type: "leave", table });
  await app.ask({ type: "join", table, seat });
}

/** The link of the table for friends, to be copied or shared. */
function linkToPassOn(app) {
  const { say } = app;
  const label = say("link_for_friends");
  const address = el("input", { readonly: true, "aria-label": label, onfocus: () => address.select() });
  const words = el("p", { hidden: true });
  const told = el("p", { role: "status" });
  const here = el("p.quiet", { text: say("link_only_here"), hidden: !isThisMachine() });
  const copy = button(say("copy"), async () => {
    const link = address.value;
    const key = (await copied(address)) ? "copied" : "copy_by_hand";
    if (address.value === link) setText(told, say(key));
  });
  const share = () => navigator.share({ title: say("title"), url: address.value }).catch(() => {});
  const buttons = navigator.share === undefined ? [copy] : [copy, button(say("share"), share)];
  const title = el("h2", { text: label });
  const node = el("div.link", {}, title, el("div", {}, address, ...buttons), told, words, here);
  return {
    node,
    forget: () => setText(told, ""),
    update(passphrase) {
      const link = `${location.origin}/#${app.state.table.table}`;
      if (address.value !== link) address.value = link;
      setText(words, say("passphrase_is", { passphrase: passphrase ?? "" }));
      setShown(words, passphrase !== undefined);
    },
  };
}

const isThisMachine = () => ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);

/** Copy the text of a field; without TLS a page has no clipboard but that of the selection. */
async function copied(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.select();
    return document.execCommand("copy");
  }
}
