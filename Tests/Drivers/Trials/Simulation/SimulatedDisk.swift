import DiskRecorder
import EkibenTesting
import Foundation
import TestSupport

/// A folder whose calls are recorded, and which goes on in another folder when the processes die or
/// the power goes.
struct SimulatedDisk {
  /// What happens to all processes at once.
  enum Disaster { case kill, powerCut }

  private let base: URL
  private var number = 0
  private var state: RecordedDisk
  private var notedCalls = 0
  private let ignoresSyncs: Bool

  /// Begins with an empty folder below another one; a disk that ignores syncs is a control.
  init(in base: URL, ignoresSyncs: Bool) throws {
    (self.base, self.ignoresSyncs) = (base, ignoresSyncs)
    state = RecordedDisk(ignoresSyncs: ignoresSyncs)
    try begin(with: DiskImage())
  }

  var folder: URL { base.appending(path: "disk-\(number)") }

  /// Says that everything done so far is safe.
  mutating func settle() throws {
    try noteCalls()
    state.settle()
  }

  /// Takes note of the calls up to now, and says how many these are.
  @discardableResult
  mutating func noteCalls() throws -> Int {
    for call in try DiskRecorder.calls(from: notedCalls) { state.apply(call) }
    notedCalls = DiskRecorder.count
    return notedCalls
  }

  /// What is there now.
  mutating func everything() throws -> DiskImage {
    try noteCalls()
    return state.everything
  }

  /// What is left when all processes end, or the power goes, at one of the calls since the last
  /// that were noted.
  ///
  /// - Returns: What is left, and whether all of these calls were made before.
  mutating func strike(
    _ disaster: Disaster, _ random: inout SeededGenerator
  ) throws -> (image: DiskImage, isLate: Bool) {
    let calls = try DiskRecorder.calls(from: notedCalls)
    let cut = random.once(in: 3) ? calls.count : random.number(in: 0...calls.count)
    for call in calls[..<cut] { state.apply(call) }
    let image = disaster == .kill ? state.everything : state.image(&random)
    return (image, cut == calls.count)
  }

  /// Goes on in another folder, once nothing is recorded and nobody has files of this one open.
  mutating func goOn(with image: DiskImage) throws {
    try FileManager.default.removeItem(at: folder)
    number += 1
    try begin(with: image)
  }

  private mutating func begin(with image: DiskImage) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try DiskRecorder.start(in: folder.path)
    (state, notedCalls) = (RecordedDisk(ignoresSyncs: ignoresSyncs), 0)
    try image.write(to: folder.path)
    try settle()
  }
}
