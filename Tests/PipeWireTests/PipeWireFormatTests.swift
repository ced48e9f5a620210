import COpenCapturePipeWire
import Glibc
import OpenCaptureMediaSamples
import OpenCaptureSession
import Testing

@testable import OpenCapturePipeWire

@Suite("Formats of PipeWire cameras")
struct PipeWireFormatTests {
  /// Creates a description of the bridge.
  private func offer(
    _ coding: cpipewire_coding = CPIPEWIRE_RAW, _ codes: [FourCharCode] = ["YUYV"], sizes: cpipewire_choice,
    rates: cpipewire_choice = cpipewire_choice(), range: cpipewire_range = CPIPEWIRE_UNKNOWN_RANGE
  ) -> cpipewire_offer {
    var offer = cpipewire_offer()
    offer.coding = coding
    offer.code_count = UInt32(codes.count)
    withUnsafeMutableBytes(of: &offer.codes) { bytes in
      let values = bytes.bindMemory(to: UInt32.self)
      for (index, code) in codes.enumerated() { values[index] = code.rawValue.byteSwapped }
    }
    offer.sizes = sizes
    offer.rates = rates
    offer.range = range
    return offer
  }

  private func choice(_ kind: cpipewire_choice_kind, _ values: [(UInt32, UInt32)]) -> cpipewire_choice {
    var choice = cpipewire_choice()
    choice.kind = kind
    choice.count = UInt32(values.count)
    choice.preferred = cpipewire_pair(x: values[0].0, y: values[0].1)
    withUnsafeMutableBytes(of: &choice.values) { bytes in
      let pairs = bytes.bindMemory(to: cpipewire_pair.self)
      for (index, value) in values.enumerated() { pairs[index] = cpipewire_pair(x: value.0, y: value.1) }
    }
    return choice
  }

  /// Returns the object that the daemon would send.
  private func pod(_ offer: cpipewire_offer) throws -> [UInt8] {
    var offer = offer
    var bytes = [UInt8](repeating: 0, count: 8192)
    let size = cpipewire_build_offer(&offer, &bytes, bytes.count)
    try #require(size > 0)
    return Array(bytes.prefix(size))
  }

  private func formats(_ offers: cpipewire_offer...) throws -> [CaptureDevice.Format] {
    PipeWireOffer.formats(of: try offers.map { try #require(PipeWireOffer(object: try pod($0))) })
  }

  @Test("Single values become one format with its frame rate")
  func single() throws {
    let found = try formats(
      offer(sizes: choice(CPIPEWIRE_LIST, [(640, 480)]), rates: choice(CPIPEWIRE_LIST, [(30, 1)])))
    #expect(found.map(\.description) == ["YUYV 640×480 at 30 fps"])
    #expect(found.first?.formatDescription.pixelFormat == .yuyv)
  }

  @Test("Lists of formats, sizes and rates become one format per pixel format and size")
  func lists() throws {
    let found = try formats(
      offer(
        CPIPEWIRE_RAW, ["NV12", "YU12"], sizes: choice(CPIPEWIRE_LIST, [(640, 480), (1280, 720)]),
        rates: choice(CPIPEWIRE_LIST, [(30, 1), (30000, 1001), (15, 1)])))
    #expect(
      found.map(\.description) == [
        "NV12 640×480 at 30, 29.97, 15 fps", "NV12 1280×720 at 30, 29.97, 15 fps",
        "YU12 640×480 at 30, 29.97, 15 fps", "YU12 1280×720 at 30, 29.97, 15 fps",
      ])
    #expect(found[0].supports(frameDuration: MediaTime(value: 1001, timescale: 30000)))
  }

  @Test("A range of sizes with steps lists usual sizes that the steps allow")
  func steps() throws {
    let found = try formats(
      offer(
        sizes: choice(CPIPEWIRE_STEPS, [(320, 240), (1920, 1080), (320, 240)]),
        rates: choice(CPIPEWIRE_RANGE, [(5, 1), (60, 1)])))
    #expect(found.map { "\($0.dimensions)" } == ["320×240", "640×480", "1280×720", "1280×960"])
    #expect(
      found[0].frameRateRanges == [
        FrameRateRange(
          minFrameDuration: MediaTime(value: 1, timescale: 60), maxFrameDuration: MediaTime(value: 1, timescale: 5))
      ])
    #expect(found[0].supports(frameDuration: MediaTime(value: 1, timescale: 25)))
  }

  @Test("A rate of zero is a variable rate, and not a format without frames")
  func variableRate() throws {
    let fixed = try formats(
      offer(sizes: choice(CPIPEWIRE_LIST, [(640, 480)]), rates: choice(CPIPEWIRE_LIST, [(0, 1)])))
    #expect(fixed.map(\.frameRateRanges) == [[]])
    let range = try formats(
      offer(sizes: choice(CPIPEWIRE_LIST, [(640, 480)]), rates: choice(CPIPEWIRE_RANGE, [(0, 1), (30, 1)])))
    #expect(range.first?.frameRateRanges.first?.description == "1–30")
  }

  @Test("Groups that differ only in the frame rate become one format")
  func groups() throws {
    let sizes = choice(CPIPEWIRE_LIST, [(640, 480)])
    let found = try formats(
      offer(sizes: sizes, rates: choice(CPIPEWIRE_LIST, [(15, 1)])),
      offer(sizes: sizes, rates: choice(CPIPEWIRE_LIST, [(30, 1)])),
      offer(CPIPEWIRE_JPEG, [], sizes: sizes, rates: choice(CPIPEWIRE_LIST, [(30, 1)])))
    #expect(found.map(\.description) == ["YUYV 640×480 at 30, 15 fps", "MJPG 640×480 at 30 fps"])
  }

  @Test("A stated color range chooses the pixel format")
  func colorRange() throws {
    let sizes = choice(CPIPEWIRE_LIST, [(640, 480)])
    let full = try formats(offer(CPIPEWIRE_RAW, ["NV12"], sizes: sizes, range: CPIPEWIRE_FULL_RANGE))
    let unknown = try formats(offer(CPIPEWIRE_RAW, ["NV12"], sizes: sizes))
    #expect(full.map(\.formatDescription.pixelFormat) == [.nv12FullRange])
    #expect(unknown.map(\.formatDescription.pixelFormat) == [.nv12])
  }

  @Test("Every pixel format of V4L2's table can be requested from PipeWire")
  func allFormats() throws {
    for format in PixelFormat.supported {
      for code in [
        "AR24", "XR24", "AB24", "XB24", "RGB3", "BGR3", "GREY", "NV12", "NV21", "YU12", "YV12", "422P",
        "YUYV", "UYVY",
      ] as [FourCharCode] where format.v4l2Codes.contains(where: { $0.code == code }) {
        let range = format.isYCbCr && format.colorRange == .full ? CPIPEWIRE_FULL_RANGE : CPIPEWIRE_UNKNOWN_RANGE
        let found = try formats(
          offer(CPIPEWIRE_RAW, [code], sizes: choice(CPIPEWIRE_LIST, [(64, 48)]), range: range))
        #expect(found.map(\.driverCode) == [code], "\(format) as \(code)")
      }
    }
  }

  @Test("H.264 is a format, and codes that cannot be decoded are listed once")
  func undecodable() throws {
    var offer = try #require(
      PipeWireOffer(object: try pod(offer(CPIPEWIRE_H264, [], sizes: choice(CPIPEWIRE_LIST, [(640, 480)])))))
    #expect(PipeWireOffer.formats(of: [offer]).map(\.formatDescription.codec) == [.h264])
    #expect(PipeWireOffer.undecodableCodes(of: [offer]).isEmpty)
    offer.codes = ["none"]
    #expect(PipeWireOffer.formats(of: [offer]).isEmpty)
    #expect(PipeWireOffer.undecodableCodes(of: [offer, offer]) == ["none"])
  }

  @Test("Damaged objects of the daemon are rejected or read within their bounds")
  func damaged() throws {
    let whole = try pod(
      offer(
        CPIPEWIRE_RAW, ["NV12", "YU12"], sizes: choice(CPIPEWIRE_RANGE, [(16, 16), (1920, 1080)]),
        rates: choice(CPIPEWIRE_LIST, [(30, 1), (15, 1)])))
    for length in 0..<whole.count { #expect(PipeWireOffer(object: Array(whole.prefix(length))) == nil) }
    var random: UInt64 = 1
    for index in whole.indices {
      for _ in 0..<8 {
        random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        var bytes = whole
        bytes[index] = UInt8(truncatingIfNeeded: random >> 33)
        guard let offer = PipeWireOffer(object: bytes) else { continue }
        for format in PipeWireOffer.formats(of: [offer]) {
          #expect(format.dimensions.width > 0)
          #expect(format.dimensions.width <= PixelLayout.largestSide)
        }
      }
    }
  }

  @Test("A request contains the exact rate, and none if the caller leaves it to the camera")
  func request() throws {
    let description = FormatDescription(
      pixelFormat: .i420, dimensions: VideoDimensions(width: 1280, height: 720))
    var configuration = CaptureStreamConfiguration(
      formatDescription: description, frameDuration: MediaTime(value: 1001, timescale: 30000))
    let exact = try #require(cpipewire_format(configuration, code: "YU12"))
    #expect((exact.width, exact.height) == (1280, 720))
    #expect((exact.rate.x, exact.rate.y) == (30000, 1001))
    configuration.frameDuration = .invalid
    let free = try #require(cpipewire_format(configuration, code: "YU12"))
    #expect((free.rate.x, free.rate.y) == (0, 0))
  }

  @Test("A negotiated format states what the camera delivers")
  func negotiated() throws {
    let requested = CaptureStreamConfiguration(
      formatDescription: FormatDescription(pixelFormat: .yuyv, dimensions: VideoDimensions(width: 640, height: 480))
    )
    var format = try #require(cpipewire_format(requested, code: "YV12"))
    format.rate = cpipewire_pair(x: 25, y: 1)
    format.matrix = CPIPEWIRE_BT709
    let actual = try #require(format.configuration(requested: requested))
    #expect(actual.driverCode == "YV12")
    #expect(actual.formatDescription.pixelFormat == .i420)
    #expect(actual.formatDescription.colorMatrix == .bt709)
    #expect(actual.frameDuration == MediaTime(value: 1, timescale: 25))
    format.coding = CPIPEWIRE_H264
    #expect(format.configuration(requested: requested)?.formatDescription.codec == .h264)
    format.coding = CPIPEWIRE_OTHER
    #expect(format.configuration(requested: requested) == nil)
  }

  // MARK: A camera for other programs

  @Test("A loopback device is offered only formats that drawn frames can have, too")
  func convertible() {
    let size = VideoDimensions(width: 640, height: 480)
    func codes(_ own: PixelFormat) -> [FourCharCode] {
      VirtualCameraOffer(own: own, dimensions: size, frameDuration: .invalid).convertibleCodes
    }
    #expect(codes(.nv12).prefix(2) == ["NV12", "YU12"] && codes(.yuyv).first == "YU12")
  }

  @Test(
    "A device that does not exist or shows no frames is refused with a hint",
    arguments: [("/dev/video-none", ENOENT), ("/dev/null", ENOTTY)])
  func refusedDevice(path: String, errno: Int32) {
    #expect {
      try VirtualCameraConsumer(devicePath: path)
    } throws: { error in
      let error = error as? CaptureError
      return error?.errno == errno && error?.subject == path && error?.hint?.contains("v4l2loopback") == true
    }
  }

  @Test("A camera for other programs offers the frames' own format first, and formats that most programs read")
  func ownFormat() throws {
    let size = VideoDimensions(width: 640, height: 480)
    let yuyv = VirtualCameraOffer(own: .yuyv, dimensions: size, frameDuration: MediaTime(value: 1, timescale: 25))
    #expect(yuyv.codes.first == "YUYV")
    let found = try formats(yuyv.bridged)
    #expect(found.map(\.driverCode) == yuyv.codes)
    #expect(
      found.allSatisfy { $0.dimensions == size && $0.supports(frameDuration: MediaTime(value: 1, timescale: 25)) })
    // Full range would be read as video range, and JPEG needs decoding anyway.
    for own in [PixelFormat.i420FullRange, .nv12FullRange, nil] {
      let offer = VirtualCameraOffer(own: own, dimensions: size, frameDuration: .invalid)
      #expect(offer.codes == ["YU12", "NV12", "XR24", "AR24", "RGB3", "BGR3"])
      #expect(offer.frameDuration == MediaTime(value: 1, timescale: 30))
    }
  }

  @Test("Every offered format has a layout and can be made from every pixel format")
  func offeredFormats() throws {
    let size = VideoDimensions(width: 34, height: 18)
    for own in PixelFormat.supported {
      for code in VirtualCameraOffer(own: own, dimensions: size, frameDuration: .invalid).codes {
        let layout = try VirtualCameraOffer.layout(code, size)
        let source = try PixelBuffer(format: own, width: 34, height: 18)
        var target = try PixelBuffer(layout: layout)
        try source.convert(to: &target)
        // Other programs assume rows that are multiples of four bytes.
        #expect(layout.planes[0].bytesPerRow % 4 == 0)
      }
    }
  }
}
