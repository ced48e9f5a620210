import Fixtures
import Foundation
import OpenCaptureCommandSupport
import OpenCaptureSystem
import Testing

@testable import OpenCaptureViewfinder

@Suite("Place of a page's addresses")
struct AddressPlaceTests {
  private let journal = FileIdentity(device: 8, inode: 1234)

  private func place(_ variables: [String: String]) throws -> InputPath? {
    switch try AddressDestination(variables, output: journal, name: "viewfinder-80.addresses") {
    case .output: return nil
    case .file(let path, let descriptor):
      close(descriptor)
      return path
    }
  }

  @Test("The addresses go to standard output, unless its device and inode are the journal's")
  func standardOutput() throws {
    #expect(try place([:]) == nil)
    for other in ["8:1235", "9:1234", "", "8", "8:1234:", "1234:8"] {
      #expect(try place(["JOURNAL_STREAM": other, "RUNTIME_DIRECTORY": "/nowhere"]) == nil)
    }
    let closed = try AddressDestination(["JOURNAL_STREAM": "8:1234"], output: nil, name: "a")
    if case .file = closed { Issue.record("a closed output cannot be the journal") }
  }

  @Test("Otherwise they go to a new private file, preferably in the service's folder")
  func files() throws {
    try TemporaryFolder.with { folder in
      let service = folder.path("service")
      let own = folder.path("own")
      folder.file("service/viewfinder-80.addresses", Array("old".utf8))
      folder.file("own/other", [])
      let old = try FileHandle(forReadingFrom: URL(filePath: service + "/viewfinder-80.addresses"))
      var variables = ["JOURNAL_STREAM": "8:1234", "XDG_RUNTIME_DIR": own]
      #expect(try place(variables) == InputPath(own + "/viewfinder-80.addresses"))
      variables["RUNTIME_DIRECTORY"] = service + ":/elsewhere"
      let path = service + "/viewfinder-80.addresses"
      #expect(try place(variables) == InputPath(path))
      let facts = try FileManager.default.attributesOfItem(atPath: path)
      #expect(facts[.posixPermissions] as? Int == 0o600 && facts[.size] as? Int == 0)
      // A reader with the old file open sees only the old content.
      #expect(try old.readToEnd() == Data("old".utf8))
      // An existing link is not followed.
      try FileManager.default.removeItem(atPath: path)
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: folder.path("elsewhere"))
      #expect(try place(variables) == InputPath(path))
      #expect(!FileManager.default.fileExists(atPath: folder.path("elsewhere")))
    }
  }

  @Test("Without a folder, the error says what to add to the unit")
  func nowhere() {
    for folder in [nil, "", "relative"] {
      var variables = ["JOURNAL_STREAM": "8:1234"]
      variables["RUNTIME_DIRECTORY"] = folder
      let error = #expect(throws: OutputError.self) { try place(variables) }
      #expect(error.map { "\($0)".contains("RuntimeDirectory=viewfinder") } == true)
    }
    let error = #expect(throws: OutputError.self) {
      try place(["JOURNAL_STREAM": "8:1234", "RUNTIME_DIRECTORY": "/nowhere/at/all"])
    }
    #expect(error?.subject == "/nowhere/at/all/viewfinder-80.addresses")
  }
}
