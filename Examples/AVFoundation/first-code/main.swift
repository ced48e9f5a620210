import AVFoundation

let session = AVCaptureSession()
let output = AVCaptureMetadataOutput()
let printer = CodePrinter()
guard let camera = AVCaptureDevice.default(for: .video) else { exit(1) }
session.addInput(try AVCaptureDeviceInput(device: camera))
session.addOutput(output)
output.metadataObjectTypes = [.qr]
output.setMetadataObjectsDelegate(printer, queue: .main)
session.startRunning()
dispatchMain()
