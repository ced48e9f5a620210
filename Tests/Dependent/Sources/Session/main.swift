import CommandSupport
import Fixtures
import OpenCaptureCameras
import OpenCaptureFiles
import OpenCaptureNetworkCameras
import OpenCapturePhotos
import OpenCaptureRecording
import OpenCaptureSession
import OpenCaptureSound
import OpenCaptureSyntheticDevices

/// A custom output that ignores its samples.
final class Sink: CaptureOutput {
  let link = CaptureOutputLink()
  let receivers: [any SampleReceiver] = [SampleSubscription()]
}

let synthetic = SyntheticCamera(scene: MovingCode())
let network = NetworkCamera(try NetworkCameraAddress("rtsp://me:secret@door.local/stream1"))
for device in SystemCameras().devices { _ = try? device.controls().map(\.name.rawValue) }
report("\(try synthetic.formats().count > 1), \(network.identity.uniqueID), \(network.device.deviceType.rawValue)")

let photoOutput = CapturePhotoOutput()
let movieOutput = CaptureMovieFileOutput()
movieOutput.maxRecordedDuration = MediaTime(value: 10, timescale: 1)
let session = CaptureSession()
try session.add(CaptureDeviceInput(device: synthetic.device))
let outputs: [any CaptureOutput] = [Sink(), CaptureVideoDataOutput(), photoOutput, movieOutput]
for output in outputs { try session.add(output) }
report("\(session.inputs.map(\.name)), \(session.outputs.count) outputs, \(photoOutput.captureReadiness)")

/// Returns an input for the picture of a file.
func input(_ file: [UInt8]) throws -> CaptureFileInput {
  try CaptureFileInput(EncodedPicture(copying: file.span.bytes))
}

let picture = try input(pictureFile)
let size = try picture.configuration(for: nil).formatDescription.videoDimensions
report("\(size), \(OutputFormat(pathExtension: "mp4").map { "\($0)" } ?? "nothing")")
