import CommandSupport
import Vision

var pixelBuffer: CVPixelBuffer?
CVPixelBufferCreate(kCFAllocatorDefault, 64, 64, kCVPixelFormatType_OneComponent8, nil, &pixelBuffer)
if let pixelBuffer, let pixels = CVPixelBufferGetBaseAddress(pixelBuffer) {
  memset(pixels, 128, CVPixelBufferGetDataSize(pixelBuffer))
  let codes = VNDetectBarcodesRequest()
  let faces = VNDetectFaceRectanglesRequest()
  try VNImageRequestHandler(cvPixelBuffer: pixelBuffer, orientation: .right).perform([codes, faces])
  report("\(codes.results?.count ?? -1) codes, \(faces.results?.count ?? -1) faces")
}
