import Dispatch
import Foundation

#if canImport(Darwin)
  package import Darwin
#elseif canImport(Glibc)
  package import Glibc
#elseif canImport(Musl)
  package import Musl
#endif

/// A child made by `posix_spawn`, in a process group of its own and with no signal blocked.
///
/// Foundation's `Process` is not used: many started at once by parallel tests have crashed inside
/// its `run`, and its children inherit the blocked signals of Dispatch's threads.
package struct ChildProcess {
  /// The child's number, which is that of its group as well.
  package let pid: pid_t

  /// Why there is no child.
  package struct NotStarted: Error, CustomStringConvertible {
    package let description: String
  }

  /// Starts a program; its streams are files, where nothing else is said `/dev/null`.
  package init(
    _ executable: String, _ arguments: [String], environment: [String: String],
    input: String = "/dev/null", output: String = "/dev/null", errors: String = "/dev/null",
    in folder: String? = nil
  ) throws(NotStarted) {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = unsafe posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawnattr_init(&attributes)
    defer {
      unsafe posix_spawn_file_actions_destroy(&actions)
      unsafe posix_spawnattr_destroy(&attributes)
    }
    let write = O_WRONLY | O_CREAT | O_APPEND
    unsafe posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
    unsafe posix_spawn_file_actions_addopen(&actions, 1, output, write, 0o600)
    unsafe posix_spawn_file_actions_addopen(&actions, 2, errors, write, 0o600)
    // Not every C library lets a child start in another folder, but every shell does.
    let inFolder = folder.map { ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", $0] } ?? []
    let command = inFolder + [executable] + arguments
    var none = sigset_t()
    unsafe sigemptyset(&none)
    var all = sigset_t()
    unsafe sigfillset(&all)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    unsafe posix_spawnattr_setsigdefault(&attributes, &all)
    unsafe posix_spawnattr_setpgroup(&attributes, 0)
    let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))

    var words: [UnsafeMutablePointer<CChar>?] =
      unsafe command.map { unsafe strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] =
      unsafe environment.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
    defer { unsafe (words + variables).forEach { unsafe free($0) } }
    var child: pid_t = 0
    let code = unsafe posix_spawn(
      &child, command[0], &actions, &attributes, &words, &variables)
    guard code == 0 else {
      let reason = unsafe String(cString: strerror(code))
      throw NotStarted(description: "\(executable) could not be started: \(reason)")
    }
    pid = child
  }

  /// Waits for the end; the result is an exit code or a signal.
  package func waitForEnd() -> (code: Int32?, signal: Int32?) {
    var status: Int32 = 0
    while unsafe waitpid(pid, &status, 0) < 0 && errno == EINTR {}
    let signal = status & 0x7F
    return signal == 0 ? ((status >> 8) & 0xFF, nil) : (nil, signal)
  }

  /// Ends the child and all that it started.
  package func kill() { _ = killpg(pid, SIGKILL) }

  /// Whether the child has not ended yet, without waiting.
  package var isRunning: Bool {
    var info = unsafe siginfo_t()
    let code = unsafe waitid(P_PID, id_t(pid), &info, WEXITED | WNOHANG | WNOWAIT)
    return code == 0 && (unsafe info.si_signo) == 0
  }
}
