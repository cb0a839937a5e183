import Foundation
import TestSupport
import Testing

#if os(Linux)
  /// A few rounds of the driver; `make fence` runs a thousand of each kind.
  @Suite(.timeLimit(.minutes(20))) struct FenceTests {
    // Rules P3 and P4. The control shows that the window is the one which loses commits.
    @Test(arguments: ["unfenced", "connection", "store"])
    func `a commit in the window of a checkpoint is lost without the fence and never with it`(
      mode: String
    ) throws {
      let driver = try builtProduct(named: "ekiben-fence")
      let result = try runProcess(driver, [mode, "10"])
      #expect(result.status == 0, "\(result.stdout)\(result.stderr)")
      #expect(result.stdout.hasPrefix("\(mode): 10 windows forced"))
    }

    // Rule P4.
    @Test func `a checkpoint does not run when the file is replaced between its two looks at it`()
      throws
    {
      let result = try runProcess(try builtProduct(named: "ekiben-fence"), ["replaced", "10"])
      #expect(result.status == 0, "\(result.stdout)\(result.stderr)")
      #expect(result.stdout.hasPrefix("replaced: 10 windows forced, 10 commits in them refused"))
    }
  }
#endif
