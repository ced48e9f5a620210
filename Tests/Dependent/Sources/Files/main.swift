import CommandSupport
import Fixtures
import OpenCaptureFiles

/// A file's picture as an input.
func input(_ file: [UInt8]) throws -> CaptureFileInput {
  try CaptureFileInput(EncodedPicture(copying: file.span.bytes))
}

let size = try input(pictureFile).configuration(for: nil).formatDescription.dimensions
report("\(size), \(OutputFormat(pathExtension: "mp4").map { "\($0)" } ?? "nothing")")
