import CDrivers

/// One call that changed a folder, as it reached the operating system.
///
/// Files are numbered in the order in which they were made.
package enum DiskCall: Equatable, Sendable {
  case write(file: Int, at: Int, bytes: [UInt8])
  case truncate(file: Int, to: Int)
  /// What was written to the file so far outlives the power from here on.
  case sync(file: Int)
  case make(file: Int, name: String)
  case remove(name: String)
  case rename(name: String, to: String)
  case exchange(name: String, with: String)
  case link(name: String, as: String)
  /// The names in the folder outlive the power from here on.
  case syncFolder
}

/// Records what this process does to one folder, on one thread at a time.
package enum DiskRecorder {
  /// Why nothing is recorded.
  package struct NotRecorded: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
  }

  /// Begins to record what happens in an empty folder without folders of its own.
  ///
  /// - Parameter folder: An absolute path without symbolic links.
  package static func start(in folder: String) throws(NotRecorded) {
    let code = unsafe drivers_record_start(folder)
    guard code == 0 else {
      throw NotRecorded("\(folder) cannot be recorded here (\(code))")
    }
  }

  /// Ends the recording; what was recorded stays until the next start.
  package static func stop() { drivers_record_stop() }

  /// How many calls have been recorded so far.
  package static var count: Int { Int(drivers_record_count()) }

  /// The calls from one number on, counted from 0.
  package static func calls(from first: Int = 0) throws(NotRecorded) -> [DiskCall] {
    var calls: [DiskCall] = []
    for index in first..<max(first, count) { calls.append(try call(index)) }
    return calls
  }

  private static func call(_ index: Int) throws(NotRecorded) -> DiskCall {
    guard let record = unsafe drivers_record_at(Int64(index))?.pointee else {
      throw NotRecorded("there is no call \(index)")
    }
    let (file, at) = unsafe (Int(record.file), Int(record.at))
    let name = unsafe record.name.map { unsafe String(cString: $0) } ?? ""
    let other = unsafe record.other.map { unsafe String(cString: $0) } ?? ""
    switch unsafe record.kind {
    case drivers_record_write:
      let bytes = unsafe [UInt8](
        UnsafeBufferPointer(start: record.bytes, count: Int(record.count)))
      return .write(file: file, at: at, bytes: bytes)
    case drivers_record_truncate: return .truncate(file: file, to: at)
    case drivers_record_sync: return .sync(file: file)
    case drivers_record_make: return .make(file: file, name: name)
    case drivers_record_remove: return .remove(name: name)
    case drivers_record_rename: return .rename(name: name, to: other)
    case drivers_record_exchange: return .exchange(name: name, with: other)
    case drivers_record_link: return .link(name: name, as: other)
    default: return .syncFolder
    }
  }
}

/// The files of a folder, by name.
package struct DiskImage: Equatable, Sendable {
  package var files: [String: [UInt8]]

  package init(files: [String: [UInt8]] = [:]) { self.files = files }

  /// Writes the files into an empty folder, always in the same order.
  package func write(to folder: String) throws(DiskRecorder.NotRecorded) {
    for (name, bytes) in files.sorted(by: { $0.key < $1.key }) {
      let error = unsafe bytes.withUnsafeBytes { bytes in
        unsafe drivers_write_file("\(folder)/\(name)", bytes.baseAddress, Int64(bytes.count))
      }
      guard error == 0 else {
        throw DiskRecorder.NotRecorded("\(name) cannot be written (\(error))")
      }
    }
  }
}
