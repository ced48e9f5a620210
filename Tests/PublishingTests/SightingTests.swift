import OpenCaptureMediaSamples
import OpenCaptureMetadata
import Testing

@testable import OpenCapturePublishing

@Suite("Tracking of visible objects")
struct SightingTests {
  private func words(_ changes: [SightingTracker.Change]) -> [String] {
    changes.map { "\($0.kind) \($0.sighting.track)" }
  }

  @Test("An object is new once, and ends after the maximum absence with its first and last time")
  func life() {
    var book = SightingTracker()
    #expect(words(book.take([TestDetections.code("a")], at: TestDetections.seconds(0)).changes) == ["new 1"])
    #expect(words(book.take([TestDetections.code("a")], at: TestDetections.seconds(0.1)).changes) == [])
    #expect(words(book.take([], at: TestDetections.seconds(2.1)).changes) == [])
    let gone = book.take([], at: TestDetections.seconds(2.2)).changes
    #expect(words(gone) == ["end 1"])
    #expect(
      gone.first?.sighting.first == TestDetections.seconds(0)
        && gone.first?.sighting.last == TestDetections.seconds(0.1))
    #expect(words(book.take([TestDetections.code("a")], at: TestDetections.seconds(3)).changes) == ["new 2"])
  }

  @Test("A moving object is updated once a second, a still one never")
  func updates() {
    var book = SightingTracker()
    var reports: [String] = []
    for step in 0...30 {
      let moving = TestDetections.face(7, x: Double(step) / 100)
      reports += words(
        book.take([moving, TestDetections.code("still")], at: TestDetections.seconds(Double(step) / 10)).changes)
    }
    #expect(reports == ["new 1", "new 2", "update 1", "update 1", "update 1"])
  }

  @Test("Faces are matched by number, codes by type and payload, and equal codes by distance")
  func identity() {
    var book = SightingTracker()
    let first = book.take(
      [TestDetections.code("a", x: 0.1), TestDetections.code("a", x: 0.7), TestDetections.face(1)],
      at: TestDetections.seconds(0))
    #expect(first.tracks == [1, 2, 3])
    let second = book.take(
      [
        TestDetections.face(2), TestDetections.code("a", x: 0.72), TestDetections.code("b"),
        TestDetections.code("a", x: 0.12),
      ], at: TestDetections.seconds(0.1))
    #expect(second.tracks == [4, 2, 5, 1])
    #expect(words(second.changes) == ["new 4", "new 5"])
    #expect(words(book.end()) == ["end 1", "end 2", "end 3", "end 4", "end 5"])
    #expect(book.count == 0)
  }

  @Test("The best view is the largest and most upright one")
  func best() {
    var book = SightingTracker()
    let faces = [
      TestDetections.face(1, side: 0.2), TestDetections.face(1, side: 0.3, roll: 5),
      TestDetections.face(1, side: 0.32, roll: 60),
      TestDetections.face(1, side: 0.1),
    ]
    for (index, face) in faces.enumerated() {
      _ = book.take([face], at: TestDetections.seconds(Double(index) / 10))
    }
    let end = book.end().first?.sighting
    #expect(end?.best.boundingBox == faces[1].boundingBox && end?.object.boundingBox == faces[3].boundingBox)
  }

  @Test("A late detection counts with its capture time")
  func late() {
    var book = SightingTracker()
    let seen = TestDetections.code("a", at: TestDetections.seconds(1))
    let new = book.take([seen], at: TestDetections.seconds(1.5)).changes.first?.sighting
    #expect(new?.first == TestDetections.seconds(1) && new?.last == TestDetections.seconds(1))
  }

  @Test("A jump in time ends all objects visible before")
  func jump() {
    var book = SightingTracker()
    _ = book.take([TestDetections.code("a")], at: TestDetections.seconds(100))
    #expect(
      words(book.take([TestDetections.code("a")], at: TestDetections.seconds(0)).changes) == ["end 1", "new 2"])
  }
}
