import COpenCVPeer
import Glibc
import OpenCapture

/// Finding and following a face that moves about, beside looking for it in every frame with OpenCV.
struct FaceWorkloads {
  /// A stream of frames with one face, and the smallest that is looked for.
  private struct Scene {
    let name: String
    let width, height: Int
    /// Fractions of the height.
    let minimum, face: Double
    /// The share of the peer's processor time that is promised.
    let promise: Double
  }

  private static let scenes = [
    Scene(name: "VGA", width: 640, height: 480, minimum: 0.1, face: 0.3, promise: 1.0 / 7),
    Scene(name: "720p", width: 1280, height: 720, minimum: 0.1, face: 0.3, promise: 1.0 / 8),
    Scene(name: "1080p", width: 1920, height: 1080, minimum: 0.04, face: 0.2, promise: 1.0 / 12),
  ]

  private static let frameCount = 30

  var all: [Workload] {
    get throws {
      try Self.scenes.flatMap { scene in
        let frames = try Self.frames(of: scene)
        let naive = try Naive(smallest: Int(scene.minimum * Double(scene.height)))
        return [try following(scene, frames, naive), try worst(scene, frames, naive)]
      }
    }
  }

  /// The mean over a second of frames, in the middle of a stream.
  private func following(_ scene: Scene, _ frames: [PixelBuffer], _ naive: Naive) throws -> Workload {
    var stream = try Stream(scene, frames)
    return Workload(
      name: "FaceTracker, one face, \(scene.name), per frame",
      ours: .work("FaceTracker", scale: Self.frameCount) {
        for _ in 0..<Self.frameCount { try stream.next() }
      },
      peers: [
        Workload.Peer(
          contender: .work("detectMultiScale", scale: 5) {
            for frame in frames.prefix(5) { try naive.look(at: frame) }
          },
          bounds: [.cpu: scene.promise])
      ])
  }

  /// The dearest of the first three seconds of a stream, beside the peer's usual frame.
  private func worst(_ scene: Scene, _ frames: [PixelBuffer], _ naive: Naive) throws -> Workload {
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
      name: "FaceTracker, one face, \(scene.name), dearest frame of 90", ours: ours,
      peers: [
        Workload.Peer(
          contender: .work("detectMultiScale", scale: 5) {
            for frame in frames.prefix(5) { try naive.look(at: frame) }
          },
          bounds: [.cpu: 0.5])
      ])
  }

  private static func seconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// A face that goes to and fro before a ground with some edges.
  private static func frames(of scene: Scene) throws -> [PixelBuffer] {
    try (0..<frameCount).map { index in
      let size = Double(scene.height) * scene.face
      let x = Double(scene.width) * (0.35 + 0.3 * Double(index) / Double(frameCount))
      let face = DrawnFace(center: Point(x: x, y: Double(scene.height) * 0.5), size: size)
      return try DrawnFace.pictureWithGround([face], width: scene.width, height: scene.height)
    }
  }

  /// A tracker on its way through frames, to the last and back again, 30 a second.
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
      let found = try tracker.track(SampleBuffer(imageBuffer: frame, timing: timing))
      if index > frames.count, found.isEmpty { throw BenchmarkError("the face was lost") }
    }
  }

  /// What everyone does: the whole picture, every frame, at the usual settings.
  private final class Naive {
    private let cascade: OpaquePointer
    private let smallest: Int32

    init(smallest: Int) throws {
      let path = try CascadeSearch().path(of: FaceView.frontal.cascadeFileName)
      guard let cascade = opencv_peer_cascade_open(path) else { throw BenchmarkError("no cascade in \(path)") }
      (self.cascade, self.smallest) = (cascade, Int32(smallest))
    }

    deinit { opencv_peer_cascade_close(cascade) }

    func look(at frame: PixelBuffer) throws {
      let count = frame.withUnsafePlane(0) { bytes in
        opencv_peer_count_faces(
          cascade, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), frame.planes[0].bytesPerRow,
          Int32(frame.width), Int32(frame.height), smallest)
      }
      if count < 1 { throw BenchmarkError("OpenCV found no face") }
    }
  }
}
