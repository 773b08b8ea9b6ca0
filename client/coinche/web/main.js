/**
 * The page: one state, one connection, and the screen that fits the state.
 *
 * A message changes the state, then the screens are updated once before the next picture, however many messages came.
 * A screen is made once and kept; it changes its own nodes where what they show has changed.
 */

import { Connection, LONGEST_NAME } from "./connection.js";
import { button, el, setShown, setText } from "./dom.js";
import { read, write } from "./identity.js";
import { imported } from "./later.js";
import { lobbyScreen } from "./lobby.js";
import { settings } from "./settings.js";
import { signInScreen } from "./sign_in.js";
import { initialState, isMyTurn, signedOut, update } from "./state.js";
import { tableScreen } from "./table.js";
import { catalogue, language } from "./texts.js";

/** Taps that come so soon after a new request were meant for what was there before, in ms. */
const TOO_SOON = 200;

/** A link to a table, after the page's address: its id, and who invites to what. */
const TABLE_LINK = /^#(t\d+)(?:&([^&]+)&([^&]+))?$/;

/** An invitation in the address: its secret. */
const INVITATION = /^#t1\.([0-9a-f]{32})$/;

/** The least time between two attempts to build a table anew from all its events, in ms. */
const REBUILD_AFTER = 3000;

/** The key under which a tab keeps what a room needs of the lobby: a page that is loaded again there is not told it. */
const KEPT_OF_LOBBY = "coinche.lobby";

/** Where a tab keeps the seat that its player had last. */
const KEPT_SEAT = "coinche.seat";

/** The page, as screens and dialogs see it. */
class App {
  constructor(say) {
    this.say = say;
    this.state = initialState();
    this.settings = settings;
    const { bots, passphrases } = read(sessionStorage, KEPT_OF_LOBBY) ?? {};
    this.state.lobby.bots = bots ?? ["steady"]; // the usual ones, as long as the server has not said which it has
    this.state.passphrases = passphrases ?? {};
    this.lastSeat = read(sessionStorage, KEPT_SEAT);
    this.connection = new Connection(
      (message) => this.heard(message),
      (status, detail) => this.linked(status, detail),
      () => this.state.table?.n ?? 0,
    );
    this.wantedName = this.connection.lastName || undefined; // a session that was away may find its name taken
    this.live = el("div.live", { "aria-live": "polite", role: "status" });
    this.banner = el("div.banner", { role: "alert", hidden: true });
    this.dialogs = new Set(); // those that are open and show the state
    this.screens = { sign_in: signInScreen(this), lobby: lobbyScreen(this), table: tableScreen(this) };
    this.main = el("main");
    document.body.replaceChildren(this.banner, this.main, this.live);
    setInterval(() => this.tick(), 250);
  }

  tick() {
    if (this.state.broken) this.rebuild();
    this.screen?.tick?.(Date.now());
  }

  /** Begin: take back the session of this browser if there is one. */
  start() {
    const { connection } = this;
    addEventListener("hashchange", () => this.takeLink());
    addEventListener("click", ({ target }) => target.closest("main button:not(.menu), dialog .primary") && this.goOn());
    this.takeLink();
    const invitation = INVITATION.exec(location.hash)?.[1];
    if (invitation !== undefined) {
      history.replaceState(null, "", location.pathname); // it is nobody else's, and is not to be found again
      this.wantedName = undefined;
      imported(() => import("./redeem.js")).then(({ redeem }) => redeem(connection, invitation));
    } else if (connection.canResume) connection.resume();
    else if (!connection.identity.isNobody && connection.owns) connection.signIn(connection.lastName);
    this.render();
  }

  /** Take the link to a table out of the address; a reload, or the other language, still finds it with the page. */
  takeLink() {
    const [, table, ...words] = TABLE_LINK.exec(location.hash) ?? [];
    if (table === undefined) return;
    const [by, name] = words.map(decoded);
    history.replaceState({ table, inviter: by && name ? { by, name } : null }, "", location.pathname);
    this.render();
  }

  /** The table of the link that was opened and not followed yet, or null. */
  get linkedTable() {
    return history.state?.table ?? null;
  }

  /** The invitation of that link: `by` invites, to the table `name`; null where the link does not say so. */
  get inviter() {
    return history.state?.inviter ?? null;
  }

  /** The link is followed; only somebody else in this tab may follow it again. */
  forgetLink() {
    this.opened = history.state ?? this.opened;
    history.replaceState(null, "");
  }

  heard(message) {
    if (message.type === "share_wanted") {
      imported(() => import("./shares.js")).then(({ shareWanted }) => this.send(shareWanted(message)));
      return;
    }
    update(this.state, message, Date.now());
    this.keep(message);
    if (this.state.broken) this.rebuild();
    this.screens.table.heard?.(message);
    this.render();
  }

  /** Keep what the page needs later, and say it where a name became another one. */
  keep({ type, table, seat, name }) {
    if (type === "lobby") this.keepLobby();
    if (type === "left") this.opened = undefined; // its invitation, if any, was used
    if (type === "joined" && seat !== null) write(sessionStorage, KEPT_SEAT, (this.lastSeat = { table, seat }));
    if (type !== "ready") return;
    const { connection } = this;
    const isOther = this.wantedName !== undefined && this.wantedName !== name;
    const isForgotten = connection.isForgotten && !connection.owns && this.state.offered.includes("archive");
    const topic = isOther ? "renamed" : isForgotten ? "forgotten" : null;
    if (topic !== null) this.state.notices = [{ topic, name, at: Date.now() }];
    connection.isForgotten = false;
    this.wantedName = name;
  }

  /** Keep the kinds of bots, and the passphrases of tables. */
  keepLobby() {
    const { lobby, passphrases } = this.state;
    write(sessionStorage, KEPT_OF_LOBBY, { bots: lobby.bots, passphrases });
  }

  linked(status, detail) {
    this.state.link = status;
    if (status === "closed" || status === "refused") signedOut(this.state);
    if (detail !== undefined) this.state.refusal = detail;
    this.render();
  }

  /** Ask for all events of the table again, once in a while: a table that breaks each time would take all the time. */
  rebuild() {
    const now = Date.now();
    if (now - (this.rebuiltAt ?? 0) < REBUILD_AFTER) return;
    this.rebuiltAt = now;
    this.rebuilt = (this.rebuilt ?? 0) + 1;
    Object.assign(this.state, { table: null, broken: false });
    this.connection.resume();
  }

  /** Send a message that needs no answer here. */
  send(message) {
    this.connection.send(message);
  }

  /** Send a message; returns a promise of its answer, which may be an `error`. */
  ask(message) {
    return this.connection.ask(message);
  }

  /** Answer the request that is live, once; a tap that came too soon after it is ignored. */
  act(action) {
    const { table } = this.state;
    if (!isMyTurn(this.state) || Date.now() - table.request.at < TOO_SOON) return;
    table.sent = action;
    table.refused = null;
    this.connection.identity.isNewTab = false; // the person plays on
    this.send({ type: "act", table: table.table, request: table.request.request, action });
    this.render();
  }

  /** Have a sentence read aloud by a screen reader. */
  announce(sentence) {
    this.live.textContent = sentence;
  }

  /** Show the state, once before the next picture. */
  render() {
    if (this.planned) return;
    this.planned = true;
    requestAnimationFrame(() => {
      this.planned = false;
      this.show();
    });
  }

  show() {
    const { state } = this;
    if (state.table !== null && this.linkedTable !== null) this.forgetLink(); // nobody is taken away from a table
    const wanted = state.table !== null ? "table" : state.name !== "" ? "lobby" : "sign_in";
    const screen = this.screens[wanted];
    if (this.screen !== screen) {
      this.screen = screen;
      this.main.replaceChildren(screen.node);
      document.body.dataset.screen = wanted;
    }
    this.showBanner();
    screen.update(state);
    for (const dialog of this.dialogs) dialog.update(state);
    document.title = isMyTurn(state) ? `● ${this.say("your_turn")}` : this.say("title");
  }

  /** Tell of the connection, or in a new tab who one is there: a second person may want to play in it. */
  showBanner() {
    const { link, name } = this.state;
    const isTold = ["lost", "replaced", "ended", "connecting"].includes(link);
    const told = name === "" ? "" : isTold ? link : this.connection.identity.isNewTab ? "continued" : "";
    setShown(this.banner, told !== "");
    if (told === "" || this.banner.dataset.told === told) return;
    this.banner.dataset.told = told;
    const again = () => this.connection.resume();
    const choices = {
      replaced: [button(this.say("play_here"), again)],
      ended: [button(this.say("try_again"), again)],
      continued: [button("OK", () => this.goOn()), button(this.say("play_as"), () => this.startOver())],
    };
    this.banner.replaceChildren(el("span", { text: this.say(told, { name }) }), ...(choices[told] ?? []));
  }

  /** Leave the tab to somebody else, who follows the link that was opened here. */
  startOver() {
    this.connection.identity.leaveTab();
    this.show = () => {}; // until the page is gone: it would forget the link once more
    history.replaceState(this.opened ?? history.state, "");
    location.reload();
  }

  /** Be who one was in another tab: so one says it, or does something there. */
  goOn() {
    this.connection.identity.isNewTab = false;
    this.render();
  }
}

/** A word of a link, which anybody may have written. */
function decoded(word) {
  try {
    return decodeURIComponent(word ?? "").slice(0, LONGEST_NAME);
  } catch {
    return "";
  }
}

const chosen = language();
document.documentElement.lang = chosen;
const say = await catalogue(chosen);
settings.apply();
setText(document.querySelector("title"), say("title"));
if (/^#(watch|projector|ladder)\b/.test(location.hash)) {
  (await import("./watch.js")).watch(say);
} else {
  globalThis.coinche = new App(say); // for people who look at it in their browser's console
  coinche.start();
}
