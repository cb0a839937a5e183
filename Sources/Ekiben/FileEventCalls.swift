#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The calls of the C library that file events need: the only ones of this module (decision 0017).
enum FileEventCalls {
  #if canImport(Darwin)
    /// Opens a file or folder only to be told what happens to it; nil where that is not possible.
    static func watch(_ path: String) -> Int32? {
      let descriptor = unsafe open(path, O_EVTONLY | O_CLOEXEC)
      return descriptor < 0 ? nil : descriptor
    }
  #else
    /// What happens to entries of a folder, to be read from a descriptor; nil where the system refuses.
    static func watch(folder: String) -> Int32? {
      let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
      guard descriptor >= 0 else { return nil }
      let events = UInt32(IN_MODIFY | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO)
      guard unsafe inotify_add_watch(descriptor, folder, events) >= 0 else {
        close(descriptor)
        return nil
      }
      return descriptor
    }

    /// The events that wait, as many as fit; empty where none does.
    static func events(of descriptor: Int32) -> [UInt8] {
      var bytes = [UInt8](repeating: 0, count: 4096)
      while true {
        let count = unsafe bytes.withUnsafeMutableBytes { bytes in
          unsafe read(descriptor, bytes.baseAddress, bytes.count)
        }
        if count < 0 && errno == EINTR { continue }
        return Array(bytes.prefix(max(0, count)))
      }
    }

    /// Whether the system had more to tell than it could keep.
    static func isOverflow(_ mask: UInt32) -> Bool { mask & UInt32(IN_Q_OVERFLOW) != 0 }
  #endif

  static func end(_ descriptor: Int32) { _ = close(descriptor) }
}
