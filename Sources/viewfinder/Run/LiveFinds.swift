import OpenCapture
import OpenCaptureCommandSupport
import OpenCapturePublishing

/// Who is told what a camera's frames have in them: who reads lines, and a broker.
///
/// None of them is waited for.
struct LiveFinds {
  private let device: CaptureDevice
  private let console: Console
  private let drops: @Sendable () -> Int
  /// One for all, so that they speak of the same tracks.
  private let origin = LiveOrigin()

  /// Tells of a camera.
  ///
  /// - Parameter drops: Says how many frames were lost since it began to stream.
  init(_ device: CaptureDevice, on console: Console, drops: @escaping @Sendable () -> Int) {
    (self.device, self.console, self.drops) = (device, console, drops)
  }

  /// Who is told as these options ask for.
  ///
  /// - Throws: `CommandError` where it can't be published.
  func consumers(
    _ options: RunCommand, _ publishing: PreparedPublishing?
  ) throws(CommandError) -> [any FrameConsumer] {
    var consumers: [any FrameConsumer] = []
    if options.output.json {
      console.writeBesideWork()
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
