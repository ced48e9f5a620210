import OpenCaptureSyntheticDevices
import OpenCaptureSystem
@testable import OpenCaptureSession
import Testing

@Suite("Devices that are plugged in and out")
struct PluggedDevicesTests {
  /// A place, and what the system knows of it.
  private struct Place: PluggedDevice, Lockable {
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

  private func devices() -> PluggedDevices<Place> {
    PluggedDevices(
      in: [], threadName: "test",
      marks: { [place] in
        let place = place.withLock(\.self)
        let record: UInt = place.position == .unspecified ? 1 : 2
        return [DeviceMark(name: "video0", incarnation: place.incarnation, mayOpen: true, record: record)]
      },
      places: { [place] in [place.withLock(\.self)] },
      makeDriver: { SyntheticCamera(uniqueID: "usb-1", position: $0.position, deviceType: $0.identity.deviceType) })
  }

  @Test("A position that becomes known later is the device's, which stays connected")
  func lateIdentity() throws {
    let plugged = devices()
    let device = try #require(plugged.devices.first)
    #expect(device.position == .unspecified && device.deviceType == .external)
    place.withLock { $0.position = .back }
    plugged.scan()
    #expect(plugged.devices == [device] && device.isConnected)
    #expect(device.position == .back && device.deviceType == .builtInWideAngleCamera)
  }

  @Test("Another device in the same place is another incarnation: the one before is gone, and comes back")
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
