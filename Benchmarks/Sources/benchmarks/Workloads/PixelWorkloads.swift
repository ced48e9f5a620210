import CLibYUVPeer
import COpenCVPeer
import Glibc
import OpenCapture

/// Workloads that convert a 1920×1080 frame in memory, compared with other libraries and with a copy, the lower limit.
struct PixelWorkloads {
  private static let dimensions = VideoDimensions(width: 1920, height: 1080)

  private let bgra: PixelBuffer
  private let nv12: PixelBuffer

  init(pictures: BenchmarkPictures) throws {
    bgra = try pictures.frame(Self.dimensions)
    nv12 = try bgra.converted(to: .nv12)
  }

  var all: [Workload] {
    get throws { try [bgraToLuma, yuyvToLuma, nv12ToLuma, nv12ToBGRA, bgraToNV12] }
  }

  private var bgraToLuma: Workload {
    get throws {
      let frame = try BenchmarkFrame(bgra)
      let luma = try BenchmarkFrame(bgra.luma().copy())
      return Workload(
        name: "BGRA → luma",
        ours: .work("PixelBuffer.luma()", repeats: 10) { try frame.computeLuma() },
        peers: [
          Workload.Peer(contender: try BenchmarkFrame.copying(bgra), bounds: [.cpu: 1.2]),
          Workload.Peer(
            contender: .work("OpenCV", repeats: 10) {
              opencv_peer_bgra_to_luma(
                frame[0].bytes, frame[0].step, luma[0].bytes, luma[0].step, frame.width, frame.height)
            }, bounds: [.cpu: 0.6]),
        ])
    }
  }

  private var yuyvToLuma: Workload {
    get throws {
      let frame = try BenchmarkFrame(PixelBuffer(format: .yuyv, width: bgra.width, height: bgra.height))
      let luma = try BenchmarkFrame(bgra.luma().copy())
      return Workload(
        name: "YUYV → luma",
        ours: .work("PixelBuffer.luma()", repeats: 10) { try frame.computeLuma() },
        peers: [
          Workload.Peer(contender: try BenchmarkFrame.copying(frame.buffer), bounds: [.cpu: 1.2]),
          Workload.Peer(
            contender: .work("OpenCV", repeats: 10) {
              opencv_peer_yuyv_to_luma(
                frame[0].bytes, frame[0].step, luma[0].bytes, luma[0].step, frame.width, frame.height)
            }, bounds: [.cpu: 0.35]),
        ])
    }
  }

  private var nv12ToLuma: Workload {
    get throws {
      let frame = try BenchmarkFrame(nv12)
      return Workload(
        name: "NV12 → luma",
        ours: .work("PixelBuffer.luma()", repeats: 1000) { try frame.computeLuma() },
        peers: [Workload.Peer(contender: try BenchmarkFrame.copying(nv12), bounds: [.cpu: 0.01])])
    }
  }

  private var nv12ToBGRA: Workload {
    get throws {
      let frame = try BenchmarkFrame(nv12)
      let target = try BenchmarkFrame(bgra.copy())
      return Workload(
        name: "NV12 → BGRA",
        ours: .work("convert(to:)", repeats: 10) { try frame.buffer.convert(to: &target.buffer) },
        peers: [
          Workload.Peer(contender: try BenchmarkFrame.copying(bgra), bounds: [.cpu: 2]),
          Workload.Peer(
            contender: .work("libyuv", repeats: 10) {
              NV12ToARGB(
                frame[0].bytes, frame[0].stride, frame[1].bytes, frame[1].stride, target[0].bytes, target[0].stride,
                frame.width, frame.height)
            }, bounds: [.cpu: 2]),
          Workload.Peer(
            contender: .work("OpenCV", repeats: 10) {
              opencv_peer_nv12_to_bgra(
                frame[0].bytes, frame[0].step, frame[1].bytes, frame[1].step, target[0].bytes, target[0].step,
                frame.width, frame.height)
            }, bounds: [.cpu: 0.45]),
        ])
    }
  }

  private var bgraToNV12: Workload {
    get throws {
      let frame = try BenchmarkFrame(bgra)
      let target = try BenchmarkFrame(nv12.copy())
      return Workload(
        name: "BGRA → NV12",
        ours: .work("convert(to:)", repeats: 10) { try frame.buffer.convert(to: &target.buffer) },
        peers: [
          Workload.Peer(contender: try BenchmarkFrame.copying(bgra), bounds: [.cpu: 2.5]),
          Workload.Peer(
            contender: .work("libyuv", repeats: 10) {
              ARGBToNV12(
                frame[0].bytes, frame[0].stride, target[0].bytes, target[0].stride, target[1].bytes,
                target[1].stride, frame.width, frame.height)
            }, bounds: [.cpu: 2]),
        ])
    }
  }
}
