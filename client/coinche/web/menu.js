/** The menu of the lobby: settings, the language, statistics, past matches, what this is, and leaving. */

import { openDialog } from "./dialog.js";
import { button, el, setShown } from "./dom.js";
import { settingsForm } from "./settings_form.js";
import { languageButton } from "./sign_in.js";

/** @param {import("./main.js").App} app */
export const openMenu = (app) => openDialog(app, "menu", (close) => ({ node: menuOf(app, close) }));

function menuOf(app, close) {
  const { say, state } = app;
  const choose = (key, onclick) => button(say(key), onclick);
  const kept = [
    choose("statistics", async () => (await import("./statistics.js")).openStatistics(app)),
    choose("matches", async () => (await import("./matches.js")).openMatches(app)),
  ];
  const invite = choose("invite_somebody", async () => (await import("./invite.js")).openInvite(app));
  setShown(invite, state.membersInvite);
  const other = choose("play_as", () => app.startOver());
  const leave = choose("leave_server", () => {
    close();
    app.connection.bye();
  });
  return el(
    "div.sections",
    {},
    el("p", { text: say("you_are", { name: state.name }) }),
    el("div.actions", {}, ...(state.offered.includes("archive") ? kept : []), invite, languageButton(app)),
    el("h2", { text: say("settings") }),
    settingsForm(app),
    about(say),
    el("div.actions", {}, other, leave),
  );
}

function about(say) {
  const link = (hash, key) => el("a", { href: `${location.origin}${location.pathname}${hash}`, target: "_blank", text: say(key) });
  return el(
    "details",
    {},
    el("summary", { text: say("about") }),
    el("p", { text: say("about_text") }),
    el("p", { text: say("about_screens") }),
    el("ul", {}, el("li", {}, link("#watch", "screen_watch")), el("li", {}, link("#projector", "screen_projector"))),
  );
}
