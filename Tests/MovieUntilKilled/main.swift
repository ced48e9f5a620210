// Writes a movie that never ends, and a line for every frame, until somebody kills it.
import Fixtures
import Glibc
import MediaSamples
import Movies

let scene = MovingPicture(VideoDimensions(width: 96, height: 64))
let pictures = try (0..<32).map { try scene.picture($0) }
var options = MovieWritingOptions()
options.movieFragmentInterval = MediaTime(value: 1, timescale: 1)
options.timescale = 30
let writer = try MovieWriter(
  contentsOfPath: Array(CommandLine.arguments[1].utf8), dimensions: scene.dimensions, options: options)
for frame in 0... {
  let timing = SampleTiming(presentationTimeStamp: MediaTime(value: Int64(frame), timescale: 30))
  try writer.append(SampleBuffer(imageBuffer: pictures[frame % 32], colorMatrix: .bt709, timing: timing))
  var digit = UInt8(ascii: "\n")
  // Nobody reads any more: whoever started this is gone.
  if write(STDOUT_FILENO, &digit, 1) != 1 { break }
}
