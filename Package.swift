// swift-tools-version: 6.2
import PackageDescription

// Every target is built the same way: Swift 6 mode, strict memory safety (so that `unsafe` can be
// found by grep), no warnings, and the upcoming features that Swift 7 turns on.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("ImmutableWeakCaptures"),
]

// Tests run what is optimized, and need not be so themselves: that halves the time in which they are built.
let testSettings =
  settings + [.unsafeFlags(["-Onone"], .when(configuration: .release))]

let package = Package(
  name: "ekiben",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    // `import Ekiben` is enough for an app; the modules below it are there for who needs more of one.
    .library(
      name: "Ekiben",
      targets: [
        "Ekiben", "EkibenDocuments", "EkibenExpressions", "EkibenForms", "EkibenInterchange",
        "EkibenStore",
      ]),
    .library(name: "EkibenTesting", targets: ["EkibenTesting"]),
    .library(name: "EkibenOperators", targets: ["EkibenOperators"]),
    .executable(name: "ekiben", targets: ["EkibenTool"]),
  ],
  targets: [
    // Level 0: C.
    .systemLibrary(
      name: "CEkibenSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .yum(["sqlite-devel"])]),

    // Level 1, the pure leg: no disk, no clock, no Foundation.
    .target(name: "EkibenDocuments", swiftSettings: settings),

    // Conditions and formulas on documents.
    .target(
      name: "EkibenExpressions", dependencies: ["EkibenDocuments"], swiftSettings: settings),

    // Level 1, the disk leg: no form, no screen.
    .target(name: "EkibenSQLite", dependencies: ["CEkibenSQLite"], swiftSettings: settings),
    .target(
      name: "EkibenMigrations", path: "Migrations",
      resources: [
        .embedInCode("0001_create.sql"), .embedInCode("0002_checksums.sql"),
        .embedInCode("0003_calculated.sql"),
      ],
      swiftSettings: settings),
    .target(
      name: "EkibenSchemas", path: "Schemas",
      resources: [
        .embedInCode("changes.schema.json"), .embedInCode("form.schema.json"),
        .embedInCode("history.schema.json"), .embedInCode("output.schema.json"),
        .embedInCode("plan.schema.json"),
      ], swiftSettings: settings),

    // Level 2.
    .target(
      name: "EkibenStore",
      dependencies: ["EkibenDocuments", "EkibenSQLite", "EkibenMigrations"],
      swiftSettings: settings),
    .target(
      name: "EkibenForms", dependencies: ["EkibenDocuments", "EkibenExpressions"],
      swiftSettings: settings),
    .target(
      name: "EkibenOperators", dependencies: ["EkibenDocuments", "EkibenForms"],
      swiftSettings: settings),
    .target(
      name: "EkibenInterchange",
      dependencies: ["EkibenDocuments", "EkibenExpressions", "EkibenForms"],
      swiftSettings: settings),

    // Level 3: what users import.
    .target(
      name: "Ekiben",
      dependencies: [
        "EkibenDocuments", "EkibenExpressions", "EkibenForms", "EkibenStore", "EkibenInterchange",
      ], swiftSettings: settings),
    .target(name: "EkibenTesting", dependencies: ["Ekiben"], swiftSettings: settings),

    // Level 4: the command.
    .executableTarget(
      name: "EkibenTool",
      dependencies: [
        "Ekiben", "EkibenDocuments", "EkibenExpressions", "EkibenForms", "EkibenInterchange",
        "EkibenSchemas", "EkibenStore",
      ],
      resources: [.embedInCode("Demo/clinic-intake.json")], swiftSettings: settings),

    // Benchmarks are a target, not a product.
    .executableTarget(
      name: "ekiben-bench",
      dependencies: [
        "Ekiben", "EkibenExpressions", "EkibenSQLite", "EkibenTesting", "BenchmarkResults",
        "RandomJournals",
      ],
      path: "Tests/Benchmarks", exclude: ["count", "Report", "Tests"], swiftSettings: settings),
    .target(name: "BenchmarkResults", path: "Tests/Benchmarks/Report", swiftSettings: settings),
    .testTarget(
      name: "BenchmarkResultTests", dependencies: ["BenchmarkResults"],
      path: "Tests/Benchmarks/Tests",
      swiftSettings: testSettings),

    // What fuzzers feed. The driver is below.
    .target(
      name: "FuzzTargets",
      dependencies: [
        "EkibenDocuments", "EkibenExpressions", "EkibenForms", "EkibenInterchange", "EkibenTesting",
        "RandomJournals",
      ],
      path: "Tests/Fuzz/Targets", swiftSettings: settings),
    .testTarget(
      name: "FuzzTests", dependencies: ["FuzzTargets", "EkibenTesting", "TestSupport"],
      path: "Tests/Fuzz/Tests", swiftSettings: testSettings),

    // What stands between SQLite and its files in tests, and the drivers built on it.
    .target(name: "CDrivers", dependencies: ["CEkibenSQLite"], path: "Tests/Drivers/C"),
    .target(
      name: "SessionRecorder", dependencies: ["CDrivers", "EkibenSQLite"],
      path: "Tests/Drivers/Recorder", swiftSettings: settings),
    .target(
      name: "DiskRecorder", dependencies: ["CDrivers", "EkibenTesting"],
      path: "Tests/Drivers/Disk", swiftSettings: settings),
    .executableTarget(
      name: "ekiben-fence",
      dependencies: ["CDrivers", "EkibenSQLite", "EkibenStore", "EkibenTesting", "TestSupport"],
      path: "Tests/Drivers/Fence", swiftSettings: settings),
    .executableTarget(
      name: "ekiben-faults",
      dependencies: [
        "CDrivers", "EkibenSQLite", "EkibenStore", "EkibenTesting", "RandomWork", "TestSupport",
      ],
      path: "Tests/Drivers/Faults", swiftSettings: settings),
    .target(
      name: "RandomWork",
      dependencies: ["EkibenDocuments", "EkibenMigrations", "EkibenStore", "EkibenTesting"],
      path: "Tests/Drivers/Work", swiftSettings: settings),
    .executableTarget(
      name: "ekiben-trials",
      dependencies: [
        "CDrivers", "DiskRecorder", "Ekiben", "EkibenDocuments", "EkibenExpressions",
        "EkibenInterchange", "EkibenSQLite", "EkibenStore", "EkibenTesting", "RandomWork",
        "SessionRecorder", "SlowExpressions", "TestSupport",
      ],
      path: "Tests/Drivers/Trials", swiftSettings: settings),
    .testTarget(
      name: "DriverTests",
      dependencies: [
        "ekiben-fence", "ekiben-faults", "ekiben-trials", "DiskRecorder", "SessionRecorder",
        "EkibenDocuments", "EkibenSQLite", "EkibenStore", "EkibenTesting", "TestSupport",
      ],
      path: "Tests/Drivers/Tests", swiftSettings: testSettings),

    // Random journals, and sessions in which random things are done.
    .target(
      name: "RandomJournals", dependencies: ["EkibenTesting"], path: "Tests/Journals",
      swiftSettings: settings),

    // What ThreadSanitizer has to be told; empty in any other build.
    .target(name: "CSanitizer", path: "Tests/Sanitizer", exclude: ["thread-suppressions.txt"]),
    .target(
      name: "TestSupport", dependencies: ["CSanitizer", "EkibenTesting"],
      path: "Tests/TestSupport", swiftSettings: settings),
    .testTarget(
      // It reads every source, and so is optimized.
      name: "ArchitectureTests", dependencies: ["EkibenTesting", "TestSupport"],
      exclude: ["Data", "Golden"], swiftSettings: settings),
    .testTarget(
      name: "EkibenDocumentsTests", dependencies: ["EkibenDocuments", "EkibenTesting"],
      swiftSettings: testSettings),
    .testTarget(
      name: "EkibenExpressionsTests", dependencies: ["EkibenExpressions", "EkibenTesting"],
      swiftSettings: testSettings),
    .testTarget(
      name: "EkibenSQLiteTests", dependencies: ["EkibenSQLite", "TestSupport"],
      swiftSettings: testSettings),
    .testTarget(
      name: "EkibenStoreTests",
      dependencies: [
        "EkibenStore", "EkibenSQLite", "EkibenMigrations", "EkibenTesting", "RandomWork",
        "TestSupport",
      ],
      exclude: ["Fixtures", "Golden"], swiftSettings: testSettings),
    .testTarget(
      name: "EkibenFormsTests",
      dependencies: ["EkibenForms", "EkibenOperators", "EkibenTesting", "TestSupport"],
      swiftSettings: testSettings),
    // Random expressions and a slow evaluator of them, which by depending on nothing cannot look at ours.
    .target(name: "SlowExpressions", path: "Tests/SlowExpressions", swiftSettings: settings),
    .testTarget(
      name: "EkibenInterchangeTests",
      dependencies: [
        "EkibenInterchange", "EkibenTesting", "RandomJournals", "SlowExpressions", "TestSupport",
      ],
      exclude: ["Fixtures"], swiftSettings: testSettings),
    .testTarget(
      name: "EkibenTests",
      dependencies: [
        "Ekiben", "EkibenOperators", "EkibenSQLite", "EkibenTesting", "RandomJournals",
        "TestSupport",
      ],
      exclude: ["Golden", "Repeats/Golden"],
      swiftSettings: testSettings),
    .testTarget(
      name: "EkibenToolTests",
      dependencies: [
        "EkibenTool", "Ekiben", "EkibenSchemas", "EkibenSQLite", "EkibenTesting", "RandomJournals",
        "RandomWork", "TestSupport",
      ],
      exclude: ["Golden", "Fixtures"], swiftSettings: testSettings),
  ]
)

// The driver of the fuzzers links with libFuzzer, which only `Tests/Fuzz/run` asks for.
if Context.environment["EKIBEN_FUZZ"] != nil {
  package.products.append(.library(name: "FuzzDriver", type: .static, targets: ["FuzzDriver"]))
  package.targets.append(
    .target(
      name: "FuzzDriver", dependencies: ["FuzzTargets"], path: "Tests/Fuzz/Driver",
      swiftSettings: settings))
}
