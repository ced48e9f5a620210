import Fixtures
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import Testing

@Suite struct DegenerateGeometryTests {
  private let plain = PreviewGeometry(
    bounds: Rect(x: 10, y: 20, width: 300, height: 200),
    videoDimensions: VideoDimensions(width: 640, height: 480), rotation: .degrees90)

  @Test func inAnEmptyViewEveryPointIsTheMiddleOfTheCrop() {
    var geometry = plain
    geometry.bounds.size = .zero
    geometry.zoomCrop = Rect(x: 0, y: 0, width: 0.5, height: 0.5)
    #expect(geometry.videoRect == Rect(x: 10, y: 20, width: 0, height: 0))
    let tapped = geometry.captureDevicePointConverted(fromLayerPoint: Point(x: 17, y: -3))
    #expect(tapped == Point(x: 0.25, y: 0.25))
    let seen = geometry.layerPointConverted(fromCaptureDevicePoint: Point(x: 0.9, y: 0.1))
    #expect(seen == Point(x: 10, y: 20))
    #expect(geometry.visibleDeviceRect == Rect(x: 0.25, y: 0.25, width: 0, height: 0))
  }

  @Test func aViewWithoutWidthShowsNothing() {
    for gravity in VideoGravity.allCases {
      var geometry = plain
      geometry.videoGravity = gravity
      geometry.bounds.size.width = 0
      #expect(geometry.visibleDeviceRect.isEmpty)
      #expect(geometry.videoRect.isFinite)
    }
  }

  @Test func aPictureWithoutPixelsFillsTheView() {
    for (width, height) in [(0, 0), (0, 480), (640, 0), (-1, -1), (.min, .min)] {
      for gravity in VideoGravity.allCases {
        var geometry = plain
        geometry.videoDimensions = VideoDimensions(width: width, height: height)
        geometry.videoGravity = gravity
        #expect(geometry.videoRect == geometry.bounds)
        #expect(geometry.layerPointConverted(fromCaptureDevicePoint: .zero) == Point(x: 310, y: 20))
      }
    }
  }

  @Test(arguments: [
    .zero, Rect(x: 0.5, y: 0.5, width: 0, height: 0.5), Rect(x: 1, y: 1, width: -1, height: -1),
    Rect(x: .nan, y: 0, width: 1, height: 1), Rect(x: 0, y: 0, width: .infinity, height: 1),
    Rect(x: 0, y: 0, width: 1, height: .nan), Rect(x: -.infinity, y: 0, width: .infinity, height: 1),
  ])
  func anInvalidCropIsTheWholePicture(crop: Rect) {
    var geometry = plain
    geometry.zoomCrop = crop
    #expect(geometry.deviceToLayer == plain.deviceToLayer)
    #expect(geometry.visibleDeviceRect == plain.visibleDeviceRect)
  }

  @Test func anInvalidZoomFactorShowsEverything() {
    for factor in [1, 0.5, 0, -3, .nan, .infinity, -.infinity] {
      #expect(PreviewGeometry.zoomCrop(videoZoomFactor: factor) == .unit)
    }
  }

  @Test func aBoundThatIsNotANumberCountsAsZero() {
    var geometry = plain
    geometry.bounds = Rect(x: .nan, y: .nan, width: 300, height: 200)
    var atOrigin = plain
    atOrigin.bounds.origin = .zero
    #expect(geometry.videoRect == atOrigin.videoRect)
    geometry.bounds.size.height = .nan
    #expect(geometry.videoRect == Rect(x: 150, y: 0, width: 0, height: 0))
  }

  @Test func aNegativeExtentCountsAsZero() {
    for gravity in VideoGravity.allCases {
      var negative = plain
      var empty = plain
      negative.videoGravity = gravity
      empty.videoGravity = gravity
      negative.bounds.size.width = -300
      empty.bounds.size.width = 0
      #expect(negative.deviceToLayer == empty.deviceToLayer)
      #expect(negative.visibleDeviceRect == empty.visibleDeviceRect)
    }
  }

  @Test func aPointThatIsNotANumberCountsAsZero() {
    let seen = plain.layerPointConverted(fromCaptureDevicePoint: Point(x: .nan, y: 0.5))
    #expect(seen == plain.layerPointConverted(fromCaptureDevicePoint: Point(x: 0, y: 0.5)))
  }

  @Test func everyResultIsFiniteForAnyInput() {
    let wild: [Double] = [
      0, -0.0, 1, -1, 0.5, .leastNonzeroMagnitude, 1e-80, 1e-70, 1e75, 1e200, .greatestFiniteMagnitude,
      -.greatestFiniteMagnitude, .infinity, -.infinity, .nan, .signalingNaN, .leastNonzeroMagnitude,
    ]
    let pixels = [0, 1, -1, 1080, Int.max, Int.min]
    var random = SeededGenerator(seed: 50)
    func number() -> Double { wild.randomElement(using: &random) ?? 0 }
    func rect() -> Rect { Rect(x: number(), y: number(), width: number(), height: number()) }
    func pixelCount() -> Int { pixels.randomElement(using: &random) ?? 0 }
    for index in 0..<20_000 {
      let geometry = PreviewGeometry(
        bounds: rect(), videoDimensions: VideoDimensions(width: pixelCount(), height: pixelCount()),
        videoGravity: VideoGravity.allCases[index % 3], rotation: VideoRotation(quarterTurns: index),
        isVideoMirrored: index % 5 == 0, zoomCrop: rect())
      let point = Point(x: number(), y: number())
      let place = rect()
      #expect(geometry.videoRect.isFinite, "\(geometry)")
      #expect(geometry.visibleDeviceRect.isFinite, "\(geometry)")
      #expect(geometry.layerPointConverted(fromCaptureDevicePoint: point).isFinite, "\(geometry) \(point)")
      #expect(geometry.captureDevicePointConverted(fromLayerPoint: point).isFinite, "\(geometry) \(point)")
      #expect(geometry.layerRectConverted(fromMetadataOutputRect: place).isFinite, "\(geometry) \(place)")
      #expect(geometry.metadataOutputRectConverted(fromLayerRect: place).isFinite, "\(geometry) \(place)")
    }
  }

  @Test func aPictureWithoutPixelsMapsEverythingToTheOrigin() {
    let toPixels = PictureTransform.uprightPixels(
      of: VideoDimensions(width: -4, height: 0), orientation: .left)
    #expect(toPixels.apply(Point(x: 0.3, y: 0.7)) == .zero)
    #expect(toPixels.inverse.apply(Point(x: 3, y: 7)) == Point(x: 0.5, y: 0.5))
  }
}
