import Testing

/// A case inherited from the projects that Ekiben learnt from: two tables and the fewest operations that lead from one to the other.
struct InheritedCase: Sendable, CustomTestStringConvertible {
  let name: String
  let old: String
  let new: String
  let operations: String

  init(_ name: String, _ old: String, _ new: String, _ operations: String) {
    (self.name, self.old, self.new, self.operations) = (name, old, new, operations)
  }

  var testDescription: String { "\(name): \(old) → \(new)" }

  /// The operations that lead back: what came goes, what went comes.
  var mirrored: String {
    let swapped = ["DS": "IS", "IS": "DS", "DR": "IR", "IR": "DR"]
    let order = ["DS", "IS", "MS", "DR", "IR", "MR", "U", "RV", "S"]
    let parts = operations.split(separator: ", ").map { part in
      let words = part.split(separator: " ").map(String.init)
      return (swapped[words[0]] ?? words[0], words[1])
    }
    return order.flatMap { sort in parts.filter { $0.0 == sort } }
      .map { "\($0) \($1)" }.joined(separator: ", ")
  }
}
