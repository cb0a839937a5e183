#if os(Linux)
  package import Foundation

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// Runs a program whose output and errors are shown on a terminal of this size, to its end.
  ///
  /// Where there are lines to type, its input comes from there, too: a line whenever it shows the prompt `> `.
  ///
  /// - Returns: How it ended, and all that was shown, with a line feed behind each line.
  package func runInTerminal(
    _ executable: URL, _ arguments: [String], environment: [String: String] = [:],
    columns: Int, rows: Int, typing lines: [String] = [], in folder: URL? = nil
  ) throws -> (status: Int32?, shown: String) {
    let terminal = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    defer { close(terminal) }
    let path = try name(ofTerminal: terminal)
    var size = winsize(
      ws_row: UInt16(clamping: rows), ws_col: UInt16(clamping: columns), ws_xpixel: 0, ws_ypixel: 0)
    guard unsafe ioctl(terminal, UInt(TIOCSWINSZ), &size) == 0 else { throw POSIXError(.ENOTTY) }
    let child = try ChildProcess(
      executable.path, arguments, environment: childEnvironment(adding: environment),
      input: lines.isEmpty ? "/dev/null" : path, output: path, errors: path, in: folder?.path)
    let shown = String(decoding: readToEnd(terminal, typing: lines), as: UTF8.self)
    return (child.waitForEnd().code, shown.replacingOccurrences(of: "\r\n", with: "\n"))
  }

  // `ptsname` and `unlockpt` are not among the C library's functions that Swift sees (pty(7), ioctl_tty(2)).
  private func name(ofTerminal terminal: Int32) throws -> String {
    let (lock, number): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
    var (isLocked, found): (Int32, UInt32) = (0, 0)
    guard terminal >= 0, unsafe ioctl(terminal, lock, &isLocked) == 0,
      unsafe ioctl(terminal, number, &found) == 0
    else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    return "/dev/pts/\(found)"
  }

  // The last process that has it open for writing ends it, with an error.
  private func readToEnd(_ terminal: Int32, typing lines: [String]) -> [UInt8] {
    var shown: [UInt8] = []
    var lines = lines[...]
    var bytes = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = unsafe read(terminal, &bytes, bytes.count)
      if count > 0 { shown += bytes.prefix(count) }
      if count > 0, shown.suffix(2) == Array("> ".utf8), let line = lines.popFirst() {
        // A prompt comes before what a terminal does with what is typed.
        usleep(50_000)
        let typed = Array((line + "\n").utf8)
        _ = unsafe write(terminal, typed, typed.count)
      }
      guard count > 0 || count < 0 && errno == EINTR else { return shown }
    }
  }
#endif
