import EkibenTesting
package import Foundation
package import Testing

/// Compares a whole text, byte for byte, with the file of that name in the folder `Golden` beside
/// the test.
///
/// With `RECORD=1` in the environment the file is written instead; read the difference as prose
/// before it is committed. A failure shows the lines that differ.
package func expectGolden(
  _ text: String, named name: String, filePath: String = #filePath,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let file = URL(filePath: filePath).deletingLastPathComponent()
    .appending(path: "Golden").appending(path: name)
  let recording = ProcessInfo.processInfo.environment["RECORD"] == "1"
  do {
    if let complaint = try checkGolden(text, file: file, recording: recording) {
      Issue.record(Comment(rawValue: complaint), sourceLocation: sourceLocation)
    }
  } catch {
    Issue.record(error, "golden file \(name)", sourceLocation: sourceLocation)
  }
}

/// Says what is wrong with a text, or nothing if it is what the file holds or is recorded there.
package func checkGolden(_ text: String, file: URL, recording: Bool) throws -> String? {
  let exists = FileManager.default.fileExists(atPath: file.path)
  if exists, try fileBytes(at: file) == [UInt8](text.utf8) { return nil }
  if recording {
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    return nil
  }
  guard exists else {
    return "no golden file \(file.lastPathComponent); RECORD=1 makes it. It would hold:\n\(text)"
  }
  let expected = String(decoding: try fileBytes(at: file), as: UTF8.self)
  return "\(file.lastPathComponent) differs (RECORD=1 rewrites it):\n"
    + lineDifference(from: expected, to: text)
}
