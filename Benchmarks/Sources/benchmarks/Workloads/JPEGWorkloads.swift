import CJPEGPeer
import COpenCVPeer
import OpenCapture

/// Decoding a frame of 1920×1080 of Motion JPEG that is in memory already, as USB cameras send it.
struct JPEGWorkloads {
  private let data: DataBuffer
  private let decoder = PictureDecoder(reusesMemory: true)
  private let pixels: UnsafeMutablePointer<UInt8>

  init(pictures: BenchmarkPictures) throws {
    let frame = try pictures.frame(VideoDimensions(width: 1920, height: 1080))
    // With half the chroma, and about the 150 to 200 KB that a camera has room for at 30 frames a second.
    data = try JPEGEncoder(quality: 70, chromaSampling: .halfWidth).encode(frame).data
    pixels = .allocate(capacity: frame.width * frame.height * 4)
  }

  var all: [Workload] {
    [
      workload("JPEG → luma", toLuma: true, bound: 0.65) { try decoder.decodeLuma(data) },
      workload("JPEG → BGRA", toLuma: false, bound: 1) { try decoder.decodeImage(data, as: .bgra) },
    ]
  }

  /// libjpeg-turbo is what there is to be had; OpenCV goes to luma by way of colours.
  private func workload(
    _ name: String, toLuma: Bool, bound: Double, _ decode: @escaping () throws -> PixelBuffer
  ) -> Workload {
    Workload(
      name: "\(name), \(data.count / 1000) KB", ours: .work("PictureDecoder") { _ = try decode() },
      peers: [
        Workload.Peer(contender: openCV(toLuma: toLuma), bounds: [.cpu: bound]),
        Workload.Peer(
          contender: .work("libjpeg-turbo") {
            data.withUnsafeBytes { bytes in
              jpeg_peer_decode(bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count, toLuma, pixels)
            }
          }, bounds: [.cpu: 1.2]),
      ])
  }

  private func openCV(toLuma: Bool) -> Contender {
    .work("OpenCV") {
      let isDecoded = data.withUnsafeBytes { bytes in
        opencv_peer_decode(bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count, toLuma)
      }
      guard isDecoded else { throw BenchmarkError("OpenCV couldn't decode it") }
    }
  }
}
