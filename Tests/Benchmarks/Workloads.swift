/// A pair of lists to compare, as sections of rows; a flat list has one section.
struct Workload {
  let name: String
  var old: [(section: Int, rows: [RowSketch])]
  var new: [(section: Int, rows: [RowSketch])]
  /// The greatest ratio to floor2 that is good enough, for text ids and for whole numbers.
  let targets: (text: Double, number: Double)

  /// The greatest ratio that is good enough for whole documents: twice that of text ids, but for rows that are
  /// all others or all elsewhere, of which each is a change of several fields.
  var documentTarget: Double {
    switch name.prefix(while: { !$0.isNumber }) {
    case "i", "si": 2
    case "d", "sd": 2.4
    default: targets.text * 2
    }
  }
}

/// The reference workloads; see the group `diff`.
enum Workloads {
  /// Flat lists of a size.
  static func flat(_ count: Int) -> [Workload] {
    let rows = (0..<count).map { RowSketch(number: $0) }
    let size = count >= 1000 ? "\(count / 1000)k" : "\(count)"
    func make(
      _ name: String, _ text: Double, _ number: Double, _ change: (inout [RowSketch]) -> Void
    ) -> Workload {
      var new = rows
      change(&new)
      return Workload(
        name: name + size, old: [(0, rows)], new: [(0, new)], targets: (text, number))
    }
    return [
      make("a", 0.15, 0.35) { _ in },
      make("b", 0.15, 0.35) { $0[count / 2].version = 2 },
      make("c", 0.8, 1.2) { scatter(&$0, count) },
      make("d", 1.3, 3.5) {
        var random = SplitMix64(seed: 42); random.shuffle(&$0)
      },
      make("e", 0.8, 2) { $0.reverse() },
      make("f", 0.8, 1.5) { $0.append($0.removeFirst()) },
      make("fr", 0.8, 1.5) { $0.insert($0.removeLast(), at: 0) },
      make("h", 0.15, 0.35) { list in
        list += (count..<(count + 1000)).map { RowSketch(number: $0) }
      },
      make("i", 0.55, 1.0) { list in
        list = (count..<(2 * count)).map { RowSketch(number: $0) }
      },
    ]
  }

  // From one shuffled list of indices: n/100 deleted, n/100 others updated, then n/100 inserted.
  private static func scatter(_ rows: inout [RowSketch], _ count: Int) {
    var random = SplitMix64(seed: 42)
    var indices = Array(rows.indices)
    random.shuffle(&indices)
    let part = count / 100
    for index in indices[part..<(2 * part)] { rows[index].version = 2 }
    let deleted = Set(indices[..<part])
    rows = rows.enumerated().filter { !deleted.contains($0.offset) }.map(\.element)
    let places = (0..<part).map { _ in random.below(rows.count + 1) }.sorted()
    for (added, place) in places.enumerated() {
      rows.insert(RowSketch(number: count + added), at: place + added)
    }
  }

  /// A hundred sections with rows of a number in all.
  static func sectioned(_ count: Int) -> [Workload] {
    let size = "\(count / 1000)k"
    let each = count / 100
    let sections = (0..<100).map { section in
      (section: section, rows: (0..<each).map { RowSketch(number: section * each + $0) })
    }
    typealias Sections = [(section: Int, rows: [RowSketch])]
    func make(
      _ name: String, _ text: Double, _ number: Double, _ change: (inout Sections) -> Void
    ) -> Workload {
      var new = sections
      change(&new)
      return Workload(name: name + size, old: sections, new: new, targets: (text, number))
    }
    let isLarge = count > 10_000
    return [
      make("sa", 0.15, 0.4) { _ in },
      make("sb", 0.15, 0.4) { $0[50].rows[each / 2].version = 2 },
      make("sc", isLarge ? 0.8 : 0.3, isLarge ? 1.2 : 0.6) { scatterSections(&$0, count) },
      make("sd", 1.2, 3) { shuffleRows(&$0) },
      make("sdS", 0.15, 0.4) {
        var random = SplitMix64(seed: 42); random.shuffle(&$0)
      },
      make("se", 1.0, 2.2) { list in
        list.reverse()
        for index in list.indices { list[index].rows.reverse() }
      },
      make("sf", 0.15, 0.4) { $0[99].rows.append($0[0].rows.removeFirst()) },
      make("sh", 0.15, 0.4) { list in
        for section in 100..<110 {
          let rows = (0..<100).map { RowSketch(number: count + (section - 100) * 100 + $0) }
          list.append((section, rows))
        }
      },
      make("si", 0.6, 1.1) { list in
        for index in list.indices {
          for row in list[index].rows.indices { list[index].rows[row].number += count }
        }
      },
      make("g", 0.5, 1.2) { rearrange(&$0, count) },
    ]
  }

  private static func scatterSections(
    _ sections: inout [(section: Int, rows: [RowSketch])], _ count: Int
  ) {
    var random = SplitMix64(seed: 42)
    var numbers = Array(0..<count)
    random.shuffle(&numbers)
    let part = count / 100
    let deleted = Set(numbers[..<part])
    let updated = Set(numbers[part..<(2 * part)])
    for index in sections.indices {
      sections[index].rows = sections[index].rows.filter { !deleted.contains($0.number) }
        .map { updated.contains($0.number) ? RowSketch(number: $0.number, version: 2) : $0 }
    }
    for added in 0..<part {
      let section = random.below(sections.count)
      let place = random.below(sections[section].rows.count + 1)
      sections[section].rows.insert(RowSketch(number: count + added), at: place)
    }
  }

  private static func shuffleRows(_ sections: inout [(section: Int, rows: [RowSketch])]) {
    var random = SplitMix64(seed: 42)
    var all = sections.flatMap(\.rows)
    random.shuffle(&all)
    var rest = all[...]
    for index in sections.indices {
      let size = sections[index].rows.count
      sections[index].rows = Array(rest.prefix(size))
      rest = rest.dropFirst(size)
    }
  }

  // Five in a hundred rows: moved to another section (2), deleted, updated, inserted; then the
  // sections are shuffled.
  private static func rearrange(
    _ sections: inout [(section: Int, rows: [RowSketch])], _ count: Int
  ) {
    var random = SplitMix64(seed: 42)
    var numbers = Array(0..<count)
    random.shuffle(&numbers)
    let part = count / 100
    let each = count / 100
    let moved = numbers[..<(2 * part)]
    let gone = Set(moved).union(numbers[(2 * part)..<(3 * part)])
    let updated = Set(numbers[(3 * part)..<(4 * part)])
    for index in sections.indices {
      sections[index].rows = sections[index].rows.filter { !gone.contains($0.number) }
        .map { updated.contains($0.number) ? RowSketch(number: $0.number, version: 2) : $0 }
    }
    for number in moved {
      let other = (number / each + 1 + random.below(sections.count - 1)) % sections.count
      let place = random.below(sections[other].rows.count + 1)
      sections[other].rows.insert(RowSketch(number: number), at: place)
    }
    for added in 0..<part {
      let section = random.below(sections.count)
      let place = random.below(sections[section].rows.count + 1)
      sections[section].rows.insert(RowSketch(number: count + added), at: place)
    }
    random.shuffle(&sections)
  }
}
