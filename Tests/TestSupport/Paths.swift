package import Foundation

/// The folder that holds `Package.swift`, found from where this file lies and not from where the
/// tests were started.
package let projectRoot: URL = URL(filePath: #filePath).resolvingSymlinksInPath()
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

/// What a helper of the tests could not find, in a sentence that says where it looked.
package struct NotFound: Error, CustomStringConvertible {
  package let description: String
}

/// Finds an executable of this package where the running tests were built.
///
/// A test bundle is an executable on Linux and a folder with the executable deep inside on macOS,
/// where another program loads it; so every path that may lead there is walked upwards.
package func builtProduct(named name: String) throws(NotFound) -> URL {
  var tried: [String] = []
  for start in bundlePaths() {
    var folder = start.deletingLastPathComponent()
    while folder.path.count > 1, tried.count < 40 {
      let candidate = folder.appending(path: name, directoryHint: .notDirectory)
      if isExecutableFile(candidate) { return candidate }
      tried.append(folder.path)
      folder.deleteLastPathComponent()
    }
  }
  throw NotFound(description: "no built \(name) in any of: \(tried.joined(separator: ", "))")
}

/// Paths of the test bundle that runs, likeliest first.
private func bundlePaths() -> [URL] {
  let arguments = CommandLine.arguments.filter { $0.contains(".xctest") }.map { URL(filePath: $0) }
  let bundles = Bundle.allBundles.map(\.bundleURL).filter { $0.pathExtension == "xctest" }
  let fallback = projectRoot.appending(path: ".build/debug/tests")
  return (arguments + bundles + [Bundle.main.executableURL, fallback].compactMap(\.self))
    .map(\.standardizedFileURL)
}

private func isExecutableFile(_ url: URL) -> Bool {
  do {
    let kind = try url.resolvingSymlinksInPath().resourceValues(forKeys: [.isRegularFileKey])
    return kind.isRegularFile == true && FileManager.default.isExecutableFile(atPath: url.path)
  } catch {
    return false  // not there
  }
}

/// Every byte of a file, for tests that claim that nothing changed.
package func fileBytes(at url: URL) throws -> [UInt8] {
  try [UInt8](Data(contentsOf: url))
}

/// Runs a body with a fresh folder, which is removed afterwards even if the body throws.
package func withTemporaryFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
  let folder = FileManager.default.temporaryDirectory
    .appending(path: "ekiben-tests-\(UUID().uuidString)", directoryHint: .isDirectory)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { discard(folder) }
  return try body(folder)
}

/// Removes a temporary folder; one that cannot be removed is said, but is no failure of the test.
private func discard(_ folder: URL) {
  do {
    try FileManager.default.removeItem(at: folder)
  } catch {
    print("could not remove \(folder.path): \(error)")
  }
}
