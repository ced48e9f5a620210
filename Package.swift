// swift-tools-version:6.2
import PackageDescription

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")

let package = Package(
  name: "OpenCapture",
  products: [
    .library(name: "OpenCapture", targets: ["OpenCapture"]),
    .library(name: "MediaSamples", targets: ["MediaSamples"]),
    .library(name: "Metadata", targets: ["Metadata"]),
    .library(name: "Processing", targets: ["Processing"]),
    .library(name: "Pictures", targets: ["Pictures"]),
    .library(name: "Movies", targets: ["Movies"]),
    .library(name: "Codes", targets: ["Codes"]),
    .library(name: "Faces", targets: ["Faces"]),
    .library(name: "Capture", targets: ["Capture"]),
    .library(name: "Cameras", targets: ["Cameras"]),
    .library(name: "FileInputs", targets: ["FileInputs"]),
    .library(name: "Overlay", targets: ["Overlay"]),
    .executable(name: "scan-qr", targets: ["scan-qr"]),
    .executable(name: "viewfinder", targets: ["viewfinder"]),
  ],
  traits: [
    .trait(
      name: "ZXing",
      description: "Reads codes with zxing-cpp too, which `make deps` installs; without it, with ZBar alone.")
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
  ],
  targets: [
    // The libraries; imports point one way.
    .target(name: "MediaSamples", dependencies: ["CLibYUV", "CPixels"]),
    .target(name: "Metadata", dependencies: ["MediaSamples"]),
    .target(name: "Processing", dependencies: ["MediaSamples", "Metadata", "CProcessing"]),
    .target(name: "Pictures", dependencies: ["MediaSamples", "CLibYUV", "CJPEG", "CPNG"]),
    .target(name: "Movies", dependencies: ["MediaSamples", "CFFmpeg"]),
    .target(
      name: "Codes",
      dependencies: [
        "MediaSamples", "Metadata", "Processing", "CCodes", "CZBar",
        .target(name: "CZXing", condition: .when(traits: ["ZXing"])),
      ]),
    .target(name: "Faces", dependencies: ["MediaSamples", "Metadata", "Processing", "COpenCV"]),
    .target(name: "Capture", dependencies: ["MediaSamples", "Metadata", "Processing"]),
    .target(
      name: "Cameras",
      dependencies: ["MediaSamples", "Processing", "Capture", "Pictures", "CV4L2", "CV4LConvert", "CQRencode"]),
    .target(name: "FileInputs", dependencies: ["MediaSamples", "Pictures", "Movies", "Capture", "Cameras"]),
    .target(name: "Overlay", dependencies: ["MediaSamples", "Metadata", "CCairo"]),
    .target(
      name: "OpenCapture",
      dependencies: [
        "MediaSamples", "Metadata", "Processing", "Pictures", "Movies", "Codes", "Faces", "Capture", "Cameras",
        "FileInputs", "Overlay",
      ]),

    // The commands, and what they have in common.
    .target(
      name: "CommandSupport",
      dependencies: [
        "MediaSamples", "Metadata", "Pictures", "Movies", "Capture", "Cameras", "FileInputs", argumentParser,
      ]),
    .executableTarget(
      name: "scan-qr",
      dependencies: [
        "CommandSupport", "MediaSamples", "Metadata", "Pictures", "Movies", "Codes", "Overlay", argumentParser,
      ]),
    .executableTarget(name: "viewfinder", dependencies: ["CommandSupport", "OpenCapture", argumentParser]),

    // Foreign libraries, one target each.
    .systemLibrary(name: "CLibYUV", path: "Sources/Bridges/CLibYUV", providers: [.apt(["libyuv-dev"])]),
    .systemLibrary(name: "CZBar", path: "Sources/Bridges/CZBar", providers: [.apt(["libzbar-dev"])]),
    .systemLibrary(
      name: "CZXingLibrary", path: "Sources/Bridges/CZXingLibrary", pkgConfig: "opencapture-zxing"),
    .target(
      name: "CZXing", dependencies: [.target(name: "CZXingLibrary", condition: .when(traits: ["ZXing"]))],
      path: "Sources/Bridges/CZXing", cxxSettings: [.define("OPENCAPTURE_ZXING", .when(traits: ["ZXing"]))]),
    .systemLibrary(name: "CQRencode", path: "Sources/Bridges/CQRencode", providers: [.apt(["libqrencode-dev"])]),
    .target(name: "CJPEG", path: "Sources/Bridges/CJPEG", linkerSettings: [.linkedLibrary("jpeg")]),
    .target(name: "CPNG", path: "Sources/Bridges/CPNG", linkerSettings: [.linkedLibrary("png16")]),
    .target(name: "CV4L2", path: "Sources/Bridges/CV4L2"),
    .target(name: "CV4LConvert", path: "Sources/Bridges/CV4LConvert"),
    .target(name: "CCairo", path: "Sources/Bridges/CCairo"),
    .target(name: "CFFmpeg", path: "Sources/Bridges/CFFmpeg"),
    // Its headers lie below a folder of their own: `headers` links to it, because pkg-config would link all of OpenCV.
    .target(
      name: "COpenCV", path: "Sources/Bridges/COpenCV", exclude: ["headers"],
      cxxSettings: [.headerSearchPath("headers")],
      linkerSettings: ["opencv_core", "opencv_imgproc", "opencv_objdetect", "opencv_video"].map {
        .linkedLibrary($0)
      }),

    // Our own loops over pixels.
    .target(
      name: "CPixels", path: "Sources/Bridges/CPixels", exclude: ["rows.inc"],
      linkerSettings: [.linkedLibrary("yuv")]),
    .target(name: "CProcessing", path: "Sources/Bridges/CProcessing"),
    .target(name: "CCodes", path: "Sources/Bridges/CCodes"),

    // Examples: built, run and compared with the documentation by the tests.
    .executableTarget(
      name: "demo-picture", dependencies: ["MediaSamples", "Pictures", "Fixtures"], path: "Examples/demo-picture"),
    .executableTarget(name: "read-codes", dependencies: ["OpenCapture"], path: "Examples/read-codes"),
    .executableTarget(
      name: "capture-tutorial", dependencies: ["OpenCapture"], path: "Examples/capture-tutorial"),

    // Tests, and what several of them need.
    .target(name: "Fixtures", dependencies: ["MediaSamples", "CQRencode"], path: "Tests/Fixtures"),
    .testTarget(name: "MediaSamplesTests", dependencies: ["MediaSamples", "CPixels", "Fixtures"]),
    .testTarget(name: "MetadataTests", dependencies: ["Metadata", "Fixtures"]),
    .target(name: "CAllocationCounter", path: "Tests/CAllocationCounter"),
    .testTarget(
      name: "ProcessingTests", dependencies: ["Processing", "CProcessing", "Fixtures", "CAllocationCounter"]),
    .target(
      name: "CPictureFixtures", path: "Tests/CPictureFixtures",
      linkerSettings: [.linkedLibrary("jpeg"), .linkedLibrary("png16")]),
    .testTarget(
      name: "PicturesTests", dependencies: ["Pictures", "Fixtures", "CPictureFixtures", "CAllocationCounter"]),
    .executableTarget(
      name: "movie-process", dependencies: ["MediaSamples", "Movies", "Fixtures"],
      path: "Tests/MovieProcess"),
    .testTarget(
      name: "MoviesTests", dependencies: ["Movies", "CFFmpeg", "OpenCapture", "Fixtures", "movie-process"]),
    .testTarget(name: "CodesTests", dependencies: ["Codes", "CCodes", "Processing", "Fixtures"]),
    .testTarget(name: "FacesTests", dependencies: ["Faces", "Processing", "Fixtures"]),
    .testTarget(name: "OverlayTests", dependencies: ["Overlay", "Fixtures"]),
    .testTarget(name: "CommandSupportTests", dependencies: ["CommandSupport", "Fixtures"]),
    .testTarget(
      name: "ScanQRTests", dependencies: ["scan-qr", "Codes", "Movies", "Fixtures"], exclude: ["help.txt"]),
    .testTarget(
      name: "ViewfinderTests", dependencies: ["viewfinder", "Pictures", "Movies", "Fixtures"], exclude: ["help.txt"]
    ),
    .testTarget(
      name: "ExamplesTests",
      dependencies: [
        "demo-picture", "read-codes", "capture-tutorial", "scan-qr", "viewfinder", "MediaSamples", "Pictures",
        "Fixtures",
      ]),
    .testTarget(
      name: "CaptureTests",
      dependencies: ["Capture", "Cameras", "Codes", "CV4L2", "Fixtures", "CAllocationCounter"]),
    .executableTarget(
      name: "camera-checks",
      dependencies: ["Capture", "Cameras", "Codes", "Movies", "Pictures", "Fixtures", "CAllocationCounter"],
      path: "Tests/CameraRig/camera-checks"),
    .testTarget(name: "FileInputsTests", dependencies: ["FileInputs", "Fixtures"]),
    .executableTarget(
      name: "soak", dependencies: ["OpenCapture", "Fixtures", "CAllocationCounter"], path: "Tests/Soak"),
    .testTarget(
      name: "OpenCaptureTests", dependencies: ["OpenCapture", "Fixtures", "CAllocationCounter", "soak"]),
    .testTarget(
      name: "CorpusTests", dependencies: ["Codes", "Faces", "Pictures", "Movies", "Processing", "Fixtures"]),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx20
)
