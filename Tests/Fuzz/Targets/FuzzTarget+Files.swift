import EkibenDocuments
import EkibenForms
import EkibenInterchange

extension FuzzTarget {
  func checkJSON(_ bytes: [UInt8]) throws(FuzzFinding) -> Bool {
    let json: JSON
    do { json = try JSON(parsing: bytes) } catch {
      guard (0...bytes.count).contains(error.offset), error.line > 0, error.column > 0 else {
        throw FuzzFinding("a refusal lies in the input", "\(error)")
      }
      return false
    }
    for isPretty in [false, true] {
      let text = json.encodedBytes(pretty: isPretty, escapingTerminal: isPretty)
      let again: JSON
      do { again = try JSON(parsing: text) } catch {
        throw FuzzFinding("what is written can be read", "\(error)")
      }
      guard again == json else { throw FuzzFinding("JSON comes back", "pretty \(isPretty)") }
    }
    return true
  }

  func checkForm(_ bytes: [UInt8]) throws(FuzzFinding) -> Bool {
    let form: Form
    do { form = try FormFile.read(bytes, named: "form").form } catch {
      guard !error.description.isEmpty else { throw FuzzFinding("a refusal says why") }
      return false
    }
    let again: Form
    do { again = try FormFile.read(FormFile.write(form), named: "form").form } catch {
      throw FuzzFinding("a form that is written can be read", "\(error)")
    }
    guard again.name == form.name, again.fields == form.fields, again.sections == form.sections
    else { throw FuzzFinding("a form comes back", "\(form.name)") }
    return true
  }
}
