// swift-tools-version:6.2
import PackageDescription

let package = Package(
  name: "OpenCapture",
  products: [
    .library(name: "MediaSamples", targets: ["MediaSamples"])
  ],
  targets: [
    .target(name: "MediaSamples", dependencies: ["CLibYUV"]),
    .systemLibrary(name: "CLibYUV", path: "Sources/Bridges/CLibYUV", providers: [.apt(["libyuv-dev"])]),
    .testTarget(name: "MediaSamplesTests", dependencies: ["MediaSamples"]),
  ],
  swiftLanguageModes: [.v6]
)
