/** The title of rules, by the name that the server has for them; its texts are in the catalogue `rules`. */

import { known } from "./texts.js";

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @returns {string} The title of rules: that of a preset, `(2 modifiées)` for `ffb+2`, or the server's own name. */
export function rulesTitle(say, rules) {
  const [preset, changed] = rules.split("+");
  const title = known(say, `preset_${preset}`);
  if (title === undefined || (changed !== undefined && !/^\d+$/.test(changed))) return say("rules_of_house", { rules });
  return capital(changed === undefined ? title : say("rules_changed", { title, count: Number(changed) }));
}
