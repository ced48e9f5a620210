import OpenCaptureMediaSamples
import OpenCaptureMetadata
import Testing

@Suite struct MachineReadableCodeObjectTests {
  @Test func cornersAreInTheOrderTopLeftBottomLeftBottomRightTopRight() {
    let corners = Corners(Rect(x: 1, y: 2, width: 10, height: 20))
    #expect(Array(corners) == [(1, 2), (1, 22), (11, 22), (11, 2)].map(Point.init))
    #expect(Array(corners) == [corners.topLeft, corners.bottomLeft, corners.bottomRight, corners.topRight])
    #expect(Array(corners) == Rect(x: 1, y: 2, width: 10, height: 20).corners)
    #expect(Corners(Array(corners)) == corners)
  }

  @Test func onlyFourPointsMakeCorners() {
    for count in 0...6 {
      #expect((Corners(Array(repeating: Point.zero, count: count)) != nil) == (count == 4))
    }
    #expect(Corners([Point](repeating: .zero, count: 8)[4...]) != nil)
  }

  @Test func anUpsideDownCodeHasItsTopLeftAtTheLowerRight() {
    let points = [(11, 22), (11, 2), (1, 2), (1, 22)].map(Point.init)
    let corners = Corners(points)
    #expect(corners?.topLeft == Point(x: 11, y: 22))
    #expect(corners?.bounds == Rect(x: 1, y: 2, width: 10, height: 20))
    #expect(corners?.isMirrored == false)
  }

  @Test func clockwiseCornersAreMirrored() {
    let upright = Corners(.unit)
    #expect(!upright.isMirrored)
    let fromBehind = Corners(
      topLeft: upright.topRight, bottomLeft: upright.bottomRight, bottomRight: upright.bottomLeft,
      topRight: upright.topLeft)
    #expect(fromBehind.isMirrored)
    #expect(!Corners(Rect(x: 1, y: 1, width: 0, height: 5)).isMirrored)
  }

  @Test func theBoundsOfACodeAreThoseOfItsCorners() {
    var code = MachineReadableCodeObject(
      type: .aztec,
      cornerPoints: Corners(
        topLeft: Point(x: 0.5, y: 0.1), bottomLeft: Point(x: 0.1, y: 0.4), bottomRight: Point(x: 0.4, y: 0.9),
        topRight: Point(x: 0.8, y: 0.5)),
      bytes: [1])
    #expect(isClose(code.boundingBox, Rect(x: 0.1, y: 0.1, width: 0.7, height: 0.8)))
    code.cornerPoints.bottomRight.y = 1.1
    #expect(isClose(code.boundingBox.maxY, 1.1))
  }

  @Test func unknownDetailsAreNil() {
    let code = MachineReadableCodeObject(type: .qr, cornerPoints: Corners(.unit), bytes: [0xff])
    #expect(code.stringValue == nil && code.symbolDescriptor == nil && code.engine == nil)
    #expect(!code.time.isValid && !code.duration.isValid)
    let descriptor = CodeDescriptor()
    #expect(descriptor.symbolVersion == nil && descriptor.errorCorrectionLevel == nil)
    #expect(descriptor.maskPattern == nil && descriptor.structuredAppend == nil)
    #expect(descriptor.isGS1 == nil && descriptor.extendedChannelInterpretation == nil)
  }

  @Test func aDescriptorKeepsEachDetail() {
    let part = StructuredAppend(index: 2, total: 3, parity: 0x5a)
    let descriptor = CodeDescriptor(
      symbolVersion: 7, errorCorrectionLevel: .levelQ, maskPattern: 5, structuredAppend: part, isGS1: true,
      extendedChannelInterpretation: 26)
    #expect(descriptor.symbolVersion == 7 && descriptor.errorCorrectionLevel == .levelQ)
    #expect(descriptor.maskPattern == 5 && descriptor.structuredAppend == part)
    #expect(descriptor.isGS1 == true && descriptor.extendedChannelInterpretation == 26)
    #expect(part?.index == 2 && part?.total == 3 && part?.parity == 0x5a)
    #expect(CodeDescriptor.ErrorCorrectionLevel.allCases.map(\.rawValue) == ["L", "M", "Q", "H"])
  }

  @Test func aPartIndexBeyondItsMessageIsRejected() {
    #expect(StructuredAppend(index: 0, total: 1) != nil)
    #expect(StructuredAppend(index: 1, total: 1) == nil)
    #expect(StructuredAppend(index: -1, total: 4) == nil)
    #expect(StructuredAppend(index: 0, total: 0) == nil)
  }
}
