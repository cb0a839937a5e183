import EkibenDocuments
import EkibenExpressions

/// A row whose answer an expression gives: what the items are as an answer of it (rule E14).
///
/// A whole number is taken as a decimal one, and a decimal number without a fraction as a whole one; a number
/// as a quantity in the row's only unit, and a quantity in a unit that is converted to one of the row's; a text
/// as the option whose code it is. A row that takes several answers takes all items, in order.
struct CalculatedRow {
  private let input: (any InputComponent)?

  /// Knows a row by its fields, with those of the template that it follows.
  init(_ row: RowID, _ fields: Fields, _ registry: ComponentRegistry) {
    input = registry.component(row, fields).input
  }

  /// The answer; nil where there is no item.
  ///
  /// - Throws: ``RuleFailure`` where they are none.
  func answer(from items: ExpressionItems) throws(RuleFailure) -> Value? {
    guard let input, let first = items.first else { return nil }
    let traits = input.inputTraits
    let value: Value
    if case .list(let element) = traits.shape {
      var values: [Value] = []
      for item in items.list { values.append(try self.value(of: item, as: element, traits)) }
      value = .list(values)
    } else if items.count > 1 {
      throw .several(items.count)
    } else {
      value = try self.value(of: first, as: traits.shape, traits)
    }
    do throws(InputError) { return try input.accept(value) } catch {
      throw .notTaken(error.problem)
    }
  }

  private func value(
    of item: ExpressionItem, as shape: AnswerShape, _ traits: InputTraits
  ) throws(RuleFailure) -> Value {
    var found: Value?
    switch (shape, item.plain) {
    case (.coded, _): found = option(meantBy: item, traits)
    case (.record, let plain): found = try quantity(plain, traits.units)
    case (.decimal, .integer(let number)): found = .decimal(DecimalNumber(number))
    case (.integer, .decimal(let number)): found = number.wholeNumber.map(Value.integer)
    case (.bool, .boolean(let bool)), (.any, .boolean(let bool)): found = .bool(bool)
    case (.integer, .integer(let number)), (.any, .integer(let number)): found = .integer(number)
    case (.decimal, .decimal(let number)), (.any, .decimal(let number)): found = .decimal(number)
    case (.text, .text(let text)), (.any, .text(let text)): found = .text(text)
    case (.date, .date(let date)), (.any, .date(let date)): found = date.dateText.map(Value.date)
    default: break
    }
    guard let found else { throw .kind(item.kindName, takes: traits.expects) }
    return found
  }

  // A coding as it is, and of a text the one option whose code it is.
  private func option(meantBy item: ExpressionItem, _ traits: InputTraits) -> Value? {
    if case .element(let coding) = item, item.plain == item {
      func member(_ name: String) -> String? {
        guard case .text(let text)? = coding.elements.first(where: { $0.name == name })?.value
        else { return nil }
        return text
      }
      guard let code = member("code") else { return nil }
      return Choice.Picked.option(code: code, system: member("system")).documentValue
    }
    let text: String
    switch item.plain {
    case .text(let found): text = found
    case .integer(let number): text = "\(number)"
    case .decimal(let number): text = number.digits
    case .date(let date): text = date.description
    case .boolean, .amount, .element: return nil
    }
    let meant = (traits.options ?? []).filter { ByteText.equal($0.code, text) }
    if meant.count == 1 { return meant[0].picked.documentValue }
    return traits.takesOther ? Choice.Picked.other(text).documentValue : nil
  }

  private func quantity(
    _ item: ExpressionItem, _ units: [Choice.Option]
  ) throws(RuleFailure) -> Value? {
    switch item {
    case .integer(let number): return quantity(DecimalNumber(number), units)
    case .decimal(let number): return quantity(number, units)
    case .amount(let amount):
      if units.isEmpty || units.contains(where: { ByteText.equal($0.code, amount.unit) }) {
        let unit = amount.unit == Amount.one && units.isEmpty ? nil : amount.unit
        return Quantity.Amount(amount.number, unit).documentValue
      }
      for unit in units {
        do throws(DecimalTooLong) {
          guard let number = try amount.converted(like: Amount(DecimalNumber(1), unit: unit.code))
          else { continue }
          return Quantity.Amount(number, unit.code).documentValue
        } catch { continue }  // Another unit may need fewer digits.
      }
      throw .unit(amount.unit)
    case .boolean, .text, .date, .element: return nil
    }
  }

  // Of several units it is not known which is meant.
  private func quantity(_ number: DecimalNumber, _ units: [Choice.Option]) -> Value? {
    units.count > 1 ? nil : Quantity.Amount(number, units.first?.code).documentValue
  }
}

extension DecimalNumber {
  /// The whole number that it is; nil where it has a fraction, or does not fit into 64 bits.
  fileprivate var wholeNumber: Int64? {
    do throws(DecimalTooLong) {
      let whole = try rounded(toPlaces: 0)
      return whole.isEqual(to: self) ? Int64(whole.digits) : nil
    } catch { return nil }
  }
}
