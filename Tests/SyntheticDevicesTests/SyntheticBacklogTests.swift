import Testing

@testable import OpenCaptureSyntheticDevices

@Suite("A synthetic camera that is held up")
struct SyntheticBacklogTests {
  private func backlog(_ faults: SyntheticFaults = SyntheticFaults()) -> SyntheticBacklog {
    SyntheticBacklog(frameNanoseconds: 10, capacity: 8, faults: faults)
  }

  @Test("It makes up for what its buffers hold")
  func held() {
    #expect(backlog().next(3, after: 0) == 3)
    #expect(backlog().next(3, after: 35) == 3)
    #expect(backlog().next(3, after: 110) == 3)
  }

  @Test("It goes on with the newest frame that has been exposed, and loses those before")
  func lost() {
    #expect(backlog().next(3, after: 120) == 11)
    #expect(backlog().next(0, after: 1_000_005) == 99_999)
  }

  @Test("What goes wrong with a frame goes wrong all the same")
  func faults() {
    let vanishing = backlog(SyntheticFaults(scheduled: [50: .vanish]))
    #expect(vanishing.next(3, after: 1_000_000) == 50)
    #expect(vanishing.next(51, after: 1_000_000) == 99_999)
  }
}
