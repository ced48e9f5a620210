import CJPEGPeer
import COpenCVPeer
import OpenCapture

/// Workloads that decode a 1920×1080 Motion JPEG frame of a USB camera from memory, and encode a photo.
struct JPEGWorkloads {
  private let frame: PixelBuffer
  private let data: DataBuffer
  /// The frame with chroma at half width and height.
  private let planarData: DataBuffer
  private let decoder = PictureDecoder(reusesMemory: true)
  private let pixels: UnsafeMutablePointer<UInt8>

  init(pictures: BenchmarkPictures) throws {
    frame = try pictures.frame(VideoDimensions(width: 1920, height: 1080))
    // 4:2:2 chroma, and 150 to 200 KB: the size of a USB camera's frame at 30 frames per second.
    data = try JPEGEncoder(quality: 70, chromaSampling: .halfWidth).encode(frame).data
    planarData = try JPEGEncoder(quality: 70).encode(frame).data
    pixels = .allocate(capacity: frame.width * frame.height * 4)
  }

  var all: [Workload] {
    [
      workload("JPEG → luma", toLuma: true, bound: 0.65) { try decoder.decodeLuma(data) },
      workload("JPEG → BGRA", toLuma: false, bound: 1) { try decoder.decodeImage(data, as: .bgra) },
      planes, encoding,
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
        turboJPEG(data) { turbojpeg_peer_decode($0.baseAddress, $0.count, toLuma, pixels) },
      ])
  }

  private var planes: Workload {
    Workload(
      name: "JPEG → planes, \(planarData.count / 1000) KB",
      ours: .work("PictureDecoder") { _ = try decoder.decodeImage(planarData, as: .i420FullRange) },
      peers: [turboJPEG(planarData) { turbojpeg_peer_decode_planes($0.baseAddress, $0.count, pixels) }])
  }

  private var encoding: Workload {
    let encoder = JPEGEncoder(quality: 90)
    let width = Int32(frame.width)
    let height = Int32(frame.height)
    let contender = Contender.work("TurboJPEG API") {
      let count = frame.withUnsafePlane(0) { bytes in
        let pixels = bytes.bindMemory(to: UInt8.self).baseAddress
        return turbojpeg_peer_encode(pixels, frame.planes[0].bytesPerRow, width, height, 90)
      }
      guard count > 0 else { throw BenchmarkError("TurboJPEG cannot encode the frame") }
    }
    return Workload(
      name: "BGRA → JPEG", ours: .work("JPEGEncoder") { _ = try encoder.encode(frame) },
      peers: [Workload.Peer(contender: contender, bounds: [.cpu: 1.2])])
  }

  private func turboJPEG(
    _ data: DataBuffer, _ decode: @escaping (UnsafeBufferPointer<UInt8>) -> Bool
  ) -> Workload.Peer {
    let contender = Contender.work("TurboJPEG API") {
      let isDecoded = data.withUnsafeBytes { decode($0.bindMemory(to: UInt8.self)) }
      guard isDecoded else { throw BenchmarkError("TurboJPEG cannot decode the frame") }
    }
    return Workload.Peer(contender: contender, bounds: [.cpu: 1.2])
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
