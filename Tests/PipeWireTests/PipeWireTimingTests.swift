import Testing

@testable import OpenCapturePipeWire

@Suite("Times and numbers of PipeWire frames")
struct PipeWireTimingTests {
  private static let second: Int64 = 1_000_000_000

  @Test("Times on the monotonic clock are kept")
  func monotonic() {
    var order = FrameOrder()
    let times = (0..<5).map { 100 * Self.second + $0 * 33_000_000 }
    let found = times.map { order.time($0, arrival: UInt64($0 + 20_000_000)) }
    #expect(found == times)
  }

  @Test("Times on another clock keep their intervals and end at the arrival")
  func foreign() {
    var order = FrameOrder()
    let delays: [Int64] = [5, 0, 9, 2, 7].map { $0 * 1_000_000 }
    var times: [Int64] = []
    for index in 0..<30 {
      let stream = Int64(index) * 40_000_000
      times.append(order.time(stream, arrival: UInt64(5000 * Self.second + stream + delays[index % 5])))
    }
    // The first frames settle on the least delay.
    let intervals = zip(times.dropFirst(11), times.dropFirst(10)).map { $0 - $1 }
    #expect(intervals.allSatisfy { abs($0 - 40_000_000) <= 1_000_000 })
    #expect(times[0] >= 5000 * Self.second)
  }

  @Test("Frames without a time have the time of their arrival")
  func missing() {
    var order = FrameOrder()
    let times = (0..<2).map { _ in order.time(nil, arrival: 7_000) }
    #expect(times == [7_000, 7_001])
  }

  @Test("A time in the future, or far in the past, is not on the monotonic clock")
  func implausible() {
    var order = FrameOrder()
    let now = UInt64(1000 * Self.second)
    let stated: [Int64] = [2000 * Self.second, .max, .min]
    for (index, time) in stated.enumerated() {
      let arrival = now + UInt64(index) * 1000
      let found = order.time(time, arrival: arrival)
      #expect((Int64(now)...Int64(arrival)).contains(found))
    }
  }

  @Test("A source whose times leave the monotonic clock keeps times up to the arrival")
  func changedClock() {
    var order = FrameOrder()
    let arrival = 100 * Self.second
    let stated = [arrival - 20_000_000, 500 * Self.second, 500 * Self.second + 33_000_000]
    let times = stated.enumerated().map { index, time in
      order.time(time, arrival: UInt64(arrival + Int64(index) * 33_000_000))
    }
    #expect(times[0] == arrival - 20_000_000)
    #expect(times[1] > times[0] && times[1] <= arrival + 33_000_000)
    #expect(times[2] > times[1] && times[2] <= arrival + 66_000_000)
  }

  @Test("Gaps of the source's numbers are kept, unless they are implausible")
  func numbers() {
    var order = FrameOrder()
    let stated: [UInt64?] = [10, 11, 14, 15, 2, 3, .max, nil, 500, 502]
    let numbers = stated.map { order.number($0) }
    #expect(numbers == [0, 1, 4, 5, 6, 7, 8, 9, 10, 12])
  }

  @Test("A source that never counts has consecutive frames")
  func constantNumber() {
    var order = FrameOrder()
    let numbers = [0, 0, 0].map { order.number($0) }
    #expect(numbers == [0, 1, 2])
  }

  @Test("The daemon's socket is looked for where the environment names it")
  func socket() {
    func paths(_ variables: [String: String]) -> [String]? { DaemonSocket { variables[$0] }.paths }
    #expect(paths([:]) == ["/run/pipewire/pipewire-0"])
    #expect(paths(["XDG_RUNTIME_DIR": "/a"]) == ["/a/pipewire-0", "/run/pipewire/pipewire-0"])
    let both = ["XDG_RUNTIME_DIR": "/a", "PIPEWIRE_RUNTIME_DIR": "/b", "PIPEWIRE_REMOTE": "other"]
    #expect(paths(both) == ["/b/other", "/run/pipewire/other"])
    #expect(DaemonSocket { both[$0] }.folder == "/b")
    #expect(paths(["XDG_RUNTIME_DIR": "/a", "PIPEWIRE_REMOTE": "/c/socket"]) == ["/c/socket"])
    #expect(DaemonSocket { $0 == "PIPEWIRE_REMOTE" ? "/nowhere/socket" : nil }.mayExist == false)
    #expect(DaemonSocket { $0 == "PIPEWIRE_REMOTE" ? "[one, two]" : nil }.mayExist)
  }

  @Test("Reconnection is tried often at first, then seldom, and at last only after an event")
  func reconnection() {
    let schedule = DaemonReconnection(at: 50)
    let second: UInt64 = 1_000_000_000
    #expect(schedule.next(after: 50) == 50 + second / 10)
    #expect(schedule.next(after: 4 * second) == 4 * second + second / 10)
    #expect(schedule.next(after: 6 * second) == 7 * second)
    #expect(schedule.next(after: 61 * second) == nil)
    #expect(schedule.next(after: 0) == second / 10)
  }
}
