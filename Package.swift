// swift-tools-version:6.2
import PackageDescription

let package = Package(
  name: "OpenCapture",
  products: [
    .library(name: "MediaSamples", targets: ["MediaSamples"]),
    .library(name: "Metadata", targets: ["Metadata"]),
    .library(name: "Codes", targets: ["Codes"]),
    .library(name: "Overlay", targets: ["Overlay"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
  ],
  targets: [
    // The libraries; imports point one way.
    .target(name: "MediaSamples", dependencies: ["CLibYUV"]),
    .target(name: "Metadata", dependencies: ["MediaSamples"]),
    .target(name: "Codes", dependencies: ["MediaSamples", "Metadata", "CZBar"]),
    .target(name: "Overlay", dependencies: ["MediaSamples", "Metadata", "CCairo"]),

    // Foreign libraries, one target each.
    .systemLibrary(name: "CLibYUV", path: "Sources/Bridges/CLibYUV", providers: [.apt(["libyuv-dev"])]),
    .systemLibrary(name: "CZBar", path: "Sources/Bridges/CZBar", providers: [.apt(["libzbar-dev"])]),
    .systemLibrary(name: "CQRencode", path: "Sources/Bridges/CQRencode", providers: [.apt(["libqrencode-dev"])]),
    .target(name: "CCairo", path: "Sources/Bridges/CCairo"),

    .target(name: "Fixtures", dependencies: ["MediaSamples", "CQRencode"], path: "Tests/Fixtures"),
    .testTarget(name: "MetadataTests", dependencies: ["Metadata"]),
    .testTarget(name: "MediaSamplesTests", dependencies: ["MediaSamples"]),
    .testTarget(name: "CodesTests", dependencies: ["Codes", "Fixtures"]),
    .testTarget(name: "OverlayTests", dependencies: ["Overlay"]),
  ],
  swiftLanguageModes: [.v6]
)
