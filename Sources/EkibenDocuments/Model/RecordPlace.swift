/// Where a record stands, as two fields of it that its other fields do not know of.
///
/// A change that puts in or takes out a whole record holds all its fields, section and order key among them. So that
/// ten thousand of them need not be copied for two more, those stand beside the others.
final class RecordPlace: Equatable, Sendable {
  private let section: SectionID?
  let order: OrderKey

  /// Notes a place beside fields that say none.
  init(section: SectionID?, order: OrderKey) { (self.section, self.order) = (section, order) }

  /// How many fields it is: a section's place has no other section.
  var count: Int { section == nil ? 1 : 2 }

  /// What one of the two fields holds.
  subscript(name: FieldName) -> Value? {
    if name == .order { return .bytes(order.bytes) }
    return name == .section ? section.map { .text($0.rawValue) } : nil
  }

  /// The field at a position among all of a record, whose other fields are in order.
  ///
  /// Where the two stand is not noted: a difference makes thousands of these, and looks into few.
  ///
  /// - Complexity: O(log n) in the number of fields.
  subscript(position: Int, beside elements: ContiguousArray<Fields.Element>) -> Fields.Element {
    let beforeOrder = elements.firstPlace { !($0.name < .order) }
    if position < beforeOrder { return elements[position] }
    if position == beforeOrder { return .init(name: .order, value: .bytes(order.bytes)) }
    let beforeSection = elements[beforeOrder...].firstPlace { !($0.name < .section) }
    guard let section, position > beforeSection else { return elements[position - 1] }
    return position == beforeSection + 1
      ? .init(name: .section, value: .text(section.rawValue)) : elements[position - 2]
  }

  static func == (left: RecordPlace, right: RecordPlace) -> Bool {
    left.section == right.section && left.order == right.order
  }
}
