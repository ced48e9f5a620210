import OpenCapture

/// Whether what is loaded on demand is there, and what codes are read with is safe.
enum LibraryChecks {
  static var findings: [Finding] { [ZBarCheck.ofSystem.finding, drawing, movies, faces] }

  private static var drawing: Finding {
    do {
      var picture = try PixelBuffer(format: .bgra, width: 1, height: 1)
      try Overlay().draw([], on: &picture, through: PictureTransform(from: .unit, to: .unit))
      return .well("drawing: Cairo and Pango")
    } catch {
      return .wrong("\(error)", remedy: nil)
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

  private static var faces: Finding {
    do throws(FaceError) {
      _ = try FaceDetector()
      return .well("faces: OpenCV's cascades")
    } catch {
      return .wrong("faces: \(error.subject): \(error.reason)", remedy: error.remedy)
    }
  }
}
