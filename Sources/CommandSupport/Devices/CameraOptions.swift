import Glibc
package import ArgumentParser
package import OpenCaptureSession

/// The defaults of a command's camera options.
package protocol CameraOptionDefaults: SendableMetatype {
  /// The session preset if the user gives none.
  static var preset: CaptureSession.Preset { get }
  /// Other values of `--camera`, as text for its help. Default: empty.
  static var alternative: String { get }
  /// A way to get other sizes than those of presets, as text for errors. Default: empty.
  static var otherSizes: String { get }
}

extension CameraOptionDefaults {
  package static var alternative: String { "" }
  package static var otherSizes: String { "" }
}

/// A command that analyses or shows live frames.
package enum LiveFrames: CameraOptionDefaults {
  package static let preset = CaptureSession.Preset.high
}

/// A command that shows live frames in a view of any size.
package enum ViewedFrames: CameraOptionDefaults {
  package static let preset = CaptureSession.Preset.high
  package static let otherSizes = "; for any size use --size"
}

/// A command that takes photos.
package enum Photos: CameraOptionDefaults {
  package static let preset = CaptureSession.Preset.photo
}

/// A command that records video, or sound only without a camera.
package enum Recordings: CameraOptionDefaults {
  package static let preset = CaptureSession.Preset.high
  package static let alternative = ", or none to record sound only"
}

/// The camera options of a command that analyses live frames.
package typealias CameraOptions = CameraOptionsFor<LiveFrames>

/// The options that choose a camera and its preset.
package struct CameraOptionsFor<Use: CameraOptionDefaults>: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      """
      Use a live camera: default (the first one), synthetic (built in), an ID or device file, rtsp://HOST/PATH, \
      http://HOST/PATH, or a name that viewfinder cameras lists\(Use.alternative).
      """,
      valueName: "ID"),
    completion: .custom { _, _, _ in CameraCatalog.names })
  package var camera: String?

  @Option(
    help: ArgumentHelp(
      "Use a camera preset: \(Self.presetNames) (default: \(Use.preset.name)).",
      valueName: "PRESET"), completion: .list(CaptureSession.Preset.all.dropLast().map(\.name)),
    transform: Self.preset)
  package var preset: CaptureSession.Preset = Use.preset

  @Option(
    help: ArgumentHelp(
      """
      Show this movie, picture or folder of pictures to the synthetic camera (default: a frame counter as a code, \
      and faces).
      """,
      valueName: "PATH"), completion: .file())
  package var scene: String?

  /// The network camera that `--camera` names, after ``find()``.
  package private(set) var networkEntry: NetworkCameraEntry?
  /// The workers that decode the network camera's stream; nil if this process decodes it.
  private var workers: NetworkStreamWorkers?

  package init() {}

  private enum CodingKeys: CodingKey { case camera, preset, scene }

  package func validate() throws {
    if scene != nil, camera != CameraCatalog.syntheticName {
      throw ValidationError("--scene needs --camera synthetic.")
    }
  }

  /// The camera's name; that of the system's first camera without `--camera`.
  package var name: String { camera ?? CameraCatalog.defaultName }

  /// The identities of the scene's files, so that no output overwrites them.
  package var inputs: Set<FileIdentity> { scene.map { SceneFile.identities(InputPath(argument: $0)) } ?? [] }

  /// Looks up the network camera that `--camera` names, while the file with its password is still readable.
  ///
  /// - Parameters:
  ///   - isolation: The process that decodes its stream, as requested by the user. Default: a worker.
  ///   - sandbox: The option that determines whether the worker gives up its rights.
  /// - Throws: `CaptureError` if the file cannot be read, or if the command line contains a password; ``CommandError``
  ///   if no worker can be started; `ValidationError` if a worker is requested for another camera.
  package mutating func find(isolation: Isolation? = nil, _ sandbox: SandboxOptions) throws {
    guard let camera else { return }
    networkEntry = try NetworkCameraEntry.named(camera)
    guard let networkEntry else {
      guard isolation != .process else {
        throw ValidationError("--isolation process is for files and network cameras.")
      }
      return
    }
    self.camera = networkEntry.name
    if isolation != Isolation.none { workers = try NetworkStreamWorkers(isLocked: !sandbox.noSandbox) }
  }

  /// Checks that the camera and its scene exist, after ``find()`` and without starting a thread.
  ///
  /// - Throws: `CaptureError` that names what is missing.
  package func check() throws(CaptureError) {
    if let scene, FileKind(of: InputPath(argument: scene)) == nil {
      throw CaptureError(.mediaFailed, subject: scene, systemError: ENOENT)
    }
    if networkEntry == nil { try CameraCatalog.check(name) }
  }

  /// The sandbox rights that the camera needs.
  package var sandbox: Sandbox {
    if let networkEntry { return Sandbox(for: networkEntry, isDecodedByWorker: workers != nil) }
    var sandbox = Sandbox(readable: scene.map { SceneFile.places(InputPath(argument: $0)) } ?? [])
    sandbox.usesCameras = true
    sandbox.usesPipeWire = CameraCatalog.mayNeedPipeWire(name)
    return sandbox
  }

  /// Returns the available cameras; the synthetic camera shows the scene.
  ///
  /// - Throws: `CaptureError` if the scene cannot be read.
  package func catalog() throws(CaptureError) -> CameraCatalog {
    if let networkEntry { return CameraCatalog(only: networkEntry.camera(decodedBy: workers)) }
    guard let scene else { return CameraCatalog() }
    let path = InputPath(argument: scene)
    do { return CameraCatalog(scene: try SceneFile.scene(path)) } catch {
      throw CaptureError(.mediaFailed, subject: "--scene", error)
    }
  }

  private static var presetNames: String {
    CaptureSession.Preset.all.dropLast().map(\.name).joined(separator: ", ")
  }

  private static func preset(_ name: String) throws -> CaptureSession.Preset {
    guard let preset = CaptureSession.Preset(name: name) else {
      throw ValidationError("Unknown preset \(name). Presets: \(Self.presetNames)\(Use.otherSizes)")
    }
    return preset
  }
}
