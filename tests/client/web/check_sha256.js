/** Digests and proofs that the page computes, in hexadecimal, for a test that knows better. */

import { fromHex, toHex } from "./hex.js";
import { hmac, proofOf, sha256 } from "./sha256.js";

/** @param {string} text A list of pairs in JSON: a key of 32 bytes, and a message. @returns {string[][]} */
export const digests = (text) =>
  JSON.parse(text).map(([key, message]) => [
    toHex(sha256(fromHex(message))),
    toHex(hmac(fromHex(key), fromHex(message))),
  ]);

/** @param {string} text Secret, nonce and n in JSON. @returns {string} */
export const proof = (text) => proofOf(...JSON.parse(text));
