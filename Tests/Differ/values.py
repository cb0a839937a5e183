"""Values of both engines in one form, so that they can be compared with `==`.

A value is a list of items, and an item a tuple that begins with its kind. Integers and decimals are one kind,
because the other engine tells them apart by their value; so are dates and texts, because it gives the dates of a
resource as texts.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Context, Decimal
from typing import Any

from fhirpathpy.engine import nodes, util

Item = tuple[Any, ...]

# The other engine calculates with 28 digits, ours divides to 34: what both know is compared.
DIGITS = Context(prec=26)

DATE = re.compile(r"^(\d{4}(?:-\d\d(?:-\d\d)?)?)?(T)?(\d\d(?::\d\d(?::\d\d)?)?)?(\.\d+)?(Z|[+-]\d\d:\d\d)?$")


@dataclass(frozen=True)
class Outcome:
    """The items that an expression gives, or that it is refused."""

    items: tuple[Item, ...] | None
    """None where the expression is an error."""
    words: str = ""
    """What the error says."""


def ours(line: Mapping[str, Any]) -> Outcome:
    """The outcome that a line of `ekiben-trials differ` tells."""
    if "error" in line:
        return Outcome(None, line["error"])
    return Outcome(tuple(_our_item(item) for item in line["value"]))


def theirs(value: Any) -> Outcome:
    """The outcome of a value that fhirpathpy gives."""
    return Outcome(tuple(_their_item(item) for item in util.arraify(value)))


def _our_item(item: Mapping[str, Any]) -> Item:
    [(kind, value)] = item.items()
    match kind:
        case "Boolean":
            return ("boolean", value)
        case "Integer" | "Decimal":
            return ("number", number(value))
        case "Quantity":
            return ("quantity", number(value[0]), unit(value[1]))
        case "Element":
            return ("element", tuple((name, _our_item(part)) for name, part in value))
        case _:
            return ("text", text(value))


def _their_item(item: Any) -> Item:
    item = util.get_data(item)
    match item:
        case bool():
            return ("boolean", item)
        case int() | Decimal():
            return ("number", number(item))
        case str():
            return ("text", text(item))
        case nodes.FP_Quantity():
            return ("quantity", number(item.value), unit(item.unit))
        case nodes.FP_TimeBase():
            return ("text", text(item.asStr))
        case Mapping():
            return ("element", tuple(_members(item)))
        case _:
            return ("unknown", repr(item))


def _members(item: Mapping[str, Any]) -> Iterator[tuple[str, Item]]:
    for name, value in item.items():
        # The root says its type beside its elements.
        if name != "resourceType":
            for part in util.arraify(value):
                yield (name, _their_item(part))


def number(value: str | int | Decimal) -> Decimal:
    """A number without what two ways of writing it differ in: zeros at the end, and the sign of 0."""
    return DIGITS.create_decimal(Decimal(value)).normalize(DIGITS) + 0


def unit(written: str) -> str:
    """A unit; words of the calendar in the singular."""
    return written if written.startswith("'") else written.removesuffix("s")


def text(written: str) -> str:
    """A text; of dates and times one of the ways to write one: no zeros at the end, `Z` for no offset."""
    found = DATE.match(written)
    if not found or not (found[1] or found[3]):
        return written
    day, _, time, fraction, zone = found.groups()
    fraction = (fraction or "").rstrip("0").rstrip(".")
    zone = "Z" if zone == "+00:00" else zone or ""
    return (day or "") + ("T" if time else "") + (time or "") + fraction + zone
