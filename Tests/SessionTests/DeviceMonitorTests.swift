import OpenCaptureSyntheticDevices
import OpenCaptureSystem
@testable import OpenCaptureSession
import Testing

@Suite("Connection and disconnection of devices")
struct PluggedDevicesTests {
  /// A place with the system's information about its device.
  private struct Place: DetectedDevice, Lockable {
    var position = CaptureDevice.Position.unspecified
    var incarnation: UInt = 1

    var identity: CaptureDevice.Identity {
      CaptureDevice.Identity(
        uniqueID: "usb-1", localizedName: "Camera",
        deviceType: position == .unspecified ? .external : .builtInWideAngleCamera,
        position: position)
    }

    static func == (left: Place, right: Place) -> Bool { left.incarnation == right.incarnation }
    func hash(into hasher: inout Hasher) { hasher.combine(incarnation) }
  }

  private let place = Locked(Place())

  private func devices() -> DeviceMonitor<Place> {
    DeviceMonitor(
      in: [], threadName: "test",
      marks: { [place] in
        let place = place.withLock(\.self)
        let record: UInt = place.position == .unspecified ? 1 : 2
        return [DevicePlaceState(name: "video0", incarnation: place.incarnation, mayOpen: true, record: record)]
      },
      places: { [place] in [place.withLock(\.self)] },
      makeDriver: { SyntheticCamera(uniqueID: "usb-1", position: $0.position, deviceType: $0.identity.deviceType) })
  }

  @Test("A position that becomes known later is set without a reconnection of the device")
  func lateIdentity() throws {
    let plugged = devices()
    let device = try #require(plugged.devices.first)
    #expect(device.position == .unspecified && device.deviceType == .external)
    place.withLock { $0.position = .back }
    plugged.scan()
    #expect(plugged.devices == [device] && device.isConnected)
    #expect(device.position == .back && device.deviceType == .builtInWideAngleCamera)
  }

  @Test("A new incarnation in the same place is a disconnection followed by a connection")
  func incarnation() async throws {
    let plugged = devices()
    let device = try #require(plugged.devices.first)
    var changes = plugged.changes.makeAsyncIterator()
    place.withLock { $0.incarnation = 2 }
    plugged.scan()
    guard case .disconnected(device)? = await changes.next() else { throw Unexpected() }
    guard case .connected(device)? = await changes.next() else { throw Unexpected() }
    #expect(plugged.devices == [device] && device.isConnected)
  }

  private struct Unexpected: Error {}
}
