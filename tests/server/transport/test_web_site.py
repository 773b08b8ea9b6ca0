"""Tests of what a browser is given: the page's files, packed or plain, and scripts without their comments."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from websockets.datastructures import Headers
from websockets.http11 import Request, Response

from coinche.server.transport.web_site import WebSite, without_comments

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


@pytest.fixture
def site(tmp_path: Path) -> WebSite:
    (tmp_path / "index.html").write_text("<!doctype html>" + "<p>la coinche</p>" * 20)
    return WebSite(folder=tmp_path)


def given(site: WebSite, **headers: str) -> Response:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    answer = site.answer(Request("/", Headers(Host="[::1]", **named)), "::1", secure=False)
    assert answer is not None
    assert answer.headers["Vary"] == "Accept-Encoding"
    return answer


@pytest.mark.parametrize(
    ("accepted", "packed"),
    [
        ("gzip", True),
        ("br, GZIP;q=0.5", True),
        ("deflate, x-gzip", True),
        ("*", True),
        ("gzip; q=0.001, *;q=0", True),
        ("gzip;q=0", False),
        ("gzip; Q=0.000, *", False),
        ("*;q=0", False),
        ("br, identity", False),
        ("gzipped", False),
        ("gzip;q=often", False),
        ("", False),
    ],
)
def test_a_file_is_packed_for_those_who_accept_gzip(site: WebSite, accepted: str, packed: bool) -> None:
    plain, answer = given(site), given(site, Accept_Encoding=accepted)
    assert answer.headers.get("Content-Encoding") == ("gzip" if packed else None)
    assert (gzip.decompress(answer.body) if packed else answer.body) == plain.body


def test_the_packed_and_the_plain_file_have_tags_of_their_own(site: WebSite) -> None:
    plain, packed = given(site).headers["ETag"], given(site, Accept_Encoding="gzip").headers["ETag"]
    assert plain != packed
    assert given(site, If_None_Match=plain).status_code == 304
    assert given(site, If_None_Match=packed).status_code == 200
    again = given(site, If_None_Match=packed, Accept_Encoding="gzip")
    assert (again.status_code, again.headers["ETag"], again.body) == (304, packed, b"")
    assert "Content-Length" not in again.headers, "it would be that of the file"
    assert given(site, If_None_Match=plain, Accept_Encoding="gzip").status_code == 200


@pytest.mark.parametrize("asked", ["W/{tag}", '"other",{tag}', '"other" , W/{tag}', "*"])
def test_a_tag_is_known_again_in_a_list_and_where_a_proxy_has_made_it_weak(site: WebSite, asked: str) -> None:
    assert given(site, If_None_Match=asked.format(tag=given(site).headers["ETag"])).status_code == 304
