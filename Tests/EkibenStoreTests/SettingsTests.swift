import EkibenDocuments
import EkibenTesting
import Testing

@testable import EkibenStore

@Suite(.timeLimit(.minutes(20))) struct `What a store is set to` {
  private static let choices: [Durability?] = [nil, .processCrash, .powerLoss]

  // Rule P10: the one of the call, else the store's setting, else that of the program.
  @Test(arguments: choices, choices)
  func `decides what commits survive where whoever opens it does not say`(
    stored: Durability?, asked: Durability?
  ) throws {
    for general in Durability.allCases {
      try withStorePath { path in
        let maker = try Store(path, now: 0)
        try maker.setStoredDurability(stored)
        #expect(try maker.settings() == StoreSettings(durability: stored, needsReasons: false))
        try maker.close()
        let store = try Store(
          path, access: .readWrite, durability: asked, defaultDurability: general, now: 0,
          schema: .current)
        #expect(try store.durability() == asked ?? stored ?? general)
        try store.close()
      }
    }
  }

  @Test(arguments: choices, Durability.allCases)
  func `decides so for a new file, too`(asked: Durability?, general: Durability) throws {
    try withStorePath { path in
      let store = try Store(
        path, durability: asked, defaultDurability: general, now: 0, schema: .current)
      #expect(try store.durability() == asked ?? general)
      #expect(try store.settings().durability == nil)
      try store.close()
    }
  }

  @Test func `changes what holds from then on, unless the store was opened with its own`() throws {
    try withStorePath { path in
      let store = try Store(path, now: 0)
      let own = try Store(path, durability: .processCrash, now: 0)
      for (stored, expected) in [
        (.powerLoss, .powerLoss), (.processCrash, .processCrash), (nil, .processCrash),
        (.powerLoss, .powerLoss), (nil, .processCrash),
      ] as [(Durability?, Durability)] {
        try store.setStoredDurability(stored)
        #expect(try store.durability() == expected)
        #expect(try own.settings().durability == stored)
        try own.setStoredDurability(stored)
        #expect(try own.durability() == .processCrash)
      }
      try own.close()
      try store.close()
    }
  }

  // Rule P21.
  @Test func `asks for reasons also where what follows somebody else's setting asks for none`()
    throws
  {
    try withVisit { store, document in
      let other = try store.again()
      try store.set(&document, ("name", "Ada"))
      // Neither a batch of nothing nor what is never asked looks the setting up.
      try other.setNeedsReasons(true)
      _ = try store.perform([], on: &document, by: by())
      for reason in [nil, "", " \n\u{A0}"] {
        let by = by(because: reason)
        #expect(
          try storeError { try store.set(&document, ("name", "Bob"), by: by) } == .reasonMissing)
      }
      try store.set(&document, ("name", "Bob"), by: by(because: " so"))
      try other.setNeedsReasons(false)
      _ = try store.perform([], on: &document, by: by())
      try store.set(&document, ("name", "Cleo"))
      try other.close()
    }
  }

  // Rule P22.
  @Test func `is kept over a suspension, and so is what was set for this store alone`() throws {
    try withStorePath { path in
      let store = try Store(path, durability: .powerLoss, now: 0)
      try store.suspend()
      try store.resume()
      #expect(try store.durability() == .powerLoss)
      // It has one of its own now.
      try store.setStoredDurability(.processCrash)
      #expect(try store.durability() == .powerLoss)
      #expect(try store.settings().durability == .processCrash)
      try store.close()
    }
  }

  @Test func `is read and not set where the store is only read`() throws {
    try withStorePath { path in
      let writer = try Store(path, now: 0)
      try writer.setNeedsReasons(true)
      try writer.setStoredDurability(.powerLoss)
      try writer.close()
      let reader = try Store(path, access: .readOnly, now: 0)
      #expect(
        try reader.settings() == StoreSettings(durability: .powerLoss, needsReasons: true))
      let refusal = StoreError.openedReadOnly(path: path)
      #expect(try storeError { try reader.setStoredDurability(.powerLoss) } == refusal)
      #expect(try storeError { try reader.setNeedsReasons(false) } == refusal)
      try reader.close()
    }
  }

  @Test func `stands in the file in words`() throws {
    try withVisit { store, _ in
      let names = "SELECT name, value FROM setting WHERE name IN ('durability', 'needs-reasons')"
      #expect(try query(store.path, names) == [])
      try store.setStoredDurability(.powerLoss)
      try store.setNeedsReasons(true)
      #expect(try query(store.path, names) == ["durability|power-loss", "needs-reasons|1"])
      try store.setStoredDurability(.processCrash)
      try store.setNeedsReasons(false)
      #expect(try query(store.path, names) == ["durability|process-crash", "needs-reasons|0"])
      try store.setStoredDurability(nil)
      #expect(try query(store.path, names) == ["needs-reasons|0"])
    }
  }

  // Rule P21, also where another program has just said so, and where it has just changed its mind.
  @Test func `is noticed by others with their next edit`() throws {
    try withVisit { store, document in
      let other = try store.again()
      var theirs = try other.document("visit")
      for round in 1...2 {
        try store.setNeedsReasons(true)
        #expect(
          try storeError { try other.set(&theirs, ("age", .integer(Int64(round)))) }
            == .reasonMissing)
        try store.setNeedsReasons(false)
        try other.set(&theirs, ("age", .integer(Int64(round))))
      }
      try other.setNeedsReasons(true)
      #expect(try storeError { try store.set(&document, ("age", 9)) } == .reasonMissing)
      // An entry from elsewhere says why or does not; it is not asked again.
      let entry = Entry(
        number: 4, kind: .mark, parent: 3, head: 3, author: "Ada", time: 1, mark: "here")
      try other.perform(Edit(.adopt(entry)), on: &theirs, by: by())
      #expect(theirs.count == 4)
      try other.close()
    }
  }
}
