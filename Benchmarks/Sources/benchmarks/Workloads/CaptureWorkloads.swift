import Dispatch
import Glibc
import OpenCapture

/// Workloads that measure a session's cost between a camera and a delegate.
struct CaptureWorkloads {
  private static let frames = 500
  private static let size = VideoDimensions(width: 1920, height: 1080)
  private static let frame = VideoDimensions(width: 320, height: 240)

  var all: [Workload] {
    get throws { [try hop, try throughput, try appleDelegate] }
  }

  /// Delivery of a frame, compared with dispatching an empty closure to a queue.
  ///
  /// In steady state a frame allocates nothing. The bound allows for threads that Dispatch creates occasionally.
  private var hop: Workload {
    get throws {
      let done = DispatchSemaphore(value: 0)
      let session = try SteppedCapture(size: Self.frame, scene: EmptyScene()) { _ in
        done.signal()
      }
      let queue = DispatchQueue(label: "benchmark")
      return Workload(
        name: "CaptureSession, source to delegate",
        ours: .work("CaptureVideoDataOutput", scale: Self.frames, countsAllocations: true) {
          for _ in 0..<Self.frames {
            session.camera.step()
            done.wait()
          }
        },
        peers: [
          Workload.Peer(
            contender: .work("DispatchQueue.async", scale: Self.frames, countsAllocations: true) {
              for _ in 0..<Self.frames {
                queue.async { done.signal() }
                done.wait()
              }
            }, bounds: [.wall: 3, .cpu: 2.5, .allocations: 0.05])
        ])
    }
  }

  /// Frames at full speed, compared with a loop that only renders them.
  private var throughput: Workload {
    get throws {
      let picture = try PixelBuffer(format: .yuyv, width: Self.size.width, height: Self.size.height)
      var buffers = try (0..<8).map { _ in try PixelBuffer(layout: picture.layout) }
      let session = try SteppedCapture(size: Self.size, scene: StillScene(picture: picture)) { _ in }
      return Workload(
        name: "CaptureSession, YUYV 1920×1080 as fast as it is made",
        ours: .work("CaptureSession", scale: 100) { session.camera.step(100) },
        peers: [
          Workload.Peer(
            contender: .work("plain loop", scale: 100) {
              for index in 0..<100 { try StillScene(picture: picture).copy(into: &buffers[index % buffers.count]) }
            }, bounds: [.wall: 1.3, .cpu: 1.3])
        ])
    }
  }

  /// A delegate with the Core Media and Core Video interface, compared with one that uses this package's own types.
  private var appleDelegate: Workload {
    get throws {
      let done = DispatchSemaphore(value: 0)
      let reader = SampleBufferReader { done.signal() }
      let ours = try SteppedCapture(size: Self.frame, scene: EmptyScene(), delegate: reader)
      let core = try SteppedCapture(size: Self.frame, scene: EmptyScene()) { sampleBuffer in
        let light = sampleBuffer.pixelBuffer?.withUnsafePlane(0) { $0.first }
        if light != nil, sampleBuffer.presentationTimeStamp.isNumeric { done.signal() }
      }
      return Workload(
        name: "AVFoundation, source to delegate",
        ours: .work("AVCaptureVideoDataOutput", scale: Self.frames, countsAllocations: true) {
          for _ in 0..<Self.frames {
            ours.camera.step()
            done.wait()
          }
        },
        peers: [
          Workload.Peer(
            contender: .work("CaptureVideoDataOutput", scale: Self.frames, countsAllocations: true) {
              for _ in 0..<Self.frames {
                core.camera.step()
                done.wait()
              }
            }, bounds: [.wall: 1.1, .cpu: 1.1])
        ])
    }
  }
}

/// A scene that draws nothing.
private struct EmptyScene: SyntheticScene {
  func render(_ moment: SceneMoment, into buffer: inout PixelBuffer) {}
}

/// A scene that copies a picture.
private struct StillScene: SyntheticScene {
  let picture: PixelBuffer

  func render(_ moment: SceneMoment, into buffer: inout PixelBuffer) throws { try copy(into: &buffer) }

  func copy(into buffer: inout PixelBuffer) throws {
    try buffer.withUnsafeMutablePlane(0) { to in
      picture.withUnsafePlane(0) { from in
        if let to = to.baseAddress, let from = from.baseAddress { memcpy(to, from, picture.layout.byteCount) }
      }
    }
  }
}
