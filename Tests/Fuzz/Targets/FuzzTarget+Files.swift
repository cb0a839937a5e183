import EkibenDocuments
import EkibenForms
import EkibenInterchange

extension FuzzTarget {
  func checkJSON(_ bytes: [UInt8]) throws(FuzzFinding) -> Bool {
    let json: JSON
    do { json = try JSON(parsing: bytes) } catch {
      guard (0...bytes.count).contains(error.offset), error.place.line > 0, error.place.column > 0
      else {
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

  /// A response that is taken comes out as it was.
  func checkResponse(_ bytes: [UInt8]) throws(FuzzFinding) -> Bool {
    let form: Document
    do {
      form = try FormFile.read(Array(Self.answered.utf8), named: "form").form.document()
    } catch { throw FuzzFinding("the form is one", "\(error)") }
    let (document, root): (Document, JSONCursor)
    do {
      root = try ImportFile(bytes).root
      document = try ResponseReader(root, of: form, registry: .standard, seed: [1]).document
    } catch {
      guard !"\(error)".isEmpty else { throw FuzzFinding("a refusal says why") }
      return false
    }
    let answers = DocumentAnswers(of: document, at: Document.Index(document)) { _ in true }
    let response = ResponseDocument(document, answers, status: .draft, authored: "now")
    do {
      let again = try response.written(registry: .standard).json
      guard again == root.node else { throw FuzzFinding("a response comes back", again.encoded()) }
    } catch let error as FuzzFinding { throw error } catch {
      throw FuzzFinding("a response that was read can be written", "\(error)")
    }
    return true
  }

  /// Sets that are taken have options, each with a code.
  func checkValueSets(_ bytes: [UInt8]) throws(FuzzFinding) -> Bool {
    let content: ValueSetFile.Content
    do { content = try ValueSetFile(bytes).sets(named: "file") } catch {
      guard !error.description.isEmpty else { throw FuzzFinding("a refusal says why") }
      return false
    }
    for set in content.sets {
      let rows = set.document.sections.flatMap(\.rows)
      guard set.count > 0, rows.allSatisfy({ $0.fields[.code]?.asText?.isEmpty == false }) else {
        throw FuzzFinding("a set has options with codes", "\(set.name)")
      }
    }
    return true
  }
}
