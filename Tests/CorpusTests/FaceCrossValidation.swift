import Glibc
import OpenCaptureMediaSamples

/// A cross-validation of a threshold by sources.
///
/// Each source is left out once: the threshold is chosen on all others and measured on this one. The results show
/// the performance to expect on new pictures rather than on the tuning set.
struct FaceCrossValidation {
  /// The labels of one picture and the detections with their evidence.
  struct Sample {
    var source: String
    var truth: FaceTruth
    var finds: [(bounds: Rect, evidence: Double)]
  }

  /// The result of leaving out one source.
  struct Row {
    var source: String
    /// The threshold chosen on the other sources.
    var threshold: Double
    var score: FaceScore
  }

  var samples: [Sample]

  /// The candidate thresholds, 5 % apart.
  static let thresholds = (0..<60).map { 60 * pow(1.05, Double($0)) }

  /// Returns one row for each source, by name.
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

  /// Returns the geometric mean of the lowest and highest threshold with the fewest errors.
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
