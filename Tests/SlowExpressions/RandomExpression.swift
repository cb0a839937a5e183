/// Makes random questionnaire responses and random expressions that often have values on them.
///
/// Each link id has a usual type of answer, so that an expression that wants a number can ask
/// for a question that usually has one; one answer in eight has another type.
package struct RandomExpression {
  /// The kinds of expressions that can be asked for.
  enum Kind: CaseIterable {
    case boolean, number, text, date, quantity, items, any
  }

  /// What `$this` and a path without a base start from.
  enum Focus {
    case resource, item, answer, boolean, number, text, date, quantity, any
  }

  /// What can be named at a place in an expression.
  struct Scope {
    var focus = Focus.resource
    /// Whether `$this` can be written.
    var isInner = false
    /// Whether `$index` can be written.
    var isNumbered = false
  }

  /// What is made.
  package enum Profile: Sendable {
    /// Whatever there is, and often ill-typed.
    case everything
    /// What other engines can be asked, too: no numbers that need 64 bits, no arithmetic with quantities, and
    /// sums, minima and maxima of literals alone.
    case shared
  }

  let profile: Profile
  var state: UInt64

  var isShared: Bool { profile == .shared }

  /// How often, in 1000, an operand is of another kind than the operator wants.
  var illTyped: Int { isShared ? 20 : 100 }

  package init(seed: UInt64, profile: Profile = .everything) {
    (state, self.profile) = (seed, profile)
  }

  // MARK: - Chance

  mutating func next() -> UInt64 {
    state = state &+ 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(max(bound, 1))) }

  mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  mutating func pick<Value>(_ first: Value, _ others: Value...) -> Value {
    let place = below(others.count + 1)
    return place == 0 ? first : others[place - 1]
  }
}
