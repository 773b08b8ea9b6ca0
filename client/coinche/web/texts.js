/**
 * The words of the page in the reader's language.
 *
 * A catalogue maps a key to a text, in which `{name}` stands for a value; a text with `|` has a singular and a plural,
 * chosen by the value `count`. Only the language that is read is loaded. Meanings of errors are found by keys that come from
 * the server, so a text may be missing.
 */

const LANGUAGES = ["fr", "en"];
const KEPT = "coinche.language";

/** @returns {string} The language that was chosen, or else the browser's, or else French. */
export function language() {
  const wanted = [stored(), ...navigator.languages].map((tag) => tag?.slice(0, 2));
  return wanted.find((tag) => LANGUAGES.includes(tag)) ?? LANGUAGES[0];
}

/** @param {string} chosen Keep the choice of a language. */
export function chooseLanguage(chosen) {
  try {
    localStorage.setItem(KEPT, chosen);
  } catch {
    // the choice lasts as long as the page
  }
}

function stored() {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

/**
 * Load the catalogue of a language; its `add` loads the texts that the first screens do not need.
 *
 * @param {string} chosen
 * @returns {Promise<(key: string, values?: Record<string, string|number>) => string>} Says a text.
 */
export async function catalogue(chosen) {
  const { TEXTS } = await import(`./texts.${chosen}.js`);
  const say = (key, values = {}) => {
    const text = bound(chosen, TEXTS[key] ?? key);
    const [one, many] = text.split(" | ");
    const form = many !== undefined && isMany(chosen, values.count) ? many : one;
    return form.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
  };
  say.add = async (name) => Object.assign(TEXTS, (await import(`./${name}.${chosen}.js`)).TEXTS);
  return say;
}

/** In French a sign such as `!` never begins a line. */
export const bound = (chosen, text) =>
  chosen === "fr" ? text.replace(/ (?=[:;!?»])/g, "\u00A0").replace(/« /g, "«\u00A0") : text;

/** In French nothing and one are singular, in English one alone is. */
const isMany = (chosen, count) => (chosen === "fr" ? count > 1 : count !== 1);

// --- texts by keys that a server names ----------------------------------------------------------------

/** @returns {string|undefined} The text of a key; undefined where the catalogue has none. */
export const known = (say, key, values) => (say(key) === key ? undefined : say(key, values));

/** @returns {string} The meaning of an `error` of the server for the person who reads it. */
export function errorText(say, { code, message, data = {} }) {
  return known(say, `error_${data.reason}`) ?? known(say, `error_${code}`) ?? say("refused", { why: message });
}
