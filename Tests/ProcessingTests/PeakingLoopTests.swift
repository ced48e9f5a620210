import Fixtures
import COpenCaptureProcessing
import OpenCaptureMediaSamples
import Testing
@testable import OpenCaptureProcessing

@Suite("Focus peaking's loops")
struct PeakingLoopTests {
  private static let kernels = [CPROCESSING_SOBEL, CPROCESSING_LAPLACIAN]

  /// The drawing variants of the loops.
  private static func looks(isLuma: Bool) -> [cprocessing_peaking] {
    kernels.flatMap { kernel in
      [(256, false, 0), (256, true, 16), (100, false, 20), (100, true, 32)].map { strength, isGrey, sharpness in
        cprocessing_peaking(
          source_is_luma: isLuma, kernel: kernel, threshold: 300, sharpness: sharpness, color: 0x10_90f0,
          strength: strength, is_grey: isGrey)
      }
    }
  }

  @Test("Wide and narrow vectors give the same bits at every odd size", arguments: [PixelFormat.bgra, .grey])
  func equalBits(_ format: PixelFormat) throws {
    var scratch = ScratchLines()
    for width in stride(from: 1, through: 67, by: 2) {
      for height in [1, 2, 3, 5, 67] {
        let picture = try PixelBuffer.noise(format, width, height, seed: UInt64(width), rowAlignment: 1)
        let target = try PixelBuffer.noise(.bgra, width, height, rowAlignment: 1)
        for options in Self.looks(isLuma: format == .grey) {
          var clone = target
          var plain = target
          try picture.withSource { source in
            try scratch.withLines(width: width) { lines in
              try clone.withTarget { cprocessing_peak(source, $0, width, height, options, lines) }
              try plain.withTarget { cprocessing_peak_plain(source, $0, width, height, options, lines) }
            }
          }
          #expect(clone.pixels == plain.pixels)
        }
      }
    }
  }

  @Test("Every odd size from 1×1 to 67×67 stays within its memory and matches the definition")
  func sizes() throws {
    let sides = Array(stride(from: 1, through: 67, by: 2))
    var scratch = ScratchLines()
    for width in sides {
      for height in sides {
        let picture = try PixelBuffer.noise(.bgra, width, height, seed: 3, rowAlignment: 1)
        var target = picture
        let options = Self.looks(isLuma: false)[height % 8]
        try target.withTarget { target in
          scratch.withLines(width: width) {
            cprocessing_peak(cprocessing_source(target), target, width, height, options, $0)
          }
        }
        let x = width * 7 / 11
        let y = height * 5 / 7
        #expect(target.rgba(x, y) == definition(picture, options, x, y))
        #expect(target.rgba(0, 0) == definition(picture, options, 0, 0))
        #expect(
          target.rgba(width - 1, height - 1) == definition(picture, options, width - 1, height - 1))
      }
    }
  }

  @Test("Wide and narrow vectors count the same magnitudes as the definition")
  func counts() throws {
    var scratch = ScratchLines()
    let picture = try PixelBuffer.noise(.bgra, 61, 23)
    for kernel in Self.kernels {
      var counts = [[UInt32]](repeating: [UInt32](repeating: 0, count: 2048), count: 3)
      picture.withSource { source in
        scratch.withLines(width: 61) {
          cprocessing_count_magnitudes(source, 61, 23, false, kernel, 1, 1, &counts[0], $0)
          cprocessing_count_magnitudes_plain(source, 61, 23, false, kernel, 1, 1, &counts[1], $0)
        }
      }
      for y in 0..<23 {
        for x in 0..<61 { counts[2][magnitude(picture, kernel, x, y)] += 1 }
      }
      #expect(counts[0] == counts[2])
      #expect(counts[1] == counts[2])
    }
  }

  @Test("Steps larger than the picture still count at least one pixel", arguments: [(1, 1), (2, 3), (64, 64)])
  func steps(_ width: Int, _ height: Int) throws {
    var scratch = ScratchLines()
    var counts = [UInt32](repeating: 0, count: 2048)
    try PixelBuffer.noise(.grey, width, height).withSource { source in
      scratch.withLines(width: width) {
        cprocessing_count_magnitudes(source, width, height, true, CPROCESSING_SOBEL, 1000, 1, &counts, $0)
      }
    }
    #expect(counts.reduce(0, +) == width)
  }

  private func luma(_ picture: PixelBuffer, _ x: Int, _ y: Int) -> Int {
    let pixel = picture.rgba(max(0, min(picture.width - 1, x)), max(0, min(picture.height - 1, y))).map(Int.init)
    return (77 * pixel[0] + 150 * pixel[1] + 29 * pixel[2] + 128) >> 8
  }

  private func magnitude(_ picture: PixelBuffer, _ kernel: cprocessing_kernel, _ x: Int, _ y: Int) -> Int {
    func sum(_ weights: [Int]) -> Int {
      (0..<9).reduce(0) { $0 + weights[$1] * luma(picture, x + $1 % 3 - 1, y + $1 / 3 - 1) }
    }
    guard kernel == CPROCESSING_SOBEL else { return abs(sum([0, -1, 0, -1, 4, -1, 0, -1, 0])) }
    return abs(sum([-1, 0, 1, -2, 0, 2, -1, 0, 1])) + abs(sum([-1, -2, -1, 0, 0, 0, 1, 2, 1]))
  }

  /// Returns the sum of Sobel's steps across and down, over six pixels.
  private func wideStep(_ picture: PixelBuffer, _ x: Int, _ y: Int) -> Int {
    func side(_ dx: Int, _ dy: Int) -> Int {
      [(-1, 1), (0, 2), (1, 1)].reduce(0) { sum, part in
        sum + part.1 * luma(picture, x + (dx == 0 ? part.0 : dx), y + (dy == 0 ? part.0 : dy))
      }
    }
    return abs(side(3, 0) - side(-3, 0)) + abs(side(0, 3) - side(0, -3))
  }

  /// Returns red, green, blue and alpha by the header's definition, one pixel at a time.
  private func definition(
    _ picture: PixelBuffer, _ options: cprocessing_peaking, _ x: Int, _ y: Int
  ) -> [UInt8] {
    let pixel = picture.rgba(x, y)
    let base = options.is_grey ? [Int](repeating: luma(picture, x, y), count: 3) : pixel[..<3].map(Int.init)
    let magnitude = magnitude(picture, options.kernel, x, y)
    let isSharp = magnitude >= wideStep(picture, x, y) * Int(options.sharpness) / 32
    let isEdge = isSharp && magnitude > Int(options.threshold)
    let strength = isEdge ? Int(options.strength) : 0
    let color = [16, 8, 0].map { Int(options.color >> $0 & 255) }
    let blended = zip(base, color).map { below, above in
      let sum = below * (256 - strength) + above * strength
      return UInt8(sum >> 8)
    }
    return blended + [pixel[3]]
  }
}
