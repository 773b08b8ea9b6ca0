/** Loads what the first screens do not need, when it is wanted: panels, dialogs, their texts and their styles. */

import { el } from "./dom.js";

/** Load the texts and the styles of panels and dialogs, once; after a failure again. */
export function loadMore(app) {
  app.more ??= loadAll(app, ["more", "rules", "chat"], ["company.css", "more.css"]).catch((error) => {
    app.more = undefined;
    throw error;
  });
  return app.more;
}

/** Load catalogues of texts and style sheets. */
export const loadAll = ({ say }, texts, styles) => Promise.all([...texts.map(say.add), ...styles.map(styled)]);

/** After a failure what is wanted is loaded again, in ms. */
const AGAIN = 2000;

/**
 * Import what is wanted; where the server is gone for a moment, again and again until it comes.
 *
 * A module that is there and wrong fails at once: it would be no better the next time.
 *
 * @template T
 * @param {() => Promise<T>} load
 * @returns {Promise<T>}
 */
export async function imported(load) {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      if (!(error instanceof TypeError || error instanceof Event)) throw error;
      await new Promise((go) => setTimeout(go, AGAIN));
    }
  }
}

/** Wait until the next picture is on the screen. */
export const painted = () => new Promise((go) => requestAnimationFrame(() => setTimeout(go)));

const sheets = new Map();

/** Load a style sheet, once however often it is wanted; after a failure again. */
function styled(href) {
  if (!sheets.has(href)) sheets.set(href, linked(href));
  return sheets.get(href).catch((failure) => {
    sheets.delete(href);
    failure.target.remove();
    throw failure;
  });
}

const linked = (href) =>
  new Promise((onload, onerror) => {
    placeOf(href).before(el("link", { rel: "stylesheet", href, onload, onerror }));
  });

const places = new Map();

/** The place of a style sheet among the others, for a second attempt, too: a later sheet wins over an earlier one. */
function placeOf(href) {
  if (!places.has(href)) {
    places.set(href, new Comment(href));
    document.head.append(places.get(href));
  }
  return places.get(href);
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
  let hasBegun = false;
  const begin = async () => {
    hasBegun = true;
    try {
      await loadMore(app);
      panel = await load();
      node.append(panel.node);
      app.render();
    } catch (error) {
      hasBegun = false; // without a network; the next update tries again
      throw error;
    }
  };
  return {
    node,
    update(table) {
      if (panel !== undefined) panel.update(table);
      else if (!hasBegun) begin();
    },
    tick: (now) => panel?.tick?.(now),
  };
}
