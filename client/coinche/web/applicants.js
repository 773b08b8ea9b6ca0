/**
 * Those who wait to be let into the server, for a host who may let them in: the first of them, and how many more.
 *
 * A host lets in; only the operator refuses. Whom a host puts off goes on waiting, and the table's menu has them still.
 */

import { button, el, keyed, setShown, setText } from "./dom.js";
import { ring } from "./game.js";

/** @param {import("./main.js").App} app */
export function newcomersPanel(app) {
  const { say } = app;
  const who = el("b");
  const since = el("span.quiet", { "aria-hidden": "true" });
  const more = el("span.quiet");
  const first = () => waiting(app.state.table)[0];
  const enter = button(say("let_in"), () => first() && letIn(app, first()), "primary");
  const later = button(say("not_now"), () => first() && putOff(app, first()));
  const wrong = el("p.wrong", { role: "alert", hidden: true });
  const node = el("div.door", {}, el("p", {}, who, " ", since, " ", more), enter, later, wrong);
  const rung = new Set();
  return {
    node,
    update({ applicants, refusedApplicant }) {
      const shown = waiting({ applicants });
      announceNew(app, rung, shown);
      setShown(node, shown.length > 0 || refusedApplicant !== undefined);
      for (const part of [enter, later, since, who.parentNode]) setShown(part, shown.length > 0);
      setText(wrong, refusedApplicant === undefined ? "" : say("waits_no_more", { name: refusedApplicant }));
      setShown(wrong, refusedApplicant !== undefined);
      if (shown.length === 0) return;
      setText(who, say("at_the_door", shown[0]));
      setText(more, shown.length > 1 ? say("and_more", { count: shown.length - 1 }) : "");
      this.tick(Date.now());
    },
    tick(now) {
      const shown = first();
      if (shown !== undefined) setText(since, minutes(now - shown.at));
    },
  };
}

/** Those who wait, in the table's menu: also those who were put off. */
export function newcomersList(app) {
  const { say } = app;
  const list = el("ul.lines-of-seats");
  const show = keyed(
    list,
    ({ name }) => name,
    (applicant) => el("li", {}, el("span", { text: say("at_the_door", applicant) }), button(say("let_in"), () => letIn(app, applicant))),
  );
  return {
    node: list,
    update({ applicants }) {
      const shown = applicants.filter(({ isLetIn }) => !isLetIn);
      setShown(list, shown.length > 0);
      show(shown);
    },
  };
}

/** @returns {object[]} Those who wait for an answer. */
const waiting = (table) => (table?.applicants ?? []).filter(({ isLetIn, isPutOff }) => !isLetIn && !isPutOff);

/** Ring and read aloud once for each who comes; one who goes and comes again rings again. */
function announceNew(app, rung, shown) {
  const names = app.state.table?.applicants.map(({ name }) => name) ?? [];
  for (const name of rung) if (!names.includes(name)) rung.delete(name);
  const fresh = shown.filter(({ name }) => !rung.has(name));
  if (fresh.length === 0) return;
  fresh.forEach(({ name }) => rung.add(name));
  ring(app.settings);
  app.announce(fresh.map((applicant) => app.say("at_the_door", applicant)).join(" "));
}

async function letIn(app, applicant) {
  const { table } = app.state;
  applicant.isLetIn = true;
  table.refusedApplicant = undefined;
  app.render();
  const answer = await app.ask({ type: "approve", name: applicant.name });
  if (answer.type !== "error") app.announce(app.say("lets_in", applicant));
  else if (answer.code === "FORBIDDEN") dropped(table, applicant);
  else applicant.isLetIn = false;
  app.render();
}

function dropped(table, applicant) {
  table.applicants = table.applicants.filter((one) => one !== applicant);
  table.refusedApplicant = applicant.name;
}

function putOff(app, applicant) {
  applicant.isPutOff = true;
  app.announce(app.say("put_off", applicant));
  app.screens.table.tell(app.say("put_off", applicant));
  app.render();
}

/** "2:05" */
function minutes(ms) {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
