import CEkibenSQLite

/// What is left of destroyed bytes where nothing stands that the database holds.
///
/// SQLite writes zeroes over what it deletes, but where it moves cells from page to page it leaves copies of
/// them in the free part of the old one, which no deletion finds (decision 0022).
extension Connection {
  /// Counts the runs of destroyed bytes that stand in the dead parts of the file or in its `-wal`, and in no
  /// living part.
  ///
  /// The log has to be moved into the file before; in a read transaction, which keeps the file as it is.
  ///
  /// - Complexity: O(file), read once, some of it twice where something is found.
  package func remains(of destroyed: DestroyedBytes) throws(SQLiteError) -> Int {
    guard !destroyed.isEmpty else { return 0 }
    let header = try bytes(PageLayout.headerBytes, at: 0)
    guard let layout = PageLayout(header: header) else { return 0 }
    var found = try logRuns(of: destroyed, layout)
    let free = try freePages(layout)
    try eachStretch(of: layout, free) { page, range, isAlive in
      if !isAlive { found.formUnion(destroyed.runs(in: page, range)) }
    }
    if found.isEmpty { return 0 }
    // What others hold too says nothing about what was destroyed.
    try eachStretch(of: layout, free) { page, range, isAlive in
      if isAlive { found.subtract(destroyed.runs(in: page, range)) }
    }
    return found.count
  }

  private func eachStretch(
    of layout: PageLayout, _ free: Set<Int>, _ body: ([UInt8], Range<Int>, _ isAlive: Bool) -> Void
  ) throws(SQLiteError) {
    for number in stride(from: 1, through: layout.count, by: 1) {
      let page = try page(number, layout)
      if free.contains(number) {
        body(page, page.indices, false)
        continue
      }
      // Pages on which cells go on come with these.
      guard let cells = layout.cells(of: page, number: number) else { continue }
      var end = 0
      for cell in cells {
        if end < cell.range.lowerBound { body(page, end..<cell.range.lowerBound, false) }
        body(page, cell.range, true)
        end = max(end, cell.range.upperBound)
        try eachOverflow(of: cell, layout, body)
      }
      body(page, end..<page.count, false)
    }
  }

  private func eachOverflow(
    of cell: PageLayout.Cell, _ layout: PageLayout,
    _ body: ([UInt8], Range<Int>, _ isAlive: Bool) -> Void
  ) throws(SQLiteError) {
    var (next, rest) = (cell.next, min(cell.rest, layout.count * layout.pageBytes))
    while rest > 0, (2...max(2, layout.count)).contains(next) {
      let page = try page(next, layout)
      let end = 4 + layout.overflow(of: rest)
      body(page, 4..<end, true)
      body(page, end..<page.count, false)
      rest -= end - 4
      next = Int(page.bigEndian(at: 0))
    }
  }

  private func freePages(_ layout: PageLayout) throws(SQLiteError) -> Set<Int> {
    var free: Set<Int> = []
    var trunk = layout.firstFree
    while (2...max(2, layout.count)).contains(trunk), free.insert(trunk).inserted {
      let page = try page(trunk, layout)
      trunk = Int(page.bigEndian(at: 0))
      let leaves = min(Int(page.bigEndian(at: 4)), page.count / 4 - 2)
      for leaf in 0..<leaves { free.insert(Int(page.bigEndian(at: 8 + 4 * leaf))) }
    }
    return free
  }

  private func page(_ number: Int, _ layout: PageLayout) throws(SQLiteError) -> [UInt8] {
    try bytes(layout.pageBytes, at: Int64(number - 1) * Int64(layout.pageBytes))
  }

  /// What stands in the log, also behind the end of what counts.
  private func logRuns(
    of destroyed: DestroyedBytes, _ layout: PageLayout
  ) throws(SQLiteError) -> Set<UInt64> {
    let name = unsafe sqlite3_filename_wal(sqlite3_db_filename(handle, "main"))
    guard let log = unsafe try LogFile.open(name, of: path) else { return [] }
    var found: Set<UInt64> = []
    var start = Int64(LogFrames.headerBytes)
    let count = LogFrames.frameHeaderBytes + layout.pageBytes
    while let frame = log.read(count, at: start) {
      found.formUnion(destroyed.runs(in: frame, frame.indices))
      start += Int64(count)
    }
    return found
  }
}
