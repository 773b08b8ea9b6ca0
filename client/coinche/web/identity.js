/**
 * Who one is in this browser: the sessions of its tabs, and the names that are its own by a token.
 *
 * A tab takes back its own session when it is loaded again, and a new tab that of the tab that signed in last. The tabs
 * share the sessions with their secrets, because a secret is good until the next one is used: of two tabs with one
 * session, the older would hold a secret that proves nothing any more.
 */

/** The key of what all tabs share: the last name, the tokens, an invitation under way, and the sessions, the latest last. */
const KEPT = "coinche.session";

/** The key of a tab's own: the id of its session, or empty where nobody is taken back by itself. */
const OF_TAB = "coinche.tab";

/** The most sessions that are kept. */
const MOST = 4;

export class Identity {
  /** @param {boolean} isKept True if the session outlives the page; a page that only watches leaves the player's. */
  constructor(isKept) {
    this.isKept = isKept;
    this.kept = (isKept && read(localStorage, KEPT)) || {};
    const ofTab = isKept ? read(sessionStorage, OF_TAB) : "";
    this.isNewTab = ofTab === null;
    this.isNobody = ofTab === "";
    this.own = this.sessions.find(({ session }) => session === ofTab) ?? (this.isNewTab ? this.sessions.at(-1) : undefined);
  }

  /** The sessions to which a tab of this browser may come back, each with its `name` and `secret`. */
  get sessions() {
    return this.kept.sessions ?? [];
  }

  /** The name of this tab, or else the last one here, to be proposed. */
  get lastName() {
    return this.own?.name ?? (this.isNobody ? "" : (this.kept.name ?? ""));
  }

  /** The token of a name, where this browser holds one; somebody may be called `constructor`. */
  tokenOf(name) {
    const tokens = this.kept.tokens ?? {};
    return Object.hasOwn(tokens, name) ? tokens[name] : undefined;
  }

  /** Note what another tab has kept. Returns who has this tab's session: `taken` by that tab, `free` again, or undefined. */
  reread() {
    const before = this.own?.secret;
    this.kept = read(localStorage, KEPT) ?? this.kept;
    this.own = this.sessions.find(({ session }) => session === this.own?.session) ?? this.own;
    return this.own?.free ? "free" : this.own?.secret !== before ? "taken" : undefined;
  }

  /** Change what the tabs share. */
  keep(change) {
    this.kept = { ...((this.isKept && read(localStorage, KEPT)) || this.kept), ...change };
    if (this.isKept) write(localStorage, KEPT, this.kept);
  }

  /** Be the one with a session; `token` maps a name to the token that comes with it. */
  become(own, token) {
    this.own = own;
    this.isNobody = false;
    this.keep({});
    const { session, name } = own;
    const sessions = [...this.without(session), own].slice(-MOST);
    this.keep({ sessions, name, tokens: { ...this.kept.tokens, ...token }, invitation: undefined });
    this.keepOfTab(session);
  }

  /** The other sessions. */
  without(gone) {
    return this.sessions.filter(({ session }) => session !== gone);
  }

  /** Keep the names that are this browser's, and forget the session of this tab. */
  forget() {
    this.keep({});
    this.keep({ sessions: this.without(this.own?.session) });
    this.own = undefined;
    this.keepOfTab(this.sessions.length > 0 ? "" : null);
  }

  /** Give up what a refused sign-in has brought: an invitation, a token, a session; all else stays. */
  drop({ auth, name } = { auth: "resume" }) {
    if (auth === "resume") this.forget();
    else if (auth === "invitation") this.keep({ invitation: undefined });
    else if (auth === "token") this.keep({ tokens: { ...this.kept.tokens, [name]: undefined } });
  }

  /** Leave this tab to somebody else; another tab may go on with its session. */
  leaveTab() {
    const { own } = this;
    this.own = undefined; // what comes until the page is gone is the other tab's
    this.keep({});
    if (own !== undefined) this.keep({ sessions: [...this.without(own.session), { ...own, free: true }] });
    this.keepOfTab("");
  }

  keepOfTab(id) {
    if (this.isKept) write(sessionStorage, OF_TAB, id);
  }
}

/** The value that is kept, or null. */
export function read(storage, key) {
  try {
    return JSON.parse(storage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** Keep a value; a browser that forbids that plays all the same, until its page is closed. */
export function write(storage, key, value) {
  try {
    storage.setItem(key, JSON.stringify(value));
  } catch {
    // nothing outlives the page
  }
}
