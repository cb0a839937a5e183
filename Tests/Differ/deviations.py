"""Where fhirpathpy 2.2.4 is known to be wrong, or decides otherwise than we do.

Each deviation has a name, a sentence that says what is right and where that stands, and the repairs of single
functions of fhirpathpy that do it. A disagreement is excused by deviations only if fhirpathpy agrees once they are
repaired: so none excuses more than itself. Sections are those of FHIRPath 2.0. Those that excuse most come first,
since one that is enough is looked for in this order.
"""

import arithmetic
import comparison
import evaluation
import fhirpathpy.engine as engine
import functions
from deviation import Deviation, Repair, comparisons, named
from fhirpathpy.engine import evaluators
from fhirpathpy.engine.invocations import filtering, invocation_registry, strings
from relations import Amount, Date

ALL = (
    Deviation(
        "items are taken once by how they are written",
        "`|`, distinct() and their like go by equality (sections 5.3 and 5.4), and items of a response by their"
        " place (decision 0053).",
        (
            *named(**{"|": comparison.union, "inOp": comparison.is_in, "containsOp": comparison.contains}),
            *named(
                union=comparison.union,
                distinct=comparison.distinct,
                isDistinct=comparison.is_distinct,
                intersect=comparison.intersect,
                exclude=comparison.exclude,
            ),  # fmt: skip
        ),
    ),
    Deviation(
        "walks go level by level",
        "The order is left open (sections 5.2 and 5.8); ours is that of the document, and each item of a"
        " response is found, be it equal to another or not (rule E7).",
        named(repeat=functions.repeat, descendants=functions.descendants, children=functions.children),
    ),
    Deviation(
        "several items are taken where one is asked for",
        "Functions on one item are an error on several (section 4.5).",
        named(
            toInteger=evaluation.single_input,
            toDecimal=evaluation.single_input,
            toBoolean=evaluation.single_input,
            toString=evaluation.single_input,
            single=evaluation.single_input,
            **{"not": evaluation.single_input},
        ),  # fmt: skip
    ),
    Deviation(
        "variables of an iteration leak",
        "`$this` and `$index` belong to the innermost function that goes through items (section 5.2); behind it they"
        " are again what they were.",
        (Repair(engine, "make_param", evaluation.scoped),),
    ),
    Deviation(
        "a criterion is judged by Python",
        "A criterion that is a single item without being Boolean counts as true, 0 and '' too, and an element"
        " that says false is false; several items are an error (section 4.5).",
        (
            Repair(filtering, "check_macro_expr", evaluation.criterion),
            *named(all=evaluation.every, iif=evaluation.choice),
        ),
    ),
    Deviation(
        "single operands of and, or, xor, implies must be Boolean",
        "A single item where a Boolean is asked for counts as true (section 4.5).",
        (Repair(engine.param_check_table, "Boolean", evaluation.boolean_operand),),
    ),
    Deviation(
        "a decimal is taken for a whole number",
        "Integer converts to Decimal, not the other way (section 5.5): `'abc'.substring(1.0)` is an error, and"
        " `(1.0).toInteger()` is empty.",
        (
            Repair(engine.param_check_table, "Integer", evaluation.whole_operand),
            *named(toInteger=arithmetic.to_integer),
        ),
    ),
    Deviation(
        "1.0 is read as 1",
        "A number with a point is a Decimal with its digits (section 4.1).",
        (Repair(evaluators, "NumberLiteral", evaluation.number_literal),),
    ),
    Deviation(
        "is and as bind less tightly than |",
        "They bind tighter than `|` and than what orders (section 6.8).",
        (Repair(evaluators, "TypeExpression", evaluation.type_test),),
    ),
    Deviation(
        "signs are for numbers in the expression only",
        "A sign takes the value of an element and quantities, too, and gives empty for empty (sections 4.5 and 6.6).",
        (Repair(evaluators, "PolarityExpression", evaluation.polarity),),
    ),
    Deviation(
        "only the first items are compared",
        "`=` compares all items in order, and `~` all items in any order (section 6.1).",
        comparisons(comparison.when_several),
    ),
    Deviation(
        "Booleans are numbers",
        "A Boolean is not equal to a number, has no order and is not calculated with (sections 6.1, 6.2 and 6.6).",
        (
            *comparisons(comparison.for_kinds(bool)),
            Repair(engine.param_check_table, "Number", evaluation.number_operand),
        ),
    ),
    Deviation(
        "dates are compared as texts, or by their seconds",
        "Dates are compared component by component; where one has no more, or only one has a zone, the result is"
        " empty (sections 6.1 and 6.2), for `~` false.",
        comparisons(comparison.for_kinds(Date)),
    ),
    Deviation(
        "quantities are compared without their units",
        "Quantities are compared in one unit, and are empty to compare where there is none (sections 6.1 and 6.2).",
        comparisons(comparison.for_kinds(Amount)),
    ),
    Deviation(
        "equivalent numbers are rounded half to even",
        "`~` rounds to the precision of the less precise operand as round() does (sections 6.1 and 5.7).",
        named(**{"~": comparison.equivalence(False), "!~": comparison.equivalence(True)}),
    ),
    Deviation(
        "round() rounds half to even",
        "Halves go away from zero (section 5.7).",
        named(round=arithmetic.rounded),
    ),
    Deviation(
        "whole numbers become decimals",
        "ceiling(), floor() and truncate() give an Integer, and abs() what it was given (section 5.7).",
        named(ceiling=arithmetic.whole, floor=arithmetic.whole, truncate=arithmetic.whole),
    ),
    Deviation(
        "mod floors",
        "`mod` is the rest of `div`, which truncates (section 6.6).",
        named(**{"mod": arithmetic.modulo}),
    ),
    Deviation(
        "toString() writes what Python writes",
        "Booleans are `true` and `false`, and dates, times and quantities are written as in an expression (section"
        " 5.5).",
        named(toString=functions.to_string),
    ),
    Deviation(
        "toBoolean() does not see answers and decimals",
        "1.0 and 0.0 convert, and an element does as its value does (section 5.5).",
        named(toBoolean=functions.to_boolean),
    ),
    Deviation(
        "an empty text is no text",
        "Every text begins and ends with ''; in '' there is one '' to replace, and nothing else (section 5.6).",
        named(startsWith=functions.starts_with, endsWith=functions.starts_with, replace=functions.replace),
    ),
    Deviation(
        "an empty argument is an error, or hides one",
        "A text function gives empty where an argument is empty, and is an error on what is no text (section 5.6).",
        named(
            contains=functions.any_argument,
            startsWith=functions.any_argument,
            endsWith=functions.any_argument,
            substring=functions.any_argument,
            replace=functions.any_argument,
        ),  # fmt: skip
    ),
    Deviation(
        "dates are moved as moments in UTC",
        "A duration is added to the parts that are written, and the zone stays (section 6.7).",
        named(**{"+": arithmetic.date_arithmetic(1), "-": arithmetic.date_arithmetic(-1)}),
    ),
    Deviation(
        "quantities are not calculated with",
        "Quantities of one dimension are added, others give empty; numbers multiply and divide them; abs() takes"
        " them (sections 6.6 and 5.7).",
        (
            Repair(engine.param_check_table, "Number", arithmetic.amount_operand),
            *named(abs=arithmetic.absolute),
            *named(
                **{
                    "+": arithmetic.amounts(1),
                    "-": arithmetic.amounts(-1),
                    "*": arithmetic.multiplication(False),
                    "/": arithmetic.multiplication(True),
                }
            ),
        ),  # fmt: skip
    ),
    Deviation(
        "dates of a resource are texts",
        "They are dates, and no date converts to a text by itself, nor to a number (section 5.5).",
        (
            Repair(engine.param_check_table, "String", functions.text_operand),
            Repair(strings, "ensure_string_singleton", functions.text_singleton),
            *named(
                join=functions.join,
                toInteger=arithmetic.number_of_no_date,
                toDecimal=arithmetic.number_of_no_date,
            ),
        ),
    ),
    Deviation(
        "arguments are not evaluated where there is nothing to work on",
        "Only iif() leaves out what it does not take (section 5.5): an error in an argument is one.",
        (Repair(engine, "doInvoke", evaluation.eager),),
    ),
    Deviation(
        "the kind of an operand is looked at beside an empty one",
        "What is calculated with nothing is empty (section 6.6), as is a text in which nothing is replaced (5.6).",
        (
            Repair(engine, "infix_invoke", evaluation.beside_nothing),
            Repair(engine, "doInvoke", evaluation.argument_beside_nothing),
        ),
    ),
    Deviation(
        "several items beside none are empty",
        "Several items where one is asked for are an error, whatever stands on the other side (section 4.5).",
        tuple(
            Repair(invocation_registry, name, evaluation.both_single, without="nullable")
            for name in ("+", "-", "<", "<=", ">", ">=")
        ),
    ),
)
