// swift-tools-version: 6.2
import PackageDescription

// Where there is no SwiftUI and no UIKit, modules stand in for them that declare what is used of them.
#if os(Linux)
  let standIns = ["SwiftUI", "UIKit", "_Testing_UIKit"]
#else
  let standIns: [String] = []
#endif

// What an app's package says. The folder `ekiben` beside it leads to the checkout (see ../run).
let package = Package(
  name: "clinic",
  platforms: [.macOS(.v15), .iOS(.v18)],
  dependencies: [.package(path: "../ekiben")],
  targets: [
    .target(
      name: "Clinic", dependencies: [.product(name: "Ekiben", package: "ekiben")],
      swiftSettings: [.treatAllWarnings(as: .error)]),
    // What stands in the folder `Examples/Apple` of the checkout; ../run copies it.
    .target(
      name: "AppleExamples",
      dependencies: [.product(name: "Ekiben", package: "ekiben")]
        + standIns.map { .target(name: $0) },
      swiftSettings: [.treatAllWarnings(as: .error)]),
    .testTarget(
      name: "ClinicTests",
      dependencies: ["Clinic", .product(name: "EkibenTesting", package: "ekiben")]
        + standIns.map { .target(name: $0) },
      swiftSettings: [.treatAllWarnings(as: .error)]),
  ] + standIns.map { .target(name: $0, path: "StandIns/\($0)") }
)

// What the compiler has to refuse, a file a mistake.
if let mistake = Context.environment["REFUSED"] {
  package.targets.append(
    .target(
      name: "Refused", dependencies: [.product(name: "Ekiben", package: "ekiben")],
      sources: [mistake]))
}
