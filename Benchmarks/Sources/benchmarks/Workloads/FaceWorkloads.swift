import COpenCVPeer
import Glibc
import OpenCapture

/// Workloads that track a moving face, compared with OpenCV detecting it in every frame.
struct FaceWorkloads {
  /// A stream of frames with one face, and the smallest face size to detect.
  private struct Scene {
    let name: String
    let width, height: Int
    /// The smallest face to detect, and the size of the face, as fractions of the height.
    let minimum, face: Double
    /// The largest permitted share of the peer's processor time.
    let bound: Double
  }

  private static let scenes = [
    Scene(name: "VGA", width: 640, height: 480, minimum: 0.1, face: 0.3, bound: 1.0 / 7),
    Scene(name: "720p", width: 1280, height: 720, minimum: 0.1, face: 0.3, bound: 1.0 / 8),
    Scene(name: "1080p", width: 1920, height: 1080, minimum: 0.04, face: 0.2, bound: 1.0 / 12),
  ]

  private static let frameCount = 30

  var all: [Workload] {
    get throws {
      try Self.scenes.flatMap { scene in
        let frames = try Self.frames(of: scene)
        let peer = try EveryFrameDetector(smallest: Int(scene.minimum * Double(scene.height)))
        return [try mean(scene, frames, peer), try worst(scene, frames, peer)]
      }
    }
  }

  /// Returns a workload of the mean cost over one second of frames in the middle of a stream.
  private func mean(_ scene: Scene, _ frames: [PixelBuffer], _ peer: EveryFrameDetector) throws -> Workload {
    var stream = try Stream(scene, frames)
    return Workload(
      name: "FaceTracker, one face, \(scene.name), per frame",
      ours: .work("FaceTracker", scale: Self.frameCount) {
        for _ in 0..<Self.frameCount { try stream.next() }
      },
      peers: [
        Workload.Peer(
          contender: .work("detectMultiScale", scale: 5) {
            for frame in frames.prefix(5) { try peer.detect(in: frame) }
          },
          bounds: [.cpu: scene.bound])
      ])
  }

  /// Returns a workload of the slowest frame in a stream's first three seconds, compared with the peer's average frame.
  private func worst(_ scene: Scene, _ frames: [PixelBuffer], _ peer: EveryFrameDetector) throws -> Workload {
    let ours = Contender(name: "FaceTracker") {
      var stream = try Stream(scene, frames)
      var worst = 0.0
      for _ in 0..<90 {
        let start = Self.seconds()
        try stream.next()
        worst = max(worst, Self.seconds() - start)
      }
      return Measurement(wall: worst, cpu: worst)
    }
    return Workload(
      name: "FaceTracker, one face, \(scene.name), slowest frame of 90", ours: ours,
      peers: [
        Workload.Peer(
          contender: .work("detectMultiScale", scale: 5) {
            for frame in frames.prefix(5) { try peer.detect(in: frame) }
          },
          bounds: [.cpu: 0.5])
      ])
  }

  private static func seconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Returns frames of a face that moves sideways in front of a background with edges.
  private static func frames(of scene: Scene) throws -> [PixelBuffer] {
    try (0..<frameCount).map { index in
      let size = Double(scene.height) * scene.face
      let x = Double(scene.width) * (0.35 + 0.3 * Double(index) / Double(frameCount))
      let face = DrawnFace(center: Point(x: x, y: Double(scene.height) * 0.5), size: size)
      return try DrawnFace.pictureWithGround([face], width: scene.width, height: scene.height)
    }
  }

  /// A tracker that receives the frames forward and backward, at 30 frames per second.
  private struct Stream {
    private var tracker: FaceTracker
    private let frames: [PixelBuffer]
    private var index = 0

    init(_ scene: Scene, _ frames: [PixelBuffer]) throws {
      tracker = try FaceTracker()
      tracker.options.minimumFaceSize = scene.minimum
      self.frames = frames
    }

    mutating func next() throws {
      let step = index % (2 * frames.count)
      let frame = frames[step < frames.count ? step : 2 * frames.count - 1 - step]
      let timing = SampleTiming(presentationTimeStamp: MediaTime(value: Int64(index), timescale: 30))
      index += 1
      let found = try tracker.track(SampleBuffer(pixelBuffer: frame, timing: timing))
      if index > frames.count, found.isEmpty { throw BenchmarkError("the face was lost") }
    }
  }

  /// An OpenCV cascade that searches the whole picture in every frame with default settings.
  private final class EveryFrameDetector {
    private let cascade: OpaquePointer
    private let smallest: Int32

    init(smallest: Int) throws {
      let path = try CascadeLocator().path(of: FaceView.frontal.cascadeFileName)
      guard let cascade = opencv_peer_cascade_open(path) else {
        throw BenchmarkError("cannot read a cascade from \(path)")
      }
      self.cascade = cascade
      self.smallest = Int32(smallest)
    }

    deinit { opencv_peer_cascade_close(cascade) }

    func detect(in frame: PixelBuffer) throws {
      let count = frame.withUnsafePlane(0) { bytes in
        opencv_peer_count_faces(
          cascade, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), frame.planes[0].bytesPerRow,
          Int32(frame.width), Int32(frame.height), smallest)
      }
      if count < 1 { throw BenchmarkError("OpenCV found no face") }
    }
  }
}
