/** Private tables: whoever comes shows that they know the passphrase (docs/protocol/tables.md, "Private tables"). */

import { fromHex, hmac, joined, sha256, toHex, utf8 } from "./sha256.js";

/**
 * Ask for the passphrase of a table, and join or watch it.
 *
 * @param {import("./main.js").App} app
 * @param {{type: string, table: string}} message
 * @returns {Promise<object|undefined>} The answer; undefined where the person gave no passphrase.
 */
export async function askWithPassphrase(app, message) {
  const passphrase = prompt(app.say("passphrase"));
  if (passphrase === null) return undefined;
  const { nonce } = app.connection.welcome;
  const answer = await app.ask({ ...message, proof: tableProof(passphrase, nonce, message.table) });
  if (answer.code === "FORBIDDEN" && answer.data.reason === undefined) {
    app.state.notices.at(-1).error = { ...answer, data: { reason: "proof" } };
    app.render();
  }
  return answer;
}

/** The proof that one knows a table's passphrase. */
function tableProof(passphrase, nonce, table) {
  return toHex(hmac(sha256(utf8(passphrase)), joined(fromHex(nonce), utf8(table))));
}
