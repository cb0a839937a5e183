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
    self.make = make
    self.shown = shown
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
