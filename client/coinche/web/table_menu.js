/** The menu of a table: applicants, the calls of the deal, pause, newcomers, votes, eyes of a spectator, rules, settings, leaving. */

import { SEATS } from "./cards.js";
import { choice, labelled, openDialog, refusalLine } from "./dialog.js";
import { button, el, keyed, setShown, setText } from "./dom.js";
import { Calls } from "./game.js";
import { linkToPassOn } from "./room_link.js";
import { rulesInBrief } from "./rules_in_brief.js";
import { hasSeenDeals } from "./seen_record.js";
import { settingsForm } from "./settings_form.js";
import { IN_DEAL, lasting, turnSince, voteButton, voteFrom } from "./waiting.js";
import { isAgainstBots, playerAt } from "./words.js";

/** @param {import("./main.js").App} app */
export async function openTableMenu(app) {
  await Promise.all(["table", "table_rest"].map(app.say.add));
  return openDialog(app, "table_menu", (close) => tableMenu(app, close));
}

function tableMenu(app, close) {
  const { say } = app;
  const refusal = refusalLine(app);
  const ask = (message, own) => refusal.ask({ table: app.state.table.table, ...message }, own);
  const again = replayPart(app, close);
  const waiting = applicantsPart(app);
  const parts = [waiting, callsPart(app), again, ...[pausePart, newcomersPart, votesPart, eyesPart].map((make) => make(app, ask))];
  const link = linkToPassOn(app);
  const rules = el("details", {}, el("summary", { text: say("rules") }));
  rules.addEventListener("toggle", () => rules.append(rulesInBrief(app)), { once: true });
  const how = button(say("how_to_play"), async () => (await import("./how_to_play.js")).openHowToPlay(app));
  const settings = el("details", {}, el("summary", { text: say("settings") }), settingsForm(app));
  const leave = leavePart(app, ask);
  const nodes = [...parts.map(({ node }) => node), refusal.node, link.node];
  let wasPaused = app.state.table?.paused !== null;
  return {
    node: el("div.sections", {}, ...nodes, rules, el("div.actions", {}, how), settings, leave.node),
    update({ table }) {
      const pauseBegins = table !== null && table.paused !== null && !wasPaused;
      if (table === null || pauseBegins) return close(); // what ends a pause lies over the table
      wasPaused = table.paused !== null;
      parts.forEach((part) => part.update(table));
      setShown(link.node, mayOthersCome(app.state));
      link.update(table, app.state.passphrases[table.table]);
      leave.update(table);
    },
  };
}

/** True before the first match: the room has the link. */
const isInRoom = ({ view }) => view.match === 0;

/** True if the link is of use here: nobody comes to a game against bots, or to a table that was closed to all others. */
const mayOthersCome = (state) =>
  !isInRoom(state.table) && !isAgainstBots(state) && state.passphrases[state.table.table] !== null;

const isPerson = ({ occupant }) => occupant === "person";

const namesAt = (say, table, seats) => seats.map((seat) => playerAt(say, table, seat)).join(", ");

/** Open the replay of the match at the table: the server's record of one that is over, or else what this page has seen. */
export async function openRecord(app, close = () => {}) {
  const { table, offered } = app.state;
  const isKept = table.view.phase === "match_over" && offered.includes("archive");
  if (isKept && (await (await import("./matches.js")).openReplayOf(app, table))) return;
  const { openRunningReplay } = await import("./replay.js");
  close();
  openRunningReplay(app);
}

/** The match that is over, or so far, as far as this page has seen it and the rules show it. */
function replayPart(app, close) {
  const node = el("div.actions", {}, button(app.say("see_record"), () => openRecord(app, close)));
  return { node, update: (table) => setShown(node, hasSeenDeals(table)) };
}

/** The auction of the deal, while its cards are played. */
function callsPart(app) {
  const calls = new Calls(app);
  const node = el("section", {}, el("h2", { text: app.say("auction") }), calls.node);
  return {
    node,
    update(table) {
      setShown(node, table.view.phase === "playing");
      calls.update(table);
    },
  };
}

/** A pause begins when all people at the table have asked for it. */
function pausePart({ say, state }, ask) {
  const said = el("span.quiet");
  const wish = button("", () => ask({ type: state.table.paused ? "go_on" : "pause" }));
  const node = el("div.actions", {}, wish, said);
  return {
    node,
    update(table) {
      const { seat, seats, pauseAsked, paused } = table;
      const may = seat !== null && !table.strict && !table.practice && IN_DEAL.includes(table.view.phase);
      const others = SEATS.filter((one) => one !== seat && isPerson(seats[one]) && seats[one].connected);
      const missing = others.filter((one) => !pauseAsked.includes(one));
      const asked = pauseAsked.includes(seat);
      setShown(node, may);
      setShown(wish, paused !== null || !asked);
      setText(wish, paused ? say("resume") : say(others.length === 0 ? "begin_pause" : pauseAsked.length > 0 ? "agree_to_pause" : "ask_for_pause"));
      const wanted = pauseAsked.filter((one) => one !== seat);
      const told = (key, who) => say(key, { who: namesAt(say, table, who), count: who.length });
      const wishes = [...(wanted.length > 0 ? [told("pause_wanted", wanted)] : []), say(others.length > 0 ? "pause_means" : "pause_alone")];
      setText(said, paused ? say("game_paused") : asked ? told("pause_waits", missing) : wishes.join(" "));
    },
  };
}

/** Those who wait for a seat come at the next deal, or at once if everybody who was dealt a hand agrees. */
function newcomersPart({ say, state }, ask) {
  const node = el("ul.lines-of-seats");
  const show = keyed(
    node,
    ({ seat, name }) => `${seat} ${name}`,
    ({ seat, name, occupant }) => {
      const admit = button(say("admit"), () => ask({ type: "admit", seat, name }));
      return el("li", {}, el("span"), ...(occupant === "person" ? [admit] : []));
    },
    (row, { seat, name, agreed }) => {
      const { table } = state;
      const agree = agreed.length === 0 ? "" : ` ${say("agreed", { who: namesAt(say, table, agreed) })}`;
      setText(row.firstChild, say("newcomer", { name, seat: say(`seat_${seat}`) }) + agree);
      if (row.lastChild !== row.firstChild) setShown(row.lastChild, mayAdmit(table, agreed));
    },
  );
  return {
    node,
    update({ reserved, admits }) {
      const agreedFor = (seat) => admits.filter(({ newcomer }) => newcomer === seat).map((one) => one.seat);
      const waiting = SEATS.filter((seat) => reserved[seat] !== undefined);
      show(waiting.map((seat) => ({ seat, ...reserved[seat], agreed: agreedFor(seat) })));
      setShown(node, waiting.length > 0);
    },
  };
}

const mayAdmit = ({ seat, strict, view }, agreed) =>
  seat !== null && !strict && IN_DEAL.includes(view.phase) && !agreed.includes(seat);

/** Those who wait to be let into the server, once there has been one: also those who were put off. */
function applicantsPart(app) {
  const node = el("div");
  let list = null;
  let hasBegun = false;
  return {
    node,
    async update(table) {
      if (list === null && !hasBegun && table.applicants.length > 0) {
        hasBegun = true;
        const [{ applicantsList }] = await Promise.all([import("./applicants.js"), app.say.add("admission")]);
        list = applicantsList(app);
        node.append(list.node);
      }
      list?.update(app.state.table ?? table);
    },
  };
}

/** Votes for a bot in the seat of somebody who keeps the others waiting, offered once they count. */
function votesPart(app, ask) {
  const { state } = app;
  const node = el("ul.lines-of-seats");
  const rows = new Map(SEATS.map((seat) => [seat, voteRow(app, seat, (message) => ask(message, "vote_too_early"))]));
  const update = (table) => {
    const waited = SEATS.filter((seat) => voteFrom(table, seat) !== null);
    for (const [seat, row] of rows) {
      setShown(row.node, waited.includes(seat));
      row.update(table, waited.includes(seat));
    }
    setShown(node, waited.length > 0);
  };
  node.append(...[...rows.values()].map((row) => row.node));
  const timer = setInterval(() => (node.isConnected ? state.table && update(state.table) : clearInterval(timer)), 1000);
  return { node, update };
}

function voteRow(app, against, send) {
  const { say } = app;
  const said = el("span");
  const vote = voteButton(app, send);
  return {
    node: el("li", {}, said, vote.node, vote.meaning),
    update(table, isWaited) {
      const now = Date.now();
      const voters = table.votes.filter((cast) => cast.against === against).map(({ seat }) => seat);
      const may = isWaited && now >= voteFrom(table, against) && !voters.includes(table.seat);
      vote.update(table, may ? against : null);
      setShown(vote.node, may);
      if (isWaited) setText(said, waitedFor(say, table, against, voters, now));
    },
  };
}

/** Since when a player has been waited for, when one may vote, and who has. */
function waitedFor(say, table, against, voters, now) {
  const isAway = !table.seats[against].connected;
  const since = isAway ? table.seats[against].at : turnSince(table);
  const wait = voteFrom(table, against) - now;
  const values = { who: playerAt(say, table, against), time: lasting(say, now - since) };
  const later = wait > 0 ? [say("vote_later", { time: lasting(say, wait) })] : [];
  const votes = voters.length > 0 ? [say("votes_for_bot", { who: namesAt(say, table, voters) })] : [];
  return [say(isAway ? "player_away" : "player_on_turn", values), ...later, ...votes].join(" ");
}

/** A spectator of a table that is shown a deal later may see what one seat has seen. */
function eyesPart({ say, state }, ask) {
  const seats = SEATS.map((seat) => [seat, say(`seat_${seat}`)]);
  const watch = () => ask({ type: "watch", ...(eyes.value === "" ? {} : { eyes: eyes.value }) });
  const eyes = choice([["", say("eyes_none")], ...seats], { onchange: watch });
  const node = labelled(say("eyes"), eyes);
  return {
    node,
    update({ table, seat, eyes: own }) {
      const info = state.lobby.tables.find((one) => one.table === table);
      setShown(node, seat === null && info?.delay_deals > 0);
      if (document.activeElement !== eyes) eyes.value = own ?? "";
    },
  };
}

/** Leaving asks first where a match is under way: a bot takes the seat. */
function leavePart(app, ask) {
  const { say } = app;
  const leave = () => ask({ type: "leave" });
  const sure = el("span", { role: "alert" });
  const yes = button(say("leave_table"), leave);
  const no = button(say("stay"), () => asking(false), "primary");
  const first = button(say("leave_table"), () => (loss(app.state.table) === null ? leave() : asking(true)));
  const question = el("div.actions", { hidden: true }, sure, no, yes);
  const asking = (shown) => {
    setText(sure, shown ? say(loss(app.state.table)) : "");
    setShown(question, shown);
    setShown(first, !shown);
    (shown ? no : first).focus();
  };
  return {
    node: el("div.actions", {}, first, question),
    update(table) {
      if (loss(table) === null && !question.hidden) asking(false);
    },
  };
}

/** The loss by leaving, as the key of a question; null if there is none. */
function loss({ seat, seats, view }) {
  if (seat === null || ["waiting", "match_over"].includes(view.phase)) return null;
  return isAlone({ seat, seats }) ? "sure_alone" : "sure";
}

/** True if somebody plays with bots alone. */
const isAlone = ({ seat, seats }) =>
  seat !== null && SEATS.every((one) => one === seat || seats[one].occupant === "bot");
