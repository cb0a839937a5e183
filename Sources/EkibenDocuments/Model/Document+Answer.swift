extension Document {
  /// Sets a field, by default the answer, of the row at a place.
  ///
  /// - Complexity: O(1), apart from copying what is shared with other documents.
  package mutating func set(_ value: Value?, of field: FieldName = .value, at place: Place) {
    sections.update(at: place.section) { section in
      section.rows.update(at: place.row) { $0.fields[field] = value }
    }
  }

  package mutating func setField(_ name: FieldName, to value: Value?) { fields[name] = value }
}
