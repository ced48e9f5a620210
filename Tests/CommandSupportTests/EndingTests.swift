import OpenCaptureSystem
import OpenCaptureCommandSupport
import Fixtures
import Foundation
import Testing

@Suite("How a process is asked to end")
struct EndingTests {
  @Test("What hears nothing has less than a second")
  func usual() {
    let deadline = EndingPatience().deadline(askedAt: 100)
    #expect(deadline > 100 && deadline < 101)
  }

  @Test("What has to be brought to an end has longer, and a moment after it to leave")
  func unfinished() {
    var patience = EndingPatience()
    patience.begin()
    patience.begin()
    #expect(patience.deadline(askedAt: 100) == 110)
    patience.finish(at: 103)
    #expect(patience.deadline(askedAt: 100) == 110)
    patience.finish(at: 104)
    #expect(patience.unfinishedCount == 0)
    let deadline = patience.deadline(askedAt: 100)
    #expect(deadline > 104 && deadline < 105)
  }

  @Test("What came to its end before is no reason to wait, and nothing lasts longer than the longest")
  func bounds() {
    var patience = EndingPatience()
    patience.begin()
    patience.finish(at: 50)
    #expect(patience.deadline(askedAt: 100) == EndingPatience().deadline(askedAt: 100))
    patience.begin()
    patience.finish(at: 109.9)
    #expect(patience.deadline(askedAt: 100) == 110)
  }

  @Test("A list that holds something longer than any name is refused, and not kept")
  func endlessName() throws {
    try TemporaryFolder.with { folder in
      let file = folder.file("list", Array("a\n".utf8) + [UInt8](repeating: 65, count: 3 << 20))
      let descriptor = open(file.path, O_RDONLY)
      defer { close(descriptor) }
      var list = PathListReader(descriptor: descriptor, isNullSeparated: false)
      let first = try list.next()
      #expect(first == InputPath("a"))
      let error = #expect(throws: SystemError.self) { _ = try list.next() }
      #expect(error?.errno == ENAMETOOLONG)
    }
  }
}
