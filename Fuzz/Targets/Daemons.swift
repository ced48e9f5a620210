import Foundation
import OpenCapturePipeWire
import OpenCaptureSession
import OpenCaptureSystem

extension FuzzTarget {
  static let daemons = [pods, sources, portal]

  /// An object of PipeWire's daemon with the formats or a control of a camera.
  private static let pods = FuzzTarget("pods", longestInput: 1024) { input in
    for format in CaptureDevice.Format.formats(inPipeWireObject: input) {
      precondition(format.dimensions.width > 0 && format.dimensions.height > 0, "the size is empty")
      precondition(
        format.frameRateRanges.allSatisfy { $0.minFrameRate <= $0.maxFrameRate }, "the rates are reversed")
    }
    let control = CaptureControl(inPipeWireObject: input)
    precondition(control.map { $0.minimum <= $0.maximum && $0.step > 0 } != false, "the range is reversed")
  }

  /// The properties of a camera of PipeWire's daemon: lines with a name and a value.
  private static let sources = FuzzTarget("sources", longestInput: 256) { input in
    let lines = String(decoding: input, as: UTF8.self).split(separator: "\n")
    let pairs = lines.compactMap { line -> (String, String)? in
      let parts = line.split(separator: "=", maxSplits: 1).map(String.init)
      return parts.count == 2 ? (parts[0], parts[1]) : nil
    }
    let node = PipeWireNode(id: 1, Dictionary(pairs) { first, _ in first })
    precondition(node?.identity.uniqueID.hasPrefix(PipeWireNode.idPrefix) != false, "the ID is of another driver")
  }

  /// Messages of the session's bus to a program that uses the camera portal.
  private static let portal = FuzzTarget("portal", longestInput: 2048) { input in
    HostileBus.shared.setAnswer(input)
    let portal = CameraPortal(address: HostileBus.shared.address)
    let version = try? portal.version()
    precondition(version.map { $0 >= 0 } != false, "the version is negative")
    _ = try? portal.hasCamera()
    if let remote = try? portal.openRemote() { precondition(close(remote) == 0, "the remote is not open") }
    let isDone = DispatchSemaphore(value: 0)
    Task {
      _ = try? await portal.requestAccess()
      isDone.signal()
    }
    isDone.wait()
  }
}

/// A message bus that sends the same bytes to every program, after it accepted its authentication.
private final class HostileBus: Sendable {
  static let shared = HostileBus()

  let address: String
  private let answer = Locked<[UInt8]>([])

  private init() {
    let name = "opencapture-fuzz-\(getpid())"
    address = "unix:abstract=\(name)"
    let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var place = sockaddr_un()
    place.sun_family = sa_family_t(AF_UNIX)
    // An abstract name begins with a zero byte.
    withUnsafeMutableBytes(of: &place.sun_path) { path in path[1...].copyBytes(from: name.utf8) }
    let length = socklen_t(MemoryLayout<sa_family_t>.size + 1 + name.utf8.count)
    let isBound = withUnsafePointer(to: place) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, length) == 0 }
    }
    precondition(isBound && listen(listener, 16) == 0, "the bus cannot listen")
    Thread.detachNewThread { [self] in
      while true { serve(accept(listener, nil, nil)) }
    }
  }

  func setAnswer(_ bytes: [UInt8]) { answer.withLock { $0 = bytes } }

  private func serve(_ program: Int32) {
    let acceptance = "DATA\r\nOK 0123456789abcdef0123456789abcdef\r\nAGREE_UNIX_FD\r\n"
    let bytes = Array(acceptance.utf8) + answer.withLock { $0 }
    send(program, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    shutdown(program, Int32(SHUT_WR))
    // Closing with unread requests would discard the answer.
    var unread = [UInt8](repeating: 0, count: 4096)
    while read(program, &unread, unread.count) > 0 {}
    close(program)
  }
}
