import OpenCapture

/// Records the given number of camera frames.
func record(_ camera: CaptureDevice, frames: Int, to path: String) async throws {
  let session = CaptureSession()
  try session.add(CaptureDeviceInput(device: camera))
  let output = CaptureVideoDataOutput()
  output.alwaysDiscardsLateVideoFrames = false
  try session.add(output)

  var movie = MovieFileConsumer(OutputFile(path))
  var count = 0
  let samples = output.sampleBuffers
  try await session.start()
  for try await sample in samples {
    try movie.take(Frame(sample))
    count += 1
    if count == frames { break }
  }
  await session.stop()
  try movie.finish()
}

/// Returns the text of the first code in front of a camera; nil if the session ends before.
func firstCode(seenBy camera: CaptureDevice) async throws -> String? {
  let session = CaptureSession()
  try session.add(CaptureDeviceInput(device: camera))
  let output = CaptureMetadataOutput()
  output.types = [.qr]
  try session.add(output)

  let metadataObjects = output.metadataObjects
  try await session.start()
  defer { session.stopRunning() }
  for await detections in metadataObjects {
    for case let code as MachineReadableCodeObject in detections.objects { return code.stringValue }
  }
  return nil
}
