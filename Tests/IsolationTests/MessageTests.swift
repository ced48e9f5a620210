import Glibc
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import OpenCaptureSystem
import Testing
@testable import OpenCaptureIsolation

/// Messages between a program and its workers, which can be hostile.
@Suite("Messages of workers")
struct MessageTests {
  private var sample: MachineReadableCodeObject {
    var descriptor = CodeDescriptor(symbolVersion: 3, errorCorrectionLevel: .levelQ, maskPattern: 5, isGS1: true)
    descriptor.structuredAppend = StructuredAppend(index: 1, total: 3, identifier: "7")
    return MachineReadableCodeObject(
      type: .qr, cornerPoints: Corners(Rect(x: 1.5, y: 2, width: 30, height: 40)), bytes: [0, 255, 3],
      stringValue: "grün", time: MediaTime(value: 7, timescale: 30), duration: .invalid,
      symbolDescriptor: descriptor,
      engine: "zbar")
  }

  private func message(_ write: (inout Message) -> Void) -> Message {
    var message = Message(ScanReply.codes)
    write(&message)
    return Message(bytes: message.bytes, file: message.file)
  }

  @Test("Codes arrive as they were sent")
  func codes() throws {
    let plain = MachineReadableCodeObject(type: .ean13, cornerPoints: Corners(.zero), bytes: [])
    let codes = [ReportedCode(sample, page: 2, pageCount: 9), ReportedCode(plain)]
    var received = message { $0.add(codes) }
    #expect(try received.codes() == codes)
  }

  @Test("Many and long codes are sent in several messages")
  func batches() throws {
    var long = sample
    long.bytes = [UInt8](repeating: 65, count: 7089)
    long.stringValue = String(repeating: "檬", count: 7089)
    let codes = Array(repeating: ReportedCode(sample), count: 500) + [ReportedCode(long), ReportedCode(long)]
    let batches = ReportedCode.batches(of: codes)
    #expect(batches.count > 4 && batches.flatMap(\.self) == codes)
    for batch in batches { #expect(message { $0.add(batch) }.bytes.count < Message.maximumByteCount / 2) }
    #expect(ReportedCode.batches(of: []) == [])
  }

  @Test("The end of a scan arrives as it was sent, with texts cut to their limit")
  func end() throws {
    var end = ScanEnd()
    end.size = VideoDimensions(width: 640, height: 480)
    end.codes = [ReportedCode(sample)]
    end.stop = ReportedFailure(subject: "", reason: "slow", code: "deadlineExceeded")
    end.failures = [ReportedFailure(subject: "a", reason: "b", code: "c")]
    end.notes = ["one", "two"]
    var received = message { $0.add(end) }
    #expect(try received.scanEnd() == end)
    end.failures = Array(
      repeating: ReportedFailure(subject: "", reason: String(repeating: "x", count: 9999), code: ""), count: 500)
    var cut = message { $0.add(end) }
    #expect(cut.bytes.count < Message.maximumByteCount)
    let failures = try cut.scanEnd().failures
    #expect(failures.count == 20 && failures[0].reason.count == 600)
  }

  @Test("Every shortened or changed message is an error or a valid value, never a trap")
  func damage() {
    let whole = message { $0.add([ReportedCode(sample, page: 1, pageCount: 1)]) }.bytes
    for count in whole.indices {
      var short = Message(bytes: Array(whole[..<count]), file: nil)
      #expect(throws: MessageError.self) { try short.codes() }
    }
    for (place, value) in whole.indices.flatMap({ place in [0, 1, 127, 128, 255].map { (place, $0 as UInt8) } }) {
      var changed = whole
      changed[place] = value
      for read in [{ _ = try $0.codes() }, { _ = try $0.scanEnd() }] as [(inout Message) throws -> Void] {
        var message = Message(bytes: changed, file: nil)
        try? read(&message)
      }
    }
    var end = message { $0.add(ScanEnd()) }
    end.add(true)
    #expect(throws: MessageError.damaged) { try end.scanEnd() }
  }

  @Test("A picture arrives without a copy, and only from a file that cannot change")
  func picture() throws {
    var picture = try PixelBuffer(format: .bgra, width: 5, height: 3)
    try picture.withUnsafeMutablePlane(0) { pixels in
      for index in pixels.indices { pixels[index] = UInt8(truncatingIfNeeded: index * 7) }
    }
    var sent = Message()
    try sent.add(SampleBuffer(pixelBuffer: picture, colorMatrix: .bt709, orientation: .right))
    var received = Message(bytes: sent.bytes, file: sent.file)
    let sample = try received.picture(limit: 15)
    #expect(sample.orientation == .right && sample.format.colorMatrix == .bt709)
    let copy = try #require(sample.pixelBuffer)
    #expect(copy.dimensions == picture.dimensions && copy.opacity == nil)
    let tight = try picture.copy(rowAlignment: 1)
    #expect(copy.withUnsafePlane(0) { Array($0) } == tight.withUnsafePlane(0) { Array($0) })
    var tooLarge = Message(bytes: sent.bytes, file: sent.file)
    #expect(throws: MessageError.damaged) { try tooLarge.picture(limit: 14) }
    var withoutFile = Message(bytes: sent.bytes, file: nil)
    #expect(throws: MessageError.damaged) { try withoutFile.picture(limit: 15) }
    let short = try [UInt8](repeating: 0, count: 59).withUnsafeBytes { (bytes) throws(SystemError) in
      try MemoryFile.make([bytes])
    }
    var truncated = Message(bytes: sent.bytes, file: short)
    #expect(throws: MessageError.damaged) { try truncated.picture(limit: 15) }
    let changeable = OwnedDescriptor(open("/dev/zero", O_RDONLY))
    var unsealed = Message(bytes: sent.bytes, file: changeable)
    #expect(throws: MessageError.damaged) { try unsealed.picture(limit: 15) }
  }

  @Test("A picture arrives with its opacity")
  func transparentPicture() throws {
    var picture = try PixelBuffer(format: .bgra, width: 3, height: 2)
    var opacity = try PixelBuffer(format: .grey, width: 3, height: 2)
    let row = opacity.planes[0].bytesPerRow
    try opacity.withUnsafeMutablePlane(0) { bytes in
      for place in 0..<6 { bytes[place / 3 * row + place % 3] = UInt8(place) }
    }
    picture.setOpacity(opacity)
    var sent = Message()
    try sent.add(SampleBuffer(pixelBuffer: picture))
    var received = Message(bytes: sent.bytes, file: sent.file)
    let copy = try #require(try received.picture(limit: 6).pixelBuffer?.opacity)
    #expect(copy.withUnsafePlane(0) { Array($0) } == [0, 1, 2, 3, 4, 5])
  }

  @Test("A channel passes messages and files, and reports its end")
  func channel() throws {
    let (channel, end) = try MessageChannel.pair()
    let other = MessageChannel(end)
    var message = Message(40)
    message.add("text")
    message.attach(try [1, 2, 3].withUnsafeBytes { (bytes) throws(SystemError) in try MemoryFile.make([bytes]) })
    try channel.send(message)
    var received = try #require(try other.receive())
    #expect(try received.kind == 40 && received.text() == "text")
    #expect(try MemoryFile.contents(of: #require(received.file), limit: 100).count == 24)
    #expect(throws: MessageError.damaged) { try MemoryFile.contents(of: #require(received.file), limit: 23) }
    #expect(try other.receive(within: 1) == nil)
    channel.close()
    #expect(throws: MessageError.disconnected) { try other.receive() }
  }

  /// Returns a PNG file of empty chunks.
  private static func png(_ chunks: [String]) -> [UInt8] {
    [0x89] + Array("PNG\r\n\u{1a}\n".utf8) + chunks.flatMap { [0, 0, 0, 0] + Array($0.utf8) + [0, 0, 0, 0] }
  }

  @Test(
    "The first bytes choose the libraries",
    arguments: [
      ([], .pictures), ([0xff, 0xd8, 0xff], .pictures), (Array("P5 ".utf8), .pictures),
      (Array("%PDF-1.7".utf8), .documents),
      (png(["IHDR", "IDAT", "acTL"]), .pictures), (png(["IHDR", "acTL", "IDAT"]), .media),
      (Array("RIFF".utf8), .media), ([0], .media),
    ] as [([UInt8], WorkerLibraries)])
  func libraries(_ head: [UInt8], _ expected: WorkerLibraries) {
    #expect(WorkerLibraries(head: head) == expected)
  }
}
