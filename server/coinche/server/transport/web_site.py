"""The answers to a browser's HTTP requests: the page's files, health and metrics, and who may open a WebSocket.

The server gives out the files of a folder and knows nothing of what is in them: the page is a client.

A page of another site must not reach a server in somebody's home through that person's browser. So the Host of every
request is an address or one of the server's own names (a name that an attacker has pointed here is neither), and a
WebSocket is opened only for a page that came from here, by its Origin. The content security policy lets the page load
and reach nothing else.
"""

from __future__ import annotations

import gzip
import hashlib
import hmac
import ipaddress
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from importlib.resources.abc import Traversable

from websockets.datastructures import Headers
from websockets.http11 import Request, Response

from coinche.protocol.errors import ErrorCode
from coinche.server.addresses import is_here

_TYPES = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
}
"""The content types of the files that are given out, by the ends of their names."""
_TEXT = "text/plain; charset=utf-8"
_METRICS = "application/openmetrics-text; version=1.0.0; charset=utf-8"
_WEBSOCKET = "/"
"""The path of the WebSocket, told from the page by the Upgrade that is asked for."""

_HOST = re.compile(r"(?P<name>\[(?P<address>[0-9A-Fa-f:.]+)\]|[A-Za-z0-9.-]{1,253})(:[0-9]{1,5})?")

_WEIGHT = re.compile(r"\s*q=(1(\.0{0,3})?|0\.(?=0*[1-9])[0-9]{1,3})\s*")
"""A weight of a content coding that is accepted, thus above 0."""

_STATUS = {
    ErrorCode.FLOOD: HTTPStatus.SERVICE_UNAVAILABLE,
    ErrorCode.SHUTDOWN: HTTPStatus.SERVICE_UNAVAILABLE,
    ErrorCode.UNSUPPORTED: HTTPStatus.FORBIDDEN,
    ErrorCode.AUTH_TIMEOUT: HTTPStatus.REQUEST_TIMEOUT,
    ErrorCode.STALE: HTTPStatus.REQUEST_TIMEOUT,
}
"""The status that stands for an error of the protocol before a WebSocket is open; 400 for any other."""


@dataclass(frozen=True, slots=True)
class _File:
    """A file as it is given out: plain and packed with gzip, each with an entity tag of its own."""

    content_type: str
    plain: bytes
    packed: bytes
    plain_tag: str
    packed_tag: str

    @classmethod
    def of(cls, name: str, content: bytes) -> _File:
        ending = name.rpartition(".")[2]
        if ending in ("js", "css"):
            content = without_comments(content)
        tag = hashlib.sha256(content).hexdigest()[:24]
        return cls(_TYPES[ending], content, gzip.compress(content, mtime=0), f'"{tag}"', f'"{tag}-gzip"')


_COMMENTS = re.compile(
    rb"""
    ^[ \t]*/\*(?:(?!\*/).)*\*/[ \t]*\n  # a block of whole lines
    | ^[ \t]*//[^\n]*\n                # a whole line
    | [ \t]+//\ [^"'`\n]*$            # the end of a line, unless it may be part of a text
    | ^[ \t]+                          # indentation
    """,
    re.MULTILINE | re.DOTALL | re.VERBOSE,
)


def without_comments(source: bytes) -> bytes:
    """Return a script or a style sheet as browsers need it: comments and indentation are for readers of the source."""
    return _COMMENTS.sub(b"", source)


def _files(folder: Traversable) -> dict[str, _File]:
    """Return the files of the folder, with types that a page has, by their paths."""
    named = {entry.name: entry for entry in folder.iterdir() if entry.name.rpartition(".")[2] in _TYPES}
    files = {f"/{name}": _File.of(name, entry.read_bytes()) for name, entry in named.items()}
    if "/index.html" in files:
        files["/"] = files["/index.html"]
    return files


@dataclass(frozen=True, kw_only=True)
class WebSite:
    """The files and facts that a server shows to browsers.

    `is_own` tells whether a name, in lower case, is the server's. `health` returns what is wrong with the server, None
    while it is well. `metrics` returns its figures as OpenMetrics, for this machine and for whoever sends the token.
    """

    folder: Traversable
    is_own: Callable[[str], bool] = frozenset[str]().__contains__
    health: Callable[[], str | None] = lambda: None
    metrics: Callable[[], str] = lambda: "# EOF\n"
    metrics_token: str | None = None
    _files: Mapping[str, _File] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_files", _files(self.folder))

    def answer(self, request: Request, address: str, *, secure: bool) -> Response | None:
        """Return the answer to a client at that address, None where a WebSocket may be opened for it."""
        host = _only(request, "Host")
        if host is None or not self._is_own(host):
            sentence = f"this server is not called {host!r}; use its address, or have its operator name it so"
            return _sentence(HTTPStatus.MISDIRECTED_REQUEST, sentence)
        path = request.path.partition("?")[0]
        if "Upgrade" in request.headers:
            return _websocket_refused(request, path, host)
        if request.method not in ("GET", "HEAD"):
            return _sentence(HTTPStatus.METHOD_NOT_ALLOWED, "this server takes GET and HEAD", {"Allow": "GET, HEAD"})
        answer = self._page(request, path, address)
        _protect(answer.headers, host, secure=secure)
        return _without_body(answer) if request.method == "HEAD" else answer

    def _is_own(self, host: str) -> bool:
        """Return whether a Host is an address or a name of this server, with or without a port."""
        parts = _HOST.fullmatch(host)
        if parts is None:
            return False
        name = parts["name"].lower().removesuffix(".")
        return parts["address"] is not None or _is_address(name) or name == "localhost" or self.is_own(name)

    def _page(self, request: Request, path: str, address: str) -> Response:
        if path == "/healthz":
            wrong = self.health()
            return _sentence(HTTPStatus.OK if wrong is None else HTTPStatus.SERVICE_UNAVAILABLE, wrong or "well")
        if path == "/metrics":
            return self._metrics(request, address)
        file = self._files.get(path)
        if file is None:
            return _sentence(HTTPStatus.NOT_FOUND, "there is nothing here; the page is at /")
        return _given_out(file, request)

    def _metrics(self, request: Request, address: str) -> Response:
        token = (_only(request, "Authorization") or "").removeprefix("Bearer ")
        known = self.metrics_token is not None and hmac.compare_digest(token.encode(), self.metrics_token.encode())
        is_open = self.metrics_token is None and is_here(address) and not _was_forwarded(request)
        if known or is_open:
            return _response(HTTPStatus.OK, _METRICS, self.metrics().encode())
        return _sentence(
            HTTPStatus.FORBIDDEN, "metrics are for whoever sends the operator's token, or without one for this machine"
        )


def refused(code: ErrorCode, sentence: str) -> Response:
    """Return the answer that stands for an error of the protocol."""
    return _sentence(_STATUS.get(code, HTTPStatus.BAD_REQUEST), sentence)


def _was_forwarded(request: Request) -> bool:
    """Return whether a proxy on this machine says that it asks for somebody else."""
    return any(name in request.headers for name in ("Forwarded", "X-Forwarded-For", "X-Real-IP", "Via"))


def _websocket_refused(request: Request, path: str, host: str) -> Response | None:
    """Return why no WebSocket is opened, None where it may be: only for a page that came from this server."""
    if path != _WEBSOCKET:
        return _sentence(HTTPStatus.NOT_FOUND, f"the WebSocket is at {_WEBSOCKET}")
    origin = (_only(request, "Origin") or "").lower()
    if origin not in (f"http://{host}".lower(), f"https://{host}".lower()):
        return _sentence(HTTPStatus.FORBIDDEN, "a WebSocket is opened only for this server's own page")
    return None


def _only(request: Request, name: str) -> str | None:
    """Return the value of a header that comes once."""
    values = request.headers.get_all(name)
    return values[0] if len(values) == 1 else None


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _given_out(file: _File, request: Request) -> Response:
    packed = _accepts_gzip(request)
    tag = file.packed_tag if packed else file.plain_tag
    if {"*", tag} & {known.removeprefix("W/") for known in _listed(request, "If-None-Match")}:
        answer = _response(HTTPStatus.NOT_MODIFIED, file.content_type, b"")
        del answer.headers["Content-Length"]  # it would be the size of the file (RFC 9110, 8.6)
    else:
        answer = _response(HTTPStatus.OK, file.content_type, file.packed if packed else file.plain)
        if packed:
            answer.headers["Content-Encoding"] = "gzip"
    answer.headers["ETag"] = tag
    answer.headers["Vary"] = "Accept-Encoding"
    return answer


def _accepts_gzip(request: Request) -> bool:
    """Return whether gzip, or else any coding, is accepted with a weight above 0 (RFC 9110, 12.5.3)."""
    weights = {"*": False}
    for accepted in _listed(request, "Accept-Encoding"):
        coding, _, weight = accepted.lower().partition(";")
        weights[coding.strip().removeprefix("x-")] = not weight or bool(_WEIGHT.fullmatch(weight))
    return weights.get("gzip", weights["*"])


def _listed(request: Request, name: str) -> list[str]:
    """Return the elements of a header that is a list."""
    return [element.strip() for element in ",".join(request.headers.get_all(name)).split(",")]


def _protect(headers: Headers, host: str, *, secure: bool) -> None:
    """Let the page load what comes from here, reach nothing but this server, and be shown in no other page."""
    policy = {
        "default-src": "'none'",
        "script-src": "'self'",
        "style-src": "'self'",
        "img-src": "'self'",
        "connect-src": f"'self' ws://{host} wss://{host}",
        "base-uri": "'none'",
        "form-action": "'none'",
        "frame-ancestors": "'none'",
    }
    headers["Content-Security-Policy"] = "; ".join(f"{what} {where}" for what, where in policy.items())
    headers["X-Content-Type-Options"] = "nosniff"
    headers["X-Frame-Options"] = "DENY"
    headers["Referrer-Policy"] = "no-referrer"
    headers["Cross-Origin-Resource-Policy"] = "same-origin"
    if secure:  # a browser complains of it elsewhere
        headers["Cross-Origin-Opener-Policy"] = "same-origin"


def _sentence(status: HTTPStatus, sentence: str, headers: Mapping[str, str] | None = None) -> Response:
    answer = _response(status, _TEXT, f"coinche-server: {sentence}\n".encode())
    answer.headers.update(headers or {})
    return answer


def _response(status: HTTPStatus, content_type: str, body: bytes) -> Response:
    headers = Headers()
    headers["Content-Type"] = content_type
    headers["Content-Length"] = str(len(body))
    headers["Cache-Control"] = "no-cache"
    headers["Connection"] = "close"
    return Response(status.value, status.phrase, headers, body)


def _without_body(answer: Response) -> Response:
    return Response(answer.status_code, answer.reason_phrase, answer.headers, b"")
