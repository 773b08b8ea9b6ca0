/** The room: a table before its first match. */

import { panelLater } from "./later.js";

/** @param {import("./main.js").App} app */
export const roomPanel = (app) => panelLater(app, "room", async () => (await import("./room_seats.js")).roomSeats(app));
