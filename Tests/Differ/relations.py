"""What is equal, equivalent and ordered by FHIRPath 2.0 (its sections 6.1 and 6.2), for repairs of the other engine."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from fhirpathpy.engine import nodes, util

DATE = re.compile(
    r"^(?:(\d{4})(?:-(\d\d)(?:-(\d\d))?)?)?T?(?:(\d\d)(?::(\d\d)(?::(\d\d(?:\.\d+)?))?)?)?(Z|[+-]\d\d:\d\d)?$"
)
DATE_TYPES = ("date", "dateTime", "time")
FURTHEST_ZONE = timedelta(hours=14)


class Unordered(Exception):
    """Two values that have no order, such as a text and a number."""


@dataclass(frozen=True)
class Date:
    """The parts that are written of a date, a date and time, or a time, and how far it is ahead of UTC."""

    parts: tuple[Decimal, ...]
    is_time: bool
    offset: timedelta | None

    @classmethod
    def read(cls, text: str) -> "Date":
        found = DATE.match(text)
        if found is None:
            raise Unordered(f"{text} is no date")
        *parts, zone = found.groups()
        offset = None
        if zone:
            hours, minutes = (0, 0) if zone == "Z" else map(int, zone[1:].split(":"))
            offset = timedelta(hours=hours, minutes=minutes) * (-1 if zone[0] == "-" else 1)
        written = tuple(Decimal(part) for part in parts if part is not None)
        return cls(written, found[1] is None, offset)

    @property
    def moment(self) -> datetime:
        """The first moment that it can mean, without the fraction of its second."""
        whole = [int(part) for part in self.parts]
        return datetime(*(whole + [1, 1, 1][len(whole) :])) - (self.offset or timedelta())

    @property
    def last(self) -> datetime:
        spans = {4: timedelta(hours=1), 5: timedelta(minutes=1), 6: timedelta()}
        return self.moment + spans[len(self.parts)]

    @property
    def in_utc(self) -> tuple[Decimal, ...]:
        moment = self.moment
        moved = [moment.year, moment.month, moment.day, moment.hour, moment.minute]
        return (*map(Decimal, moved[: len(self.parts)]), *self.parts[5:])

    @property
    def has_time(self) -> bool:
        return not self.is_time and len(self.parts) > 3

    def order(self, other: "Date") -> int | None:
        """-1, 0 or 1; None where it is not known. Of a time and a date, `Unordered`."""
        if self.is_time != other.is_time:
            raise Unordered("a date and a time")
        left, right = self.parts, other.parts
        if self.has_time and other.has_time:
            if (self.offset is None) != (other.offset is None):
                if self.last + FURTHEST_ZONE < other.moment:
                    return -1
                return 1 if other.last + FURTHEST_ZONE < self.moment else None
            if self.offset is not None:
                left, right = self.in_utc, other.in_utc
        for mine, theirs in zip(left, right):
            if mine != theirs:
                return -1 if mine < theirs else 1
        return 0 if len(left) == len(right) else None


UNITS: dict[str, tuple[str, Decimal]] = {
    "'mg'": ("mass", Decimal(1)),
    "'g'": ("mass", Decimal(1000)),
    "'kg'": ("mass", Decimal(1000000)),
    "'cm'": ("length", Decimal(1)),
    "'m'": ("length", Decimal(100)),
    "'d'": ("time", Decimal(1)),
    "day": ("time", Decimal(1)),
    "'wk'": ("time", Decimal(7)),
    "week": ("time", Decimal(7)),
    "month": ("calendar", Decimal(1)),
    "year": ("calendar", Decimal(12)),
}


@dataclass(frozen=True)
class Amount:
    """A number and its unit, words of the calendar in the singular and codes in quotes."""

    number: Decimal
    unit: str

    def aligned(self, other: "Amount") -> tuple[Decimal, Decimal] | None:
        """Both numbers in one unit; None where the units have nothing in common."""
        if self.unit == other.unit:
            return self.number, other.number
        mine, theirs = UNITS.get(self.unit), UNITS.get(other.unit)
        if mine is None or theirs is None or mine[0] != theirs[0]:
            return None
        return self.number * mine[1], other.number * theirs[1]


def plain(item: Any) -> Any:
    """A value as a bool, int, Decimal, str, Date, Amount, or the mapping that an element is."""
    data = util.get_data(item)
    match data:
        case nodes.FP_TimeBase():
            return Date.read(data.asStr)
        case nodes.FP_Quantity():
            unit = data.unit if data.unit.startswith("'") else data.unit.removesuffix("s")
            return Amount(Decimal(data.value), unit)
        case str() if getattr(item, "path", None) in DATE_TYPES:
            return Date.read(data)
        case Mapping() if "value" in data and "unit" in data:
            return Amount(Decimal(data["value"]), f"'{data.get('code', data['unit'])}'")
    return data


def is_number(value: Any) -> bool:
    return isinstance(value, (int, Decimal)) and not isinstance(value, bool)


def amount(value: Any) -> Any:
    """A number as a quantity without a unit, where it meets one (the table of section 5.5)."""
    return Amount(Decimal(value), "'1'") if is_number(value) else value


def is_equal(left: Any, right: Any) -> bool | None:
    """`=` of two items; None where it gives empty."""
    left, right = plain(left), plain(right)
    if isinstance(left, Date) and isinstance(right, Date):
        order = 0 if left.is_time != right.is_time else left.order(right)
        return None if order is None else order == 0 and left.is_time == right.is_time
    if isinstance(left, Amount) or isinstance(right, Amount):
        left, right = amount(left), amount(right)
        if not (isinstance(left, Amount) and isinstance(right, Amount)):
            return False
        both = left.aligned(right)
        return None if both is None else both[0] == both[1]
    if is_number(left) and is_number(right):
        return left == right
    return type(left) is type(right) and left == right


def order(left: Any, right: Any) -> int | None:
    """-1, 0 or 1; None where it gives empty.

    Raises: Unordered.
    """
    left, right = plain(left), plain(right)
    if isinstance(left, Date) and isinstance(right, Date):
        return left.order(right)
    if isinstance(left, Amount) or isinstance(right, Amount):
        left, right = amount(left), amount(right)
        if not (isinstance(left, Amount) and isinstance(right, Amount)):
            raise Unordered("a quantity and something else")
        both = left.aligned(right)
        if both is None:
            return None
        left, right = both
    elif not (is_number(left) and is_number(right)):
        if not (isinstance(left, str) and isinstance(right, str)):
            raise Unordered("two values of different kinds, or of one without order")
    return (left > right) - (left < right)


def _digits(value: Decimal) -> int:
    """How many digits stand behind the point, without zeros at the end."""
    return max(0, -Decimal(value).normalize().as_tuple().exponent)


def is_equivalent(left: Any, right: Any) -> bool:
    """`~` of two items."""
    left_value, right_value = plain(left), plain(right)
    if isinstance(left_value, str) and isinstance(right_value, str):
        return _folded(left_value) == _folded(right_value)
    if is_number(left_value) and is_number(right_value):
        step = Decimal(1).scaleb(-min(_digits(left_value), _digits(right_value)))
        rounded = [Decimal(v).quantize(step, ROUND_HALF_UP) for v in (left_value, right_value)]
        return rounded[0] == rounded[1]
    return is_equal(left, right) is True


def _folded(text: str) -> str:
    return " ".join(text.lower().split())


def is_same(left: Any, right: Any) -> bool:
    """Whether two items are one for `|`, `distinct` and the like.

    Items and answers are told apart by their place (decision 0053), which is where the same mapping lies.
    """
    pair = [util.get_data(left), util.get_data(right)]
    if any(isinstance(data, Mapping) and "code" not in data and "unit" not in data for data in pair):
        return pair[0] is pair[1]
    return is_equal(left, right) is True


def distinct(items: list[Any]) -> list[Any]:
    found: list[Any] = []
    for item in items:
        if not any(is_same(item, other) for other in found):
            found.append(item)
    return found
