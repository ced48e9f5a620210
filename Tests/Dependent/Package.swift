// swift-tools-version:6.2
import PackageDescription

// A package as others have it that depend on this one, built and run by `make test-dependent`. Its targets have the names
// that folders here have, which are nobody's to keep, and each has one product: that is enough to build, link and run.
let package = Package(
  name: "Dependent",
  dependencies: [.package(name: "OpenCapture", path: "../..")],
  targets: [
    uses("OpenCapture", as: "Everything"),
    uses("OpenCaptureSystem", as: "System"),
    uses("OpenCaptureMediaSamples", as: "MediaSamples"),
    uses("OpenCaptureMetadata", as: "Metadata"),
    uses("OpenCaptureProcessing", as: "Processing"),
    uses("OpenCapturePictures", as: "Pictures", "CPNG"),
    uses("OpenCaptureMovies", as: "Movies"),
    uses("OpenCapturePages", as: "Pages"),
    uses("OpenCaptureCodes", as: "Codes"),
    uses("OpenCaptureFaces", as: "Faces"),
    uses("OpenCaptureFlow", as: "Flow"),
    uses("OpenCaptureSession", as: "Session"),
    uses("OpenCapturePhotos", as: "Photos"),
    uses("OpenCaptureCameras", as: "Cameras"),
    uses("OpenCaptureNetworkCameras", as: "NetworkCameras"),
    uses("OpenCaptureSyntheticDevices", as: "SyntheticDevices"),
    uses("OpenCaptureFiles", as: "Files", "Fixtures"),
    uses("OpenCaptureRecording", as: "Recording"),
    uses("OpenCaptureOverlay", as: "Overlay"),
    uses("OpenCapturePreview", as: "Preview"),
    uses("OpenCaptureLivePage", as: "LivePage"),
    uses("OpenCapturePublishing", as: "Publishing"),
    uses("CoreAudioTypes", as: "Lists"),
    uses("CoreVideo", as: "Video"),
    uses("CoreMedia", as: "Media"),
    uses("AVFoundation", as: "Capture"),
    uses("CoreImage", as: "Images"),
    uses("Vision", as: "Requests"),
    .target(name: "CommandSupport"),
    .target(name: "Fixtures"),
    .target(name: "CPNG"),
  ],
  swiftLanguageModes: [.v6]
)

/// A program that has one product of OpenCapture's.
func uses(_ product: String, as name: String, _ others: Target.Dependency...) -> Target {
  .executableTarget(
    name: name,
    dependencies: [.product(name: product, package: "OpenCapture"), "CommandSupport"] + others,
    swiftSettings: [
      // As strict as it gets: what a product's one import doesn't bring along, can't be used.
      .enableUpcomingFeature("MemberImportVisibility"),
      .enableUpcomingFeature("InternalImportsByDefault"),
    ])
}
