/**
 * SHA-256 and HMAC (FIPS 180-4, RFC 2104), which prove that a session is this page's.
 *
 * Browsers have them in `crypto.subtle`, but not on a page that came over plain HTTP, as it does on a local network.
 */

import { fromHex, toHex } from "./hex.js";

/** The first 32 bits of the fractional parts of a root of each prime. */
function fractions(count, exponent) {
  const found = [];
  for (let candidate = 2; found.length < count; candidate++) {
    if (found.length === 0 || !isMultiple(candidate)) {
      found.push((candidate ** exponent % 1) * 2 ** 32 | 0);
    }
  }
  return Int32Array.from(found);
}

function isMultiple(candidate) {
  for (let divisor = 2; divisor * divisor <= candidate; divisor++) {
    if (candidate % divisor === 0) return true;
  }
  return false;
}

const START = fractions(8, 1 / 2);
const ROUNDS = fractions(64, 1 / 3);
const BLOCK = 64;

const turned = (word, bits) => (word >>> bits) | (word << (32 - bits));

/** @param {Uint8Array} message @returns {Uint8Array} The 32 bytes of its hash. */
export function sha256(message) {
  const padded = new DataView(new ArrayBuffer(Math.ceil((message.length + 9) / BLOCK) * BLOCK));
  new Uint8Array(padded.buffer).set(message);
  padded.setUint8(message.length, 0x80);
  padded.setUint32(padded.byteLength - 8, Math.floor(message.length / 2 ** 29));
  padded.setUint32(padded.byteLength - 4, message.length << 3);
  const hash = START.slice();
  for (let at = 0; at < padded.byteLength; at += BLOCK) {
    mix(hash, expanded(padded, at));
  }
  const bytes = new DataView(new ArrayBuffer(32));
  hash.forEach((word, place) => bytes.setInt32(4 * place, word));
  return new Uint8Array(bytes.buffer);
}

/** The 64 words of a block. */
function expanded(view, at) {
  const words = new Int32Array(64);
  for (let place = 0; place < 16; place++) words[place] = view.getInt32(at + 4 * place);
  for (let place = 16; place < 64; place++) {
    const early = words[place - 15];
    const late = words[place - 2];
    const first = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const second = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    words[place] = words[place - 16] + first + words[place - 7] + second;
  }
  return words;
}

/** Mix a block into the hash. */
function mix(hash, words) {
  let [a, b, c, d, e, f, g, h] = hash;
  for (let round = 0; round < 64; round++) {
    const choice = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + choice + ROUNDS[round] + words[round]) | 0;
    const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + majority) | 0;
    [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
  }
  [a, b, c, d, e, f, g, h].forEach((word, place) => (hash[place] += word));
}

/** @param {Uint8Array} key At most 64 bytes. @param {Uint8Array} message @returns {Uint8Array} 32 bytes. */
export function hmac(key, message) {
  const padded = (byte) => Uint8Array.from({ length: BLOCK }, (_, place) => (key[place] ?? 0) ^ byte);
  return sha256(joined(padded(0x5c), sha256(joined(padded(0x36), message))));
}

/** @param {...Uint8Array} parts @returns {Uint8Array} */
export const joined = (...parts) => Uint8Array.from(parts.flatMap((part) => [...part]));

/** @param {string} text @returns {Uint8Array} Its bytes in UTF-8. */
export const utf8 = (text) => new TextEncoder().encode(text);

/**
 * The proof of a secret or token (PROTOCOL.md, "Signing in").
 *
 * @param {string} secret 64 hexadecimal digits.
 * @param {string} nonce That of `welcome`.
 * @param {number} n The number of the last event that the page has.
 * @returns {string}
 */
export const proofOf = (secret, nonce, n) =>
  toHex(hmac(sha256(fromHex(secret)), joined(fromHex(nonce), utf8(String(n)))));
