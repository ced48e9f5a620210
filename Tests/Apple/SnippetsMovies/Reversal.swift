// swift-format-ignore-file
import AVFoundation

/// Writes the frames of a movie in reverse order to another movie.
final class Reversal {
  private var samples: [CMSampleBuffer] = []
  private var index = 0
  private let queue = DispatchQueue(label: "com.example.reversal")

  func reverse(_ original: URL, to outputURL: URL, completion: @escaping (Int) -> Void) {
    let asset = AVAsset(url: original)
    guard let track = asset.tracks(withMediaType: .video).last, let reader = try? AVAssetReader(asset: asset) else { return }

    let readerOutputSettings: [String: Any] = [kCVPixelBufferPixelFormatTypeKey as String: Int(kCVPixelFormatType_420YpCbCr8BiPlanarFullRange)]
    let readerOutput = AVAssetReaderTrackOutput(track: track, outputSettings: readerOutputSettings)
    readerOutput.alwaysCopiesSampleData = false
    reader.add(readerOutput)
    reader.startReading()
    while let sample = readerOutput.copyNextSampleBuffer() {
      samples.append(sample)
    }
    guard reader.status == .completed else { return }

    guard let writer = try? AVAssetWriter(outputURL: outputURL, fileType: AVFileType.mp4) else { return }
    let compressionProperties = [AVVideoAverageBitRateKey: track.estimatedDataRate]
    let writerOutputSettings: [String: Any] = [
      AVVideoCodecKey: AVVideoCodecType.h264,
      AVVideoWidthKey: track.naturalSize.width,
      AVVideoHeightKey: track.naturalSize.height,
      AVVideoCompressionPropertiesKey: compressionProperties,
    ]
    let writerInput = AVAssetWriterInput(mediaType: .video, outputSettings: writerOutputSettings)
    writerInput.expectsMediaDataInRealTime = false
    writerInput.transform = track.preferredTransform

    let adaptor = AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: writerInput, sourcePixelBufferAttributes: nil)
    writer.add(writerInput)
    writer.startWriting()
    writer.startSession(atSourceTime: CMSampleBufferGetPresentationTimeStamp(samples[0]))

    writerInput.requestMediaDataWhenReady(on: queue) {
      while writerInput.isReadyForMoreMediaData {
        guard self.index < self.samples.count else {
          writerInput.markAsFinished()
          writer.finishWriting { completion(writer.status == .completed ? self.samples.count : 0) }
          return
        }
        let presentationTime = CMSampleBufferGetPresentationTimeStamp(self.samples[self.index])
        if let imageBuffer = CMSampleBufferGetImageBuffer(self.samples[self.samples.count - 1 - self.index]) {
          adaptor.append(imageBuffer, withPresentationTime: presentationTime)
        }
        self.index += 1
      }
    }
  }
}
