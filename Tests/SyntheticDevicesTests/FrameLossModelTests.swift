import Testing

@testable import OpenCaptureSyntheticDevices

@Suite("Delayed synthetic cameras")
struct SyntheticBacklogTests {
  private func backlog(_ faults: SyntheticFaults = SyntheticFaults()) -> FrameLossModel {
    FrameLossModel(frameNanoseconds: 10, capacity: 8, faults: faults)
  }

  @Test("A camera catches up on the frames that its buffers hold")
  func held() {
    #expect(backlog().next(3, after: 0) == 3)
    #expect(backlog().next(3, after: 35) == 3)
    #expect(backlog().next(3, after: 110) == 3)
  }

  @Test("A camera that is too late continues with the newest exposed frame and loses the earlier ones")
  func lost() {
    #expect(backlog().next(3, after: 120) == 11)
    #expect(backlog().next(0, after: 1_000_005) == 99_999)
  }

  @Test("A scheduled fault occurs even if its frame would be skipped")
  func faults() {
    let vanishing = backlog(SyntheticFaults(scheduled: [50: .vanish]))
    #expect(vanishing.next(3, after: 1_000_000) == 50)
    #expect(vanishing.next(51, after: 1_000_000) == 99_999)
  }
}
