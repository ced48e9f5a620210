import Fixtures
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import OpenCaptureSystem
import Testing
@testable import OpenCaptureCodes

@Suite("Interrupted scans")
struct ScanLimitTests {
  /// An engine that calls a closure in each pass and finds nothing.
  private struct Engine: CodeEngine {
    let name = "each"
    let version = "1"
    let readableTypes: Set<MetadataObjectType> = [.qr, .code128]
    let pass: @Sendable (VideoDimensions) -> Void

    func scan(
      _ luma: PixelBuffer, types: Set<MetadataObjectType>, options: EngineOptions
    ) throws(CodeScannerError) -> EngineResult {
      pass(luma.dimensions)
      return EngineResult()
    }
  }

  private func scanner(
    _ types: Set<MetadataObjectType> = [.qr], _ pass: @escaping @Sendable (VideoDimensions) -> Void
  ) throws -> CodeScanner {
    var scanner = try CodeScanner(types: types, engines: [Engine(pass: pass)])
    scanner.effort = .thorough
    return scanner
  }

  private func blank() throws -> PixelBuffer { try PixelBuffer(format: .grey, width: 200, height: 200) }

  @Test("A cancelled scan ends between passes; others execute all passes")
  func passes() throws {
    let limit = WorkLimit()
    let count = Locked(0)
    let cancelled = try scanner { _ in
      count.withLock { $0 += 1 }
      limit.cancel()
    }
    let error = try #require(throws: WorkLimitError.self) { try limit.run { try cancelled.scan(blank()) } }
    #expect(error.code == .cancelled && count.withLock { $0 } == 1)
    let whole = try scanner { _ in count.withLock { $0 += 1 } }
    _ = try WorkLimit().run { try whole.scan(blank()) }
    #expect(count.withLock { $0 } > 3)
  }

  @Test(
    "A pass over a large picture is skipped if the remaining time is too short")
  func pace() throws {
    let sizes = Log<VideoDimensions>()
    let slow = try scanner([.code128]) { size in
      sizes.append(size)
      // A tenth of a second per million pixels.
      let limit = WorkLimit(cpuTime: .nanoseconds(100 * size.width * size.height))
      try? limit.run { while true { try WorkLimit.check() } }
    }
    let picture = try PixelBuffer(format: .grey, width: 2000, height: 1500)
    let limit = WorkLimit(cpuTime: .milliseconds(200))
    let error = #expect(throws: WorkLimitError.self) { try limit.run { try slow.scan(picture) } }
    #expect(error?.code == .deadlineExceeded && limit.stop == .deadlineExceeded)
    #expect(sizes.all.allSatisfy { $0.width <= 512 && $0.height <= 512 }, "\(sizes.all)")
    _ = try WorkLimit().run { try slow.scan(picture) }
    #expect(sizes.all.contains(picture.dimensions))
  }

  @Test("An interrupted tracker continues with the next frame")
  func tracker() throws {
    let limit = WorkLimit(cpuTime: .zero)
    let picture = try #require(QRSymbol("still there")).picture(pixelsPerModule: 4)
    var tracker = CodeTracker(CodeScanner())
    #expect(throws: WorkLimitError.self) { try limit.run { try tracker.scan(picture) } }
    #expect(try tracker.scan(picture).map(\.stringValue) == ["still there"])
  }

  @Test("Asynchronous scans find the same codes and end with their task")
  func asynchronous() async throws {
    let picture = try #require(QRSymbol("hello")).picture(pixelsPerModule: 4)
    let sample = SampleBuffer(pixelBuffer: picture)
    #expect(try await CodeScanner().codes(in: sample) == CodeScanner().scan(sample))
    await #expect(throws: WorkLimitError.self) { try await CodeScanner().codes(in: sample, cpuTime: .zero) }
    let (passes, pass) = AsyncStream.makeStream(of: Void.self)
    let isCancelled = Locked(false)
    let scanner = try scanner { _ in
      pass.yield()
      // Wait until the task is cancelled.
      while !isCancelled.withLock({ $0 }) {}
    }
    let blank = SampleBuffer(pixelBuffer: try blank())
    let task = Task { try await scanner.codes(in: blank) }
    for await _ in passes.prefix(1) { task.cancel() }
    isCancelled.withLock { $0 = true }
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
