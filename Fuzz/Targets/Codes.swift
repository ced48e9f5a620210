import OpenCaptureCodes
import OpenCaptureMediaSamples
import OpenCaptureMetadata

extension FuzzTarget {
  static let codes = CodeScanner.defaultEngines.map(engine) + [cascade, appended]

  /// One engine over one picture, for all that it reads.
  private static func engine(_ engine: any CodeEngine) -> FuzzTarget {
    FuzzTarget(engine.name, longestInput: 4096) { input in
      _ = try engine.scan(picture(input), types: engine.readableTypes, options: EngineOptions())
    }
  }

  /// All that a scan does with one picture, which is small: it looks at large ones in parts, and for long.
  private static let cascade = FuzzTarget("cascade", longestInput: 216) { input in
    var scanner = try CodeScanner(types: CodeScanner.readableTypes())
    scanner.effort = .thorough
    _ = try scanner.report(on: picture(input, scales: (2, 1)))
  }

  /// Codes that say what part of a message they are: three bytes each.
  private static let appended = FuzzTarget("appended", longestInput: 256) { input in
    let codes = stride(from: 0, to: input.count - 2, by: 3).map { index in
      let place = StructuredAppend(
        index: Int(input[index] >> 4), total: Int(input[index] & 15), parity: input[index + 1])
      return MachineReadableCodeObject(
        type: .qr, corners: Corners(.unit), bytes: [input[index + 2]],
        stringValue: String(validating: [input[index + 2]], as: UTF8.self),
        descriptor: CodeDescriptor(structuredAppend: place))
    }
    for message in StructuredMessage.complete(among: codes) { _ = message.stringValue }
  }

  /// A byte says the width and how large a pixel is drawn, the others are black and white, a bit a pixel, or grey.
  static func picture(_ input: [UInt8], scales: (Int, Int) = (2, 4)) throws -> PixelBuffer {
    guard let first = input.first, input.count > 1 else {
      return try PixelBuffer(format: .grey, width: 1, height: 1)
    }
    let (pixels, isGrey, scale) = (input.dropFirst(), first & 1 != 0, first & 2 != 0 ? scales.1 : scales.0)
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
