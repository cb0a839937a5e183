import EkibenDocuments
public import EkibenExpressions
import EkibenForms

/// An expression that a Questionnaire brings, and whether it can be evaluated here (rule I38).
public struct QuestionnaireExpression: Equatable, Sendable {
  /// Whether an expression can be evaluated here.
  public enum Verdict: Hashable, Sendable {
    /// It can be evaluated.
    case compiled
    /// It can be evaluated, given launch context or the results of queries by these names.
    case needs([String])
    /// It is refused.
    case refused(ExpressionError)
    /// It is written in another language.
    case language(String)
    /// A variable whose name is taken: by another one of the same item, which wins, or by the language.
    case nameTaken(String)
    /// It gives an answer, and stands at a group, which takes none.
    case ofGroup
    /// Nothing here acts on an expression in such a place.
    case withoutEffect
  }

  /// The link id of the item that carries it; nil is the form.
  public let linkID: String?
  /// What it is for, by the name of its extension, such as `calculatedExpression`.
  public let kind: String
  /// Of a variable its name.
  public let name: String?
  /// As it is written.
  public let text: String
  /// Whether it can be evaluated.
  public let verdict: Verdict
  /// Where its text begins in the file, in bytes.
  package let offset: Int
  package let compiled: CompiledExpression?
}

extension QuestionnaireExpression.Verdict {
  /// Why it cannot be evaluated, in one sentence; nil if it can.
  public var why: String? {
    switch self {
    case .compiled: nil
    case .needs(let names): "needs \(names.map { "%\($0)" }.joined(separator: ", "))"
    case .refused(let error): "\(error)"
    case .language(let name): "is written in \(name)"
    case .nameTaken(let name): "%\(name) is something else here"
    case .ofGroup: "gives an answer, and a group takes none"
    case .withoutEffect: "stands where nothing here acts on it"
    }
  }
}

/// The expressions of a Questionnaire, and which variables each sees.
///
/// A variable is seen by its own item and everything below it, and the nearest wins.
package struct QuestionnaireExpressions {
  private struct Variable {
    let name: String
    /// What it is; nil of what a host hands over.
    var defined: DefinedVariable?
    /// Its place among all expressions; nil of launch context.
    var place: Int?
    /// What a host has to hand over for it: itself, or what it reads.
    let needs: [String]
  }

  /// The variables that an item sees.
  private struct Scope {
    private(set) var variables: [Variable] = []
    /// What expressions may name.
    private(set) var names = CompiledExpression.environment
    // Where the last one of a name stands, and which items have one of their own.
    private var places: [String: Int] = [:]
    private var owners: [String: Set<TextKey?>] = [:]

    mutating func add(_ variable: Variable, of linkID: String? = nil) {
      if variable.place != nil {
        owners[variable.name, default: []].insert(linkID.map { TextKey($0) })
      }
      places[variable.name] = variables.count
      names.insert(variable.name)
      variables.append(variable)
    }

    subscript(name: String) -> Variable? { places[name].map { variables[$0] } }

    func has(_ name: String, of linkID: String?) -> Bool {
      owners[name]?.contains(linkID.map { TextKey($0) }) ?? false
    }
  }

  /// All of them, in the order of the form.
  package private(set) var all: [QuestionnaireExpression] = []
  private var seen: [TextKey?: [Variable]] = [:]
  // The expressions that read a variable, by the place of each.
  private var readers: [Int: [Int]] = [:]

  /// Reads a Questionnaire, and the names of what a host hands over besides what it says itself.
  ///
  /// - Complexity: O(n).
  package init(_ questionnaire: JSON, handingOver names: [String] = []) {
    var given = Scope()
    for name in names { given.add(Variable(name: name, needs: [name])) }
    // On a list, so that depth costs no stack.
    var waiting: [(json: JSON, linkID: String?, scope: Scope)] = [(questionnaire, nil, given)]
    while let (json, linkID, around) = waiting.popLast() {
      var scope = around
      for name in Self.launchContext(of: json) { scope.add(Variable(name: name, needs: [name])) }
      for found in ExpressionFinder.expressions(in: json) { take(found, linkID, &scope) }
      seen[linkID.map { TextKey($0) }] = scope.variables
      for item in (json["item"]?.array ?? []).reversed() {
        waiting.append((item, item["linkId"]?.string ?? linkID, scope))
      }
    }
  }

  /// The variables that an item sees, each behind those that it may read.
  package func variables(seenBy linkID: String?) -> [DefinedVariable] {
    (seen[linkID.map { TextKey($0) }] ?? seen[nil] ?? []).compactMap(\.defined)
  }

  /// The link ids of the items that an expression says something of: of a variable those of all that read it.
  package func linkIDs(fedBy place: Int) -> [String] {
    var found: [String] = []
    var named: Set<TextKey> = []
    var (waiting, known) = ([place], Set([place]))
    while let place = waiting.popLast() {
      if all[place].kind != "variable", let linkID = all[place].linkID,
        named.insert(TextKey(linkID)).inserted
      {
        found.append(linkID)
      }
      waiting += (readers[place] ?? []).reversed().filter { known.insert($0).inserted }
    }
    return found
  }

  private mutating func take(
    _ found: ExpressionFinder.Found, _ linkID: String?, _ scope: inout Scope
  ) {
    var compiled: CompiledExpression?
    let verdict: QuestionnaireExpression.Verdict
    if found.kind == "variable", let name = found.name,
      Self.ofLanguage.contains(name) || scope.has(name, of: linkID)
    {
      verdict = .nameTaken(name)
    } else if let refusal = found.refusal {
      verdict = refusal
    } else {
      do throws(ExpressionError) {
        let expression = try CompiledExpression(fhirPath: found.text, variables: scope.names)
        let needs = Self.given(to: expression, scope)
        let isUsed = CarriedExpressions.reads(found.places)
        verdict = !isUsed ? .withoutEffect : needs.isEmpty ? .compiled : .needs(needs)
        compiled = expression
      } catch { verdict = .refused(error) }
    }
    all.append(
      QuestionnaireExpression(
        linkID: linkID, kind: found.kind, name: found.name, text: found.text, verdict: verdict,
        offset: found.offset, compiled: compiled))
    let place = all.count - 1
    for name in compiled?.variables ?? [] {
      if let read = scope[name]?.place {
        readers[read, default: []].append(place)
      }
    }
    guard found.kind == "variable", let name = found.name, verdict != .nameTaken(name) else {
      return
    }
    // What cannot be evaluated here a host may know.
    let defined = compiled.map { DefinedVariable(name, $0, context: linkID) }
    let needs = compiled.map { Self.given(to: $0, scope) } ?? [name]
    scope.add(Variable(name: name, defined: defined, place: place, needs: needs), of: linkID)
  }

  /// Names that no variable of a form can have.
  static let ofLanguage = CompiledExpression.environment.union(["ucum", "loinc", "sct"])

  // What an expression needs that a host hands over, also by its variables.
  private static func given(to expression: CompiledExpression, _ scope: Scope) -> [String] {
    var found: [String] = []
    for name in expression.variables {
      let needs = scope[name]?.needs ?? []
      for name in needs where !found.contains(name) { found.append(name) }
    }
    return found
  }

  /// The names of what a host hands over with a form, as it says itself.
  static func launchContext(of json: JSON) -> [String] {
    let extensions = json["extension"]?.array ?? []
    return extensions.filter { $0["url"]?.string?.hasSuffix("launchContext") ?? false }
      .compactMap { context in
        let name = context["extension"]?.array?.first { $0["url"] == "name" }
        return name?["valueCoding"]?["code"]?.string ?? name?["valueId"]?.string
      }
  }
}

/// Finds the expressions in a form or an item, and not in the items in it.
private enum ExpressionFinder {
  struct Found {
    /// The member of the item, and in it the extensions that have an address of their own.
    let places: [String]
    let name: String?
    let language: String
    let text: String
    let offset: Int
    var isOfGroup = false

    /// What it is for, by the extension that it is in.
    var kind: String {
      let name = places.count > 1 ? places[places.count - 1] : ""
      let prefix = ["sdc-questionnaire-", "questionnaire-"].first { name.hasPrefix($0) }
      return String(name.dropFirst(prefix?.count ?? 0))
    }

    /// Why it cannot be evaluated, whatever it says.
    var refusal: QuestionnaireExpression.Verdict? {
      let givesAnswer = ["calculatedExpression", "initialExpression"].contains(kind)
      if isOfGroup, givesAnswer { return .ofGroup }
      return language == "text/fhirpath" ? nil : .language(language)
    }
  }

  static func expressions(in json: JSON) -> [Found] {
    var found: [Found] = []
    // Variables first: what stands beside them sees them, wherever it is written.
    for member in json.object ?? [] where member.name != "item" {
      find(in: member.value, [member.name], &found)
    }
    if json["type"] == "group" { for at in found.indices { found[at].isOfGroup = true } }
    return found.filter { $0.kind == "variable" } + found.filter { $0.kind != "variable" }
  }

  private static func find(in json: JSON, _ around: [String], _ found: inout [Found]) {
    if let parts = json.array {
      for part in parts { find(in: part, around, &found) }
      return
    }
    guard let members = json.object else { return }
    let url = json["url"]?.string ?? ""
    // Others have no address of their own.
    let places = around + (url.contains("/") ? [String(url.split(separator: "/").last ?? "")] : [])
    let expression = json["valueExpression"]
    let written = expression?["expression"].flatMap { $0.string == nil ? nil : $0 }
    // A constraint says its expression as a text.
    let bare = json["url"] == "expression" ? json["valueString"] : nil
    if let node = written ?? bare, let text = node.string {
      let said = written == nil ? nil : expression
      let language = said.map { $0["language"]?.string ?? "no language" } ?? "text/fhirpath"
      return found.append(
        Found(
          places: places, name: said?["name"]?.string, language: language, text: text,
          offset: node.range.lowerBound))
    }
    for member in members { find(in: member.value, places, &found) }
  }
}
