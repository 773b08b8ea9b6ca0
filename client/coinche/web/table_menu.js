/** The menu of a table: applicants, pause, newcomers, votes, eyes of a spectator, rules, settings, leaving. */

import { SEATS } from "./cards.js";
import { choice, labelled, openDialog, refusalLine } from "./dialog.js";
import { button, el, keyed, setShown, setText } from "./dom.js";
import { linkToPassOn } from "./room_link.js";
import { rulesInBrief } from "./rules_in_brief.js";
import { hasSeenDeals } from "./seen_record.js";
import { settingsForm } from "./settings_form.js";
import { isAgainstBots, playerAt } from "./words.js";

/** The phases in which a deal is under way. */
const IN_DEAL = ["cutting", "bidding", "playing"];

/** @param {import("./main.js").App} app */
export const openTableMenu = (app) => openDialog(app, "table_menu", (close) => tableMenu(app, close));

function tableMenu(app, close) {
  const { say } = app;
  const refusal = refusalLine(app);
  const ask = (message, own) => refusal.ask({ table: app.state.table.table, ...message }, own);
  const again = replayPart(app, close);
  const waiting = applicantsPart(app);
  const parts = [waiting, again, ...[pausePart, newcomersPart, votesPart, eyesPart].map((make) => make(app, ask))];
  const link = linkToPassOn(app);
  const rules = el("details", {}, el("summary", { text: say("rules") }));
  rules.addEventListener("toggle", () => rules.append(rulesInBrief(app)), { once: true });
  const how = button(say("how_to_play"), async () => (await import("./how_to_play.js")).openHowToPlay(app));
  const settings = el("details", {}, el("summary", { text: say("settings") }), settingsForm(app));
  const leave = leavePart(app, ask);
  const nodes = [...parts.map(({ node }) => node), refusal.node, link.node];
  return {
    node: el("div.sections", {}, ...nodes, rules, el("div.actions", {}, how), settings, leave.node),
    update({ table }) {
      if (table === null) return close();
      parts.forEach((part) => part.update(table));
      setShown(link.node, mayOthersCome(app.state));
      link.update(table, app.state.passphrases[table.table]);
      leave.update(table);
    },
  };
}

/** True before the first match: the room has the link. */
const isInRoom = ({ view }) => view.match === 0;

/** True if the link is of use here; nobody comes to a game against bots. */
const mayOthersCome = (state) => !isInRoom(state.table) && !isAgainstBots(state);

const isPerson = ({ occupant }) => occupant === "person";

const namesAt = (say, table, seats) => seats.map((seat) => playerAt(say, table, seat)).join(", ");

/** The match that is over, or so far, as far as this page has seen it and the rules show it. */
function replayPart(app, close) {
  const open = async () => {
    const { table, offered } = app.state;
    const isKept = table.view.phase === "match_over" && offered.includes("archive");
    if (isKept && (await (await import("./matches.js")).openReplayOf(app, table))) return;
    const { openRunningReplay } = await import("./replay.js");
    close();
    openRunningReplay(app);
  };
  const node = el("div.actions", {}, button(app.say("see_record"), open));
  return { node, update: (table) => setShown(node, hasSeenDeals(table)) };
}

/** A pause begins when all people at the table have asked for it. */
function pausePart({ say, state }, ask) {
  const said = el("span");
  const wish = button("", () => ask({ type: state.table.paused ? "go_on" : "pause" }));
  const node = el("div.actions", {}, said, wish);
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
      setText(wish, paused ? say("resume") : say(pauseAsked.length > 0 ? "agree_to_pause" : "ask_for_pause"));
      const wanted = pauseAsked.filter((one) => one !== seat);
      const waits = asked ? say("pause_waits", { who: namesAt(say, table, missing) }) : "";
      const wishes = wanted.length > 0 ? say("pause_wanted", { who: namesAt(say, table, wanted) }) : "";
      setText(said, paused ? say("game_paused") : waits || wishes);
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

/** Votes for a bot in the seat of somebody who keeps the others waiting. */
function votesPart({ say }, ask) {
  const node = el("ul.lines-of-seats");
  const show = keyed(
    node,
    ({ against }) => against,
    ({ against }) => {
      const vote = () => ask({ type: "vote_out", seat: against }, "vote_too_early");
      return el("li", {}, el("span"), button("", vote));
    },
    (row, { said, vote, may }) => {
      setText(row.firstChild, said);
      setText(row.lastChild, vote);
      setShown(row.lastChild, may);
    },
  );
  return {
    node,
    update(table) {
      const stalling = SEATS.filter((seat) => isStalling(table, seat));
      setShown(node, stalling.length > 0);
      show(stalling.map((against) => voteAgainst(say, table, against)));
    },
  };
}

function voteAgainst(say, table, against) {
  const voters = table.votes.filter((vote) => vote.against === against).map(({ seat }) => seat);
  const who = playerAt(say, table, against);
  const said = say(table.seats[against].connected ? "player_on_turn" : "player_away", { who });
  const votes = voters.length > 0 ? say("votes_for_bot", { who: namesAt(say, table, voters) }) : "";
  return { against, said: `${said} ${votes}`, vote: say("vote_out", { who }), may: !voters.includes(table.seat) };
}

function isStalling(table, seat) {
  const { seat: own, seats, strict, view } = table;
  if (own === null || own === seat || strict || !IN_DEAL.includes(view.phase)) return false;
  const sits = seats[seat];
  return ["person", "program"].includes(sits.occupant) && (!sits.connected || view.turn === seat);
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
