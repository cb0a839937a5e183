public import Ekiben

/// What every table host promises, checked by machine: see ``EkibenForms/TableHost`` for the words.
///
/// It makes hosts, gives them random contents and plans, and compares what they show with a fresh
/// render after every call.
///
/// ```swift
/// let contract = HostContract(making: { MyHost() }, shown: { $0.table })
/// try contract.check()
/// ```
@MainActor public struct HostContract<Host: TableHost> {
  let make: () -> Host
  let shown: (Host) -> ShownTable

  /// Says how to make a host that is attached, and how to look at it.
  public init(making make: @escaping () -> Host, shown: @escaping (Host) -> ShownTable) {
    (self.make, self.shown) = (make, shown)
  }

  /// Checks every promise with the random contents of some seeds.
  ///
  /// - Throws: ``HostContractViolation`` at the first promise that is not kept.
  /// - Complexity: O(seeds), some hundred small calls each.
  public func check(seeds: Range<UInt64> = 1..<25) throws {
    for seed in seeds {
      try require(make(), shows: TableContent(), "a host starts empty", seed)
      try shows(seed)
      try appliesPlans(seed)
      try bindsInTurn(seed)
      try leavesRefusedPlans(seed)
      try finds(seed)
      try focuses(seed)
    }
  }

  func require(
    _ host: Host, shows content: TableContent, _ promise: String, _ seed: UInt64
  ) throws(HostContractViolation) {
    if let difference = shown(host).difference(from: ShownTable(content)) {
      throw HostContractViolation(promise: promise, seed: seed, detail: difference)
    }
  }

  func require(
    _ holds: Bool, _ promise: String, _ seed: UInt64, _ detail: @autoclosure () -> String
  ) throws(HostContractViolation) {
    if !holds { throw HostContractViolation(promise: promise, seed: seed, detail: detail()) }
  }

  func shows(_ seed: UInt64) throws {
    let promise = "a host shows the content that it is given from scratch"
    var generator = DocumentGenerator(seed: seed)
    let host = make()
    for _ in 0..<3 {
      let content = TableContent(try generator.document())
      host.reload(content)
      try require(host, shows: content, promise, seed)
    }
    host.unload()
    try require(host, shows: TableContent(), "a host that is unloaded shows nothing", seed)
  }

  func appliesPlans(_ seed: UInt64) throws {
    var generator = DocumentGenerator(seed: seed)
    let host = make()
    var document = try generator.document()
    host.reload(TableContent(document))
    for _ in 0..<12 {
      let next = try generator.edited(document)
      let plan = TablePlan(from: document, to: next, under: .strictest)
      do { try host.perform(plan, to: TableContent(next)) } catch {
        throw HostContractViolation(
          promise: "a host takes every plan that is legal at its strictest", seed: seed,
          detail: "\(error)")
      }
      let promise = "a host shows the content that a plan leads to"
      try require(host, shows: TableContent(next), promise, seed)
      document = next
    }
  }

  /// Views are bound in turn, cleared in between, and all of them unmounted at the end.
  func bindsInTurn(_ seed: UInt64) throws {
    let ledger = ContractProbe.Ledger()
    var generator = DocumentGenerator(seed: seed)
    let host = make()
    var document = try generator.document()
    host.reload(TableContent(document, watchedBy: ledger))
    for number in 0..<6 {
      let next = try generator.edited(document)
      let content = TableContent(next, watchedBy: ledger)
      try host.perform(TablePlan(from: document, to: next, under: .strictest), to: content)
      // The records are the same: only the components say something else.
      let newer = TableContent(next, watchedBy: ledger, prefix: "\(number): ")
      host.rebind(newer)
      try require(host, shows: newer, "a host binds visible rows to the newest components", seed)
      document = next
    }
    let rows = Set(document.sections.flatMap { $0.rows.map(\.id) })
    try require(
      ledger.mounted.isSubset(of: rows), "a host unmounts rows that have gone", seed,
      "\(ledger.mounted.subtracting(rows).sorted()) still have views")
    host.unload()
    try require(
      ledger.mounted.isEmpty, "a host that is unloaded unmounts every view", seed,
      "\(ledger.mounted.sorted()) still have views")
    try require(ledger.problem == nil, "a host binds its views in turn", seed, ledger.problem ?? "")
  }

  /// A host that works by identity may make the best of a plan that names rows that are not there; one
  /// that works by index refuses it and is as it was.
  func leavesRefusedPlans(_ seed: UInt64) throws {
    var generator = DocumentGenerator(seed: seed, sections: 1...3, rows: 1...4)
    let document = try generator.document()
    let next = try generator.edited(document)
    let host = make()
    host.reload(TableContent(document))
    var operations = TableOperations()
    operations.deleteRows = [Document.Place(section: document.sections.count, row: 0)]
    let plan = TablePlan(stages: [.init(operations: operations, table: next)])
    do {
      try host.perform(plan, to: TableContent(next))
    } catch {
      let promise = "a refused plan leaves the host as it was"
      return try require(host, shows: TableContent(document), promise, seed)
    }
    let promise = "a plan that is not refused is followed"
    try require(host, shows: TableContent(next), promise, seed)
  }

  func finds(_ seed: UInt64) throws {
    var generator = DocumentGenerator(seed: seed, sections: 1...3, rows: 1...4)
    let document = try generator.document()
    let host = make()
    host.reload(TableContent(document))
    for row in document.sections.flatMap(\.rows) {
      let promise = "a host scrolls to every row that it has"
      try require(host.scroll(to: row.id), promise, seed, "not to \(row.id)")
      let look = shown(host).sections.flatMap(\.rows).first { $0.id == row.id }?.look
      try require(
        look != nil, "a row that was scrolled to is on the screen", seed, "\(row.id) has no view")
    }
    let unknown = RowID(unchecked: "no such row")
    let promise = "a host neither scrolls to nor focuses a row that it does not have"
    try require(!host.scroll(to: unknown), promise, seed, "it scrolled")
    try require(!host.focus(unknown), promise, seed, "it has the focus")
  }

  func focuses(_ seed: UInt64) throws {
    let host = make()
    let form = Form("contract") {
      Section("section") { TextInput(Field<String>("answer"), title: "Answer") }
    }
    host.reload(try form.content())
    let promise = "a host puts the focus into a row that takes an answer"
    try require(host.focus("answer"), promise, seed, "it has not got there")
  }
}

/// A promise that a host does not keep.
public struct HostContractViolation: Error, Hashable, Sendable, CustomStringConvertible {
  /// What the host should have done, as a sentence.
  public let promise: String
  /// The seed that shows it.
  public let seed: UInt64
  /// What it did instead.
  public let detail: String

  /// The promise, what was found, and the call that checks it again.
  public var description: String {
    "\(promise): \(detail)\ntry contract.check(seeds: \(seed)..<\(seed + 1))"
  }
}
