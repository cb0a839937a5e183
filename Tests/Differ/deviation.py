"""What a deviation of fhirpathpy is, and how it is repaired for a while."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import comparison
from evaluation import Wrap
from fhirpathpy.engine.invocations import invocation_registry


@dataclass(frozen=True)
class Repair:
    """A function of a table or a module of fhirpathpy, and what makes the right one of it."""

    place: Any
    name: str
    wrap: Wrap
    without: str = ""
    """A key of the table's entry that the right function has no use for."""

    def apply(self) -> Callable[[], None]:
        """Replaces the function, and returns what puts it back."""
        if isinstance(self.place, ModuleType):
            old = getattr(self.place, self.name)
            setattr(self.place, self.name, self.wrap(old))
            return lambda: setattr(self.place, self.name, old)
        entry = self.place[self.name]
        is_registry = self.place is invocation_registry
        if is_registry:
            kept = {key: value for key, value in entry.items() if key != self.without}
            self.place[self.name] = {**kept, "fn": self.wrap(entry["fn"])}
        else:
            self.place[self.name] = self.wrap(entry)
        return lambda: self.place.__setitem__(self.name, entry)


@dataclass(frozen=True)
class Deviation:
    """Something in which fhirpathpy is wrong, or decides otherwise than we do."""

    name: str
    reason: str
    repairs: tuple[Repair, ...]


@contextmanager
def repaired(deviations: Sequence[Deviation]) -> Iterator[None]:
    """Lets fhirpathpy do right in some of its deviations."""
    undoing = [repair.apply() for deviation in deviations for repair in deviation.repairs]
    try:
        yield
    finally:
        for undo in reversed(undoing):
            undo()


def named(**wraps: Wrap) -> tuple[Repair, ...]:
    """Repairs of functions and operators by their names in an expression."""
    return tuple(Repair(invocation_registry, name, wrap) for name, wrap in wraps.items())


def comparisons(narrow: Callable[[Wrap], Wrap]) -> tuple[Repair, ...]:
    """Repairs of all comparisons, as far as they are meant."""
    wraps = {
        "=": comparison.equality(False), "!=": comparison.equality(True),
        "~": comparison.equivalence(False), "!~": comparison.equivalence(True),
        "<": comparison.ordering(lambda order: order < 0), "<=": comparison.ordering(lambda order: order <= 0),
        ">": comparison.ordering(lambda order: order > 0), ">=": comparison.ordering(lambda order: order >= 0),
    }  # fmt: skip
    return named(**{name: narrow(wrap) for name, wrap in wraps.items()})
