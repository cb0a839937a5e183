import EkibenStore
import TestSupport

extension Trials {
  static func power(_ images: Int, seed: Int) throws {
    let tally = try withTemporaryFolder { folder in
      var power = try Power(in: folder, isControl: false)
      try power.run(images, seed: seed)
      return power.tally
    }
    tell("power", tally)
    finish(tally.findings)
  }

  /// A disk that ignores syncs must lose what was acknowledged, or the images show nothing.
  static func unsynced(_ images: Int, seed: Int) throws {
    let tally = try withTemporaryFolder { folder in
      var power = try Power(in: folder, isControl: true)
      try power.run(images, seed: seed)
      return power.tally
    }
    tell("unsynced", tally)
    print("control: \(tally.failing) images without syncs failed, as they must")
    finish(tally.failing == 0 ? ["no image failed though nothing was synced"] : [])
  }

  static func powerImage(_ image: Int, seed: Int) throws {
    let tally = try withTemporaryFolder { folder in
      var power = try Power(in: folder, isControl: false)
      try power.runAgain(seed: seed, image: image)
      return power.tally
    }
    finish(tally.findings)
  }

  private static func tell(_ name: String, _ tally: Power.Tally) {
    let images = Durability.allCases.map { durability in
      "\(tally.images[durability] ?? 0) at \(durability) (\(tally.withLoss[durability] ?? 0) with "
        + "something acknowledged gone)"
    }
    print(
      "\(name): \(tally.images.values.reduce(0, +)) images, \(images.joined(separator: ", ")), of "
        + "\(tally.lives) lives with \(tally.items) entries and revisions in \(tally.calls) calls; "
        + "the next seed is \(tally.next)")
  }
}
