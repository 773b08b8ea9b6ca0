/**
 * The table's screen, empty until somebody sits down: then the game, its style and its texts are loaded.
 *
 * So the first load is light, and whoever only looks at the lobby does not pay for the table.
 */

import { el } from "./dom.js";
import { imported, loadAll, painted } from "./later.js";

/** @param {import("./main.js").App} app */
export function tableScreen(app) {
  const node = el("section.table-screen");
  let game = null;
  let hasBegun = false;

  /** Load it all and make the game of it; its first picture waits for the rest where cards are played already. */
  async function begin() {
    hasBegun = true;
    const first = imported(() => loadGame(app));
    const isPlaying = app.state.table?.view.phase === "playing";
    const rest = isPlaying ? imported(() => loadRest(app)) : null;
    const [{ Game }] = await first;
    await rest;
    game = new Game(app, node);
    if (!isPlaying) {
      app.render();
      await painted();
    }
    const [{ TableRest }] = await (rest ?? imported(() => loadRest(app)));
    game.complete(new TableRest(app, game));
    if (app.state.table !== null) game.update(app.state.table); // at once: the new parts show nothing before
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

/** Where it matches, the first picture needs `table_wide.css`, too; a phone has it with the rest, to be turned. */
const WIDE = matchMedia("(min-width: 640px)");

const loadGame = (app) => {
  const wide = WIDE.matches ? ["table_wide.css"] : [];
  return Promise.all([import("./game.js"), loadAll(app, ["table"], ["table.css", ...wide])]);
};

const loadRest = (app) =>
  Promise.all([import("./table_rest.js"), loadAll(app, ["table_rest", "chat"], ["table_wide.css", "table_rest.css"])]);
