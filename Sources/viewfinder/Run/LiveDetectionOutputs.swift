import OpenCapture
import OpenCaptureCommandSupport
import OpenCapturePublishing

/// The receivers of a camera's detections: readers of output lines, and a broker.
///
/// Slow receivers do not delay the camera.
struct LiveDetectionOutputs {
  private let device: CaptureDevice
  private let console: Console
  private let drops: @Sendable () -> Int
  /// The shared source, so that all receivers get the same tracks.
  private let origin = MessageOrigin()

  /// Makes the receivers for a camera.
  ///
  /// - Parameter drops: Returns the number of dropped frames since the camera started.
  init(_ device: CaptureDevice, on console: Console, drops: @escaping @Sendable () -> Int) {
    self.device = device
    self.console = console
    self.drops = drops
  }

  /// Returns the consumers that the options request.
  ///
  /// - Throws: `CommandError` if publishing cannot start.
  func consumers(
    _ options: RunCommand, _ publishing: PreparedPublishing?
  ) throws(CommandError) -> [any FrameConsumer] {
    var consumers: [any FrameConsumer] = []
    if options.output.json {
      console.writeInBackground()
      let additions = LiveAdditions(origin, drops: drops)
      let source = InputPath(device.uniqueID).text
      consumers.append(
        JSONLinesConsumer(source: source, times: .sinceFirst, additions: additions) { [console] in console.write($0)
        })
    }
    if let publishing {
      let publisher = try publishing.publisher(camera: device.uniqueID, origin: origin, on: console)
      consumers.append(publisher.consumer(drops: drops))
    }
    return consumers
  }
}
