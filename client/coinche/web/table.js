/**
 * The table's screen, empty until somebody sits down: then the game, its style and its texts are loaded.
 *
 * So the first load is light, and whoever only looks at the lobby does not pay for the table.
 */

import { el } from "./dom.js";

/** @param {import("./main.js").App} app */
export function tableScreen(app) {
  const node = el("section.table-screen");
  let game = null;
  let isLoading = false;

  /** Load it all; where the server was gone for a moment, the next update tries again. */
  async function load() {
    isLoading = true;
    try {
      const [{ Game }] = await Promise.all([import("./game.js"), app.say.add("table"), style()]);
      game = new Game(app, node);
      app.render();
    } catch {
      isLoading = false;
      styled = undefined;
    }
  }

  return {
    node,
    update({ table }) {
      if (!isLoading) load();
      if (table !== null) game?.update(table);
    },
    heard: (message) => game?.heard(message),
    tick: (now) => app.state.table !== null && game?.tick(app.state.table, now),
    tell: (sentence) => game?.tell(sentence),
  };
}

let styled;

/** Load the style of the table, once however many tables are shown. */
function style() {
  styled ??= new Promise((onload, onerror) => {
    document.head.append(el("link", { rel: "stylesheet", href: "table.css", onload, onerror }));
  });
  return styled;
}
