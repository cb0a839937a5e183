import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A pipe with a name, which tells when the last process that has it open has ended.
///
/// A child is waited for by its parent alone: what a killed child had started can live on for a moment,
/// and nobody else is told of its end. A stream that it inherited is closed by then.
package final class OpenPipe {
  /// Where it lies: given to a child as one of its streams.
  package let path: String
  private let descriptor: CInt

  /// Makes one, and opens its end for reading.
  package init(at path: String) throws {
    self.path = path
    guard unsafe mkfifo(path, 0o600) == 0 else { throw POSIXError(.EIO) }
    descriptor = unsafe open(path, O_RDONLY | O_NONBLOCK)
    guard descriptor >= 0 else { throw POSIXError(.EIO) }
    // Opening must not wait for a writer; reading has to wait for the last.
    _ = fcntl(descriptor, F_SETFL, 0)
  }

  deinit { close(descriptor) }

  /// Waits until no process has it open for writing; the result is what was written.
  package func readToEnd() throws -> String {
    var written: [UInt8] = []
    var bytes = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = unsafe read(descriptor, &bytes, bytes.count)
      if count == 0 { return String(decoding: written, as: UTF8.self) }
      if count > 0 { written += bytes.prefix(count) }
      guard count > 0 || errno == EINTR else {
        throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
      }
    }
  }
}
