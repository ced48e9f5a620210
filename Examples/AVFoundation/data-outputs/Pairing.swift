import AVFoundation

/// A delegate that receives frames together with sound of the same time.
final class Pairing: NSObject, AVCaptureDataOutputSynchronizerDelegate {
  private let synchronizer: AVCaptureDataOutputSynchronizer
  private let video: AVCaptureVideoDataOutput
  private let audio: AVCaptureAudioDataOutput
  private let (pairs, continuation) = AsyncStream.makeStream(of: TimeInterval.self)

  init(_ video: AVCaptureVideoDataOutput, _ audio: AVCaptureAudioDataOutput) {
    self.video = video
    self.audio = audio
    synchronizer = AVCaptureDataOutputSynchronizer(dataOutputs: [video, audio])
    super.init()
    synchronizer.setDelegate(self, queue: DispatchQueue(label: "pairs"))
  }

  /// Returns the time differences between frames and sound in the given number of pairs, in seconds.
  func distances(count: Int) async -> [TimeInterval] {
    var distances: [TimeInterval] = []
    for await distance in pairs {
      distances.append(distance)
      if distances.count == count { break }
    }
    synchronizer.setDelegate(nil, queue: nil)
    return distances
  }

  func dataOutputSynchronizer(
    _ synchronizer: AVCaptureDataOutputSynchronizer,
    didOutput synchronizedDataCollection: AVCaptureSynchronizedDataCollection
  ) {
    guard
      let frame = synchronizedDataCollection.synchronizedData(for: video) as? AVCaptureSynchronizedSampleBufferData,
      let sound = synchronizedDataCollection.synchronizedData(for: audio) as? AVCaptureSynchronizedSampleBufferData,
      !frame.sampleBufferWasDropped, !sound.sampleBufferWasDropped
    else { return }
    continuation.yield(abs(CMTimeGetSeconds(CMTimeSubtract(frame.timestamp, sound.timestamp))))
  }
}
