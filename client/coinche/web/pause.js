/** Pauses: what others at the table wish, and the veil that lies over it during one. */

import { button, el, setShown, setText } from "./dom.js";
import { playerAt } from "./words.js";

/** "2:05" */
export const minutes = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/** @param {import("./main.js").App} app */
export function pauseVeil(app) {
  const { say } = app;
  const title = el("h2", { text: say("paused") });
  const time = el("b", { "aria-hidden": "true" });
  const meaning = el("p", { text: say("paused_means") });
  const resume = el("button.primary", {
    type: "button",
    text: say("resume"),
    onclick: () => app.send({ type: "go_on", table: app.state.table.table }),
  });
  const node = el("div.veil", { role: "alertdialog", "aria-label": say("paused"), hidden: true }, title, meaning, time, resume);
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

/** The wish of others for a pause, on the felt, until one agrees, declines, or the deal is over. @param {import("./main.js").App} app */
export function pauseWish(app) {
  const { say } = app;
  let declined = [];
  const who = el("p");
  const agree = button(say("agree"), () => app.send({ type: "pause", table: app.state.table.table }), "primary");
  const decline = () => {
    declined = app.state.table.pauseAsked;
    app.render();
  };
  const node = el("div.wish", { hidden: true }, who, agree, button(say("decline"), decline));
  return {
    node,
    update(table) {
      const { seat, pauseAsked } = table;
      declined = declined.filter((one) => pauseAsked.includes(one));
      const isAsked = seat !== null && !pauseAsked.includes(seat) && pauseAsked.some((one) => !declined.includes(one));
      setShown(node, isAsked);
      const names = pauseAsked.map((one) => playerAt(say, table, one)).join(", ");
      if (isAsked) setText(who, say("asks_for_pause", { who: names, count: pauseAsked.length }));
    },
  };
}
