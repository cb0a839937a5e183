import CDrivers
import EkibenStore
import EkibenTesting
import Foundation

extension SimulatedWorld {
  /// A call of a deed fails, or all from one on, and the program goes on.
  mutating func fault(
    during deed: SimulatedProcess.Deed, _ at: Int, _ random: inout SeededGenerator
  ) throws {
    let kind = random.pick([
      drivers_io_error, drivers_no_space, drivers_short_write, drivers_sync_error,
      drivers_no_memory,
    ])
    let point = Int64(random.number(in: 1...60))
    let refusal = try refused(kind, point, isSticky: random.once(in: 3), deed, at, &random)
    guard let refusal else { return }
    // Who cannot let go of the file, or take it up again, has none.
    if deed == .close || deed == .suspend { close(at) }
    if case .closed = refusal { close(at) }
    try lookAfterRefusal()
  }

  /// A process ends in a deed: from one call on none of its calls gets through.
  mutating func killOne(
    during deed: SimulatedProcess.Deed, _ at: Int, _ random: inout SeededGenerator
  ) throws {
    let point = Int64(random.number(in: 1...40))
    _ = try refused(drivers_io_error, point, isSticky: true, deed, at, &random, isKilled: true)
    close(at)
    try lookAfterRefusal()
  }

  /// What a deed is refused with because of a fault; nil where it is done all the same.
  private mutating func refused(
    _ kind: drivers_fault, _ point: Int64, isSticky: Bool, _ deed: SimulatedProcess.Deed,
    _ at: Int, _ random: inout SeededGenerator, isKilled: Bool = false
  ) throws -> StoreError? {
    drivers_arm(kind, point, isSticky ? 1 : 0)
    var refusal: StoreError?
    do {
      try perform(deed, at, &random)
      // Its file is closed by the system, which makes no further call.
      if isKilled { try suspend(at) }
    } catch let error as StoreError {
      refusal = error
      if isKilled { close(at) }
    } catch {
      drivers_disarm()
      throw error
    }
    let failures = drivers_disarm()
    if failures > 0 { tally.strikes[isKilled ? "ended" : "faults", default: 0] += 1 }
    if let refusal, failures == 0 { throw refusal }
    return refusal
  }

  private mutating func lookAfterRefusal() throws {
    // A copy that could not be read again, or was not finished.
    for ending in ["", "-wal", "-shm", "-journal", "-partial", "-partial-journal"] {
      let path = disk.folder.appending(path: SimulatedProcess.copyName + ending).path
      if FileManager.default.fileExists(atPath: path) {
        try FileManager.default.removeItem(atPath: path)
      }
    }
    mayComeBack = true
    try look(required: acknowledged.items.count)
  }
}
