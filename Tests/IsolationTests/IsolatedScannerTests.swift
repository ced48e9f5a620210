import Fixtures
import Foundation
import OpenCaptureIsolation
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import Testing

/// The scanner of services, with the built `scan-qr`.
@Suite("Isolated scanner")
struct IsolatedScannerTests {
  private let helper = Command(built: "scan-qr").executable.path

  /// Returns a PGM picture of a QR code.
  private func picture(_ text: String) throws -> [UInt8] {
    let symbol = try #require(QRSymbol(text)).picture(pixelsPerModule: 4).copy(rowAlignment: 1)
    return Array("P5 \(symbol.width) \(symbol.height) 255\n".utf8) + symbol.withUnsafePlane(0) { Array($0) }
  }

  private func data(_ bytes: [UInt8]) throws -> DataBuffer { try DataBuffer(copying: bytes.span.bytes) }

  @Test("Files and bytes are scanned, with the damage of damaged ones")
  func results() async throws {
    let scanner = try IsolatedScanner(types: [.qr], helper: helper)
    let picture = try picture("of a stranger")
    let result = try await scanner.scan(data(picture))
    #expect(result.codes.map(\.stringValue) == ["of a stranger"] && result.damage.isEmpty)
    #expect(result.detections.first?.page == nil && result.size?.width ?? 0 > 80)
    try await TemporaryFolder.with { folder in
      let file = folder.file("code.pgm", picture)
      #expect(try await scanner.scan(contentsOf: file.path).codes.count == 1)
      let cut = folder.file("cut.pgm", Array(picture.dropLast(400)))
      let damaged = try await scanner.scan(contentsOf: cut.path)
      #expect(damaged.codes.count == 1 && damaged.damage.count == 1)
    }
  }

  @Test("Files that cannot be opened or decoded are errors with their name")
  func errors() async throws {
    let scanner = try IsolatedScanner(types: [.qr], helper: helper)
    await #expect { try await scanner.scan(contentsOf: "/nonexistent") } throws: {
      ($0 as? IsolationError)?.code == .cannotOpen && "\($0)".contains("/nonexistent")
    }
    await #expect { try await scanner.scan(contentsOf: "/dev/null") } throws: {
      ($0 as? IsolationError)?.code == .cannotOpen
    }
    await #expect { try await scanner.scan(data(Array("no picture".utf8)), name: "upload") } throws: {
      ($0 as? IsolationError)?.code == .unreadable && "\($0)".contains("upload")
    }
    #expect(throws: IsolationError.self) { try IsolatedScanner(types: [], helper: helper) }
    #expect(throws: IsolationError.self) { try IsolatedScanner(types: [.qr], helper: "/nonexistent/scan-qr") }
  }

  @Test("A file that takes too long is an error, and the next one is read")
  func deadline() async throws {
    var limits = IsolatedScanner.Limits()
    limits.processorTime = .milliseconds(1)
    let hasty = try IsolatedScanner(types: [.qr], limits: limits, workerCount: 1, helper: helper)
    let large = Array("P5 4000 4000 255\n".utf8) + [UInt8](repeating: 90, count: 16_000_000)
    for _ in 0..<2 {
      await #expect { try await hasty.scan(data(large)) } throws: { ($0 as? IsolationError)?.code == .timeout }
    }
  }

  @Test("A cancelled task ends at once")
  func cancelled() async throws {
    let scanner = try IsolatedScanner(types: [.qr], workerCount: 1, helper: helper)
    let picture = try data(picture("late"))
    let task = Task { try await scanner.scan(picture) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await scanner.scan(picture).codes.count == 1)
  }
}
