#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The process's arguments, input, output and exit: the only place that calls the C library
/// (decision 0008).
enum StandardStreams {
  static let input: Int32 = 0
  static let output: Int32 = 1
  static let error: Int32 = 2

  /// How many minutes the system's time zone is ahead of UTC at a time in milliseconds since 1970.
  ///
  /// The part of Foundation that is linked on Linux knows no zone but UTC.
  static func localOffset(at time: Int64) -> Int {
    var (seconds, local) = (time_t(clamping: time / 1000), unsafe tm())
    return unsafe localtime_r(&seconds, &local) == nil ? 0 : unsafe local.tm_gmtoff / 60
  }

  /// What came of writing.
  enum Outcome {
    case written
    /// The reader has closed its end, which is no failure.
    case closed
    /// Not written, with the system's words.
    case failed(String)
  }

  /// The words of the command line, or nil where one is not UTF-8.
  ///
  /// Swift's own list repairs such words, and what was repaired would be stored as an answer.
  static func arguments() -> [String]? {
    var words: [String] = []
    for at in 1..<max(1, Int(CommandLine.argc)) {
      guard let bytes = unsafe CommandLine.unsafeArgv[at],
        let word = unsafe String(validatingCString: bytes)
      else { return nil }
      words.append(word)
    }
    return words
  }

  /// Lets a write to a closed pipe fail instead of ending the program before it has tidied up.
  static func ignoreSIGPIPE() { _ = signal(SIGPIPE, SIG_IGN) }

  /// Writes a text to a file descriptor.
  static func write(_ text: String, to descriptor: Int32) -> Outcome {
    write(Array(text.utf8), to: descriptor)
  }

  /// Writes bytes to a file descriptor.
  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Outcome {
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
      guard written > 0 else {
        return unsafe errno == EPIPE ? .closed : .failed(String(cString: strerror(errno)))
      }
      start += written
    }
    return .written
  }

  /// Whether results are shown to a person as they come.
  static var isTerminal: Bool { leadsToTerminal(output) }

  /// Whether a descriptor is one of a terminal.
  static func leadsToTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// The size of the terminal that a descriptor leads to; nil where it is none, or does not say.
  static func size(of descriptor: Int32) -> (columns: Int, rows: Int)? {
    var size = winsize()
    guard leadsToTerminal(descriptor), unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0,
      size.ws_col > 0, size.ws_row > 0
    else { return nil }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// A program that shows what is longer than a screen.
  @safe final class Pager {
    private let stream: UnsafeMutablePointer<FILE>

    /// Starts it by the shell; nil where that cannot be.
    init?(_ command: String) {
      guard let stream = unsafe popen(command, "w") else { return nil }
      unsafe self.stream = stream
      // It alone is interrupted; when it ends, nobody takes results any more.
      _ = signal(SIGINT, SIG_IGN)
    }

    func write(_ text: String) -> Outcome { StandardStreams.write(text, to: unsafe fileno(stream)) }

    /// Waits until the person has seen enough.
    func close() { _ = unsafe pclose(stream) }
  }

  /// Makes a file that is not there yet, for its owner alone.
  ///
  /// - Returns: Its descriptor, or why there is none.
  static func create(_ path: String) -> (descriptor: Int32, problem: Problem?) {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    return (descriptor, descriptor < 0 ? Problem(number: errno) : nil)
  }

  /// Why the system refuses something, in its words.
  struct Problem: CustomStringConvertible {
    fileprivate let number: Int32

    /// Whose fault it is (rule C2).
    var code: CommandFailure.Code {
      [EACCES, EPERM].contains(number) ? .notPermitted : .inputOutput
    }
    var description: String { unsafe String(cString: strerror(number)) }
  }

  /// Closes a file when all of it is on disk.
  static func finish(_ descriptor: Int32) -> Outcome {
    let isOnDisk = fsync(descriptor) == 0
    let outcome = isOnDisk ? .written : unsafe Outcome.failed(String(cString: strerror(errno)))
    _ = close(descriptor)
    return outcome
  }

  /// Gives a file its name; what has that name already is replaced, or is in the way.
  static func name(_ path: String, _ name: String, replacing: Bool) -> Outcome {
    let result =
      replacing
      ? unsafe rename(path, name) : unsafe link(path, name) == 0 ? unlink(path) : -1
    return result == 0 ? .written : unsafe .failed(String(cString: strerror(errno)))
  }

  /// Takes away a file that was not finished.
  static func discard(_ path: String) { _ = unsafe unlink(path) }

  /// What came of reading.
  enum Input {
    case read([UInt8])
    case missing
    case forbidden
    /// Not read, with the system's words.
    case failed(String)
  }

  /// Reads a file, or what comes through a pipe, which Foundation's reader takes for forbidden.
  ///
  /// It stops soon behind the limit, since a device has no end.
  static func read(_ path: String, limit: Int) -> Input {
    let descriptor = unsafe open(path, O_RDONLY)
    guard descriptor >= 0 else { return inputFailure() }
    defer { _ = close(descriptor) }
    return read(descriptor, limit: limit)
  }

  /// Reads a file descriptor to its end, or soon behind the limit.
  static func read(_ descriptor: Int32, limit: Int) -> Input {
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 65_536)
    while bytes.count <= limit {
      let count = fill(&block, from: descriptor)
      guard count >= 0 else { return inputFailure() }
      if count == 0 { break }
      bytes += block[..<count]
    }
    return .read(bytes)
  }

  /// Reads a file, or standard input where there is no path, piece by piece to its end.
  ///
  /// - Returns: Why it could not be read; nil when it was.
  static func pieces(_ path: String?, _ body: ([UInt8]) throws -> Void) rethrows -> Input? {
    let descriptor = path.map { unsafe open($0, O_RDONLY) } ?? input
    guard descriptor >= 0 else { return inputFailure() }
    defer { if path != nil { _ = close(descriptor) } }
    var block = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = fill(&block, from: descriptor)
      guard count >= 0 else { return inputFailure() }
      if count == 0 { return nil }
      try body(Array(block[..<count]))
    }
  }

  /// Reads what there is, and waits where there is nothing yet; no bytes are the end.
  static func readSome(of descriptor: Int32) -> Input {
    var block = [UInt8](repeating: 0, count: 4096)
    let count = fill(&block, from: descriptor)
    return count < 0 ? inputFailure() : .read(Array(block[..<count]))
  }

  /// Runs a body while a terminal does not show what is typed.
  static func withoutEcho<Result, Failure>(
    on descriptor: Int32, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var settings = termios()
    guard unsafe tcgetattr(descriptor, &settings) == 0 else { return try body() }
    var silent = settings
    silent.c_lflag &= ~tcflag_t(ECHO)
    _ = unsafe tcsetattr(descriptor, TCSAFLUSH, &silent)
    defer { _ = unsafe tcsetattr(descriptor, TCSAFLUSH, &settings) }
    return try body()
  }

  /// Reads into a block; 0 is the end, and less a failure.
  private static func fill(_ block: inout [UInt8], from descriptor: Int32) -> Int {
    while true {
      let count = unsafe block.withUnsafeMutableBytes { block in
        #if canImport(Darwin)
          unsafe Darwin.read(descriptor, block.baseAddress, block.count)
        #elseif canImport(Glibc)
          unsafe Glibc.read(descriptor, block.baseAddress, block.count)
        #else
          unsafe Musl.read(descriptor, block.baseAddress, block.count)
        #endif
      }
      if count < 0 && errno == EINTR { continue }
      return count
    }
  }

  private static func inputFailure() -> Input {
    switch errno {
    case ENOENT, ENOTDIR: .missing
    case EACCES, EPERM: .forbidden
    case let code: unsafe .failed(String(cString: strerror(code)))
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
