// Serves the frames of a Motion JPEG file on a live page at 30 frames per second in a loop. Measures the cost of a
// camera that encodes its pictures. Prints the address, the viewing token, and the time of the first frame in
// seconds since 1970.
#if Live
  import Foundation
  import OpenCaptureLivePage
  import OpenCapturePictures

  /// A camera without controls.
  final class Feed: LivePageHost {
    var liveState: LiveState { LiveState() }
    func perform(_ command: LiveCommand) async throws(LivePageError) {}
    func path(ofFile name: String) -> String? { nil }
    func audienceDidChange(isWatched: Bool) {}
  }

  /// Returns the pictures of a file, which follow each other directly.
  func frames(of file: Data) throws -> [SampleBuffer] {
    var samples: [SampleBuffer] = []
    var start = file.startIndex
    while let end = file.range(of: Data([0xff, 0xd9]), in: start..<file.endIndex)?.upperBound {
      let bytes = [UInt8](file[start..<end])
      samples.append(try EncodedPicture(copying: bytes.span.bytes).sampleBuffer())
      start = end
    }
    return samples
  }

  let samples = try frames(of: Data(contentsOf: URL(filePath: CommandLine.arguments[1])))
  let socket = try ListeningSocket(ListeningAddress(host: "127.0.0.1", port: 0))
  let options = LivePageOptions()
  let host = Feed()
  let server = try LivePageServer(options, on: [socket], host: host)
  let start = DispatchTime.now()
  print("\(socket.address) \(options.tokens.look.text) \(Date().timeIntervalSince1970)")
  fflush(nil)
  for number in 0... {
    Thread.sleep(until: Date(timeIntervalSinceNow: max(0, Double(number) / 30 - start.seconds)))
    var sample = samples[number % samples.count]
    sample.timing = SampleTiming(presentationTimeStamp: MediaTime(value: Int64(number), timescale: 30))
    // Published even without viewers, so that a frame's number gives its time.
    try server.publish(Frame(sample))
  }

  extension DispatchTime {
    /// The time since this moment, in seconds.
    var seconds: Double { Double(DispatchTime.now().uptimeNanoseconds - uptimeNanoseconds) / 1e9 }
  }
#else
  print("Built without the trait Live.")
#endif
