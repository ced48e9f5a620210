import OpenCaptureSystem
import OpenCaptureCommandSupport
import Fixtures
import Foundation
import Testing

@Suite("End of an interrupted process")
struct EndingTests {
  @Test("A process without unfinished work has less than a second")
  func usual() {
    let deadline = ShutdownTimeout().deadline(interruptedAt: 100)
    #expect(deadline > 100 && deadline < 101)
  }

  @Test("Unfinished work extends the deadline, and its end leaves less than a second")
  func unfinished() {
    var timeout = ShutdownTimeout()
    timeout.begin()
    timeout.begin()
    #expect(timeout.deadline(interruptedAt: 100) == 110)
    timeout.finish(at: 103)
    #expect(timeout.deadline(interruptedAt: 100) == 110)
    timeout.finish(at: 104)
    #expect(timeout.unfinishedCount == 0)
    let deadline = timeout.deadline(interruptedAt: 100)
    #expect(deadline > 104 && deadline < 105)
  }

  @Test("Work that finished before the interruption does not extend the deadline, which has a maximum")
  func bounds() {
    var timeout = ShutdownTimeout()
    timeout.begin()
    timeout.finish(at: 50)
    #expect(timeout.deadline(interruptedAt: 100) == ShutdownTimeout().deadline(interruptedAt: 100))
    timeout.begin()
    timeout.finish(at: 109.9)
    #expect(timeout.deadline(interruptedAt: 100) == 110)
  }

  @Test("A list with an overlong name is rejected, and not kept in memory")
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
