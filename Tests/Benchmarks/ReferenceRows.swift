import Ekiben
import EkibenDocuments

/// An id of the reference workloads: text or a whole number.
protocol ReferenceID: Hashable, Sendable {
  static var name: String { get }
  init(row: Int)
  var text: String { get }
}

extension Int: ReferenceID {
  static var name: String { "Int" }
  init(row: Int) { self = Int(truncatingIfNeeded: mix(UInt64(row)) >> 1) }
  var text: String { "\(self)" }
}

extension String: ReferenceID {
  static var name: String { "Str" }

  // 36 characters, lower-case hex with dashes.
  init(row: Int) {
    let digits = [mix(UInt64(row)), mix(UInt64(row) &+ 0x1234_5678)].map { word in
      let hex = String(word, radix: 16)
      return String(repeating: "0", count: 16 - hex.count) + hex
    }.joined()
    var text = ""
    for (position, digit) in digits.enumerated() {
      if [8, 12, 16, 20].contains(position) { text += "-" }
      text.append(digit)
    }
    self = text
  }

  var text: String { self }
}

private func mix(_ number: UInt64) -> UInt64 {
  var word = (number &+ 1) &* 0x9E37_79B9_7F4A_7C15
  word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
  word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
  return word ^ (word >> 31)
}

/// A row of the reference workloads: 23 bytes of text on the heap, and a flag.
struct ReferenceRow<ID: ReferenceID>: Identifiable, Hashable, Sendable {
  let id: ID
  let text: String
  let isOn: Bool

  init(_ sketch: RowSketch) {
    id = ID(row: sketch.number)
    let digits = "\(sketch.number)"
    text =
      "Field value " + String(repeating: "0", count: 8 - digits.count) + digits
      + " v\(sketch.version)"
    isOn = sketch.number.isMultiple(of: 2)
  }

  var documentRow: Document.Row {
    Document.Row(
      id: RowID(unchecked: id.text),
      fields: [.component: "TextInput", .value: .text(text), .required: .bool(isOn)])
  }
}

/// A row as a workload names it: its number and the version of its text.
struct RowSketch: Hashable, Sendable {
  var number: Int
  var version = 1
}

/// A section of reference rows.
struct ReferenceSection<ID: ReferenceID>: SectionOfRows, Sendable {
  let id: ID
  let rows: [ReferenceRow<ID>]
}

/// SplitMix64 with its usual constants, as the reference workloads use it.
struct SplitMix64 {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }

  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

  /// Fisher–Yates from the end.
  mutating func shuffle<Element>(_ list: inout [Element]) {
    guard list.count > 1 else { return }
    for last in (1..<list.count).reversed() { list.swapAt(last, below(last + 1)) }
  }
}
