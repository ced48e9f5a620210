// swift-tools-version:6.2
import PackageDescription

let package = Package(
  name: "Benchmarks",
  dependencies: [
    .package(name: "OpenCapture", path: ".."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
  ],
  targets: [
    .executableTarget(
      name: "benchmarks",
      dependencies: [
        .product(name: "OpenCapture", package: "OpenCapture"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        "CZBarPeer",
      ]),
    .systemLibrary(name: "CZBarPeer", providers: [.apt(["libzbar-dev"])]),
  ],
  swiftLanguageModes: [.v6]
)
