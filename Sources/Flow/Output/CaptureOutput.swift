public import OpenCaptureMediaSamples
import OpenCaptureSystem

/// Where a session sends media to (`AVCaptureOutput`).
///
/// To be conformed to by an output of your own; what waits, what is dropped and which thread works, its receivers know.
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
  /// What the session keeps about the output.
  var link: CaptureOutputLink { get }

  /// What errors call the output. Default the name of the type.
  var name: String { get }

  /// The kinds of media that it takes: it has one connection for each. Default pictures.
  var mediaTypes: [MediaType] { get }

  /// What takes the media: each gets all of it. Asked for at each sample.
  var receivers: [any SampleReceiver] { get }
}

extension CaptureOutput {
  /// The name of the type.
  public var name: String { String(describing: Self.self) }

  /// Pictures.
  public var mediaTypes: [MediaType] { [.video] }

  /// The connections that lead here.
  public var connections: [CaptureConnection] { link.connections }

  /// The connection through which media of a kind comes; nil where there is none.
  public func connection(with mediaType: MediaType) -> CaptureConnection? {
    link.connections.first { $0.mediaType == mediaType }
  }
}

/// What a session keeps about an output.
public final class CaptureOutputLink: Sendable {
  private struct State: Lockable {
    var connections: [CaptureConnection] = []
    weak var session: (any CaptureOutputSession)?
    var needsSteadyFormat = false
    var recordsMovies = false
  }

  private let state = Locked(State())
  /// Sent when properties of the output may have changed.
  package let changes = ChangeSignal()

  /// Whether the output is the end of a preview, which isn't one of a session's outputs to others.
  package let isPreview: Bool

  /// Makes one for an output that no session has yet.
  public init() { isPreview = false }

  /// The same for the end of a preview.
  package init(isPreview: Bool) { self.isPreview = isPreview }

  /// Whether pictures have to keep their size and format for now, as for a recording; default false.
  ///
  /// Then none of the session's outputs lets the camera stream otherwise for the time of a photo.
  public var needsSteadyFormat: Bool {
    get { state.withLock { $0.needsSteadyFormat } }
    set { state.withLock { $0.needsSteadyFormat = newValue } }
  }

  /// Whether the output is one that records movies, beside which none are made around photos; default false.
  public var recordsMovies: Bool {
    get { state.withLock { $0.recordsMovies } }
    set { state.withLock { $0.recordsMovies = newValue } }
  }

  package var connections: [CaptureConnection] {
    get { state.withLock { $0.connections } }
    set { state.withLock { $0.connections = newValue } }
  }

  /// The session that has the output; nil for none.
  package var session: (any CaptureOutputSession)? {
    get { state.withLock { $0.session } }
    set { state.withLock { $0.session = newValue } }
  }
}

/// What a session does for the outputs that it has.
package protocol CaptureOutputSession: AnyObject, Sendable {
  /// Whether an output of the session needs its streams as they are.
  var needsSteadyFormat: Bool { get }

  /// Whether an output of the session records movies.
  var recordsMovies: Bool { get }

  /// Lets an input stream what an output needs for a while, whatever the preset picks; nil ends that.
  ///
  /// - Throws: ``CaptureError`` where another output needs the stream as it is, or it doesn't start; it then goes on as it
  ///   was.
  func setTemporaryStream(
    _ configuration: CaptureStreamConfiguration?, of input: any CaptureInput
  ) throws(CaptureError)
}
