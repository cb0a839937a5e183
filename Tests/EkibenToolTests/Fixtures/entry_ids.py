#!/usr/bin/env python3
"""Works out the ids of entries, a second time.

usage: entry_ids.py FILE …

Each FILE is an exported history (ekiben-history/2) or a certificate (ekiben-certificate/1). Of a history the id
of each entry is printed, a line each; of a certificate its fingerprint. Written from the article EntryIdentity
alone, with nothing but the standard library: ids are made of the numbers and changes of a line, and compared with
what the line says of itself. Exit 1 where they differ.
"""

import hashlib
import json
import sys

NODES = {"create", "edit", "apply", "revert", "move", "import", "submit", "reopen"}
SHORT = {0x22: '\\"', 0x5C: "\\\\", 0x08: "\\b", 0x09: "\\t", 0x0A: "\\n", 0x0C: "\\f", 0x0D: "\\r"}
ESCAPED = [
    (0x00, 0x1F), (0x7F, 0x9F), (0x61C, 0x61C), (0x200E, 0x200F), (0x202A, 0x202E), (0x2066, 0x2069),
]


class Digits(str):
    """A number, as it was written."""


class Wrong(Exception):
    """What is not as the documentation says."""


def string(text):
    parts = []
    for character in text:
        code = ord(character)
        if code in SHORT:
            parts.append(SHORT[code])
        elif any(first <= code <= last for first, last in ESCAPED):
            parts.append("\\u%04X" % code)
        else:
            parts.append(character)
    return '"' + "".join(parts) + '"'


def text(value):
    """Canonical JSON of anything that was read."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Digits):
        return str(value)
    if isinstance(value, str):
        return string(value)
    if isinstance(value, list):
        return "[" + ",".join(text(element) for element in value) + "]"
    return "{" + ",".join(string(name) + ":" + text(value[name]) for name in value) + "}"


def members(pairs):
    """An object, of those members that are not left out."""
    return "{" + ",".join(string(name) + ":" + value for name, value in pairs if value is not None) + "}"


def sha256(data):
    return hashlib.sha256(data if isinstance(data, bytes) else data.encode("utf-8"))


def root(leaves):
    if not leaves:
        return sha256(b"").digest()
    if len(leaves) == 1:
        return leaves[0]
    half = 1
    while half * 2 < len(leaves):
        half *= 2
    return sha256(b"\x01" + root(leaves[:half]) + root(leaves[half:])).digest()


def leaf(change, ids):
    origin = change.get("origin")
    return sha256(
        members([
            ("record", string(change["record"])),
            ("field", string(change["field"]) if "field" in change else None),
            ("after", text(change["after"]) if "after" in change else None),
            ("calculated", "true" if change.get("calculated") else None),
            ("madeRoom", "true" if change.get("madeRoom") else None),
            ("origin", string(ids[int(origin) - 1]) if origin is not None else None),
        ])
    ).digest()


def references(entry, ids):
    number = len(ids) + 1
    named = lambda value: string(ids[int(value) - 1])
    parent, step = entry.get("parent"), int(entry["step"])
    pairs = [
        ("parent", named(parent) if parent is not None and int(parent) != number - 1 else None),
        ("head", named(entry["head"]) if entry["kind"] not in NODES else None),
        ("of", "[" + ",".join(named(node) for node in entry["of"]) + "]" if entry["of"] else None),
        ("step", named(step) if step != number else None),
    ]
    return members(pairs) if any(value is not None for _, value in pairs) else None


def encoding(entry, document, revisions, ids):
    leaves = []
    if entry["kind"] in NODES:
        leaves = [leaf(change, ids) for change in entry["changes"]]
    revision = None
    if entry["kind"] == "create":
        revision = revisions[0]
    elif entry["kind"] == "move" and "form" in entry:
        revision = revisions[int(entry["form"]) - 1]
    return members([
        ("ekiben-entry", "1"),
        ("document", string(document)),
        ("after", "[" + string(ids[-1]) + "]" if ids else "[]"),
        ("kind", string(entry["kind"])),
        ("ids", references(entry, ids)),
        ("revision", string(revision) if revision is not None else None),
        ("author", string(entry["author"])),
        ("store", string(entry["store"]) if "store" in entry else None),
        ("time", string(entry["time"])),
        ("offset", text(entry["offset"]) if "offset" in entry else None),
        ("unchecked", "true" if entry.get("unchecked") else None),
        ("reason", string(entry["reason"]) if "reason" in entry else None),
        ("mark", string(entry["mark"]) if "mark" in entry else None),
        ("root", string(root(leaves).hex()) if leaves else None),
    ])


def history(lines):
    header, revisions, ids = lines[0], [], []
    for source, line in lines[1:]:
        if "form" in line and "entry" not in line:
            revisions.append(line["revision"])
            continue
        if int(line["entry"]) != len(ids) + 1:
            raise Wrong("entry %s does not come next" % line["entry"])
        encoded = encoding(line, header[1]["uid"], revisions, ids)
        name = sha256(encoded).hexdigest()
        if line["id"] != name or not source.startswith(encoded[:-1] + ',"id":"'):
            raise Wrong("entry %s is not the one that its id names" % line["entry"])
        ids.append(name)
    if int(header[1]["entries"]) != len(ids) or header[1]["last"] != ids[-1]:
        raise Wrong("the history does not end where its first line says")
    return ids


def certificate(lines):
    leaves = []
    for _, line in lines[1:]:
        gone = line.get("destroyed")
        if gone is not None:
            gone = members([
                ("author", string(gone["author"])),
                ("time", text(gone["time"])),
                ("reason", string(gone["reason"]) if "reason" in gone else None),
            ])
        leaves.append(
            sha256(
                members([
                    ("document", string(line["document"])),
                    ("entries", text(line["entries"])),
                    ("last", string(line["last"])),
                    ("destroyed", gone),
                ])
            ).digest())
    fingerprint = root(leaves).hex()
    if lines[0][1]["fingerprint"] != fingerprint or int(lines[0][1]["documents"]) != len(leaves):
        raise Wrong("the certificate was changed")
    return [fingerprint]


def main(paths):
    for path in paths:
        with open(path, encoding="utf-8", newline="\n") as file:
            sources = file.read().split("\n")[:-1]
        lines = [
            (source, json.loads(source, parse_int=Digits, parse_float=Digits)) for source in sources
        ]
        known = {"ekiben-history/2": history, "ekiben-certificate/1": certificate}
        try:
            for name in known[lines[0][1]["format"]](lines):
                print(name)
        except Wrong as wrong:
            sys.exit("%s: %s" % (path, wrong))


main(sys.argv[1:])
