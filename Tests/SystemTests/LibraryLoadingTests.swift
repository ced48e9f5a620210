import COpenCaptureLoading
import Fixtures
import Foundation
import Testing

@Suite("Loading libraries that may be missing")
struct LibraryLoadingTests {
  /// A library that is loaded, or isn't, as one of the bridges'.
  private final class Library {
    private let name: UnsafeMutablePointer<CChar>
    private let library: UnsafeMutablePointer<cloading_library>

    init(_ name: String, begin: @convention(c) (UnsafeMutablePointer<cloading_library>?) -> Bool = { _ in true }) {
      self.name = strdup(name)
      library = .allocate(capacity: 1)
      library.initialize(
        to: cloading_library(
          name: self.name, begin: begin, handle: nil, mutex: pthread_mutex_t(), is_loaded: false))
    }

    deinit {
      library.deallocate()
      free(name)
    }

    /// Whether it can be used, and what is wrong with it.
    func load() -> (isLoaded: Bool, complaint: UnsafePointer<CChar>?) {
      var complaint: UnsafePointer<CChar>?
      let isLoaded = cloading_load(library, &complaint)
      return (isLoaded, complaint)
    }
  }

  /// What is wrong with a library that can't be used; nil where it isn't there.
  private func complaint(of library: Library, _ location: SourceLocation = #_sourceLocation) -> String? {
    let (isLoaded, complaint) = library.load()
    #expect(!isLoaded, sourceLocation: location)
    return complaint.map { String(cString: $0) }
  }

  @Test("A library is loaded with the functions that it has")
  func isLoaded() {
    let library = Library("libm.so.6") { cloading_find($0, "cos") != nil }
    #expect(library.load().isLoaded)
  }

  @Test("What isn't there is no complaint, be it the library or another that it goes on with")
  func isMissing() {
    #expect(complaint(of: Library("libopencapture-none.so.1")) == nil)
    #expect(complaint(of: Library("libm.so.6") { cloading_open($0, "libopencapture-none.so.1") }) == nil)
  }

  @Test("A function that it hasn't is named, and a library that isn't one")
  func isUnusable() throws {
    #expect(
      complaint(of: Library("libm.so.6") { cloading_find($0, "cosine_of_old") != nil }) == "it has no cosine_of_old"
    )
    try TemporaryFolder.with { folder in
      let text = folder.file("libtext.so.1", Array("No library at all.".utf8)).path
      let words = try #require(complaint(of: Library(text)))
      #expect(!words.isEmpty && !words.contains(text))
    }
  }

  @Test("A library whose own library is missing is there: the complaint names the other")
  func needsWhatIsMissing() throws {
    // The one that is linked to the tests, with the name of what it needs changed.
    let png = try Self.path(of: "libpng16.so")
    var bytes = try Data(contentsOf: URL(filePath: png))
    let needed = try #require(bytes.range(of: Data("libz.so.1\0".utf8)))
    bytes.replaceSubrange(needed, with: Data("libz.so.x\0".utf8))
    try TemporaryFolder.with { folder in
      let copy = folder.file("libpng-copy.so", Array(bytes)).path
      let words = try #require(complaint(of: Library(copy)))
      #expect(words.hasPrefix("libz.so.x: "))
    }
  }

  @Test("What couldn't be loaded is tried again the next time")
  func isTriedAgain() throws {
    let math = try Self.path(of: "libm.so.6")
    try TemporaryFolder.with { folder in
      let link = folder.path("libm-late.so")
      let library = Library(link)
      #expect(complaint(of: library) == nil)
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: math)
      #expect(library.load().isLoaded)
      try FileManager.default.removeItem(atPath: link)
      #expect(library.load().isLoaded)
    }
  }

  @Test("A complaint stands until its own thread loads something again")
  func complaintsAreOfThreads() throws {
    let library = Library("libm.so.6") { cloading_find($0, "first") != nil }
    let words = try #require(library.load().complaint)
    let hasEnded = DispatchSemaphore(value: 0)
    Thread {
      _ = Library("libm.so.6") { cloading_find($0, "second") != nil }.load()
      hasEnded.signal()
    }.start()
    hasEnded.wait()
    #expect(String(cString: words) == "it has no first")
  }

  /// Where a library lies that this process has loaded.
  private static func path(of name: String) throws -> String {
    // A file of the kernel's has no size, and is read until there is no more.
    let bytes = try FileHandle(forReadingFrom: URL(filePath: "/proc/self/maps")).readToEnd() ?? Data()
    let maps = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    return String(try #require(maps.first { $0.contains("/" + name) }).drop { $0 != "/" })
  }
}
