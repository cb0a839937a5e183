import EkibenDocuments

extension FuzzTarget {
  func checkRecord(_ bytes: [UInt8]) throws(FuzzFinding) -> Bool {
    let fields: Fields
    do { fields = try ValueCoding.decodeFields(bytes) } catch {
      guard (0...bytes.count).contains(error.offset) else {
        throw FuzzFinding("a refusal lies in the input", "\(error)")
      }
      return false
    }
    let again: Fields
    do { again = try ValueCoding.decodeFields(try ValueCoding.encode(fields)) } catch {
      throw FuzzFinding("what was read can be written", "\(error)")
    }
    guard again == fields else { throw FuzzFinding("a record comes back", "\(fields)") }
    for field in fields { try checkPrinting(field.value) }
    return true
  }

  func checkNotation(_ bytes: [UInt8]) throws(FuzzFinding) -> Bool {
    guard let text = String(validating: bytes, as: UTF8.self) else { return false }
    let changes: Changeset
    do { changes = try Notation.parse(lines: text) } catch {
      guard error.line > 0, error.column > 0 else {
        throw FuzzFinding("a refusal lies in the input", "\(error)")
      }
      return false
    }
    let lines = changes.changes.map { Notation.text(of: $0) }.joined(separator: "\n")
    let again: Changeset
    do { again = try Notation.parse(lines: lines) } catch {
      throw FuzzFinding("what is printed can be parsed", "\(error): \(lines)")
    }
    guard again == changes else { throw FuzzFinding("lines come back", lines) }
    for change in changes.changes { try checkPrinting(change) }
    // Sense or nonsense: it is applied, joined and compared, or refused.
    do { _ = try Document().applying(changes) } catch { _ = error.description }
    _ = changes.squashed(with: changes.inverted)
    return true
  }

  private func checkPrinting(_ change: Change) throws(FuzzFinding) {
    let line = Notation.text(of: change)
    let again: Change
    do { again = try Notation.parse(line) } catch {
      throw FuzzFinding("what is printed can be parsed", "\(error): \(line)")
    }
    guard again == change else { throw FuzzFinding("a change comes back", line) }
  }

  private func checkPrinting(_ value: Value) throws(FuzzFinding) {
    let text = Notation.text(of: value)
    let again: Value?
    do { again = try Notation.parse(value: text) } catch {
      throw FuzzFinding("what is printed can be parsed", "\(error): \(text)")
    }
    guard again == value else { throw FuzzFinding("a value comes back", text) }
  }
}
