import CAllocationCounter
import COpenCaptureProcessing
import Fixtures
import OpenCaptureMediaSamples
import Testing
@testable import OpenCaptureProcessing

@Suite("Grayscale")
struct GrayscaleTests {
  @Test("Red, green and blue have the named weights, to ±1; alpha is kept", arguments: Grayscale.Weights.allCases)
  func weights(_ weights: Grayscale.Weights) throws {
    let parts: [Double] =
      switch weights {
      case .average: [1.0 / 3, 1.0 / 3, 1.0 / 3]
      case .bt601: [0.299, 0.587, 0.114]
      case .bt709: [0.2126, 0.7152, 0.0722]
      }
    let picture = try PixelBuffer.noise(.bgra, 67, 9)
    var processor = Grayscale(weights: weights)
    let grey = try processor.picture(of: picture)
    for y in 0..<9 {
      for x in 0..<67 {
        let before = picture.rgba(x, y)
        let after = grey.rgba(x, y)
        let exact = zip(parts, before).reduce(0) { $0 + $1.0 * Double($1.1) }
        #expect(abs(Double(after[0]) - exact) <= 1)
        #expect(after[0] == after[1] && after[1] == after[2] && after[3] == before[3])
      }
    }
  }

  @Test("The plain average is an integer division, (r + g + b) / 3")
  func average() throws {
    var processor = Grayscale(weights: .average)
    let picture = try PixelBuffer.noise(.bgra, 64, 64, seed: 9)
    let grey = try processor.picture(of: picture)
    for y in 0..<64 {
      for x in 0..<64 {
        let sum = picture.rgba(x, y)[..<3].reduce(0) { $0 + Int($1) }
        #expect(Int(grey.rgba(x, y)[0]) == sum / 3)
      }
    }
  }

  @Test("White stays white and black stays black", arguments: Grayscale.Weights.allCases)
  func extremes(_ weights: Grayscale.Weights) throws {
    var processor = Grayscale(weights: weights)
    for value: UInt8 in [0, 255] {
      let picture = try PixelBuffer.make(.bgra, 33, 1) { _, _ in [value, value, value, 7] }
      #expect(try processor.picture(of: picture).pixels == picture.pixels)
    }
  }

  @Test("A shared picture keeps its colors for the other holder, and an unshared one is written in place")
  func inPlace() throws {
    var processor = Grayscale()
    let theirs = try PixelBuffer.noise(.bgra, 8, 8)
    let before = theirs.pixels
    _ = try processor.picture(of: theirs)
    #expect(theirs.pixels == before)
    var frame = Frame(SampleBuffer(pixelBuffer: try theirs.copy()))
    let address = frame.address
    try processor.process(&frame)
    #expect(frame.address == address)
    #expect(frame.sampleBuffer.pixelBuffer?.pixels == (try processor.picture(of: theirs).pixels))
  }

  @Test("Only the luma plane is shared if the format has one")
  func luma() throws {
    var frame = Frame(SampleBuffer(pixelBuffer: try PixelBuffer(format: .nv12, width: 6, height: 4)))
    let address = frame.address
    var processor = Grayscale(output: .luma)
    try processor.process(&frame)
    #expect(frame.sampleBuffer.format.description == "L008 6×4")
    #expect(frame.address == address)
  }

  @Test("Grey pictures stay unchanged, and other formats become BGRA")
  func formats() throws {
    var processor = Grayscale()
    let grey = try PixelBuffer.noise(.grey, 5, 5)
    #expect(try processor.picture(of: grey).format == .grey)
    let other = try PixelBuffer(format: .rgb24, width: 2, height: 2)
    #expect(try processor.picture(of: other).format == .bgra)
  }

  @Test("Wide and narrow vectors give the same bits", arguments: Grayscale.Weights.allCases)
  func equalBits(_ weights: Grayscale.Weights) throws {
    for width in 1...67 {
      let picture = try PixelBuffer.noise(.bgra, width, 3, seed: UInt64(width), rowAlignment: 1)
      var clone = picture
      var plain = picture
      try picture.withSource { source in
        try clone.withTarget { cprocessing_grey(source, $0, width, 3, weights.code) }
        try plain.withTarget { cprocessing_grey_plain(source, $0, width, 3, weights.code) }
      }
      #expect(clone.pixels == plain.pixels)
    }
  }

  @Test(
    "Work in place does not allocate",
    .enabled(if: allocation_counter_works(), "a sanitizer brings a heap of its own"))
  func allocations() throws {
    var pipeline = FramePipeline([Grayscale(), FocusPeaking()])
    var frame = Frame(SampleBuffer(pixelBuffer: try .noise(.bgra, 320, 240)))
    for _ in 0..<3 { pipeline.process(&frame) }
    let before = allocation_count()
    for _ in 0..<10 { pipeline.process(&frame) }
    #expect(allocation_count() - before == 0)
    #expect(pipeline.statistics.map(\.failureCount) == [0, 0])
  }
}
