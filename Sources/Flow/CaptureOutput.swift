public import OpenCaptureMediaSamples
import OpenCaptureSystem

/// A destination for the media of a session (`AVCaptureOutput`).
///
/// Conform to this protocol to add an output. Its receivers choose the thread, and which samples wait or are
/// dropped.
///
///     final class FrameCounter: CaptureOutput {
///       let link = CaptureOutputLink()
///       let receivers: [any SampleReceiver]
///
///       init() {
///         receivers = [SampleDelivery(on: DispatchQueue(label: "counter")) { event in … }]
///       }
///     }
public protocol CaptureOutput: AnyObject, Sendable {
  /// The session's data about the output.
  var link: CaptureOutputLink { get }

  /// The name of the output in error messages. The default is the name of the type.
  var name: String { get }

  /// The accepted media types. The output has one connection for each. The default is video.
  var mediaTypes: [MediaType] { get }

  /// The receivers of the output. Each one receives all samples. The session reads this property for every sample.
  var receivers: [any SampleReceiver] { get }
}

extension CaptureOutput {
  /// The name of the type.
  public var name: String { String(describing: Self.self) }

  /// The default: video only.
  public var mediaTypes: [MediaType] { [.video] }

  /// The connections to this output; during a configuration change of the session, those of the new configuration.
  public var connections: [CaptureConnection] { link.pendingConnections ?? link.connections }

  /// Returns the connection for a media type, or nil if none exists.
  public func connection(with mediaType: MediaType) -> CaptureConnection? {
    connections.first { $0.mediaType == mediaType }
  }
}

/// The data that a session keeps about an output.
public final class CaptureOutputLink: Sendable {
  private struct State: Lockable {
    var connections: [CaptureConnection] = []
    var pendingConnections: [CaptureConnection]?
    weak var session: (any CaptureOutputSession)?
    var needsSteadyFormat = false
    var recordsMovies = false
  }

  private let state = Locked(State())
  /// A signal that is sent when properties of the output may have changed.
  package let changes = ChangeSignal()

  /// Whether the output belongs to a preview, which the session's list of outputs leaves out.
  package let isPreview: Bool

  /// Creates the link of an output that belongs to no session yet.
  public init() { isPreview = false }

  /// Creates a link, optionally for the output of a preview.
  package init(isPreview: Bool) { self.isPreview = isPreview }

  /// Whether frames must keep their size and format for now, as during a recording; the default is false.
  ///
  /// If true, no other output of the session can change the camera's format for a photo.
  public var needsSteadyFormat: Bool {
    get { state.withLock { $0.needsSteadyFormat } }
    set { state.withLock { $0.needsSteadyFormat = newValue } }
  }

  /// Whether the output records movies; the default is false.
  ///
  /// A session with such an output makes no movies around photos.
  public var recordsMovies: Bool {
    get { state.withLock { $0.recordsMovies } }
    set { state.withLock { $0.recordsMovies = newValue } }
  }

  /// The connections in effect.
  package var connections: [CaptureConnection] {
    get { state.withLock { $0.connections } }
    set { state.withLock { $0.connections = newValue } }
  }

  /// The connections that take effect when the session commits its configuration; nil without a pending change.
  package var pendingConnections: [CaptureConnection]? {
    get { state.withLock { $0.pendingConnections } }
    set { state.withLock { $0.pendingConnections = newValue } }
  }

  /// The session of the output; nil if none.
  package var session: (any CaptureOutputSession)? {
    get { state.withLock { $0.session } }
    set { state.withLock { $0.session = newValue } }
  }
}

/// The session as its inputs and outputs see it.
package protocol CaptureOutputSession: AnyObject, Sendable {
  /// Whether an output of the session needs its streams unchanged.
  var needsSteadyFormat: Bool { get }

  /// Whether an output of the session records movies.
  var recordsMovies: Bool { get }

  /// Replaces the stream of an input while an output needs that, regardless of the preset. Nil restores the stream.
  ///
  /// - Throws: ``CaptureError`` if another output needs the stream unchanged, or the new stream does not start. The
  ///   previous stream then continues.
  func setTemporaryStream(
    _ configuration: CaptureStreamConfiguration?, of input: any CaptureInput
  ) throws(CaptureError)
}
