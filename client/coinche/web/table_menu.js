/** The menu of the table: placeholder until it is there. */

/** @param {import("./main.js").App} app */
export function openTableMenu(app) {
  app.send({ type: "leave", table: app.state.table.table });
}
