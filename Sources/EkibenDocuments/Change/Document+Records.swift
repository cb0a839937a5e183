extension Document.Section {
  /// The section's fields with its order key among them: what a change of the whole record holds.
  public var record: Fields { record(at: order) }

  func record(at order: OrderKey) -> Fields {
    fields.inserting(.init(name: .order, value: .bytes(order.bytes)))
  }

  init(id: SectionID, record: Fields, rows: [Document.Row]) {
    self.init(id: id, order: OrderKey(in: record), fields: record.setting(.order, nil), rows: rows)
  }
}

extension Document.Row {
  /// The row's fields with its section and order key among them.
  public func record(in section: SectionID) -> Fields { record(in: section, at: order) }

  func record(in section: SectionID, at order: OrderKey) -> Fields {
    fields.inserting(
      .init(name: .order, value: .bytes(order.bytes)),
      .init(name: .section, value: .text(section.rawValue)))
  }

  init(id: RowID, record: Fields) {
    self.init(
      id: id, order: OrderKey(in: record),
      fields: record.setting(.order, nil).setting(.section, nil))
  }
}

extension OrderKey {
  // A record without a readable key comes first among its siblings rather than being refused.
  fileprivate init(in record: Fields) {
    guard case .bytes(let bytes)? = record[.order] else {
      self.init(bytes: [])
      return
    }
    self.init(bytes: bytes)
  }
}
