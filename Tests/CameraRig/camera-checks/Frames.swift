import Fixtures
import Glibc
import OpenCaptureMediaSamples
import OpenCapturePictures

/// The images shown to cameras: a QR code in all sizes, as JPEG, YUYV and NV12.
enum Frames {
  static let sizes = [(640, 480), (1280, 720), (320, 240)].map { VideoDimensions(width: $0.0, height: $0.1) }

  /// A function that shows prepared images.
  typealias Showing = () throws -> Void

  /// Writes the images to a folder.
  static func write(to folder: String, text: String) throws { try prepare(text, for: folder)() }

  /// Writes the images of a flashing camera to a folder: a code in a lit and a dark version.
  static func writeFlashing(to folder: String, text: String) throws {
    let symbol = try symbol(text)
    for (folder, isLit) in [(folder, false), (folder + "/flash", true)] {
      mkdir(folder, 0o755)
      for size in sizes {
        var picture = try draw(symbol, size)
        if !isLit { try picture.withUnsafeMutablePlane(0) { for index in $0.indices { $0[index] /= 4 } } }
        try replace("\(folder)/\(size.width)x\(size.height).jpg", jpeg(picture))
      }
    }
  }

  /// Prepares the images that a USB camera shows from a folder.
  ///
  /// Each file is replaced by renaming, so that a running camera changes its image between two frames.
  static func prepare(_ text: String, for folder: String) throws -> Showing {
    let symbol = try symbol(text)
    var files: [(path: String, bytes: [UInt8])] = []
    for size in sizes {
      let picture = try draw(symbol, size)
      let name = "\(folder)/\(size.width)x\(size.height)"
      files += [
        (name + ".yuyv", yuyv(picture)), (name + ".nv12", nv12(picture)), (name + ".jpg", try jpeg(picture)),
      ]
    }
    return {
      mkdir(folder, 0o755)
      for file in files { try replace(file.path, file.bytes) }
    }
  }

  /// Prepares an image for vivid, which overwrites the file that `show-to-camera` has open.
  static func prepare(_ text: String, over path: String) throws -> Showing {
    let bytes = nv12(try draw(symbol(text), sizes[0]))
    return {
      guard let file = fopen(path, "r+") else { throw Failure("cannot show '\(text)'") }
      defer { fclose(file) }
      try expect(fwrite(bytes, 1, bytes.count, file) == bytes.count, "cannot write \(path)")
    }
  }

  private static func symbol(_ text: String) throws -> QRSymbol {
    guard let symbol = QRSymbol(text) else { throw Failure("'\(text)' is too long for a code") }
    return symbol
  }

  /// Draws the code in the centre of a white image, in grey.
  private static func draw(_ symbol: QRSymbol, _ size: VideoDimensions) throws -> PixelBuffer {
    let scale = size.height * 3 / 4 / (symbol.side + 8)
    let code = try symbol.picture(pixelsPerModule: scale)
    var picture = try PixelBuffer(format: .grey, width: size.width, height: size.height, rowAlignment: 1)
    let left = (size.width - code.width) / 2
    let top = (size.height - code.height) / 2
    try picture.withUnsafeMutablePlane(0) { target in
      for index in target.indices { target[index] = 235 }
      code.withUnsafePlane(0) { source in
        for y in 0..<code.height {
          for x in 0..<code.width {
            target[(top + y) * size.width + left + x] = source[y * code.planes[0].bytesPerRow + x] == 0 ? 16 : 235
          }
        }
      }
    }
    return picture
  }

  private static func yuyv(_ picture: PixelBuffer) -> [UInt8] {
    picture.withUnsafePlane(0) { $0.flatMap { [$0, 128] } }
  }

  private static func nv12(_ picture: PixelBuffer) -> [UInt8] {
    picture.withUnsafePlane(0) { Array($0) + [UInt8](repeating: 128, count: $0.count / 2) }
  }

  private static func jpeg(_ picture: PixelBuffer) throws -> [UInt8] {
    try JPEGEncoder().encode(picture.converted(to: .i420FullRange)).data.withUnsafeBytes { Array($0) }
  }

  private static func replace(_ path: String, _ bytes: [UInt8]) throws {
    guard let file = fopen(path + ".new", "w") else { throw Failure("cannot write \(path)") }
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
    rename(path + ".new", path)
  }
}
