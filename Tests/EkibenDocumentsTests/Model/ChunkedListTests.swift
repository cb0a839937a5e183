@testable import EkibenDocuments
import EkibenTesting
import Testing

/// Against `Array`, its slow and obvious reference.
@Suite(.timeLimit(.minutes(20))) struct ChunkedListTests {
  /// Lengths on both sides of where a chunk, a branch and the trees above them are full.
  static let lengths = [
    0, 1, 2, 15, 16, 17, 31, 33, 255, 256, 257, 272, 4_095, 4_096, 4_097, 4_112,
  ]

  @Test(arguments: lengths)
  func `a list has the elements it was made of`(length: Int) {
    let list = ChunkedList(0..<length)
    var appended: ChunkedList<Int> = []
    for element in 0..<length { appended.append(element) }
    for list in [list, appended] {
      #expect(list.count == length)
      #expect(list.isEmpty == (length == 0))
      #expect(Array(list) == Array(0..<length))
      #expect(list.indices.allSatisfy { list[$0] == $0 })
      #expect(list.reversed() == (0..<length).reversed())
    }
    #expect(list == appended)
    #expect(!list.isShared(with: appended) || length == 0)
  }

  @Test(arguments: lengths)
  func `chunks are full, but for the last one`(length: Int) {
    let chunks = ChunkedList(0..<length).chunks
    #expect(chunks.flatMap(\.self) == Array(0..<length))
    #expect(chunks.dropLast().allSatisfy { $0.count == 16 })
    #expect(chunks.allSatisfy { (1...16).contains($0.count) })
  }

  @Test(arguments: lengths.dropFirst())
  func `a copy with one element changed shares all other chunks`(length: Int) {
    let old = ChunkedList(0..<length)
    for place in Set([0, length / 2, length - 1]) {
      var new = old
      #expect(new.isShared(with: old) && new.chunks(besides: old).isEmpty)
      new[place] = -1
      #expect(old[place] == place)
      #expect(new[place] == -1)
      #expect(new != old)
      #expect(!new.isShared(with: old))
      let own = zip(old.chunks, new.chunks).filter { !SharedStorage.isTriviallyIdentical($0, $1) }
      #expect(own.count == 1)
      let besides = new.chunks(besides: old)
      #expect(besides.map(\.elements) == own.map(\.1) && besides.map(\.start) == [place / 16 * 16])
      new[place] = place
      #expect(new == old)
      #expect(!new.isShared(with: old))
    }
  }

  @Test(arguments: lengths.dropFirst())
  func `writing to one chunk again leaves the tree as it is`(length: Int) throws {
    var list = ChunkedList(0..<length)
    list[length - 1] = -1
    let old = list
    list[(length - 1) / 16 * 16] = -2
    #expect(try #require(list.root) === #require(old.root))
    #expect(list != old)
    list[0] = -3
    #expect((try #require(list.root) === #require(old.root)) == (length <= 16))
    #expect(list.filter { $0 < 0 }.count == Set([0, (length - 1) / 16 * 16, length - 1]).count)
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `old values stay when the same few places are written to`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var array = Array(0..<random.pick(Self.lengths.filter { $0 > 0 }))
    var list = ChunkedList(array)
    let places = (0..<4).map { _ in random.number(in: 0...(array.count - 1)) }
    var kept: [(list: ChunkedList<Int>, array: [Int])] = []
    for round in 0..<60 {
      if random.once(in: 3) { kept.append((list, array)) }
      let place = random.pick(places)
      array[place] = -round
      list[place] = -round
      #expect(list.chunks.flatMap(\.self) == array)
    }
    for (old, array) in kept {
      #expect(old.elementsEqual(array))
      #expect(old == ChunkedList(array))
      #expect(old.isShared(with: old))
      #expect((old == list) == old.elementsEqual(list))
    }
  }

  @Test(arguments: lengths)
  func `appending to a copy shares the chunks that are full`(length: Int) {
    let old = ChunkedList(0..<length)
    var new = old
    new.append(length)
    #expect(Array(old) == Array(0..<length))
    #expect(Array(new) == Array(0...length))
    let own = zip(old.chunks, new.chunks).filter { !SharedStorage.isTriviallyIdentical($0, $1) }
    #expect(own.count == (length % 16 == 0 ? 0 : 1))
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `a list does what an array does`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let length = random.pick(Self.lengths)
    var array = Array(0..<length)
    var list = ChunkedList(array)
    // Old values with what they have to stay.
    var kept: [(list: ChunkedList<Int>, array: [Int])] = []
    for round in 0..<60 {
      if random.once(in: 5) { kept.append((list, array)) }
      let number = 10_000 + round
      edit(&array, &list, number, &random)
      #expect(list.count == array.count)
      #expect(list.elementsEqual(array), "\(round)")
    }
    #expect(list == ChunkedList(array))
    for (list, array) in kept { #expect(list.elementsEqual(array)) }
  }

  private func edit(
    _ array: inout [Int], _ list: inout ChunkedList<Int>, _ number: Int,
    _ random: inout SeededGenerator
  ) {
    let place = random.number(in: 0...array.count)
    switch random.number(in: 0...6) {
    case 0 where place < array.count:
      array[place] = number
      list[place] = number
    case 1:
      array.insert(number, at: place)
      list.insert(number, at: place)
    case 2 where place < array.count:
      #expect(array.remove(at: place) == list.remove(at: place))
    case 3 where !array.isEmpty:
      #expect(array.removeLast() == list.removeLast())
    case 4:
      let end = min(array.count, place + random.number(in: 0...20))
      let new = Array(number..<(number + random.number(in: 0...20)))
      array.replaceSubrange(place..<end, with: new)
      list.replaceSubrange(place..<end, with: new)
    case 5:
      let end = min(array.count, place + 40)
      array.append(contentsOf: array[place..<end])
      list.append(contentsOf: list[place..<end])
    default:
      array.append(number)
      list.append(number)
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `lists are equal when their elements are`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let array = (0..<random.pick(Self.lengths)).map { $0 }
    let list = ChunkedList(array)
    #expect(list == ChunkedList(array))
    for _ in 0..<20 where !array.isEmpty {
      var other = array
      let place = random.number(in: 0...(array.count - 1))
      other[place] = random.once(in: 3) ? place : -1
      #expect((list == ChunkedList(other)) == (array == other))
      var edited = list
      edited[place] = other[place]
      #expect((list == edited) == (array == other))
    }
    #expect(list != ChunkedList(array + [0]))
    #expect(list.chunks(besides: ChunkedList()).flatMap(\.elements) == array)
  }

  @Test func `whether two arrays are one is told by their storage`() {
    let array: ContiguousArray = [1, 2, 3]
    var copy = array
    #expect(SharedStorage.isTriviallyIdentical(array, copy))
    copy[0] = 1
    #expect(!SharedStorage.isTriviallyIdentical(array, copy))
    #expect(!SharedStorage.isTriviallyIdentical(array, [1, 2]))
  }
}
