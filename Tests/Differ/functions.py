"""Repairs of fhirpathpy's functions that walk and that work on texts; see `evaluation`."""

from collections.abc import Iterator, Mapping
from typing import Any

import relations
from evaluation import Function, Refused, one
from fhirpathpy.engine import nodes, util
from fhirpathpy.engine.invocations import navigation
from relations import Amount, Date, is_number, plain


def descendants(inner: Function) -> Function:
    def function(ctx: Any, items: list[Any]) -> list[Any]:
        return list(_below(ctx, items))

    return function


def _below(ctx: Any, items: list[Any]) -> Iterator[Any]:
    for item in items:
        for child in _parts(navigation.children(ctx, [item])):
            yield child
            yield from _below(ctx, [child])


def children(inner: Function) -> Function:
    return lambda ctx, items: _parts(inner(ctx, items))


def _parts(items: list[Any]) -> list[Any]:
    """Without the type that the root says in JSON."""
    return [item for item in items if not (item.propName or "").endswith(".resourceType")]


def repeat(inner: Function) -> Function:
    def function(ctx: Any, items: list[Any], projection: Function) -> list[Any]:
        found: list[Any] = []

        def walk(item: Any) -> None:
            for next_item in projection(item):
                if not any(relations.is_same(next_item, other) for other in found):
                    found.append(next_item)
                    walk(next_item)

        for item in items:
            walk(item)
        return found

    return function


def to_string(inner: Function) -> Function:
    def function(ctx: Any, items: list[Any]) -> Any:
        for item in one(items):
            data, value = util.get_data(item), plain(item)
            if isinstance(value, bool):
                return "true" if value else "false"
            if isinstance(data, nodes.FP_TimeBase):
                return data.asStr
            if isinstance(value, Amount):
                is_plural = value.number != 1 and not value.unit.startswith("'")
                return f"{value.number} {value.unit}{'s' if is_plural else ''}"
            return [] if isinstance(data, Mapping) else inner(ctx, [item])
        return []

    return function


def to_boolean(inner: Function) -> Function:
    def function(ctx: Any, items: list[Any]) -> Any:
        for item in one(items):
            value = plain(item)
            if is_number(value) and not isinstance(value, bool):
                return {1: True, 0: False}.get(value, [])
            return inner(ctx, [value])
        return []

    return function


def starts_with(inner: Function) -> Function:
    def function(ctx: Any, items: Any, part: Any) -> Any:
        return True if part == "" else inner(ctx, items, part)

    return function


def replace(inner: Function) -> Function:
    def function(ctx: Any, items: Any, part: Any, other: Any) -> Any:
        for item in one(items):
            if util.get_data(item) == "" and isinstance(part, str) and isinstance(other, str):
                return "" if part else other
        return inner(ctx, items, part, other)

    return function


def text_operand(inner: Function) -> Function:
    def check(item: Any) -> Any:
        if isinstance(plain(item), Date):
            raise Refused("a date is no text")
        return inner(item)

    return check


def text_singleton(inner: Function) -> Function:
    def check(items: list[Any]) -> Any:
        return text_operand(lambda item: inner([item]))(items[0]) if len(items) == 1 else inner(items)

    return check


def join(inner: Function) -> Function:
    def function(ctx: Any, items: list[Any], *arguments: Any) -> Any:
        for item in items:
            text_operand(lambda item: item)(item)
        return inner(ctx, items, *arguments)

    return function


def any_argument(inner: Function) -> Function:
    """A text function one of whose arguments is empty gives empty, if it works on a text."""

    def function(ctx: Any, items: Any, *arguments: Any) -> Any:
        for item in one(items):
            if not isinstance(util.get_data(item), str):
                raise Refused("no text")
        if any(util.is_empty(argument) for argument in arguments):
            return []
        return inner(ctx, items, *arguments)

    return function
