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

/// Compares the codes that the engines' libraries read by themselves, as in their own commands, with a scan for all
/// types.
@Suite("Floors by engine", .enabled(if: Corpus.codes != nil, "skipped: no corpus found"))
struct EngineFloorTests {
  #if ZXing
    @Test("A scan reads every code that zxing-cpp reads with its usual options", .timeLimit(.minutes(20)))
    func zxing() throws {
      try check(.fullASCII) { picture in
        picture.withUnsafePlane(0) { pixels in
          var request = czxing_request()
          request.pixels = pixels.baseAddress?.assumingMemoryBound(to: UInt8.self)
          request.width = Int32(picture.width)
          request.height = Int32(picture.height)
          request.bytes_per_row = Int32(picture.planes[0].bytesPerRow)
          request.tries_inverted = true
          request.tries_rotated = true
          request.tries_downscaled = true
          request.tries_harder = true
          var message = [CChar](repeating: 0, count: 256)
          // Without formats, the library searches for all.
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

  @Test("A scan reads every code that ZBar reads with the options of zbarimg", .timeLimit(.minutes(20)))
  func zbar() throws {
    try check(.plain) { picture in
      guard let packed = try? picture.copy(rowAlignment: 1), let scanner = zbar_image_scanner_create(),
        let image = zbar_image_create()
      else { return [] }
      defer {
        zbar_image_destroy(image)
        zbar_image_scanner_destroy(scanner)
      }
      // Raw bytes; all symbologies except the one with a memory error.
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
          // ZBar joins the parts of a message, but a scan reports them separately.
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

  /// Checks that every payload that a library reads in a labelled picture is also in a scan for all types.
  private func check(
    _ code39Interpretation: Code39Interpretation, _ read: @escaping @Sendable (PixelBuffer) -> [[UInt8]]
  ) throws {
    let folder = try #require(Corpus.codes)
    let pictures = try CodeTruth.load("\(folder)/truth.jsonl").filter { !$0.codes.isEmpty }
    var scanner = try CodeScanner(types: CodeScanner.readableTypes())
    scanner.code39Interpretation = code39Interpretation
    let scan = scanner
    let lost = Locked(Lost())
    DispatchQueue.concurrentPerform(iterations: pictures.count) { index in
      let file = pictures[index].file
      let options = PictureReadingOptions(pixelFormat: .grey, acceptsDamage: true)
      guard let picture = try? Picture(contentsOf: "\(folder)/\(file)", options: options).pixelBuffer,
        let codes = try? scan.scan(picture)
      else { return lost.withLock { $0.texts.append("\(file) can't be scanned") } }
      // The library expands Code 39, but a scan keeps the original characters as bytes.
      var ours = codes.map { Self.comparable($0.type == .code39 ? Array(($0.stringValue ?? "").utf8) : $0.bytes) }
      var readings = read(picture).map(Self.comparable)
      // A library can read one code along two lines side by side.
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

  /// Payloads that ZBar misreads: a Code 128 with accented letters, which ZBar drops.
  private static let misreadings: Set<[UInt8]> = [Array("ssss1234ssabszz".utf8)]

  private struct Lost: Lockable {
    var texts: [String] = []
    var read = 0
  }

  /// Returns article numbers as EAN-13, which includes UPC-A and UPC-E.
  private static func comparable(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return bytes }
    let zero = UInt8(ascii: "0")
    if bytes.count == 12 { return [zero] + bytes }
    guard bytes.count == 8, bytes[0] == zero else { return bytes }
    // GS1 General Specifications, 5.2.2.4: the digit before the check digit tells where zeros were removed.
    let digits = Array(bytes[1...6])
    let last = Int(bytes[6] - zero)
    let check = bytes[7]
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
