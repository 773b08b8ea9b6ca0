"""Verify that a record proves itself, and say the result in sentences.

The engine checks the record and the signature; the sentences say whose signature it is, or why the record proves
nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from coinche.engine.fair import Flaw, Shares
from coinche.engine.record import Record, RecordError, RecordUnproven
from coinche.engine.record_lines import read_record
from coinche.engine.record_verification import Proven, proven
from coinche.engine.seats import Seat
from coinche.protocol import record_signature
from coinche.text.catalog import Language, Words

from .texts import RecordText


class Wrong(Words):
    """One member for each `Flaw`, by its name."""

    COMMITMENT = (
        "le secret du serveur n'est pas celui auquel il s'était engagé, ou pas pour cette donne",
        "the server's secret is not the one that it was bound to, or it was not for this deal",
    )
    ASKED = (
        "ces parts ne sont pas celles des joueurs dont on prend les parts",
        "the shares are not those of the players whose shares are taken",
    )
    PLEDGE = (
        "la part d'un joueur n'est pas celle à laquelle il s'était engagé",
        "a player's share is not the one that he was bound to",
    )
    SUBSTITUTE = (
        "une part de remplacement a été choisie : elle ne découle pas du secret du serveur",
        "a substitute share was chosen: it does not follow from the server's secret",
    )
    PACK = (
        "le paquet n'est pas celui qui découle des parts",
        "the pack is not the one that follows from the shares",
    )
    UNSHOWN = (
        "les cartes ont été mélangées, et rien ne montre comment",
        "the cards were shuffled, and nothing shows how",
    )
    NOTHING_SHUFFLED = (
        "les cartes n'ont été que ramassées, et pourtant il y a des parts",
        "the cards were only gathered, and yet there are shares",
    )
    UNSIGNED = (
        "cette partie n'est pas signée : elle ne prouve rien",
        "this record is not signed: it proves nothing",
    )
    NO_DEALS = (
        "il n'y a aucune donne : cela ne prouve rien",
        "there is no deal in it: it proves nothing",
    )
    NAMES = (
        "ces noms ne sont pas ceux pour qui la première donne a été mélangée",
        "the names are not those for whom the first deal was shuffled",
    )
    UNFINISHED = ("tout s'arrête avant la fin de la partie", "it ends before the match does")
    UNSEALED = (
        "la dernière ligne, celle de la signature, manque",
        "the last line, with the signature, is missing",
    )
    CHAIN = (
        "quelque chose a été changé après la signature : les lignes ne sont pas celles qui ont été signées",
        "something was changed after it was signed: the lines are not those that were signed",
    )
    SIGNATURE = (
        "la signature n'est pas celle du serveur que nomme la première ligne",
        "the signature is not that of the server that the first line names",
    )
    SIGNER = (
        "un autre serveur que celui que vous avez nommé l'a signée",
        "another server has signed it than the one you named",
    )


@dataclass(frozen=True, slots=True)
class RecordVerdict:
    """What a record was found to be, line by line of what is said of it."""

    holds: bool
    said: tuple[str, ...]


def verdict(lines: Sequence[str], file: str, signer: bytes | None, language: Language) -> RecordVerdict:
    """The verdict on the record in those lines. BadRecord where it is none.

    `signer` is the key of the server that is meant; without it any server's will do.
    """
    record = read_record(lines)
    try:
        shown, wrong = proven(record), None
    except RecordError as error:
        shown, wrong = None, error
    seal = record_signature.seal_flaw(lines, record, signer)
    if shown is not None and seal is None:
        said = _proven(shown, file, language)
        return RecordVerdict(True, (*said, _signed(record, named=signer is not None, language=language)))
    return RecordVerdict(False, tuple(_wrong(wrong, seal, len(lines), file, language)))


def _wrong(wrong: RecordError | None, seal: Flaw | None, last: int, file: str, language: Language) -> Iterator[str]:
    """What is wrong with what it says, then what is wrong with its signature; nothing twice."""
    match wrong:
        case RecordUnproven(line=line, flaw=flaw):
            yield _flawed(flaw, line, file, language)
        case RecordError():
            yield RecordText.DIFFERS.within(language).format(file=file, why=wrong)
    if seal is not None and not (isinstance(wrong, RecordUnproven) and wrong.flaw is seal):
        yield _flawed(seal, _LINE_OF.get(seal, last), file, language)


_LINE_OF = {Flaw.UNSIGNED: 1, Flaw.SIGNER: 1}
"""Where other flaws of the seal than those of the last line stand."""


def _flawed(flaw: Flaw, line: int, file: str, language: Language) -> str:
    why = Wrong[flaw.name].within(language)
    return RecordText.UNPROVEN.within(language).format(file=file, line=line, why=why)


_BY = {Shares.CUTTER: RecordText.BY_CUTTER, Shares.ALL: RecordText.BY_ALL}


_ASKED = {Shares.CUTTER: 1, Shares.ALL: len(Seat)}


def _by_nobody(shown: Proven, shares: Shares) -> int:
    """How many deals have a substitute for everybody who was asked."""
    substituted = Counter(each.deal for each in shown.substitutes)
    return sum(count == _ASKED[shares] for count in substituted.values())


def _proven(shown: Proven, file: str, language: Language) -> Iterator[str]:
    counts = []
    for shares, count in shown.fair.items():
        alone = _by_nobody(shown, shares)
        counts += [_BY[shares].within(language).format(count=count - alone)] if count > alone else []
        counts += [RecordText.ALONE.within(language).format(count=alone)] if alone else []
    if shown.gathered:
        counts.append(RecordText.GATHERED.within(language).format(count=shown.gathered))
    deals = sum(shown.fair.values()) + shown.gathered
    yield RecordText.PROVEN.within(language).format(file=file, deals=deals, counts=", ".join(counts))
    for each in shown.substitutes:
        yield "  " + RecordText.SUBSTITUTE.within(language).format(deal=each.deal, seat=each.seat)
    for renamed in shown.renamed:
        yield "  " + RecordText.RENAMED.within(language).format(deal=renamed.deal, seat=renamed.seat, name=renamed.name)


def _signed(record: Record, *, named: bool, language: Language) -> str:
    """Whose signature it is, and whether that was asked for."""
    assert record.header.provenance is not None
    says = RecordText.SIGNED_BY_NAMED if named else RecordText.SIGNED_BY
    return "  " + says.within(language).format(key=record.header.provenance.signer.hex())
