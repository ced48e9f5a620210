import COpenCaptureCodes
import OpenCaptureMediaSamples

extension QRFit {
  /// A surface and its agreement with the picture, from -1 to 1.
  typealias FittedSurface = (surface: QRSurface, agreement: Double)

  /// The agreement of the timing patterns below which three patterns belong to no code.
  ///
  /// Other patterns reach 0.45, and codes 0.65, nearly all of them 0.95.
  private static let leastTimingAgreement = 0.5
  /// The agreement of the timing patterns from which the axes are exact enough.
  private static let clearTimingAgreement = 0.8
  /// The dimension from which errors of the axes can move the middle of a timing pattern by half a module.
  private static let leastStretchedDimension = 37
  /// The agreement of the alignment pattern below which it isn't where it was expected.
  private static let leastAlignmentAgreement = 0.7
  /// The distance by which the alignment pattern can be elsewhere, in modules and as a part of the side.
  private static let leastAlignmentReach = 4.0
  private static let alignmentReach = 0.2
  /// The number of modules between two patterns, relative to their distance in modules of the patterns.
  ///
  /// The modules in between can be nearer to the camera, or seen less obliquely.
  private static let dimensionRange = 0.75...1.1

  /// Returns the surface between three finder patterns; nil if they belong to no code.
  ///
  /// The axes of the patterns tell how the surface is curved. The timing patterns agree with the picture only if the
  /// number of modules is right.
  mutating func surface(of triple: FrameTriple) -> FittedSurface? {
    let surfaces = Self.dimensions(for: triple.distance).map {
      QRSurface(
        dimension: $0, topLeft: triple.topLeft, topRight: triple.topRight, bottomLeft: triple.bottomLeft)
    }
    var best = surfaces.map { (surface: $0, agreement: agreement($0, points($0, Self.timing))) }
      .max { $0.agreement < $1.agreement }
    if best?.agreement ?? 0 < Self.clearTimingAgreement {
      for surface in surfaces where surface.dimension >= Self.leastStretchedDimension {
        let top = stretched(surface, \.topLeft.right, \.topRight.right, timing: 3)
        let left = stretched(top.surface, \.topLeft.down, \.bottomLeft.down, timing: 4)
        let agreement = (top.agreement + left.agreement) / 2
        if agreement > best?.agreement ?? 0 { best = (left.surface, agreement) }
      }
    }
    guard let best, best.agreement > Self.leastTimingAgreement else { return nil }
    let surface = alignedCorner(refinedTangents(best.surface))
    return (surface, agreement(surface, points(surface, Self.all)))
  }

  /// Stretches the tangents at both ends of a timing pattern so that it agrees best.
  ///
  /// Small errors of the tangents move the middle of a large code by more than half a module.
  private mutating func stretched(
    _ surface: QRSurface, _ start: WritableKeyPath<QRSurface, Point>, _ end: WritableKeyPath<QRSurface, Point>,
    timing: Int32
  ) -> FittedSurface {
    var best: FittedSurface = (surface, -1)
    let points = points(surface, timing...timing)
    for startStretch in Self.stretches {
      for endStretch in Self.stretches {
        var stretched = surface
        stretched[keyPath: start] = startStretch * surface[keyPath: start]
        stretched[keyPath: end] = endStretch * surface[keyPath: end]
        stretched.completeCorner()
        let agreement = agreement(stretched, points)
        if agreement > best.agreement { best = (stretched, agreement) }
      }
    }
    return best
  }

  private static let stretches = [1, 0.93, 1.07]

  /// Returns the possible numbers of modules along a side.
  private static func dimensions(for distance: Double) -> [Int] {
    let sides = dimensionRange.lowerBound * distance - 4...dimensionRange.upperBound * distance + 4
    return (1...40).map { 17 + 4 * $0 }.filter { sides.contains(Double($0 - 7)) }
  }

  /// The groups of ``QRFunctionPatterns``.
  private static let timing: ClosedRange<Int32> = 3...4
  private static let edges: ClosedRange<Int32> = 0...4
  private static let alignment: ClosedRange<Int32> = 5...5
  private static let all: ClosedRange<Int32> = 0...6

  /// Turns and stretches the axes of the finder patterns as long as the agreement of the edges grows.
  private mutating func refinedTangents(_ surface: QRSurface) -> QRSurface {
    let tangents: [WritableKeyPath<QRSurface, Point>] = [
      \.topLeft.right, \.topLeft.down, \.topRight.right, \.topRight.down, \.bottomLeft.right, \.bottomLeft.down,
    ]
    let lengths = tangents.map { surface[keyPath: $0].length }
    let points = points(surface, Self.edges)
    return climbed(surface, partCount: tangents.count, from: 0.08, to: 0.004) { surface, part, step in
      surface[keyPath: tangents[part]] = surface[keyPath: tangents[part]] + lengths[part] * step
      surface.completeCorner()
    } agreement: { fit, surface in
      fit.agreement(surface, points)
    }.0
  }

  /// Moves the fourth corner so that the alignment pattern beside it agrees best, if there is one.
  private mutating func alignedCorner(_ surface: QRSurface) -> QRSurface {
    guard surface.dimension > 21 else { return surface }
    let points = points(surface, Self.alignment)
    var best: FittedSurface = (surface, max(Self.leastAlignmentAgreement, agreement(surface, points)))
    let reach = max(Self.leastAlignmentReach, Self.alignmentReach * Double(surface.dimension))
    let steps = stride(from: -reach, through: reach, by: 0.5)
    for right in steps {
      for down in steps {
        var moved = surface
        moved.bottomRight.center =
          surface.bottomRight.center + right * surface.bottomRight.right + down * surface.bottomRight.down
        let agreement = agreement(moved, points)
        if agreement > best.agreement { best = (moved, agreement) }
      }
    }
    return best.surface
  }

  /// Returns the middles of the modules in some groups of a surface's function patterns.
  private mutating func points(_ surface: QRSurface, _ groups: ClosedRange<Int32>) -> [ccodes_point] {
    middles(surface.dimension).filter { groups.contains($0.group) }
  }

  /// Returns the agreement of a surface with the picture at points of function patterns, from -1 to 1.
  private mutating func agreement(_ surface: QRSurface, _ points: [ccodes_point]) -> Double {
    let places = points.map { point in
      let place = surface.apply(x: Double(point.x), y: Double(point.y))
      return ccodes_point(x: Float(place.x), y: Float(place.y), expected: point.expected, group: point.group)
    }
    return agreement(ProjectiveMap.identity.matrix, places)
  }
}
