import Ekiben
import EkibenDocuments
import Foundation

/// A document of 10,000 rows with a long journal, alone in a store.
///
/// Edit `e` gives row `7919·e` (mod the rows) its next text of 23 bytes, so every edit changes bytes
/// and each row is touched equally often. Old lines move whenever 65,536 are in the way, as they do in
/// a program that is idle now and then.
final class StoreFixture {
  static let rows = 10_000
  static let linesBeforeMoving = 65_536

  let folder: URL
  let path: String
  private(set) var store: Store
  var document: StoredDocument
  /// How many edits there were.
  private(set) var edits = 0
  /// What moving lines took.
  private(set) var moving = Moving()

  struct Moving {
    var lines = 0
    /// In seconds of the processor.
    var time = 0.0
    var worst = 0.0
  }

  /// Makes a store in a folder that goes away with ``remove()``.
  init(name: String) throws {
    folder = FileManager.default.temporaryDirectory
      .appending(path: "ekiben-bench-\(name)-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.appending(path: "\(name).ekiben").path
    store = try Store(path, now: 0)
    _ = try store.publish(
      "bench", try Self.form(), by: EditMetadata(author: "ada", time: 0))
    document = try store.create(
      "bench", from: "bench", uid: Self.uid(2), by: EditMetadata(author: "ada", time: 0))
  }

  func remove() {
    do {
      try store.close()
      try FileManager.default.removeItem(at: folder)
    } catch { print("left behind: \(folder.path)") }
  }

  // Made once: an app has the ids of its rows, and what an edit costs is not how a benchmark makes them.
  private static let rowIDs = (0..<rows).map { RowID(unchecked: "row-\($0)") }

  static func row(_ number: Int) -> RowID { rowIDs[number] }
  static func toggle(_ number: Int) -> RowID { RowID(unchecked: "toggle-\(number)") }

  /// The row that edit `e` changes.
  static func editedRow(_ edit: Int) -> Int { 7919 * edit % rows }

  private static func uid(_ byte: UInt8) -> [UInt8] { [UInt8](repeating: byte, count: 16) }

  /// 100 sections of 100 text rows, and 100 toggles behind them.
  private static func form() throws -> Document {
    var sections = (0..<100).map { section in
      Document.Section(
        id: SectionID(unchecked: "section-\(section)"),
        rows: (0..<rows / 100).map { place in
          Document.Row(
            id: row(section * (rows / 100) + place),
            fields: [.component: .text(TextInput.component), .title: .text("Field \(place)")])
        })
    }
    sections.append(
      Document.Section(
        id: "toggles",
        rows: (0..<100).map { number in
          Document.Row(id: toggle(number), fields: [.component: .text(Toggle.component)])
        }))
    return try Document(sections: sections)
  }

  /// What the next edit does, and who does it when.
  func next() -> (edit: Edit, metadata: EditMetadata) {
    defer { edits += 1 }
    return (.answers([answer(edits)]), EditMetadata(author: "ada", time: Int64(edits) * 1000))
  }

  /// The next answers to so many rows that stand so far from each other, to be given at once.
  func nextAnswers(_ count: Int, apart distance: Int) -> [(row: RowID, value: Value?)] {
    defer { edits += 1 }
    return (0..<count).map { place in
      let number = (Self.editedRow(edits) + place * distance) % Self.rows
      return (Self.row(number), .text(Self.text(number, version: edits % 997)))
    }
  }

  func answer(_ edit: Int) -> (row: RowID, value: Value?) {
    let number = Self.editedRow(edit)
    return (Self.row(number), .text(Self.text(number, version: edit / Self.rows)))
  }

  static func text(_ row: Int, version: Int) -> String {
    "Field value \(padded(row, 6)) v\(padded(version, 3))"
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  /// Makes edits, each its own commit.
  func edit(_ count: Int) throws {
    for _ in 0..<count {
      let (edit, metadata) = next()
      try store.perform(edit, on: &document, by: metadata)
    }
  }

  /// Makes edits until there are that many, many to a commit, and moves old lines on the way.
  func grow(to count: Int) throws {
    while edits < count {
      var batch: [Edit] = []
      while batch.count < 5000, edits < count { batch.append(next().edit) }
      let metadata = EditMetadata(author: "ada", time: Int64(edits) * 1000)
      _ = try store.perform(batch, on: &document, by: metadata)
      if edits / Self.linesBeforeMoving > (edits - batch.count) / Self.linesBeforeMoving {
        try moveLines()
      }
    }
  }

  /// Moves all lines that can be moved, and notes what that takes.
  func moveLines() throws {
    let before = document.count
    var isMore = true
    while isMore {
      let start = Seconds.now()
      isMore = try store.archiveOldEntries(of: &document)
      let slice = Seconds.now() - start
      moving.time += slice
      moving.worst = max(moving.worst, slice)
    }
    moving.lines += before - movedBefore
    movedBefore = before
  }

  private var movedBefore = 0

  /// The size of the file once everything is in it; the store is opened anew.
  func sizeWhenClosed() throws -> Int {
    try store.close()
    let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
    store = try Store(path, access: .readWrite, now: 0)
    document = try store.document("bench")
    return size ?? 0
  }

  /// Opens the file and the document as a program does when it starts.
  func open() throws -> Int {
    let other = try Store(path, access: .readOnly, now: 0)
    let count = try other.document("bench").count
    try other.close()
    return count
  }
}
