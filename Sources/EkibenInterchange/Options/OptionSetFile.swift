public import EkibenDocuments
import EkibenForms

/// A set of options that was read from a file.
public struct ImportedOptionSet: Sendable {
  /// The set's name.
  public let name: DocumentName
  /// The set, as it is published.
  public let document: Document
  /// The type of the FHIR resource that it was read from; nil of other formats.
  public var resourceType: String?

  /// How many options it has.
  public var count: Int { document.rowCount }
}

/// Reads sets of options: comma-separated values, or our own JSON (rule F51).
///
/// ```json
/// { "ekiben-options": 1, "set": "countries", "url": "http://example.org/countries",
///   "options": [ { "code": "AT", "label": "Austria" } ] }
/// ```
///
/// The columns of comma-separated values are named in the first line: `code` and, in any order, `label`,
/// `system`, `parent` and `order`, a whole number by which the options are sorted; other columns are kept.
public enum OptionSetFile {
  /// The version of the format.
  static let version = 1

  /// Reads a set from the bytes of a file.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - fallback: The set's name where neither `name` nor the file gives one.
  ///   - name: The set's name, whatever the file says.
  /// - Returns: The set, to be published.
  /// - Throws: ``ImportError`` when the file is no set of options.
  /// - Complexity: O(n log n) in the size of the file.
  public static func read(
    _ bytes: [UInt8], named fallback: String, as name: String? = nil
  ) throws(ImportError) -> ImportedOptionSet {
    let naming = FormNaming(chosen: name, fallback: fallback)
    // Neither reader minds a byte-order mark.
    let isMarked = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    let first = bytes.dropFirst(isMarked ? 3 : 0).first { $0 > 0x20 }
    if first == UInt8(ascii: "{") { return try readJSON(bytes, naming) }
    let (options, lines) = try readCSV(bytes)
    return try set(naming.name(id: nil, url: nil), Fields(), options) {
      SourcePlace(line: lines[$0])
    }
  }

  /// Puts a set together; what is wrong with an option is at the place of that.
  static func set(
    _ name: DocumentName, _ fields: Fields, _ options: [Fields], at place: (Int) -> SourcePlace?
  ) throws(ImportError) -> ImportedOptionSet {
    do throws(OptionSetError) {
      return ImportedOptionSet(
        name: name, document: try OptionSetDocument.document(fields: fields, options: options))
    } catch { throw ImportError(.content(error.reason), at: error.option.flatMap(place)) }
  }

  private static func readJSON(
    _ bytes: [UInt8], _ naming: FormNaming
  ) throws(ImportError) -> ImportedOptionSet {
    var fields = Fields()
    var (options, cursors): ([Fields], [JSONCursor]) = ([], [])
    let root: JSONCursor
    do throws(JSONError) {
      root = try JSONCursor(parsing: bytes)
      let version = try root.required("ekiben-options")
      guard version.node.number == "\(Self.version)" else {
        throw version.error(.invalid("this program reads \"ekiben-options\": \(Self.version)"))
      }
      fields = try RecordShape.optionSet.read(root)
      cursors = try root.required("options").array()
      for option in cursors { options.append(try RecordShape.sharedOption.read(option)) }
    } catch { throw ImportError(error) }
    let name = try naming.name(id: root.member("set"), url: root.member("url"))
    return try set(name, fields, options) { index in
      SourcePlace(SourceMark(cursors[index]), in: root.source)
    }
  }

  private static func readCSV(
    _ bytes: [UInt8]
  ) throws(ImportError) -> (options: [Fields], lines: [Int]) {
    let records = try CSVReader.read(bytes)
    guard let header = records.first, header.values.contains("code") else {
      throw fault("the first line names the columns, `code` among them", 1)
    }
    let names = try columns(header)
    var rows: [(order: Int, line: Int, fields: Fields)] = []
    for record in records.dropFirst() {
      guard record.values.count == names.count else {
        let expected = names.count == 1 ? "1 value" : "\(names.count) values"
        throw fault("this line has \(record.values.count), the first one \(expected)", record.line)
      }
      var fields = Fields()
      for (name, value) in zip(names, record.values) where !value.isEmpty {
        fields[name] = .text(value)
      }
      rows.append((try order(of: fields, record.line) ?? rows.count, record.line, fields))
    }
    // Sorting keeps the lines of one number in their order.
    rows.sort { ($0.order, $0.line) < ($1.order, $1.line) }
    return (rows.map { $0.fields.setting("order", nil) }, rows.map(\.line))
  }

  private static func columns(_ header: CSVReader.Record) throws(ImportError) -> [FieldName] {
    var names: [FieldName] = []
    for text in header.values {
      do throws(InvalidName) { names.append(try FieldName(text)) } catch {
        throw fault("no column can be called so: \(Notation.shown(error.description))", header.line)
      }
    }
    guard Set(names).count == names.count else {
      throw fault("a column is named twice", header.line)
    }
    return names
  }

  private static func order(of fields: Fields, _ line: Int) throws(ImportError) -> Int? {
    guard let text = fields.text("order") else { return nil }
    guard let number = Int(text) else {
      throw fault("`order` is a whole number, not \(Notation.quoted(text))", line)
    }
    return number
  }

  static func fault(_ reason: String, _ line: Int) -> ImportError {
    ImportError(.content(reason), at: SourcePlace(line: line))
  }
}

extension RecordShape {
  /// A set of options.
  fileprivate static let optionSet = RecordShape(
    known: [(.title, .text), (.url, .text), ("version", .text), ("description", .text)],
    names: MemberNames(parts: ["ekiben-options", "set", "options"]))

  /// An option of a set.
  fileprivate static let sharedOption = RecordShape(
    known: [
      (.code, .text), (.label, .text), (.system, .text), (.parent, .text), (.translations, .texts),
    ], names: MemberNames(reserved: [.order, .section]))
}
