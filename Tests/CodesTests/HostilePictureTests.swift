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
    #expect(!FinderSearch.isCrowded(3 * 600, in: VideoDimensions(width: 1000, height: 1000)))
    #expect(FinderSearch.isCrowded(15_000, in: VideoDimensions(width: 1000, height: 1000)))
    // In proportion to the picture.
    #expect(!FinderSearch.isCrowded(7_000, in: VideoDimensions(width: 4000, height: 4000)))
  }

  @Test("Patterns are counted beyond those that are told apart, and about as well by a part of the picture")
  func count() throws {
    let crowd = try crowd(width: 1600, height: 1000)
    let count = 1600 * 1000 / 64
    #expect((count / 2...count * 2).contains(try FinderSearch(in: crowd).count))
    #expect((count / 2...count * 2).contains(try FinderSearch.estimate(in: crowd)))
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
