import CommandSupport
import OpenCapturePhotos

let session = CaptureSession()
let output = CapturePhotoOutput()
try session.add(output)
let settings = CapturePhotoSettings(format: .compressed(.jpeg))
report("\(output.availablePhotoCodecTypes.contains(.jpeg)), \(settings.uniqueID > 0), \(output.captureReadiness)")
