import DiskRecorder
import EkibenStore
import EkibenTesting
import Foundation

extension SimulatedWorld {
  /// A bit of the store or of its log flips while nobody has it open, in a copy of what a kill would leave
  /// now; the programs go on with the file as it was.
  ///
  /// What changes an answer is refused or found by `verify`, and a deed does not hide it (rule P26). A log
  /// that has rotted is one that ends earlier: what it says of a suffix is lost, as when the power goes.
  mutating func rot(
    during deed: SimulatedProcess.Deed, _ random: inout SeededGenerator
  ) throws {
    var image = try storeImage()
    let names = image.files.filter { $0.value.contains { $0 != 0 } }.keys.sorted()
    let name = random.pick(names)
    flip(in: &image.files[name, default: []], &random)
    tally.strikes["flipped bits", default: 0] += 1
    let isLog = name != PowerWork.storeName
    for access in [Store.Access.readOnly, .readWrite] {
      try withFolder(of: image) { folder in
        do {
          try judge(folder, access, mayLose: isLog, deed, &random)
        } catch is StoreError {
          tally.rotRefused += 1
        }
      }
    }
  }

  // What is 0 is mostly room that nobody uses.
  private func flip(in bytes: inout [UInt8], _ random: inout SeededGenerator) {
    var at = 0
    repeat { at = random.number(in: 0...bytes.count - 1) } while bytes[at] == 0
    bytes[at] ^= 1 << UInt8(random.number(in: 0...7))
  }

  private func withFolder(of image: DiskImage, _ body: (URL) throws -> Void) throws {
    let folder = disk.folder.deletingLastPathComponent().appending(path: "rotten")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { do { try FileManager.default.removeItem(at: folder) } catch { print("\(error)") } }
    for (name, bytes) in image.files {
      try Data(bytes).write(to: folder.appending(path: name))
    }
    try body(folder)
  }

  private mutating func judge(
    _ folder: URL, _ access: Store.Access, mayLose: Bool, _ deed: SimulatedProcess.Deed,
    _ random: inout SeededGenerator
  ) throws {
    var process = try openRotten(folder, access)
    var known = acknowledged
    if mayComeBack { try known.adopt(from: process.store) }
    guard try isWhole(process.store, &known, mayLose: mayLose), access == .readWrite else { return }
    _ = try process.perform(deed, noting: &known, &random)
    // Closed or not, what was done is looked at as by the next program.
    process = try openRotten(folder, .readOnly)
    // Where the same work has written the rotten frames anew, to the byte, those behind them hold again.
    let entries = try (process.store.documents() + process.store.documents(deleted: true))
      .reduce(0) { $0 + $1.entries }
    let revisions = try process.store.forms().first?.revision ?? 0
    let isMore = mayLose && entries + revisions > known.items.count
    if isMore { known = acknowledged }
    _ = try isWhole(process.store, &known, mayLose: isMore)
  }

  /// Whether nothing is found; then all that was acknowledged is there, or the first part of it.
  private mutating func isWhole(
    _ store: Store, _ known: inout Acknowledged, mayLose: Bool
  ) throws -> Bool {
    guard try store.verify().findings.isEmpty else {
      tally.rotFound += 1
      return false
    }
    let found = try known.examine(store, isThorough: true)
    try demand(
      found == known.items.count || mayLose,
      "\(found) of \(known.items.count) acknowledged things are left of a rotten file")
    known.cut(to: found)
    return true
  }
}
