import Fixtures
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import OpenCaptureProcessing
import Testing

@Suite("Following faces with a crop")
struct CenterStageTests {
  private static let frameDuration = 1.0 / 30

  /// A face with a height of 0.15 around a center.
  private func face(_ x: Double, _ y: Double, height: Double = 0.15) -> Rect {
    Rect(x: x - height * 0.4, y: y - height / 2, width: height * 0.8, height: height)
  }

  /// Advances a motion by a number of seconds, and returns the crops.
  private func follow(
    _ motion: inout CenterStageMotion, from start: Double = 0, seconds: Double, _ faces: (Double) -> [Rect]
  ) -> [Rect] {
    (0..<Int(seconds * 30)).map { index in
      let time = start + Double(index) * Self.frameDuration
      return motion.advance(to: time, faces: faces(time))
    }
  }

  private func contains(_ crop: Rect, _ face: Rect) -> Bool {
    face.minX >= crop.minX && face.maxX <= crop.maxX && face.minY >= crop.minY && face.maxY <= crop.maxY
  }

  @Test("Without faces, the crop is the whole picture")
  func noFaces() {
    var motion = CenterStageMotion()
    let crops = follow(&motion, seconds: 2) { _ in [] }
    #expect(crops.allSatisfy { $0 == .unit })
  }

  @Test("A face is magnified and comes to rest a little above the middle of the crop")
  func oneFace() throws {
    var motion = CenterStageMotion()
    let place = face(0.3, 0.4)
    let crop = try #require(follow(&motion, seconds: 4) { _ in [place] }.last)
    #expect(motion.isAtRest)
    #expect(abs(crop.width - 0.45) < 1e-6)
    #expect(crop.width == crop.height)
    #expect(abs(crop.minX + crop.width / 2 - 0.3) < 1e-6)
    #expect(crop.minY + crop.height / 2 > 0.4)
    #expect(contains(crop, place))
  }

  @Test("The crop rests while a face trembles")
  func trembling() {
    var motion = CenterStageMotion()
    _ = follow(&motion, seconds: 4) { _ in [face(0.4, 0.5)] }
    let rest = motion.crop
    var random = SeededGenerator(seed: 7)
    let crops = follow(&motion, from: 4, seconds: 10) { _ in
      [face(0.4 + .random(in: -0.02...0.02, using: &random), 0.5 + .random(in: -0.02...0.02, using: &random))]
    }
    #expect(crops.allSatisfy { $0 == rest })
  }

  @Test("No crop moves or zooms faster than its limits, also after a cut to another place")
  func limits() {
    var options = CenterStageMotion.Options()
    options.maximumSpeed = 0.3
    options.maximumZoomSpeed = 0.5
    var motion = CenterStageMotion(options)
    let crops = follow(&motion, seconds: 6) { [$0 < 3 ? face(0.1, 0.2, height: 0.1) : face(0.9, 0.8, height: 0.3)] }
    for (before, after) in zip(crops, crops.dropFirst()) {
      let x = abs(after.minX + after.width / 2 - before.minX - before.width / 2)
      // At the edge of the picture, the center also moves because the crop narrows.
      #expect(x <= 0.3 * Self.frameDuration + abs(after.width - before.width) / 2 + 1e-9)
      let ratio = max(after.width / before.width, before.width / after.width)
      #expect(ratio <= 1 + 0.5 * Self.frameDuration)
    }
  }

  @Test("A walking face stays in the crop")
  func walking() {
    var motion = CenterStageMotion()
    func place(_ time: Double) -> Rect { face(0.2 + max(0, time - 2) * 0.12, 0.5) }
    let crops = follow(&motion, seconds: 7) { [place($0)] }
    let inside = crops.indices.filter { contains(crops[$0], place(Double($0) * Self.frameDuration)) }
    #expect(Double(inside.count) >= 0.99 * Double(crops.count))
  }

  /// Returns whether a face is at least a twentieth of the crop away from those edges that are not the picture's.
  private func isSafe(_ face: Rect, in crop: Rect) -> Bool {
    let margin = crop.width / 20
    return (crop.minX < 1e-9 || face.minX >= crop.minX + margin)
      && (crop.minY < 1e-9 || face.minY >= crop.minY + margin)
      && (crop.maxX > 1 - 1e-9 || face.maxX <= crop.maxX - margin)
      && (crop.maxY > 1 - 1e-9 || face.maxY <= crop.maxY - margin)
  }

  @Test("A face near an edge of the picture stays in the safe area while the crop narrows and widens")
  func safePath() {
    for place in [face(0.5, 0.1, height: 0.1), face(0.06, 0.5, height: 0.1), face(0.9, 0.9)] {
      var motion = CenterStageMotion()
      let narrowing = follow(&motion, seconds: 3) { _ in [place] }
      #expect(narrowing.allSatisfy { isSafe(place, in: $0) })
      let widening = follow(&motion, from: 3, seconds: 5) { _ in [] }
      #expect(widening.allSatisfy { isSafe(place, in: $0) } && widening.last == .unit)
    }
  }

  @Test("A face that leaves the safe area is followed, even within the dead zone")
  func safeArea() throws {
    var options = CenterStageMotion.Options()
    options.deadZone = 0.25
    var motion = CenterStageMotion(options)
    _ = follow(&motion, seconds: 4) { _ in [face(0.5, 0.5, height: 0.15)] }
    let high = face(0.5, 0.4, height: 0.15)
    #expect(!isSafe(high, in: motion.crop))
    let crop = try #require(follow(&motion, from: 4, seconds: 2) { _ in [high] }.last)
    #expect(isSafe(high, in: crop))
  }

  @Test("A face that does not fit in the safe area does not keep the crop in motion")
  func largeFace() {
    var options = CenterStageMotion.Options()
    options.headroom = 1
    var motion = CenterStageMotion(options)
    _ = follow(&motion, seconds: 5) { _ in [face(0.5, 0.5, height: 0.5)] }
    let rest = motion.crop
    let crops = follow(&motion, from: 5, seconds: 3) {
      [face(0.5 + 0.01 * ($0 * 7).rounded().remainder(dividingBy: 2), 0.5, height: 0.5)]
    }
    #expect(crops.allSatisfy { $0 == rest })
  }

  @Test("Faces are placed in the framing region of the crop")
  func framing() throws {
    for (region, x) in [
      (Rect(x: 0, y: 0, width: 0.5, height: 1), 0.25), (Rect(x: 0.5, y: 0, width: 0.5, height: 1), 0.75),
    ] {
      var motion = CenterStageMotion()
      motion.framingRegion = region
      let crop = try #require(follow(&motion, seconds: 4) { _ in [face(0.5, 0.5)] }.last)
      #expect(abs((0.5 - crop.minX) / crop.width - x) < 0.01)
    }
  }

  @Test("Several faces are all shown")
  func severalFaces() throws {
    var motion = CenterStageMotion()
    let faces = [face(0.2, 0.4), face(0.75, 0.5, height: 0.1)]
    let crop = try #require(follow(&motion, seconds: 4) { _ in faces }.last)
    #expect(faces.allSatisfy { contains(crop, $0) })
    #expect(crop.width > 0.6)
  }

  @Test("A face that is briefly not detected keeps the crop; later the whole picture returns")
  func absence() {
    var motion = CenterStageMotion()
    _ = follow(&motion, seconds: 4) { _ in [face(0.6, 0.5)] }
    let rest = motion.crop
    let brief = follow(&motion, from: 4, seconds: 1) { _ in [] }
    #expect(brief.allSatisfy { $0 == rest })
    _ = follow(&motion, from: 5, seconds: 5) { _ in [] }
    #expect(motion.crop == .unit)
  }

  @Test("A switched-off motion returns to the whole picture without a jump")
  func switchedOff() {
    var motion = CenterStageMotion()
    _ = follow(&motion, seconds: 4) { _ in [face(0.6, 0.5)] }
    let before = motion.crop
    let after = motion.advance(to: 4, faces: [face(0.6, 0.5)], isEnabled: false)
    #expect(after.width - before.width < 0.05)
    for index in 1..<150 {
      _ = motion.advance(to: 4 + Double(index) * Self.frameDuration, faces: [face(0.6, 0.5)], isEnabled: false)
    }
    #expect(motion.crop == .unit)
  }

  @Test("The crop stays in the region of interest and the picture, with the picture's proportions")
  func region() {
    var options = CenterStageMotion.Options()
    options.regionOfInterest = Rect(x: 0.2, y: 0.1, width: 0.6, height: 0.8)
    var motion = CenterStageMotion(options)
    for place in [face(0.05, 0.05), face(0.95, 0.95), face(0.5, 0.5, height: 0.9)] {
      for crop in follow(&motion, seconds: 3, { _ in [place] }) {
        #expect(crop.width == crop.height)
        #expect(crop.minX >= 0.2 - 1e-9 && crop.maxX <= 0.8 + 1e-9)
        #expect(crop.minY >= 0.1 - 1e-9 && crop.maxY <= 0.9 + 1e-9)
      }
    }
  }

  @Test("Times that jump or go back never move the crop out of the picture")
  func times() {
    var motion = CenterStageMotion()
    for time in [0, 1e9, -5, .infinity, .nan, 3, 3.1] {
      let crop = motion.advance(to: time, faces: [face(0.9, 0.1)])
      #expect(crop.minX >= 0 && crop.maxX <= 1 + 1e-9 && crop.minY >= 0 && crop.maxY <= 1 + 1e-9)
    }
  }

  @Test("Detections stay on their pixels, and those outside are removed", arguments: ImageOrientation.allCases)
  func detections(_ orientation: ImageOrientation) throws {
    let bright = Rect(x: 0.25, y: 0.25, width: 0.25, height: 0.25)
    let picture = try PixelBuffer.make(.grey, 160, 160) { x, y in
      [(40..<80).contains(x) && (40..<80).contains(y) ? 255 : 0]
    }
    var stage = CenterStage()
    var frame = Frame(SampleBuffer(pixelBuffer: picture))
    for index in 0..<120 {
      frame = Frame(
        SampleBuffer(
          pixelBuffer: picture,
          timing: SampleTiming(presentationTimeStamp: MediaTime(value: Int64(index), timescale: 30)),
          orientation: orientation),
        metadataObjects: [
          FaceObject(faceID: 1, boundingBox: bright),
          FaceObject(faceID: 2, boundingBox: Rect(x: 0.99, y: 0.99, width: 0, height: 0)),
        ])
      try stage.process(&frame)
    }
    #expect(frame.metadataObjects.count == 1)
    let box = try #require(frame.metadataObjects.first?.boundingBox)
    #expect(box.width > 0.3)
    // The face is in the middle of the upright picture.
    let upright = PictureTransform(from: .unit, orientation: orientation, to: .unit).apply(box)
    #expect(abs(upright.minX + upright.width / 2 - 0.5) < 0.02)
    let result = try #require(frame.sampleBuffer.pixelBuffer)
    #expect(result.dimensions == picture.dimensions)
    let bytes = result.pixels
    let shown = box.scaled(x: 160, y: 160)
    // The edges of an enlarged picture are soft.
    let inner = Rect(x: shown.minX + 3, y: shown.minY + 3, width: shown.width - 6, height: shown.height - 6)
    let outer = Rect(x: shown.minX - 3, y: shown.minY - 3, width: shown.width + 6, height: shown.height + 6)
    for (index, value) in bytes.enumerated() {
      let pixel = Rect(x: Double(index % 160), y: Double(index / 160), width: 1, height: 1)
      if inner.intersection(pixel) == pixel { #expect(value == 255) }
      if outer.intersection(pixel) == nil { #expect(value == 0) }
    }
  }

  @Test("The processor can be made by name, with its options")
  func registry() throws {
    let made = try ProcessorRegistry.builtIn.makeAll("center-stage:zoom=1.5,speed=0.2")
    #expect(made.first is CenterStage)
    #expect(throws: ProcessingError.self) { try ProcessorRegistry.builtIn.makeAll("center-stage:zoom=0.5") }
  }
}
