/** The first screen: a name, or the way back to the session of this browser. */

import { el, setShown, setText } from "./dom.js";
import { chooseLanguage, language } from "./texts.js";

const LONGEST_NAME = 24;

/** @param {import("./main.js").App} app */
export function signInScreen(app) {
  const { say, connection } = app;
  const name = el("input", {
    id: "name",
    maxlength: LONGEST_NAME,
    autocomplete: "nickname",
    autocapitalize: "words",
    required: true,
    value: connection.lastName,
  });
  const wrong = el("p.wrong", { role: "alert", hidden: true });
  const waiting = el("p.quiet", { text: say("connecting"), hidden: true });
  const again = el("button.quiet", { type: "button", onclick: () => connection.resume() });
  const enter = el("button.primary", { type: "submit", text: say("enter") });
  const form = el(
    "form",
    {
      onsubmit: (event) => {
        event.preventDefault();
        connection.signIn(name.value.trim());
      },
    },
    el("label", { for: "name", text: say("your_name") }),
    name,
    wrong,
    enter,
    again,
    waiting,
  );
  const node = el("section.sign-in", {}, el("h1", { text: say("title") }), form, languageButton(app));
  return {
    node,
    update(state) {
      const refusal = state.link === "refused" ? state.refusal : null;
      setText(wrong, refusal === null ? "" : sentence(app, refusal));
      setShown(wrong, refusal !== null);
      setText(again, say("go_back", { name: connection.lastName }));
      setShown(again, connection.canResume && state.link !== "connecting");
      setShown(waiting, ["connecting", "signing in", "lost"].includes(state.link));
    },
  };
}

function sentence({ say }, { code, message }) {
  return code === "NAME_TAKEN" ? say("name_taken") : say("refused", { why: message });
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
