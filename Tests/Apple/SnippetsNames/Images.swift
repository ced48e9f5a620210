// swift-format-ignore-file
// Written in the style of public camera code, and only compiled.

import CoreGraphics
import CoreImage
import Foundation
import ImageIO
import Vision

final class ScanLines: CIFilter {
  var inputImage: CIImage?
  var inputPeriod: CGFloat = 4

  private static let kernel = CIColorKernel { color, position in
    Int(position.y) % 4 < 2 ? color : CIColorKernel.Color(color.x / 2, color.y / 2, color.z / 2, color.w)
  }

  override var attributes: [String: Any] {
    [kCIAttributeFilterDisplayName: "Scan lines", kCIInputImageKey: "CIImage"]
  }

  override func setValue(_ value: Any?, forKey key: String) {
    switch key {
    case kCIInputImageKey: inputImage = value as? CIImage
    case "inputPeriod": inputPeriod = value as? CGFloat ?? 4
    default: super.setValue(value, forKey: key)
    }
  }

  override func setDefaults() { inputPeriod = 4 }

  override var outputImage: CIImage? {
    guard let inputImage else { return nil }
    return Self.kernel.apply(extent: inputImage.extent, arguments: [inputImage, inputPeriod])
  }
}

final class Renderer {
  private let context = CIContext(options: [.useSoftwareRenderer: false, .workingColorSpace: NSNull()])
  private var filter: CIFilter = ScanLines()

  func process(_ pixelBuffer: CVPixelBuffer) -> CIImage? {
    let image = CIImage(cvPixelBuffer: pixelBuffer).oriented(.right)
    filter.setDefaults()
    filter.setValue(image, forKey: kCIInputImageKey)
    print(filter.name, filter.inputKeys, filter.outputKeys, filter.attributes[kCIAttributeFilterDisplayName] ?? "")
    return filter.value(forKey: kCIOutputImageKey) as? CIImage ?? filter.outputImage
  }

  func monochrome(_ image: CIImage) -> CIImage? {
    let filter = CIFilter(name: "CIColorControls")
    filter?.setValue(image, forKey: kCIInputImageKey)
    filter?.setValue(0, forKey: kCIInputSaturationKey)
    filter?.setValue(1, forKey: kCIInputContrastKey)
    return filter?.outputImage?.applyingFilter("CIPhotoEffectMono")
  }

  func files(_ image: CIImage) -> [Data] {
    let space = CGColorSpace(name: CGColorSpace.sRGB)!
    let options = [kCGImageDestinationLossyCompressionQuality as CIImageRepresentationOption: 0.8]
    return [
      context.jpegRepresentation(of: image, colorSpace: space, options: options),
      context.pngRepresentation(of: image, format: .RGBA8, colorSpace: space, options: [:]),
      context.heifRepresentation(of: image, format: .RGBA8, colorSpace: space, options: options),
    ].compactMap { $0 }
  }

  func write(_ image: CIImage, to folder: URL) throws {
    let space = CGColorSpace(name: CGColorSpace.displayP3) ?? CGColorSpaceCreateDeviceRGB()
    try context.writeJPEGRepresentation(of: image, to: folder.appendingPathComponent("a.jpg"), colorSpace: space, options: [:])
    try context.writePNGRepresentation(of: image, to: folder.appendingPathComponent("a.png"), format: .BGRA8, colorSpace: space)
    try context.writeHEIFRepresentation(of: image, to: folder.appendingPathComponent("a.heic"), format: .BGRA8, colorSpace: space)
  }

  func draw(_ image: CIImage, in pixelBuffer: CVPixelBuffer) {
    CVPixelBufferLockBaseAddress(pixelBuffer, CVPixelBufferLockFlags(rawValue: 0))
    defer { CVPixelBufferUnlockBaseAddress(pixelBuffer, CVPixelBufferLockFlags(rawValue: 0)) }
    let width = CVPixelBufferGetWidth(pixelBuffer)
    let height = CVPixelBufferGetHeight(pixelBuffer)
    guard
      let bitmap = CGContext(
        data: CVPixelBufferGetBaseAddress(pixelBuffer), width: width, height: height, bitsPerComponent: 8,
        bytesPerRow: CVPixelBufferGetBytesPerRow(pixelBuffer), space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.noneSkipFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue)
    else { return }
    let drawing = CIContext(cgContext: bitmap, options: nil)
    drawing.draw(image, in: CGRect(x: 0, y: 0, width: width, height: height), from: image.extent)
    bitmap.saveGState()
    bitmap.translateBy(x: 0, y: CGFloat(height))
    bitmap.scaleBy(x: 1, y: -1)
    bitmap.rotate(by: .pi / 2)
    bitmap.concatenate(CGAffineTransform(scaleX: 0.5, y: 0.5))
    bitmap.interpolationQuality = .high
    if let overlay = context.createCGImage(image, from: image.extent) {
      bitmap.draw(overlay, in: CGRect(x: 10, y: 10, width: 100, height: 100))
    }
    bitmap.clear(CGRect(x: 0, y: 0, width: 8, height: 8))
    bitmap.restoreGState()
    bitmap.flush()
    print(bitmap.makeImage()?.width ?? 0, bitmap.bytesPerRow, bitmap.bitmapInfo.contains(.byteOrder32Little), bitmap.ctm.isIdentity)
  }
}

func image(from sampleBuffer: CMSampleBuffer) -> CGImage? {
  guard let imageBuffer = CMSampleBufferGetImageBuffer(sampleBuffer) else { return nil }
  CVPixelBufferLockBaseAddress(imageBuffer, .readOnly)
  defer { CVPixelBufferUnlockBaseAddress(imageBuffer, .readOnly) }
  let context = CGContext(
    data: CVPixelBufferGetBaseAddress(imageBuffer), width: CVPixelBufferGetWidth(imageBuffer),
    height: CVPixelBufferGetHeight(imageBuffer), bitsPerComponent: 8, bytesPerRow: CVPixelBufferGetBytesPerRow(imageBuffer),
    space: CGColorSpaceCreateDeviceRGB(),
    bitmapInfo: CGBitmapInfo.byteOrder32Little.rawValue | CGImageAlphaInfo.premultipliedFirst.rawValue)
  return context?.makeImage()
}

func orientation(_ properties: [String: Any]) -> CGImagePropertyOrientation {
  let tiff = properties[kCGImagePropertyTIFFDictionary as String] as? [String: Any]
  let number = tiff?[kCGImagePropertyTIFFOrientation as String] as? UInt32 ?? 1
  return CGImagePropertyOrientation(rawValue: number) ?? .up
}

func square(_ rect: CGRect, _ color: CGColor) -> CGPath {
  let path = CGMutablePath()
  path.addRect(rect.applying(CGAffineTransform(translationX: 1, y: 1).rotated(by: .pi)))
  print(color.alpha, color == CGColor(gray: 1, alpha: 1))
  return path
}

func readCodes(_ pixelBuffer: CVPixelBuffer) throws {
  let request = VNDetectBarcodesRequest { request, _ in
    for case let observation as VNBarcodeObservation in request.results ?? [] {
      if let descriptor = observation.barcodeDescriptor as? CIQRCodeDescriptor {
        print(descriptor.symbolVersion, descriptor.errorCorrectionLevel.rawValue)
      }
      print(observation.payloadStringValue ?? "", observation.symbology == .qr)
    }
  }
  try VNImageRequestHandler(cvPixelBuffer: pixelBuffer, orientation: .up, options: [:]).perform([request])
}

func readFeature(_ image: CIImage) -> CIBarcodeDescriptor? {
  let detector = CIDetector(ofType: CIDetectorTypeQRCode, context: nil, options: nil)
  let feature = detector?.features(in: image).first as? CIQRCodeFeature
  return feature?.symbolDescriptor
}

func descriptors(_ payload: Data) -> [CIBarcodeDescriptor?] {
  [
    CIQRCodeDescriptor(payload: payload, symbolVersion: 4, maskPattern: 0, errorCorrectionLevel: .levelH),
    CIAztecCodeDescriptor(payload: payload, isCompact: true, layerCount: 2, dataCodewordCount: 40),
    CIPDF417CodeDescriptor(payload: payload, isCompact: false, rowCount: 10, columnCount: 4),
    CIDataMatrixCodeDescriptor(payload: payload, rowCount: 16, columnCount: 16, eccVersion: .v200),
  ]
}
