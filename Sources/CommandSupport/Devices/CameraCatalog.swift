import OpenCaptureCameras
import OpenCaptureFiles
package import OpenCaptureFlow
package import OpenCaptureNetworkCameras
import OpenCapturePipeWire
package import OpenCaptureSession
package import OpenCaptureSyntheticDevices
import OpenCaptureSystem
import Glibc

/// A list of the cameras that commands know.
///
/// It holds the system's cameras, network cameras, and a built-in synthetic camera that needs no hardware. A camera that
/// V4L2 and PipeWire have is listed once; the prefixes `v4l2:` and `pipewire:` select one of the two.
package struct CameraCatalog: Sendable {
  /// The name of the system's first camera.
  package static let defaultName = "default"
  /// The name of the built-in synthetic camera.
  package static let syntheticName = "synthetic"

  /// The beginning of a name that selects a camera by its V4L2 driver.
  package static let v4l2Prefix = "v4l2:"

  private let system: ConnectedCameras?
  private let network: [CaptureDevice]
  private let synthetic: CaptureDevice

  /// Searches for cameras.
  ///
  /// - Parameters:
  ///   - scene: The scene of the synthetic camera. Default: a code and faces.
  ///   - network: The network cameras. Default: none.
  package init(scene: any SyntheticScene = CodeAndFaces(), network: [NetworkCamera] = []) {
    system = ConnectedCameras()
    self.network = network.map(\.device)
    synthetic = SyntheticCamera(scene: scene, uniqueID: Self.syntheticName).device
  }

  /// Makes a list of one network camera, for a process that has no access to the system's cameras.
  package init(only camera: NetworkCamera) {
    system = nil
    network = [camera.device]
    synthetic = SyntheticCamera(uniqueID: Self.syntheticName).device
  }

  /// The system's cameras.
  package var systemDevices: [CaptureDevice] { system?.devices ?? [] }

  /// All cameras; the synthetic camera is last.
  package var devices: [CaptureDevice] { systemDevices + network + [synthetic] }

  /// The values of `--camera` that name a camera, for completion.
  package static var names: [String] {
    let network = (try? NetworkCameraFile())?.entries.map(\.name) ?? []
    return [defaultName, syntheticName] + ConnectedCameras.connectedIdentities.map(\.uniqueID) + network
  }

  /// Whether a name is reserved, so that a network camera cannot have it.
  static func isReservedName(_ name: String) -> Bool {
    [defaultName, syntheticName, "none"].contains(name) || name.contains("/")
  }

  /// Returns the camera with a unique ID or device file, or the first one for ``defaultName``.
  ///
  /// - Throws: ``CaptureError`` that lists the available cameras.
  package func device(_ name: String) throws(CaptureError) -> CaptureDevice {
    let isDefault = name == Self.defaultName
    if let file = Self.deviceFile(name) {
      // Without PipeWire's cameras, V4L2's has no alternative.
      let found = SystemCameras().devices.first { $0.uniqueID == file || $0.identity.path == file }
      if let found { return found }
    }
    let candidates = isDefault ? systemDevices : devices + (system?.pipeWireCameras.devices ?? [])
    let found = candidates.first { isDefault || $0.uniqueID == name || $0.identity.path == name }
    guard let found else { throw .noCamera(name, among: devices.map(\.uniqueID)) }
    return found
  }

  /// Returns the unique ID or device file after the prefix of V4L2's cameras; nil without the prefix.
  private static func deviceFile(_ name: String) -> String? {
    name.hasPrefix(v4l2Prefix) ? String(name.dropFirst(v4l2Prefix.count)) : nil
  }

  /// Returns whether a camera of PipeWire may be used under a name, which needs the daemon's socket.
  ///
  /// A camera with a V4L2 driver needs PipeWire if its device file is in use or not readable.
  package static func mayNeedPipeWire(_ name: String) -> Bool {
    if name == syntheticName || deviceFile(name) != nil { return false }
    let files = SystemCameras.connectedIdentities
    let file = files.first { name == defaultName || $0.uniqueID == name || $0.path == name }
    guard let path = file?.path else { return true }
    return access(path, R_OK | W_OK) != 0 || !DeviceFileUsers.describe(path).isEmpty
  }

  /// Checks that the system's cameras or the synthetic one have a name, without starting a thread.
  ///
  /// - Throws: ``CaptureError`` that lists the available cameras.
  static func check(_ name: String) throws(CaptureError) {
    guard name != syntheticName else { return }
    let file = deviceFile(name)
    let wanted = file ?? name
    let files = SystemCameras.connectedIdentities
    func has(_ list: [CaptureDevice.Identity]) -> Bool {
      list.contains { wanted == defaultName || $0.uniqueID == wanted || $0.path == wanted }
    }
    // PipeWire is asked only for a camera that V4L2 does not have.
    if has(files) { return }
    let others = PipeWireCameras.connectedIdentities
    let connected = files + others
    let isFound = file == nil && has(others)
    if !isFound { throw .noCamera(name, among: connected.map(\.uniqueID) + [syntheticName]) }
  }
}

extension CaptureError {
  /// Returns the error for a missing camera; the reason is a whole sentence.
  fileprivate static func noCamera(_ name: String, among available: [String]) -> Self {
    guard name != CameraCatalog.defaultName else {
      return noDevice("No camera found. Run `viewfinder doctor`, or try `viewfinder --camera synthetic`.")
    }
    return noDevice("No camera named '\(name)'. Available: \(available.joined(separator: ", "))")
  }

  /// Returns the error for a missing camera or microphone with a sentence as its reason.
  static func noDevice(_ sentence: String) -> Self { Self(.noSuchDevice, subject: "", reason: sentence) }
}

/// The scene of the synthetic camera: a movie, a picture or a folder of pictures.
package enum SceneFile {
  /// The limits for a picture, which is held as BGRA, as NV12 and upright.
  private static let limits = PictureLimits.forCommands(bytesPerPixel: 8)

  /// Opens a scene.
  ///
  /// - Throws: `PictureError`, `MovieError` or ``SystemError`` if the scene cannot be read.
  package static func scene(_ path: InputPath) throws -> any SyntheticScene {
    if FileKind(of: path) == .directory { return try PictureScene(folder: path.text, limits: limits) }
    switch try MediaInput.open(Input(path: path, isNamed: true), limits: limits) {
    case nil: return CodeAndFaces()
    case .picture(let picture): return try still(picture.sampleBuffer())
    case .pages(let pages): return try still(pages.page(1).sampleBuffer)
    case .movie(let movie): return try PictureScene(movie: movie)
    }
  }

  private static func still(_ sample: SampleBuffer) throws -> PictureScene {
    PictureScene(still: try sample.image(as: .nv12).uprightCopy(sample.orientation))
  }

  /// Returns the identities of a scene's files, so that no output overwrites them.
  static func identities(_ path: InputPath) -> Set<FileIdentity> {
    Set(places(path).compactMap { FileIdentity(ofInput: $0) })
  }

  /// Returns a file, or a folder and its files.
  static func places(_ path: InputPath) -> [InputPath] {
    let files = FileKind(of: path) == .directory ? FileSystem.names(in: path.text) : []
    return [path] + files.map { path.appending(InputPath($0)) }
  }
}
