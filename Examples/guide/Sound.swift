import OpenCapture

/// Returns the peak level of each channel of a microphone over a duration, in dBFS.
func peakLevels(of microphone: CaptureDevice, for duration: MediaTime) async throws -> [Float] {
  let session = CaptureSession()
  try session.add(CaptureDeviceInput(device: microphone))
  let output = CaptureAudioDataOutput()
  try session.add(output)
  let channels = output.connection(with: .audio)?.audioChannels ?? []

  var peaks = channels.map(\.peakHoldLevel)
  var elapsed = MediaTime.zero
  let samples = output.sampleBuffers
  try await session.start()
  for try await sample in samples {
    peaks = zip(peaks, channels).map { max($0, $1.peakHoldLevel) }
    elapsed = elapsed + sample.duration
    if elapsed >= duration { break }
  }
  await session.stop()
  return peaks
}
