internal import EkibenSQLite

/// What a store keeps about itself, for every program that opens it.
public struct StoreSettings: Hashable, Sendable {
  /// What commits survive where whoever opens the store does not say; nil leaves it to the program.
  public let durability: Durability?
  /// Whether the store takes changes only with a reason (rule P21).
  public let needsReasons: Bool
}

/// The name of a setting in the file, or of what was noted there once and for all.
struct SettingName {
  let rawValue: String

  static let durability = SettingName(rawValue: "durability")
  static let needsReasons = SettingName(rawValue: "needs-reasons")
  static let store = SettingName(rawValue: "store")
  /// Every answer says if it counts (decision 0045).
  static let activity = SettingName(rawValue: "activity")

  /// The rows of a form's revision do not depend on each other (decision 0061).
  ///
  /// The number stands for what rows can depend on: a version that knows more of that takes another.
  static func independentRows(of form: BaseKey) -> SettingName {
    SettingName(rawValue: "independent-rows-1 \(form.form) \(form.revision)")
  }
}

extension Store {
  /// Reads what the store is set to.
  ///
  /// - Throws: ``StoreError`` when reading fails.
  public func settings() throws(StoreError) -> StoreSettings {
    try reading { (state) throws(StoreError) in
      let database = state.database
      return StoreSettings(
        durability: try database.sqlite(try database.connection.storedDurability()),
        needsReasons: try state.settings.needsReason())
    }
  }

  /// Sets what commits survive from now on, here and wherever the store is opened without another
  /// durability; nil leaves it to each program.
  ///
  /// A store object that was opened with a durability of its own keeps that.
  ///
  /// - Throws: ``StoreError`` when writing fails.
  public func setStoredDurability(_ durability: Durability?) throws(StoreError) {
    try withState { (state) throws(StoreError) in
      try state.write { (state) throws(StoreError) in
        try state.settings.store(durability.map { .text($0.rawValue) }, as: .durability)
      }
      let opening = state.database.opening
      if opening.durability == nil {
        let level = (durability ?? opening.defaultDurability).synchronous
        try state.database.sqlite(try state.database.connection.setSynchronous(level))
      }
    }
  }

  /// Sets whether this file takes changes only with a reason, for every program that writes it.
  ///
  /// - Throws: ``StoreError`` when writing fails.
  public func setNeedsReasons(_ needsReasons: Bool) throws(StoreError) {
    try withState { (state) throws(StoreError) in
      try state.write { (state) throws(StoreError) in
        try state.settings.store(.integer(needsReasons ? 1 : 0), as: .needsReasons)
      }
    }
  }
}

extension Connection {
  /// The durability that the store is set to; of a word that is not known, the stronger one.
  borrowing func storedDurability() throws(SQLiteError) -> Durability? {
    try withStatement(
      "SELECT value FROM setting WHERE name = ? AND \(StoredTable.setting.intact())"
    ) { statement throws(SQLiteError) in
      try statement.bind(SettingName.durability.rawValue, at: 1)
      guard try statement.step() else { return nil }
      let word = statement.type(0) == .text ? try statement.text(0) : ""
      return Durability(rawValue: word) ?? .powerLoss
    }
  }
}
