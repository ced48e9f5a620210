import OpenCaptureFlow
package import ArgumentParser
package import OpenCaptureSession
import OpenCaptureMediaSamples

/// What a command wants of a camera.
package protocol CameraUse: SendableMetatype {
  /// What is asked of it where the person doesn't say.
  static var preset: CaptureSession.Preset { get }
  /// What else can be said in place of a camera's name, as the option's help tells it. Default nothing.
  static var alternative: String { get }
}

extension CameraUse {
  package static var alternative: String { "" }
}

/// A command that looks at frames, or shows them.
package enum LiveFrames: CameraUse {
  package static let preset = CaptureSession.Preset.high
}

/// A command that takes photos.
package enum Photos: CameraUse {
  package static let preset = CaptureSession.Preset.photo
}

/// A command that records, and needs no camera for sound alone.
package enum Recordings: CameraUse {
  package static let preset = CaptureSession.Preset.high
  package static let alternative = ", none for sound alone"
}

/// Which camera a command that looks at frames works on.
package typealias CameraOptions = CameraOptionsFor<LiveFrames>

/// Which camera a command works on, and what is asked of it.
package struct CameraOptionsFor<Use: CameraUse>: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      """
      Work on a camera, live: default is the first, synthetic a built-in one, others by ID or device file, on the network by \
      rtsp://HOST/PATH, http://HOST/PATH or a name as viewfinder cameras lists it\(Use.alternative).
      """,
      valueName: "ID"))
  package var camera: String?

  @Option(
    help: ArgumentHelp(
      "What to ask of the camera, default \(Use.preset.rawValue): \(CaptureSession.Preset.all.dropLast().map(\.rawValue).joined(separator: ", ")).",
      valueName: "PRESET"), transform: Self.preset)
  package var preset: CaptureSession.Preset = Use.preset

  @Option(
    help: ArgumentHelp(
      "What the synthetic camera sees: a movie, a picture or a folder of them; default a code that counts frames, and faces.",
      valueName: "PATH"), completion: .file())
  package var scene: String?

  /// The camera on the network that is meant, once that was found out.
  package private(set) var onNetwork: NetworkCameraEntry?

  package init() {}

  private enum CodingKeys: CodingKey { case camera, preset, scene }

  package func validate() throws {
    if scene != nil, camera != CameraCatalog.syntheticName {
      throw ValidationError("--scene is what --camera synthetic sees.")
    }
  }

  /// What tells the files that the synthetic camera sees from others, so that none is written over.
  package var inputs: Set<FileIdentity> { scene.map { SceneFile.identities(InputPath(argument: $0)) } ?? [] }

  /// Finds out which camera is meant, where it is one on the network, as long as the file with its password can be read.
  ///
  /// - Throws: `CaptureError` where that can't be read, or a password stands on the command line.
  package mutating func find() throws(CaptureError) {
    guard let camera else { return }
    onNetwork = try NetworkCameraEntry.named(camera)
    if let onNetwork { self.camera = onNetwork.name }
  }

  /// What working on the camera needs.
  package var sandbox: Sandbox {
    if let onNetwork { return Sandbox(for: onNetwork) }
    var sandbox = Sandbox(readable: scene.map { SceneFile.places(InputPath(argument: $0)) } ?? [])
    sandbox.usesCameras = true
    return sandbox
  }

  /// The cameras, the synthetic one before its scene.
  ///
  /// - Throws: `CaptureError` where that can't be read.
  package func catalog() throws(CaptureError) -> CameraCatalog {
    if let onNetwork { return CameraCatalog(only: onNetwork.camera()) }
    guard let scene else { return CameraCatalog() }
    let path = InputPath(argument: scene)
    do { return CameraCatalog(scene: try SceneFile.scene(path)) } catch {
      throw CaptureError(.mediaFailed, subject: "--scene", error)
    }
  }

  private static func preset(_ name: String) throws -> CaptureSession.Preset {
    let preset = CaptureSession.Preset(rawValue: name)
    guard CaptureSession.Preset.all.contains(preset) else {
      throw ValidationError("there is no preset '\(name)'.")
    }
    return preset
  }
}
