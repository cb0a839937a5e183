internal import EkibenDocuments

/// The way from the root to a node, printed as `item[3].item[0].linkId`.
///
/// A name that is not a plain identifier is printed as a JSON string in brackets
/// (`item[3]["a b"]`), with what would disturb a terminal escaped.
package struct JSONPath: Sendable, CustomStringConvertible {
  /// One step down, into an object or into an array.
  package enum Component: Sendable {
    case name(String)
    case index(Int)
  }

  /// The steps from the root; none for the root itself.
  package var components: [Component]

  /// The path of the root, which prints as nothing.
  package static let root = JSONPath(components: [])

  /// The path of a member of the object that stands here.
  package func member(_ name: String) -> JSONPath {
    JSONPath(components: components + [.name(name)])
  }

  /// The path of an element of the array that stands here.
  package func element(_ index: Int) -> JSONPath {
    JSONPath(components: components + [.index(index)])
  }

  /// The path in the notation of our error messages; empty for the root.
  package var description: String {
    var text = ""
    for component in components {
      switch component {
      case .index(let index): text += "[\(index)]"
      case .name(let name) where JSONPath.isPlain(name): text += text.isEmpty ? name : ".\(name)"
      case .name(let name): text += "[\(JSON.string(name).encoded(escapingTerminal: true))]"
      }
    }
    return text
  }

  private static func isPlain(_ name: String) -> Bool {
    guard let first = name.utf8.first, !first.isDigit else { return false }
    return name.utf8.allSatisfy(\.isOfWord)
  }
}

extension UInt8 {
  /// Whether it is a letter, a digit or `_`.
  var isOfWord: Bool { isDigit || self == UInt8(ascii: "_") || (0x61...0x7A).contains(self | 0x20) }
}
