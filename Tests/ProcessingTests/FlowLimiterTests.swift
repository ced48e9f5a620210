@testable import OpenCaptureProcessing
import Testing

@Suite("FlowLimiter")
struct FlowLimiterTests {
  /// Plays a script: a letter offers an item, `.` finishes; answers what happens.
  private func play(_ script: String) -> (answers: [String], dropped: Int) {
    var limiter = FlowLimiter<Character>()
    let answers = script.map { step in
      guard step != "." else { return limiter.finish().map { "next \($0)" } ?? "idle" }
      return switch limiter.offer(step) {
      case .start(let item): "start \(item)"
      case .wait: "wait"
      case .waitInstead(let old): "drop \(old)"
      }
    }
    return (answers, limiter.droppedCount)
  }

  @Test("While idle, items start at once")
  func idle() {
    #expect(play("a.b.") == (["start a", "idle", "start b", "idle"], 0))
  }

  @Test("While busy, the newest waits and takes the place of older ones")
  func busy() {
    #expect(play("abcd..e") == (["start a", "wait", "drop b", "drop c", "next d", "idle", "start e"], 2))
  }

  @Test("What waited is in flight when it is its turn")
  func turn() {
    #expect(play("ab.cd.") == (["start a", "wait", "next b", "wait", "drop c", "next d"], 1))
  }
}
