import CaptureFixtures
import Fixtures
import OpenCaptureMediaSamples
import OpenCaptureSystem
import Testing

@testable import OpenCaptureMovies
@testable import OpenCaptureNetworkCameras
import OpenCapturePictures

@Suite("Network cameras")
struct NetworkCameraTests {
  private func camera(_ server: PictureServer, user: String = "", timeout: Int64 = 60) throws -> NetworkCamera {
    var options = NetworkCamera.Options()
    options.timeout = MediaTime(value: timeout, timescale: 10)
    return NetworkCamera(try NetworkCameraAddress(server.address(user)), localizedName: "Door", options: options)
  }

  private func session(_ camera: NetworkCamera) throws -> (session: CaptureSession, output: CaptureVideoDataOutput)
  {
    let session = CaptureSession()
    let output = CaptureVideoDataOutput()
    session.resumesAfterInterruption = true
    try session.add(CaptureDeviceInput(device: camera.device))
    try session.add(output)
    return (session, output)
  }

  @Test("A network camera delivers current frames with increasing times")
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
      let picture = try #require(sample.pixelBuffer)
      #expect(picture.dimensions == VideoDimensions(width: 64, height: 48))
    }
    let now = MediaTime(value: Int64(MonotonicClock.now()), timescale: 1_000_000_000)
    #expect(last <= now && now - last < MediaTime(value: 20, timescale: 1))
    await session.stop()
    #expect(camera.device.deviceType == .network)
    #expect(server.requests.count == 1)
  }

  @Test("A broken connection interrupts the session until the camera is available again")
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

  @Test("A silent camera is reported as a stall, then as an interruption that does not delay stopping")
  func silence() async throws {
    let server = try PictureServer(.stall(after: 30), .silence)
    defer { server.end() }
    var options = NetworkCamera.Options()
    options.timeout = MediaTime(value: 1, timescale: 1)
    options.stallNotice = MediaTime(value: 1, timescale: 10)
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

  @Test("Encoded frames are complete and undecoded, also after a reconnection")
  func encoded() async throws {
    let server = try PictureServer(.end(after: 30), .end(after: 10), .pictures(atOnce: 0))
    defer { server.end() }
    let camera = try camera(server)
    let (session, output) = try session(camera)
    output.settings = .passthrough
    let formats = try camera.device.loadFormats()
    #expect(formats.map(\.formatDescription.codec) == [nil, .jpeg])
    try camera.device.lockForConfiguration()
    camera.device.activeFormat = formats[1]
    camera.device.unlockForConfiguration()
    var samples = output.sampleBuffers.makeAsyncIterator()
    try await session.start()
    var last = MediaTime.zero
    for _ in 0..<20 {
      let sample = try #require(try await samples.next())
      #expect(sample.presentationTimeStamp > last)
      last = sample.presentationTimeStamp
      #expect(sample.format == formats[1].formatDescription)
      let data = try #require(sample.data)
      #expect(data.withUnsafeBytes { $0.starts(with: [0xff, 0xd8]) && $0.suffix(2).elementsEqual([0xff, 0xd9]) })
      let picture = try sample.image(as: .grey)
      #expect(picture.dimensions == VideoDimensions(width: 64, height: 48))
      #expect(picture.withUnsafePlane(0) { $0[0] } > 128)
    }
    await session.stop()
    #expect(server.requests.count == 3)
  }

  @Test("A slow consumer receives every encoded frame")
  func kept() throws {
    let server = try PictureServer(.pictures(atOnce: 300))
    defer { server.end() }
    let format = FormatDescription(codec: .jpeg, dimensions: VideoDimensions(width: 64, height: 48))
    let address = NetworkStreamAddress(server.address(), timeoutMilliseconds: 30_000)
    let reader = try EncodedStreamReader(address, format, jpegDecoder: PictureDecoder(), name: "camera")
    try server.waitForBurst()
    for number in 0...300 {
      let arrival = try reader.next()
      #expect(arrival.skippedFrameCount == 0 && arrival.sample.sequenceNumber == UInt64(number))
      let brightness = try arrival.sample.image(as: .grey).withUnsafePlane(0) { $0[0] }
      #expect((brightness > 128) == (number == 300))
    }
  }

  @Test("A camera that changes its codec causes an error with the new codec")
  func another() throws {
    let server = try PictureServer(.pictures(atOnce: 0))
    defer { server.end() }
    let format = FormatDescription(codec: .h264, dimensions: VideoDimensions(width: 64, height: 48))
    let address = NetworkStreamAddress(server.address(), timeoutMilliseconds: 30_000)
    let error = try #require(throws: MovieError.self) {
      try EncodedStreamReader(address, format, jpegDecoder: PictureDecoder(), name: "camera")
    }
    #expect(error.code == .unsupportedCodec && error.reason.contains("mjpeg"), "\(error)")
  }

  @Test("A slow consumer skips frames and receives the current one")
  func live() throws {
    let server = try PictureServer(.pictures(atOnce: 300))
    defer { server.end() }
    let address = NetworkStreamAddress(server.address(), usesDatagrams: false, timeoutMilliseconds: 30_000)
    let reader = try DecodingStreamReader(address, name: "camera")
    try server.waitForBurst()
    var black = 0
    var passedOver = 0
    while true {
      let arrival = try reader.next()
      passedOver += arrival.skippedFrameCount
      let picture = try arrival.sample.image(as: .grey)
      if picture.withUnsafePlane(0, { $0[0] }) > 128 { break }
      black += 1
    }
    #expect(black < 100 && passedOver > 200 && black + passedOver >= 290, "\(black) \(passedOver)")
  }
}
