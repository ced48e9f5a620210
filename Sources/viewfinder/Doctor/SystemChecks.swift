import Glibc
import OpenCapture
import OpenCaptureCommandSupport
import OpenCapturePublishing

/// The checks of optional libraries, and of ZBar's security.
enum LibraryChecks {
  static var findings: [Finding] {
    [ZBarCheck.ofSystem.finding] + zxing + [drawing] + fonts + [movies] + PageEngine.allCases.map(pages)
      + [faces, faceModel, window, publishing, sandbox]
  }

  /// The check of zxing-cpp; empty if the build does not use it.
  private static var zxing: [Finding] {
    #if ZXing
      let subject = "codes: zxing-cpp \(ZXingEngine().version)"
      return [
        ZXingEngine.isCorrected
          ? .well("\(subject), with the correction of issue 1150")
          : .note(
            "\(subject): without the correction of issue 1150, a damaged QR code can keep a search busy forever",
            hint: "upgrade zxing-cpp to a version after 3.1.1, and build again")
      ]
    #else
      return []
    #endif
  }

  private static var drawing: Finding {
    check("drawing", "Cairo and Pango", without: "codes and faces cannot be outlined") {
      var picture = try PixelBuffer(format: .bgra, width: 1, height: 1)
      try Overlay().draw([], on: &picture, through: PictureTransform(from: .unit, to: .unit))
    }
  }

  /// Checks for fonts of all scripts that labels can contain.
  private static var fonts: [Finding] {
    guard let missing = try? LabelScript.missing() else { return [] }
    guard !missing.isEmpty else { return [.well("labels: fonts for " + LabelScript.allCases.words)] }
    return missing.map { script in
      let text = "labels: no font for \(script.name), which appears as boxes"
      let hint = "sudo apt install \(script.fontPackage)"
      return script == .latin ? .limited(text, hint: hint) : .note(text, hint: hint)
    }
  }

  private static var movies: Finding {
    let lost = "movies, WebP and other picture formats cannot be read, and nothing can be recorded"
    return check("movies", "FFmpeg", without: lost) { try MovieEngine.load() }
  }

  private static var window: Finding {
    check("window", "SDL", isOptional: true, without: "no window can be opened") { try SDLLibrary.load() }
  }

  private static var publishing: Finding {
    check("publishing", "libmosquitto", isOptional: true, without: "nothing can be published to MQTT brokers") {
      try MosquittoLibrary.load()
    }
  }

  /// Checks whether a library can be loaded.
  ///
  /// - Parameter lost: What cannot be done without the library.
  private static func check(
    _ subject: String, _ library: String, isOptional: Bool = false, without lost: String, _ load: () throws -> Void
  ) -> Finding {
    do {
      try load()
      return .well("\(subject): \(library)")
    } catch {
      let described = error as? any DescribedError
      let text = "\(lost): \(described?.reason ?? "\(error)")"
      return isOptional ? .note(text, hint: described?.hint) : .limited(text, hint: described?.hint)
    }
  }

  /// Checks for the kernel's sandbox features.
  private static var sandbox: Finding {
    let support = Sandbox.support
    if support.files.isOn, support.calls.isOn { return .well(support.words) }
    return .note(support.words, hint: "use Linux 5.13 or newer with Landlock and seccomp enabled")
  }

  private static func pages(_ engine: PageEngine) -> Finding {
    let (formats, files) =
      switch engine {
      case .poppler: ("PDF", "PDF documents")
      case .libheif: ("HEIC and AVIF", "HEIC and AVIF photos")
      case .libtiff: ("TIFF", "TIFF pictures")
      }
    return check(formats, engine.name, without: "\(files) cannot be read") { try engine.load() }
  }

  private static var faces: Finding {
    check("faces", "OpenCV's cascades", without: "faces cannot be found") { _ = try FaceDetector() }
  }

  private static var faceModel: Finding {
    do throws(FaceError) {
      let path = try FaceModelLocator().path()
      _ = try YuNetEngine(contentsOf: path)
      return .well("faces: YuNet with --with faces:engine=yunet (\(path))")
    } catch {
      let text =
        error.code == .modelNotFound
        ? "no model for YuNet; cascades find the faces" : "YuNet cannot be used: \(error.subject): \(error.reason)"
      return .note("faces: " + text, hint: error.hint)
    }
  }
}

extension [LabelScript] {
  fileprivate var words: String { map(\.name).joined(separator: ", ") }
}

/// The checks whether graphics processors can encode movies, which is optional.
enum GraphicsProcessorCheck {
  static var findings: [Finding] { GraphicsProcessors.paths.map(finding) }

  private static func finding(about path: String) -> Finding {
    let subject = "graphics processor (\(path))"
    guard access(path, R_OK | W_OK) == 0 else {
      return .note("\(subject): no permission to open it", hint: DeviceAccess.hint(path))
    }
    guard GraphicsProcessors.encodesH264(path) else {
      return .note(
        "\(subject): no H.264 encoder for VA-API; the CPU is used",
        hint: """
          if the hardware has one: sudo apt install mesa-va-drivers intel-media-va-driver; vainfo shows more
          """)
    }
    return .well("\(subject): encodes H.264 by VA-API if the CPU is too slow")
  }
}

/// The check of PipeWire, which provides cameras without a V4L2 driver and those that another program uses.
enum PipeWireCheck {
  static var findings: [Finding] { portal + daemon }

  /// The check of the camera portal; empty if the process does not need one.
  private static var portal: [Finding] {
    guard let portal = CameraPortal.system else { return [] }
    do throws(CaptureError) {
      let camera = try portal.hasCamera() ? "a camera" : "no camera"
      let subject = "camera portal \(try portal.version()): \(camera)"
      return switch portal.authorizationStatus {
      case .authorized: [.well("\(subject), access allowed")]
      default: [.note("\(subject), access not allowed yet", hint: "allow it when a program asks for it")]
      }
    } catch {
      return [.limited("cameras of the portal cannot be used: \(error.reason)", hint: error.hint)]
    }
  }

  private static var daemon: [Finding] {
    do throws(CaptureError) {
      let status = try PipeWireStatus()
      let version = status.daemonVersion.map { " \($0)" } ?? ""
      // The portal hides the session manager.
      guard status.hasSessionManager || CameraPortal.system != nil else {
        return [
          .note(
            "PipeWire\(version): no session manager runs, so its cameras cannot be used",
            hint: "sudo apt install wireplumber; systemctl --user start wireplumber")
        ]
      }
      return [.well("PipeWire\(version): \(status.cameraCount) cameras")]
    } catch {
      return [.note("cameras of PipeWire cannot be used: \(error.reason)", hint: error.hint)]
    }
  }
}

/// The check of the camera file, which must be valid and private.
enum NetworkCameraCheck {
  /// The result; empty if the file does not exist.
  static var findings: [Finding] {
    do throws(CaptureError) {
      let count = try NetworkCameraFile().entries.count
      guard count > 0, let path = NetworkCameraFile.path else { return [] }
      return [.well("network cameras: \(count) in \(path)")]
    } catch {
      return [.wrong("network cameras: \(error.subject): \(error.reason)", hint: error.hint)]
    }
  }
}
