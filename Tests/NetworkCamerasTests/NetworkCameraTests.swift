import CaptureFixtures
import Fixtures
import OpenCaptureMediaSamples
import OpenCaptureSystem
import Testing

@testable import OpenCaptureMovies
@testable import OpenCaptureNetworkCameras

@Suite("Cameras on the network")
struct NetworkCameraTests {
  private func camera(_ server: PictureServer, user: String = "", timeout: Int64 = 60) throws -> NetworkCamera {
    var options = NetworkCamera.Options()
    options.timeout = MediaTime(value: timeout, timescale: 10)
    return NetworkCamera(try NetworkCameraAddress(server.address(user)), localizedName: "Door", options: options)
  }

  private func session(_ camera: NetworkCamera) throws -> (session: CaptureSession, output: CaptureVideoDataOutput)
  {
    let (session, output) = (CaptureSession(), CaptureVideoDataOutput())
    session.resumesAfterInterruption = true
    try session.addInput(CaptureDeviceInput(device: camera.device))
    try session.addOutput(output)
    return (session, output)
  }

  @Test("It is a device like any other: frames come, each later than the one before, as of now")
  func frames() async throws {
    let server = try PictureServer(.pictures(atOnce: 0))
    defer { server.end() }
    let camera = try camera(server)
    let (session, output) = try session(camera)
    var samples = output.sampleBuffers.makeAsyncIterator()
    try await session.start()
    var last = MediaTime.zero
    for _ in 0..<20 {
      let sample = try #require(try await samples.next())
      #expect(sample.presentationTimeStamp > last)
      last = sample.presentationTimeStamp
      let picture = try #require(sample.imageBuffer)
      #expect(picture.dimensions == VideoDimensions(width: 64, height: 48))
    }
    let now = MediaTime(value: Int64(MonotonicClock.now()), timescale: 1_000_000_000)
    #expect(last <= now && now - last < MediaTime(value: 20, timescale: 1))
    await session.stop()
    #expect(camera.device.deviceType == .network)
    #expect(server.requests.count == 1)
  }

  @Test("A connection that breaks is an interruption, which ends when the camera is there again")
  func reconnection() async throws {
    let server = try PictureServer(.end(after: 30), .end(after: 0), .pictures(atOnce: 0))
    defer { server.end() }
    let (session, output) = try session(camera(server))
    var events = session.events.makeAsyncIterator()
    var samples = output.sampleBuffers.makeAsyncIterator()
    try await session.start()
    #expect(try await samples.next() != nil)
    #expect(await events.next() == .didStartRunning)
    guard case .wasInterrupted(.videoDeviceNotAvailable, let error)? = await events.next() else {
      Issue.record("no interruption")
      return
    }
    #expect(error.code == .deviceFailed)
    #expect(await events.next() == .interruptionEnded)
    var count = 0
    while count < 40, try await samples.next() != nil { count += 1 }
    #expect(count == 40)
    await session.stop()
  }

  @Test("That nothing comes is told, and then an interruption; whoever stops meanwhile doesn't wait for it")
  func silence() async throws {
    let server = try PictureServer(.stall(after: 30), .silence)
    defer { server.end() }
    var options = NetworkCamera.Options()
    (options.timeout, options.stallNotice) = (MediaTime(value: 1, timescale: 1), MediaTime(value: 1, timescale: 10))
    let camera = NetworkCamera(try NetworkCameraAddress(server.address()), options: options)
    let (session, output) = try session(camera)
    var events = session.events.makeAsyncIterator()
    try await session.start()
    #expect(await events.next() == .didStartRunning)
    var seen: [String] = []
    while seen.last != "interrupted", let event = await events.next() {
      switch event {
      case .didStall: seen.append("stalled")
      case .stallEnded: seen.append("ended")
      case .wasInterrupted(let reason, let error):
        seen.append("interrupted")
        #expect(reason == .videoDeviceNotAvailable && error.code == .stalled)
      default: Issue.record("\(event)")
      }
    }
    #expect(seen.suffix(2) == ["stalled", "interrupted"])
    await session.stop()
    #expect(output.connection(with: .video) != nil && !session.isRunning)
  }

  @Test("What waits is passed over: who comes late sees what is now")
  func live() throws {
    let server = try PictureServer(.pictures(atOnce: 300))
    defer { server.end() }
    let address = LiveMovieReader.Address(server.address(), usesDatagrams: false, patience: 30_000)
    let reader = try LiveMovieReader(address, name: "camera")
    try server.waitForBurst()
    var (black, passedOver) = (0, 0)
    while true {
      let arrival = try reader.next()
      passedOver += arrival.passedOverCount
      let picture = try arrival.sample.image(as: .grey)
      if picture.withUnsafePlane(0, { $0[0] }) > 128 { break }
      black += 1
    }
    #expect(black < 100 && passedOver > 200 && black + passedOver >= 290, "\(black) \(passedOver)")
  }
}
