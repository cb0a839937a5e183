import Ekiben
import EkibenDocuments
import EkibenTesting
import Testing

// Rule F18.
@MainActor @Suite(.timeLimit(.minutes(20))) struct `A component that is not pure` {
  private func violation(_ components: any Component...) -> ContractViolation? {
    do throws(ContractViolation) { try expectContract(of: components) } catch { return error }
    return nil
  }

  /// What each fault breaks, and where it shows.
  private nonisolated static let faults: [(Impure.Fault, ContractViolation.Promise, String)] = [
    (.forgetsBranch, .erases, "badge"), (.appends, .erases, "items"),
    (.leavesMark, .takesBack, "isMarked"), (.leavesNote, .takesBack, "note"),
    (.staysLit, .leavesScreen, "isLit"), (.staysPaused, .leavesScreen, "isPaused"),
    (.counts, .comesBack, "times"),
  ]

  @Test(arguments: faults)
  func `is told what it does not keep, and where it shows`(
    fault: Impure.Fault, promise: ContractViolation.Promise, field: String
  ) {
    let found = violation(Impure(fault), Impure(fault, badge: "new"))
    #expect(found?.promise == promise)
    #expect(found?.field == field)
    #expect(found?.description.hasPrefix("\(promise.rawValue): \(field)\n") == true)
  }

  // Without another one that would show the trace.
  @Test func `is found alone, unless the fault is between two`() {
    for fault in Impure.Fault.allCases {
      #expect((violation(Impure(fault)) == nil) == (fault == .forgetsBranch), "\(fault)")
    }
    #expect(Self.faults.count == Impure.Fault.allCases.count)
  }

  @Test func `is found where it shows off the screen only`() {
    let found = violation(LateEraser(badge: "new"), LateEraser())
    #expect(found?.promise == .erases)
    #expect(found?.field == "badge")
  }

  @Test func `is found as the first or the second of a pair`() {
    for (first, second) in [
      (Impure(.leavesMark), Impure(.appends)), (.init(.appends), .init(.counts)),
    ] {
      #expect(throws: ContractViolation.self) { try expectContract(of: second, after: first) }
    }
  }

  @Test func `is found around one that is`() {
    let loud = Patch<Description.View>().setting(\.text, to: "LOUD")
    let styled = Description("r", "words").styled(loud)
    let unmounts = violation(ForgetfulDecorator(base: styled, forgotten: .unmount))
    #expect(unmounts?.promise == .takesBack)
    #expect(unmounts?.field == "text.some")
    let ends = violation(ForgetfulDecorator(base: Lamp(), forgotten: .endDisplaying))
    #expect(ends?.promise == .leavesScreen)
    #expect(ends?.field == "isLit")
    #expect(violation(styled, Description("r", "others"), Lamp()) == nil)
  }

  @Test func `is found where its view does not say so`() {
    let off = violation(Switch(isOn: true), Switch(isOn: false))
    #expect(off?.field == "self")
    #expect(off?.reused.hasSuffix("on") == true)
    #expect(violation(Secretive())?.promise == .erases)
  }
}
