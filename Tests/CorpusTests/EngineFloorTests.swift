import COpenCaptureZBar
#if ZXing
  import COpenCaptureZXing
#endif
import Dispatch
import Fixtures
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import OpenCapturePictures
import OpenCaptureSystem
import Testing
@testable import OpenCaptureCodes

/// Compares the codes that the engines' libraries read by themselves, as in their own commands, with a scan for all
/// types.
@Suite("Floors by engine", .enabled(if: Corpus.codes != nil, "skipped: no corpus found"))
struct EngineFloorTests {
  /// A library of an engine.
  private struct Library: Sendable {
    let name: String
    /// The interpretation of Code 39 by the library.
    let code39Interpretation: Code39Interpretation
    /// Returns the payloads of a grey picture.
    let read: @Sendable (PixelBuffer) -> [[UInt8]]
  }

  private static let libraries: [Library] = {
    var libraries = [Library(name: "ZBar", code39Interpretation: .plain, read: zbarReadings)]
    #if ZXing
      libraries.append(Library(name: "zxing-cpp", code39Interpretation: .fullASCII, read: zxingReadings))
    #endif
    return libraries
  }()

  #if ZXing
    /// Reads codes with zxing-cpp's usual options.
    @Sendable private static func zxingReadings(_ picture: PixelBuffer) -> [[UInt8]] {
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
  #endif

  /// Reads codes with the options of zbarimg.
  @Sendable private static func zbarReadings(_ picture: PixelBuffer) -> [[UInt8]] {
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

  @Test(
    "A scan reads every code that ZBar, as zbarimg, or zxing-cpp reads with its usual options",
    .timeLimit(.minutes(20)))
  func floors() throws {
    let folder = try #require(Corpus.codes)
    let pictures = try CodeTruth.load("\(folder)/truth.jsonl").filter { !$0.codes.isEmpty }
    let scanner = try CodeScanner(types: CodeScanner.readableTypes())
    let results = Self.libraries.map { _ in Locked(Comparison()) }
    DispatchQueue.concurrentPerform(iterations: pictures.count) { index in
      let file = pictures[index].file
      let options = PictureReadingOptions(pixelFormat: .grey, acceptsDamage: true)
      guard let picture = try? Picture(contentsOf: "\(folder)/\(file)", options: options).pixelBuffer,
        let codes = try? scanner.scan(picture)
      else {
        Issue.record("\(file) cannot be scanned")
        return
      }
      for (library, result) in zip(Self.libraries, results) {
        var ours = codes.map { code in
          Self.comparable(code.type == .code39 ? library.code39Interpretation.apply(code.bytes) : code.bytes)
        }
        var readings = library.read(picture).map(Self.comparable)
        // A library can read one code along two lines side by side.
        if pictures[index].codes.count == 1 { readings = Array(Set(readings)) }
        for bytes in readings where !Self.misreadings.contains(bytes) {
          if let index = ours.firstIndex(of: bytes) {
            ours.remove(at: index)
            result.withLock { $0.read += 1 }
          } else {
            result.withLock { $0.lost.append("\(file): \(String(decoding: bytes, as: UTF8.self))") }
          }
        }
      }
    }
    for (library, result) in zip(Self.libraries, results) {
      let (lost, read) = result.withLock { ($0.lost, $0.read) }
      print("read as \(library.name) alone: \(read), lost \(lost)")
      #expect(lost.isEmpty)
      #expect(read > 250)
    }
  }

  /// Payloads that ZBar misreads: a Code 128 with accented letters, which ZBar drops.
  private static let misreadings: Set<[UInt8]> = [Array("ssss1234ssabszz".utf8)]

  /// The payloads of a library that a scan did not read, and the number of the others.
  private struct Comparison: Lockable {
    var lost: [String] = []
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
