package import EkibenTesting

/// A folder on a disk whose power may go: what is safe there, and what was written since.
///
/// Writes and sizes are safe once their file is synced, names once the folder is. What is not safe
/// yet may be lost: of a file any of its writes, also half of one; of names, as a journalling file
/// system keeps their order, all from one of them on.
package struct RecordedDisk: Sendable {
  /// What was done to a file since its last sync.
  fileprivate enum DataChange: Sendable {
    case write(at: Int, bytes: [UInt8])
    case truncate(to: Int)
  }

  private struct File: Sendable {
    var safe: [UInt8] = []
    var pending: [DataChange] = []
  }

  private var files: [Int: File] = [:]
  private var safeNames: [String: Int] = [:]
  private var pendingNames: [DiskCall] = []
  /// Whether the disk takes no notice of syncs, as a control that has to lose something.
  private let ignoresSyncs: Bool

  package init(ignoresSyncs: Bool = false) { self.ignoresSyncs = ignoresSyncs }

  /// Follows one call.
  package mutating func apply(_ call: DiskCall) {
    switch call {
    case .write(let file, let at, let bytes):
      files[file, default: File()].pending.append(.write(at: at, bytes: bytes))
    case .truncate(let file, let size):
      files[file, default: File()].pending.append(.truncate(to: size))
    case .sync(let file): if !ignoresSyncs { settle(file) }
    case .syncFolder: if !ignoresSyncs { settleNames() }
    case .make(let file, _):
      files[file] = File()
      pendingNames.append(call)
    case .remove, .rename, .exchange, .link: pendingNames.append(call)
    }
  }

  /// Makes everything safe, as a disk is that was left alone for long.
  package mutating func settle() {
    for file in files.keys { settle(file) }
    settleNames()
  }

  private mutating func settle(_ file: Int) {
    guard let pending = files[file]?.pending, !pending.isEmpty else { return }
    files[file]?.pending = []
    for change in pending { files[file]?.safe.apply(change) }
  }

  private mutating func settleNames() {
    for call in pendingNames { safeNames.apply(call) }
    pendingNames = []
    // What no name leads to any more cannot come back.
    let named = Set(safeNames.values)
    files = files.filter { named.contains($0.key) }
  }

  // MARK: What is left

  /// What a process that is killed leaves: every call that was made.
  package var everything: DiskImage {
    var names = safeNames
    for call in pendingNames { names.apply(call) }
    return DiskImage(
      files: names.compactMapValues { number in
        files[number].map { file in
          file.pending.reduce(into: file.safe) { $0.apply($1) }
        }
      })
  }

  /// What the power leaves if it goes now, one of many possibilities.
  package func image(_ random: inout SeededGenerator) -> DiskImage {
    var names = safeNames
    let kept = random.pick([0, pendingNames.count, random.number(in: 0...pendingNames.count)])
    for call in pendingNames.prefix(kept) { names.apply(call) }
    // The order of a dictionary is another in each process.
    var image = DiskImage()
    for (name, number) in names.sorted(by: { $0.key < $1.key }) {
      guard let file = files[number] else { continue }
      image.files[name] = Self.survivor(of: file, &random)
    }
    return image
  }

  private static func survivor(of file: File, _ random: inout SeededGenerator) -> [UInt8] {
    var bytes = file.safe
    if file.pending.isEmpty { return bytes }
    let loss = Loss(of: file.pending.count, &random)
    for (number, change) in file.pending.enumerated() {
      switch (loss.fate(of: number, &random), change) {
      case (.kept, _), (.torn, .truncate): bytes.apply(change)
      case (.lost, .write(let at, let written)):
        // The size can be there and the bytes not.
        if loss.keepsSize { bytes.grow(to: at + written.count) }
      case (.lost, .truncate): continue
      case (.torn(let sector), .write(let at, let written)):
        bytes.tear(written, at: at, sector: sector, &random)
        if loss.keepsSize { bytes.grow(to: at + written.count) }
      }
    }
    return bytes
  }
}

/// Which of a file's unsynced writes are lost.
private struct Loss {
  enum Fate { case kept, lost, torn(sector: Int) }

  private enum Kind { case all, none, after(Int), one(Int), each }

  private let kind: Kind
  private let sector: Int
  let keepsSize: Bool

  init(of count: Int, _ random: inout SeededGenerator) {
    sector = random.pick([512, 4096])
    keepsSize = random.once(in: 4)
    let number = random.number(in: 0...count - 1)
    kind = random.pick([.all, .none, .after(number), .after(number), .one(number), .each, .each])
  }

  func fate(of number: Int, _ random: inout SeededGenerator) -> Fate {
    switch kind {
    case .all: .lost
    case .none: .kept
    case .after(let last): number < last ? .kept : number == last ? .torn(sector: sector) : .lost
    case .one(let one): number == one ? random.pick([.lost, .torn(sector: sector)]) : .kept
    case .each: random.pick([.kept, .lost, .torn(sector: sector)])
    }
  }
}

extension [UInt8] {
  fileprivate mutating func apply(_ change: RecordedDisk.DataChange) {
    switch change {
    case .write(let at, let bytes): put(bytes[...], at: at)
    case .truncate(let size):
      if size < count { removeLast(count - size) } else { grow(to: size) }
    }
  }

  fileprivate mutating func grow(to size: Int) {
    if count < size { append(contentsOf: repeatElement(0, count: size - count)) }
  }

  fileprivate mutating func put(_ bytes: ArraySlice<UInt8>, at place: Int) {
    grow(to: place + bytes.count)
    replaceSubrange(place..<place + bytes.count, with: bytes)
  }

  /// Writes some of the sectors that a write touches, each of them whole.
  fileprivate mutating func tear(
    _ bytes: [UInt8], at place: Int, sector: Int, _ random: inout SeededGenerator
  ) {
    var at = place
    while at < place + bytes.count {
      let end = Swift.min((at / sector + 1) * sector, place + bytes.count)
      if random.once(in: 2) { put(bytes[at - place..<end - place], at: at) }
      at = end
    }
  }
}

extension [String: Int] {
  /// Follows a call that changes names.
  fileprivate mutating func apply(_ call: DiskCall) {
    switch call {
    case .make(let file, let name): self[name] = file
    case .remove(let name): self[name] = nil
    case .rename(let name, let other): self[other] = removeValue(forKey: name)
    case .exchange(let name, let other): (self[name], self[other]) = (self[other], self[name])
    case .link(let name, let other): self[other] = self[name]
    case .write, .truncate, .sync, .syncFolder: break
    }
  }
}
