internal import EkibenDocuments

// What is nested deeper than the coding reads would be written and never read again.
extension Value {
  /// Refuses what could not be read again.
  func checkDepth() throws(StoreError) {
    // A value that stands alone is at depth 0, so as many levels of nesting less one can be read.
    let limit = ValueCoding.maximumDepth - 1
    guard isNested(within: limit) else { throw .tooDeep(limit: limit) }
  }

  // Stops at the limit, so that no depth is too much for the stack.
  private func isNested(within levels: Int) -> Bool {
    switch self {
    case .list(let values): levels > 0 && values.allSatisfy { $0.isNested(within: levels - 1) }
    case .record(let fields):
      levels > 0 && fields.allSatisfy { $0.value.isNested(within: levels - 1) }
    case .null, .bool, .integer, .decimal, .text, .date, .bytes, .verbatim: true
    }
  }
}

extension Document {
  /// Refuses fields that could not be read again.
  func checkDepth() throws(StoreError) {
    try fields.checkDepth()
    for section in sections {
      try section.fields.checkDepth()
      for row in section.rows { try row.fields.checkDepth() }
    }
  }
}

extension Fields {
  fileprivate func checkDepth() throws(StoreError) {
    for field in self { try field.value.checkDepth() }
  }
}
