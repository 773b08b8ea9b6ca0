/**
 * Pages to watch from, for a wall: `#watch` lists the tables, `#projector` shows the liveliest table large,
 * `#projector=t1,t2` shows those, and `#ladder` the ratings of programs. They sign in as spectators of their own, and
 * there is nothing to touch.
 */

import { Connection } from "./connection.js";
import { el, keyed, setShown, setText } from "./dom.js";
import { loadMore } from "./later.js";
import { rulesTitle } from "./rules.js";
import { settings } from "./settings.js";
import { initialState, update } from "./state.js";
import { tableScreen } from "./table.js";
import { nameOf } from "./words.js";

/** After a refusal a screen tries again, for nobody is there to do it, in ms. */
const AGAIN = 10_000;

/** The fields of `hello` by which a screen is a spectator. */
const SPECTATOR = { role: "spectator", program: true };

/** A table is watched while its match goes on, rather than one that waits for players or is over. */
const LIVELY = ["cutting", "bidding", "playing", "deal_over"];

/** @param {Function} say Show the page that the address asks for. */
export async function watch(say) {
  const { hash } = location;
  addEventListener("hashchange", () => location.reload());
  await loadMore({ say });
  const wanted = hash.split("=")[1]?.split(",").slice(0, 4);
  const panes = (wanted ?? [null]).map((table) => (app) => tablePane(app, table));
  const ladder = hash.startsWith("#ladder") ? await import("./ladder.js") : null;
  await ladder?.loadLadder(say);
  const kinds = ladder !== null ? [ladder.ladderBoard] : hash.startsWith("#watch") ? [tableBoard] : panes;
  const screens = kinds.map((make) => new Watcher(say, make, ladder?.FOLLOWS));
  const nodes = screens.map(({ panel }) => panel.node);
  document.body.replaceChildren(el("main.wall", { "data-count": screens.length }, ...nodes));
  document.body.dataset.screen = "wall";
  screens.forEach((screen) => screen.signIn());
  setInterval(() => screens.forEach((screen) => screen.panel.tick?.(Date.now())), 250);
}

/** The connection of a screen: it is a spectator however it signs in, also by itself after a session that is kept no more. */
class SpectatorConnection extends Connection {
  signIn(name) {
    super.signIn(name, { ...SPECTATOR, ...this.follows });
  }
}

/** A spectator with a connection of its own; to the screen of a table it is the page. */
class Watcher {
  /** @param {object} [follows] Further fields of `hello`: what else it is to be told. */
  constructor(say, make, follows = {}) {
    this.say = say;
    this.state = initialState();
    this.settings = { ...settings, sound: false, vibrate: false };
    this.dialogs = new Set();
    this.connection = new SpectatorConnection(
      (message) => this.heard(message),
      (status) => this.linked(status),
      () => this.state.table?.n ?? 0,
      false,
    );
    this.connection.follows = follows;
    this.panel = make(this);
  }

  signIn() {
    this.connection.signIn(this.say("screen_name"));
  }

  heard(message) {
    update(this.state, message, Date.now());
    this.panel.heard?.(message);
    this.render();
  }

  linked(status) {
    this.state.link = status;
    if (["refused", "replaced", "ended"].includes(status)) {
      this.state.table = null;
      setTimeout(() => this.state.link === status && this.signIn(), AGAIN); // unless it has come back by itself
    }
    this.render();
  }

  ask(message) {
    return this.connection.ask(message);
  }

  /** A spectator sends nothing but what it watches. */
  send() {}

  act() {}

  announce() {}

  render() {
    if (this.planned || this.panel === undefined) return;
    this.planned = true;
    requestAnimationFrame(() => {
      this.planned = false;
      this.panel.update(this.state);
    });
  }
}

/** A table, or the words that there is none yet. */
function tablePane(app, wanted) {
  const { say } = app;
  const screen = tableScreen(app);
  screen.node.inert = true; // it is made for players
  const title = el("h1");
  const none = el("p", { text: say(wanted === null ? "no_table_to_watch" : "table_is_not_there", { table: wanted }) });
  const waiting = el("section.waits", {}, title, none, address(say));
  const heading = el("h1.unseen");
  const node = el("section.pane", {}, waiting, heading, screen.node);
  let asked = false;
  const choose = async ({ lobby, link }) => {
    const table = asked || link !== "ready" ? null : chosen(lobby.tables, wanted);
    if (table === null) return;
    asked = true;
    const answer = await app.ask({ type: "watch", table });
    asked = false;
    if (answer.code === "LOST") return; // once the connection is back, it is asked anew
    app.render();
  };
  return {
    node,
    heard: (message) => screen.heard?.(message),
    tick: (now) => app.state.table !== null && screen.tick?.(now),
    update(state) {
      const { table } = state;
      if (state.link !== "ready") asked = false; // no answer comes over a connection that is lost
      setText(title, state.server || say("title"));
      setText(heading, table?.name ?? "");
      setShown(heading, table !== null);
      setShown(waiting, table === null);
      setShown(screen.node, table !== null);
      if (table !== null) screen.update(state);
      else choose(state);
    },
  };
}

/** The id of the table to watch; null if there is none that may be. */
function chosen(tables, wanted) {
  const open = tables.filter((info) => !info.private && (wanted === null || info.table === wanted));
  return (open.find(({ phase }) => LIVELY.includes(phase)) ?? open[0])?.table ?? null;
}

const address = (say) => el("p.address", { text: say("play_at", { address: location.host }) });

/** All tables, with their players and scores. */
function tableBoard({ say }) {
  const title = el("h1");
  const none = el("p", { text: say("no_table_to_watch") });
  const list = el("ul.board");
  const show = keyed(list, ({ table }) => table, () => boardRow(say), (row, info) => row.show(info));
  return {
    node: el("section.pane.tables-board", {}, el("header", {}, title, address(say)), none, list),
    update({ server, lobby }) {
      setText(title, server || say("title"));
      setShown(none, lobby.tables.length === 0);
      show(lobby.tables);
    },
  };
}

function boardRow(say) {
  const name = el("h2");
  const what = el("p.quiet");
  const sides = [0, 1].map(() => ({ names: el("span"), score: el("b") }));
  const row = el("li", {}, name, ...sides.map(({ names, score }) => el("div.side", {}, names, score)), what);
  row.show = (info) => {
    const [north, east, south, west] = info.seats.map((sits) => nameOf(sits.seat, sits) || "…");
    setText(name, info.name);
    setText(sides[0].names, `${north} · ${south}`);
    setText(sides[1].names, `${east} · ${west}`);
    setText(sides[0].score, info.score === null ? "" : String(info.score.NS));
    setText(sides[1].score, info.score === null ? "" : String(info.score.EW));
    setText(what, [rulesTitle(say, info.preset), say("to_points", info), say(`phase_${info.phase}`)].join(" · "));
  };
  return row;
}
