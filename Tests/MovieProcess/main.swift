// A helper process for tests. Its commands:
//
// - `write FILE` writes an endless movie, and one line per frame, until the process is killed.
// - `read FILE` reads a movie 100 times, and prints the growth of the process in bytes since the 50th time.
// - `encode FILE DEVICE` encodes 40 frames on a graphics processor, and prints the name of the actual encoder.
// - `choose DEVICE SECONDS` prints the chosen encoder for a limit per frame, from a slow encoder and the device.
// - `offers DEVICE` prints whether a graphics processor supports encoding.
import Fixtures
import Glibc
import OpenCaptureMediaSamples
import OpenCaptureMovies

func writeForever(_ path: String) throws {
  let scene = MovingPicture(VideoDimensions(width: 96, height: 64))
  let pictures = try (0..<32).map { try scene.picture($0) }
  var options = MovieWritingOptions()
  options.movieFragmentInterval = MediaTime(value: 1, timescale: 1)
  options.timescale = 30
  let writer = try MovieWriter(contentsOfPath: Array(path.utf8), dimensions: scene.dimensions, options: options)
  for frame in 0... {
    let timing = SampleTiming(presentationTimeStamp: MediaTime(value: Int64(frame), timescale: 30))
    try writer.append(SampleBuffer(pixelBuffer: pictures[frame % 32], colorMatrix: .bt709, timing: timing))
    var line = UInt8(ascii: "\n")
    // The pipe is closed, because the test process ended.
    if write(STDOUT_FILENO, &line, 1) != 1 { break }
  }
}

func readRepeatedly(_ path: String) throws {
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
  options.timescale = 30
  options.h264 = H264EncoderSetting(encoder: "h264_vaapi", device: device)
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
    H264EncoderSetting(encoder: "libx264", preset: "placebo"),
    H264EncoderSetting(encoder: "h264_vaapi", device: device),
  ]
  let found = EncoderBenchmark.find(
    for: sample, in: .mp4, MovieWritingOptions(), within: seconds, among: candidates)
  print(found?.encoder ?? "none", found?.preset ?? "")
}

let arguments = CommandLine.arguments
do {
  switch arguments[1] {
  case "write": try writeForever(arguments[2])
  case "encode": try encode(arguments[2], by: arguments[3])
  case "offers": print(GraphicsProcessors.encodesH264(arguments[2]))
  case "choose": try choose(arguments[2], within: Double(arguments[3]) ?? 0)
  default: try readRepeatedly(arguments[2])
  }
} catch let error as MovieError {
  print("error", error.code, error.reason)
  exit(1)
}
