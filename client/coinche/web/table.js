/**
 * The table's screen, empty until somebody sits down: then the game, its style and its texts are loaded.
 *
 * So the first load is light, and whoever only looks at the lobby does not pay for the table.
 */

import { el } from "./dom.js";
import { imported } from "./later.js";

/** @param {import("./main.js").App} app */
export function tableScreen(app) {
  const node = el("section.table-screen");
  let game = null;
  let hasBegun = false;

  /** Load it all and make the game of it. */
  async function load() {
    hasBegun = true;
    const [{ Game }] = await imported(() => Promise.all([import("./game.js"), app.say.add("table"), style()]));
    game = new Game(app, node);
    app.render();
  }

  return {
    node,
    update({ table }) {
      if (!hasBegun) load();
      if (table !== null) game?.update(table);
    },
    heard: (message) => game?.heard(message),
    tick: (now) => app.state.table !== null && game?.tick(app.state.table, now),
    tell: (sentence) => game?.tell(sentence),
  };
}

let styled;

/** Load the style of the table, once however many tables are shown; after a failure again. */
function style() {
  styled ??= new Promise((onload, onerror) => {
    document.head.append(el("link", { rel: "stylesheet", href: "table.css", onload, onerror }));
  }).catch((failure) => {
    styled = undefined;
    failure.target.remove();
    throw failure;
  });
  return styled;
}
