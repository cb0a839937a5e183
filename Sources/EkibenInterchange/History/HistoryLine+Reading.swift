import EkibenDocuments
import EkibenForms

/// The root of one line, which knows where in the file the line stands.
struct LineCursor {
  let root: JSONCursor
  let line: Int

  // A list in a list is two levels of JSON for one of values; a source text that a form keeps lies
  // deeper still.
  private static let limits = JSON.Limits(depth: 2 * ValueCoding.maximumDepth + 112)

  init(_ bytes: [UInt8], line: Int) throws(HistoryFileError) {
    self.line = line
    do throws(JSONError) { root = try JSONCursor(parsing: bytes, limits: Self.limits) } catch {
      throw HistoryFileError(error, line: line)
    }
  }

  /// The line as a place, for what is said about it as a whole.
  var place: SourcePlace { SourcePlace(line: line) }

  /// Where a place of the line stands in the file.
  func place(_ place: SourcePlace) -> SourcePlace {
    SourcePlace(line: line + place.line - 1, column: place.column, path: place.path)
  }

  func read<Result>(
    _ body: (JSONCursor) throws(JSONError) -> Result
  ) throws(HistoryFileError) -> Result {
    do throws(JSONError) { return try body(root) } catch {
      throw HistoryFileError(error, line: line)
    }
  }
}

extension HistoryFileError {
  init(_ error: JSONError, line: Int) {
    let place = error.place
    self.init(
      .content(error.kind.description),
      at: SourcePlace(line: line + place.line - 1, column: place.column, path: place.path))
  }

  fileprivate init(_ error: ImportError, line: LineCursor) {
    let kind: ImportError.Kind
    if case .duplicates(let duplicates) = error.kind {
      kind = .duplicates(
        duplicates.map { ImportError.Duplicate(id: $0.id, places: $0.places.map(line.place)) })
    } else {
      kind = error.kind
    }
    self.init(.form(kind), at: error.place.map(line.place) ?? line.place)
  }
}

extension HistoryHeader {
  init(_ line: LineCursor) throws(HistoryFileError) {
    let format = try line.read { root throws(JSONError) in try root.required("format").string() }
    guard let version = Self.formats.firstIndex(where: { ByteText.equal(format, $0) }) else {
      throw HistoryFileError(.format(format), at: line.place)
    }
    self = try line.read { root throws(JSONError) in
      try root.refuseMembers(
        besides: ["format", "uid", "document", "form"] + (version > 0 ? ["entries", "last"] : []))
      return HistoryHeader(
        uid: try root.required("uid").uid("a uid"), document: try root.required("document").name(),
        form: try root.required("form").name(),
        end: version == 0
          ? nil
          : HistoryEnd(
            entries: try root.required("entries").int(), last: try root.required("last").digest()))
    }
  }
}

extension HistoryForm {
  init(_ line: LineCursor, name: DocumentName) throws(HistoryFileError) {
    let (form, places, revision) = try line.read { root throws(JSONError) in
      try root.refuseMembers(besides: ["form", "places", "revision"])
      let revision = try root.optional("revision")?.digest()
      return (try root.required("form"), try root.optional("places"), revision)
    }
    // Not an app's registry: whoever reads a history has to read the same from the same bytes, so
    // answers of an app's own components say their kind.
    var reader = FormReader(
      root: form, naming: FormNaming(chosen: nil, fallback: name.rawValue), registry: .standard,
      isOfHistory: true)
    let read: Form
    let content: Document
    do throws(ImportError) {
      read = try reader.read().form
      do { content = try read.document() } catch {
        // The reader has refused duplicates already.
        throw ImportError(.content(Notation.shown(error.description)), at: form)
      }
    } catch { throw HistoryFileError(error, line: line) }
    guard read.name == name else {
      throw HistoryFileError(
        .content("the document is not filled in from a form of this name"), at: line.place)
    }
    let placed = try line.read { _ throws(JSONError) in
      guard let places else { return content }
      return try FormPlaces.read(places, for: content)
    }
    self.init(name, content: placed, revision: revision)
  }
}
