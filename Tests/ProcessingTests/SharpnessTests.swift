import COpenCaptureProcessing
import Fixtures
import OpenCaptureMediaSamples
import Testing
@testable import OpenCaptureProcessing

@Suite("Sharpness")
struct SharpnessTests {
  private static let sigmas = [0.0, 0.6, 1, 1.5, 2.2, 3.2, 4.5, 6.5]

  /// Returns squares and grain: edges and texture.
  private func scene(_ width: Int = 128, _ height: Int = 96) -> [Double] {
    var random = SeededGenerator(seed: 6)
    return (0..<width * height).map { index in
      let x = index % width
      let y = index / width
      return ((x / 13 + y / 11) % 2 == 0 ? 60 : 190) + Double.random(in: -20...20, using: &random)
    }
  }

  private func picture(_ values: [Double], _ width: Int) throws -> PixelBuffer {
    try .make(.grey, width, values.count / width) { x, y in
      [UInt8(max(0, min(255, values[y * width + x].rounded())))]
    }
  }

  @Test("Blurring a picture lowers its sharpness, as a whole and in a region")
  func monotonic() throws {
    let scene = scene()
    let region = Rect(x: 0.3, y: 0.2, width: 0.3, height: 0.4)
    let pictures = try Self.sigmas.map { try picture(GaussianBlur(sigma: $0).blurred(scene, width: 128), 128) }
    for sharpness in [try pictures.map { try $0.sharpness() }, try pictures.map { try $0.sharpness(in: region) }] {
      for (sharper, softer) in zip(sharpness, sharpness.dropFirst()) { #expect(sharper > softer * 1.05) }
    }
  }

  @Test("A luma step counts with its height, and uniform light counts as zero")
  func units() throws {
    let flat = try PixelBuffer.make(.grey, 20, 20) { _, _ in [77] }
    #expect(try flat.sharpness() == 0)
    let step = try PixelBuffer.make(.grey, 20, 20) { x, _ in [x < 10 ? 0 : 100] }
    // Two of twenty columns contain the step.
    #expect(abs(try step.sharpness() - (100 * 100 * 2.0 / 20).squareRoot()) < 1e-9)
  }

  @Test("The map shows the sharp parts of the picture")
  func map() throws {
    let scene = scene()
    let soft = GaussianBlur(sigma: 3).blurred(scene, width: 128)
    let mixed = try PixelBuffer.make(.grey, 128, 96) { x, y in
      let isSharp = (64..<96).contains(x) && (24..<48).contains(y)
      return [UInt8(max(0, min(255, (isSharp ? scene : soft)[y * 128 + x])))]
    }
    let map = try SharpnessMap(of: mixed, columns: 4, rows: 4)
    #expect(map.values.count == 16)
    #expect(map.sharpest == Rect(x: 0.5, y: 0.25, width: 0.25, height: 0.25))
    #expect(map[2, 1] > 1.5 * map[1, 1])
    #expect(map[2, 1] == (try mixed.sharpness(in: map.sharpest)))
  }

  @Test("A map never has more tiles than pixels", arguments: [(1, 1), (3, 2), (17, 5)])
  func smallMaps(_ width: Int, _ height: Int) throws {
    let map = try SharpnessMap(of: try .noise(.bgra, width, height), columns: 100, rows: 100)
    #expect(map.columns == width && map.rows == height)
    #expect(map.values.allSatisfy { $0 == 0 })
  }

  @Test("A region outside the picture is an error")
  func emptyRegion() throws {
    let picture = try PixelBuffer.noise(.grey, 8, 8)
    let error = #expect(throws: ProcessingError.self) {
      try picture.sharpness(in: Rect(x: 1, y: 0, width: 1, height: 1))
    }
    #expect(error?.code == .emptyRegion)
  }

  @Test(
    "Wide and narrow vectors give the sum of the definition", arguments: [1, 2, 7, 33, 67, 2050])
  func equalSums(_ width: Int) throws {
    for height in [1, 2, 9] {
      let picture = try PixelBuffer.noise(.grey, width, height, seed: UInt64(width))
      var scratch = ScratchLines()
      let sums = picture.withSource { source in
        scratch.withLines(width: width) {
          (
            cprocessing_gradient_energy(source, width, height, $0),
            cprocessing_gradient_energy_plain(source, width, height, $0)
          )
        }
      }
      #expect(sums.0 == sums.1)
      #expect(sums.0 == definition(picture.pixels, width, height))
    }
  }

  private func definition(_ pixels: [UInt8], _ width: Int, _ height: Int) -> UInt64 {
    func at(_ x: Int, _ y: Int) -> Int {
      Int(pixels[max(0, min(height - 1, y)) * width + max(0, min(width - 1, x))])
    }
    func smooth(_ a: Int, _ b: Int, _ c: Int) -> Int { a + 2 * b + c }
    var sum = 0
    for y in 0..<height {
      for x in 0..<width {
        let left = smooth(at(x - 1, y - 1), at(x - 1, y), at(x - 1, y + 1))
        let right = smooth(at(x + 1, y - 1), at(x + 1, y), at(x + 1, y + 1))
        let above = smooth(at(x - 1, y - 1), at(x, y - 1), at(x + 1, y - 1))
        let below = smooth(at(x - 1, y + 1), at(x, y + 1), at(x + 1, y + 1))
        sum += (right - left) * (right - left) + (below - above) * (below - above)
      }
    }
    return UInt64(sum)
  }
}
