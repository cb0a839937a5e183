internal import Dispatch
internal import Synchronization

#if canImport(Darwin)
  /// Reports writes to a store's `-wal`, for as long as this object is held.
  ///
  /// A folder tells of entries that come and go, and not of writes to them; so the `-wal` is watched,
  /// too, and looked up again whenever the folder tells of something.
  final class FileEvents: Sendable {
    private struct Sources {
      var folder: PathEvents?
      var wal: PathEvents?
    }

    private let sources = Mutex(Sources())
    private let wal: String
    private let queue: DispatchQueue
    private let onEvent: @Sendable () -> Void

    /// Begins to tell of a file, whose path has no links; nil where the system cannot watch its folder.
    init?(of path: String, on queue: DispatchQueue, _ onEvent: @escaping @Sendable () -> Void) {
      wal = "\(path)-wal"
      self.queue = queue
      self.onEvent = onEvent
      guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")),
        let folder = PathEvents(
          String(path[...slash]), on: queue, { [weak self] in self?.lookForWAL() })
      else { return nil }
      sources.withLock { $0.folder = folder }
      lookForWAL()
    }

    // One that is written to before it is watched is found by the look that follows.
    private func lookForWAL() {
      let wal = PathEvents(wal, on: queue, onEvent)
      sources.withLock { $0.wal = wal }
      onEvent()
    }
  }

  /// Reports changes to one file or folder, for as long as this object is held.
  private final class PathEvents: Sendable {
    private let source: Mutex<any DispatchSourceFileSystemObject>

    init?(_ path: String, on queue: DispatchQueue, _ onEvent: @escaping @Sendable () -> Void) {
      guard let descriptor = FileEventCalls.watch(path) else { return nil }
      let source = DispatchSource.makeFileSystemObjectSource(
        fileDescriptor: descriptor, eventMask: [.write, .extend, .delete, .rename], queue: queue)
      source.setEventHandler { onEvent() }
      source.setCancelHandler { FileEventCalls.end(descriptor) }
      source.activate()
      self.source = Mutex(source)
    }

    deinit { source.withLock { $0.cancel() } }
  }
#else
  /// Reports writes to a store's file and its `-wal`, for as long as this object is held.
  ///
  /// It is the folder that is watched, since the `-wal` comes and goes.
  final class FileEvents: Sendable {
    private let source: Mutex<any DispatchSourceRead>

    /// Begins to tell of a file, whose path has no links; nil where the system cannot watch its folder.
    init?(of path: String, on queue: DispatchQueue, _ onEvent: @escaping @Sendable () -> Void) {
      let (folder, name) = split(path)
      guard let descriptor = FileEventCalls.watch(folder: folder) else { return nil }
      let names = [Array(name.utf8), Array("\(name)-wal".utf8)]
      let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
      source.setEventHandler {
        var isConcerned = false
        while case let bytes = FileEventCalls.events(of: descriptor), !bytes.isEmpty {
          if inotifyEvents(in: bytes, concern: names) { isConcerned = true }
        }
        if isConcerned { onEvent() }
      }
      source.setCancelHandler { FileEventCalls.end(descriptor) }
      source.activate()
      self.source = Mutex(source)
    }

    deinit { source.withLock { $0.cancel() } }
  }

  private func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
    return (String(path[...slash]), String(path[path.utf8.index(after: slash)...]))
  }

  /// Whether one of inotify's events is about one of these names, or says that events are missing.
  ///
  /// An event has four numbers of 32 bits (watch, mask, cookie, length of the name) and a name that
  /// zeros fill up.
  func inotifyEvents(in bytes: [UInt8], concern names: [[UInt8]]) -> Bool {
    var rest = bytes[...]
    while rest.count >= 16 {
      let mask = number(rest.dropFirst(4))
      let length = Int(number(rest.dropFirst(12)))
      let name = rest.dropFirst(16).prefix(length).prefix { $0 != 0 }
      if FileEventCalls.isOverflow(mask) || names.contains(where: { $0.elementsEqual(name) }) {
        return true
      }
      rest = rest.dropFirst(16 + length)
    }
    return false
  }

  private func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    UInt32(littleEndian: bytes.prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) })
  }
#endif
