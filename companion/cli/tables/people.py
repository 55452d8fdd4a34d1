"""What the measuring asks of the croupier: how the deal being played really is, and what was done on purpose."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from companion.cli.croupier import Croupier
from companion.cli.ledger import DealLedger
from companion.deal.deal import Deal
from companion.evening.sitting import Sitting
from companion.referee import Finding
from companion.table.table import Seat


@dataclass(frozen=True)
class Planted:
    """Something against the rules that the people did on purpose."""

    seat: Seat | None
    rule: str
    turned_down: bool = False
    """the product has refused this very act, whatever it called it"""

    @property
    def provable(self) -> bool:
        """Whether what came to light proves it."""
        return bool(self.rule) or self.turned_down


def ledger_of(croupier: Croupier) -> DealLedger | None:
    """What the croupier has written down of this deal; None before it has begun."""
    return croupier.ledgers[-1] if croupier.ledgers else None


def real_deal(croupier: Croupier) -> Deal | None:
    """The deal that is being played as it really is; None before it has begun."""
    return croupier.reality.now[0] if croupier.ledgers else None


def is_over(croupier: Croupier) -> bool:
    """Whether the deal has been played to its end and the table was cleared."""
    ledger = ledger_of(croupier)
    return ledger is not None and ledger.exact is not None


def planted(croupier: Croupier) -> tuple[Planted, ...]:
    """The breaches of this deal."""
    ledger = ledger_of(croupier)
    if ledger is None:
        return ()
    return tuple(
        Planted(seat, ledger.rule_of(number, rule), ledger.turned_down(number)) for number, seat, rule in ledger.planted
    )


def mistakes(croupier: Croupier) -> Counter[tuple[Seat | None, str]]:
    """What lay there for a while by accident and was against the rules: who and which."""
    ledger = ledger_of(croupier)
    return Counter[tuple[Seat | None, str]](ledger.mistakes if ledger is not None else ())


def accidents(croupier: Croupier) -> tuple[str, ...]:
    """What happened by accident in this deal."""
    ledger = ledger_of(croupier)
    return tuple(ledger.accidents) if ledger is not None else ()


def found(planted: Sequence[Planted], sitting: Sitting | None, refused: Sequence[tuple[Seat | None, str]]) -> int:
    """How many of them the product has found or refused."""
    if sitting is None or not sitting.match.deals:
        return 0
    told = named(sitting.deal.table.findings) + Counter(refused)
    others = Counter((one.seat, one.rule) for one in planted if not one.turned_down)
    return sum(one.turned_down for one in planted) + (told & others).total()


def named(findings: Iterable[Finding]) -> Counter[tuple[Seat | None, str]]:
    """Findings as player and rule."""
    return Counter((finding.seat, finding.rule) for finding in findings)
