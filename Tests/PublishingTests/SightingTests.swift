import OpenCaptureMediaSamples
import OpenCaptureMetadata
import Testing

@testable import OpenCapturePublishing

@Suite("What is in sight, from its first moment to its last")
struct SightingTests {
  private func words(_ changes: [SightingBook.Change]) -> [String] {
    changes.map { change in
      switch change {
      case .new(let sighting): "new \(sighting.track)"
      case .update(let sighting): "update \(sighting.track)"
      case .end(let sighting): "end \(sighting.track)"
      }
    }
  }

  @Test("Something is new once, and ends once it is out of sight for long enough, with its first and last moment")
  func life() {
    var book = SightingBook()
    #expect(words(book.take([Finds.code("a")], at: Finds.seconds(0)).changes) == ["new 1"])
    #expect(words(book.take([Finds.code("a")], at: Finds.seconds(0.1)).changes) == [])
    #expect(words(book.take([], at: Finds.seconds(2.1)).changes) == [])
    let gone = book.take([], at: Finds.seconds(2.2)).changes
    #expect(words(gone) == ["end 1"])
    #expect(gone.first?.sighting.first == Finds.seconds(0) && gone.first?.sighting.last == Finds.seconds(0.1))
    #expect(words(book.take([Finds.code("a")], at: Finds.seconds(3)).changes) == ["new 2"])
  }

  @Test("What moves is told of once a second, what stays not at all")
  func updates() {
    var book = SightingBook()
    var told: [String] = []
    for step in 0...30 {
      let moving = Finds.face(7, x: Double(step) / 100)
      told += words(book.take([moving, Finds.code("still")], at: Finds.seconds(Double(step) / 10)).changes)
    }
    #expect(told == ["new 1", "new 2", "update 1", "update 1", "update 1"])
  }

  @Test("Faces are told apart by number, codes by type and payload; of equal codes the nearest is the same")
  func identity() {
    var book = SightingBook()
    let first = book.take([Finds.code("a", x: 0.1), Finds.code("a", x: 0.7), Finds.face(1)], at: Finds.seconds(0))
    #expect(first.tracks == [1, 2, 3])
    let second = book.take(
      [Finds.face(2), Finds.code("a", x: 0.72), Finds.code("b"), Finds.code("a", x: 0.12)], at: Finds.seconds(0.1))
    #expect(second.tracks == [4, 2, 5, 1])
    #expect(words(second.changes) == ["new 4", "new 5"])
    #expect(words(book.end()) == ["end 1", "end 2", "end 3", "end 4", "end 5"])
    #expect(book.count == 0)
  }

  @Test("Its best view is the largest and most upright, whatever came after it")
  func best() {
    var book = SightingBook()
    let faces = [
      Finds.face(1, side: 0.2), Finds.face(1, side: 0.3, roll: 5), Finds.face(1, side: 0.32, roll: 60),
      Finds.face(1, side: 0.1),
    ]
    for (index, face) in faces.enumerated() { _ = book.take([face], at: Finds.seconds(Double(index) / 10)) }
    let end = book.end().first?.sighting
    #expect(end?.best.box == faces[1].box && end?.object.box == faces[3].box)
  }

  @Test("What a slow detector found counts when it was seen, not when it was told")
  func late() {
    var book = SightingBook()
    let seen = Finds.code("a", at: Finds.seconds(1))
    let new = book.take([seen], at: Finds.seconds(1.5)).changes.first?.sighting
    #expect(new?.first == Finds.seconds(1) && new?.last == Finds.seconds(1))
  }

  @Test("A jump of the times ends what was in sight before it")
  func jump() {
    var book = SightingBook()
    _ = book.take([Finds.code("a")], at: Finds.seconds(100))
    #expect(words(book.take([Finds.code("a")], at: Finds.seconds(0)).changes) == ["end 1", "new 2"])
  }
}
