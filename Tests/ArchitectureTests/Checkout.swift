import Foundation
import TestSupport

/// A file of this checkout, named by its path from the top, with `/` on every platform.
struct SourceFile: CustomStringConvertible {
  let path: String
  let text: String

  var description: String { path }

  /// Which module a file belongs to: its folder under `Sources`, or the target of a top folder.
  var module: String? {
    let parts = path.split(separator: "/").map(String.init)
    return switch parts.first {
    case "Migrations": "EkibenMigrations"
    case "Schemas": "EkibenSchemas"
    case "Sources" where parts.count > 2: parts[1]
    default: nil
    }
  }
}

/// Something wrong in a file, told as an editor can follow it.
struct Finding: Equatable, CustomStringConvertible {
  var path: String
  var line: Int
  var what: String

  var description: String { "\(path):\(line): \(what)" }
}

/// The text files under the given folders, or the whole checkout; what is built or hidden is left
/// out, except for the dot-files that belong to the project.
func sourceFiles(under folders: [String] = [""], ending: String = "") throws -> [SourceFile] {
  try folders.flatMap { try paths(under: $0) }
    .filter { $0.hasSuffix(ending) }.sorted()
    .compactMap { path in
      let bytes = try fileBytes(at: projectRoot.appending(path: path))
      return String(validating: bytes, as: UTF8.self).map { SourceFile(path: path, text: $0) }
    }
}

/// Every Swift file that goes into a product.
func productSources() throws -> [SourceFile] {
  try sourceFiles(under: ["Sources", "Migrations", "Schemas"], ending: ".swift")
}

private let ownDotFiles: Set<String> = [".ci", ".gitignore", ".swift-format"]

private func paths(under folder: String) throws -> [String] {
  let top = projectRoot.appending(path: folder)
  return try FileManager.default.contentsOfDirectory(atPath: top.path).flatMap { name in
    if name.hasPrefix("."), !ownDotFiles.contains(name) { return [String]() }
    let path = folder.isEmpty ? name : "\(folder)/\(name)"
    let kind = try projectRoot.appending(path: path)
      .resourceValues(forKeys: [.isDirectoryKey, .isRegularFileKey])
    if kind.isDirectory == true { return try paths(under: path) }
    return kind.isRegularFile == true ? [path] : []
  }
}
