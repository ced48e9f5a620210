import OpenCaptureIsolation

extension FuzzTarget {
  /// Both ends of the connection between a program and a worker.
  static let workers = [replies, settings]

  /// The replies of a worker that an attacker has taken over.
  private static let replies = FuzzTarget("replies", longestInput: 4096) { input in
    let readers: [(inout Message) throws -> Void] = [
      { _ = try $0.codes() }, { _ = try $0.scanEnd() }, { _ = try $0.picture(limit: 1 << 20) },
      { _ = try $0.failures() },
    ]
    for read in readers {
      var message = Message(bytes: input)
      try? read(&message)
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
    precondition(read == settings, "the settings differ")
  }
}
