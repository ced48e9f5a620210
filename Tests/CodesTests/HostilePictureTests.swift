import Fixtures
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import OpenCaptureSystem
import Testing
@testable import OpenCaptureCodes

/// Pictures with many false candidates, which must not cost much more than others.
///
/// The tests count work, not time.
@Suite("Hostile pictures")
struct HostilePictureTests {
  @Test("Pictures that are too long to be scaled are scanned", arguments: [(17_000, 80), (33_000, 100)])
  func longPictures(width: Int, height: Int) throws {
    let picture = try PixelBuffer.grey(width: width, height: height) { pixels in
      pixels.initializeMemory(as: UInt8.self, repeating: 255)
    }
    #expect(try CodeScanner().scan(picture).isEmpty)
    #expect(try CodeScanner(types: CodeScanner.readableTypes()).scan(picture).isEmpty)
  }

  /// An engine that counts its calls and finds nothing.
  private final class CountingEngine: CodeEngine {
    let name = "counting"
    let version = "1"
    let readableTypes: Set<MetadataObjectType> = [.qr, .microQR, .code128]

    struct Work: Lockable {
      /// The number of scans for codes with finder patterns.
      var scans = 0
      /// The number of pixels of these scans.
      var pixels = 0
      /// The number of pixels of the largest scan.
      var largest = 0
      /// The number of scans for other codes.
      var others = 0
    }
    let work = Locked(Work())

    func scan(
      _ luma: PixelBuffer, types: Set<MetadataObjectType>, options: EngineOptions
    ) throws(CodeScannerError) -> EngineResult {
      // Rendered pictures of sampled modules are scanned, too, but never for inverted codes.
      work.withLock { work in
        if types.contains(.qr), options.triesInverted {
          work.scans += 1
          work.pixels += luma.width * luma.height
          work.largest = max(work.largest, luma.width * luma.height)
        }
        if types.contains(.code128) { work.others += 1 }
      }
      return EngineResult()
    }
  }

  private func work(
    _ picture: PixelBuffer, types: Set<MetadataObjectType>, effort: ScanEffort
  ) throws -> CountingEngine.Work {
    let engine = CountingEngine()
    var scanner = try CodeScanner(types: types, engines: [engine])
    scanner.effort = effort
    _ = try scanner.scan(picture)
    return engine.work.withLock { $0 }
  }

  /// Returns a picture full of finder patterns, with modules of one pixel and one module in between.
  private func crowd(width: Int, height: Int) throws -> PixelBuffer {
    var picture = try PixelBuffer(format: .grey, width: width, height: height, rowAlignment: 1)
    try picture.withUnsafeMutablePlane(0) { pixels in
      for y in 0..<height {
        for x in 0..<width {
          let across = x % 8
          let down = y % 8
          let ring = max(abs(across - 3), abs(down - 3))
          pixels[y * width + x] = across < 7 && down < 7 && ring != 2 ? 0 : 255
        }
      }
    }
    return picture
  }

  @Test(
    "With more finder patterns than codes can have, engines don't search for codes with such patterns",
    arguments: ScanEffort.allCases)
  func crowded(_ effort: ScanEffort) throws {
    let crowd = try crowd(width: 1000, height: 800)
    let work = try work(crowd, types: [.qr, .code128], effort: effort)
    // Smaller copies are grey and contain no patterns.
    #expect(work.pixels < crowd.width * crowd.height, "\(work)")
    // The engine still searches for other codes.
    #expect(work.others > 0)
  }

  #if ZXing
    @Test("A search ends although one finder pattern is found from two places")
    func duplicatePattern() throws {
      // With zxing-cpp 3.1.1, the search in this picture did not end on arm64.
      var picture = try PixelBuffer(format: .grey, width: 161, height: 64, rowAlignment: 1)
      let shapes = [
        (x: 32.6, y: 44.0, width: 5.41, height: 8.24, shear: -1.47, slope: 0.12),
        (x: 148.1, y: 45.13, width: 1.25, height: 2.11, shear: -0.267, slope: -0.263),
      ]
      try picture.withUnsafeMutablePlane(0) { pixels in
        for index in pixels.indices { pixels[index] = 255 }
        for (index, shape) in pixels.indices.flatMap({ index in shapes.map { (index, $0) } }) {
          let across = Double(index % 161) + 0.5 - shape.x
          let down = Double(index / 161) + 0.5 - shape.y
          // The distance from the center in modules.
          let ring = max(
            abs((across - shape.shear * down) / shape.width), abs((down - shape.slope * across) / shape.height))
          if ring < 3.5 { pixels[index] = ring < 1.5 || ring >= 2.5 ? 0 : 255 }
        }
      }
      #expect(try ZXingEngine().scan(picture, types: [.qr], options: EngineOptions()).codes.isEmpty)
    }
  #endif

  @Test("The finder patterns of a sheet of codes are not too many")
  func sheet() throws {
    let picture = VideoDimensions(width: 1000, height: 1000)
    #expect(!FinderStatistics(count: 3 * 600).exceedsLimit(in: picture))
    #expect(FinderStatistics(count: 15_000).exceedsLimit(in: picture))
    // The limit is proportional to the picture.
    #expect(!FinderStatistics(count: 7_000).exceedsLimit(in: VideoDimensions(width: 4000, height: 4000)))
    let symbol = try #require(QRSymbol("of many")).picture(pixelsPerModule: 2)
    var sheet = try PixelBuffer(format: .grey, width: 20 * symbol.width, height: 20 * symbol.height)
    for index in 0..<400 {
      try sheet.paste(symbol, x: index % 20 * symbol.width, y: index / 20 * symbol.height)
    }
    let crowd = try FinderSearch(in: sheet).crowd
    #expect(crowd.count >= 1200 && !crowd.exceedsLimit(in: sheet.dimensions), "\(crowd)")
    // An eighth of the limit.
    #expect(crowd.crossings * crowd.candidatePatterns < 8 * Double(sheet.width * sheet.height), "\(crowd)")
  }

  @Test(
    "Fine rings that engines mistake for finder patterns cause no work",
    arguments: [HostilePicture.Kind.rings, .nestedSquares])
  func candidatePatterns(_ kind: HostilePicture.Kind) throws {
    let seeds = (0..<500 as Range<UInt64>).lazy.map {
      HostilePicture(seed: $0, dimensions: VideoDimensions(width: 1200, height: 1000))
    }
    let rings = try #require(seeds.first { $0.name == "\(kind.rawValue), 1 pixels, 1 apart" }).picture()
    let search = try FinderSearch(in: rings)
    #expect(search.crowd.count == 0 && search.crowd.exceedsLimit(in: rings.dimensions), "\(search.crowd)")
    #expect(try FinderSearch.estimate(in: rings).exceedsLimit(in: rings.dimensions))
    let work = try work(rings, types: [.qr], effort: .balanced)
    // No scan covers the whole picture.
    #expect(work.largest < rings.width * rings.height, "\(work)")
  }

  /// Returns the samples per pixel that a scan spends in addition to the passes of its plan.
  private func spent(
    _ picture: PixelBuffer, effort: ScanEffort, engines: [any CodeEngine] = CodeScanner.defaultEngines
  ) throws -> Double {
    let plan = ScanPlan(
      effort: effort, types: [.qr],
      engines: engines.map { ScanPlan.Engine(name: $0.name, types: $0.readableTypes) })
    var search = try CodeSearch(picture, plans: [plan], effort: effort, engines: engines)
    let start = search.budget
    _ = try search.run()
    let samples = start.left + start.reserve - search.budget.left - search.budget.reserve
    return Double(samples) / Double(picture.width * picture.height)
  }

  @Test(
    "All attempts at a picture together stay within the budget for its size",
    arguments: [(ScanEffort.balanced, 14.0), (.thorough, 50)])
  func attempts(_ effort: ScanEffort, _ most: Double) throws {
    // Without a limit, each picture with patterns of 10 pixels costs thirty times as much as a photograph.
    for seed in [0, 6, 13, 128] as [UInt64] {
      let hostile = HostilePicture(seed: seed, dimensions: VideoDimensions(width: 1154, height: 866))
      let spent = try spent(hostile.picture(), effort: effort)
      #expect(spent > 1 && spent < most, "\(hostile.name): \(spent)")
    }
  }

  @Test("An engine that tries all triples of patterns isn't called if the budget doesn't cover it")
  func triples() throws {
    let engine = ZBarEngine()
    let picture = VideoDimensions(width: 1000, height: 1000)
    let budget = WorkBudget(for: .balanced, in: picture)
    #expect(budget.covers(engine.matchingCost(FinderStatistics(count: 12, rows: 30), in: picture)))
    #expect(!budget.covers(engine.matchingCost(FinderStatistics(count: 70, rows: 30), in: picture)))
    // Beyond the limit, more patterns cost no more.
    #expect(
      engine.matchingCost(FinderStatistics(count: 70, rows: 30), in: picture)
        == engine.matchingCost(FinderStatistics(count: 7_000, rows: 30), in: picture))
    let hostile = HostilePicture(seed: 0, dimensions: VideoDimensions(width: 1154, height: 866))
    #expect(hostile.name == "finders, 10 pixels, 5 apart")
    #expect(try spent(hostile.picture(), effort: .balanced, engines: [engine]) < 14)
  }

  @Test("Patterns are counted beyond the capacity and estimated from a part of the picture")
  func count() throws {
    let crowd = try crowd(width: 1600, height: 1000)
    let count = 1600 * 1000 / 64
    #expect((Double(count) / 2...Double(count) * 2).contains(try FinderSearch(in: crowd).crowd.count))
    #expect((Double(count) / 2...Double(count) * 2).contains(try FinderSearch.estimate(in: crowd).count))
    #expect(try FinderSearch(in: crowd).patterns.count <= 40)
  }

  @Test(
    "With balanced effort, engines scan at most six times the pixels of a picture",
    arguments: 0..<16 as Range<UInt64>)
  func pixels(_ seed: UInt64) throws {
    let hostile = HostilePicture(seed: seed, dimensions: VideoDimensions(width: 640, height: 480))
    let work = try work(hostile.picture(), types: [.qr], effort: .balanced)
    #expect(work.pixels <= 6 * 640 * 480 && work.scans <= 8, "\(hostile.name): \(work)")
  }

  @Test("Equal seeds draw equal pictures, and all kinds occur")
  func seeds() throws {
    let size = VideoDimensions(width: 200, height: 100)
    let first = try HostilePicture(seed: 5, dimensions: size).picture()
    let second = try HostilePicture(seed: 5, dimensions: size).picture()
    #expect(first.withUnsafePlane(0) { Array($0) } == second.withUnsafePlane(0) { Array($0) })
    let kinds = (0..<8 as Range<UInt64>).map { HostilePicture(seed: $0, dimensions: size).kind }
    #expect(Set(kinds).count == HostilePicture.Kind.allCases.count)
  }
}
