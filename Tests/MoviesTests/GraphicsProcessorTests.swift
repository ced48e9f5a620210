import Fixtures
import Foundation
import OpenCaptureMediaSamples
import OpenCaptureMovies
import Testing

/// H.264 encoding by VA-API, in a separate process because libva reads its driver from the environment.
@Suite(
  .enabled(
    if: TestGraphicsProcessor.obstacle == nil, "no VA-API driver: \(TestGraphicsProcessor.obstacle ?? "")"))
struct GraphicsProcessorTests {
  private let processor: TestGraphicsProcessor

  init() throws { processor = try TestGraphicsProcessor.shared.get() }

  /// The test driver is lossless, so encoding and decoding must return identical frames.
  @Test(arguments: ["mp4", "mkv"], [[:], ["OPENCAPTURE_VA_LOW_POWER": "1"]])
  func framesAreIdenticalAfterEncodingAndDecoding(fileExtension: String, variables: [String: String]) throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("movie." + fileExtension)
      let outcome = try run(["encode", path, processor.device], variables)
      #expect(outcome.lines == ["h264_vaapi"] && outcome.status == 0)
      let (samples, error) = TestMovie.read(try MovieReader(contentsOf: path))
      #expect(error == nil && samples.count == 40)
      #expect(samples.map(\.presentationTimeStamp.seconds.milliseconds) == (0..<40).map { ($0 * 100 + 1) / 3 })
      let scene = MovingPicture(VideoDimensions(width: 162, height: 122))
      for (index, sample) in samples.enumerated() {
        let picture = try scene.picture(index, as: .nv12).converted(to: .i420)
        #expect(try sample.image(as: .i420).peakSignalToNoiseRatio(to: picture) == .infinity, "frame \(index)")
      }
    }
  }

  @Test(arguments: ["init", "config"]) func anotherEncoderIsUsedIfOpeningFails(step: String) throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("movie.mp4")
      let outcome = try run(["encode", path, processor.device], ["OPENCAPTURE_VA_FAIL": step])
      #expect(outcome.lines == ["libx264"] && outcome.status == 0)
      #expect(TestMovie.read(try MovieReader(contentsOf: path)).samples.count == 40)
    }
  }

  @Test func aLaterFailureKeepsTheEncodedFrames() throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("movie.mkv")
      let outcome = try run(["encode", path, processor.device], ["OPENCAPTURE_VA_FAIL": "encode"])
      #expect(outcome.status == 1)
      #expect(outcome.lines.last?.hasPrefix("error cannotWrite") == true, "\(outcome.lines)")
      #expect(TestMovie.read(try MovieReader(contentsOf: path)).samples.count >= 1)
    }
  }

  @Test(arguments: ["true": [:], "false": ["OPENCAPTURE_VA_FAIL": "init"]]) func encodingSupportIsDetectedInAdvance(
    answer: String, variables: [String: String]
  ) throws {
    #expect(try run(["offers", processor.device], variables).lines == [answer])
  }

  @Test func theGraphicsProcessorIsChosenIfSoftwareIsTooSlow() throws {
    #expect(try choose(within: "1e-6", delay: nil) == "h264_vaapi")
    #expect(try choose(within: "10", delay: nil) == "libx264 placebo")
    // If neither is fast enough, the faster encoder is chosen.
    #expect(try choose(within: "1e-6", delay: "500") == "libx264 ultrafast")
  }

  private func choose(within seconds: String, delay: String?) throws -> String {
    let outcome = try run(
      ["choose", processor.device, seconds], delay.map { ["OPENCAPTURE_VA_DELAY_MS": $0] } ?? [:])
    return outcome.text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private func run(_ arguments: [String], _ variables: [String: String]) throws -> Command.Outcome {
    try Command(built: "movie-process").run(
      arguments, environment: processor.environment.merging(variables) { $1 })
  }
}

extension Double {
  fileprivate var milliseconds: Int { Int((self * 1000).rounded()) }
}
