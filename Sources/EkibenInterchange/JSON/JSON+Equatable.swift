internal import EkibenDocuments

extension JSON: Equatable {
  /// Compares contents and leaves ranges out; works off a list, so depth costs no stack.
  package static func == (left: JSON, right: JSON) -> Bool {
    var pending = [(left, right)]
    while let (left, right) = pending.popLast() {
      switch (left.content, right.content) {
      case (.array(let left), .array(let right)):
        guard left.count == right.count else { return false }
        pending.append(contentsOf: zip(left, right))
      case (.object(let left), .object(let right)):
        guard left.count == right.count,
          zip(left, right).allSatisfy({ ByteText.equal($0.name, $1.name) })
        else { return false }
        pending.append(contentsOf: zip(left, right).map { ($0.value, $1.value) })
      default: guard sameScalar(left.content, right.content) else { return false }
      }
    }
    return true
  }

  private static func sameScalar(_ left: Content, _ right: Content) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.number(let left), .number(let right)): ByteText.equal(left, right)
    case (.string(let left), .string(let right)): ByteText.equal(left, right)
    case (.kept(let left), .kept(let right)): ByteText.equal(left, right)
    default: false
    }
  }
}

extension JSON.Member: Equatable {
  /// Compares names by bytes and values by content.
  package static func == (left: JSON.Member, right: JSON.Member) -> Bool {
    ByteText.equal(left.name, right.name) && left.value == right.value
  }
}
