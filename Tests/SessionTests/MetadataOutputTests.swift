import OpenCaptureFlow
import CaptureFixtures
import OpenCaptureSyntheticDevices
import OpenCaptureSystem
@testable import OpenCaptureSession
import OpenCaptureCodes
import Dispatch
import Fixtures
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import OpenCaptureProcessing
import Testing

@Suite("CaptureMetadataOutput")
struct MetadataOutputTests {
  private final class Detections: CaptureMetadataOutputObjectsDelegate, Sendable {
    let log = Log<[any MetadataObject]>()

    func metadataOutput(
      _ output: CaptureMetadataOutput, didOutput metadataObjects: [any MetadataObject],
      from connection: CaptureConnection
    ) { log.append(metadataObjects) }

    var texts: [String?] { log.all.map { ($0.first as? MachineReadableCodeObject)?.stringValue } }
  }

  /// A detector that waits at a gate in each frame.
  private struct Gate: FrameProcessor {
    let entered: DispatchSemaphore
    let gate: DispatchSemaphore

    mutating func process(_ frame: inout Frame) {
      entered.signal()
      gate.wait()
    }
  }

  private func session(
    _ scene: any SyntheticScene, _ detectors: [any FrameProcessor]
  ) throws -> (SyntheticCamera, CaptureSession, CaptureMetadataOutput) {
    let camera = SyntheticCamera.stepped(scene: scene)
    let session = CaptureSession()
    let output = CaptureMetadataOutput(detectors: detectors)
    session.sessionPreset = .vga640x480
    try session.add(CaptureDeviceInput(device: camera.device))
    try session.add(output)
    return (camera, session, output)
  }

  /// A detector with the same detection in every frame.
  private struct Finder: FrameProcessor {
    mutating func process(_ frame: inout Frame) {
      frame.metadataObjects.append(
        FaceObject(faceID: 1, boundingBox: .unit, time: frame.presentationTimeStamp))
    }
  }

  /// A delegate that counts objects without retaining them.
  private final class Tally: CaptureMetadataOutputObjectsDelegate, Sendable {
    let count = Locked(0)

    func metadataOutput(
      _ output: CaptureMetadataOutput, didOutput metadataObjects: [any MetadataObject],
      from connection: CaptureConnection
    ) { count.withLock { $0 += metadataObjects.count } }
  }

  @Test("The delegate receives 20,000 reports for 20,000 frames")
  func length() throws {
    let (camera, session, output) = try session(SwitchedScene { nil }, [Finder()])
    session.sessionPreset = .low
    let tally = Tally()
    let queue = DispatchQueue(label: "test")
    output.setMetadataObjectsDelegate(tally, queue: queue)
    session.startRunning()
    for _ in 0..<20_000 {
      camera.step()
      try output.settle()
    }
    session.stopRunning()
    #expect(tally.count.withLock { $0 } == 20_000)
  }

  @Test("A moving code is read in every frame, and its disappearance is reported once")
  func codes() throws {
    let isShown = Locked(true)
    let code = MovingCode()
    let scene = SwitchedScene { isShown.withLock { $0 } ? code : nil }
    let (camera, session, output) = try session(scene, [CodeScanner()])
    let finds = Detections()
    let queue = DispatchQueue(label: "test")
    output.setMetadataObjectsDelegate(finds, queue: queue)
    #expect(output.availableMetadataObjectTypes.contains(.qr))
    session.startRunning()
    for frame in 0..<5 {
      if frame == 3 { isShown.withLock { $0 = false } }
      camera.step()
      try output.settle()
    }
    #expect(finds.texts == ["frame 0", "frame 1", "frame 2", nil])
    #expect(output.detectorStatistics[0].frameCount == 5)
  }

  @Test("Objects of other types or regions are not reported")
  func wishes() throws {
    let (camera, session, output) = try session(MovingCode(), [CodeScanner()])
    let finds = Detections()
    let queue = DispatchQueue(label: "test")
    output.setMetadataObjectsDelegate(finds, queue: queue)
    session.startRunning()
    func step() throws {
      camera.step()
      try output.settle()
    }
    output.types = [.ean13]
    try step()
    output.types = [.qr]
    output.regionOfInterest = Rect(x: 0.9, y: 0.9, width: 0.1, height: 0.1)
    try step()
    #expect(finds.log.count == 0)
    output.regionOfInterest = .unit
    try step()
    #expect(finds.texts == ["frame 2"])
  }

  /// A detector with the same codes in every frame.
  private struct CodeFinder: MetadataDetector {
    let availableMetadataObjectTypes: [MetadataObjectType] = [.code39, .itf]

    mutating func process(_ frame: inout Frame) {
      let codes: [(MetadataObjectType, String)] = [
        (.itf, "12345678901231"), (.itf, "1234"), (.code39, "CODEK"), (.code39, "CODEX"),
      ]
      frame.metadataObjects += codes.map { type, text in
        MachineReadableCodeObject(type: type, cornerPoints: Corners(.unit), bytes: Array(text.utf8))
      }
    }
  }

  @Test("ITF-14 and Code 39 with a check character are reported as such if they are requested")
  func derivedTypes() throws {
    let (camera, session, output) = try session(SwitchedScene { nil }, [CodeFinder()])
    #expect(output.availableMetadataObjectTypes == [.code39, .itf, .code39Mod43, .itf14])
    let finds = Detections()
    output.setMetadataObjectsDelegate(finds, queue: DispatchQueue(label: "test"))
    session.startRunning()
    let requests: [(requested: [MetadataObjectType], reported: [MetadataObjectType])] = [
      ([.itf14], [.itf14]), ([.itf, .itf14], [.itf14, .itf]), ([.itf], [.itf, .itf]),
      ([.code39Mod43], [.code39Mod43]), ([.code39, .code39Mod43], [.code39, .code39]),
    ]
    for request in requests {
      output.types = request.requested
      #expect(Set(output.types) == Set(request.requested))
      camera.step()
      try output.settle()
      #expect(finds.log.all.last?.map(\.type) == request.reported)
    }
  }

  @Test("The detections of two detectors are delivered in one call per frame")
  func oneCall() throws {
    let (camera, session, output) = try session(MovingCode(), [Finder(), CodeScanner()])
    let finds = Detections()
    let queue = DispatchQueue(label: "test")
    output.setMetadataObjectsDelegate(finds, queue: queue)
    session.startRunning()
    for _ in 0..<5 {
      camera.step()
      try output.settle()
    }
    #expect(finds.log.all.map { $0.map(\.type) } == Array(repeating: [.face, .qr], count: 5))
    #expect(finds.log.all.allSatisfy { Set($0.map(\.time)).count == 1 })
  }

  @Test("A code on the edge of the region of interest is reported whole, and a code outside is not")
  func edge() throws {
    let (camera, session, output) = try session(MovingCode(), [CodeScanner()])
    let finds = Detections()
    let queue = DispatchQueue(label: "test")
    output.setMetadataObjectsDelegate(finds, queue: queue)
    session.startRunning()
    func nextBounds() throws -> Rect? {
      let count = finds.log.count
      camera.step()
      try output.settle()
      return finds.log.all.dropFirst(count).last?.first?.boundingBox
    }
    let whole = try #require(try nextBounds())
    output.regionOfInterest = Rect(x: 0, y: 0, width: whole.minX + whole.width / 2, height: 1)
    let crossing = try #require(try nextBounds())
    #expect(abs(crossing.width - whole.width) < 0.01 && abs(crossing.height - whole.height) < 0.01)
    output.regionOfInterest = Rect(x: 0, y: 0, width: whole.minX / 2, height: 1)
    #expect(try nextBounds() == nil)
  }

  @Test("A slow detector delays neither the video nor another detector")
  func slow() throws {
    let entered = DispatchSemaphore(value: 0)
    let gate = DispatchSemaphore(value: 0)
    let (camera, session, output) = try session(MovingCode(), [Gate(entered: entered, gate: gate), CodeScanner()])
    let finds = Detections()
    let queue = DispatchQueue(label: "test")
    let video = CaptureVideoDataOutput()
    let log = VideoLog()
    output.setMetadataObjectsDelegate(finds, queue: queue)
    video.setSampleBufferDelegate(log, queue: queue)
    try session.add(video)
    session.startRunning()
    camera.step()
    try entered.wait(for: "the slow detector's first frame")
    for _ in 0..<5 {
      camera.step()
      try video.settle()
      let text = "frame \(log.numbers.last ?? 0)"
      try finds.log.wait(for: text) { ($0.last?.first as? MachineReadableCodeObject)?.stringValue == text }
    }
    #expect(log.frames.count >= 5)
    for _ in 0..<10 { gate.signal() }
    session.stopRunning()
    #expect(output.detectorStatistics[0].droppedCount == 4)
  }

  /// A detector that records its calls.
  private struct CallRecorder: MetadataDetector, StreamProcessor {
    let calls: Log<String>
    let availableMetadataObjectTypes: [MetadataObjectType] = [.face]
    func prepare(for format: FrameFormat) { calls.append("prepares for \(format.dimensions)") }
    func process(_ frame: inout Frame) { calls.append("processes") }
    func finish() throws {
      calls.append("finishes")
      throw CancellationError()
    }
  }

  @Test("A detector is prepared at the start and after a change of types, and finishes with the session")
  func life() throws {
    let calls = Log<String>()
    let (camera, session, output) = try session(SwitchedScene { nil }, [CallRecorder(calls: calls)])
    for _ in 0..<2 {
      session.startRunning()
      for frame in 0..<3 {
        if frame == 2 { output.types = [.face] }
        camera.step()
        try output.settle()
      }
      session.stopRunning()
      try output.settle()
    }
    let stream = [
      "prepares for 640×480", "processes", "processes", "prepares for 640×480", "processes", "finishes",
    ]
    #expect(calls.all == stream + stream)
    #expect(output.detectorStatistics[0].failureCount == 2)
  }

  @Test("Detections are available as an asynchronous stream")
  func stream() async throws {
    let (camera, session, output) = try session(MovingCode(), [CodeScanner()])
    var detections = output.metadataObjects.makeAsyncIterator()
    session.startRunning()
    camera.step()
    let detection = try #require(await detections.next())
    #expect((detection.objects.first as? MachineReadableCodeObject)?.stringValue == "frame 0")
    #expect(detection.time == .zero)
  }
}

/// A scene that can be switched to plain gray.
struct SwitchedScene: SyntheticScene {
  let scene: @Sendable () -> (any SyntheticScene)?

  func render(_ moment: SceneMoment, into buffer: inout PixelBuffer) throws {
    if let scene = scene() { return try scene.render(moment, into: &buffer) }
    try buffer.withUnsafeMutablePlane(0) { bytes in
      for index in bytes.indices { bytes[index] = 128 }
    }
  }
}
