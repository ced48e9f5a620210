import COpenCaptureOpenCV
import Glibc
public import OpenCaptureMediaSamples
public import OpenCaptureSystem

/// An engine that uses OpenCV's Haar cascades.
///
/// A cascade serves one thread at a time, so concurrent calls take turns. For parallel work, create one engine per
/// thread.
public final class HaarEngine: FaceEngine {
  private struct Cascades: Lockable, @unchecked Sendable {
    // Access is serialized by the lock below.
    var loaded: [FaceView: HaarCascade] = [:]
  }

  private let cascades: Locked<Cascades>
  private let windowSizes: [FaceView: Int]

  /// Loads the cascades.
  ///
  /// - Parameters:
  ///   - search: The search for the cascades. Default: the environment's folder, `Models` beside the program, or the
  ///     system's folders.
  ///   - ownCascades: The paths of other cascades, such as ones that you trained, by view. Default: none.
  /// - Throws: ``FaceError`` if a cascade is missing or invalid. The error lists the searched folders.
  public init(
    _ search: CascadeLocator = CascadeLocator(), ownCascades: [FaceView: String] = [:]
  ) throws(FaceError) {
    var cascades = Cascades()
    for view in FaceView.allCases {
      let path = if let own = ownCascades[view] { own } else { try search.path(of: view.cascadeFileName) }
      cascades.loaded[view] = try HaarCascade(contentsOf: path)
    }
    windowSizes = cascades.loaded.mapValues(\.window)
    self.cascades = Locked(cascades)
  }

  /// The engine's name, `opencv-haar`.
  public let name = "opencv-haar"

  /// The version of OpenCV.
  public var version: String { String(cString: copencv_version()) }

  /// Returns the side of the cascade's training window.
  public func smallestWindow(for view: FaceView) -> Int { windowSizes[view] ?? 20 }

  /// Returns all windows that pass every stage of the view's cascade.
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
  /// The file name of the cascade for this view.
  ///
  /// `Models/README.md` describes the sources of the cascades and the reasons for their selection.
  /// `Models/SHA256SUMS` has the checksums of the files used for all measurements.
  public var cascadeFileName: String {
    switch self {
    case .frontal: "haarcascade_frontalface_alt2.xml"
    case .confirmation: "haarcascade_frontalface_alt.xml"
    case .arbitration: "haarcascade_frontalface_default.xml"
    case .profile: "haarcascade_profileface.xml"
    }
  }
}

/// A loaded cascade, for one thread at a time.
final class HaarCascade {
  private let pointer: OpaquePointer
  private let path: String

  /// The side of the training window, in pixels.
  let window: Int

  /// Loads a cascade.
  init(contentsOf path: String) throws(FaceError) {
    guard access(path, R_OK) == 0 else {
      let error = SystemError(code: errno)
      throw FaceError(.cascadeUnusable, subject: path, errno: error.errno, reason: error.description)
    }
    var failure = copencv_error()
    guard let pointer = copencv_cascade_open(path, &failure) else {
      throw FaceError(.cascadeUnusable, subject: path, reason: failure.text)
    }
    self.pointer = pointer
    self.path = path
    window = Int(copencv_cascade_window(pointer))
  }

  deinit { copencv_cascade_close(pointer) }

  /// Returns all windows that pass.
  func windows(
    in picture: PixelBuffer, sizes: ClosedRange<Int>, step: Double
  ) throws(FaceError) -> [CascadeWindow] {
    var found: [CascadeWindow] = []
    var failure = copencv_error()
    let isDone = picture.withUnsafePlane(0) { bytes in
      withUnsafeMutablePointer(to: &found) { target in
        copencv_cascade_scan(
          pointer, copencv_picture(picture, bytes), step, Int32(clamping: sizes.lowerBound),
          Int32(clamping: sizes.upperBound), Self.take, target, &failure)
      }
    }
    guard isDone else { throw FaceError(.engineFailed, subject: path, reason: failure.text) }
    return found
  }

  private static let take: @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<copencv_rect>?, Int) -> Void = {
    target, windows, count in
    guard let target else { return }
    let found = UnsafeBufferPointer(start: windows, count: count).map { window in
      CascadeWindow(x: Int(window.x), y: Int(window.y), size: Int(window.width))
    }
    target.assumingMemoryBound(to: [CascadeWindow].self).pointee = found
  }
}

extension copencv_error {
  /// The message from OpenCV.
  var text: String { withUnsafeBytes(of: message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) } }
}

extension copencv_picture {
  /// Creates a view of a grey picture's pixels, which must outlive it.
  init(_ picture: PixelBuffer, _ bytes: UnsafeRawBufferPointer) {
    self.init(
      bytes: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes_per_row: picture.planes[0].bytesPerRow,
      width: Int32(clamping: picture.width), height: Int32(clamping: picture.height))
  }
}
