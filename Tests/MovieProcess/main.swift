// A process of its own for tests that are about one: `write FILE` writes a movie that never ends, and a line for every
// frame, until somebody kills it; `read FILE` reads a movie a hundred times over, and prints by how many bytes the
// process has grown since the fiftieth.
import Fixtures
import Glibc
import OpenCaptureMediaSamples
import OpenCaptureMovies

func writeForEver(_ path: String) throws {
  let scene = MovingPicture(VideoDimensions(width: 96, height: 64))
  let pictures = try (0..<32).map { try scene.picture($0) }
  var options = MovieWritingOptions()
  options.movieFragmentInterval = MediaTime(value: 1, timescale: 1)
  options.timescale = 30
  let writer = try MovieWriter(contentsOfPath: Array(path.utf8), dimensions: scene.dimensions, options: options)
  for frame in 0... {
    let timing = SampleTiming(presentationTimeStamp: MediaTime(value: Int64(frame), timescale: 30))
    try writer.append(SampleBuffer(imageBuffer: pictures[frame % 32], colorMatrix: .bt709, timing: timing))
    var line = UInt8(ascii: "\n")
    // Nobody reads any more: whoever started this is gone.
    if write(STDOUT_FILENO, &line, 1) != 1 { break }
  }
}

func readOverAndOver(_ path: String) throws {
  let reader = try MovieReader(contentsOf: path)
  var before = 0
  for round in 0..<100 {
    try reader.seek(to: .zero)
    while let sample = try reader.nextSample() { _ = try sample.luma() }
    if round == 49 { before = residentByteCount() }
  }
  print(residentByteCount() - before)
}

switch CommandLine.arguments[1] {
case "write": try writeForEver(CommandLine.arguments[2])
default: try readOverAndOver(CommandLine.arguments[2])
}
