"""Tests of what a browser is given: scripts without the comments that are for readers of the source."""

from __future__ import annotations

from coinche.server.transport.web_site import without_comments

SOURCE = b"""/** What this is,
 * in two lines. */
import { a } from "./a.js"; // why
/* short */
export function f() {
  // a reason
  const link = "http://here" + ` // no comment`;
  /** @type {number} */
  return link /* inside */ + 1; // "quoted"
}
"""
AS_SENT = b"""import { a } from "./a.js";
export function f() {
const link = "http://here" + ` // no comment`;
return link /* inside */ + 1; // "quoted"
}
"""


def test_comments_and_indentation_are_left_out() -> None:
    assert without_comments(SOURCE) == AS_SENT
