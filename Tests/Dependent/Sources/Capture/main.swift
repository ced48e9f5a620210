import AVFoundation
import CommandSupport

let session = AVCaptureSession()
let output = AVCaptureMetadataOutput()
session.addOutput(output)
output.metadataObjectTypes = [.qr]
let isFound = output.availableMetadataObjectTypes.contains(.ean13) && session.outputs.contains(output)
report("\(session.outputs.count) output, \(isFound), \(output.rectOfInterest.width)")
