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
  /// The values that were set here, by property.
  private let settings = Locked<[UInt32: PipeWireControl.Setting]>([:])

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

  /// Returns the controls that the source passes on; one whose value it does not report has the value last set here.
  public func controls() throws(CaptureError) -> [CaptureControl] {
    try describedControls(PipeWireConnection()).map(\.control)
  }

  /// Returns the value of a control.
  public func value(of control: CaptureControl.Name) throws(CaptureError) -> Int64 {
    try find(control, PipeWireConnection()).control.value
  }

  /// Sets a control.
  public func setValue(_ value: Int64, of control: CaptureControl.Name) throws(CaptureError) -> Int64 {
    let connection = try PipeWireConnection()
    let found = try find(control, connection)
    let status = connection.set(found, to: value, of: node.id)
    guard status == 0 else {
      throw CaptureError(
        .deviceFailed, subject: subject, errno: -status,
        reason: "cannot set \(control) to \(value): \(SystemErrorMessages.reason(for: -status))")
    }
    let setting = PipeWireControl.Setting(number: found.number(of: value), reported: found.reported)
    settings.withLock { $0[found.id] = setting }
    return try find(control, connection).control.value
  }

  private func find(
    _ name: CaptureControl.Name, _ connection: PipeWireConnection
  ) throws(CaptureError) -> PipeWireControl {
    guard let found = try describedControls(connection).first(where: { $0.control.name == name }) else {
      throw CaptureError(.unsupported, subject: subject, reason: "the camera has no control \(name)")
    }
    return found
  }

  private func describedControls(_ connection: PipeWireConnection) throws(CaptureError) -> [PipeWireControl] {
    try connection.controls(of: node.id, after: settings.withLock { $0 })
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
