/** The form for a new table. */

import { LONGEST_NAME } from "./connection.js";
import { choice, labelled, openDialog, refusalLine } from "./dialog.js";
import { el, setAttribute, setShown, setText } from "./dom.js";
import { inOrder, levelOf } from "./levels.js";
import { randomHex, sha256, toHex, utf8 } from "./sha256.js";
import { known, rulesTitle } from "./texts.js";

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
    refusal.tell(wrong === undefined ? "" : say(wrong === fields.passphrase ? "passphrase_wanted" : "field_wanted"));
    if (wrong !== undefined) return wrong.focus();
    create.disabled = true;
    const passphrase = fields.isPrivate.checked && fields.passphrase.value !== "" ? fields.passphrase.value : null;
    const answer = await refusal.ask(newTable(fields, state.hints === null));
    create.disabled = false;
    if (answer === null) return;
    if (passphrase !== null) {
      state.passphrases[answer.table] = passphrase;
      app.keepLobby();
    }
    close();
    app.render();
  };
  const showTarget = () => {
    const { target } = state.lobby;
    const usual = target ?? TARGETS[fields.preset.value];
    const whose = say(target === undefined ? "usual_target" : "servers_target");
    fields.target.placeholder = whose + (usual === undefined ? "" : ` (${usual})`);
  };
  fields.preset.addEventListener("change", showTarget);
  showTarget();
  const main = [
    ...measured(say, "table_name", fields.name),
    ...explained(say, "rules", fields.preset),
    labelled(say("target_points"), fields.target),
    ...explained(say, "players", fields.bots),
    ...privacy(app, fields),
  ];
  const rest = [moreFields(app, fields), refusal.node, el("div.actions", {}, create)];
  return {
    node: el("form", { novalidate: true, onsubmit: submit }, ...main, ...rest),
    update({ link }) {
      if (link !== "ready") create.disabled = false; // the answer was lost with the connection
    },
  };
}

/** A list to choose from, and below it a line that explains the choice, where there is one. */
function explained(say, key, field) {
  const line = el("p.quiet", { id: `about-${key}` });
  const show = () => {
    const text = known(say, `${key}_${field.value}`);
    setText(line, text ?? "");
    setShown(line, text !== undefined);
  };
  field.addEventListener("change", show);
  setAttribute(field, "aria-describedby", line.id);
  show();
  return [labelled(say(key), field), line];
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

/** The fields of a private table: a game against bots is one unless one says otherwise; friends need a passphrase. */
function privacy({ say }, { bots, isPrivate, passphrase }) {
  const words = labelled(say("passphrase"), passphrase);
  const alone = el("p.quiet", { text: say("nobody_else") });
  const show = () => {
    const waits = bots.value === "";
    setShown(words, isPrivate.checked);
    setShown(alone, isPrivate.checked && !waits);
    passphrase.required = isPrivate.checked && waits;
  };
  bots.addEventListener("change", () => {
    isPrivate.checked = bots.value !== "";
    show();
  });
  isPrivate.addEventListener("change", show);
  show();
  return [labelled(say("private_table"), isPrivate), words, alone];
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
  const kinds = inOrder(bots).map((kind) => [kind, say("with_bots", { level: levelOf(say, kind) })]);
  const texts = (keys) => keys.map((key) => [key, say(key)]);
  return {
    name: el("input", {
      required: true,
      autofocus: matchMedia("(pointer: fine)").matches, // on a phone the keyboard would cover half of the form
      maxlength: LONGEST_NAME,
      value: say("table_of", state).slice(0, LONGEST_NAME),
    }),
    preset: choice(presets.map((preset) => [preset, rulesTitle(say, preset)])),
    target: el("input", {
      type: "number",
      inputmode: "numeric",
      min: 1,
      max: MOST_POINTS,
    }),
    bots: choice([["", say("wait_for_people")], ...kinds]),
    clock: choice(["casual", "standard", "blitz"].map((clock) => [clock, say(`clock_${clock}`)])),
    delay: choice(texts(Object.keys(DELAYS))),
    isPrivate: el("input", { type: "checkbox" }),
    passphrase: el("input", { maxlength: 64, autocomplete: "off", autocapitalize: "off", spellcheck: "false" }),
    hints: el("input", { type: "checkbox", checked: true }),
  };
}

/** The message that the form stands for. A table that waits for people begins when its host says so. */
function newTable({ name, preset, target, bots, clock, delay, isPrivate, passphrase, hints }, mayChooseHints) {
  return {
    type: "create_table",
    name: name.value.trim(),
    seat: "S",
    preset: preset.value,
    clock: clock.value,
    ...(target.value === "" ? {} : { target: Number(target.value) }),
    ...(bots.value === "" ? { hold: true } : { bots: bots.value }),
    ...DELAYS[delay.value],
    ...(isPrivate.checked ? { key: keyOf(passphrase.value) } : {}),
    ...(mayChooseHints ? { hints: hints.checked } : {}),
  };
}

/** The key of a private table; without a passphrase one that nobody has. */
const keyOf = (passphrase) => (passphrase === "" ? randomHex(32) : toHex(sha256(utf8(passphrase))));
