import Dispatch
import Testing

@testable import Ekiben

@Suite(.timeLimit(.minutes(20))) struct `The pace of a watcher` {
  @Test func `is quick after an event and slower and slower afterwards, up to a minute`() {
    var pace = WatchPace.events
    #expect(pace.wake() == .milliseconds(10))
    let gaps = (0..<16).map { _ in pace.next() }
    #expect(gaps.prefix(3) == [.milliseconds(20), .milliseconds(40), .milliseconds(80)])
    #expect(zip(gaps, gaps.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(gaps.suffix(3) == [.seconds(60), .seconds(60), .seconds(60)])
    #expect(pace.wake() == .milliseconds(10))
  }

  @Test func `lets an event add nothing to a look that is as near already`() {
    var pace = WatchPace.events
    #expect(pace.wake() == .milliseconds(10))
    #expect(pace.wake() == nil)
    #expect(pace.next() == .milliseconds(20))
    #expect(pace.wake() == .milliseconds(10))
  }

  @Test(arguments: [
    (Duration.milliseconds(500), Duration.milliseconds(500)), (.zero, .milliseconds(1)),
    (.seconds(-1), .milliseconds(1)), (.seconds(Int64.max), .seconds(86_400)),
  ])
  func `is always the same without events, from a millisecond to a day`(
    asked: Duration, gap: Duration
  ) {
    var pace = WatchPace.polling(asked)
    #expect((0..<5).map { _ in pace.next() } == Array(repeating: gap, count: 5))
    #expect(pace.wake() == nil)
    #expect(pace.isSteady)
  }

  @Test func `is that of polling where a folder cannot be watched`() {
    #expect(FileEvents(of: "/no such folder/a.ekiben", on: .global(), {}) == nil)
  }

  #if !canImport(Darwin)
    @Test func `heeds events of the file and its -wal alone, and lost ones`() {
      func event(_ name: String, mask: UInt32 = 2) -> [UInt8] {
        let padding = 16 - name.utf8.count % 16
        let header = [1, mask, 0, UInt32(name.utf8.count + padding)]
        let bytes = header.flatMap { number in (0..<4).map { UInt8(number >> ($0 * 8) & 255) } }
        return bytes + Array(name.utf8) + Array(repeating: 0, count: padding)
      }
      let names = ["a", "a-wal"].map { Array($0.utf8) }
      #expect(inotifyEvents(in: event("a"), concern: names))
      #expect(inotifyEvents(in: event("b") + event("a-shm") + event("a-wal"), concern: names))
      #expect(!inotifyEvents(in: event("b") + event("a-shm") + event("aa"), concern: names))
      #expect(inotifyEvents(in: event("", mask: 0x4000), concern: names))
      #expect(!inotifyEvents(in: [], concern: names))
      #expect(!inotifyEvents(in: Array(event("a").prefix(15)), concern: names))
    }
  #endif
}
