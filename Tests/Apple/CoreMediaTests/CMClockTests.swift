import CoreMedia
import OpenCaptureMediaSamples
import OpenCaptureSystem
import Testing

@Suite("CMClock")
struct CMClockTests {
  @Test("The host clock is that of sample times, and never decreases")
  func hostTime() {
    let before = MediaTime.hostTime
    let now = CMClockGetTime(CMClockGetHostTimeClock())
    #expect(before <= now && now <= CMClock.hostTimeClock.time && now.timescale == 1_000_000_000)
    #expect(!CMClockMightDrift(.hostTimeClock, otherClock: .hostTimeClock))
  }

  @Test("System units are nanoseconds")
  func units() {
    let time = CMTime(value: 3, timescale: 2)
    #expect(CMClockConvertHostTimeToSystemUnits(time) == 1_500_000_000)
    #expect(CMClockMakeHostTimeFromSystemUnits(1_500_000_000) == time)
    #expect(CMClockConvertHostTimeToSystemUnits(.invalid) == 0)
  }

  @Test("A time is converted to the same instant of another clock")
  func converting() {
    let early = CMClock(MonotonicClock { 1_000_000_000 })
    let late = CMClock(MonotonicClock { 5_000_000_000 })
    let time = CMTime(value: 1, timescale: 2)
    #expect(CMSyncConvertTime(time, from: early, to: late) == CMTime(value: 9, timescale: 2))
    #expect(CMSyncConvertTime(time, from: early, to: early) == time && CMSyncGetTime(late).seconds == 5)
    #expect(early.mightDrift(relativeTo: late))
  }
}
