"""Verifies the record of a match without a line of the game's own code: python verify.py FILE [KEY]

Checks how every pack was shuffled, that no deal is missing and the scores add up to the end, the chain of lines, and
the signature under it: of the server with that public key, else of the one that the first line names. Does not know the
rules of the game; `coinche-record verify` does."""

import hmac
import json
import sys
from functools import reduce
from hashlib import sha256, sha512
from pathlib import Path

PACK = [rank + suit for suit in "SHDC" for rank in ("7", "8", "9", "10", "J", "Q", "K", "A")]
P, L = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493  # the field of the curve, the order of its group
D, ROOT = -121665 * pow(121666, -1, P) % P, pow(2, (P - 1) // 4, P)


def add(p: tuple, q: tuple) -> tuple:
    a, b, c, d = (p[1] - p[0]) * (q[1] - q[0]), (p[1] + p[0]) * (q[1] + q[0]), 2 * p[3] * q[3] * D, 2 * p[2] * q[2]
    return (b - a) * (d - c) % P, (d + c) * (b + a) % P, (d - c) * (d + c) % P, (b - a) * (b + a) % P


def times(n: int, p: tuple) -> tuple:
    return add(times(n >> 1, add(p, p)), p if n & 1 else (0, 1, 1, 0)) if n else (0, 1, 1, 0)


def point(text: bytes) -> tuple:
    sign, y = divmod(int.from_bytes(text, "little"), 2**255)
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    root = pow(square, (P + 3) // 8, P)
    x = root if (root * root - square) % P == 0 else root * ROOT % P
    if (x * x - square) % P or y >= P:
        raise ValueError("this is no point of the curve")
    x = x if x & 1 == sign else P - x
    return x, y, 1, x * y % P


def is_signed(key: bytes, message: bytes, signature: bytes) -> bool:
    s, base = int.from_bytes(signature[32:], "little"), point((4 * pow(5, -1, P) % P).to_bytes(32, "little"))
    k = int.from_bytes(sha512(signature[:32] + key + message).digest(), "little") % L
    a, b = times(s, base), add(point(signature[:32]), times(k, point(key)))
    return len(signature) == 64 and s < L and all((a[i] * b[2] - b[i] * a[2]) % P == 0 for i in (0, 1))


def shuffled(key: bytes) -> list:
    blocks = (hmac.digest(key, block.to_bytes(8, "big"), "sha256") for block in range(1000))
    numbers, pack = (int.from_bytes(block[at : at + 4], "big") for block in blocks for at in range(0, 32, 4)), PACK[:]
    for size in range(32, 1, -1):
        other = next(number for number in numbers if number < 2**32 // size * size) % size
        pack[size - 1], pack[other] = pack[other], pack[size - 1]
    return pack


def wrong_shuffle(header: dict, line: dict, dealer: str, cutter: str) -> str:
    if "fair" not in line:
        gathered = header["rules"]["table"]["shuffle"] == "never" and line["deal"] > 1
        return "" if gathered else "the pack was shuffled, and nothing shows how"
    fair, secret = line["fair"], bytes.fromhex(line["fair"]["secret"])
    words = [str(line["deal"]), dealer, *(fair["names"][seat] for seat in "NESW"), fair["shares"]]
    parts = [*(bytes.fromhex(header[key]) for key in ("signer", "id")), *(word.encode() for word in words)]
    context = b"".join(len(part).to_bytes(4, "big") + part for part in parts)
    bound = sha256(b"coinche/commit/v1" + secret + context).digest()
    if bound.hex() != fair["commitment"]:
        return "the secret is not the one that the server was bound to"
    if not set(fair["pledges"]) <= set(fair["given"]) == set({"cutter": cutter, "all": "NESW"}[fair["shares"]]):
        return "the shares are not those of the players who are asked"
    for seat, given in fair["given"].items():
        share, pledge = bytes.fromhex(given["share"]), fair["pledges"].get(seat)
        substitute = sha256(b"coinche/substitute/v1" + secret + context + seat.encode()).digest()
        pledged = sha256(b"coinche/pledge/v1" + bound + seat.encode() + share).hexdigest()
        if given["substitute"] and share != substitute:
            return f"the substitute for {seat} does not follow from the secret"
        if not given["substitute"] and pledge != pledged and (pledge or fair["shares"] == "all"):
            return f"the share of {seat} is not the one that was pledged"
    shares = b"".join(bytes.fromhex(fair["given"][seat]["share"]) for seat in "NESW" if seat in fair["given"])
    key = hmac.digest(hmac.digest(b"coinche/shuffle/v1", secret + shares, "sha256"), context + b"\x01", "sha256")
    return "" if shuffled(key) == line["pack"] else "the pack is not the one that follows from the shares"


def unlike(pairs: list) -> dict:
    keys = [key for key, _ in pairs]
    if twice := [key for key in keys if keys.count(key) > 1]:
        raise ValueError(f"the key {twice[0][:40]!r} stands there twice")
    return dict(pairs)


def parsed(lines: list) -> list:
    return [json.loads(line, object_pairs_hook=unlike) for line in lines]


def gap(header: dict, rest: list) -> str:
    deals, results = ([line for line in rest if key in line and "event" not in line] for key in ("pack", "result"))
    if not deals:
        return "there is no deal in it"
    if not [line["deal"] for line in deals] == [line["deal"] for line in results] == list(range(1, len(deals) + 1)):
        return "its deals are not all there, each with its result"
    totals = {team: sum(line["scores"][team] for line in results) for team in ("NS", "EW")}
    if "winner" not in rest[-2] or not rest[-2]["totals"] == results[-1]["totals"] == totals:
        return "it does not end with what its deals come to"
    rules, played = header["rules"]["match"], sum(line["result"] != "thrown_in" for line in results)
    over = played >= rules["length"] if rules.get("length") else max(totals.values()) >= rules["target"]
    return "" if over else "it ends before the match does"


def flaws(lines: list, signer: str | None = None):
    header, *rest = parsed(lines)
    if why := gap(header, rest):
        yield why
        return
    if signer and signer.lower() != header["signer"]:
        yield "line 1: another server has signed it than the one you named"
    first = next(line for line in rest if "pack" in line)
    if "fair" in first and first["fair"]["names"] != header["seats"]:
        yield "line 1: the names are not those for whom the first deal was shuffled"
    way = {"clockwise": "NESW", "anticlockwise": "NWSE"}[header["rules"]["table"]["direction"]]
    for number, line in enumerate(rest, 2):
        if "pack" in line:
            turn = (way.index(header["dealer"]) + line["deal"] - 1) % 4
            if why := wrong_shuffle(header, line, dealer=way[turn], cutter=way[turn - 1]):
                yield f"line {number}: {why}"
    head = reduce(lambda head, line: sha256(head + line).digest(), lines[:-1], sha256(b"coinche/record/v2").digest())
    key, signature = bytes.fromhex(header["signer"]), bytes.fromhex(rest[-1].get("signature", ""))
    if rest[-1].get("head") != head.hex() or not is_signed(key, b"coinche/signed-record/v1" + head, signature):
        yield f"line {len(lines)}: the lines before it are not what that server has signed"


def summary(lines: list, signer: str | None = None) -> str:
    deals = [line for line in parsed(lines) if "pack" in line]
    given = [line["fair"]["given"].values() for line in deals if "fair" in line]
    own = sum(not all(share["substitute"] for share in shares) for shares in given)
    named = ", the key that you named"
    unnamed = "; you named no key, so anybody may have made this record, with a key of their own"
    return (
        f"proven: {len(deals)} deals, {own} of them shuffled with shares of players, {len(given) - own} by the server "
        f"alone, {len(deals) - len(given)} with the pack gathered; signed by {parsed(lines)[0]['signer']}"
        f"{named if signer else unnamed}"
    )


if __name__ == "__main__":
    try:
        lines = Path(sys.argv[1]).read_bytes().removesuffix(b"\n").split(b"\n")
        found = list(flaws(lines, *sys.argv[2:3]))
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        found = [f"this is no record that proves anything: {error!r}"]
    print("\n".join(found) or summary(lines, *sys.argv[2:3]))
    sys.exit(bool(found))
