import OpenCaptureMediaSamples
import OpenCaptureMetadata
import Testing

@Suite struct PreviewGeometryTests {
  /// A phone held upright, with its sensor in landscape orientation.
  private let phone = PreviewGeometry(
    bounds: Rect(x: 0, y: 0, width: 390, height: 844),
    videoDimensions: VideoDimensions(width: 1920, height: 1080), videoGravity: .resizeAspectFill,
    rotation: .degrees90)

  @Test func aRotatedPhonePreviewCoversTheScreen() {
    #expect(phone.layerPointConverted(fromCaptureDevicePoint: .zero) == Point(x: 432.375, y: 0))
    #expect(phone.videoRect == Rect(x: -42.375, y: 0, width: 474.75, height: 844))
  }

  @Test func mirroringExchangesLeftAndRightInTheView() {
    var front = phone
    front.isVideoMirrored = true
    #expect(front.layerPointConverted(fromCaptureDevicePoint: .zero) == Point(x: -42.375, y: 0))
    #expect(front.videoRect == phone.videoRect)
  }

  @Test func aTapOnTheScreenMapsToADevicePoint() {
    let middle = phone.captureDevicePointConverted(fromLayerPoint: Point(x: 195, y: 422))
    #expect(isClose(middle, Point(x: 0.5, y: 0.5)))
    let topRight = phone.captureDevicePointConverted(fromLayerPoint: Point(x: 432.375, y: 0))
    #expect(isClose(topRight, .zero))
  }

  @Test(
    arguments: [
      (.degrees0, [(10, 70), (410, 70), (10, 270), (110, 170)]),
      (.degrees90, [(285, 20), (285, 320), (135, 20), (210, 95)]),
      (.degrees180, [(410, 270), (10, 270), (410, 70), (310, 170)]),
      (.degrees270, [(135, 320), (135, 20), (285, 320), (210, 245)]),
    ] as [(VideoRotation, [(Double, Double)])])
  func eachRotationMapsDevicePointsAsExpected(rotation: VideoRotation, seen: [(Double, Double)]) {
    let geometry = PreviewGeometry(
      bounds: Rect(x: 10, y: 20, width: 400, height: 300),
      videoDimensions: VideoDimensions(width: 200, height: 100), rotation: rotation)
    let isTurned = rotation == .degrees90 || rotation == .degrees270
    let lying = Rect(x: 10, y: 70, width: 400, height: 200)
    let standing = Rect(x: 135, y: 20, width: 150, height: 300)
    #expect(geometry.videoRect == (isTurned ? standing : lying))
    let device = [(0, 0), (1, 0), (0, 1), (0.25, 0.5)].map(Point.init)
    #expect(device.map(geometry.layerPointConverted(fromCaptureDevicePoint:)) == seen.map(Point.init))
  }

  @Test func resizeFillsAViewOfAnyShape() {
    var geometry = phone
    geometry.videoGravity = .resize
    #expect(geometry.videoRect == geometry.bounds)
    #expect(geometry.layerPointConverted(fromCaptureDevicePoint: .zero) == Point(x: 390, y: 0))
    #expect(geometry.visibleDeviceRect == .unit)
  }

  @Test func coveringHidesTheEdgesAndFittingHidesNothing() {
    // 390 of 474.75 units, the sensor's height in the view, are on screen.
    let seen = Rect(x: 0, y: 42.375 / 474.75, width: 1, height: 390 / 474.75)
    #expect(isClose(phone.visibleDeviceRect, seen))
    var fitted = phone
    fitted.videoGravity = .resizeAspect
    #expect(isClose(fitted.visibleDeviceRect, .unit))
    #expect(fitted.metadataOutputRectConverted(fromLayerRect: fitted.bounds).height > 1 - 1e-9)
    #expect(fitted.metadataOutputRectConverted(fromLayerRect: fitted.bounds).width > 1.1)
  }

  @Test func aZoomEnlargesTheMiddle() {
    let crop = PreviewGeometry.zoomCrop(videoZoomFactor: 4)
    #expect(crop == Rect(x: 0.375, y: 0.375, width: 0.25, height: 0.25))
    var zoomed = phone
    zoomed.zoomCrop = crop
    #expect(zoomed.videoRect == phone.videoRect)
    let corner = zoomed.layerPointConverted(fromCaptureDevicePoint: crop.origin)
    #expect(isClose(corner, Point(x: 432.375, y: 0)))
    let middle = zoomed.layerPointConverted(fromCaptureDevicePoint: Point(x: 0.5, y: 0.5))
    #expect(isClose(middle, Point(x: 195, y: 422)))
  }

  @Test func aCropOfAnotherShapeKeepsItsShape() {
    let geometry = PreviewGeometry(
      bounds: Rect(x: 0, y: 0, width: 100, height: 100),
      videoDimensions: VideoDimensions(width: 400, height: 100),
      zoomCrop: Rect(x: 0.5, y: 0, width: 0.125, height: 1))
    #expect(geometry.videoRect == Rect(x: 25, y: 0, width: 50, height: 100))
  }

  @Test func theRegionOfInterestOfAViewContainsItsPoints() {
    let region = phone.metadataOutputRectConverted(fromLayerRect: Rect(x: 0, y: 0, width: 195, height: 422))
    // The screen's upper left is the sensor's lower left.
    #expect(region.contains(Point(x: 0.25, y: 0.75)))
    #expect(!region.contains(Point(x: 0.25, y: 0.25)))
    #expect(!region.contains(Point(x: 0.75, y: 0.75)))
  }

  @Test func rotationAndMirroringConvertToAnOrientationAndBack() {
    for orientation in ImageOrientation.allCases {
      var geometry = phone
      geometry.orientation = orientation
      #expect(geometry.orientation == orientation)
      #expect(geometry.isVideoMirrored == orientation.isMirrored)
    }
    var geometry = phone
    geometry.rotation = .degrees90
    geometry.isVideoMirrored = true
    // Rotating clockwise and then mirroring equals mirroring and then rotating counter-clockwise.
    #expect(geometry.orientation == .leftMirrored)
  }

  @Test func rotationsAreCountedInQuarterTurns() {
    #expect(VideoRotation.allCases.map(\.rawValue) == [0, 90, 180, 270])
    #expect(VideoRotation(quarterTurns: -1) == .degrees270)
    #expect(VideoRotation(quarterTurns: 5) == .degrees90)
    #expect(VideoRotation(quarterTurns: .min) == .degrees0)
    for rotation in VideoRotation.allCases {
      #expect(VideoRotation(quarterTurns: rotation.quarterTurns) == rotation)
    }
  }
}
