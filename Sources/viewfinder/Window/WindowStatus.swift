import OpenCapture
import OpenCaptureCommandSupport

/// The status lines of a camera's window, updated twice a second.
struct WindowStatus {
  private static let interval: UInt64 = 500_000_000

  private var since: UInt64 = 0
  private var frameCount = 0
  /// The latencies from the camera's time stamp to the window in milliseconds, since the last update.
  private var ages: [Double] = []
  private var rate: Double?
  private var age: Double?

  /// Records a frame and returns whether the lines must be updated.
  mutating func isDue(_ sample: SampleBuffer, at now: UInt64 = MonotonicClock.now()) -> Bool {
    frameCount += 1
    let time = sample.presentationTimeStamp.convertScale(1_000_000_000)
    if time.isNumeric, let stamp = UInt64(exactly: time.value), stamp <= now {
      ages.append(Double(now - stamp) / 1e6)
    }
    guard now - since >= Self.interval else { return false }
    rate = since == 0 ? nil : Double(frameCount) / Double(now - since) * 1e9
    age = ages.isEmpty ? nil : ages.sorted()[ages.count / 2]
    since = now
    frameCount = 0
    ages = []
    return true
  }

  /// Returns the camera's name with a hint on help, and the recording, if any.
  ///
  /// - Parameter figures: Lines about the format and latency between them; nil for none.
  static func lines(_ camera: LiveCamera, figures: [String]?, _ recording: String?) -> [String] {
    ["\(camera.device.localizedName)  \(hint)"] + (figures ?? []) + (recording.map { [$0] } ?? [])
  }

  /// The hint on help.
  static let hint = "? for keys"

  /// Returns a line about the format and rate, and one about latency.
  func figures(_ camera: LiveCamera, _ window: WindowStatistics, _ stages: String) -> [String] {
    var first = [camera.format]
    if let rate { first.append("\((rate * 10).rounded() / 10) fps") }
    let dropped = camera.statistics.dropped.total + window.replacedCount
    if dropped > 0 { first.append("\(dropped) dropped") }
    var second: [String] = []
    let drawing = window.latency.map { $0.median / .microseconds(100) / 10 } ?? 0
    if let age { second.append("latency \(Int((age + drawing).rounded())) ms") }
    if !stages.isEmpty { second.append(stages) }
    if let failure = window.failure { second.append(failure) }
    return [first.joined(separator: "  "), second.joined(separator: "  ")].filter { !$0.isEmpty }
  }
}
