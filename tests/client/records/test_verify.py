"""Tests of `coinche-record verify` and of the independent verifier: they agree on every record."""

from __future__ import annotations

import importlib.util
import json
import random
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from itertools import product
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from coinche.bot.log import decision_at
from coinche.client.update.replay import of_record
from coinche.engine.fair import Flaw, Shares
from coinche.engine.presets import preset
from coinche.engine.record import ActionLine, BadRecord, Record
from coinche.engine.record_lines import write_record
from coinche.engine.rules.parsing import changed
from coinche.engine.seats import Seat
from coinche.records.cli import AGREED, DIFFERED, MALFORMED, main
from coinche.records.verify import Wrong, verdict
from coinche.text.language import Language
from tests.client.matches import record_text
from tests.engine.fair_recording import fairly_recorded
from tests.engine.recording import NAMES
from tests.signed_records import (
    KEY,
    OTHER_KEY,
    OTHER_SIGNER,
    SIGNER,
    TAMPERED,
    Lines,
    altered,
    line_with,
    lines_of,
    signed_again,
    signed_record,
    without_last_deal,
)

EXAMPLE = Path(__file__).parents[3] / "examples" / "verify.py"
RECORD = signed_record(shares=Shares.ALL)
LINES = lines_of(RECORD)


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[object, str, str]:
    """Exit code, standard output and standard error."""
    with pytest.raises(SystemExit) as ended:
        main(["verify", *map(str, arguments), "--lang", "en"])
    printed = capsys.readouterr()
    return ended.value.code, printed.out, printed.err


def independently(file: Path, *key: str) -> tuple[int, str]:
    """The same of the example, in a Python that finds none of our modules."""
    done = subprocess.run(
        [sys.executable, "-I", "-S", str(EXAMPLE), str(file), *key], capture_output=True, encoding="utf-8", check=False
    )
    return done.returncode, done.stdout


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "match.jsonl"
    path.write_text(write_record(RECORD), encoding="utf-8", newline="\n")
    return path


def put(file: Path, lines: Lines) -> Path:
    file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8", newline="\n")
    return file


@pytest.mark.parametrize(
    "record",
    [
        signed_record(seed, rules, shares)
        for seed, (rules, shares) in enumerate(product(("ffb", "contree", "ibelote", "bridgee"), Shares))
    ],
    ids=lambda record: record.seal.head.hex()[:6],
)
def test_both_verifiers_accept_a_record_of_any_rules(
    record: Record, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    put(file, lines_of(record))
    code, out, err = run(capsys, file, "--signer", SIGNER.hex())
    assert (code, err) == (AGREED, "")
    assert "match.jsonl: proven." in out
    code, said = independently(file, SIGNER.hex())
    assert (code, said.startswith("proven: ")) == (0, True)


@pytest.mark.parametrize("tampering", TAMPERED)
@pytest.mark.parametrize("record", [RECORD, signed_record(shares=Shares.CUTTER)], ids=["all", "cutter"])
def test_both_verifiers_refuse_a_record_that_was_tampered_with(
    tampering: str, record: Record, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    put(file, TAMPERED[tampering](lines_of(record)))
    code, out, err = run(capsys, file)
    assert (code, out, err.startswith("match.jsonl")) == (DIFFERED, "", True)
    refused, said = independently(file)
    assert (refused, "proven" in said.splitlines()) == (1, False)


PACK, RESULT = line_with(LINES, "pack") + 1, line_with(LINES, "result", 1) + 1
LAST = len(LINES)
CHANGED = f"line {LAST}: the record was changed after it was signed"


@pytest.mark.parametrize(
    ("tampering", "sentences"),
    [
        ("a card", [f"line {PACK}: the pack is not the one that the shares give", CHANGED]),
        ("a share", [f"line {PACK}: a player's share is not the one they had committed to", CHANGED]),
        ("a score", [f"line {RESULT}: the engine differs: it comes to ", CHANGED]),
        ("deals swapped", [f"line {PACK}: the server's secret is not the one it had committed to", CHANGED]),
        (
            "truncated",
            [
                f"line {RESULT}: the engine differs: it comes to",
                f"line {RESULT - 1}: the last line, with the signature",
            ],
        ),
        ("another's signature", [f"line {LAST}: the signature is not that of the server named in the first line"]),
        ("another's signature and name", [f"line {PACK}: the server's secret is not the one it had committed to"]),
    ],
)
def test_what_is_wrong_is_said_with_its_line(
    tampering: str, sentences: list[str], file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, _, err = run(capsys, put(file, TAMPERED[tampering](LINES)))
    said = err.splitlines()
    assert len(said) == len(sentences)
    assert all(sentence in line for sentence, line in zip(sentences, said, strict=True))


def test_a_record_of_another_server_is_refused_where_one_is_named(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _, err = run(capsys, file, "--signer", OTHER_SIGNER.hex())
    assert (code, err) == (
        DIFFERED,
        "match.jsonl, line 1: the record is signed by a server other than the one you named.\n",
    )
    assert independently(file, OTHER_SIGNER.hex())[0] == 1


def test_a_server_that_signs_what_is_not_true_is_refused(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The signature is good; the score is none."""
    put(file, signed_again(TAMPERED["a score"](LINES), KEY))
    code, _, err = run(capsys, file)
    assert (code, len(err.splitlines()), "it comes to" in err) == (DIFFERED, 1, True)


# --- what a signature does not mend --------------------------------------------------------------------


def without_deals(lines: Lines) -> Lines:
    return [lines[0], lines[-1]]


def with_an_end_alone(lines: Lines) -> Lines:
    return [lines[0], '{"winner":"NS","totals":{"NS":2000,"EW":0}}', lines[-1]]


def with_another_name(lines: Lines) -> Lines:
    return altered(lines, 0, lambda values: values["seats"].update(N="Zoé"))


@pytest.mark.parametrize("key", [KEY, OTHER_KEY], ids=["the server's own", "another's"])
@pytest.mark.parametrize(
    ("cheat", "sentence", "other"),
    [
        (without_deals, "the match has no deals, so it proves nothing", "there is no deal in it"),
        (with_an_end_alone, "line 2: ", "there is no deal in it"),
        (without_last_deal, "line ", "it ends before the match does"),
        (
            with_another_name,
            "line 1: these are not the players for whom the first deal was shuffled",
            "line 1: the names are not those for whom the first deal was shuffled",
        ),
    ],
)
def test_both_verifiers_refuse_what_was_signed_and_is_not_a_whole_match_of_those_who_are_named(
    cheat: Callable[[Lines], Lines],
    sentence: str,
    other: str,
    key: Ed25519PrivateKey,
    file: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    put(file, signed_again(cheat(LINES), key))
    code, out, err = run(capsys, file)
    assert (code, out, sentence in err) == (DIFFERED, "", True), err
    code, out = independently(file)
    assert (code, other in out, "proven" in out) == (1, True, False), out


@pytest.mark.parametrize("at", [0, 1, line_with(LINES, "result")])
def test_both_verifiers_refuse_a_key_that_stands_twice(at: int, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Two programs would read two different matches out of one record."""
    key = next(iter(json.loads(LINES[at])))
    twice = LINES[at].replace("{", f'{{"{key}":1,', 1)
    put(file, signed_again([*LINES[:at], twice, *LINES[at + 1 :]], KEY))
    code, _, err = run(capsys, file)
    assert (code, f"line {at + 1}: the key '{key}' stands there twice" in err) == (MALFORMED, True)
    code, out = independently(file)
    assert (code, f"the key '{key}' stands there twice" in out) == (1, True)


def test_both_verifiers_say_of_how_many_deals_what_was_proved_and_whose_signature_it_is(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, out, _ = run(capsys, file, "--signer", SIGNER.hex())
    assert out.splitlines() == [
        "match.jsonl: proven. Deals: 5 (5 with all four shares).",
        f"  Signed by {SIGNER.hex()}, the server you named.",
    ]
    assert independently(file, SIGNER.hex())[1] == (
        "proven: 5 deals, 5 of them shuffled with shares of players, 0 by the server alone, 0 with the pack gathered; "
        f"signed by {SIGNER.hex()}, the key that you named\n"
    )


def test_both_verifiers_say_that_no_signer_was_named(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, file)
    assert out.splitlines()[-1] == (
        f"  Signed by {SIGNER.hex()}. Without --signer this guarantees nothing: anybody can make up a match and sign "
        "it with their own key."
    )
    assert independently(file)[1].endswith(
        f"signed by {SIGNER.hex()}; you named no key, so anybody may have made this record, with a key of their own\n"
    )


def test_a_match_made_up_with_another_key_is_refused_where_the_server_is_named(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = changed(preset("ffb"), {"length": 2})
    made_up = fairly_recorded(rules, random.Random(1), OTHER_SIGNER)
    put(file, signed_again([*lines_of(made_up), ""], OTHER_KEY))
    assert run(capsys, file)[0] == AGREED
    assert run(capsys, file, "--signer", SIGNER.hex())[0] == DIFFERED
    code, said = independently(file, SIGNER.hex())
    assert (code, "line 1: another server has signed it than the one you named" in said) == (1, True)


def test_who_takes_a_seat_during_a_match_is_told(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It is no flaw: names are those of who sits there when a deal is shuffled."""
    rules = changed(preset("ffb"), {"length": 3})
    record = fairly_recorded(rules, random.Random(1), SIGNER, later={**NAMES, Seat.NORTH: "Zoé"})
    put(file, signed_again([*lines_of(record), ""], KEY))
    code, out, _ = run(capsys, file)
    assert code == AGREED
    assert out.splitlines()[1:-1] == ["  From deal 2 on, Zoé plays N."]
    assert independently(file)[0] == 0


def without_shares(lines: Lines) -> Lines:
    return altered(lines, line_with(lines, "pack"), lambda values: values.pop("fair"))


def without_a_pledge(lines: Lines) -> Lines:
    return altered(lines, line_with(lines, "pack"), lambda values: values["fair"]["pledges"].pop("E"))


def without_a_share(lines: Lines) -> Lines:
    def take(values: dict[str, dict[str, dict[str, str]]]) -> None:
        del values["fair"]["given"]["E"], values["fair"]["pledges"]["E"]

    return altered(lines, line_with(lines, "pack"), take)


def with_a_chosen_substitute(lines: Lines) -> Lines:
    return altered(lines, line_with(lines, "pack"), lambda values: values["fair"]["given"]["E"].update(substitute=True))


@pytest.mark.parametrize(
    ("cheat", "sentence"),
    [
        (without_shares, "the cards were shuffled, but the proof of the shuffle is missing"),
        (without_a_pledge, "a player's share is not the one they had committed to"),
        (without_a_share, "the shares of the shuffle are not from the right players"),
        (with_a_chosen_substitute, "a replacement share was chosen"),
    ],
)
def test_a_server_that_signs_an_unfair_shuffle_is_refused(
    cheat: object, sentence: str, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert callable(cheat)
    put(file, signed_again(cheat(LINES), KEY))
    code, _, err = run(capsys, file)
    assert (code, err) == (DIFFERED, f"match.jsonl, line {PACK}: {err.partition(': ')[2]}")
    assert sentence in err
    assert independently(file)[0] == 1


def test_a_match_that_is_signed_before_its_end_is_refused(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    there = line_with(LINES, "pack", 2)
    code, _, err = run(capsys, put(file, signed_again([*LINES[:there], "{}"], KEY)))
    assert (code, f"line {there}: the record stops before the end of the match" in err) == (DIFFERED, True)


def test_substitutes_gathered_packs_and_the_signer_are_told(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    put(file, lines_of(signed_record(2, "contree", Shares.ALL, away=frozenset({Seat.WEST, Seat.NORTH}))))
    code, out, _ = run(capsys, file)
    first, *rest, signed = out.splitlines()
    assert code == AGREED
    assert "(1 with all four shares, 5 not shuffled, with the pack gathered)" in first
    assert rest == [f"  Deal 1: {seat} gave no share of the shuffle; the server replaced it." for seat in ("N", "W")]
    assert signed.startswith(f"  Signed by {SIGNER.hex()}")
    assert independently(file)[1].startswith(
        "proven: 6 deals, 1 of them shuffled with shares of players, 0 by the server alone, 5 with the pack gathered;"
    )


@pytest.mark.parametrize("shares", [Shares.CUTTER, Shares.ALL])
def test_a_deal_to_which_no_player_gave_a_share_is_called_the_servers_alone(
    shares: Shares, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    put(file, lines_of(signed_record(2, "contree", shares, away=frozenset(Seat))))
    _, out, _ = run(capsys, file)
    assert "(1 shuffled by the server alone, " in out.splitlines()[0]
    assert "share" not in out.splitlines()[0]


def test_a_record_that_nobody_signs_proves_nothing(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text(record_text(deals=2), encoding="utf-8")
    code, _, err = run(capsys, file)
    assert (code, err) == (DIFFERED, "match.jsonl, line 1: this record is not signed: it proves nothing.\n")
    assert independently(file)[0] == 1


@pytest.mark.parametrize(
    "lines",
    [
        [*LINES[:-1], LINES[-1][:20]],
        [*LINES, LINES[-1]],
        altered(LINES, 0, lambda values: values.pop("id")),
        altered(LINES, 0, lambda values: values.update(signer="AB" * 32)),
        altered(LINES, 1, lambda values: values.update(fair=5)),
        altered(LINES, 1, lambda values: values["fair"].update(names={"N": "Ann"})),
        altered(LINES, 1, lambda values: values["fair"]["given"].update(N={"share": "00" * 32, "substitute": 1})),
        altered(LINES, 1, lambda values: values["fair"]["pledges"].update(N="zz" * 32)),
        altered(LINES, line_with(LINES, "result"), lambda values: values.update(scores={"NS": 1})),
        altered(LINES, line_with(LINES, "result"), lambda values: values.update(result="won")),
    ],
)
def test_a_malformed_line_ends_with_two(lines: Lines, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, put(file, lines))
    assert (code, err.startswith("match.jsonl, line ")) == (MALFORMED, True)
    assert independently(file)[0] == 1


def test_no_byte_of_a_record_can_be_changed() -> None:
    """A hundred bytes, anywhere: neither verifier lets one pass."""
    spec = importlib.util.spec_from_file_location("verify", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)
    content = write_record(signed_record(deals=1, shares=Shares.ALL)).encode()
    dice = random.Random(5)
    assert list(example.flaws(content.split(b"\n")[:-1])) == []
    for _ in range(100):
        at = dice.randrange(len(content) - 1)
        other = (
            content[:at]
            + bytes([dice.choice([byte for byte in b'0a,"N 7}' if byte != content[at]])])
            + content[at + 1 :]
        )
        assert not _holds(other), at
        with suppress(ValueError, LookupError, TypeError, AttributeError):
            assert list(example.flaws(other.split(b"\n")[:-1])), at


def _holds(content: bytes) -> bool:
    try:
        return verdict(content.decode().split("\n")[:-1], "match.jsonl", None, Language.ENGLISH).holds
    except (BadRecord, UnicodeDecodeError):
        return False


def test_everything_else_that_reads_records_reads_signed_ones(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for command, code in (("replay", AGREED), ("show", AGREED)):
        with pytest.raises(SystemExit) as ended:
            main([command, str(file), "--lang", "en"])
        assert ended.value.code == code
    assert "match.jsonl: agrees, " in capsys.readouterr().out
    match_replay = of_record(file.read_text(encoding="utf-8").splitlines(keepends=True), "match", "")
    assert match_replay.record[-1] == LINES[-1] + "\n"
    first = next(entry for entry in RECORD.entries if isinstance(entry, ActionLine))
    assert decision_at(file, 1).then == str(first.action)


def test_a_key_that_is_none_is_a_sentence(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, file, "--signer", "00")
    assert (code, "'00': a key has 64 hexadecimal digits" in err) == (MALFORMED, True)


def test_every_flaw_has_its_words() -> None:
    assert {flaw.name for flaw in Flaw} == set(Wrong.__members__)


def test_the_example_can_be_read_in_one_go_and_imports_nothing_of_ours() -> None:
    text = EXAMPLE.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 150
    assert not [line for line in text.splitlines() if "import" in line and "coinche" in line]


def test_the_example_knows_a_signature_from_none(file: Path) -> None:
    """Of Ed25519, by its own arithmetic: as `cryptography` has it."""
    for at in (2, 64, 100):
        there = altered(LINES, LAST - 1, lambda values: values.update(signature=_flipped(values["signature"], at)))  # noqa: B023
        assert independently(put(file, there))[0] == 1
    assert independently(put(file, signed_again(LINES, OTHER_KEY)), OTHER_SIGNER.hex())[0] == 1, "line 1 names another"


def _flipped(digits: str, at: int) -> str:
    return f"{digits[:at]}{'0' if digits[at] != '0' else '1'}{digits[at + 1 :]}"
