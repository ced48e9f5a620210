import OpenCapture

/// A switch between the front and back cameras.
struct CameraSwitch {
  enum CameraControllerError: Error {
    case captureSessionIsMissing
    case inputsAreInvalid
    case noCamerasAvailable
  }

  let captureSession = CaptureSession()
  private(set) var currentCameraPosition = CaptureDevice.Position.back
  private let frontCamera: CaptureDevice
  private let rearCamera: CaptureDevice
  private var frontCameraInput: CaptureDeviceInput?
  private var rearCameraInput: CaptureDeviceInput?

  init(cameras: CaptureDevice.DiscoverySession) throws {
    guard let front = cameras.devices.first(where: { $0.position == .front }),
      let rear = cameras.devices.first(where: { $0.position == .back })
    else { throw CameraControllerError.noCamerasAvailable }
    frontCamera = front
    rearCamera = rear
    let input = try CaptureDeviceInput(device: rear)
    if captureSession.canAddInput(input) { try captureSession.add(input) }
    rearCameraInput = input
  }

  mutating func switchCameras() throws {
    guard captureSession.isRunning else { throw CameraControllerError.captureSessionIsMissing }
    captureSession.beginConfiguration()
    switch currentCameraPosition {
    case .front: try switchToRearCamera()
    default: try switchToFrontCamera()
    }
    try captureSession.commit()
  }

  private mutating func switchToFrontCamera() throws {
    guard let rearCameraInput, captureSession.inputs.contains(where: { $0 === rearCameraInput }) else {
      throw CameraControllerError.inputsAreInvalid
    }
    let input = try CaptureDeviceInput(device: frontCamera)
    captureSession.removeInput(rearCameraInput)
    if captureSession.canAddInput(input) {
      try captureSession.add(input)
      frontCameraInput = input
      currentCameraPosition = .front
    }
  }

  private mutating func switchToRearCamera() throws {
    guard let frontCameraInput, captureSession.inputs.contains(where: { $0 === frontCameraInput }) else {
      throw CameraControllerError.inputsAreInvalid
    }
    let input = try CaptureDeviceInput(device: rearCamera)
    captureSession.removeInput(frontCameraInput)
    if captureSession.canAddInput(input) {
      try captureSession.add(input)
      rearCameraInput = input
      currentCameraPosition = .back
    }
  }
}
