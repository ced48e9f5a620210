import CoreImage
import OpenCaptureCodes
import OpenCaptureFaces

/// A request that reads barcodes with OpenCapture's `CodeScanner`.
public final class VNDetectBarcodesRequest: VNImageBasedRequest, @unchecked Sendable {
  private let requestedSymbologies = Locked(VNBarcodeSymbology.all(of: CodeScanner.readableTypes()))

  /// The symbologies to read; default all supported symbologies.
  ///
  /// Fewer symbologies make the request faster and reduce false reads.
  public var symbologies: [VNBarcodeSymbology] {
    get { requestedSymbologies.withLock { $0 } }
    set { requestedSymbologies.withLock { $0 = newValue } }
  }

  /// The supported symbologies.
  public class var supportedSymbologies: [VNBarcodeSymbology] {
    VNBarcodeSymbology.all(of: CodeScanner.readableTypes())
  }

  /// Returns the supported symbologies.
  public func supportedSymbologies() throws -> [VNBarcodeSymbology] { Self.supportedSymbologies }

  /// Whether parts of composite codes are combined; has no effect.
  public var coalesceCompositeSymbologies: Bool {
    get { false }
    set { _ = newValue }
  }

  /// The barcodes of the last run, from the top of the stored image; nil before the first run and after a failure.
  public var results: [VNBarcodeObservation]? { observations?.compactMap { $0 as? VNBarcodeObservation } }

  override func find(in picture: RequestPicture) throws -> [VNObservation] {
    let space = try space(in: picture)
    let symbologies = self.symbologies
    var scanner = try Self.scanner(for: symbologies)
    scanner.rectOfInterest = space.deviceRegion
    return try scanner.scan(picture.luma()).compactMap { code in
      VNBarcodeSymbology(of: code, among: symbologies).map { VNBarcodeObservation(code, $0, in: space) }
    }
  }

  private static func scanner(for symbologies: [VNBarcodeSymbology]) throws -> CodeScanner {
    let readable = supportedSymbologies
    if let unsupported = symbologies.first(where: { !readable.contains($0) }) {
      throw VNError(
        .invalidArgument,
        "symbologies: \(unsupported.rawValue) is not supported. Supported: "
          + readable.map(\.rawValue).joined(separator: ", "))
    }
    return try CodeScanner(types: Set(symbologies.compactMap(\.type)))
  }
}

/// A request that detects faces with OpenCapture's `FaceDetector`.
public final class VNDetectFaceRectanglesRequest: VNImageBasedRequest, @unchecked Sendable {
  /// The faces of the last run, the most certain first; nil before the first run and after a failure.
  public var results: [VNFaceObservation]? { observations?.compactMap { $0 as? VNFaceObservation } }

  override func find(in picture: RequestPicture) throws -> [VNObservation] {
    let space = try space(in: picture)
    let luma = try picture.luma()
    return try FaceDetectors.withDetector { detector in
      var detector = detector
      detector.rectOfInterest = space.deviceRegion
      return try detector.detect(luma, orientation: picture.orientation).map { VNFaceObservation($0, in: space) }
    }
  }
}
