"""Repairs of how fhirpathpy evaluates: each takes a function as it is, and gives one that does right.

A repair does right in the one thing that its deviation names, and leaves the rest to what it was given.
"""

from collections.abc import Callable
from decimal import Decimal
from typing import Any

import fhirpathpy.engine as engine
from fhirpathpy.engine import nodes, util
from fhirpathpy.engine.invocations import invocation_registry
from relations import Amount, is_number, plain

Function = Callable[..., Any]
Wrap = Callable[[Function], Function]


class Refused(Exception):
    """The expression is an error."""


def one(items: Any) -> list[Any]:
    """None or one item; several are an error (section 4.5)."""
    items = util.arraify(items)
    if len(items) > 1:
        raise Refused("several items")
    return items


def truth(items: Any) -> bool | None:
    """What items mean where a Boolean is asked for: one that is none counts as true (section 4.5)."""
    for item in one(items):
        data = util.get_data(item)
        return data if isinstance(data, bool) else True
    return None


def scoped(inner: Function) -> Function:
    def make_param(ctx: dict[str, Any], data: Any, kind: Any, param: Any) -> Any:
        def within(call: Callable[[], Any]) -> Any:
            names = ("$this", "$index")
            kept = {name: ctx[name] for name in names if name in ctx}
            try:
                return call()
            finally:
                for name in names:
                    ctx.pop(name, None)
                ctx.update(kept)

        made = within(lambda: inner(ctx, data, kind, param))
        return (lambda item: within(lambda: made(item))) if kind == "Expr" else made

    return make_param


def criterion(inner: Function) -> Function:
    return lambda expression, item: truth(expression(item)) is True


def every(inner: Function) -> Function:
    def all_macro(ctx: dict[str, Any], items: list[Any], expression: Function) -> list[bool]:
        found = []
        for index, item in enumerate(items):
            ctx["$index"] = index
            found.append(truth(expression(item)) is True)
        return [all(found)]

    return all_macro


def choice(inner: Function) -> Function:
    def iif(ctx: Any, data: Any, test: Function, then: Function, other: Any = None) -> Any:
        one(data)
        if truth(test(data)):
            return then(data)
        return other(data) if other else []

    return iif


def boolean_operand(inner: Function) -> Function:
    def check(item: Any) -> bool:
        return bool(truth(item))

    return check


def whole_operand(inner: Function) -> Function:
    def check(item: Any) -> Any:
        if not isinstance(plain(item), int) or isinstance(plain(item), bool):
            raise Refused("no whole number")
        return inner(item)

    return check


def number_operand(inner: Function) -> Function:
    def check(item: Any) -> Any:
        if isinstance(plain(item), bool):
            raise Refused("no number")
        return inner(item)

    return check


def type_test(inner: Function) -> Function:
    looser = ("UnionExpression", "InequalityExpression")

    def test(ctx: Any, data: Any, node: dict[str, Any]) -> Any:
        operand, named = node["children"]
        if operand["type"] not in looser:
            return inner(ctx, data, node)
        left, right = operand["children"]
        tested = {**node, "children": [right, named]}
        return engine.do_eval(ctx, data, {**operand, "children": [left, tested]})

    return test


def single_input(inner: Function) -> Function:
    def function(ctx: Any, items: Any, *arguments: Any) -> Any:
        return inner(ctx, one(items), *arguments)

    return function


def both_single(inner: Function) -> Function:
    def function(ctx: Any, left: list[Any], right: list[Any]) -> Any:
        return inner(ctx, left, right) if len(one(left)) + len(one(right)) == 2 else []

    return function


def beside_nothing(inner: Function) -> Function:
    def invoke(ctx: dict[str, Any], name: str, data: Any, operands: list[Any]) -> Any:
        if name in ("*", "/", "div", "mod"):
            counts = [len(engine.make_param(ctx, data, "Any", operand)) for operand in operands]
            if sorted(counts) in ([0, 0], [0, 1]):
                return []
        return inner(ctx, name, data, operands)

    return invoke


def argument_beside_nothing(inner: Function) -> Function:
    def invoke(ctx: dict[str, Any], name: Any, data: Any, arguments: Any) -> Any:
        is_meant = util.arraify(name)[0] in ("replace", "substring") and len(data) == 1
        if is_meant and arguments and isinstance(util.get_data(data[0]), str):
            focus = ctx.get("$this", ctx["dataRoot"])
            found = [engine.make_param(ctx, focus, "Any", argument) for argument in arguments]
            if util.is_empty(found[0]):
                return []
        return inner(ctx, name, data, arguments)

    return invoke


def eager(inner: Function) -> Function:
    def invoke(ctx: dict[str, Any], name: Any, data: Any, arguments: Any) -> Any:
        entry = invocation_registry.get(*util.arraify(name), {})
        if "nullable_input" in entry and util.is_nullable(data):
            for argument in arguments or []:
                engine.make_param(ctx, ctx.get("$this", ctx["dataRoot"]), "Any", argument)
        return inner(ctx, name, data, arguments)

    return invoke


def polarity(inner: Function) -> Function:
    def negated(ctx: Any, data: Any, node: dict[str, Any]) -> list[Any]:
        for item in one(engine.do_eval(ctx, data, node["children"][0])):
            value = plain(item)
            minus = node["terminalNodeText"][0] == "-"
            if isinstance(value, Amount):
                return [nodes.FP_Quantity(-value.number if minus else value.number, value.unit)]
            if not is_number(value):
                raise Refused("no number")
            return [-value if minus else value]
        return []

    return negated


def number_literal(inner: Function) -> Function:
    def literal(ctx: Any, data: Any, node: dict[str, Any]) -> list[Any]:
        return [Decimal(node["text"])] if "." in node["text"] else [int(node["text"])]

    return literal
