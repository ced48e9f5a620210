public import OpenCaptureFlow
public import OpenCaptureMediaSamples
import OpenCaptureMovies
public import OpenCaptureSession
import OpenCaptureSystem

/// A camera on the network, by RTSP or as JPEG by HTTP: a device like any other.
///
///     let camera = NetworkCamera(try NetworkCameraAddress("rtsp://door.local/stream1"))
///     try session.addInput(CaptureDeviceInput(device: camera.device))
///
/// Its formats are known once it was connected to: what it sends, decoded, and where that is JPEG, H.264 or H.265 the same as the
/// camera encodes it, which costs nothing until somebody wants a picture. Where the connection breaks, its session is interrupted,
/// and goes on when the camera is there again. Frames' times are on this machine's monotonic clock: the camera's own distances, and
/// what it says of the time of day where that can be true.
public final class NetworkCamera: CaptureDeviceDriver {
  /// How it is connected to.
  public struct Options: Sendable, Hashable {
    /// Whether RTP comes by UDP rather than within the connection; default false, which loses nothing on the way.
    public var usesDatagrams = false
    /// What `http` and `https` are told to be let in (`Authorization: Bearer`); default nothing.
    ///
    /// The page of `viewfinder serve` wants it. An answer that leads elsewhere is not followed then.
    public var token: String?
    /// A file in PEM with certificates that `https` trusts beside those of the system; default none.
    ///
    /// FFmpeg 5.1 checks no certificate of `rtsps`: what is sent can't be read on the way, but nobody knows who sent it.
    public var trustedCertificates: String?
    /// How long it is waited for, when it is connected to and for each frame; default 5 s.
    public var timeout = MediaTime(value: 5, timescale: 1)
    /// After which time without a frame that is told (`CaptureSession.Event.didStall`); default 1 s.
    public var stallNotice = MediaTime(value: 1, timescale: 1)

    /// Makes the usual options.
    public init() {}
  }

  /// What the camera is called, and where it is.
  public let identity: CaptureDevice.Identity
  /// Where it is.
  public let address: NetworkCameraAddress
  private let connection: NetworkConnection
  private let stallNotice: MediaTime
  private let made = Locked(Made())

  private struct Made: Lockable {
    /// Which holds this camera.
    weak var device: CaptureDevice?
  }

  /// Makes a camera, without connecting to it.
  ///
  /// - Parameters:
  ///   - address: Where it is.
  ///   - uniqueID: What it is called by programs; default its address.
  ///   - localizedName: What people call it; default its address.
  ///   - position: Default unspecified.
  ///   - options: How it is connected to.
  public init(
    _ address: NetworkCameraAddress, uniqueID: String? = nil, localizedName: String? = nil,
    position: CaptureDevice.Position = .unspecified, options: Options = Options()
  ) {
    self.address = address
    let name = localizedName ?? address.description
    identity = CaptureDevice.Identity(
      uniqueID: uniqueID ?? address.description, localizedName: name, deviceType: .network, position: position,
      path: address.description)
    stallNotice = options.stallNotice
    connection = NetworkConnection(address, name: name, options)
  }

  /// The camera as a session takes it: the same object as long as anybody holds it.
  public var device: CaptureDevice {
    made.withLock { made in
      let device = made.device ?? CaptureDevice(self)
      made.device = device
      return device
    }
  }

  /// What it sends, decoded, and then as the camera encodes it, where that can be handed on: JPEG, and H.264 and H.265 whose
  /// pictures come in the order in which they are shown.
  ///
  /// Connects to it where that isn't known yet.
  public func formats() throws(CaptureError) -> [CaptureDevice.Format] { try connection.formats() }

  /// Begins to stream.
  public func startStreaming(
    _ configuration: CaptureStreamConfiguration, to sink: any CaptureDeviceSink
  ) throws(CaptureError) -> any CaptureStream {
    let isEncoded = configuration.formatDescription.codec != nil
    let encoded = isEncoded ? try formats().first { $0.formatDescription == configuration.formatDescription } : nil
    let stream = NetworkStream(try connection.take(encoded), of: connection, stallNotice: stallNotice, to: sink)
    try stream.start()
    return stream
  }
}

extension CaptureDevice.DeviceType {
  /// A camera that is reached by the network; AVFoundation has none.
  public static let network = CaptureDevice.DeviceType(rawValue: "network")
}
