import Fixtures
import OpenCapture

/// A code and a face that move a little, and go and come, so that trackers follow, lose and find them again.
enum SoakScene {
  static let dimensions = VideoDimensions(width: 160, height: 120)

  /// How many frames lie between two places.
  private static let pace = 8
  private static let placeCount = 8

  /// What is seen during a part of the cycle.
  private enum Part: Int, CaseIterable {
    case both, face, code, nothing

    /// How many frames it lasts.
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
    let (left, top) = (14 + Int(shift), 34)
    let (hasFace, hasCode) = (part == .both || part == .face, part == .both || part == .code)
    let faces = hasFace ? [DrawnFace(center: Point(x: 115, y: 60 + shift), size: 56)] : []
    let picture = try DrawnFace.picture(faces, width: dimensions.width, height: dimensions.height) { x, y in
      let (column, row) = ((x - left) >> 1, (y - top) >> 1)
      let zone = -3..<symbol.side + 3
      guard hasCode, zone.contains(column), zone.contains(row) else { return 96 }
      return symbol.isDark(column: column, row: row) ? 16 : 235
    }
    return try picture.converted(to: .nv12)
  }
}
