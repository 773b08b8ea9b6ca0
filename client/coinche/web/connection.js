/**
 * The connection to the server: sign-in, answers to questions, and coming back after every kind of loss.
 *
 *     closed ──▶ connecting ──▶ signing in ──▶ ready ──▶ lost ──▶ connecting …
 *                                   └──▶ refused         └──▶ replaced, ended
 *
 * A phone cuts a socket without a word. So the page tries again at once when it is shown, comes back from the browser's
 * cache, or has a network again; otherwise after growing random waits. Where another tab has taken the session, nothing
 * is tried until a person says so, else two tabs would fight.
 */

import { Identity } from "./identity.js";
import { imported } from "./later.js";

/** Capabilities of which this page makes use, where a server has them. */
const WANTED = ["events", "people", "archive", "fair", "practice", "hints", "invitations"];

/** The most letters of a name of a player or of a table. */
export const LONGEST_NAME = 24;

/** The longest random wait before each attempt, in ms; the last is that of all further ones. */
const WAITS = [500, 1000, 2000, 4000, 8000];

/** Silence after which the server counts as lost, in ms: it pings every 20 s. */
const SILENCE = 30_000;

/** The time for an answer of a server that is there, in ms. */
const PATIENCE = 3000;

/** The answer to a question that was lost with the connection. */
const LOST = { type: "error", code: "LOST", class: "reject", message: "the connection is lost", data: {} };

export class Connection {
  /**
   * @param {(message: object) => void} heard Called for each message but pings and answers that somebody waits for.
   * @param {(status: string, detail?: object) => void} changed Called with the new status.
   * @param {() => number} lastEvent The number of the last event that the page has of its table; 0 asks for all.
   * @param {boolean} [isKept] True if the session outlives the page; a page that only watches leaves the player's.
   */
  constructor(heard, changed, lastEvent, isKept = true) {
    this.heard = heard;
    this.changed = changed;
    this.lastEvent = lastEvent;
    this.status = "closed";
    this.identity = new Identity(isKept);
    this.waiting = new Map();
    this.asked = 0;
    this.attempts = 0;
    for (const event of ["online", "pageshow", "focus"]) addEventListener(event, () => this.wake());
    document.addEventListener("visibilitychange", () => document.hidden || this.wake());
    if (isKept) addEventListener("storage", () => this.heardTab(this.identity.reread()));
  }

  /** The name to be proposed. */
  get lastName() {
    return this.identity.lastName;
  }

  /** True if this browser holds a token for the last name. */
  get owns() {
    return this.identity.tokenOf(this.lastName) !== undefined;
  }

  /** True if there is a session to come back to. */
  get canResume() {
    return this.identity.own !== undefined;
  }

  /**
   * Sign in as a guest, or as the owner of the name where this browser holds its token.
   *
   * @param {string} name
   * @param {object} [more] Further fields of `hello`.
   */
  signIn(name, more = {}) {
    const token = this.identity.tokenOf(name);
    this.more = more;
    this.hello = { ...(token === undefined ? { auth: "guest", name } : { auth: "token", name, token }), ...more };
    this.open();
  }

  /** Redeem an invitation that has begun (`redeem.js`). */
  redeem(hello) {
    this.hello = hello;
    this.open();
  }

  /** Take back the session of this tab, or another one of this browser. */
  resume(own = this.identity.own) {
    this.identity.own = own;
    this.hello = null;
    this.open();
  }

  /** @param {object} message Send it; without an open connection it is dropped, for the events will tell. */
  send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** @param {object} message @returns {Promise<object>} The answer, be it an `error`; `LOST` without a connection. */
  ask(message) {
    if (this.status !== "ready") return Promise.resolve(LOST);
    const id = (this.asked = (this.asked % 2 ** 30) + 1);
    return new Promise((answer) => {
      this.waiting.set(id, answer);
      this.send({ ...message, id });
    });
  }

  /** Leave for good: a seat goes to a bot, and the session is forgotten. */
  bye() {
    const isThere = this.status === "ready";
    this.identity.forget();
    if (isThere) this.send({ type: "bye" });
    else this.stop("closed");
  }

  /** Try at once, after the page was hidden or the network away; a socket that seems open has to show it. */
  wake() {
    if (this.status === "lost") this.open();
    else if (this.status === "ready") this.probe();
  }

  /** Another tab has changed who it is: where it has taken this session, it plays on there until it leaves it. */
  heardTab(session) {
    if (session === "taken" && this.status === "lost") this.stop("replaced");
    else if (session === "free" && this.status === "replaced") this.resume();
  }

  /** Have the server show that it is there; a phone that slept holds a socket that nobody answers. */
  probe() {
    const asked = Date.now();
    this.send({ type: "ping", data: "" });
    clearTimeout(this.probing);
    this.probing = setTimeout(() => this.status === "ready" && this.heardAt < asked && this.lose(), PATIENCE);
  }

  open() {
    clearTimeout(this.timer);
    this.socket?.close();
    if (this.hello === null && !this.canResume) return this.stop("closed");
    this.become("connecting");
    const socket = new WebSocket(location.origin.replace(/^http/, "ws") + "/");
    this.socket = socket;
    this.welcome = null;
    this.heardAt = Date.now();
    const current = (act) => (event) => socket === this.socket && act(event);
    socket.onopen = current(() => this.greet());
    socket.onmessage = current(({ data }) => this.hear(JSON.parse(data)));
    socket.onclose = current(() => this.lose());
    this.watch();
  }

  /** Notice a server that has fallen silent: a socket may stay open for minutes after its network is gone. */
  watch() {
    clearInterval(this.watchdog);
    this.watchdog = setInterval(() => Date.now() - this.heardAt > SILENCE && this.lose(), PATIENCE);
  }

  greet() {
    this.become("signing in");
    const { session, name } = this.identity.own ?? {};
    const who = this.hello ?? { auth: "resume", name };
    const { token, ...said } = who;
    const resumed = this.hello === null ? { session } : {};
    this.send({ type: "hello", versions: [1, 1], software: "coinche web", want: WANTED, ...said, ...resumed });
  }

  hear(message) {
    this.heardAt = Date.now();
    const answer = this.waiting.get(message.re);
    if (message.type === "ping") {
      this.send({ type: "pong", data: message.data });
    } else if (message.type === "welcome") {
      this.welcome = message;
      this.prove(message.nonce);
      this.heard(message);
    } else if (message.type === "ready") {
      this.signedIn(message);
      this.heard(message);
    } else if (message.type === "error" && this.status !== "ready") {
      this.refused(message);
    } else if (message.type === "error" && message.class === "fatal") {
      this.ended(message);
    } else if (message.type === "waiting") {
      this.isWaiting = true; // for somebody who lets newcomers in, longer than the time for a sign-in
      this.heard(message);
    } else if (message.type === "bye") {
      this.stop("closed");
    } else if (answer !== undefined) {
      this.waiting.delete(message.re);
      this.heard(message);
      answer(message);
    } else {
      this.heard(message);
    }
  }

  /** Prove that a session, or a name, is this page's; a guest has nothing to prove. */
  async prove(nonce) {
    const secret = this.hello === null ? this.identity.own.secret : this.hello.token;
    if (secret === undefined) return;
    const { proofOf } = await imported(() => import("./sha256.js"));
    if (this.welcome?.nonce !== nonce) return; // the connection was lost meanwhile
    const n = this.hello === null ? this.lastEvent() : 0;
    this.send({ type: "prove", proof: proofOf(secret, nonce, n), n });
  }

  signedIn({ session, name, secret, owned }) {
    this.attempts = 0;
    this.identity.isNewTab &&= this.hello === null;
    this.hello = null;
    this.isWaiting = false;
    const { invitation } = this.identity.kept;
    const token = owned && invitation && { [owned]: invitation.token };
    this.identity.become({ session, name: owned ?? name, secret }, token);
    this.become("ready");
  }

  /** A sign-in was refused: a name is chosen anew; a session that is kept no more makes room for another at once. */
  refused(error) {
    const isLater = ["RATE", "SHUTDOWN", "FLOOD"].includes(error.code) || (error.code === "AUTH_TIMEOUT" && !this.isWaiting);
    this.isWaiting = false;
    if (isLater) {
      this.again = error.data?.again_ms;
      this.lose();
      return;
    }
    const name = this.lastName;
    const isForgotten = this.hello === null && error.code === "AUTH_FAILED" && error.data?.by === undefined;
    if (error.code === "AUTH_FAILED") this.identity.drop(this.hello ?? undefined);
    this.stop("refused", error);
    this.isForgotten = isForgotten;
    if (isForgotten && name !== "") this.signIn(name, this.more);
  }

  /** The server has ended the connection. */
  ended(error) {
    this.again = error.data?.again_ms;
    if (error.code === "REPLACED") {
      this.stop("replaced", error);
      this.heardTab(this.identity.reread()); // which may have left it again by now
    } else if (error.code === "SHUTDOWN" && this.again === undefined) this.stop("ended", error);
    else this.lose();
  }

  stop(status, error) {
    const socket = this.socket;
    this.socket = null;
    socket?.close();
    clearTimeout(this.timer);
    clearInterval(this.watchdog);
    const asked = [...this.waiting.values()];
    this.waiting.clear();
    this.become(status, error);
    asked.forEach((answer) => answer(LOST));
  }

  lose() {
    this.stop("lost");
    const wait = WAITS[Math.min(this.attempts++, WAITS.length - 1)];
    this.timer = setTimeout(() => this.open(), (this.again ?? 0) + Math.random() * wait);
    this.again = undefined;
  }

  become(status, detail) {
    this.status = status;
    this.changed(status, detail);
  }
}
