@testable import OpenCaptureFlow
import OpenCaptureMediaSamples
import Testing

@Suite("DropReportQueue")
struct DropReportsTests {
  private func frame(_ reason: DroppedFrame.Reason, _ number: UInt64) -> DroppedFrame {
    let size = VideoDimensions(width: 2, height: 2)
    return DroppedFrame(
      reason, timing: SampleTiming(), sequenceNumber: number,
      formatDescription: FormatDescription(pixelFormat: .grey, dimensions: size))
  }

  @Test("The number of reports is limited, and their counts add up by reason")
  func bounded() {
    let connection = CaptureConnection()
    var reports = DropReportQueue()
    for number in 0..<1000 {
      reports.append(frame(number % 3 == 0 ? .late : .outOfBuffers, UInt64(number)), from: connection)
    }
    var counts: [DroppedFrame.Reason: Int] = [:]
    var number = 0
    while let report = reports.take() {
      counts[report.frame.reason, default: 0] += report.frame.count
      number += 1
    }
    #expect(number <= DropReportQueue.limit + 2)
    #expect(counts == [.late: 334, .outOfBuffers: 666])
  }
}
