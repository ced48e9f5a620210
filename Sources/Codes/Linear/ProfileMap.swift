import COpenCaptureCodes
import OpenCaptureMediaSamples

/// The places of a profile's values in another profile of the same bars.
struct ProfileMap: Sendable {
  /// The number of values of the profile.
  private let count: Int
  /// The place of the middle in the other profile, in values.
  private var shift: Double
  /// The values of the other profile for half of the profile.
  private var scale: Double
  /// The deviation at both ends, as in an oblique view.
  private var bend = 0.0

  private init(count: Int, shift: Double, scale: Double) {
    self.count = count
    self.shift = shift
    self.scale = scale
  }

  /// Creates the map of a profile to itself.
  init(count: Int) { self.init(count: count, shift: Double(count) / 2, scale: Double(count) / 2) }

  /// Returns the place in the other profile for a place in the profile.
  func apply(_ place: Double) -> Double {
    let t = position(place)
    return shift + t * (scale + t * bend) - 0.5
  }

  /// Returns a place in the profile as a number from -1 to 1.
  private func position(_ place: Double) -> Double { 2 * (place + 0.5) / Double(count) - 1 }

  /// Returns the other profile's value for a value of the profile; nil outside.
  func value(at index: Int, of other: [Float]) -> Float? {
    let place = apply(Double(index))
    guard place > -1, place < Double(other.count) else { return nil }
    let left = max(0, min(other.count - 2, Int(place)))
    let part = max(0, min(1, Float(place) - Float(left)))
    return other[left] + part * (other[left + 1] - other[left])
  }

  // MARK: Search

  /// The number of values that are one in the copies of the coarse search.
  private static let reduction = 6
  private static let leastReducedCount = 16
  /// The scales of the coarse search, and the largest shift as a part of the other profile.
  private static let scales = [0.8, 0.86, 0.93, 1, 1.07, 1.15, 1.24]
  private static let largestShift = 0.12
  /// The widths over which values are smoothed while the map is refined, and the most steps for each.
  private static let refinements = [6, 3, 1]
  private static let stepCount = 6
  /// The change from which further steps are not worth their time, in values.
  private static let leastChange = 0.05

  /// Returns the map for which both profiles are most alike; nil if they have too little in common.
  ///
  /// The method of Gauss and Newton refines a coarse map: first that of the whole profiles, then that with the largest
  /// correlation.
  static func matching(_ profile: [Float], to other: [Float], leastLikeness: Double) -> ProfileMap? {
    let half = Double(other.count) / 2
    let whole = ProfileMap(count: profile.count, shift: half, scale: half)
    for start in [{ whole }, { coarse(profile, other) }] as [() -> ProfileMap?] {
      guard var map = start() else { return nil }
      for width in refinements {
        let values = smoothed(profile, width)
        let others = smoothed(other, width)
        var step = 0
        while step < stepCount, map.improve(values, others) >= leastChange { step += 1 }
      }
      if map.likeness(of: profile, to: other) >= leastLikeness { return map }
    }
    return nil
  }

  private static func coarse(_ profile: [Float], _ other: [Float]) -> ProfileMap? {
    let values = reduced(profile)
    let others = reduced(other)
    guard values.count >= leastReducedCount, others.count >= leastReducedCount else { return nil }
    let half = Double(others.count) / 2
    // Half a value is the step.
    let steps = Int(4 * largestShift * half)
    var best: (map: ProfileMap, likeness: Double)?
    for scale in scales {
      for step in -steps...steps {
        let map = ProfileMap(count: values.count, shift: half + 0.5 * Double(step), scale: half * scale)
        let likeness = map.likeness(of: values, to: others)
        if likeness > best?.likeness ?? 0 { best = (map, likeness) }
      }
    }
    let factor = Double(other.count) / Double(others.count)
    return best.map {
      ProfileMap(count: profile.count, shift: $0.map.shift * factor, scale: $0.map.scale * factor)
    }
  }

  private static func reduced(_ values: [Float]) -> [Float] {
    (0..<values.count / reduction).map { index in
      values[index * reduction..<(index + 1) * reduction].reduce(0, +) / Float(reduction)
    }
  }

  private static func smoothed(_ values: [Float], _ width: Int) -> [Float] {
    guard width > 1 else { return values }
    return values.indices.map { index in
      let near = values[max(0, index - width / 2)...min(values.count - 1, index + width / 2)]
      return near.reduce(0, +) / Float(near.count)
    }
  }

  /// The part of a profile that must be in the other one.
  private static let leastOverlap = 0.6

  /// Returns the correlation of a profile with the other one at the map's places, from -1 to 1.
  func likeness(of profile: [Float], to other: [Float]) -> Double {
    var overlap = 0.0
    var sum = 0.0
    var otherSum = 0.0
    var square = 0.0
    var otherSquare = 0.0
    var product = 0.0
    for index in 0..<count {
      guard let value = value(at: index, of: other) else { continue }
      let a = Double(profile[index])
      let b = Double(value)
      overlap += 1
      sum += a
      otherSum += b
      square += a * a
      otherSquare += b * b
      product += a * b
    }
    guard overlap > Self.leastOverlap * Double(count) else { return 0 }
    let squares = (square - sum * sum / overlap) * (otherSquare - otherSum * otherSum / overlap)
    return squares > 0 ? (product - sum * otherSum / overlap) / squares.squareRoot() : 0
  }

  /// The unknowns of a step: the other profile's brightness and contrast, and the changes of shift, scale and bend.
  private static let unknownCount = 5
  /// The largest change in a step, in values.
  private static let largestChange = 3.0
  /// The largest bend as a part of the scale.
  private static let largestBend = 0.1

  /// Improves the map by a step of Gauss and Newton, and returns the largest change in values.
  private mutating func improve(_ profile: [Float], _ other: [Float]) -> Double {
    let unknownCount = Self.unknownCount
    var matrix = [Double](repeating: 0, count: unknownCount * unknownCount)
    var right = [Double](repeating: 0, count: unknownCount)
    for index in 0..<count {
      guard let value = value(at: index, of: other) else { continue }
      let place = apply(Double(index))
      let left = max(0, min(other.count - 2, Int(place)))
      let slope = Double(other[left + 1] - other[left])
      let t = position(Double(index))
      let effects = (1.0, Double(value), slope, slope * t, slope * t * t)
      withUnsafeBytes(of: effects) { bytes in
        let effects = bytes.bindMemory(to: Double.self)
        for i in 0..<unknownCount {
          right[i] += effects[i] * Double(profile[index])
          for j in 0...i { matrix[i * unknownCount + j] += effects[i] * effects[j] }
        }
      }
    }
    for i in 0..<unknownCount { matrix[i * (unknownCount + 1)] *= 1.001 }
    guard ccodes_solve(&matrix, &right, Int32(unknownCount)), right[1] > 0 else { return 0 }
    let changes = right[2...].map { max(-Self.largestChange, min(Self.largestChange, $0 / right[1])) }
    shift += changes[0]
    scale += changes[1]
    bend = max(-Self.largestBend * scale, min(Self.largestBend * scale, bend + changes[2]))
    return changes.map(abs).max() ?? 0
  }
}
