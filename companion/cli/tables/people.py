"""What the measuring asks of the croupier: how the deal being played really is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from companion.cli.croupier import Croupier
from companion.deal import Deal
from companion.referee import Finding
from companion.requests import Act
from companion.sitting import Sitting
from companion.table import Seat


@dataclass(frozen=True)
class Planted:
    """Something against the rules that the people did on purpose."""

    seat: Seat | None
    rule: str
    act: Act


def real_deal(croupier: Croupier) -> Deal | None:
    """The deal that is being played as it really is; None before it has begun."""
    return croupier.reality.now[0] if croupier.ledgers else None


def planted(croupier: Croupier) -> tuple[Planted, ...] | None:
    """The breaches of this deal."""
    if not croupier.ledgers:
        return ()
    ledger = croupier.ledgers[-1]
    acts = {deed.id: deed.act for deed in ledger.deeds}
    return tuple(Planted(seat, rule, acts[deed]) for deed, seat, rule in ledger.planted if deed in acts)


def found(planted: Sequence[Planted], sitting: Sitting | None, refused: Sequence[tuple[Seat | None, str]]) -> int:
    """How many of them the product has found or refused."""
    if sitting is None or not sitting.match.deals:
        return 0
    told = named(sitting.deal.table.findings) + Counter(refused)
    return (told & Counter((one.seat, one.rule) for one in planted)).total()


def settle(croupier: Croupier) -> None:
    """The deal is over: let the table come to rest."""


def accidents(croupier: Croupier) -> tuple[str, ...]:
    """What happened by accident in this deal."""
    return tuple(croupier.ledgers[-1].accidents) if croupier.ledgers else ()


def named(findings: Iterable[Finding]) -> Counter[tuple[Seat | None, str]]:
    """Findings as player and rule."""
    return Counter((finding.seat, finding.rule) for finding in findings)
