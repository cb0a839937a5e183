"""Repairs of fhirpathpy's comparisons and of what takes items once; see `evaluation`."""

from collections.abc import Callable
from itertools import permutations
from typing import Any

import relations
from evaluation import Function, Wrap, one
from relations import plain


def equality(are_unequal: bool) -> Wrap:
    def repair(inner: Function) -> Function:
        def equal(ctx: Any, left: list[Any], right: list[Any]) -> list[bool]:
            if len(left) != len(right):
                return [are_unequal]
            found = [relations.is_equal(*pair) for pair in zip(left, right)]
            if False in found:
                return [are_unequal]
            return [] if None in found else [not are_unequal]

        return equal

    return repair


def equivalence(are_unequal: bool) -> Wrap:
    def repair(inner: Function) -> Function:
        def equivalent(ctx: Any, left: list[Any], right: list[Any]) -> list[bool]:
            return [_can_be_paired(left, right) != are_unequal]

        return equivalent

    return repair


def _can_be_paired(left: list[Any], right: list[Any]) -> bool:
    if len(left) != len(right):
        return False
    if len(left) > 7:
        return all(map(relations.is_equivalent, left, right))
    return any(all(map(relations.is_equivalent, left, way)) for way in permutations(right))


def ordering(holds: Callable[[int], bool]) -> Wrap:
    def repair(inner: Function) -> Function:
        def compare(ctx: Any, left: list[Any], right: list[Any]) -> list[bool]:
            [a], [b] = one(left), one(right)
            order = relations.order(a, b)
            return [] if order is None else [holds(order)]

        return compare

    return repair


def for_kinds(*kinds: type) -> Callable[[Wrap], Wrap]:
    """Repairs an operator only where an item of such a kind is among its operands."""

    def narrow(repair: Wrap) -> Wrap:
        def narrowed(inner: Function) -> Function:
            right_one = repair(inner)

            def function(ctx: Any, left: Any, right: Any) -> Any:
                is_meant = any(type(plain(item)) in kinds for item in [*left, *right])
                return (right_one if is_meant else inner)(ctx, left, right)

            return function

        return narrowed

    return narrow


def when_several(repair: Wrap) -> Wrap:
    """Repairs an operator only where an operand has several items."""

    def narrowed(inner: Function) -> Function:
        right_one = repair(inner)

        def function(ctx: Any, left: Any, right: Any) -> Any:
            is_meant = len(left) > 1 or len(right) > 1
            return (right_one if is_meant else inner)(ctx, left, right)

        return function

    return narrowed


def is_in(inner: Function) -> Function:
    def function(ctx: Any, item: list[Any], items: list[Any]) -> list[bool]:
        for wanted in one(item):
            return [any(relations.is_equal(wanted, other) is True for other in items)]
        return []

    return function


def contains(inner: Function) -> Function:
    return lambda ctx, items, item: is_in(inner)(ctx, item, items)


def union(inner: Function) -> Function:
    return lambda ctx, left, right: relations.distinct(left + right)


def distinct(inner: Function) -> Function:
    return lambda ctx, items: relations.distinct(items)


def is_distinct(inner: Function) -> Function:
    return lambda ctx, items: [len(relations.distinct(items)) == len(items)]


def intersect(inner: Function) -> Function:
    def function(ctx: Any, left: list[Any], right: list[Any]) -> list[Any]:
        return [a for a in relations.distinct(left) if any(relations.is_same(a, b) for b in right)]

    return function


def exclude(inner: Function) -> Function:
    def function(ctx: Any, left: list[Any], right: list[Any]) -> list[Any]:
        return [a for a in left if not any(relations.is_same(a, b) for b in right)]

    return function
