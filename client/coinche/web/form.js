/** The form for a new table. */

import { LONGEST_NAME } from "./connection.js";
import { choice, labelled, openDialog, refusalLine } from "./dialog.js";
import { button, el, setAttribute, setShown, setText } from "./dom.js";
import { randomHex, toHex } from "./hex.js";
import { inOrder, levelToChoose, USUAL_BOT } from "./levels.js";
import { rulesTitle } from "./rules.js";
import { sha256, utf8 } from "./sha256.js";
import { known } from "./texts.js";

const MOST_POINTS = 20_000;

/** The points to which each preset plays, unless the server has a target of its own; a test compares the engine's. */
const TARGETS = {
  ffb: 2000,
  "ffb-sa-ta": 2000,
  asce: 2000,
  pagat: 2000,
  "pagat-annonces": 3000,
  online: 2000,
  contree: 2000,
  bridgee: 2000,
  ibelote: 2000,
  "stayandplay-bid": 1000,
  "stayandplay-points": 1000,
  "stayandplay-both": 1000,
  colver: 2000,
};

/** By how much spectators may be behind: the fields of `create_table` by the key of their text. */
const DELAYS = { delay_none: {}, delay_minute: { delay_s: 60 }, delay_deal: { delay_deals: 1 } };

/** @param {import("./main.js").App} app */
export async function openForm(app) {
  await app.say.add("form");
  await openDialog(app, "new_table", (close) => tableForm(app, close));
}

function tableForm(app, close) {
  const { say, state } = app;
  const fields = fieldsOf(app);
  const refusal = refusalLine(app);
  const create = el("button.primary", { type: "submit", text: say("open_table") });
  const submit = async (event) => {
    event.preventDefault();
    const wrong = [...event.target.elements].find((field) => !field.checkValidity());
    (wrong?.closest("label") ?? last).after(refusal.node); // beside what it is about
    refusal.tell(wrong === undefined ? "" : wanted(say, fields, wrong));
    if (wrong !== undefined) return wrong.focus();
    create.disabled = true;
    const passphrase = fields.passphrase.required ? fields.passphrase.value : null;
    const answer = await refusal.ask(newTable(app, fields));
    create.disabled = false;
    if (answer === null) return;
    if (fields.isPrivate.checked) {
      state.passphrases[answer.table] = passphrase;
      app.keepLobby();
    }
    close();
    app.render();
  };
  const last = moreFields(app, fields);
  const main = [
    ...measured(say, "table_name", fields.name),
    ...playersPart(app, fields),
    ...explained(say, "rules", fields.preset),
    ...lengthPart(app, fields),
  ];
  return {
    node: el("form", { novalidate: true, onsubmit: submit }, ...main, last, refusal.node, el("div.actions", {}, create)),
    update({ link }) {
      if (link !== "ready") create.disabled = false; // the answer was lost with the connection
    },
  };
}

/** What is expected in a field that is wrong. */
function wanted(say, { passphrase, target }, field) {
  if (field === target) return say("target_wanted", { most: MOST_POINTS });
  return say(field === passphrase ? "passphrase_wanted" : "name_of_table_wanted");
}

/** A list to choose from, and below it a line that explains the choice, where there is one. */
function explained(say, key, field) {
  const line = explanation(say, key);
  const show = () => line.show(field.value);
  field.addEventListener("change", show);
  setAttribute(field, "aria-describedby", line.node.id);
  show();
  return [labelled(say(key), field), line.node];
}

/** A line that explains a value of a choice; hidden where it has no text. */
function explanation(say, key) {
  const node = el("p.quiet", { id: `about-${key}` });
  const show = (value) => {
    const text = known(say, `${key}_${value}`);
    setText(node, text ?? "");
    setShown(node, text !== undefined);
  };
  return { node, show };
}

/** Fewer letters that are left are told. */
const FEW = 6;

/** A field for a name, and below it how many letters are left, once they are few. */
function measured(say, key, field) {
  const line = el("p.quiet", { id: `about-${key}`, role: "status", hidden: true });
  const show = () => {
    const count = field.maxLength - field.value.length;
    setText(line, count > 0 ? say("letters_left", { count }) : say("no_letter_left"));
    setShown(line, count <= FEW);
  };
  field.addEventListener("input", show);
  return [labelled(say(key), field), line];
}

/**
 * The choice between friends and three bots of a level, and who else may come: nobody to a game against bots, unless one
 * says otherwise; friends need the passphrase of a private table.
 */
function playersPart({ say, state }, { bots, isPrivate, passphrase }) {
  const line = explanation(say, "players");
  const level = labelled(say("level_of_bots"), bots);
  const words = labelled(say("passphrase"), passphrase);
  const tick = labelled("", isPrivate);
  const show = () => {
    const waits = bots.disabled;
    setAttribute(friends, "aria-pressed", String(waits));
    setAttribute(robots, "aria-pressed", String(!waits));
    setShown(level, !waits);
    line.show(waits ? "" : bots.value);
    setText(tick.lastChild, say(waits ? "private_table" : "private_game"));
    passphrase.required = waits && isPrivate.checked;
    setShown(words, passphrase.required);
  };
  const choose = (withBots) => () => {
    bots.disabled = !withBots;
    isPrivate.checked = withBots;
    show();
  };
  const friends = button(say("wait_for_people"), choose(false));
  const robots = button(say("three_bots"), choose(true));
  setShown(robots, state.lobby.bots.length > 0);
  bots.addEventListener("change", show);
  isPrivate.addEventListener("change", show);
  setAttribute(bots, "aria-describedby", line.node.id);
  show();
  const both = el("div.either", { role: "group", "aria-label": say("players") }, friends, robots);
  return [el("div.field", {}, el("span", { "aria-hidden": "true", text: say("players") }), both), level, line.node, tick, words];
}

/** By the name of a length of the match, its target as a part of the usual one. */
const LENGTHS = { short: 0.5, usual: 1, long: 1.5 };

/** So many points are played in a minute against bots, more or less. */
const POINTS_A_MINUTE = 50;

/** The target to which a match is played unless one says otherwise; undefined where only the server knows it. */
const usualTarget = ({ lobby }, preset) => lobby.target ?? TARGETS[preset];

/** A part of the usual target, in tens. */
const targetOf = (usual, name) => Math.max(10, Math.round((usual * LENGTHS[name]) / 10) * 10);

/** The choice of how long the match is: half of the usual target, all of it, more, or a number of one's own. */
function lengthPart({ say, state }, { preset, length, target }) {
  const own = labelled(say("target_points"), target);
  const show = () => {
    const isOwn = length.value === "own";
    target.disabled = !isOwn;
    target.required = isOwn;
    setShown(own, isOwn);
  };
  const offer = () => {
    const usual = usualTarget(state, preset.value);
    const names = usual === undefined ? ["usual"] : Object.keys(LENGTHS);
    const wanted = [...names, "own"].includes(length.value) ? length.value : "usual";
    const texts = usual === undefined ? [say("length_rules")] : names.map((name) => lengthText(say, usual, name));
    const options = [...names.map((name, at) => [name, texts[at]]), ["own", say("length_own")]];
    length.replaceChildren(...options.map(([value, text]) => el("option", { value, text })));
    length.value = wanted;
    show();
  };
  preset.addEventListener("change", offer);
  length.addEventListener("change", show);
  offer();
  return [labelled(say("length"), length), own];
}

/** "courte : 1000 points, 20 min" */
function lengthText(say, usual, name) {
  const target = name === "usual" ? usual : targetOf(usual, name);
  return say(`length_${name}`, { target, minutes: Math.max(5, Math.round(target / POINTS_A_MINUTE / 5) * 5) });
}

/** The field of the message about the length that was chosen; none for the usual one. */
function targetField(state, { preset, length, target }) {
  if (length.value === "usual") return {};
  return { target: length.value === "own" ? Number(target.value) : targetOf(usualTarget(state, preset.value), length.value) };
}

/** The fields that few tables need. */
function moreFields({ say, state }, { clock, delay, hints }) {
  return el(
    "details",
    {},
    el("summary", { text: say("more_choices") }),
    labelled(say("clock"), clock),
    labelled(say("watch_delay"), delay),
    ...(state.hints === null ? [labelled(say("allow_hints"), hints)] : []),
  );
}

function fieldsOf({ say, state }) {
  const { presets, bots } = state.lobby;
  const level = choice(inOrder(bots).map((kind) => [kind, levelToChoose(say, kind)]), { disabled: true }); // friends at first
  if (bots.includes(USUAL_BOT)) level.value = USUAL_BOT;
  const texts = (keys) => keys.map((key) => [key, say(key)]);
  return {
    name: el("input", {
      required: true,
      autofocus: matchMedia("(pointer: fine)").matches, // on a phone the keyboard would cover half of the form
      maxlength: LONGEST_NAME,
      value: usualName(say, state),
    }),
    preset: choice(presets.map((preset) => [preset, rulesTitle(say, preset)])),
    length: el("select"),
    target: el("input", {
      type: "number",
      inputmode: "numeric",
      min: 1,
      max: MOST_POINTS,
    }),
    bots: level,
    clock: choice(["casual", "standard", "blitz"].map((clock) => [clock, say(`clock_${clock}`)])),
    delay: choice(texts(Object.keys(DELAYS))),
    isPrivate: el("input", { type: "checkbox" }),
    passphrase: el("input", { maxlength: 64, autocomplete: "off", autocapitalize: "off", spellcheck: "false" }),
    hints: el("input", { type: "checkbox", checked: true }),
  };
}

/**
 * The message that the form stands for. A table that waits for people begins when its host says so.
 *
 * A private game against bots is called as the player, unless they have named it: so lobbies do not list it to others.
 */
function newTable({ say, state }, fields) {
  const { name, preset, bots, clock, delay, isPrivate, passphrase, hints } = fields;
  const isOwnGame = isPrivate.checked && !bots.disabled && name.value === usualName(say, state);
  return {
    type: "create_table",
    name: isOwnGame ? state.name : name.value.trim(),
    seat: "S",
    preset: preset.value,
    clock: clock.value,
    ...targetField(state, fields),
    ...(bots.disabled ? { hold: true } : { bots: bots.value }),
    ...DELAYS[delay.value],
    ...(isPrivate.checked ? { key: keyOf(passphrase.required ? passphrase.value : "") } : {}),
    ...(state.hints === null ? { hints: hints.checked } : {}),
  };
}

const usualName = (say, { name }) => say("table_of", { name }).slice(0, LONGEST_NAME);

/** The key of a private table; without a passphrase one that nobody has. */
const keyOf = (passphrase) => (passphrase === "" ? randomHex(32) : toHex(sha256(utf8(passphrase))));
