/**
 * QR codes of short texts: byte mode, error correction L, versions 1 to 9 (ISO/IEC 18004), up to 230 bytes.
 *
 * A code is always drawn with mask 0: readers are told which one it is.
 */

import { picture } from "./pictures.js";
import { utf8 } from "./sha256.js";

/** By version: the codewords of data, the blocks, those of error correction in each block, and the patterns' middles. */
const VERSIONS = [
  [19, 1, 7, []],
  [34, 1, 10, [6, 18]],
  [55, 1, 15, [6, 22]],
  [80, 1, 20, [6, 26]],
  [108, 1, 26, [6, 30]],
  [136, 2, 18, [6, 34]],
  [156, 2, 20, [6, 22, 38]],
  [194, 2, 24, [6, 24, 42]],
  [232, 2, 30, [6, 26, 46]],
];

/** Codewords that the head of a text takes: four bits of its mode, and eight of its length. */
const HEAD = 2;

/**
 * The modules of a code.
 *
 * @param {string} text
 * @returns {boolean[][]} Rows of modules, dark ones true, without a border; empty where the text is too long.
 */
export function qrCode(text) {
  const bytes = utf8(text);
  const at = VERSIONS.findIndex(([room]) => bytes.length + HEAD <= room);
  if (at < 0) return [];
  const [room, blocks, correction, middles] = VERSIONS[at];
  const code = new Code(at + 1, middles);
  code.fill(interleaved(codewords(bytes, room), blocks, correction));
  return code.dark;
}

/** The data: mode, length, the text, an end, and what fills the rest. */
function codewords(bytes, room) {
  const halves = [4, bytes.length >> 4, bytes.length & 15];
  for (const byte of bytes) halves.push(byte >> 4, byte & 15);
  halves.push(0);
  const words = [];
  for (let i = 0; i < halves.length; i += 2) words.push((halves[i] << 4) | halves[i + 1]);
  for (let fill = 0xec; words.length < room; fill ^= 0xec ^ 0x11) words.push(fill);
  return words;
}

/** The codewords of all blocks by turns, then those of error correction. */
function interleaved(words, blocks, correction) {
  const size = words.length / blocks;
  const divided = Array.from({ length: blocks }, (_, at) => words.slice(at * size, (at + 1) * size));
  const checks = divided.map((block) => remainder(block, generator(correction)));
  const byTurns = (of) => of[0].flatMap((_, at) => of.map((block) => block[at]));
  return [...byTurns(divided), ...byTurns(checks)];
}

// --- error correction: Reed-Solomon over GF(256) ------------------------------------------------------

/** The product in GF(256), with the polynomial of the standard. */
function product(one, other) {
  let result = 0;
  for (let bit = 7; bit >= 0; bit--) result = (result << 1) ^ ((result >> 7) * 0x11d) ^ (((other >> bit) & 1) * one);
  return result;
}

/** The generator of that degree, without its leading one. */
function generator(degree) {
  const factors = new Array(degree).fill(0);
  factors[degree - 1] = 1;
  for (let root = 1, i = 0; i < degree; i++, root = product(root, 2)) {
    for (let j = 0; j < degree; j++) factors[j] = product(factors[j], root) ^ (factors[j + 1] ?? 0);
  }
  return factors;
}

/** The codewords of error correction of a block. */
function remainder(block, factors) {
  const rest = new Array(factors.length).fill(0);
  for (const word of block) {
    const factor = word ^ rest.shift();
    rest.push(0);
    factors.forEach((coefficient, at) => (rest[at] ^= product(coefficient, factor)));
  }
  return rest;
}

// --- the drawing --------------------------------------------------------------------------------------

/** A code being drawn: `dark` are its modules, `taken` those that hold no data. */
class Code {
  constructor(version, middles) {
    this.size = 17 + 4 * version;
    this.dark = this.square();
    this.taken = this.square();
    for (const [row, col] of [[3, 3], [3, this.size - 4], [this.size - 4, 3]]) this.drawFinder(row, col);
    this.drawAlignment(middles);
    this.drawTiming();
    this.drawFormat();
    if (version >= 7) this.drawVersion(version);
  }

  square() {
    return Array.from({ length: this.size }, () => new Array(this.size).fill(false));
  }

  set(row, col, dark) {
    if (row < 0 || col < 0 || row >= this.size || col >= this.size) return;
    this.dark[row][col] = dark;
    this.taken[row][col] = true;
  }

  /** Rings round a middle, those at these distances light. */
  drawRings(row, col, reach, light) {
    for (let y = -reach; y <= reach; y++) {
      for (let x = -reach; x <= reach; x++) {
        this.set(row + y, col + x, !light.includes(Math.max(Math.abs(x), Math.abs(y))));
      }
    }
  }

  drawFinder(row, col) {
    this.drawRings(row, col, 4, [2, 4]);
  }

  drawAlignment(middles) {
    const [first, last] = [middles[0], middles.at(-1)];
    for (const row of middles) {
      for (const col of middles) {
        const atFinder = (row === first && (col === first || col === last)) || (row === last && col === first);
        if (!atFinder) this.drawRings(row, col, 2, [1]);
      }
    }
  }

  drawTiming() {
    for (let at = 8; at < this.size - 8; at++) {
      this.set(6, at, at % 2 === 0);
      this.set(at, 6, at % 2 === 0);
    }
  }

  /** Error correction L and mask 0, twice, and the module that is always dark. */
  drawFormat() {
    const bits = checked(0b01_000, 10, 0x537) ^ 0x5412;
    const rows = [0, 1, 2, 3, 4, 5, 7, 8];
    for (let i = 0; i < 15; i++) {
      const dark = ((bits >> i) & 1) === 1;
      if (i < 8) this.set(rows[i], 8, dark);
      else this.set(8, rows[14 - i], dark);
      if (i < 8) this.set(8, this.size - 1 - i, dark);
      else this.set(this.size - 15 + i, 8, dark);
    }
    this.set(this.size - 8, 8, true);
  }

  drawVersion(version) {
    const bits = checked(version, 12, 0x1f25);
    for (let i = 0; i < 18; i++) {
      const dark = ((bits >> i) & 1) === 1;
      const [along, across] = [this.size - 11 + (i % 3), Math.floor(i / 3)];
      this.set(along, across, dark);
      this.set(across, along, dark);
    }
  }

  /** Draw the codewords, masked, in columns of two from the right, up and down by turns. */
  fill(words) {
    let bit = 0;
    for (let right = this.size - 1; right >= 1; right -= 2) {
      if (right === 6) right = 5;
      const goesUp = ((right + 1) & 2) === 0;
      for (let step = 0; step < this.size; step++) {
        for (const col of [right, right - 1]) {
          const row = goesUp ? this.size - 1 - step : step;
          if (this.taken[row][col]) continue;
          const value = ((words[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1;
          this.dark[row][col] = (value ^ ((row + col + 1) & 1)) === 1;
          bit++;
        }
      }
    }
  }
}

/** A value with the bits of a BCH code behind it. */
function checked(value, length, polynomial) {
  let rest = value;
  for (let i = 0; i < length; i++) rest = (rest << 1) ^ ((rest >> (length - 1)) * polynomial);
  return (value << length) | rest;
}

const BORDER = 4;

/**
 * The picture of a code, dark on light in every theme; null where the text is too long.
 *
 * @param {string} text
 * @param {string} label Read aloud by a screen reader.
 */
export function qrPicture(text, label) {
  const rows = qrCode(text);
  if (rows.length === 0) return null;
  const side = rows.length + 2 * BORDER;
  const squares = rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + BORDER} ${y + BORDER}h1v1h-1z` : "")));
  return picture(squares.join(""), { viewBox: `0 0 ${side} ${side}`, class: "qr", role: "img", "aria-label": label });
}
