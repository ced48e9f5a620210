import CommandSupport
import Fixtures
import OpenCaptureFiles

/// Returns an input for the picture of a file.
func input(_ file: [UInt8]) throws -> CaptureFileInput {
  try CaptureFileInput(EncodedPicture(copying: file.span.bytes))
}

let size = try input(pictureFile).configuration(for: nil).formatDescription.videoDimensions
report("\(size), \(OutputFormat(pathExtension: "mp4").map { "\($0)" } ?? "nothing")")
