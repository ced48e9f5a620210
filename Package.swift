// swift-tools-version:6.2
import PackageDescription

let package = Package(
  name: "OpenCapture",
  products: [
    // Everything but the live page and publishing.
    product("OpenCapture"),
    // Parts, for programs that link less. Each contains the modules that it builds on.
    product("OpenCapturePictures", "OpenCapturePages"),
    product("OpenCaptureMovies"),
    product("OpenCaptureCodes"),
    product("OpenCaptureFaces"),
    product("OpenCaptureIsolation"),
    product(
      "OpenCaptureSession", "OpenCapturePhotos", "OpenCaptureRecording", "OpenCaptureFiles", "OpenCaptureCameras",
      "OpenCapturePipeWire", "OpenCaptureNetworkCameras", "OpenCaptureSound", "OpenCaptureSyntheticDevices"),
    product("OpenCapturePreview"),
    product("OpenCaptureLivePage"),
    product("OpenCapturePublishing"),
    // Apple's names.
    product("CoreAudioTypes"),
    product("CoreVideo"),
    product("CoreMedia"),
    product("AVFoundation"),
    product("CoreImage"),
    product("Vision"),
    product("CoreGraphics"),
    product("ImageIO"),
    product("CoreAudio"),
    product("AVFAudio"),
    product("AudioToolbox"),
    product("AVKit"),
    product("OSLog"),
    product("QuartzCore"),
    .executable(name: "scan-qr", targets: ["OpenCaptureScanQR"]),
    .executable(name: "viewfinder", targets: ["OpenCaptureViewfinder"]),
  ],
  traits: [
    .trait(
      name: "ZXing",
      description: "Reads codes with zxing-cpp in addition to ZBar. `make deps` installs zxing-cpp."),
    .trait(
      name: "Live",
      description: "Serves the live page with SwiftNIO. Without this trait, SwiftNIO is neither fetched nor built."),
    .trait(
      name: "LiveTLS", description: "Serves the live page over TLS with SwiftNIO SSL.", enabledTraits: ["Live"]),
    .trait(
      name: "Combine",
      description: "Publishes property changes with OpenCombine, which is otherwise neither fetched nor built."),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.36.0"),
    .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
  ],
  targets: [
    // Libraries. Imports point one way. The folder `Codes` is the module `OpenCaptureCodes`.
    library("System", [bridge("System")]),
    library("MediaSamples", [our("System"), bridge("YUV"), bridge("Pixels"), bridge("Sound")]),
    library("Metadata", [our("MediaSamples")]),
    library("Processing", [our("System"), our("MediaSamples"), our("Metadata"), bridge("Processing")]),
    library(
      "Pictures",
      [our("System"), our("MediaSamples"), bridge("YUV"), bridge("Pixels"), bridge("JPEG"), bridge("PNG")],
      exclude: ["Pages"]),
    library("Resampling", in: "Bridges/", [our("System"), our("MediaSamples"), bridge("FFmpeg")]),
    library(
      "Movies", [our("System"), our("MediaSamples"), our("Resampling"), bridge("FFmpeg"), bridge("WebP")]),
    library(
      "Pages", in: "Pictures/",
      [
        our("System"), our("MediaSamples"), our("Pictures"), our("Movies"), bridge("HEIF"), bridge("Poppler"),
        bridge("TIFF"),
      ]),
    library(
      "Codes",
      [
        our("System"), our("MediaSamples"), our("Metadata"), our("Processing"), bridge("Codes"), bridge("ZBar"),
        bridge("ZXing", .when(traits: ["ZXing"])),
      ]),
    library("Faces", [our("System"), our("MediaSamples"), our("Metadata"), our("Processing"), bridge("OpenCV")]),
    library("Flow", [our("System"), our("MediaSamples"), our("Metadata"), our("Processing")]),
    library(
      "Session",
      [
        our("System"), our("MediaSamples"), our("Metadata"), our("Processing"), our("Resampling"), our("Flow"),
      ]),
    library(
      "Photos",
      [
        our("System"), our("MediaSamples"), our("Pictures"), our("Movies"), our("Pages"), our("Session"),
      ]),
    library(
      "Cameras",
      [
        our("System"), our("MediaSamples"), our("Flow"), our("Session"), our("Pictures"), our("Movies"),
        bridge("System"), bridge("V4L2"),
      ]),
    library(
      "PipeWire",
      [
        our("System"), our("MediaSamples"), our("Processing"), our("Pictures"), our("Overlay"), our("Flow"),
        our("Session"), our("Cameras"), our("Movies"), bridge("PipeWire"), bridge("Portal"),
      ]),
    library(
      "Sound",
      [
        our("System"), our("MediaSamples"), our("Flow"), our("Session"), bridge("System"), bridge("ALSA"),
      ]),
    library(
      "SyntheticDevices",
      [
        our("System"), our("MediaSamples"), our("Flow"), our("Session"), our("Pictures"), our("Movies"),
        bridge("QRencode"),
      ]),
    library(
      "NetworkCameras",
      [
        our("System"), our("MediaSamples"), our("Pictures"), our("Movies"), our("Flow"), our("Session"),
      ]),
    library(
      "Files",
      [
        our("System"), our("MediaSamples"), our("Metadata"), our("Processing"), our("Pictures"), our("Movies"),
        our("Pages"), our("Flow"), our("Overlay"),
      ]),
    library(
      "Recording",
      [
        our("System"), our("MediaSamples"), our("Resampling"), our("Movies"), our("Flow"), our("Session"),
      ]),
    library("Overlay", [our("System"), our("MediaSamples"), our("Metadata"), our("Processing"), bridge("Cairo")]),
    library(
      "Preview",
      [
        our("System"), our("MediaSamples"), our("Metadata"), our("Processing"), our("Flow"), our("Session"),
        our("Overlay"), bridge("SDL"),
      ]),
    library(
      "LivePage",
      [
        our("System"), our("MediaSamples"), our("Metadata"), our("Processing"), our("Pictures"),
        nio("NIOCore"), nio("NIOPosix"), nio("NIOHTTP1"), nio("NIOWebSocket"),
        .product(name: "NIOSSL", package: "swift-nio-ssl", condition: .when(traits: ["LiveTLS"])),
      ],
      resources: [.embedInCode("Page")]),
    library(
      "Publishing",
      [
        our("System"), our("MediaSamples"), our("Metadata"), our("Processing"), our("Pictures"), our("Flow"),
        bridge("Mosquitto"),
      ]),
    library(
      "Isolation",
      [our("System"), our("MediaSamples"), our("Metadata"), bridge("System"), bridge("Sandbox")]),
    .target(
      name: "OpenCapture",
      dependencies: [
        our("System"), our("MediaSamples"), our("Metadata"), our("Processing"), our("Pictures"),
        our("Movies"), our("Pages"), our("Codes"), our("Faces"), our("Flow"), our("Session"), our("Photos"),
        our("Cameras"), our("PipeWire"), our("NetworkCameras"), our("Sound"), our("SyntheticDevices"), our("Files"),
        our("Recording"), our("Overlay"), our("Preview"),
      ]),

    // Modules with Apple's names for the libraries above, which do not depend on them.
    apple("CoreAudioTypes", []),
    apple("CoreVideo", [our("MediaSamples")]),
    apple("CoreMedia", [our("System"), our("MediaSamples"), "CoreAudioTypes", "CoreVideo"]),
    apple("QuartzCore", [our("System"), our("MediaSamples"), our("Overlay"), "CoreVideo"]),
    apple(
      "AVFoundation",
      [
        our("System"), our("MediaSamples"), our("Metadata"), our("Flow"), our("Session"), our("Photos"),
        our("Recording"), our("Sound"), our("Movies"), our("Resampling"), our("Pictures"), our("Pages"),
        our("Preview"), "OpenCapture", "CoreMedia", "CoreVideo", "CoreImage", "AVFAudio", "QuartzCore",
        openCombine("OpenCombine"),
      ]),
    apple(
      "CoreImage",
      [
        our("System"), our("MediaSamples"), our("Metadata"), our("Pictures"), our("Pages"), our("Codes"),
        our("Faces"), "CoreVideo", "_Testing_CoreImage",
      ]),
    // Empty modules that the compiler needs in tests that import `CoreImage` or `CoreGraphics`; a source explains the
    // reason.
    reexports("_Testing_CoreImage", []),
    reexports("_Testing_CoreGraphics", []),
    apple(
      "Vision",
      [
        our("System"), our("MediaSamples"), our("Metadata"), our("Pictures"), our("Codes"), our("Faces"),
        "CoreMedia", "CoreImage",
      ]),
    apple("AVFAudio", [our("System"), our("MediaSamples"), our("Session"), our("Sound"), "OpenCapture"]),
    apple("AudioToolbox", [our("MediaSamples"), our("Flow"), our("Sound"), "CoreAudioTypes"]),
    // A module `os` is impossible: packages such as ArgumentParser import it if they find one.
    apple("OSLog", []),
    // Modules that only export others.
    reexports("CoreGraphics", ["CoreVideo", "CoreImage", "_Testing_CoreGraphics"]),
    reexports("ImageIO", ["CoreImage"]),
    reexports("CoreAudio", ["CoreAudioTypes"]),
    reexports("AVKit", ["AVFoundation"]),

    // Commands and their common code.
    library(
      "CommandSupport",
      [
        our("System"), our("MediaSamples"), our("Pictures"), our("Movies"), our("Pages"), our("Flow"),
        our("Session"), our("Cameras"), our("PipeWire"), our("NetworkCameras"), our("Sound"),
        our("SyntheticDevices"), our("Files"), our("Metadata"), our("Processing"), our("Publishing"),
        our("Isolation"), bridge("System"), bridge("Sandbox"), argumentParser,
      ]),
    .executableTarget(
      name: "OpenCaptureScanQR",
      dependencies: [
        our("System"), our("Flow"), our("Session"), our("CommandSupport"), our("MediaSamples"),
        our("Metadata"), our("Pictures"), our("Movies"), our("Pages"), our("Codes"), our("Overlay"),
        our("Files"), our("Processing"), our("Publishing"), our("Isolation"), argumentParser,
      ],
      path: "Sources/scan-qr"),
    .executableTarget(
      name: "OpenCaptureViewfinder",
      dependencies: [
        our("System"), our("Metadata"), our("CommandSupport"), our("Isolation"), our("LivePage"), our("Publishing"),
        "OpenCapture", argumentParser,
      ],
      path: "Sources/viewfinder"),

    // Foreign libraries, one target each. The folder `CPNG` is the module `COpenCapturePNG`.
    system("YUV", folder: "CLibYUV", package: "libyuv-dev"),
    system("ZBar", package: "libzbar0"),
    .systemLibrary(
      name: "COpenCaptureZXingLibrary", path: "Sources/Bridges/CZXingLibrary", pkgConfig: "opencapture-zxing"),
    .target(
      name: "COpenCaptureZXing", dependencies: [bridge("ZXingLibrary", .when(traits: ["ZXing"]))],
      path: "Sources/Bridges/CZXing", cxxSettings: [.define("OPENCAPTURE_ZXING", .when(traits: ["ZXing"]))]),
    foreign("JPEG", linking: "jpeg"),
    foreign("PNG", linking: "png16"),
    foreign("V4L2", [bridge("System")]),
    // `headers` links to the folders of PipeWire's headers. pkg-config would link the library.
    .target(
      name: "COpenCapturePipeWire", dependencies: [bridge("System")], path: "Sources/Bridges/CPipeWire",
      exclude: ["headers"], cSettings: [.headerSearchPath("headers")]),
    foreign("Portal", [bridge("System")]),
    foreign("QRencode", [bridge("System")]),
    foreign("ALSA", [bridge("System")]),
    foreign("SDL", [bridge("System")]),
    foreign("Mosquitto", [bridge("System")]),
    foreign("Cairo", [bridge("System")]),
    foreign("FFmpeg", [bridge("System")]),
    foreign("WebP", [bridge("System")]),
    foreign("HEIF", [bridge("System")]),
    foreign("TIFF", [bridge("System")]),
    foreign("Poppler", [bridge("System"), bridge("Cairo")]),
    // `headers` links to the folder of OpenCV's headers. pkg-config would link all of OpenCV.
    .target(
      name: "COpenCaptureOpenCV", path: "Sources/Bridges/COpenCV", exclude: ["headers"],
      cxxSettings: [.headerSearchPath("headers")],
      linkerSettings: ["opencv_core", "opencv_dnn", "opencv_imgproc", "opencv_objdetect", "opencv_video"].map {
        .linkedLibrary($0)
      }),

    // The sandbox of the commands.
    foreign("Sandbox", linking: "seccomp"),

    // Loops over pixels and sound; the loading of optional libraries, and Glibc functions that Swift cannot call.
    foreign("System"),
    .target(
      name: "COpenCapturePixels", path: "Sources/Bridges/CPixels", exclude: ["rows.inc"],
      linkerSettings: [.linkedLibrary("yuv")]),
    foreign("Processing"),
    foreign("Codes"),
    foreign("Sound"),

    // Examples. The tests build and run them, and compare them with the documentation.
    .executableTarget(
      name: "demo-picture", dependencies: [our("MediaSamples"), our("Pictures"), our("SyntheticDevices")],
      path: "Examples/demo-picture"),
    .executableTarget(
      name: "read-codes", dependencies: ["OpenCapture"], path: "Examples/first-steps/Sources/read-codes"),
    .executableTarget(
      name: "capture-tutorial", dependencies: ["OpenCapture"], path: "Examples/capture-tutorial"),
    .executableTarget(name: "guide", dependencies: ["OpenCapture", our("Isolation")], path: "Examples/guide"),
    // Unchanged programs for Apple's systems, with the default settings of Xcode.
    forApple("AVFoundation/first-code"),
    forApple("tutorials/capture-controller", "CoreImage", "QuartzCore", "TutorialScreen"),
    forApple("tutorials/avcam", "QuartzCore", "TutorialScreen"),
    forApple("tutorials/stills-and-movies", "CoreImage", "TutorialScreen"),
    forApple("tutorials/manual-controls", "CoreImage", "CoreVideo", "QuartzCore", "TutorialScreen"),
    forApple("tutorials/video-data-output", "CoreImage", "CoreVideo", "TutorialScreen"),
    // The window of the tutorials, in the place of an app's view.
    .target(
      name: "TutorialScreen", dependencies: ["AVFoundation", our("MediaSamples"), our("Preview")],
      path: "Examples/tutorials/screen"),

    // Tests and their common code.
    .target(
      name: "Fixtures", dependencies: [our("System"), our("MediaSamples"), "CQRencode"],
      path: "Tests/Fixtures"),
    .target(
      name: "CaptureFixtures",
      dependencies: [
        our("System"), our("MediaSamples"), our("Pictures"), our("Movies"), our("Flow"), our("Session"),
        our("SyntheticDevices"), "Fixtures",
      ],
      path: "Tests/CaptureFixtures"),
    .systemLibrary(name: "CQRencode", path: "Tests/CQRencode", providers: [.apt(["libqrencode-dev"])]),
    .target(name: "CAllocationCounter", path: "Tests/CAllocationCounter"),
    .target(name: "CSandboxAttempts", path: "Tests/CSandboxAttempts"),
    .executableTarget(
      name: "sandbox-probe",
      dependencies: [our("System"), our("CommandSupport"), bridge("Sandbox"), "CSandboxAttempts"],
      path: "Tests/SandboxProbe"),
    .executableTarget(
      name: "isolation-probe", dependencies: [our("System"), our("Isolation"), "CSandboxAttempts"],
      path: "Tests/IsolationProbe", exclude: ["leaks"]),
    .target(
      name: "CPictureFixtures", path: "Tests/CPictureFixtures",
      linkerSettings: [.linkedLibrary("jpeg"), .linkedLibrary("png16")]),
    .executableTarget(
      name: "movie-process", dependencies: [our("MediaSamples"), our("Movies"), "Fixtures"],
      path: "Tests/MovieProcess"),
    .executableTarget(
      name: "page-feed", dependencies: [our("Pictures"), our("LivePage")], path: "Tests/LivePageFeed"),
    .executableTarget(
      name: "fleet-feed",
      dependencies: [
        our("System"), our("MediaSamples"), our("Metadata"), our("Processing"), our("Publishing"),
      ],
      path: "Tests/FleetFeed"),
    .executableTarget(
      name: "camera-checks",
      dependencies: [
        our("System"), bridge("System"), our("MediaSamples"), our("Metadata"), our("Processing"), our("Flow"),
        our("Session"), our("Cameras"), our("PipeWire"), our("Sound"), our("SyntheticDevices"), our("Codes"),
        our("Movies"), our("Photos"), our("Pictures"), our("Recording"), "Fixtures", "CAllocationCounter",
      ],
      path: "Tests/CameraRig/camera-checks"),
    .executableTarget(
      name: "soak", dependencies: ["OpenCapture", our("System"), "Fixtures", "CAllocationCounter"],
      path: "Tests/Soak"),
    .executableTarget(
      name: "window-feed", dependencies: ["OpenCapture", our("System")], path: "Tests/WindowFeed"),
    .executableTarget(name: "window-film", dependencies: ["OpenCapture"], path: "Tests/WindowFilm"),
    .target(
      name: "FuzzTargets",
      dependencies: [
        our("System"), our("MediaSamples"), our("Metadata"), our("Pictures"), our("Movies"), our("Pages"),
        our("Codes"), our("Faces"), our("Session"), our("PipeWire"), our("Sound"), our("Recording"),
        our("LivePage"), our("CommandSupport"), our("Isolation"), "OpenCapture",
      ],
      path: "Fuzz/Targets"),
    .testTarget(name: "FuzzTests", dependencies: ["FuzzTargets", "Fixtures"], path: "Tests/FuzzTests"),
    tests("System", [our("System"), bridge("System")]),
    tests("MediaSamples", [our("System"), our("MediaSamples"), bridge("Pixels"), "CAllocationCounter"]),
    tests("Metadata", [our("MediaSamples"), our("Metadata")]),
    tests(
      "Processing",
      [
        our("System"), our("MediaSamples"), our("Metadata"), our("Processing"), bridge("Processing"),
        "CAllocationCounter",
      ]),
    tests(
      "Pictures",
      [our("System"), our("MediaSamples"), our("Pictures"), "CPictureFixtures", "CAllocationCounter"]),
    tests(
      "Movies",
      [
        our("System"), our("MediaSamples"), our("Movies"), bridge("FFmpeg"), "OpenCapture", "CaptureFixtures",
        "movie-process",
      ]),
    tests(
      "NetworkCameras",
      [
        our("System"), our("MediaSamples"), our("Pictures"), our("Movies"), our("NetworkCameras"),
        "CaptureFixtures",
      ]),
    tests(
      "Pages",
      [our("MediaSamples"), our("Pages"), our("Pictures"), our("Files")]),
    tests(
      "Codes",
      [
        our("System"), our("MediaSamples"), our("Metadata"), our("Processing"), our("Codes"),
        bridge("Codes"),
      ]),
    tests(
      "Faces",
      [
        our("System"), our("MediaSamples"), our("Metadata"), our("Processing"), our("Faces"),
        our("SyntheticDevices"),
      ]),
    tests(
      "Isolation",
      [
        our("System"), our("MediaSamples"), our("Metadata"), our("Isolation"), "isolation-probe",
        "OpenCaptureScanQR",
      ]),
    tests("Overlay", [our("MediaSamples"), our("Metadata"), our("Overlay")]),
    tests(
      "LivePage",
      [
        our("System"), our("MediaSamples"), our("Metadata"), our("Processing"), our("Pictures"), our("LivePage"),
        nio("NIOCore"), nio("NIOEmbedded"), nio("NIOHTTP1"), nio("NIOPosix"),
      ]),
    tests(
      "Publishing",
      [
        our("System"), our("MediaSamples"), our("Metadata"), our("Processing"), our("Publishing"),
      ]),
    tests(
      "Flow",
      [
        our("System"), our("MediaSamples"), our("Metadata"), our("Processing"), our("Flow"), "CaptureFixtures",
        "CAllocationCounter",
      ]),
    tests(
      "Session",
      [
        our("System"), our("MediaSamples"), our("Metadata"), our("Processing"), our("Flow"), our("Session"),
        our("SyntheticDevices"), our("Codes"), "CaptureFixtures", "CAllocationCounter",
      ]),
    tests(
      "Photos",
      [
        our("System"), our("MediaSamples"), our("Pictures"), our("Movies"), our("Session"), our("Photos"),
        our("SyntheticDevices"), "CaptureFixtures", "CAllocationCounter",
      ]),
    .testTarget(
      name: "PipeWireTests",
      dependencies: [
        our("System"), our("MediaSamples"), our("Session"), our("Cameras"), our("PipeWire"), bridge("PipeWire"),
        "Fixtures",
      ],
      path: "Tests/PipeWireTests"),
    tests(
      "Cameras",
      [our("System"), our("MediaSamples"), our("Flow"), our("Session"), our("Cameras"), bridge("V4L2")]),
    tests(
      "Sound",
      [
        our("System"), our("MediaSamples"), our("Flow"), our("Session"), our("SyntheticDevices"),
        our("Sound"), "CaptureFixtures",
      ]),
    tests(
      "SyntheticDevices",
      [
        our("MediaSamples"), our("Flow"), our("Session"), our("SyntheticDevices"), our("Pictures"), our("Movies"),
        "CaptureFixtures",
      ]),
    tests(
      "Preview",
      [
        our("System"), our("MediaSamples"), our("Metadata"), our("Processing"), our("Flow"), our("Session"),
        our("SyntheticDevices"), our("Overlay"), our("Preview"), "CaptureFixtures", "CAllocationCounter",
        "OpenCaptureViewfinder", "soak",
      ]),
    tests(
      "Files",
      [
        our("System"), our("MediaSamples"), our("Metadata"), our("Processing"), our("Flow"), our("Session"),
        our("Movies"), our("Pictures"), our("Overlay"), our("Files"),
      ]),
    tests(
      "Recording",
      [
        our("System"), our("MediaSamples"), our("Movies"), our("Flow"), our("Session"), our("SyntheticDevices"),
        our("Recording"), our("Files"), "CaptureFixtures",
      ]),
    .testTarget(
      name: "CoreVideoTests", dependencies: ["CoreVideo", our("MediaSamples")], path: "Tests/Apple/CoreVideoTests"),
    .testTarget(
      name: "CoreMediaTests",
      dependencies: [
        "CoreMedia", "CoreAudioTypes", our("System"), our("MediaSamples"), our("Flow"), "CAllocationCounter",
        "AppleSnippets", "AppleSnippetsStrict",
      ],
      path: "Tests/Apple/CoreMediaTests"),
    .executableTarget(
      name: "AppleSnippetsCapture", dependencies: ["AVFoundation", "CoreVideo"],
      path: "Tests/Apple/SnippetsCapture",
      swiftSettings: [.swiftLanguageMode(.v5)]),
    .executableTarget(
      name: "AppleSnippetsMovies", dependencies: ["AVFoundation"], path: "Tests/Apple/SnippetsMovies",
      swiftSettings: [.swiftLanguageMode(.v5)]),
    .testTarget(
      name: "AVFoundationTests",
      dependencies: [
        "AVFoundation", "CoreMedia", "CoreVideo", "CoreImage", openCombine("OpenCombine"), our("System"),
        our("MediaSamples"),
        our("Metadata"), our("Session"), our("Photos"), our("Preview"), our("SyntheticDevices"), "Fixtures",
        "CaptureFixtures", "CAllocationCounter", "AppleSnippetsCapture", "AppleSnippetsMovies",
      ],
      path: "Tests/Apple/AVFoundationTests"),
    .testTarget(
      name: "CoreImageTests",
      dependencies: [
        "CoreImage", our("MediaSamples"), our("Metadata"), our("Pictures"), our("Pages"), our("SyntheticDevices"),
        "Fixtures",
      ],
      path: "Tests/Apple/CoreImageTests"),
    .testTarget(
      name: "QuartzCoreTests",
      dependencies: ["QuartzCore", our("MediaSamples"), our("Overlay"), "Fixtures"],
      path: "Tests/Apple/QuartzCoreTests"),
    .testTarget(
      name: "AVFAudioTests", dependencies: ["AVFAudio", "AudioToolbox", our("MediaSamples")],
      path: "Tests/Apple/AVFAudioTests"),
    .testTarget(name: "OSLogTests", dependencies: ["OSLog"], path: "Tests/Apple/OSLogTests"),
    .executableTarget(
      name: "AppleSnippetsVision", dependencies: ["AVFoundation", "CoreImage", "Vision"],
      path: "Tests/Apple/SnippetsVision",
      swiftSettings: [.swiftLanguageMode(.v5)]),
    .testTarget(
      name: "VisionTests",
      dependencies: [
        "Vision", "CoreMedia", our("System"), our("MediaSamples"), our("Metadata"), our("Pictures"),
        our("SyntheticDevices"), "Fixtures", "AppleSnippetsVision",
      ],
      path: "Tests/Apple/VisionTests"),
    // Code like that of a dependent package, with default settings and with an upcoming default.
    .target(name: "AppleSnippets", dependencies: ["CoreMedia", "CoreVideo"], path: "Tests/Apple/Snippets"),
    .target(
      name: "AppleSnippetsStrict", dependencies: ["CoreMedia", "CoreVideo"], path: "Tests/Apple/SnippetsStrict",
      swiftSettings: [.enableUpcomingFeature("MemberImportVisibility")]),
    // One use of each name that capture code for Apple's systems needs; only compiled.
    .target(
      name: "AppleSnippetsNames",
      dependencies: [
        "AVFoundation", "AVKit", "AudioToolbox", "CoreAudio", "CoreGraphics", "CoreImage", "ImageIO", "OSLog",
        "Vision",
      ],
      path: "Tests/Apple/SnippetsNames",
      swiftSettings: [.swiftLanguageMode(.v5)]),
    tests(
      "OpenCapture", ["OpenCapture", "CAllocationCounter", "soak"]),
    tests(
      "CommandSupport",
      [
        our("System"), our("Pictures"), our("Movies"), our("CommandSupport"), our("Flow"), our("Session"),
        our("NetworkCameras"), our("Isolation"), our("SyntheticDevices"), our("MediaSamples"), bridge("System"),
        "CaptureFixtures", "sandbox-probe",
      ]),
    tests(
      "ScanQR",
      [
        "OpenCaptureScanQR", "OpenCaptureViewfinder", our("CommandSupport"), our("Codes"), our("Movies"),
        our("MediaSamples"), our("Metadata"), our("Pictures"),
      ],
      exclude: ["help.txt"]),
    tests(
      "Viewfinder",
      [
        our("System"), our("MediaSamples"), our("Pictures"), our("Movies"), our("CommandSupport"), our("LivePage"),
        "OpenCaptureViewfinder", "OpenCapture", "CaptureFixtures", argumentParser,
      ],
      exclude: ["help.txt", "photo-help.txt", "record-help.txt", "serve-help.txt", "cameras-help.txt"]),
    tests(
      "Examples",
      [
        "demo-picture", "read-codes", "capture-tutorial", "guide", "first-code", "capture-controller", "avcam",
        "stills-and-movies", "manual-controls", "video-data-output", "OpenCaptureScanQR", "OpenCaptureViewfinder",
        our("CommandSupport"), our("MediaSamples"), our("Movies"), our("Pictures"), argumentParser,
      ]),
    tests(
      "Corpus",
      [
        our("System"), our("MediaSamples"), our("Metadata"), our("Codes"), our("Faces"), our("Pictures"),
        our("Movies"), our("Processing"), bridge("ZBar"), bridge("ZXing", .when(traits: ["ZXing"])),
      ],
      exclude: ["linear-codes.csv"]),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx20
)

// MARK: Settings

// libFuzzer has its own main function, so this program links only in builds for fuzzing: `make fuzz`.
if Context.environment["OPENCAPTURE_FUZZ"] == "1" {
  package.targets.append(.executableTarget(name: "fuzz", dependencies: ["FuzzTargets"], path: "Fuzz/Runner"))
}

// A file uses only what it imports, and re-exports nothing by default.
for target in package.targets
where target.type != .system && !target.name.hasPrefix("AppleSnippets") && !target.isForApple {
  target.swiftSettings = [
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
  ]
}

// Only `make docs` needs the documentation plugin. Packages that depend on this one do not fetch it.
if Context.environment["OPENCAPTURE_DOCS"] == "1" {
  package.dependencies.append(.package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.4.5"))
}

// MARK: Names

var argumentParser: Target.Dependency { .product(name: "ArgumentParser", package: "swift-argument-parser") }

/// Returns a library product with the name of its first module.
func product(_ module: String, _ more: String...) -> Product { .library(name: module, targets: [module] + more) }

/// Returns a dependency on the library in a folder of `Sources`.
func our(_ folder: String) -> Target.Dependency { .target(name: "OpenCapture" + folder) }

/// Returns a dependency on a C module.
func bridge(_ name: String, _ condition: TargetDependencyCondition? = nil) -> Target.Dependency {
  .target(name: "COpenCapture" + name, condition: condition)
}

/// Returns a dependency on a module of SwiftNIO with the trait `Live`.
func nio(_ module: String) -> Target.Dependency {
  .product(name: module, package: "swift-nio", condition: .when(traits: ["Live"]))
}

/// Returns a dependency on a module of OpenCombine with the trait `Combine`.
func openCombine(_ module: String) -> Target.Dependency {
  .product(name: module, package: "OpenCombine", condition: .when(traits: ["Combine"]))
}

func library(
  _ folder: String, in parent: String = "", _ dependencies: [Target.Dependency], exclude: [String] = [],
  resources: [Resource]? = nil
) -> Target {
  .target(
    name: "OpenCapture" + folder, dependencies: dependencies, path: "Sources/\(parent)\(folder)", exclude: exclude,
    resources: resources)
}

/// Returns a module with the name of Apple's module.
func apple(_ module: String, _ dependencies: [Target.Dependency]) -> Target {
  .target(name: module, dependencies: dependencies, path: "Sources/Apple/" + module)
}

/// Returns a module with the name of Apple's module, of one file in a common folder, that only exports others.
func reexports(_ module: String, _ dependencies: [Target.Dependency]) -> Target {
  let modules = ["AVKit", "CoreAudio", "CoreGraphics", "ImageIO", "_Testing_CoreGraphics", "_Testing_CoreImage"]
  return .target(
    name: module, dependencies: dependencies, path: "Sources/Apple/Reexports",
    exclude: modules.filter { $0 != module }.map { $0 + ".swift" })
}

/// Returns an example program for Apple's systems, which does not use this package's names.
func forApple(_ folder: String, _ modules: Target.Dependency...) -> Target {
  .executableTarget(
    name: String(folder.split(separator: "/")[1]), dependencies: ["AVFoundation"] + modules,
    path: "Examples/" + folder, swiftSettings: [.swiftLanguageMode(.v5)])
}

extension Target {
  var isForApple: Bool {
    type == .executable && ["AVFoundation/", "tutorials/"].contains { path?.hasPrefix("Examples/" + $0) ?? false }
  }
}

/// Returns a system library.
func system(_ name: String, folder: String? = nil, package: String) -> Target {
  .systemLibrary(
    name: "COpenCapture" + name, path: "Sources/Bridges/" + (folder ?? "C" + name), providers: [.apt([package])])
}

/// Returns a C target of this package; with `library`, a wrapper around that system library.
func foreign(_ name: String, _ dependencies: [Target.Dependency] = [], linking library: String? = nil) -> Target {
  .target(
    name: "COpenCapture" + name, dependencies: dependencies, path: "Sources/Bridges/C" + name,
    linkerSettings: library.map { [.linkedLibrary($0)] } ?? [])
}

func tests(_ folder: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
  .testTarget(
    name: folder + "Tests", dependencies: dependencies + ["Fixtures"], path: "Tests/\(folder)Tests",
    exclude: exclude)
}
