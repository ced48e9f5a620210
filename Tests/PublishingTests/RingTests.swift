import Fixtures
import Foundation
import OpenCaptureSystem
import Testing

@testable import OpenCapturePublishing

@Suite("The file of waiting events")
struct RingTests {
  private let size = EventRing.minimumFileCapacity

  private func texts(_ ring: EventRing) -> [String] {
    ring.sequences.map { ring.record($0).map { String(decoding: $0.payload, as: UTF8.self) } ?? "damaged" }
  }

  private func fill(_ path: String, _ texts: [String]) throws {
    let ring = try EventRing(path, capacity: size)
    for text in texts { _ = try ring.append(topic: "t", payload: Array(text.utf8)) }
  }

  @Test("Stored events survive a restart in order; removed events do not")
  func survives() throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("ring")
      try fill(path, ["a", "b", "c"])
      do {
        let ring = try EventRing(path, capacity: size)
        #expect(texts(ring) == ["a", "b", "c"])
        try ring.remove(through: 2)
      }
      try fill(path, ["d"])
      #expect(texts(try EventRing(path, capacity: size)) == ["c", "d"])
    }
  }

  @Test("The file keeps its size; the newest events replace the oldest, which are counted")
  func bounded() throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("ring")
      let payload = [UInt8](repeating: 65, count: 1000)
      var lost = 0
      do {
        let ring = try EventRing(path, capacity: size)
        for _ in 0..<1000 { lost += try ring.append(topic: "t", payload: payload).lost }
        #expect(ring.count == 1000 - lost && ring.count > 50)
      }
      let ring = try EventRing(path, capacity: size)
      #expect(ring.sequences == Array(UInt64(lost + 1)...1000))
      #expect(FileSystem.byteCount(path) == size)
    }
  }

  @Test("A power failure during a write loses only that record", arguments: [1, 20, 30, 100])
  func powerCut(_ written: Int) throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("ring")
      try fill(path, ["a", "b"])
      let before = try Data(contentsOf: URL(filePath: path))
      try fill(path, [String(repeating: "c", count: 200)])
      let after = try Data(contentsOf: URL(filePath: path))
      let start = zip(before, after).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? 0
      var torn = before
      torn.replaceSubrange(start..<start + written, with: after[start..<start + written])
      try torn.write(to: URL(filePath: path))
      #expect(texts(try EventRing(path, capacity: size)) == ["a", "b"])
      try fill(path, ["d"])
      #expect(texts(try EventRing(path, capacity: size)) == ["a", "b", "d"])
    }
  }

  @Test("A damaged record does not affect the others")
  func damage() throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("ring")
      try fill(path, ["first", "second", "third"])
      var bytes = try Data(contentsOf: URL(filePath: path))
      let place = try #require(bytes.firstRange(of: Data("second".utf8))?.lowerBound)
      bytes[place] ^= 1
      try bytes.write(to: URL(filePath: path))
      #expect(texts(try EventRing(path, capacity: size)) == ["first", "third"])
    }
  }

  @Test("A file with any content opens and accepts events")
  func anything() throws {
    var random = SeededGenerator(seed: 16)
    try TemporaryFolder.with { folder in
      for turn in 0..<20 {
        let path = folder.path("ring\(turn)")
        try fill(path, (0..<50).map { "event \($0)" })
        var bytes = try Data(contentsOf: URL(filePath: path))
        for _ in 0..<200 {
          bytes[Int.random(in: 8..<4000, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        if turn % 4 == 0 { bytes = bytes.prefix(Int.random(in: 0..<bytes.count, using: &random)) }
        try bytes.write(to: URL(filePath: path))
        let ring = try EventRing(path, capacity: size)
        _ = try ring.append(topic: "t", payload: Array("new".utf8))
        #expect(texts(ring).last == "new")
        #expect(texts(ring).dropLast().allSatisfy { $0.hasPrefix("event ") })
      }
    }
  }

  @Test("One intact slot is enough to know the removed events")
  func notes() throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("ring")
      try fill(path, ["a", "b", "c", "d"])
      do {
        let ring = try EventRing(path, capacity: size)
        try ring.remove(through: 1)
        try ring.remove(through: 2)
      }
      var bytes = try Data(contentsOf: URL(filePath: path))
      // The second boundary, of generation 2, is in the first slot.
      bytes[64 + 8] ^= 0xff
      try bytes.write(to: URL(filePath: path))
      #expect(texts(try EventRing(path, capacity: size)) == ["b", "c", "d"])
    }
  }

  @Test("A file opens only once at a time, and a folder is rejected")
  func exclusive() throws {
    try TemporaryFolder.with { folder in
      let ring = try EventRing(folder.path("ring"), capacity: size)
      let error = #expect(throws: SystemError.self) { try EventRing(folder.path("ring"), capacity: size) }
      #expect(error?.errno == EWOULDBLOCK)
      withExtendedLifetime(ring) {}
      #expect(throws: SystemError.self) { try EventRing(folder.url.path, capacity: size) }
    }
  }

  @Test("An event larger than the file is rejected and replaces nothing")
  func tooLarge() throws {
    try TemporaryFolder.with { folder in
      let ring = try EventRing(folder.path("ring"), capacity: size)
      _ = try ring.append(topic: "t", payload: Array("a".utf8))
      let large = [UInt8](repeating: 0, count: size)
      #expect(throws: SystemError.self) { try ring.append(topic: "t", payload: large) }
      #expect(texts(ring) == ["a"])
    }
  }
}
