public import EkibenDocuments

/// A row of several components side by side; none of them takes an answer there, since a row has one.
///
/// Calls to the row are forwarded to its parts in turn, and each can keep things beside its own view.
///
/// ```swift
/// Combined("total") {
///   Description("label", "Total")
///   Button("pay", "Pay") { … }
/// }
/// ```
public struct Combined: RegisteredComponent {
  /// The registered name under which rows of this kind are stored.
  public static let component = "Combined"

  /// The row's identity.
  public private(set) var id: RowID
  /// The row's fields.
  public var record: Fields
  private var live: [any Component] = []

  /// A row of components.
  public init(_ id: RowID, @FormBuilder<any Component> parts: () -> [any Component]) {
    (self.id, live) = (id, parts())
    record = [.component: .text(Self.component)]
    record[.parts] = .list(live.map { .record($0.record) })
  }

  /// The parts, as the record has them; those that were written here with their closures.
  ///
  /// - Complexity: O(parts).
  public var parts: [any Component] {
    let records = record[.parts]?.asList?.compactMap(\.asRecord) ?? []
    return records.enumerated().map { at, record in
      guard live.indices.contains(at), ByteText.equal(live[at].name, record.text(.component) ?? "")
      else { return ComponentRegistry.standard.component(id, record) }
      var part = live[at]
      part.record = record
      return part
    }
  }

  /// What a host draws for components side by side.
  public struct View: ViewModel {
    /// The views of the parts.
    public internal(set) var parts: [any ViewModel] = []

    /// Makes a view without content.
    public init() {}

    /// What the parts look like, with bars between them.
    public var look: RowLook {
      RowLook(content: .words(parts.compactMap(\.look.text).joined(separator: " | ")))
    }

    /// Whether all parts are equal.
    public static func == (left: View, right: View) -> Bool {
      left.parts.count == right.parts.count
        && zip(left.parts, right.parts).allSatisfy { $0.isEqual(to: $1) }
    }
  }

  private enum Storages: ViewStorageKey { typealias Value = [ViewStorage] }

  /// Reads a record; its parts come from theirs.
  public init?(id: RowID, record: Fields) { (self.id, self.record) = (id, record) }

  /// The same row under another id.
  public func forInstance(_ id: RowID) -> Combined {
    changed(self) { ($0.id, $0.live) = (id, live.map { $0.forInstance(id) }) }
  }

  /// Draws the parts.
  public func render(in view: inout View) {
    let old = view.parts
    view.parts = parts.enumerated().map { at, part in
      part.drawn(over: old.indices.contains(at) ? old[at] : nil)
    }
  }

  /// Forwards to the parts, each with a storage of its own.
  @MainActor public func didMount(to view: inout View, storage: inout ViewStorage) {
    var storages: [ViewStorage] = []
    for (at, part) in parts.enumerated() {
      storages.append(ViewStorage())
      part.mount(in: &view.parts[at], &storages[at])
    }
    storage[Self.self, Storages.self] = storages
  }

  /// Forwards to the parts.
  @MainActor public func willUnmount(from view: inout View, storage: inout ViewStorage) {
    var storages = storage[Self.self, Storages.self] ?? []
    storage[Self.self, Storages.self] = nil
    for (at, part) in parts.enumerated() where storages.indices.contains(at) {
      part.unmount(from: &view.parts[at], &storages[at])
    }
  }

  /// Forwards to the parts.
  @MainActor public func willDisplay(_ view: inout View) {
    for (at, part) in parts.enumerated() { part.display(in: &view.parts[at]) }
  }

  /// Forwards to the parts.
  @MainActor public func didEndDisplaying(_ view: inout View) {
    for (at, part) in parts.enumerated() { part.endDisplaying(in: &view.parts[at]) }
  }
}

extension ViewModel {
  /// Whether another view is of the same kind, and the same.
  package func isEqual(to other: any ViewModel) -> Bool { (other as? Self) == self }
}
