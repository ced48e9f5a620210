import Dispatch
import Glibc
import OpenCapture

/// Processors on one full-HD frame, beside what can't be had for less.
struct ProcessorWorkloads {
  private static let (width, height) = (1920, 1080)

  var all: [Workload] {
    get throws { try [peaking(share: nil), peaking(share: 0.05), grey, overhead] }
  }

  /// Focus peaking beside copying the frame.
  private func peaking(share: Double?) throws -> Workload {
    var peaking = FocusPeaking()
    peaking.threshold = share.map { .strongest(share: $0) } ?? .fixed(80)
    peaking.noiseRejection = 0
    let picture = try Self.picture()
    let source = picture
    return Workload(
      name: "FocusPeaking, BGRA 1920×1080, \(share == nil ? "fixed" : "adaptive") threshold",
      ours: .work("FocusPeaking", repeats: 10) {
        // Another lease, so that the result is written elsewhere, as by the copy.
        var frame = Frame(SampleBuffer(imageBuffer: source))
        try peaking.process(&frame)
      },
      peers: [Workload.Peer(contender: try Self.copy(picture), bounds: share == nil ? [.wall: 4] : [:])])
  }

  /// Grey in place beside copying the frame.
  private var grey: Workload {
    get throws {
      var grayscale = Grayscale()
      var frame = Frame(SampleBuffer(imageBuffer: try Self.picture()))
      return Workload(
        name: "Grayscale, BGRA 1920×1080, in place",
        ours: .work("Grayscale", repeats: 10) { try grayscale.process(&frame) },
        peers: [Workload.Peer(contender: try Self.copy(Self.picture()))])
    }
  }

  /// What a pipeline costs by itself, per frame and stage, beside handing a frame to a queue.
  private var overhead: Workload {
    get throws {
      let stages = 8
      var pipeline = FramePipeline((0..<stages).map { _ in Nothing() })
      var frame = Frame(SampleBuffer(imageBuffer: try PixelBuffer(format: .bgra, width: 8, height: 8)))
      let sample = frame.sampleBuffer
      let queue = DispatchQueue(label: "benchmark")
      let done = DispatchSemaphore(value: 0)
      let hops = 2000
      return Workload(
        name: "FramePipeline, overhead per frame and stage",
        ours: .work("FramePipeline", repeats: hops / stages, scale: stages) { pipeline.process(&frame) },
        peers: [
          Workload.Peer(
            contender: .work("DispatchQueue.async", scale: hops) {
              for _ in 0..<hops { queue.async { _ = sample.presentationTimeStamp } }
              queue.async { done.signal() }
              done.wait()
            }, bounds: [.wall: 1, .cpu: 1])
        ])
    }
  }

  private static func copy(_ source: PixelBuffer) throws -> Contender {
    var target = try source.copy()
    return .work("memcpy", repeats: 10) {
      try target.withUnsafeMutablePlane(0) { to in
        source.withUnsafePlane(0) { from in
          if let to = to.baseAddress, let from = from.baseAddress { memcpy(to, from, width * height * 4) }
        }
      }
    }
  }

  /// Discs on a gradient, with some grain: edges of all directions.
  private static func picture() throws -> PixelBuffer {
    var picture = try PixelBuffer(format: .bgra, width: width, height: height, rowAlignment: 1)
    try picture.withUnsafeMutablePlane(0) { bytes in
      for y in 0..<height {
        for x in 0..<width {
          let (dx, dy) = (x % 160 - 80, y % 160 - 80)
          let grain = (x &* 7919 &+ y &* 104_729) >> 4 & 7
          let value = dx * dx + dy * dy < 3600 ? 200 : x * 120 / width
          for channel in 0..<4 { bytes[(y * width + x) * 4 + channel] = UInt8(value + grain + channel) }
        }
      }
    }
    return picture
  }
}

/// A processor that leaves frames alone.
private struct Nothing: FrameProcessor {
  mutating func process(_ frame: inout Frame) {}
}
