import Testing

@testable import OpenCaptureNetworkCameras

@Suite("When a camera that went is connected to again")
struct ReconnectionPlanTests {
  private static let second: UInt64 = 1_000_000_000

  @Test("At once, and then after ever longer, 5 s at most")
  func delays() {
    var plan = ReconnectionPlan()
    var (now, delays): (UInt64, [UInt64]) = (100 * Self.second, [])
    for _ in 0..<7 {
      plan.failed(at: now)
      delays.append((plan.next - now) / Self.second)
      now = plan.next
    }
    #expect(delays == [0, 1, 2, 4, 5, 5, 5])
  }

  @Test("Only a stream that lasted makes it begin anew: who ends each at once isn't asked all the time")
  func success() {
    var plan = ReconnectionPlan()
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
