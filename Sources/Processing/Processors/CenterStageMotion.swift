import Glibc
public import OpenCaptureMediaSamples

/// The motion of a crop that follows faces, without pixels, clocks or detectors.
///
/// The crop has the proportions of the picture. It rests while the faces stay in a dead zone, and moves with limited speed
/// otherwise. Coordinates are in the unit square of the upright picture.
public struct CenterStageMotion: Sendable {
  /// The settings of the motion.
  public struct Options: Sendable, Hashable {
    /// The largest magnification, at least 1 (default: 2.5).
    public var maximumZoom = 2.5
    /// The height of the crop in heights of the faces' bounding box, at least 1 (default: 3).
    public var headroom = 3.0
    /// The movement of the faces that is ignored, as a fraction of the crop (default: 0.1).
    public var deadZone = 0.1
    /// The approximate duration of a movement in seconds, above 0 (default: 0.5).
    public var smoothTime = 0.5
    /// The maximum speed of the center, in widths and heights of the picture per second (default: 0.5).
    public var maximumSpeed = 0.5
    /// The maximum speed of the magnification, in octaves per second (default: 1).
    public var maximumZoomSpeed = 1.0
    /// The time without faces after which the crop widens to the whole picture, in seconds (default: 1.5).
    public var absenceDelay = 1.5
    /// The region that the crop stays in (default: the whole picture).
    public var regionOfInterest = Rect.unit

    /// Creates the default settings.
    public init() {}
  }

  /// The distance from the goal at which the motion ends, less than a pixel of a large picture.
  private static let tolerance = 5e-4
  /// The longest time between two frames that counts, in seconds.
  private static let longestStep = 0.25
  /// The margin of the crop that faces must not reach, as a fraction of its side.
  private static let safeMargin = 0.08

  /// The part of the crop in which the faces are placed, in its unit square (default: all of it).
  ///
  /// A part of the result that a program cuts out is an example. An invalid part counts as all.
  public var framingRegion = Rect.unit

  private let options: Options
  private let region: Rect
  /// The side of the widest crop, as a fraction of the picture's.
  private let widest: Double
  /// The center of the crop and its side, which move together, so that the path is straight.
  ///
  /// A face in the safe area at both ends of a straight path is in it on the whole path.
  private var position: SIMD3<Double>
  private var goal: SIMD3<Double>
  /// The change of the position per second.
  private var velocity = SIMD3<Double>()
  private var lastTime: Double?
  private var lastSight: Double?

  /// Creates a motion that begins with the whole region.
  public init(_ options: Options = Options()) {
    var options = options
    options.maximumZoom = max(1, options.maximumZoom)
    options.headroom = max(1, options.headroom)
    options.deadZone = max(0, options.deadZone)
    options.smoothTime = max(0.01, options.smoothTime)
    self.options = options
    let touched = options.regionOfInterest.intersection(.unit) ?? .unit
    // The crop keeps the picture's proportions, so that the region is the largest such part of it.
    let side = min(touched.width, touched.height)
    region = side > 0 ? touched : .unit
    widest = side > 0 ? side : 1
    position = SIMD3(region.center.x, region.center.y, widest)
    goal = position
  }

  /// The current crop, with equal fractions of the picture's width and height.
  public var crop: Rect { rect(position) }

  /// Whether the crop rests.
  public var isAtRest: Bool { position == goal }

  /// Returns the crop of a center and a side.
  private func rect(_ place: SIMD3<Double>) -> Rect { rect(place.x, place.y, side: place.z) }

  /// Returns the crop of a side around a center, moved into the region.
  private func rect(_ x: Double, _ y: Double, side: Double) -> Rect {
    let side = min(side, widest)
    return Rect(
      x: min(max(x - side / 2, region.minX), region.maxX - side),
      y: min(max(y - side / 2, region.minY), region.maxY - side), width: side, height: side)
  }

  /// Advances to the next frame and returns its crop.
  ///
  /// - Parameters:
  ///   - faces: The bounding boxes of the faces in the whole picture.
  ///   - time: The time of the frame in seconds.
  ///   - isEnabled: Whether to follow faces; otherwise the crop widens to the whole region. Default: true.
  public mutating func advance(to time: Double, faces: [Rect], isEnabled: Bool = true) -> Rect {
    guard time.isFinite else { return crop }
    let duration = lastTime.map { min(max(time - $0, 0), Self.longestStep) } ?? 0
    lastTime = time
    let group = isEnabled ? Self.bounds(of: faces) : nil
    updateGoal(group, at: time, isEnabled: isEnabled)
    // A face at the edge or outside is a reason to hurry.
    let isUrgent = group.map { !isSafe($0, in: crop) } ?? false
    move(for: duration, smoothTime: options.smoothTime * (isUrgent ? 0.5 : 1))
    return crop
  }

  /// Returns the rectangle around all faces in the picture; nil without any.
  private static func bounds(of faces: [Rect]) -> Rect? {
    let visible = faces.compactMap { $0.intersection(.unit) }
    return Rect(bounding: visible.flatMap { [$0.origin, Point(x: $0.maxX, y: $0.maxY)] })
  }

  /// Moves toward the goal like a critically damped spring, with limited speed.
  private mutating func move(for duration: Double, smoothTime: Double) {
    let distance = position - goal
    guard (0..<3).contains(where: { abs(distance[$0]) > Self.tolerance || abs(velocity[$0]) > 4 * Self.tolerance })
    else {
      position = goal
      velocity = SIMD3()
      return
    }
    let frequency = 2 / smoothTime
    let decay = exp(-frequency * duration)
    let drive = (velocity + frequency * distance) * duration
    let step = goal + (distance + drive) * decay - position
    let narrowing = position.z * (1 - exp2(-options.maximumZoomSpeed * duration))
    let speed = options.maximumSpeed
    position += Self.shortened(step, to: SIMD3(speed * duration, speed * duration, narrowing))
    velocity = Self.shortened(
      (velocity - frequency * drive) * decay,
      to: SIMD3(speed, speed, position.z * options.maximumZoomSpeed * log(2)))
  }

  /// Returns a vector of the same direction with each component within its limit.
  private static func shortened(_ vector: SIMD3<Double>, to limits: SIMD3<Double>) -> SIMD3<Double> {
    let factors = (0..<3).map { abs(vector[$0]) > limits[$0] ? limits[$0] / abs(vector[$0]) : 1 }
    return vector * (factors.min() ?? 1)
  }

  /// Returns whether a rectangle is in the safe area of a crop, which has no margin at the edges of the picture.
  private func isSafe(_ group: Rect, in crop: Rect) -> Bool {
    let margin = Self.safeMargin * crop.width
    let least = Self.tolerance
    return (crop.minX < least || group.minX >= crop.minX + margin)
      && (crop.minY < least || group.minY >= crop.minY + margin)
      && (crop.maxX > 1 - least || group.maxX <= crop.maxX - margin)
      && (crop.maxY > 1 - least || group.maxY <= crop.maxY - margin)
  }

  private mutating func updateGoal(_ group: Rect?, at time: Double, isEnabled: Bool) {
    guard let group else {
      let isAbsent = lastSight.map { time - $0 >= options.absenceDelay || time < $0 } ?? true
      if isAbsent || !isEnabled { goal = SIMD3(region.center.x, region.center.y, widest) }
      return
    }
    lastSight = time
    let least = min(widest, 1 / options.maximumZoom)
    let frame = framingRegion.intersection(.unit) ?? .unit
    let height = group.height * options.headroom / frame.height
    let width = group.width * options.headroom / 2 / frame.width
    let side = min(max(height, width, least), widest)
    // A face is above the middle of the frame, as photographers place it.
    let wanted = rect(
      group.center.x + side * (0.5 - frame.center.x),
      group.center.y + side * (0.5 - frame.center.y + frame.height / 12), side: side)
    let current = rect(goal)
    let tolerance = options.deadZone * current.width
    let isNear =
      abs(wanted.center.x - current.center.x) <= tolerance && abs(wanted.center.y - current.center.y) <= tolerance
      && abs(wanted.width - current.width) <= 2 * tolerance
    let isSafer = isSafe(group, in: wanted) && !isSafe(group, in: current)
    if !isNear || isSafer { goal = SIMD3(wanted.center.x, wanted.center.y, side) }
  }
}
