extension Document.Section {
  /// The section's fields with its order key among them: what a change of the whole record holds.
  public var record: Fields { record(at: order) }

  func record(at order: OrderKey) -> Fields { fields.placed(in: nil, at: order) }

  init(id: SectionID, record: Fields, rows: [Document.Row]) {
    self.init(id: id, order: record.order, fields: record.setting(.order, nil), rows: rows)
  }
}

extension Document.Row {
  /// The row's fields with its section and order key among them.
  public func record(in section: SectionID) -> Fields { record(in: section, at: order) }

  func record(in section: SectionID, at order: OrderKey) -> Fields {
    fields.placed(in: section, at: order)
  }

  init(id: RowID, record: Fields) {
    self.init(id: id, order: record.order, fields: record.unplaced)
  }
}
