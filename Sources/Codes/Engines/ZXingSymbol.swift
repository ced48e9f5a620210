#if ZXing
  import COpenCaptureZXing
  import OpenCaptureMediaSamples
  import OpenCaptureMetadata

  /// One of the symbols that zxing-cpp found; it lives as long as the library's result.
  struct ZXingSymbol {
    let code: czxing_code
    /// The types that were asked for.
    let asked: Set<MetadataObjectType>

    private var isUPCA: Bool { code.byte_count == 13 && code.bytes[0] == UInt8(ascii: "0") }

    /// The symbology; a UPC-A is one where UPC-A was asked for, else an EAN-13.
    var type: MetadataObjectType? {
      let type = ZXingFormat.type(of: code.format)
      return type == .ean13 && asked.contains(.upca) && isUPCA ? .upca : type
    }

    var bytes: [UInt8] {
      let bytes = Array(UnsafeBufferPointer(start: code.bytes, count: code.byte_count))
      return type == .upca && isUPCA ? Array(bytes.dropFirst()) : bytes
    }

    /// The text, if the code declares its encoding, or segments declare theirs by their mode; else nil.
    var declaredText: String? {
      guard code.eci_byte_count > 0 else {
        guard let type, Set.withFinders.contains(type) else { return nil }
        return SegmentedText.decode(bytes, libraryText: String(cString: code.text))
      }
      return DeclaredText.decode(Array(UnsafeBufferPointer(start: code.eci_bytes, count: code.eci_byte_count)))
    }

    var corners: Corners {
      // Of a linear code the library tells pixels, whose middles are meant.
      let half = type?.isLinear == true ? 0.5 : 0
      func corner(_ place: (x: Int32, y: Int32)) -> Point {
        Point(x: Double(place.x) + half, y: Double(place.y) + half)
      }
      let places = code.corners
      let corners = Corners(
        topLeft: corner((places.0, places.1)), bottomLeft: corner((places.2, places.3)),
        bottomRight: corner((places.4, places.5)), topRight: corner((places.6, places.7)))
      // Of a code in a mirror the library turns the modules about, not the corners.
      if code.is_mirrored {
        return Corners(
          topLeft: corners.topLeft, bottomLeft: corners.topRight, bottomRight: corners.bottomRight,
          topRight: corners.bottomLeft)
      }
      // Of a linear code the library knows no top and bottom: its sides are those of the picture.
      guard type?.isLinear == true, corners.isMirrored else { return corners }
      return Corners(
        topLeft: corners.bottomLeft, bottomLeft: corners.topLeft, bottomRight: corners.topRight,
        topRight: corners.bottomRight)
    }

    var descriptor: CodeDescriptor {
      let message = Array(UnsafeBufferPointer(start: code.eci_bytes, count: code.eci_byte_count))
      return CodeDescriptor(
        symbolVersion: code.version < 0 ? nil : Int(code.version),
        errorCorrectionLevel: CodeDescriptor.ErrorCorrectionLevel(
          rawValue: String(Unicode.Scalar(UInt8(bitPattern: code.correction_level)))),
        maskPattern: code.mask < 0 ? nil : Int(code.mask),
        structuredAppend: StructuredAppend(
          index: Int(code.sequence_index), total: code.sequence_count > 0 ? Int(code.sequence_count) : nil,
          identifier: code.sequence_identifier.map { String(cString: $0) }),
        isGS1: code.is_gs1, extendedChannelInterpretation: DeclaredText.firstInterpretation(of: message))
    }
  }

  /// The library's formats and the types that they stand for.
  enum ZXingFormat {
    /// What to ask the library for, to be given codes of a type.
    static func formats(of type: MetadataObjectType) -> [UInt32] {
      let formats = requests.first { $0.type == type }?.formats ?? []
      return formats.map { UInt32($0.rawValue) }
    }

    private static let requests: [(type: MetadataObjectType, formats: [czxing_format])] = [
      (.qr, [czxing_qr_model2, czxing_qr_model1]), (.microQR, [czxing_micro_qr]), (.rMQR, [czxing_rmqr]),
      (.ean13, [czxing_ean13]),
      (.ean8, [czxing_ean8]), (.upca, [czxing_upca]), (.upce, [czxing_upce]), (.code39, [czxing_code39_standard]),
      (.code32, [czxing_code32]),
      (.code93, [czxing_code93]), (.code128, [czxing_code128]), (.itf, [czxing_itf]), (.codabar, [czxing_codabar]),
      (.gs1DataBar, [czxing_databar_omni, czxing_databar_stacked, czxing_databar_stacked_omni]),
      (.gs1DataBarLimited, [czxing_databar_limited]),
      (.gs1DataBarExpanded, [czxing_databar_expanded, czxing_databar_expanded_stacked]),
      (.pdf417, [czxing_pdf417]), (.microPDF417, [czxing_micro_pdf417]), (.aztec, [czxing_aztec]),
      (.dataMatrix, [czxing_data_matrix]),
    ]

    /// The type of what the library reports; its variants are counted to their symbology.
    static func type(of format: UInt32) -> MetadataObjectType? {
      let symbology = Character(Unicode.Scalar(UInt8(truncatingIfNeeded: format)))
      let variant = Character(Unicode.Scalar(UInt8(truncatingIfNeeded: format >> 8)))
      return switch (symbology, variant) {
      case ("Q", "m"): .microQR
      case ("Q", "r"): .rMQR
      case ("Q", _): .qr
      case ("E", "1"): .ean13
      case ("E", "8"): .ean8
      case ("E", "a"): .upca
      case ("E", "e"): .upce
      case ("e", "l"): .gs1DataBarLimited
      case ("e", "e"), ("e", "E"): .gs1DataBarExpanded
      case ("e", _): .gs1DataBar
      case ("L", "m"): .microPDF417
      case ("L", _): .pdf417
      case ("A", "2"): .code32
      case ("A", _): .code39
      case ("G", _): .code93
      case ("C", _): .code128
      case ("I", _): .itf
      case ("F", _): .codabar
      case ("z", _): .aztec
      case ("d", _): .dataMatrix
      default: nil
      }
    }
  }
#endif
