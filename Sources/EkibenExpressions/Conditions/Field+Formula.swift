import EkibenDocuments

// Formulas as they are written in a form: `.visible(when: .consent == true && .age > 17)`.

extension Field {
  /// Holds while the field's answer is a certain value.
  public static func == (field: Field, value: Answer) -> Formula { field.formula(.equal, value) }

  /// Holds while no answer of the field is a certain value.
  public static func != (field: Field, value: Answer) -> Formula { field.formula(.unequal, value) }

  /// Holds while the field's answer is less than a value.
  public static func < (field: Field, value: Answer) -> Formula { field.formula(.less, value) }

  /// Holds while the field's answer is a value or less.
  public static func <= (field: Field, value: Answer) -> Formula { field.formula(.atMost, value) }

  /// Holds while the field's answer is greater than a value.
  public static func > (field: Field, value: Answer) -> Formula { field.formula(.greater, value) }

  /// Holds while the field's answer is a value or more.
  public static func >= (field: Field, value: Answer) -> Formula { field.formula(.atLeast, value) }

  /// Holds while the field's answer is less than another's.
  public static func < (field: Field, other: Field) -> Formula { field.compares(.less, to: other) }

  /// Holds while the field's answer is another's or less.
  public static func <= (field: Field, other: Field) -> Formula {
    field.compares(.atMost, to: other)
  }

  /// Holds while the field's answer is greater than another's.
  public static func > (field: Field, other: Field) -> Formula {
    field.compares(.greater, to: other)
  }

  /// Holds while the field's answer is another's or more.
  public static func >= (field: Field, other: Field) -> Formula {
    field.compares(.atLeast, to: other)
  }

  /// Holds while the answer compares with that of another field as stated.
  public func compares(_ comparison: Formula.Comparison, to other: Field) -> Formula {
    .compares(Formula.Reference(row), comparison, .row(other.row))
  }

  /// Holds while there is an answer.
  public var isAnswered: Formula { .exists(Formula.Reference(row), true) }

  /// Holds while a value is among the answers, or in the text.
  public func contains(_ value: some FieldValue) -> Formula {
    .contains(Formula.Reference(row), value.documentValue)
  }

  /// Holds while the answer is one of some values.
  public func isOne(of values: [Answer]) -> Formula {
    .anyOf(Formula.Reference(row), values.map(\.documentValue))
  }

  /// Holds while the number of answers compares with another as stated.
  public func count(_ comparison: Formula.Comparison, _ number: Int) -> Formula {
    .count(Formula.Reference(row), comparison, Int64(number))
  }

  private func formula(_ comparison: Formula.Comparison, _ value: Answer) -> Formula {
    .compares(Formula.Reference(row), comparison, .value(value.documentValue))
  }
}

extension Formula {
  /// Holds while the formula does not.
  public static prefix func ! (formula: Formula) -> Formula { .not(formula) }

  /// Holds while both do; chains make one list.
  public static func && (left: Formula, right: Formula) -> Formula {
    func parts(_ formula: Formula) -> [Formula] {
      if case .all(let parts) = formula { parts } else { [formula] }
    }
    return .all(parts(left) + parts(right))
  }

  /// Holds while one of them does; chains make one list.
  public static func || (left: Formula, right: Formula) -> Formula {
    func parts(_ formula: Formula) -> [Formula] {
      if case .any(let parts) = formula { parts } else { [formula] }
    }
    return .any(parts(left) + parts(right))
  }

  /// The formula over other instances, where rows repeat.
  public func of(_ reach: Reach) -> Formula { replacing({ Reference($0.row, reach) }) }
}
