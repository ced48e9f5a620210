import CommandSupport
import OpenCaptureSession

let session = CaptureSession()
try session.add(CaptureVideoDataOutput())
try session.add(CaptureMetadataOutput(detectors: []))
report("\(session.outputs.map(\.mediaTypes.count)), running: \(session.isRunning)")
