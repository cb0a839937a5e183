# Everything here can be run on a fresh machine that has Swift: each target that needs more gets it.
# Plain POSIX recipes, so that the make of macOS (3.81) reads them too.

# Where SQLite's header may lie when pkg-config is not there to ask.
SQLITE_HEADERS = /usr/include/sqlite3.h /usr/local/include/sqlite3.h
SWIFT_CODE = Package.swift Sources Tests Examples Migrations Schemas

.PHONY: help demo tests test docs embedding exhaustive calculations plans sanitize fuzz fence faults kills readers power simulate upgrades restores pairs model repeats oracle branches stores rot certify bench counts schemas setup-jsonschema differ setup-fhirpathpy build install uninstall format lint setup setup-swift setup-sqlite setup-strace setup-valgrind setup-sqlite-shell clean

help:
	@echo 'make demo     fill in a real form on a fresh store, and leave it to explore'
	@echo 'make test     run all tests (EKIBEN_FORMS=FOLDER adds Questionnaires of your own)'
	@echo 'make docs     build the documentation, in which every link has to lead somewhere'
	@echo 'make embedding    build an app'\''s package outside this folder, and run its tests'
	@echo 'make exhaustive   every pair of small tables and 120,000 larger ones, in release mode'
	@echo 'make calculations  a thousand scripts of a thousand edits of calculated forms, beside everything anew'
	@echo 'make plans    200,000 plans of the diff and as many changed ones, judged by a slow reference, too'
	@echo 'make sanitize run the tests where threads meet under ThreadSanitizer, without the long random ones'
	@echo 'make fuzz     ten minutes of libFuzzer on every reader of foreign bytes (READER=expression: on that one)'
	@echo 'make fence    force the "WAL reset" race of SQLite a thousand times, with and without our fence'
	@echo 'make faults   fail every write, allocation and sync of every operation of the store in turn'
	@echo 'make kills    kill processes at their work on one store, four at a time, ten thousand times'
	@echo 'make power    cut the power during work on a store, 20,000 times (SEED=N goes on from there)'
	@echo 'make simulate let one seed drive crashes, failing calls, rot, other programs and power cuts, 10,000 times'
	@echo 'make readers  let processes read and copy a store for a minute while others write it and are killed'
	@echo 'make upgrades kill an upgrade at each of its calls, and let two processes upgrade at once'
	@echo 'make restores kill a restore at each of its calls, over stores closed, left by a kill, and in use'
	@echo 'make pairs    let two processes work on one store at once, and compare what each saw'
	@echo 'make model    do 100,000 random operations on documents beside a reference implementation in memory'
	@echo 'make repeats  do 100,000 random edits of documents with repeats in repeats, beside a model'
	@echo 'make oracle   let SQLite'\''s session extension watch 12,000 random entries'
	@echo 'make rot      flip 20,000 bits and tear 2,000 pages of stores, and look who believes it'
	@echo 'make branches reach every node of 10,000 branches, and open them'
	@echo 'make stores   let documents go between stores that published in other orders, 10,000 times'
	@echo 'make certify  tamper with 10,000 histories and go on with as many stores: a fingerprint tells'
	@echo 'make bench    measure, in release mode'
	@echo 'make counts   count instructions of keystrokes and allocations of evaluations, with valgrind'
	@echo 'make schemas  check what the command writes against its JSON Schemas, with python3-jsonschema'
	@echo 'make differ   ask fhirpathpy for the values of 20,000 expressions, too (SEED=N goes on from there)'
	@echo 'make build    build the command `ekiben` in release mode'
	@echo 'make install  put it, stripped, into /usr/local/bin (PREFIX=FOLDER elsewhere); make uninstall takes it away'
	@echo 'make format   format the Swift files; make lint only checks them'
	@echo 'make setup    install what is missing (SQLite'\''s header), check the rest'
	@echo 'make clean    remove what was built'

demo: build
	@file=clinic.ekiben; n=2; \
	while [ -e "$$file" ] || [ -e "$$file-wal" ]; do file=clinic-$$n.ekiben; n=$$((n + 1)); done; \
	bin=`swift build -c release --show-bin-path` || exit 1; \
	"$$bin/ekiben" demo "$$file" || exit 1; \
	echo; \
	echo "The store is ./$$file, and it is yours to explore:"; \
	echo "  PATH=\"$$bin:\$$PATH\""; \
	echo "  ekiben list $$file"; \
	echo "  ekiben --help"

# A trap ends the process, and its backtrace names the test by its frame; of more than 64 frames the default
# leaves out the middle, where that frame stands.
DEEP_TRACE = SWIFT_BACKTRACE=limit=512

# Built as what is shipped, with what tests see besides: the suites take a third of the time, and find what only
# the optimizer does. Plain `swift test` runs them without, for whoever looks for a fault.
OPTIMIZED = -c release -Xswiftc -enable-testing --scratch-path .build/optimized

tests: setup
	swift build --build-tests $(OPTIMIZED)

# So many tests at a time that the limit of each is for its own work, and not for waiting until it is its turn.
WIDTH = SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=`getconf _NPROCESSORS_ONLN | awk '{ print 2 * $$1 }'`

test: tests
	@mkdir -p .build/attachments
	$(WIDTH) $(DEEP_TRACE) swift test --skip-build $(OPTIMIZED) --disable-xctest --attachments-path .build/attachments

docs: tests
	@bin=`swift build $(OPTIMIZED) --show-bin-path` || exit 1; .ci/docs "$$bin"

embedding: setup
	Tests/Embedding/run

repeats: setup
	EKIBEN_REPEATS=100000 swift test -c release --disable-xctest --filter 'Random edits of nested repeats'

exhaustive: setup
	EKIBEN_EXHAUSTIVE=1 swift test -c release --disable-xctest --filter 'PlanScopeTests|SmallScopeTests|OrderKeyHabitTests|ListDifference|HistoryModelTests|beside its model'

# One to two hours of a core. SCRIPTS=7...7 does one of them again.
SCRIPTS = 1...1000

calculations: tests
	EKIBEN_SCRIPTS=$(SCRIPTS) EKIBEN_SCRIPT_STEPS=1000 \
	  swift test --skip-build $(OPTIMIZED) --disable-xctest --filter 'Scripts of edits of calculated forms'

plans: setup
	EKIBEN_EXHAUSTIVE=1 swift test -c release --disable-xctest --filter PlanTrialTests

# Suites in which threads meet. What is left out are long random suites and those of one thread: they take
# ten times as long under the sanitizer and show it nothing that these do not.
SANITIZED = One store on many threads|Several stores on one file|Observers|SuspensionTests
SANITIZED := $(SANITIZED)|EkibenStoreTests.`A store`|What a fault could hide|Following
SANITIZED := $(SANITIZED)|A store without a session|Sessions of one store|Observing a session|A session
SANITIZED := $(SANITIZED)|A table of a session|inside a callback|A host of a session|A replay
SANITIZED := $(SANITIZED)|CancellationTests|PlanTrialTests

# A race fails the run though every test passes: the sanitizer ends the process with an error.
sanitize: setup
	TSAN_OPTIONS="suppressions=$(CURDIR)/Tests/Sanitizer/thread-suppressions.txt" $(DEEP_TRACE) \
	  swift test --disable-xctest --sanitize=thread --scratch-path .build/sanitize-thread \
	  --filter '$(SANITIZED)' --skip 'table with a screen|A replay of a session'

fuzz: setup
	Tests/Fuzz/run 600 $(READER)

fence: setup
	@swift build -c release --product ekiben-fence >&2
	@bin=`swift build -c release --show-bin-path` || exit 1; \
	for mode in unfenced connection store replaced; do "$$bin/ekiben-fence" $$mode 1000 || exit 1; done

faults: setup
	Tests/Drivers/sweep

# Where a campaign begins; each run says where the next goes on.
SEED = 0

kills: TRIAL = 10000 $(SEED)
readers: TRIAL = 4 3 60 1
upgrades: TRIAL = 1 100 1
rot: TRIAL = 20000 2000 1
pairs: TRIAL = 10 2000 1
model: TRIAL = 100000 1
oracle: TRIAL = 12000 1
branches: TRIAL = 10000 5
stores: TRIAL = 10000 1
certify: TRIAL = 10000 1

kills readers upgrades pairs model oracle branches stores rot certify: setup
	@swift build -c release --product ekiben-trials >&2
	@bin=`swift build -c release --show-bin-path` || exit 1; "$$bin/ekiben-trials" $@ $(TRIAL)

restores: setup setup-strace
	@swift build -c release --product ekiben >&2
	@bin=`swift build -c release --show-bin-path` || exit 1; Tests/Drivers/restore-kills "$$bin/ekiben"

# The second run is the control: where syncs are ignored, something acknowledged must be gone. Files
# in memory will do, since no sync is ever made.
power: setup
	@swift build -c release --product ekiben-trials >&2
	@if [ -w /dev/shm ]; then TMPDIR=/dev/shm; export TMPDIR; fi; \
	trials=`swift build -c release --show-bin-path`/ekiben-trials || exit 1; \
	"$$trials" power 20000 $(SEED) && "$$trials" unsynced 400 $(SEED)

simulate: setup
	@swift build -c release --product ekiben-trials >&2
	@if [ -w /dev/shm ]; then TMPDIR=/dev/shm; export TMPDIR; fi; \
	trials=`swift build -c release --show-bin-path`/ekiben-trials || exit 1; \
	"$$trials" simulate 10000 $(SEED)

# Which groups, and what else, such as BENCH='store:edit person --json >old.json' and then BENCH='--compare old.json'.
BENCH =

bench: setup
	@case ' $(BENCH) ' in '  '|*' command'*) \
	  $(MAKE) setup-sqlite-shell install PREFIX="$$PWD/.build/installed" DESTDIR= || exit 1;; esac
	@swift build -c release --product ekiben-bench >&2
	@EKIBEN_COMMAND="$$PWD/.build/installed/bin/ekiben" EKIBEN_SQLITE_SHELL="`command -v sqlite3`" \
	  "`swift build -c release --show-bin-path`/ekiben-bench" $(BENCH)

setup-sqlite-shell:
	@command -v sqlite3 >/dev/null 2>&1 && exit 0; \
	echo 'Installing sqlite3, beside which the command is measured.' >&2; \
	$(APT_INSTALL) sqlite3 >&2

# What one keystroke takes in instructions, and one evaluation in allocations: work done 1,200 times less work
# done 200 times, under valgrind.
counts: setup setup-valgrind
	@swift build -c release --product ekiben-bench >&2
	@Tests/Benchmarks/count "`swift build -c release --show-bin-path`/ekiben-bench"

# On Linux the Swift library is linked in: the command runs where Swift is not installed, and starts in less
# time. Apple's systems have the library.
# So is that of C++, which Swift needs and which takes a third of the time in which a program of it starts: where a
# folder that is searched first has only the archive, that is what is linked.
# It lies at a fixed address, which takes away a sixth (`make build FIXED=` for a machine that wants no such
# programs), and looks for SQLite where the system keeps it, not first beside itself.
ARCHIVES = .build/archives
FIXED = -Xlinker --no-pie
STATIC = `[ "$$(uname -s)" = Darwin ] || echo --static-swift-stdlib --disable-local-rpath \
	-Xlinker -L"$$PWD/$(ARCHIVES)" -Xswiftc -Xclang-linker -Xswiftc -static-libgcc \
	-Xlinker --no-export-dynamic $(FIXED)`
PREFIX = /usr/local

build: setup
	@archive=`clang -print-file-name=libstdc++.a 2>/dev/null` || archive=; mkdir -p $(ARCHIVES); \
	if [ -e "$$archive" ]; then ln -sf "$$archive" $(ARCHIVES)/; fi
	@swift build -c release --product ekiben $(STATIC) >&2

install: build
	@bin=`swift build -c release --show-bin-path` || exit 1; \
	install -d "$(DESTDIR)$(PREFIX)/bin" && install -s -m 755 "$$bin/ekiben" "$(DESTDIR)$(PREFIX)/bin/ekiben"

uninstall:
	rm -f "$(DESTDIR)$(PREFIX)/bin/ekiben"

format: setup-swift
	swift format --in-place --parallel --recursive $(SWIFT_CODE)

lint: setup-swift
	swift format lint --strict --parallel --recursive $(SWIFT_CODE)

# What the command writes against the schemas that it prints, by a validator that is not ours.
schemas: setup setup-jsonschema
	@swift build $(OPTIMIZED) --product ekiben >&2
	@bin=`swift build $(OPTIMIZED) --show-bin-path` || exit 1; \
	python3 Tests/Schemas/check.py "$$bin/ekiben" Tests/EkibenInterchangeTests/Fixtures/*.json \
	  Tests/EkibenToolTests/Fixtures/*-form.json Tests/EkibenToolTests/Fixtures/survey-*.json

setup-jsonschema:
	@python3 -c 'import jsonschema' 2>/dev/null && exit 0; \
	echo 'Installing python3-jsonschema, which validates.' >&2; \
	$(APT_INSTALL) python3-jsonschema >&2

# Tools of trials and counts, from the archive of the system.
APT_INSTALL = if [ "`id -u`" = 0 ]; then as=; else as=sudo; fi; \
	$$as apt-get update >&2; $$as env DEBIAN_FRONTEND=noninteractive apt-get install -y

setup-strace:
	@command -v strace >/dev/null 2>&1 && command -v python3 >/dev/null 2>&1 && exit 0; \
	echo 'Installing strace and python3, which count calls and keep a store open.' >&2; \
	$(APT_INSTALL) strace python3 >&2

setup-valgrind:
	@command -v valgrind >/dev/null 2>&1 && exit 0; \
	echo 'Installing valgrind, which counts instructions and allocations.' >&2; \
	$(APT_INSTALL) valgrind >&2

# Random expressions on random responses, by our engine and by one that is not ours. Tests/Differ/deviations.py
# names where that one is wrong.
DIFFER = .build/differ-venv/bin/python

differ: setup setup-fhirpathpy
	@swift build -c release --product ekiben-trials >&2
	@trials=`swift build -c release --show-bin-path`/ekiben-trials || exit 1; \
	"$$trials" differ 20000 $(SEED) > .build/differ.jsonl || exit 1; \
	$(DIFFER) -B Tests/Differ/compare.py .build/differ.jsonl || exit 1; \
	echo "next: make differ SEED=$$(($(SEED) + 20000))"

setup-fhirpathpy:
	@$(DIFFER) -c 'import fhirpathpy; assert fhirpathpy.__version__ == "2.2.4"' 2>/dev/null && exit 0; \
	if ! python3 -c 'import ensurepip' 2>/dev/null; then \
	  echo 'Installing python3-venv, which makes virtual environments.' >&2; \
	  $(APT_INSTALL) python3-venv >&2 || exit 1; \
	fi; \
	python3 -m venv .build/differ-venv && $(DIFFER) -m pip install --quiet fhirpathpy==2.2.4

setup: setup-swift setup-sqlite

setup-swift:
	@command -v swift >/dev/null 2>&1 || { \
	  echo 'ekiben needs Swift 6.2 or newer, and there is no `swift` on the PATH.' >&2; \
	  echo 'Install it from https://www.swift.org/install and try again.' >&2; \
	  exit 1; }
	@found=`swift --version 2>/dev/null \
	  | sed -n 's/.*Swift version \([0-9][0-9]*\)\.\([0-9][0-9]*\).*/\1 \2/p' | head -n 1`; \
	if [ -z "$$found" ]; then \
	  echo 'ekiben needs Swift 6.2 or newer, and `swift --version` does not say which it is:' >&2; \
	  swift --version >&2; exit 1; \
	fi; \
	set -- $$found; \
	if [ "$$1" -lt 6 ] || { [ "$$1" -eq 6 ] && [ "$$2" -lt 2 ]; }; then \
	  echo "ekiben needs Swift 6.2 or newer; \`swift --version\` says $$1.$$2." >&2; \
	  echo 'Install a newer one from https://www.swift.org/install and try again.' >&2; \
	  exit 1; \
	fi

setup-sqlite:
	@if [ "`uname -s`" = Darwin ]; then exit 0; fi; \
	if command -v pkg-config >/dev/null 2>&1 && pkg-config --exists sqlite3; then exit 0; fi; \
	for header in $(SQLITE_HEADERS); do if [ -e "$$header" ]; then exit 0; fi; done; \
	if ! command -v apt-get >/dev/null 2>&1; then \
	  echo 'ekiben needs the header of SQLite (sqlite3.h), and there is no apt to install it with.' >&2; \
	  echo '  Fedora:  dnf install sqlite-devel' >&2; \
	  echo '  Alpine:  apk add sqlite-dev' >&2; \
	  echo '  macOS:   nothing to do, the one of the system is used' >&2; \
	  exit 1; \
	fi; \
	if [ "`id -u`" = 0 ]; then as=; \
	elif command -v sudo >/dev/null 2>&1; then as=sudo; \
	else \
	  echo 'ekiben needs the header of SQLite. Ask someone who may:' >&2; \
	  echo '  apt-get install libsqlite3-dev' >&2; \
	  exit 1; \
	fi; \
	echo 'Installing libsqlite3-dev, the header of SQLite.' >&2; \
	$$as apt-get update >&2 \
	  || echo 'apt-get update failed; trying with the package lists that are here.' >&2; \
	$$as env DEBIAN_FRONTEND=noninteractive apt-get install -y libsqlite3-dev >&2 || { \
	  echo 'libsqlite3-dev could not be installed; see above.' >&2; \
	  exit 1; }

clean:
	rm -rf .build
