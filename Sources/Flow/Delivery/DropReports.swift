import OpenCaptureMediaSamples

/// Reports that wait for a consumer: at most so many; those that don't fit are added to the last of their kind.
struct DropReports<Origin> {
  static var limit: Int { 64 }

  private var reports: [(frame: DroppedFrame, origin: Origin)] = []

  init() { reports.reserveCapacity(Self.limit) }

  var isEmpty: Bool { reports.isEmpty }

  /// Adds a report.
  mutating func append(_ frame: DroppedFrame, from origin: Origin) {
    let isFull = reports.count >= Self.limit
    if isFull, let index = reports.lastIndex(where: { $0.frame.reason == frame.reason }) {
      reports[index].frame.count += frame.count
    } else {
      // There are three reasons, so that at most two more than the limit are kept.
      reports.append((frame, origin))
    }
  }

  /// The oldest report; nil where there is none.
  mutating func take() -> (frame: DroppedFrame, origin: Origin)? {
    reports.isEmpty ? nil : reports.removeFirst()
  }
}

extension DropReports: Sendable where Origin: Sendable {}
