@testable import EkibenDocuments
import EkibenTesting
import Testing

@Suite(.timeLimit(.minutes(20))) struct OrderKeyRoomTests {
  private func room(_ count: Int, at place: Int, in keys: [OrderKey]) -> OrderKey.Room {
    OrderKey.makingRoom(
      count, before: { $0 < place ? keys[place - 1 - $0] : nil },
      after: { place + $0 < keys.count ? keys[place + $0] : nil })
  }

  private func list(_ room: OrderKey.Room, at place: Int, in keys: [OrderKey]) -> [OrderKey] {
    Array(keys[..<(place - room.before.count)]) + room.before + room.keys + room.after
      + Array(keys[(place + room.after.count)...])
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `room is always made, and only a run around the gap gets new keys`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var keys = try #require(OrderKey.evenly(random.number(in: 0...30)))
    var crowded = 0
    for round in 0..<400 {
      let place = random.once(in: 20) ? random.number(in: 0...keys.count) : keys.count / 2
      let count = random.once(in: 20) ? random.number(in: 1...30) : 1
      let room = room(count, at: place, in: keys)
      #expect(room.keys.count == count)
      let isFree =
        OrderKey.evenly(
          count, between: place > 0 ? keys[place - 1] : nil,
          and: place < keys.count ? keys[place] : nil) != nil
      #expect(isFree == (room.before.isEmpty && room.after.isEmpty), "\(round)")
      if !isFree { crowded += 1 }
      keys = list(room, at: place, in: keys)
      #expect(isAscending(keys), "\(round)")
      #expect(keys.allSatisfy { $0.bytes.count <= OrderKey.maximumLength })
    }
    #expect(crowded > 0)
  }

  @Test(arguments: [
    ["80", "80", "80"], ["", "", "80"], ["00", "00 00", "ff"], ["80", "81", "e0"],
    ["80 80 80 80 80 80 80 80 80 80 80 80 80 80 80 80 80 80 80 80 80 80 80 80 80", "81"],
    ["04 00 00 00 00", "fb ff ff ff ff"], ["fb ff ff ff ff"], ["04 00 00 00 00"],
  ])
  func `a run of keys from elsewhere is replaced where they leave no room`(hexes: [String]) {
    let keys = hexes.map(key)
    for place in 0...keys.count {
      let room = room(3, at: place, in: keys)
      let all = list(room, at: place, in: keys)
      let around = all[(place - room.before.count)..<(place + 3 + room.after.count)]
      #expect(isAscending(Array(around)), "\(place)")
      let (left, right) = (place - room.before.count, place + 3 + room.after.count)
      if left > 0 { #expect(all[left - 1] < all[left]) }
      if right < all.count { #expect(all[right - 1] < all[right]) }
    }
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `filling gaps keeps the keys that are there`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let keys = try #require(OrderKey.evenly(random.number(in: 0...60)))
    let gaps = keys.flatMap { key -> [OrderKey?] in
      switch random.number(in: 0...5) {
      case 0: [nil]
      case 1: [key, nil, nil]
      case 2: [nil, key]
      default: [key]
      }
    }
    let filled = OrderKey.filled(gaps)
    #expect(filled.count == gaps.count)
    #expect(isAscending(filled))
    for (kept, key) in zip(gaps, filled) where kept != nil { #expect(kept == key) }
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `filling gaps where it is crowded changes a run`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let wide = try #require(OrderKey.evenly(200))
    // Between two keys in the middle there is no room at all.
    let deep = OrderKey(bytes: wide[99].bytes + [UInt8](repeating: 0x80, count: 23))
    var gaps =
      wide[..<100].map { Optional($0) } + [deep, nil, OrderKey(bytes: deep.bytes + [0x80])]
    gaps += wide[100...].map { random.once(in: 10) ? nil : $0 }
    gaps += [nil, nil]
    let filled = OrderKey.filled(gaps)
    #expect(isAscending(filled))
    #expect(filled.count == gaps.count)
    let changed = zip(gaps, filled).enumerated()
      .filter { $0.element.0 != nil && $0.element.0 != $0.element.1 }.map(\.offset)
    let first = try #require(changed.first)
    let last = try #require(changed.last)
    #expect(first >= 80 && last <= 125, "\(first) \(last)")
  }

  @Test func `a long list of keys from elsewhere is filled in reasonable time`() {
    let same = OrderKey(bytes: [1])
    let filled = OrderKey.filled([nil] + [OrderKey?](repeating: same, count: 20_000))
    #expect(filled.count == 20_001)
    #expect(isAscending(filled))
  }
}
