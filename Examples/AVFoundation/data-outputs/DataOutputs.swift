import AVFoundation

/// Takes frames and sound as data: late ones, mirrored and turned ones, loud ones, and both together.
///
/// For iOS: outputs are synchronized there alone.
@main
struct DataOutputs {
  let capture: DataSession

  static func main() async {
    guard await AVCaptureDevice.requestAccess(for: .video), await AVCaptureDevice.requestAccess(for: .audio) else {
      return print("Nobody let us see and hear.")
    }
    do { try await DataOutputs(capture: DataSession()).run() } catch {
      print("It ended: \(error)")
      exit(1)
    }
  }

  func run() async throws {
    capture.session.startRunning()
    await readSlowly()
    await turn()
    await listen()
    await pair()
    capture.session.stopRunning()
  }

  /// Frames that come too late for who is slow.
  private func readSlowly() async {
    let reader = SlowReader(enough: 5)
    capture.videoOutput.alwaysDiscardsLateVideoFrames = true
    capture.videoOutput.setSampleBufferDelegate(reader, queue: DispatchQueue(label: "slow"))
    await reader.wait()
    capture.videoOutput.setSampleBufferDelegate(nil, queue: nil)
    print("dropped: \(reader.reasons.joined(separator: ", "))")
    print("seen: \(reader.frameCount > 0 ? "some" : "none")")
  }

  /// Mirrored as in a mirror, and turned as a telephone is.
  private func turn() async {
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
    let plain = await grabber.next()
    print("as it is: \(plain.width)x\(plain.height), black on the \(plain.blackSide)")
    if connection.isVideoMirroringSupported { connection.isVideoMirrored = true }
    var mirrored = await grabber.next()
    // What waited already is as it was.
    for _ in 0..<4 where mirrored.blackSide == plain.blackSide { mirrored = await grabber.next() }
    print("mirrored: \(mirrored.width)x\(mirrored.height), black on the \(mirrored.blackSide)")
    guard connection.isVideoRotationAngleSupported(90) else { return }
    connection.videoRotationAngle = 90
    var turned = await grabber.next()
    for _ in 0..<4 where turned.width > turned.height { turned = await grabber.next() }
    print("turned: \(turned.width)x\(turned.height)")
    observation.invalidate()
  }

  /// How loud it is.
  private func listen() async {
    let meter = SoundMeter()
    let reading = await meter.read(capture.audioOutput)
    print("sound: \(Int(reading.sampleRate)) Hz, \(reading.channelCount) channels")
    print("loudest: \(Int(reading.decibels.rounded())) dB")
    print("the connection says so, too: \(abs(Double(reading.level) - reading.decibels) < 12)")
  }

  /// Frames with the sound of their time.
  private func pair() async {
    let pairing = Pairing(capture.videoOutput, capture.audioOutput)
    let distances = await pairing.distances(count: 5)
    print("pairs: \(distances.count), together: \(distances.allSatisfy { $0 < 0.05 })")
  }
}
