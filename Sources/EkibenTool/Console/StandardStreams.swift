#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The process's own output and end: the only place that calls the C library (decision 0008).
enum StandardStreams {
  static let output: Int32 = 1
  static let error: Int32 = 2

  /// Writes a text to a file descriptor; a reader that went away ends the program quietly.
  static func write(_ text: String, to descriptor: Int32) {
    let bytes = Array(text.utf8)
    var start = 0
    while start < bytes.count {
      let written = unsafe bytes[start...].withUnsafeBytes { rest in
        #if canImport(Darwin)
          unsafe Darwin.write(descriptor, rest.baseAddress, rest.count)
        #elseif canImport(Glibc)
          unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
        #else
          unsafe Musl.write(descriptor, rest.baseAddress, rest.count)
        #endif
      }
      if written < 0 && errno == EINTR { continue }
      guard written > 0 else { return }
      start += written
    }
  }

  /// Ends the process with a code.
  static func exit(_ code: Int32) -> Never {
    #if canImport(Darwin)
      Darwin.exit(code)
    #elseif canImport(Glibc)
      Glibc.exit(code)
    #else
      Musl.exit(code)
    #endif
  }
}
