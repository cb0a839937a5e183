/// Where a case of seeds.md §5 belongs that is no plan of a table.
enum SeedHome: Sendable {
  /// A test of this file of ours, by its path under `Tests`, shows it.
  case tested(in: String)
  /// It is about something that comes with components, decorators and styles.
  case components
  /// It is about the rendering queue, display policies and what sections are made from.
  case rendering
  /// It is about what a person does and what is on the screen.
  case screen
  /// It is about a cache of sizes by position, which is one by identity here.
  case sizes
  /// It has no counterpart here.
  case none(because: String)
}

/// The cases of seeds.md §5 that are not in the tables of cases, each with its home.
let seedsElsewhere: [(names: [String], home: SeedHome)] = [
  (["T-FD9", "T-FD10", "T-FD19", "T-FD27", "T-C43", "T-X7", "T-X10"], here("SeedCasesTests")),
  (["T-C44", "T-R7", "T-X16", "T-X19", "T-X20"], here("SeedHostTests")),
  (
    ["T-S1", "T-S2", "T-S3", "T-S4", "T-S5", "T-S6", "T-S7"],
    .tested(in: "EkibenDocumentsTests/Patch/PatchTests.swift")
  ),
  (["T-X21"], .tested(in: "EkibenDocumentsTests/Change/ChangesetSeedTests.swift")),
  // Types seen through wrappers, callbacks, what is mounted, deletable, custom input.
  (["T-B10", "T-B11", "T-B12", "T-B14", "T-B15"], .components),
  // Pictures of components; separators, colours and margins of cells; their accessibility names.
  (["T-B18", "T-C40", "T-C41", "T-C45", "T-C46", "T-C48"], .components),
  (["T-B13"], .components),
  (["T-X15"], .rendering),
  // Handlers that are given models.
  (["T-R9"], .rendering),
  // Swipe actions, heights, focus.
  (["T-C47", "T-R8", "T-X18"], .screen),
  (["T-B3", "T-B4", "T-B8", "T-B9"], .sizes),
  (["T-B16"], .none(because: "no class of adapters is asked for: a host is what it is")),
  (["T-X9"], .none(because: "a flat list whose ids repeat: a document refuses them")),
]

private func here(_ file: String) -> SeedHome {
  .tested(in: "EkibenFormsTests/Table/\(file).swift")
}

// Of §5G, which has no numbers: kitten→sitting, gitten→sitting, Wojtek→Wojciech, [1,2,3,4]→[4,2,3,4]
// and →[1,2,4,4] have an element twice, and so do []→[0:[1,2],1:[1]] and [0:[2],-1:[1,2,3],1:[1]] in
// one document; the batch updates with an index transform are the same moves at other numbers.
