public import OpenCaptureFlow
public import OpenCaptureMediaSamples
package import OpenCaptureMovies
public import OpenCaptureSession
public import OpenCaptureSystem

/// A network camera that streams by RTSP, or as JPEG by HTTP, and works like any other device.
///
///     let camera = NetworkCamera(try NetworkCameraAddress("rtsp://door.local/stream1"))
///     try session.add(CaptureDeviceInput(device: camera.device))
///
/// The camera reports its formats after the first connection. It offers its stream decoded and, for JPEG, H.264 and
/// H.265, also encoded. Encoded frames are decoded only on demand. If the connection breaks, the session is
/// interrupted and resumes when the camera is available again. Frame times are on the host's monotonic clock. They
/// keep the intervals of the stream, and follow the camera's time of day if it is plausible.
public final class NetworkCamera: CaptureDeviceDriver {
  /// Options for the connection to a camera.
  public struct Options: Sendable, Hashable {
    /// Whether RTP uses UDP instead of the RTSP connection; default false, which avoids packet loss.
    public var usesDatagrams = false
    /// The bearer token for `http` and `https` (`Authorization: Bearer`); default none.
    ///
    /// The web page of `viewfinder serve` requires one. With a token, redirects are not followed.
    public var token: String?
    /// The path of a PEM file with additional trusted certificates for `https`; default none.
    ///
    /// FFmpeg 5.1 does not verify the certificate of `rtsps`: the connection is encrypted, but the camera's identity is
    /// unknown.
    public var trustedCertificates: String?
    /// The timeout for connecting and for each frame; default 5 s.
    public var timeout = MediaTime(value: 5, timescale: 1)
    /// The time without a frame after which a stall is reported (`CaptureSession.Event.didStall`); default 1 s.
    public var stallNotice = MediaTime(value: 1, timescale: 1)

    /// Creates the default options.
    public init() {}
  }

  /// The name and address of the camera.
  public let identity: CaptureDevice.Identity
  /// The address of the camera.
  public let address: NetworkCameraAddress
  private let connection: NetworkConnection
  private let stallNotice: MediaTime
  private let made = Locked(Made())

  private struct Made: Lockable {
    /// The device for this camera, which retains the camera.
    weak var device: CaptureDevice?
  }

  /// Creates a camera without connecting to it.
  ///
  /// - Parameters:
  ///   - address: The address of the camera.
  ///   - uniqueID: The identifier for programs; default the address.
  ///   - localizedName: The name for users; default the address.
  ///   - position: The position of the camera; default unspecified.
  ///   - options: Options for the connection.
  public convenience init(
    _ address: NetworkCameraAddress, uniqueID: String? = nil, localizedName: String? = nil,
    position: CaptureDevice.Position = .unspecified, options: Options = Options()
  ) {
    self.init(
      address, uniqueID: uniqueID, localizedName: localizedName, position: position, options: options, opener: nil)
  }

  /// Creates a camera without connecting to it.
  ///
  /// - Parameter opener: Opens the stream for decoded frames, the only ones then. Default: decoding in this process.
  package init(
    _ address: NetworkCameraAddress, uniqueID: String?, localizedName: String?,
    position: CaptureDevice.Position = .unspecified, options: Options, opener: NetworkStreamOpener?
  ) {
    self.address = address
    let name = localizedName ?? address.description
    identity = CaptureDevice.Identity(
      uniqueID: uniqueID ?? address.description, localizedName: name, deviceType: .network, position: position,
      path: address.description)
    stallNotice = options.stallNotice
    connection = NetworkConnection(address, name: name, options, opener: opener)
  }

  /// The camera as a capture device; the same object as long as a reference to it exists.
  public var device: CaptureDevice {
    made.withLock { made in
      let device = made.device ?? CaptureDevice(self)
      made.device = device
      return device
    }
  }

  /// Returns the decoded format and, if possible, the encoded format of the stream; connects if necessary.
  ///
  /// The encoded format is available for JPEG, and for H.264 and H.265 without reordered frames.
  public func formats() throws(CaptureError) -> [CaptureDevice.Format] { try connection.formats() }

  /// Starts streaming.
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
  /// A network camera; AVFoundation has no such type.
  public static let network = CaptureDevice.DeviceType(rawValue: "network")
}
