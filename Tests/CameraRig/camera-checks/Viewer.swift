import OpenCaptureFlow
import OpenCaptureSystem
import OpenCaptureSession
import OpenCaptureCodes
import Dispatch
import Fixtures
import OpenCaptureMediaSamples
import OpenCaptureMetadata

/// A session with one camera, which records its frames and events.
final class Viewer: CaptureVideoDataOutputSampleBufferDelegate, @unchecked Sendable {
  struct ReceivedFrame: Sendable {
    let number: UInt64
    let time: MediaTime
    let isDamaged: Bool
    let input: ObjectIdentifier?
    let description: FormatDescription
  }

  private struct Pictures: Lockable {
    var wanted = 0
    var kept: [SampleBuffer] = []
  }

  let session = CaptureSession()
  let output = CaptureVideoDataOutput()
  let device: CaptureDevice
  private let seen = Log<ReceivedFrame>()
  private let pictures = Locked(Pictures())
  private let lost = Log<(number: UInt64, count: Int)>()
  private let happened = Log<(event: CaptureSession.Event, time: Double)>()
  private var listener: Task<Void, Never>?
  private let inspect: @Sendable (SampleBuffer) -> Void

  /// Opens a camera.
  ///
  /// - Parameter inspect: Receives each frame on arrival.
  init(
    _ device: CaptureDevice, format: CaptureDevice.Format? = nil, resumes: Bool = false,
    inspect: @escaping @Sendable (SampleBuffer) -> Void = { _ in }
  ) throws {
    self.device = device
    self.inspect = inspect
    session.resumesAfterInterruption = resumes
    output.settings = .passthrough
    let events = session.events
    listener = Task { [happened] in
      for await event in events { happened.append((event, monotonicSeconds())) }
    }
    try session.add(CaptureDeviceInput(device: device))
    try session.add(output)
    if let format {
      try device.lockForConfiguration()
      device.activeFormat = format
      device.unlockForConfiguration()
      if let error = device.configurationError { throw error }
    }
    output.setSampleBufferDelegate(self, queue: DispatchQueue(label: "viewer"))
  }

  deinit { listener?.cancel() }

  func captureOutput(
    _ output: any CaptureOutput, didOutput sampleBuffer: SampleBuffer, from connection: CaptureConnection
  ) {
    inspect(sampleBuffer)
    let mark = ReceivedFrame(
      number: sampleBuffer.sequenceNumber ?? 0, time: sampleBuffer.presentationTimeStamp,
      isDamaged: sampleBuffer.bufferAttachments[.isDamaged] == .bool(true),
      input: connection.input.map { ObjectIdentifier($0) },
      description: sampleBuffer.format)
    pictures.withLock { if $0.kept.count < $0.wanted { $0.kept.append(sampleBuffer) } }
    seen.append(mark)
  }

  func captureOutput(
    _ output: any CaptureOutput, didDrop sampleBuffer: SampleBuffer, from connection: CaptureConnection
  ) {
    guard case .integer(let count)? = sampleBuffer.bufferAttachments[.droppedFrameCount] else { return }
    lost.append((sampleBuffer.sequenceNumber ?? 0, Int(count)))
  }

  /// Returns the number of frames reported as dropped between two delivered frames.
  func lostCount(after first: UInt64, before last: UInt64) -> Int {
    lost.all.reduce(0) { $0 + ($1.number > first && $1.number <= last ? $1.count : 0) }
  }

  /// Starts the session, and throws its error.
  func start() throws {
    let result = Locked<Result<Void, CaptureError>?>(nil)
    let done = DispatchSemaphore(value: 0)
    Task { [session] in
      do throws(CaptureError) {
        try await session.start()
        result.withLock { $0 = .success(()) }
      } catch {
        result.withLock { $0 = .failure(error) }
      }
      done.signal()
    }
    done.wait()
    try result.withLock { $0 }?.get()
  }

  func stop() { session.stopRunning() }

  var frames: [ReceivedFrame] { seen.all }
  var frameCount: Int { seen.count }
  var events: [(event: CaptureSession.Event, time: Double)] { happened.all }

  /// Waits for a number of frames.
  func waitForFrames(_ count: Int, seconds: Double = 15) throws {
    let goal = frameCount + count
    try wait(seconds, for: "\(count) frames of \(device)") { frameCount >= goal }
  }

  /// Returns the next frame; earlier ones are released.
  func picture(seconds: Double = 15) throws -> SampleBuffer {
    pictures.withLock { $0 = Pictures(wanted: 1) }
    try wait(seconds, for: "a frame of \(device)") { pictures.withLock { !$0.kept.isEmpty } }
    guard let picture = pictures.withLock({ $0.kept.first }) else { throw Failure("no frame received") }
    pictures.withLock { $0 = Pictures() }
    return picture
  }

  /// Returns the first error reported by the session, and the seconds since `start`.
  func failure(since start: Double, within seconds: Double) throws -> (error: CaptureError, after: Double) {
    var found: (CaptureError, Double)?
    try wait(seconds, for: "an error of \(device)") {
      for (event, time) in events where time >= start {
        switch event {
        case .runtimeError(let error), .wasInterrupted(_, let error): found = found ?? (error, time - start)
        default: break
        }
      }
      return found != nil
    }
    guard let found else { throw Failure("no error reported") }
    return found
  }

  /// Sets a control with the given driver's name.
  func set(_ value: Int64, _ driverName: String) throws {
    guard let control = device.control(driverName: driverName) else { throw Failure("no control \(driverName)") }
    try device.lockForConfiguration()
    defer { device.unlockForConfiguration() }
    try device.setValue(value, of: control.name)
  }
}

/// Returns the text of the code in a frame, or nil if no code is found.
func code(in sample: SampleBuffer) throws -> String? { try CodeScanner().scan(sample).first?.stringValue }
