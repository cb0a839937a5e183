#!/usr/bin/env python3
"""Asks fhirpathpy what `ekiben-trials differ` asked our engine, and compares.

usage: compare.py PAIRS

PAIRS is a file of JSON Lines: an expression, a QuestionnaireResponse, and our value or error. Where both engines
disagree, known deviations of fhirpathpy (`deviations.py`) are repaired, one by one and then together: those that it
takes to agree excuse the pair. What no repair makes agree is a finding. The run ends with 1 if there is any, or if
more than a quarter of the pairs are excused.
"""

import json
import sys
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from decimal import Decimal
from os import cpu_count
from typing import Any

import fhirpathpy
import values
from deviation import Deviation, repaired
from deviations import ALL
from fhirpathpy.engine.nodes import TypeInfo
from fhirpathpy.models import models
from fhirpathpy.parser import parse
from values import Outcome

MOST_EXCUSED = 0.25
SHOWN = 20


class Verdict:
    """What became of a pair: it agreed, was excused by deviations, or is a finding."""

    def __init__(self, excuses: Sequence[str] = (), finding: str = ""):
        self.excuses, self.finding = tuple(excuses), finding


def asked(tree: dict[str, Any], response: dict[str, Any]) -> Outcome:
    """What fhirpathpy makes of a parsed expression."""
    try:
        variables = {"resource": response}
        return values.theirs(fhirpathpy.apply_parsed_path(response, tree, variables, models["r4"]))
    except Exception as error:  # It has no errors of its own.
        return Outcome(None, f"{type(error).__name__}: {error}")


def needed(tree: dict[str, Any], response: dict[str, Any], expected: Outcome) -> list[Deviation] | None:
    """The deviations without which both agree: one if one will do; None where all of them will not."""

    def agrees(deviations: Sequence[Deviation]) -> bool:
        with repaired(deviations):
            return asked(tree, response).items == expected.items

    for deviation in ALL:
        if agrees([deviation]):
            return [deviation]
    found = list(ALL)
    if not agrees(found):
        return None
    for deviation in ALL:
        rest = [other for other in found if other is not deviation]
        if agrees(rest):
            found = rest
    return found


def judged(text: str) -> Verdict:
    """The verdict on a line."""
    line = json.loads(text, parse_float=Decimal)
    expression, response = line["expression"], line["response"]
    ours = values.ours(line)
    tree = parse(expression)
    theirs = asked(tree, response)
    if ours.items == theirs.items:
        return Verdict()
    deviations = needed(tree, response, ours)
    if deviations is not None:
        return Verdict([deviation.name for deviation in deviations])
    with repaired(ALL):
        mended = asked(tree, response)
    shown = [
        f"{name}: {_shown(outcome)}"
        for name, outcome in (("ours", ours), ("theirs", theirs), ("theirs, repaired", mended))
    ]
    return Verdict(finding="\n    ".join([f"seed {line['seed']}: {expression}", *shown]))


def _shown(outcome: Outcome) -> str:
    told = f"error: {outcome.words}" if outcome.items is None else str(list(outcome.items))
    return told if len(told) <= 600 else told[:600] + " …"


def ready() -> None:
    """Types are looked up in a model that fhirpathpy sets only once a type test has run."""
    TypeInfo.model = models["r4"]


def report(verdicts: Iterable[Verdict], seconds: float) -> int:
    """Prints what was found, and returns the status to end with."""
    verdicts = list(verdicts)
    findings = [verdict.finding for verdict in verdicts if verdict.finding]
    excused = [verdict for verdict in verdicts if verdict.excuses]
    counts = Counter(name for verdict in excused for name in verdict.excuses)
    agreed = len(verdicts) - len(excused) - len(findings)
    print(
        f"differ: {len(verdicts)} pairs, {agreed} agree, {len(excused)} are excused, "
        f"{len(findings)} findings; {seconds:.0f} s"
    )
    for deviation in sorted(ALL, key=lambda deviation: -counts[deviation.name]):
        print(f"  {counts[deviation.name]:6}  {deviation.name}")
    for finding in findings[:SHOWN]:
        print(f"  {finding}")
    too_many = len(excused) > MOST_EXCUSED * len(verdicts)
    if too_many:
        print(f"more than {MOST_EXCUSED:.0%} of the pairs are excused")
    return 1 if findings or too_many or not verdicts else 0


def main(path: str) -> int:
    start = time.monotonic()
    with open(path, encoding="utf-8") as lines, ProcessPoolExecutor(cpu_count(), initializer=ready) as pool:
        # Only a line feed ends a line: texts may hold what Python takes for the end of one, too.
        texts = [line for line in lines.read().split("\n") if line]
        verdicts = list(pool.map(judged, texts, chunksize=50))
    return report(verdicts, time.monotonic() - start)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    sys.exit(main(sys.argv[1]))
