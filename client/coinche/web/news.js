/**
 * The news of a table: what is told and read aloud of its events.
 *
 * Who comes to a table is sent all that happened before, and is not told of it as if it had just happened. Such events
 * come faster one after the other than they happened, by the server's clock, which may differ from that of the browser.
 */

/** Silence after which all that happened before has come, in ms. */
const SILENCE = 300;

/** The age up to which an event is news, in ms. */
const FRESH = 3000;

export class News {
  constructor() {
    this.begin();
  }

  /** Begin anew, at a table to which one has just come. */
  begin() {
    Object.assign(this, { held: [], isCatchingUp: true, heardAt: Date.now(), latest: -Infinity });
  }

  /** Note a sentence about an event that has come now. @param {{at: number}} event */
  add({ at }, sentence, isTold) {
    const now = Date.now();
    const time = at - now; // the same for all that comes as it happens
    this.heardAt = now;
    this.latest = Math.max(this.latest, time);
    if (sentence !== "") this.held.push({ sentence, isTold, time });
  }

  /** Take what is new. @param {boolean} isAsked True if one is asked for something: all that was before has come. */
  take(isAsked) {
    if (this.isCatchingUp && !isAsked && Date.now() - this.heardAt < SILENCE) return [];
    const news = this.held.filter(({ time }) => !this.isCatchingUp || this.latest - time < FRESH);
    Object.assign(this, { held: [], isCatchingUp: false });
    return news;
  }
}
