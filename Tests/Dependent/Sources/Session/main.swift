import CommandSupport
import OpenCaptureSession

let session = CaptureSession()
try session.addOutput(CaptureVideoDataOutput())
try session.addOutput(CaptureMetadataOutput(detectors: []))
report("\(session.outputs.map(\.mediaTypes.count)), running: \(session.isRunning)")
