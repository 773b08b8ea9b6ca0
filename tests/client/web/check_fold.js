/** Comparison of the page's fold with the engine's views. */

import { arranged } from "./cards.js";
import { emptyView, fold } from "./fold.js";

/** The most differences that are told. */
const MOST = 3;

/**
 * The first differences between the fold and the views that the engine has.
 *
 * The text has lines of JSON: the viewer and the rules of a match, then an event and the view after it for each event,
 * then an empty line. The views are compared as texts, so the fields have the order of the protocol. Views are frozen:
 * a fold that changes the view that it is given throws.
 *
 * @param {string} text
 * @returns {string[]}
 */
export function differences(text) {
  const found = [];
  for (const told of text.trim().split("\n\n")) {
    const [head, ...lines] = told.split("\n");
    found.push(...ofOneMatch(JSON.parse(head), lines));
    if (found.length >= MOST) {
      break;
    }
  }
  return found;
}

function ofOneMatch({ name, viewer, rules }, lines) {
  let view = emptyView(viewer);
  for (let at = 0; at < lines.length; at += 2) {
    const event = frozen(JSON.parse(lines[at]));
    try {
      view = frozen(fold(view, event, rules));
    } catch (error) {
      return [`${name}, seen by ${viewer}, event ${at / 2 + 1}, ${lines[at]}: ${error}`];
    }
    const got = JSON.stringify(view);
    if (got !== lines[at + 1]) {
      return [`${name}, seen by ${viewer}, event ${at / 2 + 1}, ${lines[at]}:\n  ${lines[at + 1]}\n  ${got}`];
    }
  }
  return [];
}

/** The value, and all that it holds, as it can no longer be changed. */
function frozen(value) {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(frozen);
  }
  return value;
}

/** The hands as the page arranges them: lines of `denomination card card …`. @param {string} text */
export function arrangedHands(text) {
  return text.split("\n").map((line) => {
    const [denomination, ...hand] = line.split(" ");
    return arranged(hand, denomination);
  });
}

/** The view after events, or what the fold threw. @param {string} text A map of viewer, events and rules. */
export function folded(text) {
  const { viewer, events, rules } = JSON.parse(text);
  try {
    return events.reduce((view, event) => frozen(fold(view, event, rules)), emptyView(viewer));
  } catch (error) {
    return String(error);
  }
}
