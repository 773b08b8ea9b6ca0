/** The auction as a list of its calls. */

import { nextSeat, seatsFrom } from "./cards.js";
import { el, keyed, setAttribute } from "./dom.js";
import { showCall } from "./pictures.js";
import { callName } from "./words.js";

/** The calls so far, four to a line, under the seats that speak. */
export class Calls {
  /** @param {import("./main.js").App} app */
  constructor({ say }) {
    const head = el("ol.speakers");
    this.list = el("ol.said", { "aria-label": say("calls") });
    this.node = el("section.auction", { "aria-label": say("auction") }, head, this.list);
    this.showHead = keyed(head, (seat) => seat, (seat) => el("li", { text: say(`seat_${seat}`) }));
    this.show = keyed(this.list, ({ place }) => String(place), callItem, (item, call) => {
      showCall(hyphened(say), item.firstChild, call.action);
      setAttribute(item, "aria-label", `${say(`seat_${call.seat}`)} : ${callName(say, call.action)}`);
    });
  }

  update({ view, rules }) {
    const { direction } = rules.table;
    const order = seatsFrom(nextSeat(view.dealer ?? "S", direction), direction);
    const before = this.list.childElementCount;
    this.showHead(order);
    this.show(placed(view.auction, order));
    if (this.list.childElementCount !== before) this.list.scrollTop = this.list.scrollHeight;
  }
}

/** Long words break where a hyphen may stand. */
const hyphened = (say) => (key) => say(key).replace(/(^sur)(?=coinche)|(^g.n.)(?=ral)/, "$&\u00AD");

const callItem = ({ column }) => el("li", { "data-column": column }, el("span"));

/** The calls with their places in a list of four columns; a coinche out of turn leaves places free. */
function placed(auction, order) {
  let last = -1;
  return auction.map((call) => {
    const column = order.indexOf(call.seat);
    last += 1 + ((column - ((last + 1) % 4) + 4) % 4);
    return { ...call, place: last, column };
  });
}
