// swift-tools-version:6.2
import PackageDescription

let package = Package(
  name: "OpenCapture",
  products: [
    .library(name: "MediaSamples", targets: ["MediaSamples"]),
    .library(name: "Metadata", targets: ["Metadata"]),
    .library(name: "Pictures", targets: ["Pictures"]),
  ],
  targets: [
    .target(name: "MediaSamples", dependencies: ["CLibYUV"]),
    .target(name: "Metadata", dependencies: ["MediaSamples"]),
    .target(name: "Pictures", dependencies: ["MediaSamples", "CLibYUV", "CJPEG", "CPNG"]),

    .systemLibrary(name: "CLibYUV", path: "Sources/Bridges/CLibYUV", providers: [.apt(["libyuv-dev"])]),
    .target(name: "CJPEG", path: "Sources/Bridges/CJPEG", linkerSettings: [.linkedLibrary("jpeg")]),
    .target(name: "CPNG", path: "Sources/Bridges/CPNG", linkerSettings: [.linkedLibrary("png16")]),

    .testTarget(name: "MediaSamplesTests", dependencies: ["MediaSamples"]),
    .testTarget(name: "MetadataTests", dependencies: ["Metadata"]),
    .testTarget(name: "PicturesTests", dependencies: ["Pictures"]),
  ],
  swiftLanguageModes: [.v6]
)
