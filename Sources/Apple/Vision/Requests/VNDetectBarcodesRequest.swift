import OpenCaptureCodes
import OpenCaptureSystem

/// Reads codes: OpenCapture's `CodeScanner`.
public final class VNDetectBarcodesRequest: VNImageBasedRequest, @unchecked Sendable {
  private let wanted = Locked(VNBarcodeSymbology.all(of: CodeScanner.readableTypes()))

  /// What is read; default everything that can be.
  ///
  /// The fewer, the faster, and the fewer false reads.
  public var symbologies: [VNBarcodeSymbology] {
    get { wanted.withLock { $0 } }
    set { wanted.withLock { $0 = newValue } }
  }

  /// What can be read here.
  public class var supportedSymbologies: [VNBarcodeSymbology] {
    VNBarcodeSymbology.all(of: CodeScanner.readableTypes())
  }

  /// What can be read here.
  public func supportedSymbologies() throws -> [VNBarcodeSymbology] { Self.supportedSymbologies }

  /// Whether codes that belong together become one; without effect.
  public var coalesceCompositeSymbologies: Bool {
    get { false }
    set { _ = newValue }
  }

  /// The codes that were read the last time, from the top of the stored picture; nil before, and where that failed.
  public var results: [VNBarcodeObservation]? { observations?.compactMap { $0 as? VNBarcodeObservation } }

  override func find(in picture: RequestPicture) throws -> [VNObservation] {
    let (space, symbologies) = (try space(in: picture), symbologies)
    var scanner = try Self.scanner(for: symbologies)
    scanner.rectOfInterest = space.deviceRegion
    return try scanner.scan(picture.luma()).compactMap { code in
      VNBarcodeSymbology(of: code, among: symbologies).map { VNBarcodeObservation(code, $0, in: space) }
    }
  }

  private static func scanner(for symbologies: [VNBarcodeSymbology]) throws -> CodeScanner {
    let readable = supportedSymbologies
    if let other = symbologies.first(where: { !readable.contains($0) }) {
      throw VNError(
        .invalidArgument,
        "symbologies: \(other.rawValue) can't be read here; readable are "
          + readable.map(\.rawValue).joined(separator: ", "))
    }
    return try CodeScanner(types: Set(symbologies.compactMap(\.type)))
  }
}
