import EkibenDocuments
import EkibenStore
import EkibenTesting
import Foundation
import RandomWork
import TestSupport

/// Changes single bits, and tears pages, in stores of all shapes, and looks whether anybody believes
/// what comes out: what changes an answer has to be refused or found by `verify`, and nothing that
/// changes the store writes it on (rule P26).
struct Rot {
  let folder: URL
  var random: SeededGenerator
  private(set) var tally = Tally()

  /// What happened, for telling.
  struct Tally {
    var flips = 0
    var tears = 0
    /// Opened or read with an error.
    var refused = 0
    /// Answered as before.
    var same = 0
    /// Answered otherwise, and found by `verify`.
    var found = 0
    /// Calls that would write, by how they ended.
    var writes: [String: Int] = [:]
    var findings: [String] = []
  }

  init(in folder: URL, seed: UInt64) {
    self.folder = folder
    random = SeededGenerator(seed: seed)
  }

  /// Flips so many bits and tears so many pages, in all shapes together.
  mutating func run(flips: Int, tears: Int) throws {
    let shapes = try RotShape.all(in: folder)
    for trial in 0..<flips + tears {
      let shape = shapes[trial % shapes.count]
      var bytes = shape.bytes
      let place: String
      if trial < flips {
        tally.flips += 1
        place = flip(&bytes)
      } else {
        tally.tears += 1
        place = tear(&bytes, shape)
      }
      try look(at: bytes, shape, "\(shape.name), \(place)")
      try write(bytes, shape, "\(shape.name), \(place)")
    }
  }

  // MARK: Damage

  // What is 0 is mostly room that nobody uses.
  private mutating func flip(_ bytes: inout [UInt8]) -> String {
    var at = 0
    repeat { at = random.number(in: 0...bytes.count - 1) } while bytes[at] == 0
    let bit = random.number(in: 0...7)
    bytes[at] ^= 1 << UInt8(bit)
    return "byte \(at), bit \(bit)"
  }

  // A page of which a part is as it was before, or of another page, or empty.
  private mutating func tear(_ bytes: inout [UInt8], _ shape: RotShape) -> String {
    let size = 4096
    let page = random.number(in: 0...bytes.count / size - 1)
    let sector = random.pick([512, 4096])
    let first = page * size + random.number(in: 0...size / sector - 1) * sector
    let range = first..<(random.once(in: 2) ? first + sector : (page + 1) * size)
    let (what, source): (String, [UInt8]?) = random.pick([
      ("older", shape.older), ("empty", nil), ("of another page", shape.bytes),
    ])
    let shift = what == "of another page" ? random.number(in: 0...bytes.count / size - 1) * size : 0
    for at in range {
      let from = (at + shift) % bytes.count
      bytes[at] = source.map { from < $0.count ? $0[from] : 0 } ?? 0
    }
    return "bytes \(range) \(what)"
  }

  // MARK: Looking

  private var path: String { folder.appending(path: "rotten.ekiben").path }

  private func put(_ bytes: [UInt8]) throws {
    for ending in ["-wal", "-shm", "-journal"] {
      if FileManager.default.fileExists(atPath: path + ending) {
        try FileManager.default.removeItem(atPath: path + ending)
      }
    }
    try Data(bytes).write(to: URL(filePath: path))
  }

  private mutating func look(at bytes: [UInt8], _ shape: RotShape, _ place: String) throws {
    try put(bytes)
    do {
      let store = try Store(path, access: .readOnly, now: 0)
      defer { close(store) }
      let answers = try RotShape.answers(of: store)
      if answers == shape.answers {
        tally.same += 1
      } else if isFound(store) {
        tally.found += 1
      } else {
        let line = zip(answers, shape.answers).first { $0 != $1 }
        tally.findings.append("\(place): believed, \(line?.0 ?? "\(answers.count) lines")")
      }
    } catch is StoreError {
      tally.refused += 1
    }
  }

  private func isFound(_ store: Store) -> Bool {
    do { return try !store.verify().findings.isEmpty } catch { return true }
  }

  private func close(_ store: Store) {
    do { try store.close() } catch {}
  }

  // MARK: Writing

  private mutating func write(_ bytes: [UInt8], _ shape: RotShape, _ place: String) throws {
    let work = random.pick(RotShape.works)
    try put(bytes)
    let path = path
    let expected = try shape.outcome(of: work)
    do {
      let outcome = try work.outcome(path)
      let isSame = outcome == expected
      tally.writes[isSame ? "as before" : "otherwise", default: 0] += 1
      guard !isSame else { return }
      let store = try Store(path, access: .readOnly, now: 0)
      defer { close(store) }
      if !isFound(store) { tally.findings.append("\(place): \(work.name) has written it on") }
    } catch is StoreError {
      tally.writes["refused", default: 0] += 1
    }
  }
}
