// swift-tools-version:6.2
import PackageDescription

let package = Package(
  name: "Benchmarks",
  dependencies: [
    .package(name: "OpenCapture", path: "..", traits: ["ZXing"]),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
  ],
  targets: [
    .executableTarget(
      name: "benchmarks",
      dependencies: [
        .product(name: "OpenCapture", package: "OpenCapture"),
        .product(name: "AVFoundation", package: "OpenCapture"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        "CZBarPeer", "CLibYUVPeer", "COpenCVPeer", "CJPEGPeer", "CAllocationCounter",
      ]),
    .systemLibrary(name: "CZBarPeer", providers: [.apt(["libzbar-dev"])]),
    .systemLibrary(name: "CLibYUVPeer", providers: [.apt(["libyuv-dev"])]),
    // A symbolic link to a target of the tests.
    .target(name: "CAllocationCounter"),
    .target(name: "CJPEGPeer", linkerSettings: [.linkedLibrary("jpeg"), .linkedLibrary("turbojpeg")]),
    // `headers` links to the folder of OpenCV's headers. pkg-config would link all of OpenCV.
    .target(
      name: "COpenCVPeer", exclude: ["headers"], cxxSettings: [.headerSearchPath("headers")],
      linkerSettings: ["opencv_core", "opencv_imgproc", "opencv_imgcodecs", "opencv_objdetect"].map {
        .linkedLibrary($0)
      }),
    .testTarget(name: "BenchmarksTests", dependencies: ["benchmarks"]),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)
