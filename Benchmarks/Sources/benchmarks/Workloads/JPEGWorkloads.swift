import CJPEGPeer
import COpenCVPeer
import OpenCapture

/// Workloads that decode a 1920×1080 Motion JPEG frame of a USB camera from memory.
struct JPEGWorkloads {
  private let data: DataBuffer
  private let decoder = PictureDecoder(reusesMemory: true)
  private let pixels: UnsafeMutablePointer<UInt8>

  init(pictures: BenchmarkPictures) throws {
    let frame = try pictures.frame(VideoDimensions(width: 1920, height: 1080))
    // 4:2:2 chroma, and 150 to 200 KB: the size of a USB camera's frame at 30 frames per second.
    data = try JPEGEncoder(quality: 70, chromaSampling: .halfWidth).encode(frame).data
    pixels = .allocate(capacity: frame.width * frame.height * 4)
  }

  var all: [Workload] {
    [
      workload("JPEG → luma", toLuma: true, bound: 0.65) { try decoder.decodeLuma(data) },
      workload("JPEG → BGRA", toLuma: false, bound: 1) { try decoder.decodeImage(data, as: .bgra) },
    ]
  }

  /// Compares with libjpeg-turbo, the fastest decoder available, and with OpenCV, which decodes colors before luma.
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
      guard isDecoded else { throw BenchmarkError("OpenCV cannot decode the frame") }
    }
  }
}
