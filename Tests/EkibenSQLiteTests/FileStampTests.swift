import CEkibenSQLite
import Foundation
import Testing

@testable import EkibenSQLite

@Suite(.timeLimit(.minutes(20))) struct `The look of a file from outside` {
  @Test(arguments: [
    (99, 7, true), (100, 6, true), (100, 7, false), (100, 8, true), (101, 0, true),
  ])
  func `tells a later write once the clock by which files are dated shows another time`(
    seconds: Int64, nanoseconds: Int64, isSettled: Bool
  ) {
    let facts = FileStamp.Facts(
      size: 1, seconds: seconds, nanoseconds: nanoseconds, device: 1, inode: 1)
    #expect(facts.isSettled(at: timespec(tv_sec: 100, tv_nsec: 7)) == isSettled)
  }
}
