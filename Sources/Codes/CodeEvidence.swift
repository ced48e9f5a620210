import COpenCaptureCodes
import OpenCaptureMediaSamples
import OpenCaptureMetadata

/// The evidence about QR codes that no single frame holds.
///
/// A code whose finder patterns are visible is sampled in each frame. Its modules have the same places in every frame,
/// wherever the code is, so their values can be added: noise cancels out, and blur and the pixel grid differ from frame
/// to frame. A code is reported only in frames that resemble the sum, and only if its error correction succeeds.
struct CodeEvidence: Sendable {
  /// The sum of the values of one code's modules.
  fileprivate struct Candidate {
    /// The latest corners, in device coordinates.
    var corners: Corners
    let dimension: Int
    var sum: [Float]
    /// The indices of the modules that differ between codes.
    let dataModules: [Int]
    var frameCount = 1
    /// The number of frames since the finder patterns were visible.
    var missedFrames = 0

    /// Returns whether a code in the next frame is this one.
    func isSame(as unread: UnreadCode) -> Bool {
      let side = max(corners.bounds.width, corners.bounds.height)
      return unread.grid.dimension == dimension
        && corners.middle.distance(to: unread.corners.middle) < 0.5 * side
        && corners.topLeft.distance(to: unread.corners.topLeft) < 0.5 * side
    }
  }

  private var candidates: [Candidate] = []

  /// The number of candidates; each needs an attempt to decode in every frame.
  private static let candidateLimit = 3
  /// The number of frames for which a candidate is kept without visible finder patterns.
  private static let missedFrameLimit = 30
  /// The weight of the preceding frames in each frame, so that a code can change.
  fileprivate static let persistence: Float = 0.96

  /// Adds the codes of a frame that were not read, and returns those that all frames together reveal.
  ///
  /// - Parameters:
  ///   - unread: The codes that were not read.
  ///   - found: The codes that were read; their evidence is kept for later frames.
  ///   - locate: Samples a code of a number of modules near the corners in an earlier frame.
  ///   - read: Reads the mean of a code's modules.
  mutating func add(
    _ unread: [UnreadCode], besides found: [MachineReadableCodeObject], locate: (Corners, Int) -> UnreadCode?,
    read: (ModuleGrid, Corners) throws -> MachineReadableCodeObject?
  ) rethrows -> [MachineReadableCodeObject] {
    for index in candidates.indices { candidates[index].missedFrames += 1 }
    var updated: Set<Int> = []
    var isFound: Set<Int> = []
    for index in candidates.indices {
      let middle = candidates[index].corners.middle
      guard let code = found.first(where: { $0.cornerPoints.contains(middle) }) else { continue }
      candidates[index].corners = code.cornerPoints
      candidates[index].missedFrames = 0
      isFound.insert(index)
    }
    for code in unread.sorted(by: { $0.agreement > $1.agreement }) {
      if let index = candidates.firstIndex(where: { $0.isSame(as: code) }) {
        // A search can sample a code in several copies of the picture; the best one counts.
        guard !updated.contains(index) else { continue }
        // Another code can have taken the place of the first one.
        if !candidates[index].add(code) { candidates[index] = Candidate(code) }
        candidates[index].missedFrames = 0
        updated.insert(index)
      } else if candidates.count < Self.candidateLimit {
        updated.insert(candidates.count)
        candidates.append(Candidate(code))
      }
    }
    for index in candidates.indices where !updated.contains(index) && !isFound.contains(index) {
      guard let code = locate(candidates[index].corners, candidates[index].dimension), candidates[index].add(code)
      else { continue }
      updated.insert(index)
    }
    let codes = try updated.subtracting(isFound).sorted().compactMap { index in
      try candidates[index].frameCount > 1 ? read(candidates[index].mean, candidates[index].corners) : nil
    }
    candidates.removeAll { $0.missedFrames > Self.missedFrameLimit }
    return codes
  }
}

extension CodeEvidence.Candidate {
  fileprivate init(_ code: UnreadCode) {
    let dimension = code.grid.dimension
    var dataModules = Set(0..<dimension * dimension)
    for point in QRFunctionPatterns.points(dimension: dimension, offset: 0) {
      dataModules.remove(Int(point.y) * dimension + Int(point.x))
    }
    self.init(
      corners: code.corners, dimension: dimension, sum: Self.normalized(code), dataModules: dataModules.sorted())
  }

  /// The mean of the values.
  fileprivate var mean: ModuleGrid { ModuleGrid(dimension: dimension, values: sum) }

  /// Adds the values of a frame, and returns whether they resemble the sum.
  fileprivate mutating func add(_ code: UnreadCode) -> Bool {
    let values = Self.normalized(code)
    guard resemblance(to: values) > Self.leastResemblance else { return false }
    corners = code.corners
    for (index, value) in values.enumerated() { sum[index] = CodeEvidence.persistence * sum[index] + value }
    frameCount += 1
    return true
  }

  /// The least correlation of one code's frames; those of different codes are below 0.1 with few exceptions.
  private static let leastResemblance: Float = 0.15

  /// Returns the correlation of the data modules with the sum.
  private func resemblance(to values: [Float]) -> Float {
    var product: Float = 0
    var square: Float = 0
    var otherSquare: Float = 0
    for index in dataModules {
      product += sum[index] * values[index]
      square += sum[index] * sum[index]
      otherSquare += values[index] * values[index]
    }
    return product / max((square * otherSquare).squareRoot(), .leastNormalMagnitude)
  }

  /// Returns the values without the brightness and contrast of the frame, weighted by their reliability.
  private static func normalized(_ code: UnreadCode) -> [Float] {
    let values = code.grid.values
    let mean = values.reduce(0, +) / Float(values.count)
    let deviation = (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Float(values.count)).squareRoot()
    let weight = Float(code.agreement * code.agreement) / max(deviation, 1)
    return values.map { ($0 - mean) * weight }
  }
}
