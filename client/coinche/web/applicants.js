/**
 * Those who wait to be let into the server, for a host who may let them in: the first of them, and how many more.
 *
 * A host lets in; only the operator refuses. Those whom a host puts off go on waiting, in the table's menu.
 */

import { button, el, keyed, setShown, setText } from "./dom.js";
import { unanswered } from "./game.js";
import { minutes } from "./pause.js";
import { ring } from "./turn_sound.js";

/** @param {import("./main.js").App} app */
export function firstApplicant(app) {
  const { say } = app;
  const who = el("b");
  const since = el("span.quiet", { "aria-hidden": "true" });
  const more = el("span.quiet");
  const first = () => unanswered(app.state.table?.applicants ?? [])[0];
  const enter = button(say("let_in"), () => first() && letIn(app, first()), "primary");
  const later = button(say("not_now"), () => first() && putOff(app, first()));
  const wrong = el("p.wrong", { role: "alert", hidden: true });
  const node = el("div.applicant", {}, el("p", {}, who, " ", since, " ", more), enter, later, wrong);
  const rung = new Set();
  return {
    node,
    update({ applicants, refusedApplicant }) {
      const shown = unanswered(applicants);
      announceNew(app, rung, shown);
      setShown(node, shown.length > 0 || refusedApplicant !== undefined);
      for (const part of [enter, later, since, who.parentNode]) setShown(part, shown.length > 0);
      setText(wrong, refusedApplicant === undefined ? "" : say("waits_no_more", { name: refusedApplicant }));
      setShown(wrong, refusedApplicant !== undefined);
      if (shown.length === 0) return;
      setText(who, say("is_at_the_door", shown[0]));
      setText(more, shown.length > 1 ? say("and_more", { count: shown.length - 1 }) : "");
      this.tick(Date.now());
    },
    tick(now) {
      const shown = first();
      if (shown !== undefined) setText(since, minutes(Math.max(0, Math.floor((now - shown.at) / 1000))));
    },
  };
}

/** Those who wait, in the table's menu: also those who were put off. */
export function applicantsList(app) {
  const { say } = app;
  const list = el("ul.lines-of-seats");
  const show = keyed(
    list,
    ({ name }) => name,
    (applicant) => {
      const enter = button(say("let_in"), () => letIn(app, applicant));
      return el("li", {}, el("span", { text: say("is_at_the_door", applicant) }), enter);
    },
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

/** Ring and read aloud once for each who comes; one who goes and comes again rings again. */
function announceNew(app, rung, shown) {
  const names = app.state.table?.applicants.map(({ name }) => name) ?? [];
  for (const name of rung) if (!names.includes(name)) rung.delete(name);
  const fresh = shown.filter(({ name }) => !rung.has(name));
  if (fresh.length === 0) return;
  fresh.forEach(({ name }) => rung.add(name));
  ring(app.settings);
  app.announce(fresh.map((applicant) => app.say("is_at_the_door", applicant)).join(" "));
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
