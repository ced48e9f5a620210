import Testing

@testable import OpenCaptureNetworkCameras

@Suite("Reconnection schedule")
struct ReconnectionPlanTests {
  private static let second: UInt64 = 1_000_000_000

  @Test("The first attempt is immediate, and delays grow to at most 5 s")
  func delays() {
    var plan = ReconnectionSchedule()
    var now = 100 * Self.second
    var delays: [UInt64] = []
    for _ in 0..<7 {
      plan.failed(at: now)
      delays.append((plan.next - now) / Self.second)
      now = plan.next
    }
    #expect(delays == [0, 1, 2, 4, 5, 5, 5])
  }

  @Test("Only a long stream resets the delays")
  func success() {
    var plan = ReconnectionSchedule()
    for _ in 0..<4 {
      plan.connected(at: 100 * Self.second)
      plan.failed(at: 101 * Self.second)
    }
    #expect(plan.next == 105 * Self.second)
    plan.connected(at: 110 * Self.second)
    plan.failed(at: 121 * Self.second)
    #expect(plan.next == 121 * Self.second)
  }
}
