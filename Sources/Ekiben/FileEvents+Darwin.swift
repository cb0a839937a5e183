#if canImport(Darwin)
  internal import Dispatch
  internal import Synchronization

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
#endif
