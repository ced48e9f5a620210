import AVFoundation
import Fixtures
import OpenCaptureSession
import OpenCaptureSystem
import Testing

@Suite("Device properties without change notification")
struct PolledPropertiesTests {
  /// A camera of a system whose temperature the test sets.
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
      throw CaptureError(.unsupported, subject: "hot", reason: "not supported")
    }
  }

  private let camera = Camera()
  private let device: AVCaptureDevice

  init() { device = AVCaptureDevice(camera) }

  /// Logs the values of a property, with a polling interval.
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

  @Test("Polling detects system pressure, also for parts of the value")
  func pressure() throws {
    let states = note(\.systemPressureState)
    let levels = note(\.systemPressureState.level)
    let names = note(\.systemPressureState.level.rawValue)
    let factors = note(\.systemPressureState.factors)
    let bits = note(\.systemPressureState.factors.rawValue)
    camera.state.withLock { $0.level = .serious }
    try states.log.wait(for: "the state") { $0.map(\.level) == [.nominal, .serious] }
    try levels.log.wait(for: "the level") { $0 == [.nominal, .serious] }
    try names.log.wait(for: "the level's name") {
      $0 == ["AVCaptureSystemPressureLevelNominal", "AVCaptureSystemPressureLevelSerious"]
    }
    try factors.log.wait(for: "the factors") { $0 == [[], .systemTemperature] }
    try bits.log.wait(for: "the factors' bits") { $0 == [0, 1] }
    withExtendedLifetime((states, levels, names, factors, bits)) {}
  }

  @Test("Polling detects use of the camera by another program")
  func otherUsers() throws {
    let used = note(\.isInUseByAnotherApplication)
    camera.state.withLock { $0.users = ["cheese (7)"] }
    try used.log.wait(for: "the other program") { $0 == [false, true] }
    withExtendedLifetime(used) {}
  }

  @Test("Other changes of the device do not read these properties, which is expensive")
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
