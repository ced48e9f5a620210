import Glibc
import OpenCaptureMediaSamples

/// How well a threshold does that was chosen without having seen what it is measured on.
///
/// Each source is left out once: the threshold is chosen on all others, and what it does on this one is measured. So the
/// figures say what to expect of pictures that others took, and not what the numbers were set on.
struct FaceCrossValidation {
  /// What is known, and what was found with how much evidence, in one picture.
  struct Sample {
    var source: String
    var truth: FaceTruth
    var finds: [(bounds: Rect, evidence: Double)]
  }

  /// What came of leaving out one source.
  struct Row {
    var source: String
    /// What the others would choose.
    var threshold: Double
    var score: FaceScore
  }

  var samples: [Sample]

  /// The thresholds that are tried, a twentieth apart.
  static let thresholds = (0..<60).map { 60 * pow(1.05, Double($0)) }

  /// One row for each source, by name.
  func rows() -> [Row] {
    let bySource = Dictionary(grouping: samples, by: \.source)
    let faults = bySource.mapValues { samples in
      Self.thresholds.map { threshold in
        let score = Self.score(samples, threshold)
        return score.present - score.found + score.falsePositives
      }
    }
    return bySource.keys.sorted().map { source in
      let others = faults.filter { $0.key != source }.values
      let threshold = Self.best(Self.thresholds.indices.map { index in others.reduce(0) { $0 + $1[index] } })
      return Row(source: source, threshold: threshold, score: Self.score(bySource[source] ?? [], threshold))
    }
  }

  /// The geometric middle of the thresholds that make the fewest faults.
  static func best(_ faults: [Int]) -> Double {
    let fewest = thresholds.indices.filter { faults[$0] == faults.min() }
    guard let first = fewest.first, let last = fewest.last else { return 0 }
    return (thresholds[first] * thresholds[last]).squareRoot()
  }

  static func score(_ samples: [Sample], _ threshold: Double) -> FaceScore {
    var score = FaceScore()
    for sample in samples {
      _ = score.add(sample.finds.filter { $0.evidence >= threshold }.map(\.bounds), sample.truth)
    }
    return score
  }
}
