import OpenCaptureMediaSamples
import OpenCaptureSystem
import Testing

@testable import OpenCapturePipeWire

@Suite("The picture of a virtual camera whose source is away", .timeLimit(.minutes(5)))
struct PlaceholderCameraTests {
  /// A virtual camera that records what it shows.
  private final class Target: VirtualCameraTarget {
    struct State: Lockable {
      var samples: [SampleBuffer] = []
      var prepareCount = 0
      var isStopped = false
    }

    let state = Monitor(State())
    let isRead: Bool

    init(isRead: Bool) { self.isRead = isRead }

    var statistics: VirtualCameraStatistics { VirtualCameraStatistics() }

    func prepare(_ offer: VirtualCameraOffer) -> Bool {
      state.update { $0.prepareCount += 1 }
      return isRead
    }

    func show(_ sample: SampleBuffer) { state.update { $0.samples.append(sample) } }

    func stop() { state.update { $0.isStopped = true } }
  }

  private func offer(_ format: PixelFormat?) -> VirtualCameraOffer {
    VirtualCameraOffer(own: format, dimensions: VideoDimensions(width: 4, height: 2), frameDuration: .invalid)
  }

  @Test("It is grey, in the frames' format, and ends with the camera", arguments: [PixelFormat.yuyv, .nv12, nil])
  func grey(_ format: PixelFormat?) throws {
    let target = Target(isRead: true)
    let camera = PlaceholderCamera(target)
    let frame = SampleBuffer(pixelBuffer: try PixelBuffer(format: .bgra, width: 4, height: 2))
    #expect(camera.prepare(offer(format)))
    try camera.show(frame)
    let samples = target.state.wait { $0.samples.count > 2 ? $0.samples : nil } ?? []
    let picture = try #require(samples.last?.pixelBuffer)
    #expect(picture.format == format ?? .i420 && picture.dimensions == VideoDimensions(width: 4, height: 2))
    for plane in picture.planes.indices {
      #expect(picture.withUnsafePlane(plane) { Set($0) } == [0x80])
    }
    #expect(samples[1].presentationTimeStamp < samples[2].presentationTimeStamp)
    camera.stop()
    let (count, isStopped) = target.state.withLock { ($0.samples.count, $0.isStopped) }
    #expect(isStopped && count == target.state.withLock { $0.samples.count })
  }

  @Test("It is not drawn while no program reads the camera")
  func unread() {
    let target = Target(isRead: false)
    let camera = PlaceholderCamera(target)
    #expect(!camera.prepare(offer(.nv12)))
    #expect(target.state.wait { $0.prepareCount > 2 ? $0.samples.count : nil } == 0)
    camera.stop()
  }
}
