"""Verify that a record proves itself, and put the result into sentences.

The engine checks the record and the signature; the sentences name the signer, or the flaw.
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
from coinche.text.catalog import Words
from coinche.text.language import Language

from .texts import RecordText, notation


class Wrong(Words):
    """A sentence for each `Flaw`, by its name."""

    COMMITMENT = (
        "le secret du serveur n'est pas celui qu'il avait scellé pour cette donne",
        "the server's secret is not the one it had committed to for this deal",
    )
    ASKED = (
        "les parts du mélange ne viennent pas des bons joueurs",
        "the shares of the shuffle are not from the right players",
    )
    PLEDGE = (
        "la part d'un joueur n'est pas celle qu'il avait scellée",
        "a player's share is not the one they had committed to",
    )
    SUBSTITUTE = (
        "une part de remplacement a été choisie : elle ne vient pas du secret du serveur",
        "a replacement share was chosen: it does not come from the server's secret",
    )
    PACK = ("le paquet n'est pas celui que donnent les parts", "the pack is not the one that the shares give")
    UNSHOWN = (
        "les cartes ont été mélangées, mais la preuve du mélange manque",
        "the cards were shuffled, but the proof of the shuffle is missing",
    )
    NOTHING_SHUFFLED = (
        "le paquet a été ramassé sans mélange, et pourtant il y a des parts",
        "the pack was gathered without a shuffle, and yet there are shares",
    )
    UNSIGNED = (
        "cette partie n'est pas signée : elle ne prouve rien",
        "this record is not signed: it proves nothing",
    )
    NO_DEALS = ("la partie n'a aucune donne : elle ne prouve rien", "the match has no deals, so it proves nothing")
    NAMES = (
        "ce ne sont pas les joueurs pour qui la première donne a été mélangée",
        "these are not the players for whom the first deal was shuffled",
    )
    UNFINISHED = ("l'enregistrement s'arrête avant la fin de la partie", "the record stops before the end of the match")
    UNSEALED = (
        "la dernière ligne, celle de la signature, manque",
        "the last line, with the signature, is missing",
    )
    CHAIN = ("la partie a été modifiée après la signature", "the record was changed after it was signed")
    SIGNATURE = (
        "la signature n'est pas celle du serveur nommé à la première ligne",
        "the signature is not that of the server named in the first line",
    )
    SIGNER = (
        "la partie est signée par un autre serveur que celui que vous avez indiqué",
        "the record is signed by a server other than the one you named",
    )


@dataclass(frozen=True, slots=True)
class RecordVerdict:
    """The result of a verification, and its sentences."""

    holds: bool
    said: tuple[str, ...]


def verdict(lines: Sequence[str], file: str, signer: bytes | None, language: Language) -> RecordVerdict:
    """Verify the record in those lines. BadRecord where they are no record.

    `signer` is the key of the server that must have signed; None accepts any server's.
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
    """The flaw of the content, then the flaw of the signature; the same flaw is told once."""
    match wrong:
        case RecordUnproven(line=line, flaw=flaw):
            yield _flawed(flaw, line, file, language)
        case RecordError():
            yield RecordText.DIFFERS.within(language).format(file=file, line=wrong.line, why=wrong.why)
    if seal is not None and not (isinstance(wrong, RecordUnproven) and wrong.flaw is seal):
        yield _flawed(seal, _LINE_OF.get(seal, last), file, language)


_LINE_OF = {Flaw.UNSIGNED: 1, Flaw.SIGNER: 1}
"""The lines of flaws of the signature that are not in the last line."""


def _flawed(flaw: Flaw, line: int, file: str, language: Language) -> str:
    why = Wrong[flaw.name].within(language)
    return RecordText.UNPROVEN.within(language).format(file=file, line=line, why=why)


_BY = {Shares.CUTTER: RecordText.BY_CUTTER, Shares.ALL: RecordText.BY_ALL}


_ASKED = {Shares.CUTTER: 1, Shares.ALL: len(Seat)}


def _by_nobody(shown: Proven, shares: Shares) -> int:
    """The number of deals with a substitute for everybody who was asked for a share."""
    substituted = Counter(each.deal for each in shown.substitutes)
    return sum(count == _ASKED[shares] for count in substituted.values())


def _proven(shown: Proven, file: str, language: Language) -> Iterator[str]:
    counts, face = [], notation(language)
    for shares, count in shown.fair.items():
        alone = _by_nobody(shown, shares)
        counts += [_BY[shares].within(language).format(count=count - alone)] if count > alone else []
        counts += [RecordText.ALONE.within(language).format(count=alone)] if alone else []
    if shown.gathered:
        counts.append(RecordText.GATHERED.within(language).format(count=shown.gathered))
    deals = sum(shown.fair.values()) + shown.gathered
    yield RecordText.PROVEN.within(language).format(file=file, deals=deals, counts=", ".join(counts))
    for each in shown.substitutes:
        yield "  " + RecordText.SUBSTITUTE.within(language).format(deal=each.deal, seat=face.short_seat(each.seat))
    for renamed in shown.renamed:
        yield "  " + RecordText.RENAMED.within(language).format(
            deal=renamed.deal, seat=face.short_seat(renamed.seat), name=renamed.name
        )


def _signed(record: Record, *, named: bool, language: Language) -> str:
    """The sentence that names the signer; `named` says that the user asked for that signer."""
    assert record.header.provenance is not None
    says = RecordText.SIGNED_BY_NAMED if named else RecordText.SIGNED_BY
    return "  " + says.within(language).format(key=record.header.provenance.signer.hex())
