import AVFoundation
import Fixtures
import Foundation
import OpenCaptureMediaSamples
import Testing

@Suite("AVAssetImageGenerator")
struct AssetImageGeneratorTests {
  private func with(
    transform: CGAffineTransform = .identity, _ body: (AVAssetImageGenerator) async throws -> Void
  ) async throws {
    try await TemporaryFolder.with { folder in
      let url = folder.url.appending(path: "movie.mov")
      try await WrittenMovie.write(url, count: 40, transform: transform)
      try await body(AVAssetImageGenerator(asset: AVURLAsset(url: url)))
    }
  }

  @Test("Zero tolerance returns the exact frame, and infinite tolerance the preceding key frame")
  func tolerance() async throws {
    try await with { (generator) async throws in
      let time = WrittenMovie.time(24) + CMTime(value: 1, timescale: 100)
      var actual = CMTime.invalid
      _ = try generator.copyCGImage(at: time, actualTime: &actual)
      #expect(actual == WrittenMovie.time(20))
      generator.requestedTimeToleranceBefore = .zero
      generator.requestedTimeToleranceAfter = .zero
      let result = try await generator.image(at: time)
      #expect(result.actualTime == WrittenMovie.time(24))
      #expect(try WrittenMovie.number(of: result.image.imageBuffer, among: 40) == 24)
      #expect(try generator.copyCGImage(at: time, actualTime: nil).width == 96)
    }
  }

  @Test("Images do not exceed the maximum size, and a side of zero is not limited")
  func sizes() async throws {
    try await with(transform: CGAffineTransform(rotationAngle: .pi / 2)) { (generator) async throws in
      func size(_ width: CGFloat, _ height: CGFloat) throws -> [Int] {
        generator.maximumSize = CGSize(width: width, height: height)
        let image = try generator.copyCGImage(at: .zero, actualTime: nil)
        return [image.width, image.height]
      }
      #expect(try size(0, 0) == [96, 64])
      generator.appliesPreferredTrackTransform = true
      #expect(try size(0, 0) == [64, 96])
      #expect(try size(32, 0) == [32, 48])
      #expect(try size(0, 48) == [32, 48])
      #expect(try size(16, 48) == [16, 24])
      #expect(try size(4_000, .infinity) == [64, 96])
      #expect(try size(.nan, 48) == [32, 48])
    }
  }

  @Test("Several images are generated in order, each with its requested time")
  func several() async throws {
    try await with { (generator) async throws in
      generator.requestedTimeToleranceBefore = .zero
      let times = [30, 3, 17].map { WrittenMovie.time($0) }
      var seen: [CMTime] = []
      for await element in generator.images(for: times) {
        #expect(try WrittenMovie.number(of: element.image.imageBuffer, among: 40) == [30, 3, 17][seen.count])
        seen.append(try element.actualTime)
      }
      #expect(seen == times)
      let log = Log<CMTime>()
      await withCheckedContinuation { continuation in
        let values = (times + [.invalid]).map { NSValue(time: $0) }
        generator.generateCGImagesAsynchronously(forTimes: values) { requested, image, actual, result, error in
          #expect((result == .succeeded) == (image != nil && error == nil && actual == requested))
          log.append(requested)
          if log.count == 4 { continuation.resume() }
        }
      }
      #expect(log.all.prefix(3) == times[...] && log.all.last?.isValid == false)
    }
  }

  @Test("Pending requests are cancelled, and later requests succeed")
  func cancelled() async throws {
    try await with { (generator) async throws in
      let results = Log<AVAssetImageGenerator.Result>()
      let gate = DispatchSemaphore(value: 0)
      await withCheckedContinuation { continuation in
        let values = (0..<5).map { NSValue(time: WrittenMovie.time($0)) }
        generator.generateCGImagesAsynchronously(forTimes: values) { _, _, _, result, _ in
          // The requests behind the first wait for it.
          if results.count == 0 { gate.wait() }
          results.append(result)
          if results.count == 5 { continuation.resume() }
        }
        generator.cancelAllCGImageGeneration()
        gate.signal()
      }
      #expect(results.all.dropFirst().allSatisfy { $0 == .cancelled })
      #expect(try await generator.image(at: .zero).image.height == 64)
    }
  }

  @Test("An image is encoded as a file, and cropped")
  func files() async throws {
    try await with { (generator) async throws in
      let image = try generator.copyCGImage(at: .zero, actualTime: nil)
      #expect(image.fileDataRepresentation(as: .png)?.starts(with: [0x89, 0x50]) ?? false)
      let large = try #require(image.fileDataRepresentation(as: .jpg, quality: 1))
      let small = try #require(image.fileDataRepresentation(as: .jpg, quality: 0.1))
      #expect(large.starts(with: [0xff, 0xd8]) && small.count < large.count)
      #expect(image.fileDataRepresentation(as: .jpg, quality: .nan)?.starts(with: [0xff, 0xd8]) ?? false)
      #expect(image.fileDataRepresentation(as: .mov) == nil)
      let part = try #require(image.cropping(to: CGRect(x: 80, y: 10, width: 40, height: 20)))
      #expect(part.width == 16 && part.height == 20)
      #expect(image.cropping(to: CGRect(x: 200, y: 0, width: 4, height: 4)) == nil)
      #expect(image.cropping(to: CGRect(x: CGFloat.nan, y: 0, width: 4, height: CGFloat.infinity)) == nil)
    }
  }

  @Test("Requests for missing files, sound or invalid times throw errors")
  func failures() async throws {
    let nowhere = AVAssetImageGenerator(asset: AVAsset(url: URL(filePath: "/nowhere.mov")))
    await #expect(throws: AVError.self) { try await nowhere.image(at: .zero) }
    try await with { (generator) async throws in
      let error = #expect(throws: AVError.self) { try generator.copyCGImage(at: .indefinite, actualTime: nil) }
      #expect(error?.code == .noImageAtTime)
    }
  }
}
