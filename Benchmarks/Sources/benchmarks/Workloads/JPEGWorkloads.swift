import COpenCVPeer
import OpenCapture

/// Decoding a JPEG of 1920×1080 that is in memory already.
struct JPEGWorkloads {
  private let data: DataBuffer
  private let decoder = PictureDecoder(reusesMemory: true)

  init(pictures: BenchmarkPictures) throws {
    let frame = try pictures.frame(VideoDimensions(width: 1920, height: 1080))
    data = try JPEGEncoder().encode(frame).data
  }

  var all: [Workload] {
    [
      workload("JPEG → luma", toLuma: true, bound: 0.27) { try decoder.decodeLuma(data) },
      workload("JPEG → BGRA", toLuma: false, bound: 0.45) { try decoder.decodeImage(data, as: .bgra) },
    ]
  }

  private func workload(
    _ name: String, toLuma: Bool, bound: Double, _ decode: @escaping () throws -> PixelBuffer
  ) -> Workload {
    Workload(
      name: name, ours: .work("PictureDecoder") { _ = try decode() },
      peers: [
        Workload.Peer(
          contender: .work("OpenCV") {
            let isDecoded = data.withUnsafeBytes { bytes in
              opencv_peer_decode(bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count, toLuma)
            }
            guard isDecoded else { throw BenchmarkError("OpenCV couldn't decode it") }
          }, bounds: [.wall: bound])
      ])
  }
}
