/**
 * The talk at a table: a button on the felt and under a recap, and the dialog that it opens, which closes after a ready
 * phrase. The button is marked while others have said something that was not looked at.
 */

import { chat, mayTalk, readyPhrases } from "./chat.js";
import { openDialog, refusalLine } from "./dialog.js";
import { el, setAttribute, setShown } from "./dom.js";
import { picture } from "./pictures.js";

/** A speech bubble. */
const BUBBLE = "M5 3h14a3 3 0 0 1 3 3v8a3 3 0 0 1-3 3h-7l-5 5v-5H5a3 3 0 0 1-3-3V6a3 3 0 0 1 3-3z";

/** @param {import("./main.js").App} app */
export function talkButton(app) {
  const given = { type: "button", "aria-label": app.say("chat"), onclick: () => openTalk(app) };
  const node = el("button.talk", given, picture(BUBBLE, { viewBox: "0 0 24 24", "aria-hidden": "true" }));
  return {
    node,
    update(table) {
      const isUnread = hasUnread(app, table);
      setShown(node, mayTalk(table));
      setAttribute(node, "data-unread", isUnread);
      setAttribute(node, "aria-label", isUnread ? `${app.say("chat")} (${app.say("unread")})` : app.say("chat"));
    },
  };
}

/** The time of the last line that was shown; the server's times grow from table to table. */
let seenAt = 0;

/** Note that all lines of a table are in sight. */
export function linesSeen({ lines }) {
  seenAt = Math.max(seenAt, lines.at(-1)?.at ?? 0);
}

const hasUnread = ({ state }, { lines }) => lines.some(({ at, name }) => at > seenAt && name !== state.name);

const openTalk = (app) =>
  openDialog(
    app,
    "talk",
    (close) => {
      const refusal = refusalLine(app);
      const send = (text) => refusal.ask({ type: "chat", table: app.state.table.table, text });
      const choose = async (text) => (await send(text)) !== null && close();
      const talk = chat(app, send, readyPhrases(), choose);
      return {
        node: el("div.sections", {}, talk.node, refusal.node),
        update({ table }) {
          if (table === null || !mayTalk(table)) return close();
          talk.update(table.lines);
          linesSeen(table);
          app.render(); // the mark goes
        },
      };
    },
    { title: "chat" },
  );
