import Fixtures
import OpenCapture

/// A scene with a code and a face that move, disappear and reappear, so that trackers follow, lose and find them.
enum SoakScene {
  static let dimensions = VideoDimensions(width: 160, height: 120)

  /// The number of frames between two positions.
  private static let pace = 8
  private static let placeCount = 8

  /// The visible objects during a part of the cycle.
  private enum Part: Int, CaseIterable {
    case both, face, code, nothing

    /// The duration in frames.
    var length: Int {
      switch self {
      case .both: 64
      case .face, .nothing: 32
      case .code: 128
      }
    }
  }

  static func make() throws -> PictureScene {
    let pictures = try Part.allCases.map { part in
      try (0..<placeCount).map { try picture(part, at: $0) }
    }
    let schedule = Part.allCases.flatMap { Array(repeating: $0.rawValue, count: $0.length) }
    return PictureScene { moment in
      let frame = Int(moment.frame)
      return pictures[schedule[frame % schedule.count]][frame / pace % placeCount]
    }
  }

  private static func picture(_ part: Part, at place: Int) throws -> PixelBuffer {
    guard let symbol = QRSymbol("soak") else { throw MediaError(.noImage, subject: "soak", reason: "no such code") }
    let shift = Double(place < placeCount / 2 ? place : placeCount - place) * 1
    let left = 14 + Int(shift)
    let top = 34
    let hasFace = part == .both || part == .face
    let hasCode = part == .both || part == .code
    let faces = hasFace ? [DrawnFace(center: Point(x: 115, y: 60 + shift), size: 56)] : []
    let picture = try DrawnFace.picture(faces, width: dimensions.width, height: dimensions.height) { x, y in
      let column = (x - left) >> 1
      let row = (y - top) >> 1
      let zone = -3..<symbol.side + 3
      guard hasCode, zone.contains(column), zone.contains(row) else { return 96 }
      return symbol.isDark(column: column, row: row) ? 16 : 235
    }
    return try picture.converted(to: .nv12)
  }
}
