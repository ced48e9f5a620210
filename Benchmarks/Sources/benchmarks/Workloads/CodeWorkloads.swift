import COpenCVPeer
import CZBarPeer
import Dispatch
import Glibc
import OpenCapture

/// Workloads that scan pixels in memory for QR codes.
///
/// Each contender's name includes the number of pictures in which it finds a code, because a reader that gives up early
/// is fast.
struct CodeWorkloads {
  let pictures: BenchmarkPictures
  /// The interval between scanned pictures; adjacent pictures are of the same kind.
  let interval: Int

  var all: [Workload] {
    get throws {
      let options = PictureReadingOptions(pixelFormat: .grey, acceptsDamage: true)
      let photograph = try Picture(contentsOf: pictures.photograph, options: options).pixelBuffer
      let folder = pictures.folder.enumerated().filter { $0.offset.isMultiple(of: interval) }.compactMap {
        try? Picture(contentsOf: $0.element, options: options).pixelBuffer
      }
      return [
        workload(
          "CodeScanner, one photograph's luma", [photograph], .balanced, repeats: 3,
          bounds: Bounds(zbar: 0.35, zxing: 2.6, openCV: 0.35)),
        workload(
          "CodeScanner, \(folder.count) pictures' luma", folder, .balanced,
          bounds: Bounds(zbar: 1, zxing: 6, openCV: 0.6)),
        workload(
          "CodeScanner, fast, \(folder.count) pictures' luma", folder, .fast,
          bounds: Bounds(zbar: 0.6, zxing: 4, openCV: 0.4)),
        workload(
          "CodeScanner, thorough, \(folder.count) pictures' luma", folder, .thorough,
          bounds: Bounds(zbar: 1.6, zxing: 11, openCV: 1)),
        Self.threads(folder),
      ] + (try FrameWorkloads(photograph: photograph).all)
    }
  }

  /// Returns a workload of eight scans of all pictures on up to eight cores, compared with one thread.
  ///
  /// The bound detects threads that wait for each other. It leaves room for other processes.
  private static func threads(_ pictures: [PixelBuffer]) -> Workload {
    let copies = 8
    let cores = min(8, max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    @Sendable func scan() { for picture in pictures { _ = try? CodeScanner().scan(picture) } }
    return Workload(
      name: "CodeScanner, \(cores) threads, \(pictures.count) pictures' luma",
      ours: .work("\(cores) threads", scale: copies) {
        DispatchQueue.concurrentPerform(iterations: copies) { _ in scan() }
      },
      peers: [
        Workload.Peer(
          contender: .work("one thread", scale: copies) { for _ in 0..<copies { scan() } },
          bounds: [.wall: 1.8 / Double(cores), .cpu: 1.4])
      ])
  }

  private func workload(
    _ name: String, _ pictures: [PixelBuffer], _ effort: ScanEffort, repeats: Int = 1,
    bounds: Bounds
  ) -> Workload {
    let ours = CodeReader.ours(effort)
    return Workload(
      name: name, ours: ours.contender(pictures, repeats: repeats),
      peers: [
        (CodeReader.zbar, bounds.zbar), (CodeReader.zxing, bounds.zxing), (CodeReader.openCV, bounds.openCV),
      ].map { peer, bound in
        Workload.Peer(contender: peer.contender(pictures, repeats: repeats), bounds: [.cpu: bound])
      })
  }

  /// The largest permitted share of each peer's processor time; above 1 for a peer that reads fewer codes.
  struct Bounds {
    let zbar, zxing, openCV: Double
  }
}

/// Workloads on camera frames of 1280×720.
struct FrameWorkloads {
  let photograph: PixelBuffer

  var all: [Workload] {
    get throws {
      let frame = try photograph.scaled(to: VideoDimensions(width: 1280, height: 720))
      // Reduced to a few pixels, the picture keeps only its light and shade.
      let empty = try frame.scaled(to: VideoDimensions(width: 20, height: 12)).scaled(
        to: VideoDimensions(width: 1280, height: 720), filter: .bilinear)
      let fast = CodeReader.ours(.fast)
      return [
        Workload(
          name: "CodeScanner, fast, a frame without a code", ours: fast.contender([empty], repeats: 5),
          peers: [Workload.Peer(contender: CodeReader.zxing.contender([empty], repeats: 5), bounds: [.cpu: 1.8])]),
        Workload(
          name: "CodeTracker, a still scene of 30 frames", ours: Self.tracker(frame),
          peers: [Workload.Peer(contender: Self.scanner(frame), bounds: [.cpu: 0.3])]),
      ]
    }
  }

  private static let frameCount = 30

  private static func tracker(_ frame: PixelBuffer) -> Contender {
    .work("CodeTracker", scale: frameCount) {
      var scanner = CodeScanner()
      scanner.effort = .fast
      var tracker = CodeTracker(scanner)
      for _ in 0..<frameCount { _ = try tracker.scan(frame) }
    }
  }

  private static func scanner(_ frame: PixelBuffer) -> Contender {
    .work("CodeScanner, every frame", scale: frameCount) {
      var scanner = CodeScanner()
      scanner.effort = .fast
      for _ in 0..<frameCount { _ = try scanner.scan(frame) }
    }
  }
}

/// A QR code reader.
struct CodeReader: Sendable {
  let name: String
  /// Reads a picture and returns the number of codes.
  let read: @Sendable (PixelBuffer) throws -> Int

  /// Returns a contender that reads pictures repeatedly; its name includes the number of pictures with a code.
  func contender(_ pictures: [PixelBuffer], repeats: Int) -> Contender {
    let readable = pictures.count { ((try? read($0)) ?? 0) > 0 }
    return .work("\(name) (\(readable) of \(pictures.count))", repeats: repeats) {
      for picture in pictures { _ = try read(picture) }
    }
  }

  static func ours(_ effort: ScanEffort) -> CodeReader {
    var scanner = CodeScanner()
    scanner.effort = effort
    return CodeReader(name: "CodeScanner") { [scanner] in try scanner.scan($0).count }
  }

  // Each library is called directly, without this package.
  static let zbar = CodeReader(name: "zbar", read: scanWithZBar)
  static let zxing = CodeReader(name: "zxing-cpp", read: scanWithZXing)
  static let openCV = CodeReader(name: "OpenCV's QRCodeDetector, detection only", read: scanWithOpenCV)

  @Sendable private static func scanWithZBar(_ luma: PixelBuffer) throws -> Int {
    let scanner = zbar_image_scanner_create()
    let image = zbar_image_create()
    zbar_image_scanner_set_config(scanner, ZBAR_NONE, ZBAR_CFG_ENABLE, 0)
    zbar_image_scanner_set_config(scanner, ZBAR_QRCODE, ZBAR_CFG_ENABLE, 1)
    let packed = try luma.copy(rowAlignment: 1)
    let count = packed.withUnsafePlane(0) { pixels in
      zbar_image_set_format(image, 0x3030_3859)  // "Y800"
      zbar_image_set_size(image, UInt32(luma.width), UInt32(luma.height))
      zbar_image_set_data(image, pixels.baseAddress, UInt(pixels.count), nil)
      return zbar_scan_image(scanner, image)
    }
    zbar_image_destroy(image)
    zbar_image_scanner_destroy(scanner)
    return Int(count)
  }

  @Sendable private static func scanWithZXing(_ luma: PixelBuffer) throws -> Int {
    guard let engine = CodeScanner.defaultEngines.first(where: { $0.name == "zxing" }) else {
      throw BenchmarkError("zxing-cpp is missing. Build with the trait ZXing.")
    }
    return try engine.scan(luma, types: [.qr], options: EngineOptions()).codes.count
  }

  @Sendable private static func scanWithOpenCV(_ luma: PixelBuffer) throws -> Int {
    luma.withUnsafePlane(0) { pixels in
      Int(
        opencv_peer_find_codes(
          pixels.baseAddress?.assumingMemoryBound(to: UInt8.self), luma.planes[0].bytesPerRow, Int32(luma.width),
          Int32(luma.height)))
    }
  }
}
