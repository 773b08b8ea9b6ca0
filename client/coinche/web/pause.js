/** The veil that lies over the table during a pause. */

import { el, setShown, setText } from "./dom.js";

/** "2:05" */
export const minutes = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/** @param {import("./main.js").App} app */
export function pauseVeil(app) {
  const { say } = app;
  const title = el("h2", { text: say("paused") });
  const time = el("b", { "aria-hidden": "true" });
  const resume = el("button.primary", {
    type: "button",
    text: say("resume"),
    onclick: () => app.send({ type: "go_on", table: app.state.table.table }),
  });
  const node = el("div.veil", { role: "alertdialog", "aria-label": say("paused"), hidden: true }, title, time, resume);
  return {
    node,
    update({ paused, seat }) {
      const appears = paused !== null && node.hidden;
      setShown(node, paused !== null);
      setShown(resume, seat !== null);
      if (appears) resume.focus();
    },
    tick({ paused }, now) {
      if (paused === null) return;
      setText(time, minutes(Math.max(0, Math.ceil((paused - now) / 1000))));
    },
  };
}
