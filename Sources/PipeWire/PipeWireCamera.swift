import COpenCapturePipeWire
public import OpenCaptureFlow
public import OpenCaptureMediaSamples
public import OpenCaptureSession
import OpenCaptureSystem

/// A camera of PipeWire's daemon, which several programs can use at the same time.
///
/// Each stream has its own connection and thread. The camera offers raw formats and JPEG.
public final class PipeWireCamera: CaptureDeviceDriver {
  /// The options of a camera.
  public struct Options: Sendable, Hashable {
    /// The number of buffers requested from the source, 3 to 32 (default: 6).
    public var bufferCount = 6
    /// The number of buffers kept for the source; if fewer are left, frames are copied (default: 2).
    public var reservedBufferCount = 2
    /// The time in which the source must agree on a format (default: 5 s).
    public var startTimeout = MediaTime(value: 5, timescale: 1)
    /// The time without frames after which sessions report `CaptureSession.Event.didStall`.
    ///
    /// The default is 1 s, or ten frame durations if those are longer. `MediaTime.positiveInfinity` disables the
    /// report.
    public var stallNotice = MediaTime(value: 1, timescale: 1)
    /// The time without frames after which the stream fails as stalled.
    ///
    /// The default is 5 s, or ten frame durations if those are longer. `MediaTime.positiveInfinity` disables the
    /// timeout.
    public var stallTimeout = MediaTime(value: 5, timescale: 1)

    /// Creates the default options.
    public init() {}
  }

  /// The camera's name, unique ID and position.
  public let identity: CaptureDevice.Identity
  let node: PipeWireNode
  let options: Options

  init(_ node: PipeWireNode, options: Options) {
    self.node = node
    self.options = options
    identity = node.identity
  }

  /// The name in error messages.
  var subject: String { "\(identity.localizedName) (\(identity.uniqueID))" }

  /// Returns the formats that can be decoded, in the source's order.
  public func formats() throws(CaptureError) -> [CaptureDevice.Format] { PipeWireOffer.formats(of: try offers()) }

  /// Returns the codes of the formats that cannot be decoded.
  public func undecodableFormats() throws(CaptureError) -> [FourCharCode] {
    PipeWireOffer.undecodableCodes(of: try offers())
  }

  /// A list that the bridge's callback appends to.
  private final class Offers {
    var list: [PipeWireOffer] = []
  }

  private func offers() throws(CaptureError) -> [PipeWireOffer] {
    let connection = try PipeWireConnection()
    let offers = Offers()
    let status = cpipewire_enumerate_formats(
      connection.handle, node.id, PipeWireConnection.answerTimeout,
      { context, offer in
        guard let context, let offer else { return }
        Unmanaged<Offers>.fromOpaque(context).takeUnretainedValue().list.append(PipeWireOffer(offer.pointee))
      }, Unmanaged.passUnretained(offers).toOpaque())
    if status < 0 { throw .noDaemon(status) }
    return offers.list
  }

  /// Starts a stream.
  public func startStreaming(
    _ configuration: CaptureStreamConfiguration, to sink: any CaptureDeviceSink
  ) throws(CaptureError) -> any CaptureStream {
    let stream = try PipeWireStream(self, configuration, sink)
    try stream.start()
    return stream
  }
}
