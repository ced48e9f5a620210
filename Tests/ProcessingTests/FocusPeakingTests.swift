import Fixtures
import Foundation
import OpenCaptureMediaSamples
import OpenCaptureProcessing
import Testing

@Suite("FocusPeaking")
struct FocusPeakingTests {
  /// Makes a picture that is black to the left of `edge`, and `step` from there on.
  private func stepPicture(_ step: UInt8, at edge: Int = 8, _ width: Int = 16, _ height: Int = 6) throws
    -> PixelBuffer
  {
    try .make(.bgra, width, height) { x, _ in x < edge ? [0, 0, 0, 255] : [step, step, step, 255] }
  }

  private func peaking(_ threshold: FocusPeaking.Threshold) -> FocusPeaking {
    var peaking = FocusPeaking()
    peaking.threshold = threshold
    peaking.noiseRejection = 0
    return peaking
  }

  private func isRed(_ picture: PixelBuffer, _ x: Int, _ y: Int) -> Bool { picture.rgba(x, y) == [255, 0, 0, 255] }

  @Test("The threshold is the luma step that an edge must exceed", arguments: FocusPeaking.Kernel.allCases)
  func threshold(_ kernel: FocusPeaking.Kernel) throws {
    var peaking = peaking(.fixed(80))
    peaking.kernel = kernel
    let below = try stepPicture(80)
    #expect(try peaking.picture(of: below).pixels == below.pixels)
    let above = try peaking.picture(of: try stepPicture(81))
    for y in 0..<6 {
      for x in 0..<16 { #expect(isRed(above, x, y) == (x == 7 || x == 8)) }
    }
    #expect(peaking.lastThreshold == 80)
  }

  @Test("Horizontal, vertical and diagonal edges count", arguments: [(1, 0), (0, 1), (1, 1), (1, -1)])
  func directions(_ across: Int, _ down: Int) throws {
    let picture = try PixelBuffer.make(.bgra, 17, 17) { x, y in
      (x - 8) * across + (y - 8) * down < 0 ? [0, 0, 0, 255] : [200, 200, 200, 255]
    }
    var peaking = peaking(.fixed(100))
    let result = try peaking.picture(of: picture)
    #expect(isRed(result, 8, 8))
    #expect((0..<17).allSatisfy { y in (0..<17).filter { isRed(result, $0, y) }.count < 18 })
  }

  @Test("The picture's border is not an edge")
  func border() throws {
    var peaking = peaking(.fixed(0))
    let picture = try PixelBuffer.make(.bgra, 9, 5) { _, _ in [200, 100, 50, 255] }
    #expect(try peaking.picture(of: picture).pixels == picture.pixels)
  }

  @Test("Color, strength and background follow the settings")
  func looks() throws {
    var peaking = peaking(.fixed(30))
    peaking.color = PictureColor(red: 0, green: 100, blue: 255)
    peaking.strength = 0.5
    let picture = try PixelBuffer.make(.bgra, 16, 4) { x, _ in x < 8 ? [0, 0, 255, 9] : [0, 200, 0, 9] }
    let half = try peaking.picture(of: picture)
    #expect(half.rgba(7, 1) == [127, 50, 127, 9])
    #expect(half.rgba(3, 1) == [255, 0, 0, 9])
    peaking.background = .grey
    let grey = try peaking.picture(of: picture)
    #expect(grey.rgba(3, 1) == [77, 77, 77, 9])
    #expect(grey.rgba(7, 1) == [38, 88, 166, 9])
    peaking.strength = 1
    #expect(try peaking.picture(of: picture).rgba(7, 1) == [0, 100, 255, 9])
    peaking.strength = 0
    #expect(try peaking.picture(of: picture).rgba(7, 1) == [77, 77, 77, 9])
  }

  @Test("The strongest fraction is shown in any light", arguments: [0.02, 0.1, 0.3])
  func share(_ share: Double) throws {
    var random = SeededGenerator(seed: 4)
    let values = (0..<200 * 150).map { _ in Double.random(in: 0..<1, using: &random) }
    var peaking = peaking(.strongest(share: share))
    peaking.sharpness = 0
    peaking.color = PictureColor(red: 1, green: 254, blue: 3)
    for light in [255.0, 120, 60] {
      let picture = try PixelBuffer.make(.bgra, 200, 150) { x, y in
        let value = UInt8(values[y * 200 + x] * light)
        return [value, value, value, 255]
      }
      let result = try peaking.picture(of: picture)
      let shown = (0..<150).reduce(0) { sum, y in
        sum + (0..<200).count { result.rgba($0, y) == [1, 254, 3, 255] }
      }
      #expect(abs(Double(shown) / 30_000 - share) < 0.1 * share)
    }
  }

  @Test("A sharp subject stands out from a blurred background, in bright and in dim light")
  func subject() throws {
    for light in [1.0, 0.25] {
      // Stripes: sharp ones in the middle, soft ones around.
      let picture = try PixelBuffer.make(.bgra, 120, 90) { x, y in
        let isSubject = (40..<80).contains(x) && (30..<60).contains(y)
        let value = isSubject ? (x % 8 < 4 ? 40.0 : 210) : 125 + 85 * Double(abs(x % 60 - 30) - 15) / 15
        let byte = UInt8(value * light)
        return [byte, byte, byte, 255]
      }
      var peaking = FocusPeaking()
      let result = try peaking.picture(of: picture)
      for y in 0..<90 {
        for x in 0..<120 where isRed(result, x, y) {
          #expect((39...80).contains(x) && (29...60).contains(y))
        }
      }
      #expect((40..<80).count { isRed(result, $0, 45) } >= 10)
    }
  }

  /// Makes a picture of a disk, whose edge is blurred by a Gaussian of this standard deviation.
  private func disk(blur: Double) throws -> PixelBuffer {
    try .make(.grey, 160, 120) { x, y in
      let distance = (Double((x - 80) * (x - 80) + (y - 60) * (y - 60)).squareRoot() - 40)
      // The logistic function approximates the normal distribution.
      let inside = blur > 0 ? 1 / (1 + exp(1.702 * distance / blur)) : distance < 0 ? 1 : 0
      return [UInt8(40 + 170 * inside)]
    }
  }

  @Test("A sharp edge is shown all around, and a blurred one of the same contrast is not")
  func blur() throws {
    func shown(_ blur: Double, sharpness: Double = 0.5) throws -> Int {
      var peaking = FocusPeaking()
      peaking.sharpness = sharpness
      let result = try peaking.picture(of: disk(blur: blur))
      return (0..<120).reduce(0) { sum, y in sum + (0..<160).count { isRed(result, $0, y) } }
    }
    // The circumference is 251 pixels.
    #expect(try shown(0) > 300 && shown(0.7) > 300 && shown(1) > 200)
    #expect(try shown(2) == 0 && shown(3) == 0 && shown(6) == 0)
    #expect(try shown(3, sharpness: 0) > 1000)
  }

  @Test("The steps of one between the tones of a smooth gradient are not edges")
  func gradient() throws {
    let picture = try PixelBuffer.make(.grey, 200, 100) { x, _ in [UInt8(60 + x / 3)] }
    var peaking = FocusPeaking()
    let result = try peaking.picture(of: picture)
    #expect((0..<200).allSatisfy { !isRed(result, $0, 50) })
    #expect(peaking.lastThreshold == 6)
  }

  @Test("Fine stripes count as sharp")
  func detail() throws {
    for period in [3, 4, 6] {
      let picture = try PixelBuffer.make(.grey, 96, 64) { x, _ in
        [(24..<72).contains(x) && x % period < (period + 1) / 2 ? 220 : 30]
      }
      var peaking = peaking(.fixed(40))
      let result = try peaking.picture(of: picture)
      #expect((24..<72).count { isRed(result, $0, 32) } >= 24)
    }
  }

  @Test("A picture of noise has nearly no edges, and real edges stand out from noise")
  func noise() throws {
    var random = SeededGenerator(seed: 8)
    let noise = (0..<160 * 120).map { _ in
      (0..<12).reduce(-6) { sum, _ in sum + Double.random(in: 0..<1, using: &random) } * 8
    }
    func picture(step: Double) throws -> PixelBuffer {
      try .make(.bgra, 160, 120) { x, y in
        let value = UInt8(max(0, min(255, 90 + noise[y * 160 + x] + (x < 80 ? 0 : step))))
        return [value, value, value, 255]
      }
    }
    func shown(_ peaking: inout FocusPeaking, _ picture: PixelBuffer) throws -> [Int] {
      let result = try peaking.picture(of: picture)
      return (0..<120).flatMap { y in (0..<160).filter { isRed(result, $0, y) } }
    }
    var rejecting = FocusPeaking()
    var plain = FocusPeaking()
    plain.noiseRejection = 0
    #expect(try shown(&plain, picture(step: 0)).count > 800)
    #expect(try shown(&rejecting, picture(step: 0)).count < 100)
    let edges = try shown(&rejecting, picture(step: 120))
    #expect(edges.count { (79...80).contains($0) } > 230)
    #expect(edges.count { !(78...81).contains($0) } < 100)
  }

  @Test("The same picture gives the same edges, regardless of earlier frames")
  func noHistory() throws {
    let picture = try PixelBuffer.noise(.bgra, 40, 30)
    var fresh = FocusPeaking()
    var used = FocusPeaking()
    _ = try used.picture(of: try .noise(.bgra, 90, 7, seed: 5))
    #expect(try fresh.picture(of: picture).pixels == used.picture(of: picture).pixels)
  }

  @Test("A grey picture gets colored edges over grey")
  func grey() throws {
    var peaking = peaking(.fixed(50))
    let picture = try PixelBuffer.make(.grey, 16, 4) { x, _ in [x < 8 ? 10 : 150] }
    let result = try peaking.picture(of: picture)
    #expect(result.format == .bgra)
    #expect(result.rgba(2, 2) == [10, 10, 10, 255])
    #expect(isRed(result, 8, 2))
  }

  @Test("Drawing in place and into another buffer gives the same; a shared picture stays unchanged")
  func inPlace() throws {
    let theirs = try PixelBuffer.noise(.bgra, 67, 31)
    let before = theirs.pixels
    var peaking = FocusPeaking()
    let apart = try peaking.picture(of: theirs)
    #expect(theirs.pixels == before && apart.pixels != before)
    var frame = Frame(SampleBuffer(pixelBuffer: try theirs.copy()))
    let address = frame.address
    try peaking.process(&frame)
    #expect(frame.address == address)
    #expect(frame.sampleBuffer.pixelBuffer?.pixels == apart.pixels)
  }

  @Test(
    "Settings that are not numbers or out of range do not trap",
    arguments: [Double.nan, .infinity, -.infinity, -1, 1e9])
  func oddSettings(_ value: Double) throws {
    let picture = try PixelBuffer.noise(.bgra, 9, 9)
    for threshold in [FocusPeaking.Threshold.fixed(value), .strongest(share: value)] {
      var peaking = FocusPeaking()
      peaking.threshold = threshold
      peaking.strength = value
      peaking.noiseRejection = value
      peaking.sharpness = value
      #expect(try peaking.picture(of: picture).dimensions == picture.dimensions)
    }
  }
}
