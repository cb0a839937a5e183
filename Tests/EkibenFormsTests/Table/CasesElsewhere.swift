/// Where a numbered case belongs that is no plan of a table.
enum CaseHome: Sendable {
  /// A test of this file of ours, by its path under `Tests`, shows it and names it.
  case tested(in: String)
  /// It is about a cache of sizes by place. Heights are remembered by identity here.
  case sizes
  /// It has no counterpart here.
  case none(because: String)
}

/// The numbered cases that are not in the tables of cases, each with its home.
let casesElsewhere: [(names: [String], home: CaseHome)] = [
  (["T-FD9", "T-FD10", "T-FD19", "T-FD27", "T-C43", "T-X7", "T-X10"], here("InheritedCasesTests")),
  (["T-C44", "T-R7", "T-X16", "T-X19"], here("InheritedHostTests")),
  (["T-B11", "T-B12", "T-B14", "T-C47", "T-R8", "T-X20"], here("InheritedLifecycleTests")),
  (["T-B10"], .tested(in: "EkibenFormsTests/View/DecoratorTests.swift")),
  (["T-X15"], .tested(in: "EkibenFormsTests/Rendering/RendererTests.swift")),
  (
    ["T-S1", "T-S2", "T-S3", "T-S4", "T-S5", "T-S6", "T-S7"],
    .tested(in: "EkibenDocumentsTests/Patch/PatchTests.swift")
  ),
  (["T-X21"], .tested(in: "EkibenDocumentsTests/Change/InheritedChangesetTests.swift")),
  (["T-B13"], .tested(in: "EkibenFormsTests/Form/DescribingTests.swift")),
  (["T-C45"], .tested(in: "EkibenTests/RowBehaviourTests.swift")),
  (["T-C46"], .tested(in: "EkibenTests/RowKindsTests.swift")),
  (["T-X9"], .tested(in: "EkibenFormsTests/Ancestors/FlexibleDiffTests.swift")),
  (["T-X18"], .tested(in: "EkibenFormsTests/Ancestors/BentoComponentTests.swift")),
  (["T-B15"], .tested(in: "EkibenTests/CustomInputTests.swift")),
  (["T-B18"], .tested(in: "EkibenTests/RowKindsTests.swift")),
  (["T-C40", "T-C41", "T-C48"], .tested(in: "EkibenTests/StyleTests.swift")),
  (["T-B3", "T-B4", "T-B8", "T-B9"], .sizes),
  (["T-R9"], .none(because: "a handler is a closure of the row and knows its model by itself")),
  (["T-B16"], .none(because: "no class of adapters is asked for: a host is what it is")),
]

private func here(_ file: String) -> CaseHome {
  .tested(in: "EkibenFormsTests/Table/\(file).swift")
}

// Of §5G, which has no numbers: kitten→sitting, gitten→sitting, Wojtek→Wojciech, [1,2,3,4]→[4,2,3,4]
// and →[1,2,4,4] have an element twice, and so do []→[0:[1,2],1:[1]] and [0:[2],-1:[1,2,3],1:[1]] in
// one document; the batch updates with an index transform are the same moves at other numbers.
