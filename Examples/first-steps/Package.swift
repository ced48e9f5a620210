// swift-tools-version:6.2
import PackageDescription

let package = Package(
  name: "first-steps",
  dependencies: [.package(name: "OpenCapture", path: "../..")],
  targets: [
    .executableTarget(
      name: "read-codes", dependencies: [.product(name: "OpenCapture", package: "OpenCapture")])
  ])
