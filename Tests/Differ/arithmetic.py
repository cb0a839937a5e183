"""Repairs of how fhirpathpy calculates with numbers, quantities and dates; see `evaluation`."""

from calendar import monthrange
from datetime import date as Day
from datetime import timedelta
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

import relations
from evaluation import Function, Refused, Wrap, one
from fhirpathpy.engine import nodes, util
from relations import Amount, Date, is_number, plain

DAYS = {"day": 1, "'d'": 1, "week": 7, "'wk'": 7}


def rounded(inner: Function) -> Function:
    def function(ctx: Any, items: list[Any], places: Any) -> Any:
        if util.is_empty(places):
            return []
        if not isinstance(places, int) or places < 0:
            raise Refused("no number of places")
        for item in one(items):
            if not is_number(plain(item)):
                raise Refused("no number")
            step = Decimal(1).scaleb(-places)
            value = Decimal(plain(item))
            return value if value == value.quantize(step) else value.quantize(step, ROUND_HALF_UP)
        return []

    return function


def whole(inner: Function) -> Function:
    def function(ctx: Any, items: list[Any]) -> Any:
        found = inner(ctx, items)
        return found if isinstance(found, list) else int(found)

    return function


def to_integer(inner: Function) -> Function:
    def function(ctx: Any, items: list[Any]) -> Any:
        is_decimal = len(items) == 1 and isinstance(plain(items[0]), Decimal)
        return [] if is_decimal else inner(ctx, items)

    return function


def number_of_no_date(inner: Function) -> Function:
    def function(ctx: Any, items: list[Any]) -> Any:
        is_date = len(items) == 1 and isinstance(plain(items[0]), Date)
        return [] if is_date else inner(ctx, items)

    return function


def absolute(inner: Function) -> Function:
    def function(ctx: Any, items: list[Any]) -> Any:
        for item in one(items):
            if isinstance(plain(item), Amount):
                return nodes.FP_Quantity(abs(plain(item).number), plain(item).unit)
        return inner(ctx, items)

    return function


def amount_operand(inner: Function) -> Function:
    def check(item: Any) -> Any:
        return plain(item) if isinstance(plain(item), Amount) else inner(item)

    return check


def multiplication(is_quotient: bool) -> Wrap:
    def repair(inner: Function) -> Function:
        def function(ctx: Any, left: Any, right: Any) -> Any:
            if is_quotient and isinstance(left, Amount) and is_number(right):
                return nodes.FP_Quantity(left.number / right, left.unit) if right else []
            if isinstance(left, Amount) and is_number(right):
                return nodes.FP_Quantity(left.number * right, left.unit)
            if not is_quotient and isinstance(right, Amount) and is_number(left):
                return nodes.FP_Quantity(left * right.number, right.unit)
            return inner(ctx, left, right)

        return function

    return repair


def modulo(inner: Function) -> Function:
    def function(ctx: Any, left: Any, right: Any) -> Any:
        return [] if right == 0 else left - right * int(Decimal(left) / Decimal(right))

    return function


def amounts(sign: int) -> Wrap:
    def repair(inner: Function) -> Function:
        def function(ctx: Any, left: list[Any], right: list[Any]) -> Any:
            [a], [b] = [plain(item) for item in one(left)], [plain(item) for item in one(right)]
            if not isinstance(a, Amount) and not isinstance(b, Amount):
                return inner(ctx, left, right)
            a, b = relations.amount(a), relations.amount(b)
            if not (isinstance(a, Amount) and isinstance(b, Amount)):
                return inner(ctx, left, right)
            both = a.aligned(b)
            if both is None:
                return []
            scale = a.number / both[0] if both[0] else Decimal(1)
            return nodes.FP_Quantity(a.number + sign * both[1] * scale, a.unit)

        return function

    return repair


def date_arithmetic(sign: int) -> Wrap:
    def repair(inner: Function) -> Function:
        def function(ctx: Any, left: list[Any], right: list[Any]) -> Any:
            is_sum = len(left) == 1 and len(right) == 1
            if is_sum and isinstance(plain(left[0]), Date) and isinstance(plain(right[0]), Amount):
                data = util.get_data(left[0])
                text = data.asStr if isinstance(data, nodes.FP_TimeBase) else data
                return nodes.FP_DateTime(_moved(text, plain(right[0]), sign))
            return inner(ctx, left, right)

        return function

    return repair


def _moved(text: str, amount: Amount, sign: int) -> str:
    """A date that is so much later; what is finer than its precision does not count (section 6.7)."""
    day, _, rest = text.partition("T")
    parts = [int(part) for part in day.split("-")]
    count = sign * int(amount.number)
    months = {"year": 12 * count, "month": count}.get(amount.unit, 0)
    if not months and amount.unit not in (*DAYS, "year", "month"):
        raise Refused(f"{amount.unit} is no unit of the calendar")
    days = DAYS.get(amount.unit, 0) * count
    if len(parts) == 1:
        months, days = int(months / 12) * 12 + 12 * int(days / 365), 0
    elif len(parts) == 2:
        months, days = months + int(days / 30), 0
    year, month, date = (parts + [1, 1])[:3]
    year, month = year + (month - 1 + months) // 12, (month - 1 + months) % 12 + 1
    moved = Day(year, month, min(date, monthrange(year, month)[1])) + timedelta(days=days)
    words = [f"{moved.year:04}", f"{moved.month:02}", f"{moved.day:02}"][: len(parts)]
    return "-".join(words) + ("T" + rest if rest else "")
