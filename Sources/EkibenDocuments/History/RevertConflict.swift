/// Why an entry cannot be taken back in the present: what it wrote has been changed since (rule H18).
public struct RevertConflict: Hashable, Sendable, CustomStringConvertible {
  /// Something that is no longer as the entry left it.
  public struct Obstacle: Hashable, Sendable {
    /// What the entry changed.
    public let target: Change.Target
    /// The later entries in the way, in order; each is a node on the way to the head.
    public let later: [Int]

    package init(_ target: Change.Target, later: [Int]) {
      (self.target, self.later) = (target, later)
    }
  }

  /// The entry that was to be taken back.
  public let entry: Int
  /// What is in the way, in the order of the entry's changes.
  public let obstacles: [Obstacle]

  /// One sentence that names every field and every later entry.
  public var description: String {
    let parts = obstacles.map { obstacle in
      let entries = obstacle.later.map(String.init).joined(separator: ", ")
      return "\(Notation.text(of: obstacle.target)) (since changed by \(entries))"
    }
    return "entry \(entry) cannot be taken back: " + parts.joined(separator: "; ")
  }
}
