// A process of its own for tests that are about one: `write FILE` writes a movie that never ends, and a line for every
// frame, until somebody kills it; `read FILE` reads a movie a hundred times over, and prints by how many bytes the
// process has grown since the fiftieth; `encode FILE DEVICE` writes a movie of 40 pictures that a graphics processor is to
// encode, and prints what did; `choose DEVICE SECONDS` prints which encoder takes so long for a frame at most, of a slow one
// and that processor; `offers DEVICE` prints whether a graphics processor encodes.
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

func encode(_ path: String, by device: String) throws {
  let scene = MovingPicture(VideoDimensions(width: 162, height: 122))
  var options = MovieWritingOptions(maxKeyFrameInterval: 15)
  (options.timescale, options.h264) = (30, H264Speed(encoder: "h264_vaapi", device: device))
  let writer = try MovieWriter(contentsOfPath: Array(path.utf8), dimensions: scene.dimensions, options: options)
  print(writer.settings.encoder ?? "none")
  do {
    for frame in 0..<40 {
      try writer.append(scene.sample(frame, at: MediaTime(value: Int64(frame), timescale: 30), as: .nv12))
    }
  } catch {
    try? writer.finish()
    throw error
  }
  try writer.finish()
}

func choose(_ device: String, within seconds: Double) throws {
  let sample = try MovingPicture(VideoDimensions(width: 320, height: 240)).sample(0, at: .zero, as: .i420)
  let candidates = [
    H264Speed(encoder: "libx264", preset: "placebo"), H264Speed(encoder: "h264_vaapi", device: device),
  ]
  let found = EncoderTrial.find(for: sample, in: .mp4, MovieWritingOptions(), within: seconds, among: candidates)
  print(found?.encoder ?? "none", found?.preset ?? "")
}

let arguments = CommandLine.arguments
do {
  switch arguments[1] {
  case "write": try writeForEver(arguments[2])
  case "encode": try encode(arguments[2], by: arguments[3])
  case "offers": print(GraphicsProcessors.encodesH264(arguments[2]))
  case "choose": try choose(arguments[2], within: Double(arguments[3]) ?? 0)
  default: try readOverAndOver(arguments[2])
  }
} catch let error as MovieError {
  print("error", error.code, error.reason)
  exit(1)
}
