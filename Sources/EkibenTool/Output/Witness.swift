import Ekiben
import EkibenDocuments
import EkibenInterchange
import EkibenStore

/// What somebody kept of a store, to compare it with: a fingerprint, or the file with all documents.
enum Witness {
  case fingerprint(SHA256.Digest)
  case certificate(Certificate)

  struct Comparison {
    /// `same`, `grown`, `changed`, or of a fingerprint `different`.
    let relation: String
    /// What is not as it was, a sentence each.
    var findings: [String] = []
    /// What came, a sentence each.
    var growth: [String] = []
  }

  init(_ text: String) throws(CommandFailure) {
    if let fingerprint = SHA256.Digest(text.lowercased()) {
      self = .fingerprint(fingerprint)
      return
    }
    let bytes = try InputFile.read(text)
    do throws(CertificateFile.Failure) {
      self = .certificate(try CertificateFile.read(bytes))
    } catch { throw CommandFailure(.content, "\(InputFile.name(text)): \(error)") }
  }

  /// Compares a store; one that cannot be read is not the same, and why is for `verify` to say.
  func compare(with store: Store) throws -> Comparison {
    do throws(StoreError) {
      switch self {
      case .fingerprint(let fingerprint):
        let isSame = try store.certify().fingerprint == fingerprint
        return isSame
          ? Comparison(relation: "same")
          : Comparison(
            relation: "different", findings: ["the store is not the same as when it was certified"])
      case .certificate(let certificate): return Comparison(try store.compare(with: certificate))
      }
    } catch {
      guard case .damaged = error else { throw error }
      return Comparison(relation: "changed", findings: ["it cannot be compared: \(error)"])
    }
  }
}

extension Witness.Comparison {
  fileprivate init(_ comparison: CertificateComparison) {
    relation = comparison.relation.rawValue
    growth = comparison.findings.filter(\.kind.isGrowth).map(\.sentence)
    findings = comparison.findings.filter { !$0.kind.isGrowth }.map(\.sentence)
  }

  /// The relation, for the end of a sentence.
  var words: String {
    switch relation {
    case "same": "the same as when it was certified"
    case "grown": "only grown since it was certified"
    default: "not the same as when it was certified"
    }
  }
}

extension CertificateComparison.Finding {
  fileprivate var sentence: String {
    let digits = Hexadecimal.text(uid)
    let what = name.map { "\($0) (\(digits))" } ?? digits
    switch kind {
    case .added: return "\(what): new, \(Wording.count(after, "entry", "entries")) by \(people)"
    case .grown:
      let new = Wording.numbers(Array(before + 1...after))
      return "\(what): grown, \(new) by \(people)"
    case .destroyed(let who):
      let reason = who.reason.map { ": \($0)" } ?? ""
      return "\(what): destroyed with \(Wording.count(after, "entry", "entries")) "
        + "(\(who.author), \(LocalTime.text(who.time))\(reason))"
    case .changed where name == nil: return "\(what): was destroyed, and not as it stands here"
    case .changed:
      return "\(what): changed, what stands up to entry \(before) is not what stood there"
    case .cutOff: return "\(what): cut off, it had \(before) entries and has \(after)"
    case .takenOut: return "\(what): taken out, it had \(Wording.count(before, "entry", "entries"))"
    }
  }

  private var people: String {
    authors.map { "\($0.name) (\($0.entries))" }.joined(separator: ", ")
  }
}
