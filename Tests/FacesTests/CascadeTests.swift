import OpenCaptureMediaSamples
import OpenCaptureSyntheticDevices
import Fixtures
import Foundation
import Testing
@testable import OpenCaptureFaces

@Suite("Cascades")
struct CascadeTests {
  private static let system = "/usr/share/opencv4/haarcascades"
  private static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path

  @Test(
    "A named folder excludes all others; then the environment's; otherwise Models beside the program is first")
  func order() {
    #expect(CascadeLocator(folder: "/a", environment: "/b", program: "/c").folders == ["/a"])
    #expect(CascadeLocator(folder: nil, environment: "/b", program: "/c").folders == ["/b"])
    let usual = CascadeLocator(folder: nil, environment: "", program: "/c").folders
    #expect(usual == ["/c/Models"] + CascadeLocator.systemFolders)
  }

  @Test("The first folder that contains the file is used")
  func first() throws {
    let search = CascadeLocator(folder: nil, environment: nil, program: "/c")
    let path = try search.path(of: "x.xml") { $0.hasPrefix("/usr/local") }
    #expect(path == "/usr/local/share/opencv4/haarcascades/x.xml")
  }

  @Test("A missing cascade is an error with the searched folders and a hint")
  func missing() throws {
    let error = #expect(throws: FaceError.self) { try FaceDetector(cascades: CascadeLocator(folder: "/nowhere")) }
    #expect(error?.code == .cascadeNotFound)
    #expect(error?.description.contains("/nowhere") == true)
    #expect(error?.description.contains("apt install opencv-data") == true)
    #expect(error?.description.contains("OPENCAPTURE_CASCADES") == true)
  }

  @Test("An own cascade replaces that of its view only, and is an error if it is missing or broken")
  func own() throws {
    try TemporaryFolder.with { folder in
      let other = URL(filePath: "\(Self.system)/\(FaceView.arbitration.cascadeFileName)")
      let file = folder.file("mine.xml", Array(try Data(contentsOf: other)))
      let engine = try HaarEngine(ownCascades: [.frontal: file.path])
      let usual = try HaarEngine()
      #expect(engine.smallestWindow(for: .frontal) == usual.smallestWindow(for: .arbitration))
      #expect(engine.smallestWindow(for: .frontal) != usual.smallestWindow(for: .frontal))
      #expect(engine.smallestWindow(for: .confirmation) == usual.smallestWindow(for: .confirmation))
      let face = DrawnFace(center: .init(x: 60, y: 60), size: 80)
      let picture = try DrawnFace.picture([face], width: 120, height: 120)
      #expect(try FaceDetector(engine: engine).detect(picture).count == 1)
      for path in [folder.path("none.xml"), folder.file("text.xml", Array("text".utf8)).path] {
        let error = #expect(throws: FaceError.self) { try HaarEngine(ownCascades: [.profile: path]) }
        #expect(error?.code == .cascadeUnusable)
        #expect(error?.description.contains(path) == true)
      }
    }
  }

  @Test(
    "A broken cascade is an error, not a crash",
    arguments: [
      "", "not xml", "<?xml version=\"1.0\"?><opencv_storage></opencv_storage>", "<?xml version=\"1.0\"?><a>",
    ])
  func broken(_ content: String) throws {
    try TemporaryFolder.with { folder in
      for view in FaceView.allCases { folder.file(view.cascadeFileName, Array(content.utf8)) }
      let error = #expect(throws: FaceError.self) { try HaarEngine(CascadeLocator(folder: folder.url.path)) }
      #expect(error?.code == .cascadeUnusable)
    }
  }

  @Test("A truncated cascade is an error", arguments: [100, 5000, 200_000])
  func truncated(_ count: Int) throws {
    try TemporaryFolder.with { folder in
      for view in FaceView.allCases {
        let whole = try Data(contentsOf: URL(filePath: "\(Self.system)/\(view.cascadeFileName)"))
        folder.file(view.cascadeFileName, Array(whole.prefix(count)))
      }
      let error = #expect(throws: FaceError.self) {
        try FaceDetector(cascades: CascadeLocator(folder: folder.url.path))
      }
      #expect(error?.code == .cascadeUnusable)
    }
  }

  @Test("The manifest lists the used cascades, and the installed ones match it")
  func manifest() throws {
    let sums = try String(contentsOfFile: "\(Self.package)/Models/SHA256SUMS", encoding: .utf8)
    let files = sums.split(separator: "\n").compactMap { $0.split(separator: " ").last.map(String.init) }
    #expect(Set(files) == Set(FaceView.allCases.map(\.cascadeFileName)))
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/sha256sum")
    process.arguments = ["--check", "--quiet", "\(Self.package)/Models/SHA256SUMS"]
    process.currentDirectoryURL = URL(filePath: Self.system)
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  @Test("Several threads can share a detector")
  func threads() throws {
    let detector = try FaceDetector()
    let face = DrawnFace(center: .init(x: 60, y: 60), size: 80)
    let picture = try DrawnFace.picture([face], width: 120, height: 120)
    let expected = try detector.detect(picture)
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      let found = try? detector.detect(picture)
      #expect(found == expected)
    }
  }
}
