import OpenCaptureMediaSamples
import OpenCaptureMetadata
import Testing

/// Properties of all geometries.
@Suite struct PreviewGeometryPropertyTests {
  @Test func pointsMoveLikeTheSensorsPixels() {
    forRandomGeometries(seed: 1) { geometry, random in
      let point = random.point()
      let seen = geometry.layerPointConverted(fromCaptureDevicePoint: point)
      #expect(isClose(seen, PixelModel(geometry: geometry).layerPoint(point), scale: 1000), "\(geometry)")
    }
  }

  @Test func pointsSurviveARoundTripThroughTheView() {
    forRandomGeometries(seed: 2) { geometry, random in
      let point = random.point()
      let seen = geometry.layerPointConverted(fromCaptureDevicePoint: point)
      #expect(isClose(geometry.captureDevicePointConverted(fromLayerPoint: seen), point), "\(geometry)")
    }
  }

  @Test func pointsSurviveARoundTripThroughTheDevice() {
    forRandomGeometries(seed: 3) { geometry, random in
      let tap = random.point(-2000...2000)
      let point = geometry.captureDevicePointConverted(fromLayerPoint: tap)
      let back = geometry.layerPointConverted(fromCaptureDevicePoint: point)
      #expect(isClose(back, tap, scale: 1000), "\(geometry)")
    }
  }

  @Test func rectanglesSurviveBothRoundTrips() {
    forRandomGeometries(seed: 4) { geometry, random in
      let rect = random.rect()
      let seen = geometry.layerRectConverted(fromMetadataOutputRect: rect)
      #expect(isClose(geometry.metadataOutputRectConverted(fromLayerRect: seen), rect), "\(geometry)")
      let region = geometry.metadataOutputRectConverted(fromLayerRect: geometry.bounds)
      let back = geometry.layerRectConverted(fromMetadataOutputRect: region)
      #expect(isClose(back, geometry.bounds, scale: 1000), "\(geometry)")
    }
  }

  @Test func aRectangleIsTheBoundsOfItsCorners() {
    forRandomGeometries(seed: 5) { geometry, random in
      let rect = random.rect()
      let corners = rect.corners.map(geometry.layerPointConverted(fromCaptureDevicePoint:))
      let seen = geometry.layerRectConverted(fromMetadataOutputRect: rect)
      #expect(Rect(bounding: corners).map { isClose($0, seen, scale: 1000) } == true, "\(geometry)")
    }
  }

  @Test func theCropMapsToTheVideoRectangle() {
    forRandomGeometries(seed: 6) { geometry, _ in
      let seen = geometry.layerRectConverted(fromMetadataOutputRect: geometry.zoomCrop)
      #expect(isClose(seen, geometry.videoRect, scale: 1000), "\(geometry)")
      #expect(isClose(geometry.videoRect.center, geometry.bounds.center, scale: 1000), "\(geometry)")
    }
  }

  @Test func aspectFillCoversTheViewAndTouchesTwoEdges() {
    forRandomGeometries(seed: 7, gravities: [.resizeAspectFill]) { geometry, _ in
      let video = geometry.videoRect
      let view = geometry.bounds
      #expect(video.width >= view.width && video.height >= view.height, "\(geometry)")
      #expect(video.width == view.width || video.height == view.height, "\(geometry)")
    }
  }

  @Test func aspectFitLiesInsideTheViewAndTouchesTwoEdges() {
    forRandomGeometries(seed: 8, gravities: [.resizeAspect]) { geometry, _ in
      let video = geometry.videoRect
      let view = geometry.bounds
      #expect(video.width <= view.width && video.height <= view.height, "\(geometry)")
      #expect(video.width == view.width || video.height == view.height, "\(geometry)")
    }
  }

  @Test func aspectGravitiesKeepTheShapeOfTheRotatedCrop() {
    forRandomGeometries(seed: 9, gravities: [.resizeAspect, .resizeAspectFill]) { geometry, _ in
      let sensor = geometry.videoDimensions.size
      let width = sensor.width * geometry.zoomCrop.width
      let height = sensor.height * geometry.zoomCrop.height
      let isTurned = geometry.rotation == .degrees90 || geometry.rotation == .degrees270
      let shape = isTurned ? height / width : width / height
      #expect(isClose(geometry.videoRect.width / geometry.videoRect.height, shape, scale: 0), "\(geometry)")
    }
  }

  @Test func theVisiblePartIsInTheViewAndInTheCrop() {
    forRandomGeometries(seed: 10) { geometry, _ in
      let seen = geometry.layerRectConverted(fromMetadataOutputRect: geometry.visibleDeviceRect)
      let expected = geometry.videoRect.intersection(geometry.bounds)
      #expect(expected.map { isClose($0, seen, scale: 1000) } == true, "\(geometry)")
    }
  }

  @Test func oneMoreQuarterTurnIsAQuarterTurnOfTheView() {
    forRandomGeometries(seed: 11) { geometry, random in
      // In a square view around the origin, a clockwise quarter turn maps (x, y) to (−y, x).
      var square = geometry
      square.bounds = Rect(x: -500, y: -500, width: 1000, height: 1000)
      square.isVideoMirrored = false
      var next = square
      next.rotation = VideoRotation(quarterTurns: square.rotation.quarterTurns + 1)
      let point = random.point()
      let seen = square.layerPointConverted(fromCaptureDevicePoint: point)
      let turned = next.layerPointConverted(fromCaptureDevicePoint: point)
      #expect(isClose(turned, Point(x: -seen.y, y: seen.x), scale: 1000), "\(geometry)")
    }
  }

  @Test func mirroringMirrorsTheViewAboutItsMiddle() {
    forRandomGeometries(seed: 12) { geometry, random in
      var other = geometry
      other.isVideoMirrored.toggle()
      let point = random.point()
      let seen = geometry.layerPointConverted(fromCaptureDevicePoint: point)
      let mirrored = other.layerPointConverted(fromCaptureDevicePoint: point)
      let expected = Point(x: 2 * geometry.bounds.center.x - seen.x, y: seen.y)
      #expect(isClose(mirrored, expected, scale: 1000), "\(geometry)")
    }
  }

  @Test func movingTheViewMovesAllPoints() {
    forRandomGeometries(seed: 13) { geometry, random in
      var moved = geometry
      let x = random.number(-500...500)
      let y = random.number(-500...500)
      moved.bounds.origin = Point(x: geometry.bounds.minX + x, y: geometry.bounds.minY + y)
      let point = random.point()
      let seen = geometry.layerPointConverted(fromCaptureDevicePoint: point)
      let after = moved.layerPointConverted(fromCaptureDevicePoint: point)
      #expect(isClose(after, Point(x: seen.x + x, y: seen.y + y), scale: 1000), "\(geometry)")
    }
  }
}
