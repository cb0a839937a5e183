#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The process's arguments, input, output and exit: the only place that calls the C library
/// (decision 0008), whose functions would be hidden by members of their names.
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

  /// Why the system refuses something, in its words.
  struct Refusal: Error, CustomStringConvertible {
    private let number = errno

    var isMissing: Bool { [ENOENT, ENOTDIR].contains(number) }
    /// Whether the reader has closed its end, which is no failure.
    var isClosed: Bool { number == EPIPE }
    /// Whose fault it is (rule C2).
    var code: CommandFailure.Code {
      [EACCES, EPERM].contains(number) ? .notPermitted : .inputOutput
    }
    var description: String { unsafe String(cString: strerror(number)) }
  }

  /// Says in what is refused what could not be done.
  static func naming<Result>(
    _ words: String, _ body: @autoclosure () throws(Refusal) -> Result
  ) throws(CommandFailure) -> Result {
    do throws(Refusal) { return try body() } catch {
      throw CommandFailure(error.code, "\(words): \(error)")
    }
  }

  /// The words of the command line, nil for one that is not UTF-8.
  ///
  /// Swift's own list repairs such words, and what was repaired would be stored as an answer.
  static func arguments() -> [String?] {
    (1..<max(1, Int(CommandLine.argc))).map { at in
      unsafe CommandLine.unsafeArgv[at].flatMap { unsafe String(validatingCString: $0) }
    }
  }

  /// What the environment says under a name, or nil where it says nothing.
  static func variable(named name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }

  /// Lets a write to a closed pipe fail instead of ending the program before it has tidied up.
  static func ignoreSIGPIPE() { _ = signal(SIGPIPE, SIG_IGN) }

  /// Says something to whoever looks on; if that fails, there is nowhere left to say so.
  static func tell(_ text: String) {
    do { try writeAll(Array(text.utf8), to: error) } catch {}
  }

  static func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws(Refusal) {
    var start = 0
    while start < bytes.count {
      let written = unsafe bytes[start...].withUnsafeBytes {
        unsafe write(descriptor, $0.baseAddress, $0.count)
      }
      if written < 0 && errno == EINTR { continue }
      if written <= 0 { throw Refusal() }
      start += written
    }
  }

  /// Whether results are shown to a person as they come.
  static var isTerminal: Bool { leadsToTerminal(output) }

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
    private let allowInterrupt: () -> Void

    /// Starts it by the shell; nil where that cannot be.
    init?(_ command: String) {
      guard let stream = unsafe popen(command, "w") else { return nil }
      unsafe self.stream = stream
      // It alone is interrupted; when it ends, nobody takes results any more.
      allowInterrupt = handle(SIGINT, by: SIG_IGN)
    }

    func write(_ bytes: [UInt8]) throws(Refusal) { try writeAll(bytes, to: unsafe fileno(stream)) }

    /// Waits until the person has seen enough.
    func close() {
      _ = unsafe pclose(stream)
      allowInterrupt()
    }
  }

  /// Makes a file that is not there yet, for its owner alone.
  static func create(_ path: String) throws(Refusal) -> Int32 {
    try opened(unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600))
  }

  /// Opens a file for reading, or what comes through a pipe, which Foundation's reader takes for forbidden.
  static func openFile(_ path: String) throws(Refusal) -> Int32 {
    try opened(unsafe open(path, O_RDONLY))
  }

  private static func opened(_ descriptor: Int32) throws(Refusal) -> Int32 {
    if descriptor < 0 { throw Refusal() }
    return descriptor
  }

  /// Closes a file when all of it is on disk.
  static func finish(_ descriptor: Int32) throws(Refusal) {
    defer { closeFile(descriptor) }
    if fsync(descriptor) != 0 { throw Refusal() }
  }

  static func closeFile(_ descriptor: Int32) { _ = close(descriptor) }

  /// Gives a file its name; what has that name already is replaced, or is in the way.
  static func name(_ path: String, _ name: String, replacing: Bool) throws(Refusal) {
    let result =
      replacing
      ? unsafe rename(path, name) : unsafe link(path, name) == 0 ? unlink(path) : -1
    if result != 0 { throw Refusal() }
  }

  /// Takes away a file that was not finished.
  static func discard(_ path: String) { _ = unsafe unlink(path) }

  /// Reads what there is, and waits where there is nothing yet; no bytes are the end.
  static func readSome(_ descriptor: Int32) throws(Refusal) -> [UInt8] {
    var block = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe block.withUnsafeMutableBytes {
        unsafe read(descriptor, $0.baseAddress, $0.count)
      }
      if count >= 0 { return Array(block[..<count]) }
      if errno != EINTR { throw Refusal() }
    }
  }

  /// Runs a body while a terminal does not show what is typed.
  ///
  /// A signal that ends or stops the program meanwhile leaves the terminal as it was.
  static func withoutEcho<Result, Failure>(
    on descriptor: Int32, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var settings = termios()
    guard unsafe tcgetattr(descriptor, &settings) == 0 else { return try body() }
    unsafe silenced = (descriptor, settings)
    let takeBack = [SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGTSTP, SIGCONT].map { number in
      handle(number) { StandardStreams.whileSilenced($0) }
    }
    echo(false)
    defer {
      echo(true)
      takeBack.forEach { $0() }
    }
    return try body()
  }

  /// Has a signal call something, unless it is ignored, as after `nohup`; the result takes that back.
  private static func handle(
    _ number: Int32, by handler: @escaping @convention(c) (Int32) -> Void
  ) -> () -> Void {
    let former = signal(number, handler)
    let takeBack = { _ = signal(number, former) }
    if unsafe unsafeBitCast(former, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
      takeBack()
    }
    return takeBack
  }

  /// The terminal that does not show what is typed, and its settings before; for what a signal calls.
  private nonisolated(unsafe) static var silenced = (descriptor: input, settings: termios())

  /// Shows what is typed or not, unless another program has the terminal, which has its own settings.
  private static func echo(_ isShown: Bool) {
    var (descriptor, settings) = unsafe silenced
    if !isShown { settings.c_lflag &= ~tcflag_t(ECHO) }
    let group = tcgetpgrp(descriptor)
    guard group < 0 || group == getpgrp() else { return }
    _ = unsafe tcsetattr(descriptor, TCSAFLUSH, &settings)
  }

  /// Lets a signal do what it does by default, with the terminal as it was; called at any point of the program,
  /// so that it calls nothing but what POSIX allows there.
  private static func whileSilenced(_ number: Int32) {
    let failure = errno
    if number != SIGCONT {
      echo(true)
      _ = signal(number, SIG_DFL)
      var only = sigset_t()
      unsafe sigemptyset(&only)
      unsafe sigaddset(&only, number)
      raise(number)
      // It comes now; what follows is for a program that goes on.
      unsafe pthread_sigmask(SIG_UNBLOCK, &only, nil)
      _ = signal(number) { StandardStreams.whileSilenced($0) }
    }
    echo(false)
    errno = failure
  }

  static func end(_ code: Int32) -> Never { exit(code) }
}
