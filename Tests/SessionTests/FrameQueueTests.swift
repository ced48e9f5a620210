@testable import OpenCaptureSession
import OpenCaptureMediaSamples
import Testing

@Suite("FrameQueue")
struct FrameQueueTests {
  private func describe(_ admission: FrameQueue<Int>.Admission) -> String {
    switch admission {
    case .accepted: "accepted"
    case .replaced(let old): "replaced \(old)"
    case .refused: "refused"
    }
  }

  @Test("The newest takes the place of the one that waits")
  func newest() {
    var queue = FrameQueue<Int>(.newest)
    #expect((1...3).map { describe(queue.offer($0)) } == ["accepted", "replaced 1", "replaced 2"])
    #expect(queue.take() == 3)
    #expect(queue.take() == nil)
  }

  @Test("A bounded queue keeps order, and refuses what comes while it is full")
  func bounded() {
    var queue = FrameQueue<Int>(.bounded(2))
    #expect((1...3).map { describe(queue.offer($0)) } == ["accepted", "accepted", "refused"])
    #expect(queue.isFull)
    #expect(queue.take() == 1)
    #expect(describe(queue.offer(4)) == "accepted")
    #expect([queue.take(), queue.take(), queue.take()] == [2, 4, nil])
  }

  @Test("What isn't wanted is taken out, the rest keeps its order")
  func removal() {
    var queue = FrameQueue<Int>(.bounded(4))
    for number in 1...4 { _ = queue.offer(number) }
    #expect(queue.remove { $0 % 2 == 0 } == [2, 4])
    #expect([queue.take(), queue.take(), queue.take()] == [1, 3, nil])
  }
}

@Suite("DropReports")
struct DropReportsTests {
  private func frame(_ reason: DroppedFrame.Reason, _ number: UInt64) -> DroppedFrame {
    let size = VideoDimensions(width: 2, height: 2)
    return DroppedFrame(
      reason, timing: SampleTiming(), sequenceNumber: number,
      formatDescription: FormatDescription(pixelFormat: .grey, dimensions: size))
  }

  @Test("However many frames are dropped, the reports are few and the counts add up by reason")
  func bounded() {
    var reports = DropReports<Int>()
    for number in 0..<1000 {
      reports.append(frame(number % 3 == 0 ? .late : .outOfBuffers, UInt64(number)), from: 0)
    }
    var counts: [DroppedFrame.Reason: Int] = [:]
    var number = 0
    while let report = reports.take() {
      counts[report.frame.reason, default: 0] += report.frame.count
      number += 1
    }
    #expect(number <= DropReports<Int>.limit + 2)
    #expect(counts == [.late: 334, .outOfBuffers: 666])
  }
}
