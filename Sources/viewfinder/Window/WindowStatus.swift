import OpenCapture
import OpenCaptureCommandSupport
import OpenCaptureSystem

/// What the window says about what it shows, twice a second.
struct WindowStatus {
  private static let interval: UInt64 = 500_000_000

  private var since: UInt64 = 0
  private var frameCount = 0
  /// From the camera's stamp until the frame was handed to the window, in milliseconds, of the frames since.
  private var ages: [Double] = []
  private var rate: Double?
  private var age: Double?

  /// Takes note of a frame; whether something new is to be said.
  mutating func isDue(_ sample: SampleBuffer, at now: UInt64 = MonotonicClock.now()) -> Bool {
    frameCount += 1
    let time = sample.presentationTimeStamp.convertScale(1_000_000_000)
    if time.isNumeric, let stamp = UInt64(exactly: time.value), stamp <= now {
      ages.append(Double(now - stamp) / 1e6)
    }
    guard now - since >= Self.interval else { return false }
    rate = since == 0 ? nil : Double(frameCount) / Double(now - since) * 1e9
    age = ages.isEmpty ? nil : ages.sorted()[ages.count / 2]
    (since, frameCount, ages) = (now, 0, [])
    return true
  }

  /// A line about the camera, one about how long things take, and one about the recording where there is one.
  func lines(
    _ camera: WindowCamera, _ window: WindowStatistics, _ stages: String, _ recording: String?
  ) -> [String] {
    var first = [camera.device.localizedName, camera.grantedFormat ?? "streams"]
    if let rate { first.append("\((rate * 10).rounded() / 10) fps") }
    let dropped = camera.statistics.dropped.total + window.replacedCount
    if dropped > 0 { first.append("\(dropped) dropped") }
    var second: [String] = []
    let drawing = window.latency.map { $0.median / .microseconds(100) / 10 } ?? 0
    if let age { second.append("\(Int((age + drawing).rounded())) ms from the camera to the screen") }
    if !stages.isEmpty { second.append(stages) }
    if let failure = window.failure { second.append(failure) }
    return [first.joined(separator: "  "), second.joined(separator: "  "), recording].compactMap(\.self)
  }
}
