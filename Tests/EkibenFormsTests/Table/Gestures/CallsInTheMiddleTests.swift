import EkibenDocuments
import EkibenForms
import Testing

/// A table whose rows tell when they come to the screen and leave it, and what is done then, once.
@MainActor private struct Busy {
  let ledger = GestureLedger()
  let owner: GestureOwner
  var table: HeadlessTable { owner.table }

  /// - Parameter rows: Their ids.
  init(_ rows: [RowID], height: Int? = nil, traits: GestureRow.Traits = []) {
    owner = GestureOwner(ledger)
    owner.commit(list(rows, traits: traits))
    if let height { table.viewport = TableViewport(height: height, rowHeight: .fixed(10)) }
  }

  func list(_ rows: [RowID], traits: GestureRow.Traits = []) -> GestureList {
    GestureList(parts: [
      GestureList.Part(
        id: "s", hasHeader: false,
        rows: rows.map { GestureRow(id: $0, kind: .text, traits: traits, title: "\($0)") })
    ])
  }

  /// Does something as soon as a row comes or goes, and then no more.
  func once(_ body: @escaping @MainActor () -> Void) {
    ledger.onDisplay = { [weak ledger] in
      ledger?.onDisplay = nil
      body()
    }
  }

  /// Checks that rows have cells, and that all was done in turn.
  func expect(_ rows: [RowID], _ location: SourceLocation = #_sourceLocation) {
    #expect(table.sections.flatMap(\.cells).map(\.id) == rows, sourceLocation: location)
    let counts = Dictionary(uniqueKeysWithValues: rows.map { ($0, 1) })
    #expect(ledger.mounted == counts, sourceLocation: location)
    #expect(ledger.displayed == counts, sourceLocation: location)
    #expect(ledger.storages.value == rows.count, sourceLocation: location)
    #expect(ledger.problem == nil && owner.failure == nil, sourceLocation: location)
  }
}

// Rule T11: what a component asks for while it is called waits until the screen is done.
@MainActor @Suite(.timeLimit(.minutes(20))) struct `What is asked for while a table works` {
  @Test func `a render waits until a scroll is done`() {
    let busy = Busy(["a", "b", "c", "d"], height: 20)
    busy.once { busy.owner.commit(busy.list(["a", "d"])) }
    busy.table.scroll(to: 10)
    busy.expect(["a", "d"])
  }

  @Test func `a render of the same rows waits as well`() {
    let busy = Busy(["a", "b", "c", "d"], height: 20)
    busy.once { busy.owner.commit(busy.list(["a", "b", "c", "d"])) }
    busy.table.scroll(to: 10)
    busy.expect(["b", "c"])
  }

  @Test func `a scroll waits until a scroll is done`() {
    let busy = Busy(["a", "b", "c", "d"], height: 20)
    busy.once { busy.table.scroll(to: 20) }
    busy.table.scroll(to: 10)
    #expect(busy.table.offset == 20)
    busy.expect(["c", "d"])
  }

  @Test func `a scroll waits until a batch is done, or a reload, or a rebinding`() {
    let rows: [RowID] = ["a", "b", "c", "d", "e"]
    for next in [["a", "x", "b", "c", "d", "e"], rows.reversed(), rows] as [[RowID]] {
      let busy = Busy(rows, height: 20)
      busy.once { busy.table.scroll(to: 30) }
      busy.owner.commit(busy.list(next))
      busy.expect(Array(next[3...4]))
      busy.once { busy.table.scroll(to: 0) }
      busy.table.reload(busy.owner.renderer.content)
      busy.expect(Array(next[...1]))
    }
  }

  @Test func `a table that loses its window during an operation shows nothing`() {
    let busy = Busy(["a", "b", "c"], height: 20)
    busy.once { busy.table.detach() }
    busy.table.scroll(to: 10)
    busy.expect([])
    busy.once { busy.table.detach() }
    busy.table.attach()
    busy.expect([])
    busy.table.attach()
    busy.expect(["b", "c"])
  }

  @Test func `a table that is unloaded during an operation keeps nothing`() {
    let works: [(Busy) -> Void] = [
      { $0.table.scroll(to: 10) }, { $0.owner.commit($0.list(["a", "x"])) },
      { $0.table.reload($0.owner.renderer.content) },
    ]
    for work in works {
      let busy = Busy(["a", "b", "c"], height: 20)
      busy.once { busy.table.unload() }
      work(busy)
      busy.expect([])
      #expect(busy.table.pooledViews == 0)
    }
  }

  @Test func `what a component asks a table to show while it is unloaded is ignored`() {
    let busy = Busy(["a", "b"], height: 20)
    busy.once { busy.owner.commit(busy.list(["a", "c"])) }
    busy.table.unload()
    busy.expect([])
    #expect(busy.table.pooledViews == 0)
  }

  // The newest that is asked for counts.
  @Test func `what is shown after the table was unloaded is shown`() {
    let busy = Busy(["a", "b", "c"], height: 20)
    busy.once {
      busy.table.unload()
      busy.table.reload(busy.owner.renderer.content)
    }
    busy.table.scroll(to: 10)
    busy.expect(["b", "c"])
  }
}

// Rule F64: who keeps the focus in mind hears of each place that it gets to.
@MainActor @Suite(.timeLimit(.minutes(20))) struct `A focus whose row goes` {
  @Test func `is reported to be nowhere`() {
    let busy = Busy(["a", "b"])
    busy.table.focus("a")
    busy.owner.commit(busy.list(["b"]))
    #expect(busy.owner.lines == ["focus a", "focus -"])
    busy.table.focus("b")
    busy.table.reload(TableContent())
    #expect(busy.owner.lines == ["focus a", "focus -", "focus b", "focus -"])
  }

  @Test func `does not get to a row that is removed on the way`() {
    let busy = Busy(["a", "b"], traits: .observed)
    busy.table.focus("a")
    busy.owner.lines = []
    busy.owner.meddling = (.end, .remove("b"))
    #expect(!busy.table.focus("b"))
    #expect(busy.table.focusedRow == nil)
    #expect(busy.owner.lines == ["end a -", "focus -"])
  }

  @Test func `is not reported to be in a row that is removed when it comes`() {
    let busy = Busy(["a", "b"], traits: .observed)
    busy.owner.meddling = (.begin, .remove("b"))
    #expect(!busy.table.focus("b"))
    #expect(busy.owner.lines == ["begin b", "focus -"])
    #expect(busy.table.focusedRow == nil)
  }
}
