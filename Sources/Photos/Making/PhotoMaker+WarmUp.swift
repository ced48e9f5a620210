import OpenCapturePictures
import OpenCaptureSession

extension PhotoMaker {
  /// Makes a photo of each of the settings out of nothing, so that libraries and memory are there when it counts.
  ///
  /// - Returns: The first failure; nil for none.
  static func warmUp(_ all: [CapturePhotoSettings], _ abilities: PhotoAbilities) -> CaptureError? {
    for settings in all where settings.format != nil {
      do throws(CaptureError) {
        try abilities.check(settings, [])
        _ = try make(0, of: job(CapturePhotoSettings(from: settings), abilities))
      } catch {
        return error
      }
    }
    return nil
  }

  private static func job(
    _ settings: CapturePhotoSettings, _ abilities: PhotoAbilities
  ) throws(CaptureError) -> PhotoJob {
    do {
      let picture = try PixelBuffer(
        format: .i420FullRange, width: abilities.stream.dimensions.width, height: abilities.stream.dimensions.height
      )
      let processed = CapturePhotoSettings(format: settings.format ?? .compressed(.jpeg))
      return PhotoJob(
        settings: processed, resolved: abilities.resolve(processed, frameCount: 1, in: nil), bracket: [],
        device: nil,
        frame: 0, sample: SampleBuffer(imageBuffer: picture), time: .now, exposure: nil)
    } catch {
      throw CaptureError(.outOfMemory, subject: "photo", error)
    }
  }
}
