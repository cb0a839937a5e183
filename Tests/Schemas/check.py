#!/usr/bin/env python3
"""Checks what `ekiben` really writes against the schemas that it prints, with a validator that is not ours.

usage: check.py EKIBEN FORMS...

Each form file is imported, filled in, edited, exported and read again in a store of its own; every line that
a command prints with --json, every exported form and every line of an exported history is validated, and so
is what refusals say. A schema that does not accept, or that accepts a line without a member that it requires,
ends the run with 1.
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import warnings

warnings.simplefilter("ignore", DeprecationWarning)
import jsonschema  # noqa: E402  (Debian: python3-jsonschema)


class Checker:
    def __init__(self, program, folder):
        self.program, self.folder = program, folder
        names = [line.split()[0] for line in self.lines("schema")]
        self.schemas = {name: json.loads(self.run("schema", name)) for name in names}
        store = {schema["$id"]: schema for schema in self.schemas.values()}
        self.checked, self.commands, self.failures = 0, set(), 0
        self.validators = {}
        for name, schema in self.schemas.items():
            jsonschema.Draft202012Validator.check_schema(schema)
            self.validators[name] = self.validator(schema, schema["$id"], store)
        for name in self.schemas["output"]["$defs"]:
            base = self.schemas["output"]["$id"]
            wrapped = {"$ref": f"{base}#/$defs/{name}"}
            self.validators["output " + name] = self.validator(wrapped, "urn:one", store)

    @staticmethod
    def validator(schema, base, store):
        resolver = jsonschema.RefResolver(base, schema, store=store)
        return jsonschema.Draft202012Validator(schema, resolver=resolver)

    def run(self, *words, status=(0,)):
        done = subprocess.run(
            [self.program, *words], cwd=self.folder, capture_output=True, text=True,
            stdin=subprocess.DEVNULL, timeout=600)
        if done.returncode not in status:
            raise SystemExit(f"ekiben {' '.join(words)} ended with {done.returncode}: {done.stderr}")
        if done.returncode == 0 or done.stdout:
            return done.stdout
        # Notes may come before what a refusal says.
        return done.stderr.rstrip("\n").split("\n")[-1]

    def lines(self, *words, status=(0,)):
        # Text may hold what Python takes for the end of a line, too.
        return [line for line in self.run(*words, status=status).split("\n") if line]

    def valid(self, name, value, said):
        errors = list(self.validators[name].iter_errors(value))
        self.checked += 1
        if errors:
            self.failures += 1
            place = "/".join(str(part) for part in errors[0].absolute_path)
            print(f"{said}: {name}: at {place or 'the root'}: {errors[0].message[:300]}")
        return not errors

    def json(self, *words, status=(0,)):
        """What a command prints with --json, validated as the schema says of this command."""
        values = [json.loads(line) for line in self.lines(*words, "--json", status=status)]
        said = "ekiben " + " ".join(words)
        for value in values:
            failed = isinstance(value, dict) and "error" in value
            name = "error" if failed else words[0]
            self.commands.add(name)
            self.valid("output " + name, value, said)
            self.valid("output", value, said)
            if isinstance(value, dict) and not failed:
                self.rejects("output " + name, {}, said)
        return values

    def rejects(self, name, value, said):
        if self.validators[name].is_valid(value):
            self.failures += 1
            print(f"{said}: {name} accepts {json.dumps(value)}, so it says nothing")


def rows(shown, member="component"):
    """The rows of `show --json`, or with "rows" its sections, whatever they stand in."""
    waiting, found = [shown], []
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            if member in value:
                found.append(value)
            waiting += value.values()
        elif isinstance(value, list):
            waiting += value
    return found


def answer(row):
    options = row.get("options") or []
    if options:
        code = options[0]["code"] if isinstance(options[0], dict) else str(options[0])
        return [code, json.dumps([code])]
    return ["1", "2024-03-05", "2024-03-05T10:00:00Z", "10:00:00", "yes", "1 mg", "a"]


def story(check, number, form):
    store, document = f"s{number}.ekiben", "d"
    name = check.json("import", store, str(form))[0]["form"]
    check.json("new", store, name, "--as", document)
    check.json("form", store, name)
    shown = check.json("show", store, document, "--all")[0]
    for section in rows(shown, "rows"):
        check.json("why", store, document, "section:" + section["id"], status=(0, 1))
        if section.get("repeats") is not None:
            check.json("add", store, document, section["id"], status=(0, 1))
    check.valid("form", json.loads(check.run("export", store, document)), "export DOC")
    for row in rows(check.json("show", store, document, "--all")[0]):
        for text in answer(row):
            said = check.json("set", store, document, row["id"], text, status=(0, 1, 65))
            if said and "error" not in said[0]:
                break
        check.json("get", store, document, row["id"], status=(0, 1))
        check.json("options", store, document, row["id"], status=(0, 1))
        check.json("why", store, document, row["id"], status=(0, 1))
        check.json("eval", store, document, "%context | %resource", "--row", row["id"])
        if row.get("repeats") is not None:
            check.json("add", store, document, row["id"], status=(0, 1))
        check.json("clear", store, document, row["id"], status=(0, 1))
        check.json("undo", store, document, status=(0, 1))
    for words in [
        ["list", store], ["log", store, document], ["blame", store, document],
        ["diff", store, document, "1", "3"], ["undo", store, document],
        ["redo", store, document], ["checkout", store, document, "2"],
        ["mark", store, document, "here"], ["revert", store, document, "2"],
        ["duplicate", store, document, "--as", "copy"], ["replay", store, document],
        ["replay", store, document, "--verbose"], ["recalculate", store, document],
        ["report", store, "-o", f"report{number}.html"],
        ["verify", store], ["certify", store], ["stats", store], ["settings", store],
        ["doctor", store], ["compact", store], ["backup", store, f"copy{number}.ekiben"],
        ["history", store, "--form", name], ["migrate", store, document],
        ["validate", store, document], ["submit", store, document],
        ["reopen", store, document, "--reason", "a mistake"], ["delete", store, "copy"],
        ["purge", store, "copy"], ["restore", f"copy{number}.ekiben", store],
        ["upgrade", store], ["schema"],
        ["query", store, "--all"], ["query", store, "nothing"],
        ["export", store, "--form", name, "--format", "csv", "-o", f"tables{number}"], ["set", store, "nobody", "x", "1"],
    ]:
        check.json(*words, status=(0, 1, 64, 65))
    ids = [row["id"] for row in rows(check.json("show", store, document, "--all")[0])]
    check.json("move", store, document, ids[0], "--before", ids[-1], status=(0, 1, 64))
    check.json("remove", store, document, ids[-1], status=(0, 1))
    exported(check, number, store, document, name)


def exported(check, number, store, document, name):
    check.valid("form", json.loads(check.run("export", store, document)), "export DOC")
    check.valid("form", json.loads(check.run("export", store, "--form", name)), "export --form")
    check.rejects("form", {"ekiben-form": 1}, "export")
    lines = check.lines("export", store, document, "--format", "jsonl")
    for line in lines:
        check.valid("history", json.loads(line), "export --format jsonl")
    check.rejects("history", {"entry": 1}, "export --format jsonl")
    for line in check.lines("export", store, "--form", name, "--format", "jsonl", "--all"):
        check.valid("output answers", json.loads(line), "export --form --format jsonl")
    pathlib.Path(check.folder, "h.jsonl").write_text("\n".join(lines) + "\n")
    check.json("import", f"other{number}.ekiben", "h.jsonl")
    pathlib.Path(check.folder, "d.json").write_text(check.run("export", store, document))
    check.json("apply", store, document, "d.json", "--dry-run", status=(0, 1))


def main(program, forms):
    with tempfile.TemporaryDirectory() as folder:
        check = Checker(program, folder)
        for number, form in enumerate(forms):
            story(check, number, pathlib.Path(form).resolve())
        known = {line.split()[0] for line in check.lines("help") if line.startswith("  ")}
        known &= set(check.schemas["output"]["$defs"])
        missing = sorted(known - check.commands)
        if missing:
            print("nothing was seen of " + ", ".join(missing))
        print(
            f"{check.checked} values of {len(known & check.commands)} commands are checked, "
            f"{check.failures} are not valid; validator: jsonschema {jsonschema.__version__}")
        return 1 if check.failures or missing else 0


if __name__ == "__main__":
    if len(sys.argv) < 3:
        raise SystemExit(__doc__)
    sys.exit(main(str(pathlib.Path(sys.argv[1]).resolve()), sys.argv[2:]))
