/** Bytes as hexadecimal digits. */

/** @param {string} digits @returns {Uint8Array} */
export const fromHex = (digits) => Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** @param {Uint8Array} bytes @returns {string} */
export const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {number} count @returns {string} Random bytes as hexadecimal digits. */
export const randomHex = (count) => toHex(crypto.getRandomValues(new Uint8Array(count)));
