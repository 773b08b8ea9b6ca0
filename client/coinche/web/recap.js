/** The recap of a deal that is over. */

import { panelLater } from "./later.js";

/** @param {import("./main.js").App} app */
export const recapPanel = (app) =>
  panelLater(app, "recap", async () => (await import("./recap_score.js")).recapScore(app));
