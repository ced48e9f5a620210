// swift-format-ignore-file
import AVFoundation

/// Records the output of a camera and a microphone with an asset writer, as an app that edits frames does.
final class ClipRecorder: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate, AVCaptureAudioDataOutputSampleBufferDelegate {
  private let session = AVCaptureSession()
  private let queue = DispatchQueue(label: "com.example.recorder")
  private let videoOutput = AVCaptureVideoDataOutput()
  private let audioOutput = AVCaptureAudioDataOutput()

  private var assetWriter: AVAssetWriter?
  private var videoInput: AVAssetWriterInput?
  private var audioInput: AVAssetWriterInput?
  private var frameCount = 0
  private let wantedFrameCount = 10
  private var isFinishing = false

  let url: URL
  let completion: (AVAssetWriter) -> Void

  init(url: URL, completion: @escaping (AVAssetWriter) -> Void) {
    self.url = url
    self.completion = completion
    super.init()
  }

  func start() throws {
    session.beginConfiguration()
    session.sessionPreset = .vga640x480
    guard let camera = AVCaptureDevice.default(for: .video), let microphone = AVCaptureDevice.default(for: .audio) else {
      fatalError("no devices")
    }
    for device in [camera, microphone] {
      let input = try AVCaptureDeviceInput(device: device)
      if session.canAddInput(input) { session.addInput(input) }
    }
    videoOutput.videoSettings = [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA]
    videoOutput.setSampleBufferDelegate(self, queue: queue)
    if session.canAddOutput(videoOutput) { session.addOutput(videoOutput) }
    audioOutput.setSampleBufferDelegate(self, queue: queue)
    if session.canAddOutput(audioOutput) { session.addOutput(audioOutput) }
    session.commitConfiguration()
    try setUpWriter()
    session.startRunning()
  }

  private func setUpWriter() throws {
    let writer = try AVAssetWriter(outputURL: url, fileType: .mov)

    let videoSettings: [String: Any] = [
      AVVideoCodecKey: AVVideoCodecType.h264,
      AVVideoWidthKey: 640,
      AVVideoHeightKey: 480,
      AVVideoCompressionPropertiesKey: [
        AVVideoAverageBitRateKey: 1_500_000,
        AVVideoProfileLevelKey: AVVideoProfileLevelH264HighAutoLevel,
      ],
    ]
    let video = AVAssetWriterInput(mediaType: .video, outputSettings: videoSettings)
    video.expectsMediaDataInRealTime = true
    video.transform = CGAffineTransform(rotationAngle: .pi / 2)
    if writer.canAdd(video) { writer.add(video) }

    let audio = AVAssetWriterInput(mediaType: .audio, outputSettings: audioOutput.recommendedAudioSettingsForAssetWriter(writingTo: .mov))
    audio.expectsMediaDataInRealTime = true
    if writer.canAdd(audio) { writer.add(audio) }

    assetWriter = writer
    videoInput = video
    audioInput = audio
  }

  func captureOutput(_ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection) {
    guard let writer = assetWriter, CMSampleBufferDataIsReady(sampleBuffer), !isFinishing else { return }
    let time = CMSampleBufferGetPresentationTimeStamp(sampleBuffer)

    if writer.status == .unknown {
      guard output == videoOutput else { return }
      writer.startWriting()
      writer.startSession(atSourceTime: time)
    }
    if writer.status == .failed {
      print("failed: \(String(describing: writer.error))")
      exit(1)
    }
    if output == videoOutput, let input = videoInput, input.isReadyForMoreMediaData {
      if input.append(sampleBuffer) { frameCount += 1 }
    } else if output == audioOutput, let input = audioInput, input.isReadyForMoreMediaData {
      input.append(sampleBuffer)
    }
    if frameCount == wantedFrameCount { finish(writer) }
  }

  private func finish(_ writer: AVAssetWriter) {
    isFinishing = true
    videoInput?.markAsFinished()
    audioInput?.markAsFinished()
    writer.finishWriting { [weak self] in
      guard let self = self else { return }
      print("recorded \(self.frameCount) \(writer.status == .completed)")
      self.session.stopRunning()
      self.completion(writer)
    }
  }
}
