import DiskRecorder
import EkibenTesting
import Foundation
import TestSupport
import Testing

/// What a disk may hold when the power goes, by hand.
@Suite(.timeLimit(.minutes(20))) struct RecordedDiskTests {
  private static let start: [DiskCall] = [
    .make(file: 0, name: "a"), .write(file: 0, at: 0, bytes: [1, 2]), .sync(file: 0), .syncFolder,
  ]

  /// Every image that some hundred choices give.
  private func images(
    after calls: [DiskCall], ignoresSyncs: Bool = false
  ) -> Set<[String: [UInt8]]> {
    var disk = RecordedDisk(ignoresSyncs: ignoresSyncs)
    for call in calls { disk.apply(call) }
    return Set(
      (0..<400).map { seed in
        var random = SeededGenerator(seed: UInt64(seed))
        return disk.image(&random).files
      })
  }

  @Test func `what is synced is there, with its name`() {
    #expect(images(after: Self.start) == [["a": [1, 2]]])
  }

  @Test func `a name lasts once the folder is synced, and bytes once the file is`() {
    #expect(images(after: [.make(file: 0, name: "a"), .syncFolder]) == [["a": []]])
    let unnamed = Array(Self.start.dropLast())
    #expect(images(after: unnamed) == [[:], ["a": [1, 2]]])
  }

  @Test func `any of the writes since the last sync can be there or not`() {
    let calls: [DiskCall] =
      Self.start + [.write(file: 0, at: 0, bytes: [3]), .write(file: 0, at: 1, bytes: [4])]
    let expected: [[UInt8]] = [[1, 2], [3, 2], [1, 4], [3, 4]]
    #expect(images(after: calls) == Set(expected.map { ["a": $0] }))
    #expect(images(after: calls + [.sync(file: 0)]) == [["a": [3, 4]]])
  }

  @Test func `a write that is lost can leave its size`() {
    let calls: [DiskCall] = Self.start + [.write(file: 0, at: 3, bytes: [9])]
    #expect(
      images(after: calls) == [["a": [1, 2]], ["a": [1, 2, 0, 0]], ["a": [1, 2, 0, 9]]])
  }

  @Test func `a write is torn between sectors and never in one`() {
    let new = [UInt8](repeating: 7, count: 1536)
    let found = images(
      after: [
        .make(file: 0, name: "a"), .truncate(file: 0, to: 1536), .sync(file: 0), .syncFolder,
        .write(file: 0, at: 0, bytes: new),
      ])
    let sectors = Set(
      found.map { image in
        (0..<3).map { number in Set(image["a"]?[number * 512..<number * 512 + 512] ?? []) }
      })
    #expect(sectors.allSatisfy { $0.allSatisfy { $0.count == 1 } })
    #expect(sectors.contains([[7], [0], [7]]))
    #expect(sectors.count == 8)
  }

  @Test func `names change in their order`() {
    let calls: [DiskCall] =
      Self.start + [
        .make(file: 1, name: "b"), .sync(file: 1), .rename(name: "b", to: "a"),
        .link(name: "a", as: "c"), .remove(name: "a"),
      ]
    #expect(
      images(after: calls) == [
        ["a": [1, 2]], ["a": [1, 2], "b": []], ["a": []], ["a": [], "c": []], ["c": []],
      ])
    #expect(images(after: calls + [.syncFolder]) == [["c": []]])
  }

  @Test func `a disk that ignores syncs can lose everything`() {
    #expect(images(after: Self.start, ignoresSyncs: true).contains([:]))
  }

  @Test func `a kill leaves every call that was made`() {
    var disk = RecordedDisk()
    for call in Self.start + [.truncate(file: 0, to: 1), .link(name: "a", as: "b")] {
      disk.apply(call)
    }
    #expect(disk.everything.files == ["a": [1], "b": [1]])
    disk.settle()
    var random = SeededGenerator(seed: 1)
    #expect(disk.image(&random).files == ["a": [1], "b": [1]])
  }
}

#if os(Linux)
  /// Short runs; `make power` is the long one.
  @Suite(.timeLimit(.minutes(20))) struct PowerTests {
    // Rules P1, P8 and P10.
    @Test func `what was acknowledged outlives the power as far as was promised`() throws {
      let result = try trials(["power", "220", "7"])
      print(result.stdout)
      #expect(result.status == 0, "\(result.stdout)\(result.stderr)")
      #expect(result.stdout.hasPrefix("power: 220 images, "))
      #expect(result.stdout.contains(" at powerLoss (0 with something acknowledged gone)"))
      // NORMAL loses what is new, or the images show nothing.
      #expect(!result.stdout.contains(" at processCrash (0 with"))
    }

    @Test func `a disk that ignores syncs loses what was acknowledged, and that is found`() throws {
      let result = try trials(["unsynced", "40", "2"])
      #expect(result.status == 0, "\(result.stdout)\(result.stderr)")
      #expect(result.stdout.contains("images without syncs failed, as they must"))
      #expect(!result.stdout.contains("control: 0 images"))
    }

    // Rules P2, P7, P8, P10, P12 and P17.
    @Test func `everything that goes wrong together leaves what was promised`() throws {
      let result = try trials(["simulate", "12", "1"])
      print(result.stdout)
      #expect(result.status == 0, "\(result.stdout)\(result.stderr)")
      #expect(result.stdout.hasPrefix("simulate: 12 seeds from 1, "))
    }

    // Rule P10: SQLite passes over a folder that it cannot open to make the name of a new log last.
    @Test func `an edit that begins a log outlives the power where the folder failed to open`()
      throws
    {
      let result = try trials(["run", "4454", "0,3"])
      #expect(result.status == 0, "\(result.stdout)")
    }

    @Test func `a run that fails is made shorter and told, and fails again`() throws {
      let result = try trials(["simulate", "6", "2", "unsynced"])
      #expect(result.status == 1, "\(result.stdout)\(result.stderr)")
      let again = try #require(result.stdout.split(separator: "ekiben-trials ").last)
      let words = again.split(separator: "\n")[0].split(separator: " ").map(String.init)
      #expect(words.count == 4)
      #expect(words[2].split(separator: ",").count <= 4)
      #expect(try trials(words).status == 1)
    }

    @Test func `one seed gives the same images`() throws {
      #expect(
        try trials(["power", "20", "9"]).stdout == trials(["power", "20", "9"]).stdout)
    }

    private func trials(_ arguments: [String]) throws -> ProcessResult {
      try runProcess(try builtProduct(named: "ekiben-trials"), arguments, timeout: 300)
    }
  }
#endif
