/** How to play, for a beginner: short sentences, with their texts. */

import { openDialog } from "./dialog.js";
import { el } from "./dom.js";

/** The sentences of each part, as many as its texts have numbers. */
const PARTS = { aim: 1, auction: 6, play: 2, points: 4, screen: 3 };

/** @param {import("./main.js").App} app */
export async function openHowToPlay(app) {
  await app.say.add("how_to_play");
  await openDialog(app, "how_to_play", () => ({ node: howToPlay(app) }));
}

function howToPlay({ say }) {
  const part = ([name, count]) => {
    const sentence = (at) => say(`how_${name}_${at}`).replaceAll(" (", "\u00A0("); // a card keeps its points
    const sentences = Array.from({ length: count }, (_, at) => el("li", { text: sentence(at + 1) }));
    return el("section", {}, el("h2", { text: say(`how_${name}`) }), el("ul.sentences", {}, ...sentences));
  };
  const rules = el("p.quiet", { text: say("how_rules") });
  return el("div.sections", {}, ...Object.entries(PARTS).map(part), rules);
}
