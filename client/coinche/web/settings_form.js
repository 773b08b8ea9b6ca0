/** The settings of this browser, as fields that take effect at once. */

import { choice, labelled } from "./dialog.js";
import { el } from "./dom.js";

/** @param {import("./main.js").App} app @returns {HTMLElement} */
export function settingsForm({ say, settings }) {
  const list = (name, values) => {
    const field = choice(
      values.map((value) => [value, say(`${name}_${value}`)]),
      { onchange: () => settings.choose(name, field.value) },
    );
    field.value = settings[name];
    return labelled(say(`setting_${name}`), field);
  };
  const tick = (name) => {
    const field = el("input", { type: "checkbox", onchange: () => settings.choose(name, field.checked) });
    field.checked = settings[name];
    return labelled(say(`setting_${name}`), field);
  };
  const canVibrate = navigator.vibrate !== undefined;
  return el(
    "div.fields",
    {},
    list("theme", ["system", "light", "dark"]),
    list("suits", ["two", "four"]),
    tick("sound"),
    ...(canVibrate ? [tick("vibrate")] : []),
    tick("confirm"),
  );
}
