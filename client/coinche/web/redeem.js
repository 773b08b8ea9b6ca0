/** Invitations: a link that brings a name, once (docs/protocol/network.md). */

import { fromHex, randomHex, toHex } from "./hex.js";
import { hmac, joined, sha256, utf8 } from "./sha256.js";

/**
 * Redeem an invitation: its name becomes this browser's, by a token that both sides compute.
 *
 * The nonce is kept before anything is sent: where the answer is lost, the same one is let in again.
 *
 * @param {import("./connection.js").Connection} connection
 * @param {string} secret 32 hexadecimal digits.
 */
export function redeem(connection, secret) {
  const { identity } = connection;
  const begun = identity.kept.invitation;
  const nonce = begun?.secret === secret ? begun.nonce : randomHex(32);
  identity.keep({ invitation: { secret, nonce, token: tokenOf(secret, nonce) } });
  const invitation = toHex(sha256(sha256(fromHex(secret))));
  connection.redeem({ auth: "invitation", name: connection.lastName || "invitation", invitation, nonce, token: secret });
}

/** The token of a redeemed invitation. */
const tokenOf = (secret, nonce) =>
  toHex(hmac(sha256(fromHex(secret)), joined(utf8("coinche-token-v1"), fromHex(nonce))));
