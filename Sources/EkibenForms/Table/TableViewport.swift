/// How much of a table can be seen at a time, and how tall its parts are, in points.
public struct TableViewport: Sendable {
  /// How tall a row, header or footer is.
  public enum Height: Sendable {
    /// All are as tall.
    case fixed(Int)
    /// Each as its component says, asked once and remembered until the row says something else.
    case computed(@MainActor (any Component) -> Int)

    /// As a component says that is ``HeightProviding``, also inside decorators; all others as tall.
    public static func ofComponents(otherwise height: Int) -> Height {
      .computed { $0.behaviour((any HeightProviding).self)?.preferredHeight ?? height }
    }
  }

  /// The height of the table on the screen.
  public var height: Int
  /// The height at its lower end that something covers, such as a keyboard.
  public var obscured: Int
  /// How tall each part is.
  public var rowHeight: Height

  /// Describes a viewport.
  public init(height: Int, obscured: Int = 0, rowHeight: Height = .fixed(44)) {
    (self.height, self.obscured, self.rowHeight) = (height, obscured, rowHeight)
  }

  /// The height in which a person can see and reach something.
  public var reachable: Int { max(0, height - obscured) }
}
