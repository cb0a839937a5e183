import Foundation
import FuzzTargets

/// The reader that gets every input, if `EKIBEN_FUZZ_READER` names one.
private let reader: FuzzTarget? = {
  guard let name = ProcessInfo.processInfo.environment["EKIBEN_FUZZ_READER"], !name.isEmpty else {
    return nil
  }
  guard let found = FuzzTarget(named: name) else {
    fatalError("no reader \(name); there are: \(FuzzTarget.allCases)")
  }
  return found
}()

/// Writes the seeds into the folder of `EKIBEN_FUZZ_SEEDS` before libFuzzer reads its corpus there.
///
/// `EKIBEN_FUZZ_FILES` names files, a line each, that become seeds as well.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(_: UnsafeRawPointer?, _: UnsafeRawPointer?) -> CInt {
  let environment = ProcessInfo.processInfo.environment
  guard let folder = environment["EKIBEN_FUZZ_SEEDS"] else { return 0 }
  let files = environment["EKIBEN_FUZZ_FILES", default: ""].split(separator: "\n")
  do {
    var seeds = try FuzzTarget.seeds()
    for file in files {
      let bytes = Array(try Data(contentsOf: URL(filePath: String(file))))
      seeds += FuzzTarget.seeds(ofFile: bytes)
    }
    if let reader { seeds.removeAll { $0.first != reader.rawValue } }
    for (number, seed) in seeds.enumerated() {
      try Data(seed).write(to: URL(filePath: folder).appending(path: "seed-\(number)"))
    }
  } catch {
    fatalError("no seeds: \(error)")
  }
  return 0
}

/// Runs one input; whatever is found ends the process, and libFuzzer keeps the input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  do { try FuzzTarget.run(bytes, by: reader) } catch { fatalError("\(error)") }
  return 0
}
