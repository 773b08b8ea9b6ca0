/** Belote and declarations: what is said with the next card, each on or off. */

import { el, keyed, setAttribute, setShown } from "./dom.js";
import { isSameRequest } from "./state.js";
import { cardSign, declarationName } from "./words.js";

const isDeclaration = (saying) => saying.includes(":");

export class Sayings {
  /** @param {import("./main.js").App} app */
  constructor({ say }) {
    this.node = el("div.row.sayings", { role: "group", "aria-label": say("say_with_card") });
    this.request = null;
    this.on = new Set();
    const toggle = (saying) => sayingButton(say, saying, () => this.toggle(saying));
    this.show = keyed(this.node, (saying) => saying, toggle, (button, saying) =>
      setAttribute(button, "aria-pressed", String(this.on.has(saying))),
    );
  }

  /** A new request has belote on, and the declarations that the server proposes: the best that go together. */
  update(request) {
    const words = request === null ? [] : [...new Set(Object.values(request.offers).flat())];
    if (request !== null && !isSameRequest(this.request, request)) {
      this.on = new Set([...words, ...proposed(request)]);
    }
    this.request = request;
    const shown = request === null ? [] : [...words, ...worthOffering(request)];
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

/** "Dire « belote »", "tierce D♠": a short text; the name is whole for those who listen. */
function sayingButton(say, saying, onclick) {
  if (!isDeclaration(saying)) return el("button", { type: "button", text: say(`say_${saying}`), onclick });
  const kind = saying.split(":")[0];
  const name = declarationName(say, saying);
  const text = kind === "carre" ? [name] : [`${say(kind)} `, cardSign(say, cardsOf(saying).at(-1))];
  return el("button", { type: "button", "aria-label": name, onclick }, ...text);
}

const cardsOf = (saying) => (isDeclaration(saying) ? saying.match(/(10|[7-9JQKA])[SHDC]/g) : []);

/** The declarations in the default of a request: those that are worth most together. */
const proposed = (request) => request.default.split("+").filter(isDeclaration);

/** The proposed declarations; where there are none, those that are not a part of another one. */
function worthOffering(request) {
  const best = proposed(request);
  const isPart = (one, other) => one !== other && cardsOf(one).every((card) => cardsOf(other).includes(card));
  const all = request.declarations;
  return best.length > 0 ? best : all.filter((one) => !all.some((other) => isPart(one, other)));
}
