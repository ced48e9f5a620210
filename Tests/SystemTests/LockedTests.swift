import Foundation
import OpenCaptureSystem
import Testing

@Suite("Locked")
struct LockedTests {
  private struct Held: Lockable {
    var function: (@Sendable () -> Int)?
  }

  @Test("A function is as far away after a hundred looks at it as after one")
  func depth() {
    let held = Locked(Held())
    // How many calls lead to the function.
    held.withLock { held in
      held.function = { Thread.callStackReturnAddresses.count }
    }
    var depths: [Int?] = []
    for _ in 0..<100 {
      let function = held.withLock { $0.function }
      depths.append(function?())
    }
    #expect((depths[0] ?? 0) > 1)
    #expect(Set(depths).count == 1)
  }
}
