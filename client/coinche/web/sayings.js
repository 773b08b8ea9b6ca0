/** Belote and declarations: what is said with the next card, each on or off. */

import { el, keyed, setAttribute, setShown } from "./dom.js";
import { declarationName } from "./words.js";

const isDeclaration = (saying) => saying.includes(":");

export class Sayings {
  /** @param {import("./main.js").App} app */
  constructor({ say }) {
    this.node = el("div.row.sayings", { role: "group", "aria-label": say("say_with_card") });
    this.request = null;
    this.on = new Set();
    const text = (saying) => (isDeclaration(saying) ? declarationName(say, saying) : say(`say_${saying}`));
    const make = (saying) => el("button", { type: "button", text: text(saying), onclick: () => this.toggle(saying) });
    this.show = keyed(this.node, (saying) => saying, make, (button, saying) =>
      setAttribute(button, "aria-pressed", String(this.on.has(saying))),
    );
  }

  /** A new request has belote on, and the declarations that the server proposes: the best that go together. */
  update(request) {
    const words = request === null ? [] : [...new Set(Object.values(request.offers).flat())];
    if (request !== null && request.request !== this.request?.request) {
      this.on = new Set([...words, ...request.default.split("+").filter(isDeclaration)]);
    }
    this.request = request;
    const shown = request === null ? [] : [...words, ...longest(request.declarations)];
    this.show(shown);
    setShown(this.node, shown.length > 0);
  }

  /** A declaration that is put on takes those off that share a card with it. */
  toggle(saying) {
    const shares = (other) => cardsOf(other).some((card) => cardsOf(saying).includes(card));
    if (!this.on.delete(saying)) this.on = new Set([...[...this.on].filter((other) => !shares(other)), saying]);
    this.update(this.request);
  }

  /** @returns {string[]} What is said with that card. */
  with(card) {
    return [...this.on].filter((saying) => isDeclaration(saying) || this.request.offers[card]?.includes(saying));
  }
}

const cardsOf = (saying) => (isDeclaration(saying) ? saying.match(/(10|[7-9JQKA])[SHDC]/g) : []);

/** The declarations that are not a part of another one. */
function longest(declarations) {
  const isPart = (one, other) => one !== other && cardsOf(one).every((card) => cardsOf(other).includes(card));
  return declarations.filter((one) => !declarations.some((other) => isPart(one, other)));
}
