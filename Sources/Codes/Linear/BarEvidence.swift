import COpenCaptureCodes
import OpenCaptureMediaSamples
import OpenCaptureMetadata

/// The evidence about linear codes that no single frame holds.
///
/// Bars that were located but not read are sampled in each frame, in their upper and in their lower half. The profiles of
/// later frames are registered with the mean of earlier ones and added: noise cancels out, and blur and the pixel grid
/// differ from frame to frame. A code is reported only if both halves show it, and only in frames that resemble the
/// mean.
struct BarEvidence: Sendable {
  private var candidates: [Candidate] = []
  /// The number of frames until the next search for bars.
  private var framesUntilSearch = 0

  /// The number of frames from one search to the next; in between, known bars are followed.
  private static let searchInterval = 4
  /// The number of candidates; each is sampled in every frame.
  private static let candidateLimit = 2
  /// The number of regions of a frame in which candidates are searched for.
  private static let regionLimit = 4
  /// The length of a region, relative to that of a candidate, from which the region replaces the candidate.
  private static let largerRegion = 1.6

  /// Whether the bars have revealed a code.
  var hasCode: Bool { candidates.contains(where: \.hasCode) }

  /// Adds the bars of a frame that were not read, and returns the codes that all frames together reveal.
  ///
  /// - Parameters:
  ///   - picture: The frame.
  ///   - found: The outlines of the codes that were read, in pixels.
  ///   - reader: The reader for the means; nil if it can read none of the types.
  /// - Returns: The codes, with corners in pixels, and the unread regions that no row and no column crosses, which are
  ///   searched for at an interval.
  mutating func add(
    _ picture: ccodes_picture, besides found: [Corners], reader: ProfileReader?
  ) -> (codes: [EngineCode], turnedRegions: [BarRegion]) {
    candidates.removeAll { candidate in found.contains { $0.contains(candidate.region.middle.middle) } }
    for index in candidates.indices { candidates[index].begin() }
    candidates.removeAll(where: \.isOver)
    framesUntilSearch -= 1
    var regions: [BarRegion] = []
    if framesUntilSearch < 0 {
      framesUntilSearch = Self.searchInterval - 1
      let unread = BarRegion.regions(in: picture).filter { region in
        !found.contains { $0.contains(region.middle.middle) }
      }
      regions = Array(unread.prefix(Self.regionLimit))
    }
    let turned = regions.filter(\.isTurned)
    guard let reader else { return ([], turned) }
    for region in regions { add(region, picture) }
    var codes: [EngineCode] = []
    for index in candidates.indices {
      if !candidates[index].isUpdated { candidates[index].add(candidates[index].region, picture) }
      if let code = candidates[index].code(reader) { codes.append(code) }
    }
    return (codes, turned)
  }

  /// Adds a region of the frame to the candidate that it is a part of, or as a new one.
  private mutating func add(_ region: BarRegion, _ picture: ccodes_picture) {
    guard let index = candidates.firstIndex(where: { $0.isSame(as: region) }) else {
      guard candidates.count < Self.candidateLimit, let new = Candidate(region, in: picture) else { return }
      return candidates.append(new)
    }
    guard !candidates[index].isUpdated else { return }
    if region.middle.length > Self.largerRegion * candidates[index].region.middle.length {
      if let new = Candidate(region, in: picture) { candidates[index] = new }
    } else if !candidates[index].add(candidates[index].moved(to: region), picture) {
      candidates[index].add(region, picture)
    }
  }
}

/// The bars of a code that was not read.
private struct Candidate: Sendable {
  /// The bars in the latest frame that resembles them, in pixels.
  private(set) var region: BarRegion
  private var upper: ProfileSum
  private var lower: ProfileSum
  private var frameCount = 1
  /// The number of frames since the last one that resembles the mean.
  private var missedFrames = 0
  /// The number of frames for which the bars are not sampled, because they are probably no code; 0 at the end.
  private var restFrames: Int?
  /// The places of the code in the sums.
  private var reading: ProfileReader.Agreement?

  /// The numbers of frames after which the code is read; later, it is checked at an interval.
  private static let attempts = [3, 6, 12, 24]
  private static let checkInterval = 8
  /// The number of frames for which bars are kept that no frame resembles.
  private static let missedFrameLimit = 15
  /// The number of frames for which bars rest after the last attempt.
  private static let restLength = 600
  /// The least parallelism of a region, the cosine of the angle.
  private static let leastParallelism = 0.9
  /// The length of a region, relative to the known one, from which it tells the direction.
  private static let leastLengthForDirection = 0.6
  /// The distances up to which a region is a part of the same bars: along the line in pixels, and across as a part of the
  /// height.
  private static let reachAlong = 100.0
  private static let reachAcross = 0.7
  /// The least correlation of the halves of the first frame, which can have much noise.
  private static let leastLikeness = 0.6

  /// Samples the first frame; nil if the region is outside it or has no bars that continue from its top to its bottom.
  init?(_ region: BarRegion, in picture: ccodes_picture) {
    guard let bands = BarBands(region, in: picture), bands.areAlike(Self.leastLikeness) else { return nil }
    self.region = region
    upper = ProfileSum(bands.upper)
    lower = ProfileSum(bands.lower)
  }

  /// Begins a frame.
  mutating func begin() {
    missedFrames += 1
    restFrames = restFrames.map { $0 - 1 }
  }

  /// Whether the code is known.
  var hasCode: Bool { reading != nil }

  /// Whether the frame was added.
  var isUpdated: Bool { missedFrames == 0 }

  /// Whether the bars are gone, or may be searched for again.
  var isOver: Bool { restFrames.map { $0 == 0 } ?? (missedFrames > Self.missedFrameLimit) }

  func isSame(as other: BarRegion) -> Bool {
    let away = other.middle.middle - region.middle.middle
    return abs(region.middle.direction.dot(other.middle.direction)) > Self.leastParallelism
      && abs(away.dot(region.middle.direction)) < 0.5 * region.middle.length + Self.reachAlong
      && abs(away.dot(region.middle.normal)) < Self.reachAcross * max(region.height, other.height)
  }

  /// Returns the candidate's region, moved to a region that was detected in another frame, perhaps in part.
  func moved(to other: BarRegion) -> BarRegion {
    var moved = region
    var direction = region.middle.direction
    if other.middle.length > Self.leastLengthForDirection * region.middle.length {
      direction = other.middle.direction.dot(direction) < 0 ? -1 * other.middle.direction : other.middle.direction
      moved.lean = other.lean
    }
    let along = (other.middle.middle - region.middle.middle).dot(direction)
    let middle = other.middle.middle - along * direction
    let half = 0.5 * region.middle.length * direction
    moved.middle = ScanLine(start: middle - half, end: middle + half)
    return moved
  }

  /// Adds a frame in which the bars are about in a region, and returns whether it resembles the mean.
  @discardableResult mutating func add(_ expected: BarRegion, _ picture: ccodes_picture) -> Bool {
    guard restFrames == nil else { return false }
    let isTurned = expected.middle.direction.dot(region.middle.direction) < 0
    var bars = expected
    bars.height = region.height
    if isTurned { bars.middle = ScanLine(start: expected.middle.end, end: expected.middle.start) }
    guard let bands = BarBands(bars, in: picture) else { return false }
    var sums = (upper: upper, lower: lower)
    guard sums.upper.add(bands.upper), sums.lower.add(bands.lower) else { return false }
    upper = sums.upper
    lower = sums.lower
    let top = upper.line
    let bottom = lower.line
    region.middle = ScanLine(start: 0.5 * (top.start + bottom.start), end: 0.5 * (top.end + bottom.end))
    region.lean = region.middle.lean(of: bottom.middle - top.middle)
    frameCount += 1
    missedFrames = 0
    return true
  }

  /// Returns the code of all frames in the place where it is in the latest one; nil if that does not resemble it.
  mutating func code(_ reader: ProfileReader) -> EngineCode? {
    guard isUpdated else { return nil }
    if Self.attempts.contains(frameCount) || reading != nil && frameCount.isMultiple(of: Self.checkInterval) {
      let hadCode = hasCode
      reading = reader.reading(of: BarBands(upper: upper.mean, lower: lower.mean))
      if !hasCode, hadCode || frameCount >= Self.attempts.last ?? 0 { restFrames = hadCode ? 1 : Self.restLength }
    }
    guard let reading else { return nil }
    return region.code([
      LineReading(reading: reading.upper, part: -BarBands.middle, line: upper.line(of: reading.upper)),
      LineReading(reading: reading.lower, part: BarBands.middle, line: lower.line(of: reading.lower)),
    ])
  }
}

/// The sum of registered profiles.
private struct ProfileSum: Sendable {
  private var sum: [Float]
  private var weights: [Float]
  /// The first profile, whose values have the places of the sum.
  private let first: GreyProfile
  private var latest: GreyProfile
  /// The places of the sum in the latest profile.
  private var map: ProfileMap

  /// The weight of the preceding frames in each frame, so that a code can change.
  private static let persistence: Float = 0.96
  /// The least correlation of a frame with the mean; other codes in the same place are less alike.
  private static let leastLikeness = 0.6

  init(_ profile: GreyProfile) {
    sum = profile.values
    weights = [Float](repeating: 1, count: profile.values.count)
    first = profile
    latest = profile
    map = ProfileMap(count: profile.values.count)
  }

  /// The mean of the profiles, in the place of the first one.
  var mean: GreyProfile {
    GreyProfile(line: first.line, values: zip(sum, weights).map { $0 / $1 }, region: first.region)
  }

  /// Adds a profile, and returns whether it resembles the mean.
  mutating func add(_ profile: GreyProfile) -> Bool {
    guard let map = ProfileMap.matching(mean.values, to: profile.values, leastLikeness: Self.leastLikeness) else {
      return false
    }
    for index in sum.indices {
      guard let value = map.value(at: index, of: profile.values) else { continue }
      sum[index] = Self.persistence * sum[index] + value
      weights[index] = Self.persistence * weights[index] + 1
    }
    latest = profile
    self.map = map
    return true
  }

  /// The region of the first profile in the latest one.
  var line: ScanLine { line(from: Double(first.region.lowerBound), to: Double(first.region.upperBound)) }

  /// Returns the place of a code in the latest profile.
  func line(of reading: ProfileReader.Reading) -> ScanLine { line(from: reading.start, to: reading.end) }

  private func line(from start: Double, to end: Double) -> ScanLine {
    latest.line(from: map.apply(start), to: map.apply(end))
  }
}
