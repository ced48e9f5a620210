import OpenCapture

/// The loudest that a microphone hears in so many seconds, in dBFS, channel by channel.
func peaks(heardBy microphone: CaptureDevice, for duration: MediaTime) async throws -> [Float] {
  let session = CaptureSession()
  try session.addInput(CaptureDeviceInput(device: microphone))
  let output = CaptureAudioDataOutput()
  try session.addOutput(output)
  let channels = output.connection(with: .audio)?.audioChannels ?? []

  var peaks = channels.map(\.peakHoldLevel)
  var heard = MediaTime.zero
  let sounds = output.sampleBuffers
  try await session.start()
  for try await sound in sounds {
    peaks = zip(peaks, channels).map { max($0, $1.peakHoldLevel) }
    heard = heard + sound.duration
    if heard >= duration { break }
  }
  await session.stop()
  return peaks
}
