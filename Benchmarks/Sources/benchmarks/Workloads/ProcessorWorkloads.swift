import CLibYUVPeer
import COpenCVPeer
import Dispatch
import Glibc
import OpenCapture

/// Workloads that process a full-HD frame, compared with other libraries and with a copy, the lower limit.
struct ProcessorWorkloads {
  private static let width = 1920
  private static let height = 1080

  var all: [Workload] {
    get throws { try [peaking(share: nil), peaking(share: 0.05), peakingInPlace, grey, overhead, waiting] }
  }

  /// Returns a workload of focus peaking, compared with a copy of the frame and with other libraries.
  private func peaking(share: Double?) throws -> Workload {
    var peaking = FocusPeaking()
    peaking.threshold = share.map { .strongest(share: $0) } ?? .fixed(Double(Self.step))
    peaking.noiseRejection = 0
    // The peers show blurred edges, too.
    peaking.sharpness = 0
    let picture = try Self.picture()
    let source = picture
    let isFixed = share == nil
    return Workload(
      name: "FocusPeaking, BGRA 1920×1080, \(isFixed ? "fixed" : "adaptive") threshold",
      ours: .work("FocusPeaking", repeats: 10) {
        // A second reference to the buffer makes the processor write to another buffer, like the copy.
        var frame = Frame(SampleBuffer(pixelBuffer: source))
        try peaking.process(&frame)
      },
      peers: [
        Workload.Peer(contender: try BenchmarkFrame.copying(picture), bounds: [.cpu: isFixed ? 5 : 5.5]),
        Workload.Peer(contender: try Self.peakingByOpenCV(picture), bounds: [.cpu: isFixed ? 0.35 : 0.4]),
        Workload.Peer(contender: try Self.peakingByLibYUV(picture), bounds: [.cpu: isFixed ? 0.7 : 0.8]),
      ])
  }

  /// Focus peaking of a frame without other owners, the usual case for camera frames.
  private var peakingInPlace: Workload {
    get throws {
      var peaking = FocusPeaking()
      peaking.threshold = .fixed(Double(Self.step))
      peaking.noiseRejection = 0
      peaking.sharpness = 0
      var frame = Frame(SampleBuffer(pixelBuffer: try Self.picture()))
      let other = try BenchmarkFrame(Self.picture())
      return Workload(
        name: "FocusPeaking, BGRA 1920×1080, in place",
        ours: .work("FocusPeaking", repeats: 10) { try peaking.process(&frame) },
        peers: [
          Workload.Peer(contender: try BenchmarkFrame.copying(Self.picture()), bounds: [.cpu: 3.5]),
          Workload.Peer(contender: Self.peakingByOpenCV(from: other, to: other), bounds: [.cpu: 0.25]),
        ])
    }
  }

  /// The threshold of edges, as a step in luma.
  private static let step: Int32 = 40

  private static func peakingByOpenCV(_ picture: PixelBuffer) throws -> Contender {
    peakingByOpenCV(from: try BenchmarkFrame(picture), to: try BenchmarkFrame(picture))
  }

  private static func peakingByOpenCV(from source: BenchmarkFrame, to target: BenchmarkFrame) -> Contender {
    .work("OpenCV") {
      // A vertical edge with a step of 1 has a mean of 2.
      opencv_peer_focus_peaking(
        source[0].bytes, source[0].step, target[0].bytes, target[0].step, source.width, source.height, step * 2)
    }
  }

  /// Returns focus peaking with libyuv, which has no threshold: edges are the alpha of red pixels blended over the
  /// picture.
  private static func peakingByLibYUV(_ picture: PixelBuffer) throws -> Contender {
    let source = try BenchmarkFrame(picture)
    let red = try BenchmarkFrame(picture)
    let edges = try BenchmarkFrame(picture.luma())
    let target = try BenchmarkFrame(picture)
    ARGBRect(red[0].bytes, red[0].stride, 0, 0, red.width, red.height, 0xffff_0000)
    return .work("libyuv") {
      ARGBSobelToPlane(
        source[0].bytes, source[0].stride, edges[0].bytes, edges[0].stride, source.width, source.height)
      ARGBCopyYToAlpha(edges[0].bytes, edges[0].stride, red[0].bytes, red[0].stride, red.width, red.height)
      ARGBBlend(
        red[0].bytes, red[0].stride, source[0].bytes, source[0].stride, target[0].bytes, target[0].stride,
        source.width, source.height)
    }
  }

  /// Conversion to grey in place, compared with a copy of the frame and with OpenCV's conversion to luma and back.
  private var grey: Workload {
    get throws {
      var grayscale = Grayscale()
      var frame = Frame(SampleBuffer(pixelBuffer: try Self.picture()))
      let other = try BenchmarkFrame(Self.picture())
      return Workload(
        name: "Grayscale, BGRA 1920×1080, in place",
        ours: .work("Grayscale", repeats: 10) { try grayscale.process(&frame) },
        peers: [
          Workload.Peer(contender: try BenchmarkFrame.copying(Self.picture()), bounds: [.cpu: 1]),
          Workload.Peer(
            contender: .work("OpenCV", repeats: 10) {
              opencv_peer_grey(other[0].bytes, other[0].step, other.width, other.height)
            }, bounds: [.cpu: 0.45]),
        ])
    }
  }

  private static let stages = 8

  /// The overhead of a pipeline per frame and stage, compared with dispatching a frame to a queue.
  private var overhead: Workload {
    get throws {
      var pipeline = FramePipeline((0..<Self.stages).map { _ in NoOpProcessor() })
      var frame = Frame(SampleBuffer(pixelBuffer: try PixelBuffer(format: .bgra, width: 8, height: 8)))
      return Workload(
        name: "FramePipeline, overhead per frame and stage",
        ours: .work("FramePipeline", repeats: Self.hops / Self.stages, scale: Self.stages) {
          pipeline.process(&frame)
        },
        peers: [Workload.Peer(contender: Self.hopping(frame.sampleBuffer), bounds: [.wall: 0.7, .cpu: 0.7])])
    }
  }

  /// The overhead of a pipeline whose frames wait for objects that a later frame reveals.
  private var waiting: Workload {
    get throws {
      var pipeline = FramePipeline(
        (0..<Self.stages).map { NoOpProcessor(hindsight: $0 == Self.stages / 2 ? 24 : 0) }, hindsight: 24)
      let frame = Frame(SampleBuffer(pixelBuffer: try PixelBuffer(format: .bgra, width: 8, height: 8)))
      return Workload(
        name: "FramePipeline with hindsight, overhead per frame and stage",
        ours: .work("FramePipeline", repeats: Self.hops / Self.stages, scale: Self.stages) {
          _ = pipeline.process(frame)
        },
        peers: [Workload.Peer(contender: Self.hopping(frame.sampleBuffer), bounds: [.wall: 0.7, .cpu: 0.7])])
    }
  }

  private static let hops = 2000

  /// Returns a contender that dispatches a frame to a queue many times.
  private static func hopping(_ sample: SampleBuffer) -> Contender {
    let queue = DispatchQueue(label: "benchmark")
    let done = DispatchSemaphore(value: 0)
    return .work("DispatchQueue.async", scale: hops) {
      for _ in 0..<hops { queue.async { _ = sample.presentationTimeStamp } }
      queue.async { done.signal() }
      done.wait()
    }
  }

  /// Draws discs on a gradient, with grain, for edges in all directions.
  private static func picture() throws -> PixelBuffer {
    var picture = try PixelBuffer(format: .bgra, width: width, height: height, rowAlignment: 1)
    try picture.withUnsafeMutablePlane(0) { bytes in
      for y in 0..<height {
        for x in 0..<width {
          let dx = x % 160 - 80
          let dy = y % 160 - 80
          let grain = (x &* 7919 &+ y &* 104_729) >> 4 & 7
          let value = dx * dx + dy * dy < 3600 ? 200 : x * 120 / width
          for channel in 0..<4 { bytes[(y * width + x) * 4 + channel] = UInt8(value + grain + channel) }
        }
      }
    }
    return picture
  }
}

/// A processor that does not change frames.
private struct NoOpProcessor: HindsightProcessor {
  var hindsight = 0
  mutating func process(_ frame: inout Frame) {}
  func takeLateObjects() -> [LateObject] { [] }
}
