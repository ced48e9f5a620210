#if ZXing
  import COpenCaptureZXing
  public import OpenCaptureMediaSamples
  public import OpenCaptureMetadata

  /// The engine of the zxing-cpp library: every symbology.
  ///
  /// There with the package's trait `ZXing`. Payloads come as the bytes that the code holds; where it declares how its
  /// text is encoded (ECI), ``EngineCode/text`` is that text. Each part of a structured-append message comes as a code
  /// of its own.
  public struct ZXingEngine: CodeEngine {
    /// Makes the engine.
    public init() {}

    /// `zxing`.
    public let name = "zxing"

    /// The library's own version.
    public var version: String { String(cString: czxing_version()) }

    /// All of `MetadataObjectType.machineReadableCodes`.
    public let readableTypes = Set(MetadataObjectType.machineReadableCodes)

    /// Looks for codes as the options say, all of which the library knows.
    public func scan(
      _ luma: PixelBuffer, types: Set<MetadataObjectType>, options: EngineOptions
    ) throws(CodeScannerError) -> EngineFindings {
      let formats = types.sorted { $0.rawValue < $1.rawValue }.flatMap(ZXingFormat.formats)
      // An empty list is the library's word for everything.
      guard !formats.isEmpty else { return EngineFindings() }
      let result = try luma.withUnsafePlane(0) { pixels throws(CodeScannerError) in
        try read(pixels, luma, formats, options)
      }
      defer { czxing_result_destroy(result) }
      var findings = EngineFindings()
      for index in 0..<czxing_result_count(result) {
        guard let symbol = czxing_result_code(result, index).map({ ZXingSymbol(code: $0.pointee, asked: types) }),
          let type = symbol.type, types.contains(type)
        else { continue }
        if symbol.code.is_read {
          findings.codes.append(
            EngineCode(
              type: type, bytes: symbol.bytes, corners: symbol.corners, descriptor: symbol.descriptor,
              text: symbol.declaredText, isInverted: symbol.code.is_inverted))
        } else {
          findings.unread.append(UnreadCode(type: type, corners: symbol.corners))
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
        (request.width, request.height) = (Int32(luma.width), Int32(luma.height))
        request.bytes_per_row = Int32(luma.planes[0].bytesPerRow)
        (request.formats, request.format_count) = (formats.baseAddress, formats.count)
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
    /// The options in the library's terms; the picture and the formats are missing.
    fileprivate var request: czxing_request {
      var request = czxing_request()
      request.binarizer =
        switch thresholding {
        case .local: czxing_local_average
        case .global: czxing_global_histogram
        case .none: czxing_fixed
        }
      request.tries_inverted = triesInverted
      request.tries_turned = triesTurned
      request.tries_smaller = triesSmaller
      request.tries_harder = triesHarder
      request.reports_unread = reportsUnread
      return request
    }
  }
#endif
