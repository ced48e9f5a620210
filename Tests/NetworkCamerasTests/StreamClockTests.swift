import Testing

@testable import OpenCaptureNetworkCameras

@Suite("When frames from the network were")
struct StreamClockTests {
  private static let second: Int64 = 1_000_000_000

  /// Frames at 25 a second whose stream began when this machine's clock said 1,000 s, each delayed by so much.
  private func times(
    _ count: Int, drift: Double = 0, wall: Bool = false, delay: (Int) -> Int64
  ) -> [(captured: Int64, told: Int64)] {
    var clock = StreamClock()
    return (0..<count).map { number in
      let stream = Int64(number) * Self.second / 25
      let captured = 1_000 * Self.second + Int64(Double(stream) * (1 + drift))
      let arrival = UInt64(captured + delay(number))
      return (captured, clock.time(of: stream, arrival: arrival, wall: wall ? captured : nil))
    }
  }

  @Test("The network's haste and delay don't change their distances by more than a millisecond")
  func jitter() {
    // Each of 76 delays in turn, from 5 to 80 ms, as if by chance.
    let times = times(2000) { Int64($0 * 47 % 76 + 5) * 1_000_000 }
    for (first, second) in zip(times, times.dropFirst()).dropFirst(100) {
      #expect(abs((second.told - first.told) - Self.second / 25) <= 1_000_000)
    }
  }

  @Test("Those that waited for the connection are as far apart as in the stream, and not of when it was made")
  func waited() {
    var clock = StreamClock()
    let arrivals = (0..<20).map { UInt64(max(1_400, 1_005 + $0 * 40)) * 1_000_000 }
    for number in 0...10 { clock.note(Int64(number) * 40_000_000, arrival: arrivals[number]) }
    for number in 0..<20 {
      let told = clock.time(of: Int64(number) * 40_000_000, arrival: arrivals[number])
      #expect(told == Int64(1_005 + number * 40) * 1_000_000)
    }
  }

  @Test("They are as late as the least delay, and never later than they came")
  func offset() {
    let times = times(2000) { $0 % 10 == 0 ? 5_000_000 : 60_000_000 }
    for time in times { #expect(time.told <= time.captured + 60_000_000) }
    for time in times.dropFirst(200) { #expect((4_000_000...7_000_000).contains(time.told - time.captured)) }
  }

  @Test("A camera's clock that goes wrong by a ten-thousandth is followed for hours")
  func drift() {
    for drift in [0.0001, -0.0001] {
      let times = times(90_000, drift: drift) { _ in 5_000_000 }
      for time in times.dropFirst(2000) { #expect((-7_000_000...6_000_000).contains(time.told - time.captured)) }
    }
  }

  @Test("What the camera says of the time of day is taken where it can be true")
  func wallClock() {
    for time in times(500, wall: true, delay: { _ in 300_000_000 }).dropFirst(400) {
      #expect(abs(time.told - time.captured) < 1_000_000)
    }
    var clock = StreamClock()
    for number in 0..<100 {
      let arrival = Int64(number) * Self.second / 25 + 10 * Self.second
      let told = clock.time(
        of: Int64(number) * Self.second / 25, arrival: UInt64(arrival), wall: arrival - 3600 * Self.second)
      #expect(abs(told - arrival) < 1_000_000)
    }
  }

  @Test("A stream that begins anew, and frames without times, go on from where they are")
  func anew() {
    var clock = StreamClock()
    var last = Int64.min
    for number in 0..<300 {
      let arrival = UInt64(number) * 40_000_000 + 5_000_000_000
      let stream: Int64? = number < 200 ? Int64(number % 100) * 40_000_000 : nil
      let told = clock.time(of: stream, arrival: arrival)
      #expect(told > last && abs(told - Int64(arrival)) < 50_000_000, "\(number)")
      last = told
    }
    for (count, time) in [Int64.min, .max, 0, 1 << 60, -1 << 60, .max, .min].enumerated() {
      let told = clock.time(of: time, arrival: (1 << 59) + UInt64(count), wall: time)
      #expect(told > last)
      last = told
    }
  }
}
