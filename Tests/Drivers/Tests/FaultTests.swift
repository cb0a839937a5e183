import Foundation
import TestSupport
import Testing

#if os(Linux)
  /// Some points of some sweeps; `make faults` tries every point of all.
  @Suite(.timeLimit(.minutes(20))) struct FaultTests {
    // Rules P1 and P17.
    @Test(
      arguments: [
        "make", "edit", "undo", "publish", "recover", "suspend", "checkpoint", "backup", "purge",
        "compact", "migrate", "begin", "upgrade", "upgrade-keep", "upgrade-keep-recovered",
        "upgrade-format-1", "upgrade-format-2",
      ],
      [["io", "once", "11"], ["full", "sticky", "5"], ["memory", "sticky", "101"]])
    func `what fails is wholly done or not at all, and can be done again`(
      operation: String, fault: [String]
    ) throws {
      // These allocate ten times as often as an edit.
      let isLong = ["purge", "compact"].contains(operation) && fault[0] == "memory"
      let result = try sweep([operation] + fault.dropLast() + [isLong ? "907" : fault[2]])
      #expect(result.status == 0, "\(result.stdout)\(result.stderr)")
      #expect(result.stdout.contains(" 0 findings"))
      #expect(!result.stdout.contains(": 0 points"))
    }

    // One failure to open the `-shm` left a store that was open and could neither be written nor closed.
    @Test func `a log that can be read only is refused when the store is opened`() throws {
      let result = try sweep(["recover", "io", "once", "2"])
      #expect(result.status == 0, "\(result.stdout)")
    }

    // Rule P10: a power cut could take such a log away. The other point is the sync of the log itself.
    @Test func `an edit that begins a log is refused where its folder cannot be synced`() throws {
      let result = try sweep(["edit", "sync", "once"])
      #expect(result.status == 0 && result.stdout.contains(": 2 points of 2"), "\(result.stdout)")
      #expect(result.stdout.contains(": 2 refused"), "\(result.stdout)")
    }

    // Without memory to compile ROLLBACK the transaction stayed open, and with it the writer's lock.
    @Test func `a transaction is rolled back without memory`() throws {
      let result = try sweep(["edit", "memory", "sticky", "41"])
      #expect(result.status == 0, "\(result.stdout)")
    }

    @Test func `a sweep finds an operation that can be half done`() throws {
      let result = try sweep(["torn", "full", "once"])
      #expect(result.status == 1)
      #expect(result.stdout.contains("instead of"))
    }

    private func sweep(_ arguments: [String]) throws -> ProcessResult {
      try runProcess(try builtProduct(named: "ekiben-faults"), arguments)
    }
  }
#endif
