/// A field as the file names it, by keys that are local to the file.
///
/// Field 0 is the whole record, field 1 the answer.
struct TargetKey: Hashable, Comparable, Sendable {
  static let wholeRecord: Int64 = 0
  static let answer: Int64 = 1

  let record: Int64
  let field: Int64

  static func < (left: TargetKey, right: TargetKey) -> Bool {
    (left.record, left.field) < (right.record, right.field)
  }
}
