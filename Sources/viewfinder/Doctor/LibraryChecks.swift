import OpenCapture
import OpenCaptureCommandSupport
import OpenCapturePublishing

/// Whether what is loaded on demand is there, and what codes are read with is safe.
enum LibraryChecks {
  static var findings: [Finding] {
    [ZBarCheck.ofSystem.finding, drawing] + fonts + [movies] + PageEngine.allCases.map(pages)
      + [faces, window, publishing, sandbox]
  }

  private static var drawing: Finding {
    do {
      var picture = try PixelBuffer(format: .bgra, width: 1, height: 1)
      try Overlay().draw([], on: &picture, through: PictureTransform(from: .unit, to: .unit))
      return .well("drawing: Cairo and Pango")
    } catch {
      return .wrong("\(error)", remedy: nil)
    }
  }

  /// Whether labels can be read, in whatever script codes are written.
  private static var fonts: [Finding] {
    guard let missing = try? LabelScript.missing() else { return [] }
    guard !missing.isEmpty else { return [.well("labels: fonts for " + LabelScript.allCases.words)] }
    return missing.map { script in
      let text = "labels: no font has \(script.name), which shows as boxes"
      let remedy = "sudo apt-get install \(script.fontPackage)"
      return script == .latin ? .wrong(text, remedy: remedy) : .note(text, remedy: remedy)
    }
  }

  private static var movies: Finding {
    do throws(MovieError) {
      try MovieEngine.load()
      return .well("movies: FFmpeg")
    } catch {
      return .wrong("movies: \(error.reason)", remedy: error.remedy)
    }
  }

  private static var window: Finding {
    do throws(WindowError) {
      try SDLLibrary.load()
      return .well("window: SDL")
    } catch {
      return .note("window: \(error.reason)", remedy: error.remedy)
    }
  }

  private static var publishing: Finding {
    do throws(PublishingError) {
      try MosquittoLibrary.load()
      return .well("publishing: libmosquitto")
    } catch {
      return .note("publishing: \(error.reason)", remedy: error.remedy)
    }
  }

  /// What commands give up before they decode, where the kernel can take it.
  private static var sandbox: Finding {
    let support = Sandbox.support
    if support.files.isOn, support.calls.isOn { return .well(support.words) }
    return .note(support.words, remedy: "Linux 5.13 and newer have both, where they are switched on")
  }

  private static func pages(_ engine: PageEngine) -> Finding {
    let formats =
      switch engine {
      case .poppler: "PDF"
      case .libheif: "HEIC and AVIF"
      case .libtiff: "TIFF"
      }
    do throws(PictureError) {
      try engine.load()
      return .well("\(formats): \(engine.name)")
    } catch {
      return .wrong("\(formats): \(error.reason)", remedy: error.remedy)
    }
  }

  private static var faces: Finding {
    do throws(FaceError) {
      _ = try FaceDetector()
      return .well("faces: OpenCV's cascades")
    } catch {
      return .wrong("faces: \(error.subject): \(error.reason)", remedy: error.remedy)
    }
  }
}

extension [LabelScript] {
  fileprivate var words: String { map(\.name).joined(separator: ", ") }
}
