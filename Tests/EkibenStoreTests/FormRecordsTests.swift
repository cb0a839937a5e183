import EkibenDocuments
import EkibenTesting
import Testing

@testable import EkibenStore

@Suite(.timeLimit(.minutes(20))) struct `The records of a form` {
  // Keys of one revision follow each other; what others added in between leaves gaps.
  @Test(arguments: 0..<100 as Range<UInt64>)
  func `are found by their keys and by their ids, in whatever order they came`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var all: [FormRecords.Record] = []
    var key = Int64(random.number(in: 1...50))
    for number in 0..<random.number(in: 0...60) {
      all.append((.row(RowID(unchecked: "row-\(number)")), key))
      key += random.once(in: 4) ? Int64(random.number(in: 1...9)) : 1
    }
    let records = FormRecords(all.shuffled(using: &random))
    let (ids, keys) = (
      Dictionary(uniqueKeysWithValues: all.map { ($0.key, $0.id) }),
      Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0.key) })
    )
    for key in -1...key + 2 { #expect(records.id(of: key) == ids[key]) }
    for number in 0...60 {
      let id = RecordID.row(RowID(unchecked: "row-\(number)"))
      #expect(records.key(of: id) == keys[id])
    }
    #expect(records.id(of: .max) == nil && records.id(of: .min) == nil)
    #expect(records.key(of: .document) == nil)
  }
}
