import OpenCaptureCodes
import OpenCaptureFaces
import OpenCaptureMediaSamples
import OpenCapturePictures

extension VNError {
  /// What Vision calls something that failed below it.
  init(_ error: any Error) {
    switch error {
    case let error as VNError: self = error
    case let error as PictureError: self.init(Self.code(of: error.code), "\(error)")
    case let error as FaceError: self.init(Self.code(of: error.code), "\(error)")
    case let error as MediaError: self.init(error.code == .outOfMemory ? .outOfMemory : .invalidImage, "\(error)")
    case let error as CodeScannerError: self.init(.operationFailed, "\(error)")
    default: self.init(.operationFailed, "\(error)")
    }
  }

  private static func code(of code: PictureError.Code) -> VNErrorCode {
    switch code {
    case .cannotOpen, .cannotRead: .ioError
    case .unknownFormat, .empty: .invalidFormat
    case .outOfMemory: .outOfMemory
    default: code.unsupportedFormat == nil ? .invalidImage : .invalidFormat
    }
  }

  private static func code(of code: FaceError.Code) -> VNErrorCode {
    code == .cascadeNotFound || code == .cascadeUnusable ? .dataUnavailable : .operationFailed
  }
}
