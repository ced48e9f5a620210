import Fixtures
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import OpenCaptureSystem
import Testing
@testable import OpenCaptureCodes

/// Pictures full of what looks like codes must not cost much more than others; here work is counted, not time.
@Suite("Hostile pictures")
struct HostilePictureTests {
  /// Counts what it is asked, and finds nothing.
  private final class CountingEngine: CodeEngine {
    let name = "counting"
    let version = "1"
    let readableTypes: Set<MetadataObjectType> = [.qr, .microQR, .code128]

    struct Work: Lockable {
      /// How often it was asked for codes with finder patterns, and of how many pixels altogether.
      var (scans, pixels) = (0, 0)
      /// The most pixels of one of them.
      var largest = 0
      /// How often it was asked for others.
      var others = 0
    }
    let work = Locked(Work())

    func scan(
      _ luma: PixelBuffer, types: Set<MetadataObjectType>, options: EngineOptions
    ) throws(CodeScannerError) -> EngineFindings {
      // Modules that were sampled make a picture too, which is never light on dark.
      work.withLock { work in
        if types.contains(.qr), options.triesInverted {
          work.scans += 1
          work.pixels += luma.width * luma.height
          work.largest = max(work.largest, luma.width * luma.height)
        }
        if types.contains(.code128) { work.others += 1 }
      }
      return EngineFindings()
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

  /// As many finder patterns as there is room for: modules of one pixel, one module apart.
  private func crowd(width: Int, height: Int) throws -> PixelBuffer {
    var picture = try PixelBuffer(format: .grey, width: width, height: height, rowAlignment: 1)
    try picture.withUnsafeMutablePlane(0) { pixels in
      for y in 0..<height {
        for x in 0..<width {
          let (across, down) = (x % 8, y % 8)
          let ring = max(abs(across - 3), abs(down - 3))
          pixels[y * width + x] = across < 7 && down < 7 && ring != 2 ? 0 : 255
        }
      }
    }
    return picture
  }

  @Test(
    "Where there are more finder patterns than codes can have, no engine is asked for what has them",
    arguments: ScanEffort.allCases)
  func crowded(_ effort: ScanEffort) throws {
    let crowd = try crowd(width: 1000, height: 800)
    let work = try work(crowd, types: [.qr, .code128], effort: effort)
    // Smaller copies are grey, and hold none.
    #expect(work.pixels < crowd.width * crowd.height, "\(work)")
    // For others it is asked all the same.
    #expect(work.others > 0)
  }

  @Test("The patterns of a sheet of codes are no crowd")
  func sheet() throws {
    let picture = VideoDimensions(width: 1000, height: 1000)
    #expect(!FinderCrowd(count: 3 * 600).isTooLarge(in: picture))
    #expect(FinderCrowd(count: 15_000).isTooLarge(in: picture))
    // In proportion to the picture.
    #expect(!FinderCrowd(count: 7_000).isTooLarge(in: VideoDimensions(width: 4000, height: 4000)))
    let symbol = try #require(QRSymbol("of many")).picture(pixelsPerModule: 2)
    var sheet = try PixelBuffer(format: .grey, width: 20 * symbol.width, height: 20 * symbol.height)
    for index in 0..<400 {
      try sheet.paste(symbol, x: index % 20 * symbol.width, y: index / 20 * symbol.height)
    }
    let crowd = try FinderSearch(in: sheet).crowd
    #expect(crowd.count >= 1200 && !crowd.isTooLarge(in: sheet.dimensions), "\(crowd)")
    // An eighth of what is too much.
    #expect(crowd.crossings * crowd.lookalikes < 8 * Double(sheet.width * sheet.height), "\(crowd)")
  }

  @Test(
    "Fine rings, which aren't finder patterns but look like them to engines, are no work for these",
    arguments: [HostilePicture.Kind.rings, .nestedSquares])
  func lookalikes(_ kind: HostilePicture.Kind) throws {
    let seeds = (0..<500 as Range<UInt64>).lazy.map {
      HostilePicture(seed: $0, dimensions: VideoDimensions(width: 1200, height: 1000))
    }
    let rings = try #require(seeds.first { $0.name == "\(kind.rawValue), 1 pixels, 1 apart" }).picture()
    let search = try FinderSearch(in: rings)
    #expect(search.crowd.count == 0 && search.crowd.isTooLarge(in: rings.dimensions), "\(search.crowd)")
    #expect(try FinderSearch.estimate(in: rings).isTooLarge(in: rings.dimensions))
    let work = try work(rings, types: [.qr], effort: .balanced)
    // Nobody looks at the whole of it.
    #expect(work.largest < rings.width * rings.height, "\(work)")
  }

  /// What a scan spends beside its plan's looks at every pixel, in samples a pixel.
  private func spent(
    _ picture: PixelBuffer, effort: ScanEffort, engines: [any CodeEngine] = CodeScanner.defaultEngines
  ) throws -> Double {
    let plan = ScanPlan(
      effort: effort, types: [.qr],
      engines: engines.map { ScanPlan.Engine(name: $0.name, types: $0.readableTypes) })
    var search = try CodeSearch(picture, plan: plan, engines: engines)
    let start = search.budget
    _ = try search.run()
    let samples = start.left + start.reserve - search.budget.left - search.budget.reserve
    return Double(samples) / Double(picture.width * picture.height)
  }

  @Test(
    "All attempts at a picture together take what its size allows, and little more for the last",
    arguments: [(ScanEffort.balanced, 14.0), (.thorough, 50)])
  func attempts(_ effort: ScanEffort, _ most: Double) throws {
    // Each of those of 10 pixels costs thirty times a photograph where nothing bounds it.
    for seed in [0, 6, 13, 128] as [UInt64] {
      let hostile = HostilePicture(seed: seed, dimensions: VideoDimensions(width: 1154, height: 866))
      let spent = try spent(hostile.picture(), effort: effort)
      #expect(spent > 1 && spent < most, "\(hostile.name): \(spent)")
    }
  }

  @Test("An engine that tries all sets of three patterns isn't asked once more where that takes more than is left")
  func triples() throws {
    let engine = ZBarEngine()
    let picture = VideoDimensions(width: 1000, height: 1000)
    let budget = WorkBudget(for: .balanced, in: picture)
    #expect(budget.covers(engine.samplesOfMatching(FinderCrowd(count: 12, rows: 30), in: picture)))
    #expect(!budget.covers(engine.samplesOfMatching(FinderCrowd(count: 70, rows: 30), in: picture)))
    // Where it gives up, more patterns cost no more.
    #expect(
      engine.samplesOfMatching(FinderCrowd(count: 70, rows: 30), in: picture)
        == engine.samplesOfMatching(FinderCrowd(count: 7_000, rows: 30), in: picture))
    let hostile = HostilePicture(seed: 0, dimensions: VideoDimensions(width: 1154, height: 866))
    #expect(hostile.name == "finders, 10 pixels, 5 apart")
    #expect(try spent(hostile.picture(), effort: .balanced, engines: [engine]) < 14)
  }

  @Test("Patterns are counted beyond those that are told apart, and about as well by a part of the picture")
  func count() throws {
    let crowd = try crowd(width: 1600, height: 1000)
    let count = 1600 * 1000 / 64
    #expect((Double(count) / 2...Double(count) * 2).contains(try FinderSearch(in: crowd).crowd.count))
    #expect((Double(count) / 2...Double(count) * 2).contains(try FinderSearch.estimate(in: crowd).count))
    #expect(try FinderSearch(in: crowd).patterns.count <= 40)
  }

  @Test(
    "Engines look at no more than six times the pixels of any picture, with balanced effort",
    arguments: 0..<16 as Range<UInt64>)
  func pixels(_ seed: UInt64) throws {
    let hostile = HostilePicture(seed: seed, dimensions: VideoDimensions(width: 640, height: 480))
    let work = try work(hostile.picture(), types: [.qr], effort: .balanced)
    #expect(work.pixels <= 6 * 640 * 480 && work.scans <= 8, "\(hostile.name): \(work)")
  }

  @Test("The same seed draws the same picture, and kinds take turns")
  func seeds() throws {
    let size = VideoDimensions(width: 200, height: 100)
    let first = try HostilePicture(seed: 5, dimensions: size).picture()
    let second = try HostilePicture(seed: 5, dimensions: size).picture()
    #expect(first.withUnsafePlane(0) { Array($0) } == second.withUnsafePlane(0) { Array($0) })
    let kinds = (0..<8 as Range<UInt64>).map { HostilePicture(seed: $0, dimensions: size).kind }
    #expect(Set(kinds).count == HostilePicture.Kind.allCases.count)
  }
}
