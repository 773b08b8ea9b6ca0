/** A table for tests of what stands around it: the panels, a menu button, and a hand that plays by itself. */
import { el } from "./dom.js";
import { recapPanel, roomPanel } from "./game.js";

export function tableScreen(app) {
  const room = roomPanel(app);
  const recap = recapPanel(app);
  const openMenu = async () => (await import("./table_menu.js")).openTableMenu(app);
  const menu = el("button.menu", { text: "Menu", onclick: openMenu });
  const node = el("section.table-screen", {}, menu, room.node, recap.node);
  window.app = app;
  return {
    node,
    tick: (now) => recap.tick(now),
    update({ table }) {
      room.node.hidden = table.view.phase !== "waiting";
      recap.node.hidden = !["deal_over", "match_over"].includes(table.view.phase);
      if (!room.node.hidden) room.update(table);
      if (!recap.node.hidden) recap.update(table);
      if (table.request && table.sent === null && !window.plays_by_hand) {
        setTimeout(() => app.act(app.state.table?.request?.default), 210);
      }
    },
  };
}
