/** What the first screens do not need, loaded when it is wanted: panels, dialogs, their texts and their styles. */

import { el } from "./dom.js";

/** Load the texts and the styles of panels and dialogs, once; after a failure again. */
export function loadMore(app) {
  app.more ??= Promise.all([app.say.add("more"), styles("more.css")]).catch((error) => {
    app.more = undefined;
    throw error;
  });
  return app.more;
}

function styles(href) {
  return new Promise((loaded, failed) => {
    document.head.append(el("link", { rel: "stylesheet", href, onload: loaded, onerror: failed }));
  });
}

/**
 * A panel that is loaded when it is shown first.
 *
 * @param {import("./main.js").App} app
 * @param {string} name Its class, and the key of its label.
 * @param {() => Promise<object>} load
 * @returns {{node: HTMLElement, update: (table: object) => void, tick: (now: number) => void}}
 */
export function panelLater(app, name, load) {
  const node = el(`section.${name}`, { "aria-label": app.say(name) });
  let panel;
  let loading = false;
  const begin = async () => {
    loading = true;
    try {
      await loadMore(app);
      panel = await load();
      node.append(panel.node);
      app.render();
    } catch (error) {
      loading = false; // without a network; the next update tries again
      throw error;
    }
  };
  return {
    node,
    update(table) {
      if (panel !== undefined) panel.update(table);
      else if (!loading) begin();
    },
    tick: (now) => panel?.tick?.(now),
  };
}

// --- the recap of a deal ------------------------------------------------------------------------------

/** @param {import("./main.js").App} app */
export const recapPanel = (app) =>
  panelLater(app, "recap", async () => (await import("./recap_score.js")).recapScore(app));

// --- the room before the first match ------------------------------------------------------------------

/** @param {import("./main.js").App} app */
export const roomPanel = (app) => panelLater(app, "room", async () => (await import("./room_seats.js")).roomSeats(app));
