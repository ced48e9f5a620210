import OpenCaptureSystem
import OpenCaptureMediaSamples

/// Where a session sends media to (`AVCaptureOutput`).
///
/// To be conformed to by an output of your own: keep a ``link``, and take frames.
public protocol CaptureOutput: AnyObject, Sendable {
  /// What the session keeps about the output.
  var link: CaptureOutputLink { get }

  /// What errors call the output. Default the name of the type.
  var name: String { get }

  /// Takes a frame, on the source's thread: it must be quick.
  ///
  /// - Parameter canWait: Whether to wait for room rather than drop the frame; ``stopReceiving(from:)`` ends the wait.
  func receive(_ sampleBuffer: SampleBuffer, from connection: CaptureConnection, canWait: Bool)

  /// Waits until the frames of a connection have been taken, on the source's thread: it has no more of them.
  ///
  /// ``stopReceiving(from:)`` ends the wait. Default nothing is waited for.
  func finishReceiving(from connection: CaptureConnection)

  /// Takes note of frames that were lost on the way here, on the source's thread.
  func receive(_ dropped: DroppedFrame, from connection: CaptureConnection)

  /// Forgets frames of connections that are no more; once this has returned, none of them is delivered.
  func stopReceiving(from connections: [CaptureConnection])

  /// Ends what waits for frames: the session stopped, or failed with this error.
  func endReceiving(_ error: CaptureError?)
}

extension CaptureOutput {
  /// Waits for nothing.
  public func finishReceiving(from connection: CaptureConnection) {}

  /// The name of the type.
  public var name: String { String(describing: Self.self) }

  /// The connections that lead here.
  public var connections: [CaptureConnection] { link.connections }

  /// The connection through which media of a kind comes; nil where there is none.
  public func connection(with mediaType: MediaType) -> CaptureConnection? {
    link.connections.first { $0.inputPorts.contains { $0.mediaType == mediaType } }
  }
}

/// What a session keeps about an output.
public final class CaptureOutputLink: Sendable {
  private let state = Locked<[CaptureConnection]>([])

  /// Makes one for an output that no session has yet.
  public init() {}

  var connections: [CaptureConnection] {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}
