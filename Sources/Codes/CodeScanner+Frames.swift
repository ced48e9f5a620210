import COpenCaptureCodes
import OpenCaptureMediaSamples
import OpenCaptureMetadata

/// The parts of a scan that a tracker repeats from frame to frame.
extension CodeScanner {
  /// Samples a QR code that was located in an earlier frame; nil if the picture does not agree with its modules.
  ///
  /// - Parameter corners: The expected corners, in device coordinates.
  func unreadCode(near corners: Corners, dimension: Int, in luma: PixelBuffer) -> UnreadCode? {
    let toDevice = PictureTransform(from: Rect(origin: .zero, size: luma.dimensions.size), to: .unit)
    guard let lattice = QRLattice(dimension: dimension, corners: toDevice.inverse.apply(corners)) else {
      return nil
    }
    return luma.withPicture { picture in
      var fit = QRFit(picture: picture)
      let fitted = fit.refined(lattice, reach: 1)
      guard fitted.agreement > UnreadCode.leastAgreement, let outline = fitted.lattice.corners,
        let grid = ModuleGrid(picture, fitted.lattice)
      else { return nil }
      return UnreadCode(corners: toDevice.apply(outline), grid: grid, agreement: fitted.agreement)
    }
  }

  /// Reads a QR code from the mean of its modules in several pictures; nil if it has too many errors.
  ///
  /// - Parameter corners: The corners of the code, in device coordinates.
  func read(_ grid: ModuleGrid, at corners: Corners, in picture: VideoDimensions) throws
    -> MachineReadableCodeObject?
  {
    var reader = QRRegionReader(engines: engines, budget: WorkBudget(for: effort, in: picture))
    guard let (code, engine) = try reader.read(grid, outline: corners) else { return nil }
    return object(of: DetectedCode(code: code, engine: engine))
  }

  /// Whether linear codes are searched for in depth.
  var searchesForBars: Bool { types.contains(where: \.isLinear) }

  /// The number of pixels from which the bars of frames are sampled in half the resolution.
  private static let largeFrame = 2_500_000

  /// Adds the bars of a frame to those of earlier ones, and returns the linear codes that they reveal.
  ///
  /// Turned codes, which the passes of a fast search do not read, are read in upright copies of their bars.
  ///
  /// - Parameter found: The codes that were read in the frame.
  func linearCodes(
    in luma: PixelBuffer, besides found: [MachineReadableCodeObject], with evidence: inout BarEvidence
  ) throws -> [MachineReadableCodeObject] {
    let linear = types.union(secondaryTypes).filter(\.isLinear)
    guard !linear.isEmpty else { return [] }
    var (part, region) = try luma.part(under: clippedRectOfInterest())
    if part.width * part.height > Self.largeFrame {
      part = try part.scaled(to: VideoDimensions(width: part.width / 2, height: part.height / 2))
    }
    let toDevice = PictureTransform(from: Rect(origin: .zero, size: part.dimensions.size), to: region)
    let toPart = toDevice.inverse
    let readable = linear.intersection(ProfileReader.readableTypes)
    let reader = readable.isEmpty ? nil : ProfileReader(types: readable, engines: engines)
    let (revealed, turnedRegions) = part.withPicture { picture in
      evidence.add(picture, besides: found.map { toPart.apply($0.cornerPoints) }, reader: reader)
    }
    var codes = DetectedCodes()
    for code in revealed { codes.insert(DetectedCode(code: code, engine: ScanStep.blurredBarsName)) }
    for region in turnedRegions where !codes.hasCode(at: region.middle.middle) {
      for code in try self.codes(in: region, of: part, types: linear) { codes.insert(code) }
    }
    return codes.codes.map { object(of: $0, toDevice) }
  }

  /// The height of the region in which a turned code is searched for, relative to that of the code.
  private static let heightAroundTurnedCode = 1.6

  /// Returns a turned linear code that was read in an earlier frame.
  ///
  /// - Parameter corners: The expected corners, in device coordinates.
  func turnedCode(
    _ code: MachineReadableCodeObject, near corners: Corners, in luma: PixelBuffer
  ) throws -> MachineReadableCodeObject? {
    let toDevice = PictureTransform(from: Rect(origin: .zero, size: luma.dimensions.size), to: .unit)
    guard code.type.isLinear, let region = BarRegion(of: toDevice.inverse.apply(corners)), region.isTurned else {
      return nil
    }
    let around = region.scaled(height: Self.heightAroundTurnedCode)
    let codes = try codes(in: around, of: luma, types: [code.type], known: code.bytes)
    return codes.first { $0.code.bytes == code.bytes }.map { object(of: $0, toDevice) }
  }

  /// Reads turned bars, and refines the corners of their codes.
  ///
  /// - Parameter known: The content of a code that was read before. Default: none.
  private func codes(
    in region: BarRegion, of picture: PixelBuffer, types: Set<MetadataObjectType>, known: [UInt8]? = nil
  ) throws -> [DetectedCode] {
    guard let bars = try UprightBars(region, of: picture) else { return [] }
    return try bars.codes(types: types, engines: engines).compactMap { code in
      if code.code.bytes != known, bars.contradict(code.code) { return nil }
      guard !code.code.isInverted else { return code }
      return picture.withPicture { LinearOutline(picture: $0).refined(code.code) }.map { refined in
        DetectedCode(code: refined, engine: code.engine)
      }
    }
  }

  /// Returns a code of a frame as a metadata object.
  private func object(of code: DetectedCode, _ toDevice: PictureTransform) -> MachineReadableCodeObject {
    var code = code
    code.code.corners = toDevice.apply(code.code.corners).clipped(to: .unit)
    return object(of: code)
  }
}
