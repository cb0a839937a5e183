import EkibenDocuments

@testable import EkibenStore

// The store compares none of these; tests do, every part, and texts by their bytes (rule D2).

extension EntryRecord: Equatable {
  static func == (left: EntryRecord, right: EntryRecord) -> Bool {
    left.header == right.header && left.changes == right.changes && left.context == right.context
      && left.reason.map(Value.text) == right.reason.map(Value.text)
  }
}

extension EntryRecordHeader: Equatable {
  static func == (left: EntryRecordHeader, right: EntryRecordHeader) -> Bool {
    left.parent == right.parent && left.head == right.head && left.step == right.step
      && left.reverted == right.reverted && left.mark.map(Value.text) == right.mark.map(Value.text)
  }
}

extension ChunkEntry: Equatable {
  static func == (left: ChunkEntry, right: ChunkEntry) -> Bool {
    left.kind == right.kind && left.header == right.header && left.time == right.time
      && left.author == right.author && left.targets == right.targets
      && left.reason.map(Value.text) == right.reason.map(Value.text)
      && left.context == right.context && left.flags == right.flags
  }
}
