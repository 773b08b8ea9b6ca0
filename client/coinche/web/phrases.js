/** Ready-made sentences of the chat: sent in the sender's language, shown in the reader's. */

import { language } from "./texts.js";

/** Each in French and in English, as the other clients have them. */
const PHRASES = [
  ["Bonjour !", "Hello!"],
  ["Bien joué !", "Well played!"],
  ["Merci !", "Thank you!"],
  ["Désolé !", "Sorry!"],
  ["Un instant, s'il vous plaît.", "One moment, please."],
  ["Belle partie !", "Good game!"],
  ["Au revoir !", "Goodbye!"],
];

const inOwn = ([french, english]) => (language() === "fr" ? french : english);

/** @returns {string[]} The sentences in the reader's language. */
export const readyPhrases = () => PHRASES.map(inOwn);

/** @param {string} text @returns {string} A line as this reader sees it: ready-made sentences in their language. */
export function understood(text) {
  const phrase = PHRASES.find((both) => both.includes(text));
  return phrase === undefined ? text : inOwn(phrase);
}
