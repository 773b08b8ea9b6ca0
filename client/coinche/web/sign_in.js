/** The first screen: a name, or the way back to the session of this browser. */

import { LONGEST_NAME } from "./connection.js";
import { button, el, keyed, setShown, setText } from "./dom.js";
import { imported, loadMore } from "./later.js";
import { chooseLanguage, language } from "./texts.js";

/** @param {import("./main.js").App} app */
export function signInScreen(app) {
  const { say } = app;
  const invited = el("p.invited", { hidden: true });
  const form = nameForm(app);
  const about = el("p.quiet", { text: say("about_in_brief") });
  const title = el("h1", { text: say("title") });
  const node = el("section.sign-in", {}, title, about, invited, form.node, languageButton(app));
  return {
    node,
    update(state) {
      setText(invited, invitationText(app, app.inviter));
      setShown(invited, app.linkedTable !== null);
      form.update(state);
    },
  };
}

/** The sentence of an invitation to a table: it names who invites where the link does. */
export function invitationText({ say, connection }, inviter) {
  if (inviter?.by === undefined) return say("invited");
  return say(inviter.by === connection.lastName ? "own_table" : "invited_by", inviter);
}

/** The field for a name, the two ways in, and what became of them. */
function nameForm(app) {
  const { say, connection } = app;
  const name = nameField(connection.lastName);
  const wrong = el("p.wrong", { role: "alert", hidden: true });
  const waiting = el("p.quiet", { role: "status", hidden: true });
  const again = el("div.again");
  const showAgain = keyed(again, ({ session }) => session, (own) => wayBack(app, own));
  const giveUp = el("button", { type: "button", text: say("stop_waiting"), hidden: true, onclick: () => connection.bye() });
  const enter = el("button.primary", { type: "submit", text: say("enter") });
  let isNameless = false;
  const submit = (event) => {
    event.preventDefault();
    isNameless = name.value.trim() === "";
    if (isNameless) name.focus();
    else connection.signIn((app.wantedName = name.value.trim()));
    app.render();
  };
  const write = () => {
    isNameless = false;
    app.render();
  };
  const label = el("label", { for: "name", text: say("your_name") });
  const given = { novalidate: true, onsubmit: submit, oninput: write }; // the browser would say it in its own language
  return {
    node: el("form", given, label, name, wrong, enter, again, waiting, giveUp),
    update(state) {
      const refusal = state.link === "refused" ? state.refusal : null;
      setText(wrong, isNameless ? say("name_wanted") : refusal === null ? "" : whyNotIn(app, refusal));
      setShown(wrong, isNameless || refusal !== null);
      showAgain(state.link === "connecting" ? [] : connection.identity.sessions);
      enter.disabled = state.waiting;
      setShown(giveUp, state.waiting);
      setText(waiting, say(state.waiting ? "waits_to_be_let_in" : "connecting"));
      setShown(waiting, state.waiting || ["connecting", "signing in", "lost"].includes(state.link));
    },
  };
}

/** The way back to a session of this browser. */
const wayBack = ({ say, connection }, own) =>
  button(say("go_back", { name: own.name }), () => connection.resume(own), "quiet");

const nameField = (value) =>
  el("input", {
    id: "name",
    maxlength: LONGEST_NAME,
    autocomplete: "nickname",
    autocapitalize: "words",
    required: true,
    value,
  });

/** The reason why a sign-in was refused, as far as its texts are loaded. */
function whyNotIn(app, refusal) {
  if (app.whyNotIn === undefined) {
    app.whyNotIn = () => app.say("not_let_in");
    Promise.all([imported(() => import("./refusals.js")), loadMore(app)]).then(([module]) => {
      app.whyNotIn = module.whyNotIn;
      app.render();
    });
  }
  return app.whyNotIn(app, refusal);
}

/** A button that shows the page in the other language. */
export function languageButton({ say }) {
  const other = language() === "fr" ? "en" : "fr";
  return el("button.quiet.language", {
    type: "button",
    text: say("language"),
    lang: other,
    onclick: () => {
      chooseLanguage(other);
      location.reload();
    },
  });
}
