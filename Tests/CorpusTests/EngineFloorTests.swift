import COpenCaptureZBar
#if ZXing
  import COpenCaptureZXing
#endif
import Dispatch
import Fixtures
import OpenCaptureCodes
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import OpenCapturePictures
import OpenCaptureSystem
import Testing

/// What the engines' libraries read by themselves, as their own commands ask them, against what a scan for everything reads.
@Suite("Floors by engine", .enabled(if: Corpus.codes != nil, "skipped: there is no corpus at hand"))
struct EngineFloorTests {
  #if ZXing
    @Test("In every picture, what zxing-cpp reads with its usual options is read", .timeLimit(.minutes(10)))
    func zxing() throws {
      try check(.fullASCII) { picture in
        picture.withUnsafePlane(0) { pixels in
          var request = czxing_request()
          request.pixels = pixels.baseAddress?.assumingMemoryBound(to: UInt8.self)
          (request.width, request.height) = (Int32(picture.width), Int32(picture.height))
          request.bytes_per_row = Int32(picture.planes[0].bytesPerRow)
          (request.tries_inverted, request.tries_turned) = (true, true)
          (request.tries_smaller, request.tries_harder) = (true, true)
          var message = [CChar](repeating: 0, count: 256)
          // No formats are all that there are.
          guard let result = czxing_read(&request, &message, message.count) else { return [] }
          defer { czxing_result_destroy(result) }
          return (0..<czxing_result_count(result)).compactMap { index in
            guard let code = czxing_result_code(result, index)?.pointee else { return nil }
            return Array(UnsafeBufferPointer(start: code.bytes, count: code.byte_count))
          }
        }
      }
    }
  #endif

  @Test("In every picture with codes, what ZBar reads as zbarimg asks it is read", .timeLimit(.minutes(10)))
  func zbar() throws {
    try check(.plain) { picture in
      guard let packed = try? picture.copy(rowAlignment: 1), let scanner = zbar_image_scanner_create(),
        let image = zbar_image_create()
      else { return [] }
      defer {
        zbar_image_destroy(image)
        zbar_image_scanner_destroy(scanner)
      }
      // The bytes as they stand in the code; all symbologies but the one that damages memory are on.
      zbar_image_scanner_set_config(scanner, ZBAR_NONE, ZBAR_CFG_BINARY, 1)
      for symbology in [ZBAR_DATABAR, ZBAR_DATABAR_EXP] {
        zbar_image_scanner_set_config(scanner, symbology, ZBAR_CFG_ENABLE, 0)
      }
      return packed.withUnsafePlane(0) { pixels in
        zbar_image_set_format(image, 0x3030_3859)
        zbar_image_set_size(image, UInt32(packed.width), UInt32(packed.height))
        zbar_image_set_data(image, pixels.baseAddress, UInt(pixels.count), nil)
        guard zbar_scan_image(scanner, image) > 0 else { return [] }
        var readings: [[UInt8]] = []
        var symbol = zbar_image_first_symbol(image)
        while let found = symbol {
          // A message of several codes is joined here, and its parts stand alone there.
          if zbar_symbol_get_type(found) != ZBAR_PARTIAL, let data = zbar_symbol_get_data(found),
            zbar_symbol_first_component(found) == nil
          {
            let bytes = UnsafeRawBufferPointer(start: data, count: Int(zbar_symbol_get_data_length(found)))
            readings.append(Array(bytes))
          }
          symbol = zbar_symbol_next(found)
        }
        return readings
      }
    }
  }

  /// Checks that each payload that a library reads in a picture with codes is among those of a scan for everything.
  private func check(_ code39Reading: Code39Reading, _ read: @escaping @Sendable (PixelBuffer) -> [[UInt8]]) throws
  {
    let folder = try #require(Corpus.codes)
    let pictures = try CodeTruth.load("\(folder)/truth.jsonl").filter { !$0.codes.isEmpty }
    var scanner = try CodeScanner(types: CodeScanner.readableTypes())
    scanner.code39Reading = code39Reading
    let scan = scanner
    let lost = Locked(Lost())
    DispatchQueue.concurrentPerform(iterations: pictures.count) { index in
      let file = pictures[index].file
      let options = PictureReadingOptions(pixelFormat: .grey, acceptsDamage: true)
      guard let picture = try? Picture(contentsOf: "\(folder)/\(file)", options: options).pixelBuffer,
        let codes = try? scan.scan(picture)
      else { return lost.withLock { $0.texts.append("\(file) can't be scanned") } }
      // The library has expanded Code 39, of which the original characters are kept here.
      var ours = codes.map { Self.comparable($0.type == .code39 ? Array(($0.stringValue ?? "").utf8) : $0.bytes) }
      var readings = read(picture).map(Self.comparable)
      // A code can have been read along two lines that lie side by side.
      if pictures[index].codes.count == 1 { readings = Array(Set(readings)) }
      for bytes in readings where !Self.misreadings.contains(bytes) {
        if let index = ours.firstIndex(of: bytes) {
          ours.remove(at: index)
          lost.withLock { $0.read += 1 }
        } else {
          lost.withLock { $0.texts.append("\(file): \(String(decoding: bytes, as: UTF8.self))") }
        }
      }
    }
    let (texts, count) = lost.withLock { ($0.texts, $0.read) }
    print("read as the library alone: \(count), lost \(texts)")
    #expect(texts.isEmpty)
    #expect(count > 250)
  }

  /// What is said otherwise by the code itself: a Code 128 of letters with accents, which ZBar leaves out.
  private static let misreadings: Set<[UInt8]> = [Array("ssss1234ssabszz".utf8)]

  private struct Lost: Lockable {
    var texts: [String] = []
    var read = 0
  }

  /// All articles' numbers as EAN-13, of which UPC-A and UPC-E are parts.
  private static func comparable(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return bytes }
    let zero = UInt8(ascii: "0")
    if bytes.count == 12 { return [zero] + bytes }
    guard bytes.count == 8, bytes[0] == zero else { return bytes }
    // GS1 General Specifications, 5.2.2.4: the last digit but the check digit says where zeros were left out.
    let (digits, last, check) = (Array(bytes[1...6]), Int(bytes[6] - zero), bytes[7])
    let zeros = { (count: Int) in Array(repeating: zero, count: count) }
    let body: [UInt8] =
      switch last {
      case 0...2: Array(digits[0...1]) + [digits[5]] + zeros(4) + Array(digits[2...4])
      case 3: Array(digits[0...2]) + zeros(5) + Array(digits[3...4])
      case 4: Array(digits[0...3]) + zeros(5) + [digits[4]]
      default: Array(digits[0...4]) + zeros(4) + [digits[5]]
      }
    return [zero, zero] + body + [check]
  }
}
