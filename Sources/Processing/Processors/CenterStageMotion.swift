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

  /// One coordinate of the crop, which follows its goal like a critically damped spring.
  private struct Spring: Sendable {
    var value: Double
    var goal: Double
    var speed = 0.0
    /// The distance from the goal below which the motion ends.
    let tolerance: Double

    mutating func advance(by duration: Double, smoothTime: Double, maximumSpeed: Double) {
      let distance = value - goal
      guard abs(distance) > tolerance || abs(speed) > tolerance else {
        value = goal
        speed = 0
        return
      }
      let frequency = 2 / smoothTime
      let decay = exp(-frequency * duration)
      let drive = (speed + frequency * distance) * duration
      let step = goal + (distance + drive) * decay - value
      let limit = maximumSpeed * duration
      value += min(max(step, -limit), limit)
      speed = min(max((speed - frequency * drive) * decay, -maximumSpeed), maximumSpeed)
    }
  }

  private static let tolerance = 1e-4
  /// The longest time between two frames that counts, in seconds.
  private static let longestStep = 0.25

  private let options: Options
  private let region: Rect
  /// The side of the widest crop, as a fraction of the picture's.
  private let widest: Double
  private var x: Spring
  private var y: Spring
  /// The magnification in octaves.
  private var zoom: Spring
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
    let start = -log2(widest)
    x = Spring(value: region.center.x, goal: region.center.x, tolerance: Self.tolerance)
    y = Spring(value: region.center.y, goal: region.center.y, tolerance: Self.tolerance)
    zoom = Spring(value: start, goal: start, tolerance: Self.tolerance)
  }

  /// The current crop, with equal fractions of the picture's width and height.
  public var crop: Rect { rect(x.value, y.value, side: exp2(-zoom.value)) }

  /// Whether the crop rests.
  public var isAtRest: Bool { x.value == x.goal && y.value == y.goal && zoom.value == zoom.goal }

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
    updateGoal(faces.filter { $0.width > 0 && $0.height > 0 }, at: time, isEnabled: isEnabled)
    x.advance(by: duration, smoothTime: options.smoothTime, maximumSpeed: options.maximumSpeed)
    y.advance(by: duration, smoothTime: options.smoothTime, maximumSpeed: options.maximumSpeed)
    zoom.advance(by: duration, smoothTime: options.smoothTime, maximumSpeed: options.maximumZoomSpeed)
    return crop
  }

  private mutating func updateGoal(_ faces: [Rect], at time: Double, isEnabled: Bool) {
    guard isEnabled, let group = Rect(bounding: faces.flatMap { [$0.origin, Point(x: $0.maxX, y: $0.maxY)] }) else {
      let isAbsent = lastSight.map { time - $0 >= options.absenceDelay || time < $0 } ?? true
      if isAbsent || !isEnabled { setGoal(region.center.x, region.center.y, side: widest) }
      return
    }
    lastSight = time
    let least = min(widest, 1 / options.maximumZoom)
    let side = min(max(max(group.height * options.headroom, group.width * options.headroom / 2), least), widest)
    // A face is above the middle, as photographers place it.
    let wanted = rect(group.center.x, group.center.y + side / 12, side: side)
    let current = rect(x.goal, y.goal, side: exp2(-zoom.goal))
    let tolerance = options.deadZone * current.width
    let isNear =
      abs(wanted.center.x - current.center.x) <= tolerance && abs(wanted.center.y - current.center.y) <= tolerance
      && abs(wanted.width - current.width) <= 2 * tolerance
    if !isNear { setGoal(wanted.center.x, wanted.center.y, side: side) }
  }

  private mutating func setGoal(_ x: Double, _ y: Double, side: Double) {
    self.x.goal = x
    self.y.goal = y
    zoom.goal = -log2(side)
  }
}

extension Rect {
  fileprivate var center: Point { Point(x: minX + width / 2, y: minY + height / 2) }
}
