import AVFoundation

/// A program that receives late, mirrored and rotated frames, measures sound, and synchronizes both.
///
/// For iOS. macOS has no synchronized outputs.
@main
struct DataOutputs {
  let capture: DataSession

  static func main() async {
    guard await AVCaptureDevice.requestAccess(for: .video), await AVCaptureDevice.requestAccess(for: .audio) else {
      return print("Access to camera and microphone denied.")
    }
    do { try await DataOutputs(capture: DataSession()).run() } catch {
      print("Failed: \(error)")
      exit(1)
    }
  }

  func run() async throws {
    capture.session.startRunning()
    await readSlowly()
    await transform()
    await measureSound()
    await synchronize()
    capture.session.stopRunning()
  }

  /// Drops frames because of a slow delegate.
  private func readSlowly() async {
    let reader = SlowReader(dropCount: 5)
    capture.videoOutput.alwaysDiscardsLateVideoFrames = true
    capture.videoOutput.setSampleBufferDelegate(reader, queue: DispatchQueue(label: "slow"))
    await reader.wait()
    capture.videoOutput.setSampleBufferDelegate(nil, queue: nil)
    print("dropped: \(reader.reasons.joined(separator: ", "))")
    print("delivered: \(reader.frameCount > 0 ? "some" : "none")")
  }

  /// Mirrors frames, and rotates them as for a phone held upright.
  private func transform() async {
    guard let connection = capture.videoOutput.connection(with: .video) else { return }
    let grabber = FrameGrabber()
    grabber.take(from: capture.videoOutput)
    let observation = connection.observe(\.isVideoMirrored, options: [.new]) { _, change in
      print("observed: mirrored is \(change.newValue ?? false)")
    }
    if connection.isVideoMirroringSupported {
      connection.automaticallyAdjustsVideoMirroring = false
      connection.isVideoMirrored = false
    }
    let original = await grabber.next()
    print("original: \(original.width)x\(original.height), black on the \(original.blackSide)")
    if connection.isVideoMirroringSupported { connection.isVideoMirrored = true }
    var mirrored = await grabber.next()
    // Frames that already wait are not mirrored.
    for _ in 0..<4 where mirrored.blackSide == original.blackSide { mirrored = await grabber.next() }
    print("mirrored: \(mirrored.width)x\(mirrored.height), black on the \(mirrored.blackSide)")
    guard connection.isVideoRotationAngleSupported(90) else { return }
    connection.videoRotationAngle = 90
    var rotated = await grabber.next()
    for _ in 0..<4 where rotated.width > rotated.height { rotated = await grabber.next() }
    print("rotated: \(rotated.width)x\(rotated.height)")
    observation.invalidate()
  }

  /// Measures the sound level.
  private func measureSound() async {
    let meter = SoundMeter()
    let reading = await meter.read(capture.audioOutput)
    print("sound: \(Int(reading.sampleRate)) Hz, \(reading.channelCount) channels")
    print("maximum level: \(Int(reading.decibels.rounded())) dB")
    print("the connection reports the same level: \(abs(Double(reading.level) - reading.decibels) < 12)")
  }

  /// Receives frames together with their sound.
  private func synchronize() async {
    let pairing = Pairing(capture.videoOutput, capture.audioOutput)
    let distances = await pairing.distances(count: 5)
    print("pairs: \(distances.count), synchronized: \(distances.allSatisfy { $0 < 0.05 })")
  }
}
