#if ZXing
  import COpenCaptureZXing
  public import OpenCaptureMediaSamples
  public import OpenCaptureMetadata

  /// An engine for all symbologies that uses the zxing-cpp library.
  ///
  /// Available with the package trait `ZXing`. Payloads are the bytes of the code. If the code declares its text
  /// encoding (ECI), ``EngineCode/text`` is the decoded text. Each part of a structured-append message is reported
  /// as a separate code.
  public struct ZXingEngine: CodeEngine {
    /// Creates the engine.
    public init() {}

    /// The engine's name, `zxing`.
    public let name = "zxing"

    /// The version of zxing-cpp.
    public var version: String { String(cString: czxing_version()) }

    /// Whether the library has the correction of its issue 1150; without it, a search for QR codes may not end.
    public static var isCorrected: Bool { czxing_is_corrected() }

    /// All types of `MetadataObjectType.machineReadableCodes`.
    public let readableTypes = Set(MetadataObjectType.machineReadableCodes)

    /// Searches a picture for codes.
    ///
    /// The library supports all options.
    public func scan(
      _ luma: PixelBuffer, types: Set<MetadataObjectType>, options: EngineOptions
    ) throws(CodeScannerError) -> EngineResult {
      let formats = types.sorted { $0.name < $1.name }.flatMap(ZXingFormat.formats)
      // For the library, an empty list means all formats.
      guard !formats.isEmpty else { return EngineResult() }
      let result = try luma.withUnsafePlane(0) { pixels throws(CodeScannerError) in
        try read(pixels, luma, formats, options)
      }
      defer { czxing_result_destroy(result) }
      var findings = EngineResult()
      for index in 0..<czxing_result_count(result) {
        guard let symbol = czxing_result_code(result, index).map({ ZXingSymbol(code: $0.pointee, asked: types) }),
          let type = symbol.type, types.contains(type)
        else { continue }
        if symbol.code.is_decoded {
          findings.codes.append(
            EngineCode(
              type: type, bytes: symbol.bytes, corners: symbol.corners, descriptor: symbol.descriptor,
              text: symbol.declaredText, isInverted: symbol.code.is_inverted))
        } else {
          findings.undecodedCodes.append(UndecodedCode(type: type, corners: symbol.corners))
        }
      }
      return findings
    }

    private func read(
      _ pixels: UnsafeRawBufferPointer, _ luma: PixelBuffer, _ formats: [UInt32], _ options: EngineOptions
    ) throws(CodeScannerError) -> OpaquePointer {
      var message = [CChar](repeating: 0, count: 256)
      let result = formats.withUnsafeBufferPointer { formats in
        var request = options.request
        request.pixels = pixels.baseAddress?.assumingMemoryBound(to: UInt8.self)
        request.width = Int32(luma.width)
        request.height = Int32(luma.height)
        request.bytes_per_row = Int32(luma.planes[0].bytesPerRow)
        request.formats = formats.baseAddress
        request.format_count = formats.count
        return czxing_read(&request, &message, message.count)
      }
      guard let result else {
        let reason = String(decoding: message.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        throw CodeScannerError(.engineFailed, subject: name, reason: reason)
      }
      return result
    }
  }

  extension EngineOptions {
    /// The options as a request, without picture and formats.
    fileprivate var request: czxing_request {
      var request = czxing_request()
      request.binarizer =
        switch thresholding {
        case .local: czxing_local_average
        case .global: czxing_global_histogram
        case .none: czxing_fixed
        }
      request.tries_inverted = triesInverted
      request.tries_rotated = triesRotated
      request.tries_downscaled = triesDownscaled
      request.tries_harder = triesHarder
      request.reports_undecoded = reportsUndecoded
      return request
    }
  }

  /// A symbol detected by zxing-cpp, which lives as long as the library's result.
  struct ZXingSymbol {
    let code: czxing_code
    /// The requested types.
    let asked: Set<MetadataObjectType>

    private var isUPCA: Bool { code.byte_count == 13 && code.bytes[0] == UInt8(ascii: "0") }

    /// The symbology; a UPC-A code is an EAN-13 unless UPC-A was requested.
    var type: MetadataObjectType? {
      let type = ZXingFormat.type(of: code.format)
      return type == .ean13 && asked.contains(.upca) && isUPCA ? .upca : type
    }

    var bytes: [UInt8] {
      let bytes = Array(UnsafeBufferPointer(start: code.bytes, count: code.byte_count))
      return type == .upca && isUPCA ? Array(bytes.dropFirst()) : bytes
    }

    /// The text, if the code declares its encoding or its segments do by their mode; otherwise nil.
    var declaredText: String? {
      guard code.eci_byte_count > 0 else {
        guard let type, Set.withFinderPatterns.contains(type) else { return nil }
        return SegmentedText.decode(bytes, libraryText: String(cString: code.text))
      }
      return DeclaredText.decode(Array(UnsafeBufferPointer(start: code.eci_bytes, count: code.eci_byte_count)))
    }

    var corners: Corners {
      // For linear codes the library gives pixel indices; add half a pixel for their centres.
      let half = type?.isLinear == true ? 0.5 : 0
      func corner(_ place: (x: Int32, y: Int32)) -> Point {
        Point(x: Double(place.x) + half, y: Double(place.y) + half)
      }
      let places = code.corners
      let corners = Corners(
        topLeft: corner((places.0, places.1)), bottomLeft: corner((places.2, places.3)),
        bottomRight: corner((places.4, places.5)), topRight: corner((places.6, places.7)))
      // For a mirrored code the library transposes the modules, but not the corners.
      if code.is_mirrored {
        return Corners(
          topLeft: corners.topLeft, bottomLeft: corners.topRight, bottomRight: corners.bottomRight,
          topRight: corners.bottomLeft)
      }
      // For linear codes the library's top and bottom are those of the picture, not of the code.
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

  /// The mapping between the library's formats and types.
  enum ZXingFormat {
    /// Returns the library formats to request for a type.
    static func formats(of type: MetadataObjectType) -> [UInt32] {
      let formats = requests.first { $0.type == type }?.formats ?? []
      return formats.map { UInt32($0.rawValue) }
    }

    private static let requests: [(type: MetadataObjectType, formats: [czxing_format])] = [
      (.qr, [czxing_qr_model2, czxing_qr_model1]), (.microQR, [czxing_micro_qr]), (.rMQR, [czxing_rmqr]),
      (.ean13, [czxing_ean13]), (.ean8, [czxing_ean8]), (.upca, [czxing_upca]), (.upce, [czxing_upce]),
      (.code39, [czxing_code39_standard]), (.code32, [czxing_code32]), (.code93, [czxing_code93]),
      (.code128, [czxing_code128]), (.itf, [czxing_itf]), (.codabar, [czxing_codabar]),
      (.gs1DataBar, [czxing_databar_omni, czxing_databar_stacked, czxing_databar_stacked_omni]),
      (.gs1DataBarLimited, [czxing_databar_limited]),
      (.gs1DataBarExpanded, [czxing_databar_expanded, czxing_databar_expanded_stacked]),
      (.pdf417, [czxing_pdf417]), (.microPDF417, [czxing_micro_pdf417]), (.aztec, [czxing_aztec]),
      (.dataMatrix, [czxing_data_matrix]),
    ]

    /// Returns the type of a reported format; variants map to their symbology.
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
