// swift-format-ignore-file
import AVFoundation

/// Creates a row of thumbnails of a movie, as for a timeline.
final class ThumbnailMaker {
  private let generator: AVAssetImageGenerator
  private var images: [CGImage] = []

  init(url: URL) {
    generator = AVAssetImageGenerator(asset: AVURLAsset(url: url))
    generator.appliesPreferredTrackTransform = true
    generator.maximumSize = CGSize(width: 60, height: 0)
    generator.requestedTimeToleranceBefore = .zero
    generator.requestedTimeToleranceAfter = .zero
  }

  func makeThumbnails(count: Int, completion: @escaping ([CGImage]) -> Void) {
    let duration = CMTimeGetSeconds(generator.asset.duration)
    let times = (0..<count).map { index in
      NSValue(time: CMTime(seconds: duration * Double(index) / Double(count), preferredTimescale: 600))
    }
    let last = times[count - 1].timeValue
    generator.generateCGImagesAsynchronously(forTimes: times) { requestedTime, image, actualTime, result, error in
      switch result {
      case .succeeded:
        if let image = image { self.images.append(image) }
      case .failed:
        print("failed: \(error?.localizedDescription ?? "")")
      case .cancelled:
        break
      @unknown default:
        break
      }
      if CMTimeCompare(requestedTime, last) == 0 { completion(self.images) }
    }
  }
}

/// Returns the first image of a movie.
func poster(of url: URL) async throws -> CGImage {
  let generator = AVAssetImageGenerator(asset: AVURLAsset(url: url))
  return try await generator.image(at: .zero).image
}
