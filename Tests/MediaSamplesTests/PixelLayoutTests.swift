import OpenCaptureMediaSamples
import Testing

@Suite("PixelLayout")
struct PixelLayoutTests {
  @Test("Planes of odd-sized pictures round chroma and pixel pairs up")
  func oddSizes() throws {
    let nv12 = try PixelLayout(format: .nv12, width: 5, height: 3, rowAlignment: 1)
    #expect(nv12.planes.map(\.bytesPerRow) == [5, 6])
    #expect(nv12.planes.map(\.height) == [3, 2])
    #expect(nv12.planes[1].offset == 15)
    #expect(nv12.byteCount == 15 + 12)
    let yuyv = try PixelLayout(format: .yuyv, width: 5, height: 3, rowAlignment: 1)
    #expect(yuyv.planes.map(\.bytesPerRow) == [12])
    let i422 = try PixelLayout(format: .i422, width: 5, height: 3, rowAlignment: 1)
    #expect(i422.planes.map(\.width) == [5, 3, 3])
    #expect(i422.planes.map(\.height) == [3, 3, 3])
  }

  @Test("Rows are aligned to 64 bytes by default")
  func alignment() throws {
    #expect(try PixelLayout(format: .bgra, width: 17, height: 2).planes[0].bytesPerRow == 128)
    #expect(try PixelLayout(format: .bgra, width: 17, height: 2, rowAlignment: 1).planes[0].bytesPerRow == 68)
    #expect(try PixelLayout(format: .rgb24, width: 3, height: 1, rowAlignment: 4).planes[0].bytesPerRow == 12)
  }

  @Test(
    "An impossible size is an error that names the size",
    arguments: [(0, 1), (1, 0), (-1, 5), (65_536, 1), (1, .max), (.min, 1)])
  func badSizes(_ width: Int, _ height: Int) {
    let error = #expect(throws: MediaError.self) {
      try PixelLayout(format: .bgra, width: width, height: height)
    }
    #expect(error?.code == .invalidDimensions)
    #expect(error?.description.contains("\(width)×\(height)") == true)
  }

  @Test("An unknown format is an error that lists the known ones")
  func unknownFormat() {
    let error = #expect(throws: MediaError.self) {
      try PixelLayout(format: PixelFormat(rawValue: "Y16 "), width: 1, height: 1)
    }
    #expect(error?.code == .unsupportedFormat)
    #expect(error?.description.contains("420v") == true)
  }

  @Test("The rows of existing memory must be long enough for the pixels")
  func foreignRows() throws {
    let layout = try PixelLayout(format: .nv12, width: 4, height: 4, bytesPerRow: [7, 5])
    #expect(layout.planes[1].offset == 28)
    #expect(throws: MediaError.self) {
      try PixelLayout(format: .nv12, width: 4, height: 4, bytesPerRow: [7, 3])
    }
    #expect(throws: MediaError.self) { try PixelLayout(format: .nv12, width: 4, height: 4, bytesPerRow: [7]) }
  }

  @Test("Impossible numbers of any size are errors")
  func absurdNumbers() throws {
    for length in [Int.max, .max / 2, 1 << 40, -1, .min] {
      #expect(throws: MediaError.self) {
        try PixelLayout(format: .i420, width: 4, height: 65_535, bytesPerRow: [length, 2, 2])
      }
    }
    for alignment in [0, -1, Int.max] {
      #expect(throws: MediaError.self) {
        try PixelLayout(format: .grey, width: 4, height: 4, rowAlignment: alignment)
      }
    }
    let layout = try PixelLayout(format: .grey, width: 4, height: 4)
    for (x, width) in [(Int.max, 1), (1, Int.max), (Int.max, Int.max), (Int.min, 4)] {
      #expect(throws: MediaError.self) { try layout.cropped(x: x, y: 0, width: width, height: 1) }
    }
  }

  @Test("Planes may lie anywhere in memory")
  func scatteredPlanes() throws {
    let layout = try PixelLayout(
      format: .nv12, width: 4, height: 4, offsets: [100, 8], bytesPerRow: [16, 8])
    #expect(layout.planes.map(\.offset) == [100, 8])
    #expect(layout.planes.map(\.byteCount) == [52, 12])
    for offsets in [[0], [0, -1], [0, 1, 2], [0, Int.max]] {
      #expect(throws: MediaError.self) {
        try PixelLayout(format: .nv12, width: 4, height: 4, offsets: offsets, bytesPerRow: [16, 8])
      }
    }
  }

  @Test("Every supported format has a layout at every small size, without overlapping planes")
  func allFormats() throws {
    for format in PixelFormat.supported {
      for (width, height) in [(1, 1), (2, 1), (1, 2), (3, 3), (16, 9)] {
        let layout = try PixelLayout(format: format, width: width, height: height)
        var end = 0
        for plane in layout.planes {
          #expect(plane.offset >= end)
          end = plane.offset + plane.byteCount
        }
        #expect(layout.byteCount >= end)
      }
    }
  }

  @Test("Four-character codes print as written")
  func codes() {
    #expect(PixelFormat.bgra.description == "BGRA")
    #expect(PixelFormat.bgra.rawValue.rawValue == 0x4247_5241)
    #expect(VideoCodecType.png.description == "png ")
    #expect(FourCharCode(rawValue: 0x20).description == "??? ")
  }
}
