// swift-tools-version:6.2
import PackageDescription

// A package that depends on OpenCapture, built and run by `make test-dependent`. Each target depends on one product,
// which must be enough to build, link and run it. The targets have the names of OpenCapture's folders, to show that
// those names stay free.
let package = Package(
  name: "Dependent",
  dependencies: [.package(name: "OpenCapture", path: "../..")],
  targets: [
    uses("OpenCapture", as: "Everything"),
    uses("OpenCapturePictures", as: "Pictures", "CPNG"),
    uses("OpenCaptureMovies", as: "Movies"),
    uses("OpenCaptureCodes", as: "Codes"),
    uses("OpenCaptureFaces", as: "Faces"),
    uses("OpenCaptureIsolation", as: "Isolation"),
    uses("OpenCaptureSession", as: "Session", "Fixtures"),
    uses("OpenCapturePreview", as: "Preview"),
    uses("OpenCaptureLivePage", as: "LivePage"),
    uses("OpenCapturePublishing", as: "Publishing"),
    uses("CoreAudioTypes", as: "Lists"),
    uses("CoreVideo", as: "Video"),
    uses("CoreMedia", as: "Media"),
    uses("AVFoundation", as: "Capture"),
    uses("CoreImage", as: "Images"),
    uses("Vision", as: "Requests"),
    uses("QuartzCore", as: "Layers"),
    .target(name: "CommandSupport"),
    .target(name: "Fixtures"),
    .target(name: "CPNG"),
  ],
  swiftLanguageModes: [.v6]
)

/// Returns a program that depends on one product of OpenCapture.
func uses(_ product: String, as name: String, _ others: Target.Dependency...) -> Target {
  .executableTarget(
    name: name,
    dependencies: [.product(name: product, package: "OpenCapture"), "CommandSupport"] + others,
    swiftSettings: [
      // Strict imports: the import of one product must provide everything that the program uses.
      .enableUpcomingFeature("MemberImportVisibility"),
      .enableUpcomingFeature("InternalImportsByDefault"),
    ])
}
