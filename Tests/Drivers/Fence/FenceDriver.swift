import CDrivers
import EkibenSQLite
import Foundation
import TestSupport

/// Forces the window of SQLite's "WAL reset" race (https://www.sqlite.org/wal.html#walresetbug) over
/// and over, by no luck with time: between the moment at which a checkpoint reads the header of the
/// wal-index and the moment at which it uses it, another connection commits.
///
///     ekiben-fence unfenced|connection|store|replaced ROUNDS
///
/// `unfenced` is the control: a plain PASSIVE checkpoint, which must lose commits where the library
/// has the race. The others must lose nothing. In `replaced` the window is another: the file is replaced
/// between the two looks that a checkpoint takes at it, and the checkpoint must not run.
@main struct FenceDriver {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 3, let rounds = Int(arguments[2]), rounds > 0,
      let mode = Mode(rawValue: arguments[1])
    else {
      print("usage: ekiben-fence unfenced|connection|store|replaced ROUNDS")
      exit(64)
    }
    guard drivers_install_file_system() == 0 else { fatalError("no file system in between") }
    var tally = Tally()
    try withTemporaryFolder { folder in
      for round in 0..<rounds {
        let path = folder.path + "/\(round).db"
        switch mode {
        case .unfenced: try ConnectionRound(path: path, isFenced: false).run(into: &tally)
        case .connection: try ConnectionRound(path: path, isFenced: true).run(into: &tally)
        case .store: try StoreRound(path: path).run(into: &tally)
        case .replaced: try ReplacedRound(path: path).run(into: &tally)
        }
        try FileManager.default.removeItem(atPath: path)
      }
    }
    print("\(mode): \(tally.line)")
    for finding in tally.findings.prefix(20) { print("  \(finding)") }
    exit(mode.accepts(tally, of: rounds) ? 0 : 1)
  }

  private enum Mode: String {
    case unfenced, connection, store, replaced

    func accepts(_ tally: Tally, of rounds: Int) -> Bool {
      guard tally.windows == rounds else { return false }
      if self == .unfenced { return tally.lost > 0 || !SQLiteLibrary.canLoseCommitsOnWALReset }
      return tally.lost == 0 && tally.refused >= rounds && tally.findings.isEmpty
    }
  }
}
