"""Tests of command lines in two languages: headings, help, and argparse's own errors."""

from __future__ import annotations

import pytest

from coinche.text.command_line import CommandParser, UsageError, usage_error
from coinche.text.language import Language

IN_ENGLISH = UsageError.OTHER.within(Language.FRENCH).partition("{")[0]


def parser(language: Language) -> CommandParser:
    whole = CommandParser(language=language, prog="deal", description="d")
    whole.add_argument("--seed", type=int)
    whole.add_argument("--flag", action="store_true")
    either = whole.add_mutually_exclusive_group()
    either.add_argument("--one", action="store_true")
    either.add_argument("--other", action="store_true")
    commands = whole.add_subparsers(dest="command", required=True, metavar="COMMAND")
    inner = commands.add_parser("show", language=language)
    inner.add_argument("files", nargs="+")
    inner.add_argument("--pair", nargs=2)
    return whole


WRONG: tuple[tuple[list[str], str], ...] = (
    ([], "il manque : COMMAND"),
    (["show"], "il manque : files"),
    (["sing"], "COMMAND : 'sing' n'est pas possible (au choix : "),
    (["--blub", "show", "x"], "argument inconnu : --blub"),
    (["--seed"], "--seed : il manque la valeur"),
    (["--seed", "x", "show", "y"], "--seed : valeur impossible (int) : 'x'"),
    (["--flag=3", "show", "x"], "--flag : cette option ne prend pas de valeur : '3'"),
    (["--one", "--other", "show", "x"], "--other : incompatible avec --one"),
    (["show", "--pair", "x"], "--pair : il faut 2 valeurs"),
    (["--lang", "de", "show", "x"], "--lang : langue inconnue : 'de' (fr ou en)"),
)


@pytest.mark.parametrize(("arguments", "sentence"), WRONG)
def test_an_error_is_in_french(arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        parser(Language.FRENCH).parse_args(arguments)
    said = capsys.readouterr().err
    assert ended.value.code == 2
    assert sentence in said
    assert said.startswith("utilisation : deal ")
    assert IN_ENGLISH not in said
    assert not any(word in said for word in ("usage:", "error:", "argument --"))


@pytest.mark.parametrize(("arguments", "_"), WRONG)
def test_an_error_is_in_english_all_the_same(arguments: list[str], _: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        parser(Language.ENGLISH).parse_args(arguments)
    said = capsys.readouterr().err
    assert said.startswith("usage: deal ")
    assert "'" not in said.partition("\n")[0]


def test_an_error_that_is_not_in_the_table_is_marked_as_english() -> None:
    assert usage_error("the moon is full", Language.FRENCH) == f"{IN_ENGLISH}the moon is full"
    assert usage_error("the moon is full", Language.ENGLISH) == "the moon is full"


@pytest.mark.parametrize("inner", [[], ["show"]])
def test_the_help_is_in_french_throughout(inner: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        parser(Language.FRENCH).parse_args([*inner, "--help"])
    told = capsys.readouterr().out
    assert told.startswith("utilisation : deal ")
    assert "options :" in told
    assert "arguments :" in told
    assert not any(english in told for english in ("usage:", "positional", "show this help", "exit"))
