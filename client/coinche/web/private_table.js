/** Private tables: whoever comes shows that they know the passphrase (docs/protocol/tables.md, "Private tables"). */

import { openDialog, refusalLine } from "./dialog.js";
import { el } from "./dom.js";
import { fromHex, toHex } from "./hex.js";
import { hmac, joined, sha256, utf8 } from "./sha256.js";

/**
 * Join or watch a table with its passphrase: the one that is kept of it, or else one that is asked for.
 *
 * @param {import("./main.js").App} app
 * @param {{type: string, table: string}} message
 * @param {string} name The name of the table.
 * @returns {Promise<object|undefined>} The answer; undefined where the person gave no passphrase.
 */
export async function askWithPassphrase(app, message, name) {
  const { state } = app;
  const kept = state.passphrases[message.table];
  if (typeof kept === "string") {
    const answer = await app.ask(proved(app, message, kept));
    if (answer.code !== "FORBIDDEN" || answer.data.reason !== undefined) return answer;
    forgetErrors(app); // the table is another one by now
    delete state.passphrases[message.table];
  }
  const answer = await askInDialog(app, message, name);
  if (answer === undefined) {
    state.notices = [...state.notices, { topic: "error", error: { code: "NO_PASSPHRASE" }, at: Date.now() }];
    app.render();
  }
  return answer;
}

/** Ask for the passphrase in a dialog until it is right; undefined where it is closed before. */
const askInDialog = (app, message, name) =>
  new Promise((answered) => {
    const fill = (close, dialog) => {
      dialog.addEventListener("close", () => answered(undefined)); // unless it is answered
      const label = app.say("passphrase");
      const words = el("input", { autofocus: true, "aria-label": label, autocomplete: "off", autocapitalize: "off" });
      const refusal = refusalLine(app);
      const submit = async (event) => {
        event.preventDefault();
        const passphrase = words.value;
        const answer = passphrase === "" ? null : await refusal.ask(proved(app, message, passphrase), "error_proof");
        if (answer === null) {
          forgetErrors(app); // the dialog tells of it
          words.select();
          return;
        }
        app.state.passphrases[message.table] = passphrase;
        app.keepLobby();
        answered(answer);
        close();
      };
      const enter = el("button.primary", { type: "submit", text: app.say("sit_or_watch") });
      const buttons = el("div.actions", {}, enter);
      return { node: el("form", { novalidate: true, onsubmit: submit }, words, refusal.node, buttons) };
    };
    openDialog(app, "passphrase", fill, { title: "passphrase_of", name });
  });

/** A message with the proof that one knows its table's passphrase. */
const proved = ({ connection }, message, passphrase) => ({
  ...message,
  proof: tableProof(passphrase, connection.welcome.nonce, message.table),
});

/** The lobby tells no error that somebody is told elsewhere. */
function forgetErrors(app) {
  app.state.notices = app.state.notices.filter(({ topic }) => topic !== "error");
  app.render();
}

/** The proof that one knows a table's passphrase. */
function tableProof(passphrase, nonce, table) {
  return toHex(hmac(sha256(utf8(passphrase)), joined(fromHex(nonce), utf8(table))));
}
