import OpenCaptureCommandSupport
import OpenCaptureIsolation
import OpenCaptureMediaSamples
import OpenCaptureMovies

extension FuzzTarget {
  /// Both ends of the connection between a program and a worker.
  static let workers = [replies, frames, movieFrames, settings]

  /// The replies of a worker that an attacker has taken over.
  private static let replies = FuzzTarget("replies", longestInput: 4096) { input in
    let readers: [(inout Message) throws -> Void] = [
      { _ = try $0.codes() }, { _ = try $0.scanEnd() }, { _ = try $0.picture(limit: 1 << 20) },
      { _ = try $0.failures() }, { _ = try $0.metadataObjects() },
    ]
    for read in readers {
      var message = Message(bytes: input)
      try? read(&message)
    }
  }

  /// The memory that comes with each frame.
  private static let memory = [UInt8](repeating: 0, count: 1 << 16).withUnsafeBytes { try? MemoryFile.make([$0]) }

  /// The frames of a network camera's worker that an attacker has taken over.
  private static let frames = FuzzTarget("frames", longestInput: 1024) { input in
    var message = Message(bytes: input, file: memory)
    var blocks = FrameBlocks()
    check(try message.frame(in: &blocks) { _ in }.sample)
  }

  /// The frames and the information of a movie's worker that an attacker has taken over.
  private static let movieFrames = FuzzTarget("movieframes", longestInput: 1024) { input in
    var message = Message(bytes: input, file: memory)
    _ = try? message.movieInfo()
    message = Message(bytes: input, file: memory)
    var blocks = FrameBlocks()
    check(try message.movieFrame(in: &blocks) { _ in })
  }

  /// Checks that a frame has no pixels outside of its memory.
  private static func check(_ sample: SampleBuffer) {
    guard let pixels = sample.pixelBuffer else { return }
    for index in pixels.planes.indices {
      let sum = pixels.withUnsafePlane(index) { bytes in bytes.reduce(0) { $0 &+ Int($1) } }
      precondition(sum == 0, "pixels outside of the memory")
    }
  }

  /// The settings of a scan, which a worker reads.
  private static let settings = FuzzTarget("settings", longestInput: 4096) { input in
    var message = Message(bytes: input)
    let settings = try CodeScanSettings(&message)
    var copy = Message()
    settings.add(to: &copy)
    var again = Message(bytes: copy.bytes)
    let read = try CodeScanSettings(&again)
    var last = Message()
    read.add(to: &last)
    // Equal settings differ if a number is not a number.
    precondition(last.bytes == copy.bytes, "the settings differ")
  }
}
