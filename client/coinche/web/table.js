/**
 * The table's screen, empty until somebody sits down: then the game, its style and its texts are loaded.
 *
 * So the first load is light, and whoever only looks at the lobby does not pay for the table.
 */

import { el } from "./dom.js";
import { imported, loadAll } from "./later.js";

/** @param {import("./main.js").App} app */
export function tableScreen(app) {
  const node = el("section.table-screen");
  let game = null;
  let hasBegun = false;

  /** Load it all and make the game of it. */
  async function begin() {
    hasBegun = true;
    const load = () => Promise.all([import("./game.js"), loadAll(app, ["words", "table"], ["cards.css", "table.css"])]);
    const [{ Game }] = await imported(load);
    game = new Game(app, node);
    app.render();
  }

  return {
    node,
    update({ table }) {
      if (!hasBegun) begin();
      if (table !== null) game?.update(table);
    },
    heard: (message) => game?.heard(message),
    tick: (now) => app.state.table !== null && game?.tick(app.state.table, now),
    tell: (sentence) => game?.tell(sentence),
  };
}
