import OpenCapture
import Testing
@testable import OpenCaptureViewfinder

@Suite("Doctor's camera checks")
struct DoctorTests {
  /// A bus with bandwidth for a number of streams.
  private final class Bus: Sendable {
    let room: Int
    private let streaming = Locked(0)

    init(room: Int) { self.room = room }

    func enter(_ name: String) throws(CaptureError) {
      let isFull = streaming.withLock { streaming in
        guard streaming < room else { return true }
        streaming += 1
        return false
      }
      if isFull { throw CaptureError(.outOfBandwidth, subject: name, reason: "the bus is full") }
    }

    func leave() { streaming.withLock { $0 -= 1 } }
  }

  private final class Camera: CaptureDeviceDriver, CaptureStream {
    let identity: CaptureDevice.Identity
    private let format = CaptureDevice.Format(
      formatDescription: FormatDescription(pixelFormat: .grey, dimensions: VideoDimensions(width: 2, height: 2)),
      frameRateRanges: [])
    private let bus: Bus
    private let others: [FourCharCode]

    init(_ name: String, _ place: String?, on bus: Bus, undecodable others: [FourCharCode] = []) {
      identity = CaptureDevice.Identity(uniqueID: name, localizedName: name, bus: place)
      self.bus = bus
      self.others = others
    }

    var configuration: CaptureStreamConfiguration { CaptureStreamConfiguration(format: format) }
    func formats() -> [CaptureDevice.Format] { [format] }
    func undecodableFormats() -> [FourCharCode] { others }
    func controls() -> [CaptureControl] { [] }
    func value(of control: CaptureControl.Name) -> Int64 { 0 }
    func setValue(_ value: Int64, of control: CaptureControl.Name) -> Int64 { value }

    func startStreaming(
      _ configuration: CaptureStreamConfiguration, to sink: any CaptureDeviceSink
    ) throws(CaptureError) -> any CaptureStream {
      try bus.enter(identity.localizedName)
      return self
    }

    func stop() { bus.leave() }
  }

  private func lines(_ cameras: [Camera]) async -> [String] {
    await CameraChecks(cameras.map { CaptureDevice($0) }).findings().flatMap(\.lines)
  }

  @Test("Cameras on a bus with enough bandwidth stream at the same time; cameras on other buses are not included")
  func room() async {
    let bus = Bus(room: 2)
    let other = Bus(room: 1)
    let found = await lines([
      Camera("a", "USB bus 1", on: bus), Camera("b", "USB bus 1", on: bus), Camera("c", "USB bus 2", on: other),
      Camera("d", nil, on: other),
    ])
    #expect(found.last == "ok      USB bus 1: a and b can stream at the same time")
    #expect(found.count == 5 && found.allSatisfy { $0.hasPrefix("ok") })
  }

  @Test("A bus without enough bandwidth is reported with a hint")
  func bandwidth() async {
    let bus = Bus(room: 1)
    let found = await lines([Camera("a", "USB bus 1", on: bus), Camera("b", "USB bus 1", on: bus)])
    #expect(
      found == [
        "ok      a (a): streams, 1 formats", "ok      b (b): streams, 1 formats",
        "note    USB bus 1: a and b cannot stream at the same time: the bus is full",
        "        → choose a smaller or compressed format, or connect the camera to another USB controller",
      ])
  }

  @Test("Formats without a decoder are noted for a working camera")
  func undecodable() async {
    let found = await lines([Camera("a", nil, on: Bus(room: 1), undecodable: ["SGRB", "H264"])])
    #expect(found == ["ok      a (a): streams, 1 formats", "note    a (a): unsupported formats: SGRB, H264"])
  }

  @Test("Scripts with fonts for labels are listed, and others get a hint on a font package")
  func fonts() {
    let found = LibraryChecks.findings.filter { $0.text.hasPrefix("labels: ") }
    #expect(!found.isEmpty)
    for finding in found where finding.state != .well {
      #expect(finding.hint?.hasPrefix("sudo apt install fonts-") == true)
    }
  }

  @Test("A camera that does not stream is wrong, and is not tested together with others")
  func busy() async {
    let found = await lines([
      Camera("a", "USB bus 1", on: Bus(room: 0)), Camera("b", "USB bus 1", on: Bus(room: 1)),
    ])
    #expect(found.map { $0.prefix(5) } == ["WRONG", "     ", "ok   "])
  }
}
