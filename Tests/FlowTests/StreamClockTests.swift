import Testing

@testable import OpenCaptureFlow

@Suite("Times of frames with a foreign clock")
struct StreamClockTests {
  private static let second: Int64 = 1_000_000_000

  /// Returns frames at 25 Hz whose stream started at 1,000 s of the host's clock, with the given delays.
  private func times(
    _ count: Int, drift: Double = 0, wall: Bool = false, delay: (Int) -> Int64
  ) -> [(captured: Int64, reported: Int64)] {
    var clock = StreamClock()
    return (0..<count).map { number in
      let stream = Int64(number) * Self.second / 25
      let captured = 1_000 * Self.second + Int64(Double(stream) * (1 + drift))
      let arrival = UInt64(captured + delay(number))
      return (captured, clock.time(of: stream, arrival: arrival, wall: wall ? captured : nil))
    }
  }

  @Test("Network jitter changes frame intervals by at most a millisecond")
  func jitter() {
    // 76 pseudo-random delays from 5 to 80 ms.
    let times = times(2000) { Int64($0 * 47 % 76 + 5) * 1_000_000 }
    for (first, second) in zip(times, times.dropFirst()).dropFirst(100) {
      #expect(abs((second.reported - first.reported) - Self.second / 25) <= 1_000_000)
    }
  }

  @Test("Frames that waited for the connection keep their intervals")
  func waited() {
    var clock = StreamClock()
    let arrivals = (0..<20).map { UInt64(max(1_400, 1_005 + $0 * 40)) * 1_000_000 }
    for number in 0...10 { clock.note(Int64(number) * 40_000_000, arrival: arrivals[number]) }
    for number in 0..<20 {
      let reported = clock.time(of: Int64(number) * 40_000_000, arrival: arrivals[number])
      #expect(reported == Int64(1_005 + number * 40) * 1_000_000)
    }
  }

  @Test("Frame times include only the minimum delay and never follow the arrival")
  func offset() {
    let times = times(2000) { $0 % 10 == 0 ? 5_000_000 : 60_000_000 }
    for time in times { #expect(time.reported <= time.captured + 60_000_000) }
    for time in times.dropFirst(200) { #expect((4_000_000...7_000_000).contains(time.reported - time.captured)) }
  }

  @Test("A clock drift of 0.01 % is followed for hours")
  func drift() {
    for drift in [0.0001, -0.0001] {
      let times = times(90_000, drift: drift) { _ in 5_000_000 }
      for time in times.dropFirst(2000) {
        #expect((-7_000_000...6_000_000).contains(time.reported - time.captured))
      }
    }
  }

  @Test("The camera's time of day is used if it is plausible")
  func wallClock() {
    for time in times(500, wall: true, delay: { _ in 300_000_000 }).dropFirst(400) {
      #expect(abs(time.reported - time.captured) < 1_000_000)
    }
    var clock = StreamClock()
    for number in 0..<100 {
      let arrival = Int64(number) * Self.second / 25 + 10 * Self.second
      let reported = clock.time(
        of: Int64(number) * Self.second / 25, arrival: UInt64(arrival), wall: arrival - 3600 * Self.second)
      #expect(abs(reported - arrival) < 1_000_000)
    }
  }

  @Test("Times continue after a restarted stream and for frames without times")
  func anew() {
    var clock = StreamClock()
    var last = Int64.min
    for number in 0..<300 {
      let arrival = UInt64(number) * 40_000_000 + 5_000_000_000
      let stream: Int64? = number < 200 ? Int64(number % 100) * 40_000_000 : nil
      let reported = clock.time(of: stream, arrival: arrival)
      #expect(reported > last && abs(reported - Int64(arrival)) < 50_000_000, "\(number)")
      last = reported
    }
    for (count, time) in [Int64.min, .max, 0, 1 << 60, -1 << 60, .max, .min].enumerated() {
      let reported = clock.time(of: time, arrival: (1 << 59) + UInt64(count), wall: time)
      #expect(reported > last)
      last = reported
    }
  }
}
