import EkibenDocuments

/// A number for each of many entries, most of which have the same one as the entry before.
struct Runs: Equatable, Sendable {
  struct Run: Equatable, Sendable {
    let value: UInt64
    /// How many entries there are up to the end of this run.
    let end: Int
  }

  let runs: [Run]

  /// The number of the entry at an offset inside.
  ///
  /// - Complexity: O(runs).
  subscript(offset: Int) -> UInt64 {
    for run in runs where offset < run.end { return run.value }
    return 0
  }

  /// Reads runs for a certain number of entries.
  init(of count: Int, from reader: inout ByteReader) throws(CodingError) {
    var runs: [Run] = []
    var end = 0
    while end < count {
      let value = try reader.number()
      let more = try reader.number()
      guard more < UInt64(clamping: count - end) else { throw reader.fail(.numberTooLarge) }
      end += Int(more) + 1
      runs.append(Run(value: value, end: end))
    }
    self.runs = runs
  }
}

extension ByteWriter {
  /// Writes a number for each entry, as each run's value and how many entries more have it.
  mutating func write(runs values: [UInt64]) {
    var start = 0
    while start < values.count {
      var end = start + 1
      while end < values.count, values[end] == values[start] { end += 1 }
      write(values[start])
      write(count: end - start - 1)
      start = end
    }
  }
}
