import OpenCaptureMetadata

extension VNBarcodeSymbology {
  /// What each is called here, of those that can be told apart.
  private static let types: [(symbology: Self, type: MetadataObjectType)] = [
    (.aztec, .aztec), (.codabar, .codabar), (.code39, .code39), (.code93, .code93), (.code128, .code128),
    (.dataMatrix, .dataMatrix), (.ean8, .ean8), (.ean13, .ean13), (.gs1DataBar, .gs1DataBar),
    (.gs1DataBarExpanded, .gs1DataBarExpanded), (.gs1DataBarLimited, .gs1DataBarLimited), (.i2of5, .itf),
    (.itf14, .itf), (.microPDF417, .microPDF417), (.microQR, .microQR), (.pdf417, .pdf417), (.qr, .qr),
    (.upce, .upce),
  ]

  /// What it is called here; nil where nothing here reads it.
  var type: MetadataObjectType? { Self.types.first { $0.symbology == self }?.type }

  /// Those of which some type is read.
  static func all(of readable: Set<MetadataObjectType>) -> [Self] {
    types.filter { readable.contains($0.type) }.map(\.symbology)
  }

  /// What a code is called that was read; nil where nobody asked for it.
  ///
  /// - Parameters:
  ///   - code: The code.
  ///   - symbologies: What was asked for.
  init?(of code: MachineReadableCodeObject, among symbologies: [Self]) {
    // 14 digits make a 2 of 5 what boxes have.
    let isFourteen = code.type == .itf && code.bytes.count == 14
    let candidates = Self.types.filter { $0.type == code.type }.map(\.symbology)
    let named =
      candidates.count > 1 ? [isFourteen ? Self.itf14 : .i2of5] + (isFourteen ? [.i2of5] : []) : candidates
    guard let symbology = named.first(where: symbologies.contains) else { return nil }
    self = symbology
  }
}
