import CEkibenSQLite

/// The `file:` URI under which SQLite opens exactly the file that a path names.
///
/// Every path goes through here, so a path that looks like a URI, like a parameter or like
/// `:memory:` is a file of that name and nothing else.
struct DatabaseURI {
  let text: String

  /// Refuses what cannot name a file: nothing, and a path with a NUL, which C would cut there.
  init(path: String, isImmutable: Bool) throws(SQLiteError) {
    guard !path.isEmpty else {
      throw SQLiteError(SQLITE_CANTOPEN, .open, "the path is empty", path: path)
    }
    guard !path.utf8.contains(0) else {
      throw SQLiteError(SQLITE_CANTOPEN, .open, "the path contains a NUL character", path: path)
    }
    // An absolute path comes after an empty authority, or `//host/x` would name a host. A relative
    // one starts with `./`, or `:memory:` would be what it says and not a file.
    let prefix = path.utf8.first == UInt8(ascii: "/") ? "file://" : "file:./"
    text = prefix + Self.escaped(path) + (isImmutable ? "?immutable=1" : "")
  }

  private static func escaped(_ path: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in path.utf8 {
      if isPlain(byte) {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
      UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    default: false
    }
  }
}
