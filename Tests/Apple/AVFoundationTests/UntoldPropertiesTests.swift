import AVFoundation
import Fixtures
import OpenCaptureSession
import OpenCaptureSystem
import Testing

@Suite("Properties of devices whose changes nobody tells of")
struct UntoldPropertiesTests {
  /// A camera of a machine that is as hot as the test says.
  private final class Camera: CaptureDeviceDriver {
    struct State: Lockable {
      var level = SystemPressureState.Level.nominal
      var users: [String] = []
      var lookCount = 0

      mutating func look<Value>(_ value: Value) -> Value {
        lookCount += 1
        return value
      }
    }

    let identity = CaptureDevice.Identity(uniqueID: "hot", localizedName: "hot")
    let state = Locked(State())

    var systemPressureState: SystemPressureState {
      SystemPressureState(level: state.withLock { $0.look($0.level) })
    }
    var otherUsers: [String] { state.withLock { $0.look($0.users) } }

    func formats() -> [CaptureDevice.Format] { [] }
    func startStreaming(
      _ configuration: CaptureStreamConfiguration, to sink: any CaptureDeviceSink
    ) throws(CaptureError) -> any CaptureStream {
      throw CaptureError(.unsupported, subject: "hot", reason: "it never streams")
    }
  }

  private let camera = Camera()
  private let device: AVCaptureDevice

  init() { device = AVCaptureDevice(camera) }

  /// Notes the values of a property that is looked at so often.
  private func note<Value: Sendable>(
    _ keyPath: KeyPath<AVCaptureDevice, Value>, every interval: DispatchTimeInterval = .milliseconds(1)
  ) -> (log: Log<Value>, observation: NSKeyValueObservation) {
    let log = Log<Value>()
    let observation = PropertyChanges.$interval.withValue(interval) {
      device.observe(keyPath, options: [.initial, .new]) { _, change in
        if let value = change.newValue { log.append(value) }
      }
    }
    return (log, observation)
  }

  @Test("That the machine becomes hot is found by looking, also where a part of that is observed")
  func pressure() throws {
    let (states, levels) = (note(\.systemPressureState), note(\.systemPressureState.level))
    let (numbers, factors) = (note(\.systemPressureState.level.rawValue), note(\.systemPressureState.factors))
    let bits = note(\.systemPressureState.factors.rawValue)
    camera.state.withLock { $0.level = .serious }
    try states.log.wait(for: "the state") { $0.map(\.level) == [.nominal, .serious] }
    try levels.log.wait(for: "the level") { $0 == [.nominal, .serious] }
    try numbers.log.wait(for: "the level's number") { $0 == [0, 2] }
    try factors.log.wait(for: "the factors") { $0 == [[], .systemTemperature] }
    try bits.log.wait(for: "the factors' bits") { $0 == [0, 1] }
    withExtendedLifetime((states, levels, numbers, factors, bits)) {}
  }

  @Test("That another program takes the camera is found by looking")
  func otherUsers() throws {
    let used = note(\.isInUseByAnotherApplication)
    camera.state.withLock { $0.users = ["cheese (7)"] }
    try used.log.wait(for: "the other program") { $0 == [false, true] }
    withExtendedLifetime(used) {}
  }

  @Test("What else changes about the device leads to no look at them, which is dear")
  func signals() {
    let observed = (
      note(\.isInUseByAnotherApplication, every: .seconds(3600)),
      note(\.systemPressureState.level, every: .seconds(3600))
    )
    let before = camera.state.withLock { $0.lookCount }
    for _ in 0..<3 { device.propertyChanges.signal.send() }
    #expect(before == 2 && camera.state.withLock { $0.lookCount } == before)
    withExtendedLifetime(observed) {}
  }
}
