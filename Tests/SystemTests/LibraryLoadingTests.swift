import COpenCaptureSystem
import Fixtures
import Foundation
import Testing

@Suite("Loading libraries that may be missing")
struct LibraryLoadingTests {
  /// A library as in the bridges, loaded or not.
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

    /// Loads the library; returns whether it can be used, and otherwise the reason.
    func load() -> (isLoaded: Bool, complaint: UnsafePointer<CChar>?) {
      var complaint: UnsafePointer<CChar>?
      let isLoaded = cloading_load(library, &complaint)
      return (isLoaded, complaint)
    }
  }

  /// Returns why a library cannot be used; nil if it is missing.
  private func complaint(of library: Library, _ location: SourceLocation = #_sourceLocation) -> String? {
    let (isLoaded, complaint) = library.load()
    #expect(!isLoaded, sourceLocation: location)
    return complaint.map { String(cString: $0) }
  }

  @Test("A library is loaded with its functions")
  func isLoaded() {
    let library = Library("libm.so.6") { cloading_find_function($0, "cos") != nil }
    #expect(library.load().isLoaded)
  }

  @Test("A missing library causes no complaint, whether the first or the replacing one")
  func isMissing() {
    #expect(complaint(of: Library("libopencapture-none.so.1")) == nil)
    #expect(complaint(of: Library("libm.so.6") { cloading_open($0, "libopencapture-none.so.1") }) == nil)
  }

  @Test("A missing function is named, and so is a file that is not a library")
  func isUnusable() throws {
    #expect(
      complaint(of: Library("libm.so.6") { cloading_find_function($0, "cosine_of_old") != nil })
        == "function cosine_of_old not found"
    )
    try TemporaryFolder.with { folder in
      let text = folder.file("libtext.so.1", Array("No library at all.".utf8)).path
      let words = try #require(complaint(of: Library(text)))
      #expect(!words.isEmpty && !words.contains(text))
    }
  }

  @Test("A library with a missing dependency is not missing: the complaint names the dependency")
  func needsWhatIsMissing() throws {
    // The library linked to the tests, with the name of its dependency changed.
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

  @Test("A library that failed to load is tried again")
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

  @Test("A complaint lasts until its own thread loads again")
  func complaintsAreOfThreads() throws {
    let library = Library("libm.so.6") { cloading_find_function($0, "first") != nil }
    let words = try #require(library.load().complaint)
    let hasEnded = DispatchSemaphore(value: 0)
    Thread {
      _ = Library("libm.so.6") { cloading_find_function($0, "second") != nil }.load()
      hasEnded.signal()
    }.start()
    hasEnded.wait()
    #expect(String(cString: words) == "function first not found")
  }

  /// Returns the path of a library that this process has loaded.
  private static func path(of name: String) throws -> String {
    // A kernel file has no size, and is read to its end.
    let bytes = try FileHandle(forReadingFrom: URL(filePath: "/proc/self/maps")).readToEnd() ?? Data()
    let maps = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    return String(try #require(maps.first { $0.contains("/" + name) }).drop { $0 != "/" })
  }
}
