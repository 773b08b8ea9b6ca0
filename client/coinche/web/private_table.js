/** Private tables: whoever comes shows that they know the passphrase (docs/protocol/tables.md, "Private tables"). */

import { openDialog } from "./dialog.js";
import { el } from "./dom.js";
import { fromHex, hmac, joined, sha256, toHex, utf8 } from "./sha256.js";

/**
 * Ask for the passphrase of a table, and join or watch it.
 *
 * @param {import("./main.js").App} app
 * @param {{type: string, table: string}} message
 * @returns {Promise<object|undefined>} The answer; undefined where the person gave no passphrase.
 */
export async function askWithPassphrase(app, message) {
  const passphrase = await askForWords(app);
  if (passphrase === null) {
    const error = { code: "NO_PASSPHRASE" };
    app.state.notices = [...app.state.notices, { topic: "error", error, at: Date.now() }];
    app.render();
    return undefined;
  }
  const { nonce } = app.connection.welcome;
  const answer = await app.ask({ ...message, proof: tableProof(passphrase, nonce, message.table) });
  if (answer.code === "FORBIDDEN" && answer.data.reason === undefined) {
    app.state.notices.at(-1).error = { ...answer, data: { reason: "proof" } };
    app.render();
  }
  return answer;
}

/** Ask for the passphrase in a dialog; null where it is closed without one. */
const askForWords = (app) =>
  new Promise((answer) => {
    openDialog(app, "passphrase", (close, dialog) => {
      dialog.addEventListener("close", () => answer(null)); // unless it is answered
      const label = app.say("passphrase");
      const words = el("input", { autofocus: true, "aria-label": label, autocomplete: "off", autocapitalize: "off" });
      const submit = (event) => {
        event.preventDefault();
        if (words.value === "") return words.focus();
        answer(words.value);
        close();
      };
      const enter = el("button.primary", { type: "submit", text: app.say("sit_or_watch") });
      return { node: el("form", { novalidate: true, onsubmit: submit }, words, el("div.actions", {}, enter)) };
    });
  });

/** The proof that one knows a table's passphrase. */
function tableProof(passphrase, nonce, table) {
  return toHex(hmac(sha256(utf8(passphrase)), joined(fromHex(nonce), utf8(table))));
}
