import OpenCaptureSystem
import COpenCaptureOpenCV
public import OpenCaptureMediaSamples

/// The engine of OpenCV's Haar cascades.
///
/// Threads that call it at once take turns, because a cascade serves one at a time: give each its own.
public final class HaarEngine: FaceEngine {
  private struct Cascades: Lockable, @unchecked Sendable {
    // Reached by one thread at a time only, behind the lock below.
    var loaded: [FaceView: HaarCascade] = [:]
  }

  private let cascades: Locked<Cascades>
  private let windowSizes: [FaceView: Int]

  /// Reads the cascades.
  ///
  /// - Parameter search: Where they are; default the environment's folder, `Models` beside the program, the system's.
  /// - Throws: ``FaceError`` where one isn't there, or isn't one; it says where it was looked for.
  public init(_ search: CascadeSearch = CascadeSearch()) throws(FaceError) {
    var cascades = Cascades()
    for view in FaceView.allCases {
      cascades.loaded[view] = try HaarCascade(contentsOf: search.path(of: view.cascadeFileName))
    }
    windowSizes = cascades.loaded.mapValues(\.window)
    self.cascades = Locked(cascades)
  }

  /// `opencv-haar`.
  public let name = "opencv-haar"

  /// OpenCV's own version.
  public var version: String { String(cString: copencv_version()) }

  /// The side of the window that the cascade was trained on.
  public func smallestWindow(for view: FaceView) -> Int { windowSizes[view] ?? 20 }

  /// All windows that pass every stage of the view's cascade.
  public func windows(
    in picture: PixelBuffer, view: FaceView, sizes: ClosedRange<Int>, step: Double
  ) throws(FaceError) -> [CascadeWindow] {
    try cascades.withLock { (cascades) throws(FaceError) in
      guard let cascade = cascades.loaded[view] else { return [] }
      return try cascade.windows(in: picture, sizes: sizes, step: step)
    }
  }
}

extension FaceView {
  /// The file of the cascade that judges it.
  ///
  /// `Models/README.md` says where they come from, and why these; `Models/SHA256SUMS` has the checksums of the files that
  /// all figures were measured with.
  public var cascadeFileName: String {
    switch self {
    case .frontal: "haarcascade_frontalface_alt2.xml"
    case .confirmation: "haarcascade_frontalface_alt.xml"
    case .arbitration: "haarcascade_frontalface_default.xml"
    case .profile: "haarcascade_profileface.xml"
    }
  }
}
