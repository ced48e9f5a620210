import OpenCaptureCodes
import OpenCaptureFaces
import OpenCaptureMediaSamples
import OpenCaptureMetadata

extension FuzzTarget {
  static let codes = CodeScanner.defaultEngines.map(engine) + [cascade, appended]

  /// Returns a target that scans one picture with one engine for all its types.
  private static func engine(_ engine: any CodeEngine) -> FuzzTarget {
    FuzzTarget(engine.name, longestInput: 4096) { input in
      _ = try engine.scan(picture(input), types: engine.readableTypes, options: EngineOptions())
    }
  }

  /// All passes of a scan on one small picture; larger pictures would take too long.
  private static let cascade = FuzzTarget("cascade", longestInput: 216) { input in
    var scanner = try CodeScanner(types: CodeScanner.readableTypes())
    scanner.effort = .thorough
    _ = try scanner.report(on: picture(input, scales: (2, 1)))
  }

  /// Parts of structured messages, three bytes each.
  private static let appended = FuzzTarget("appended", longestInput: 256) { input in
    let codes = stride(from: 0, to: input.count - 2, by: 3).map { index in
      let place = StructuredAppend(
        index: Int(input[index] >> 4), total: Int(input[index] & 15), parity: input[index + 1])
      return MachineReadableCodeObject(
        type: .qr, cornerPoints: Corners(.unit), bytes: [input[index + 2]],
        stringValue: String(validating: [input[index + 2]], as: UTF8.self),
        symbolDescriptor: CodeDescriptor(structuredAppend: place))
    }
    for message in StructuredMessage.complete(among: codes) { _ = message.stringValue }
  }

  /// Returns a picture made from an input.
  ///
  /// The first byte sets the width, the scale and the depth. The other bytes are pixels: one black or white pixel per
  /// bit, or one grey pixel per byte.
  static func picture(_ input: [UInt8], scales: (Int, Int) = (2, 4)) throws -> PixelBuffer {
    guard let first = input.first, input.count > 1 else {
      return try PixelBuffer(format: .grey, width: 1, height: 1)
    }
    let pixels = input.dropFirst()
    let isGrey = first & 1 != 0
    let scale = first & 2 != 0 ? scales.1 : scales.0
    let width = Int(first >> 2) + 1
    let count = isGrey ? pixels.count : pixels.count * 8
    let height = max(1, count / width)
    var picture = try PixelBuffer(format: .grey, width: width * scale, height: height * scale)
    let bytesPerRow = picture.planes[0].bytesPerRow
    try picture.withUnsafeMutablePlane(0) { plane in
      for y in 0..<height * scale {
        for x in 0..<width * scale {
          let index = (y / scale) * width + x / scale
          let byte = index < count ? pixels[pixels.startIndex + (isGrey ? index : index / 8)] : 255
          plane[y * bytesPerRow + x] = isGrey ? byte : byte >> UInt8(index % 8) & 1 == 1 ? 255 : 0
        }
      }
    }
    return picture
  }
}

extension FuzzTarget {
  static let faces = [face]

  private static let detector = try? FaceDetector()

  /// A picture with room for the smallest detectable face and its surroundings.
  private static let face = FuzzTarget("face", longestInput: 649) { input in
    _ = try detector?.detect(picture(input, scales: (1, 2)))
  }
}

extension FuzzTarget {
  static let texts = [text, declared]

  private static let text = FuzzTarget("text", longestInput: 512) { input in _ = PayloadText.decode(input) }

  /// Text with extended channel interpretations.
  private static let declared = FuzzTarget("eci", longestInput: 512) { input in
    _ = DeclaredText.decode(input)
    _ = DeclaredText.firstInterpretation(of: input)
  }
}
