// swift-tools-version: 6.2
import PackageDescription

// What an app's package says. The folder `ekiben` beside it leads to the checkout (see ../run).
let package = Package(
  name: "clinic",
  platforms: [.macOS(.v15), .iOS(.v18)],
  dependencies: [.package(path: "../ekiben")],
  targets: [
    .target(
      name: "Clinic", dependencies: [.product(name: "Ekiben", package: "ekiben")],
      swiftSettings: [.treatAllWarnings(as: .error)]),
    .testTarget(
      name: "ClinicTests",
      dependencies: ["Clinic", .product(name: "EkibenTesting", package: "ekiben")],
      swiftSettings: [.treatAllWarnings(as: .error)]),
  ]
)

// What the compiler has to refuse, a file a mistake.
if let mistake = Context.environment["REFUSED"] {
  package.targets.append(
    .target(
      name: "Refused", dependencies: [.product(name: "Ekiben", package: "ekiben")],
      sources: [mistake]))
}
