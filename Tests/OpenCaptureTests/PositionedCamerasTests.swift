import Fixtures
@testable import OpenCapture
import Testing

@Suite("Default camera positions")
struct PositionedCamerasTests {
  private func camera(_ name: String, _ position: CaptureDevice.Position = .unspecified) -> SyntheticCamera {
    SyntheticCamera(uniqueID: name, localizedName: name, position: position, deviceType: .external)
  }

  private func provider(
    _ cameras: SyntheticCamera..., positions: [CaptureDevice.Position] = [.back, .front]
  ) -> PositionedCameras { PositionedCameras(SyntheticCameras(cameras), positions: positions) }

  /// Returns the cameras that a program for phones finds at a position.
  private func search(_ provider: PositionedCameras, _ position: CaptureDevice.Position) -> [String] {
    let session = CaptureDevice.DiscoverySession(
      deviceTypes: [.builtInWideAngleCamera], mediaType: .video, position: position, provider: provider)
    return session.devices.map(\.uniqueID)
  }

  @Test("Without known positions, the first camera counts as back and the second as front")
  func several() {
    let cameras = provider(camera("a"), camera("b"), camera("c"))
    #expect(cameras.devices.map(\.position) == [.back, .front, .unspecified])
    #expect(cameras.devices.first { $0.position == .front }?.uniqueID == "b")
    #expect(search(cameras, .back) == ["a"] && search(cameras, .front) == ["b"])
    #expect(search(cameras, .unspecified) == ["a", "b", "c"])
    #expect(cameras.devices.allSatisfy { $0.identity.position == .unspecified && $0.deviceType == .external })
  }

  @Test("A single camera is found at both positions, and cameras keep their position")
  func single() {
    let a = camera("a")
    let b = camera("b")
    let cameras = provider(a, b)
    b.inject(.vanish)
    #expect(search(cameras, .back) == ["a"] && search(cameras, .front) == ["a"])
    #expect(cameras.devices.map(\.position) == [.back])
    b.recover()
    #expect(search(cameras, .back) == ["a"] && search(cameras, .front) == ["b"])
    a.inject(.vanish)
    #expect(search(cameras, .back) == ["b"] && search(cameras, .front) == ["b"])
    #expect(cameras.devices.map(\.position) == [.front])
    a.recover()
    #expect(cameras.devices.map(\.position) == [.back, .front])
  }

  @Test("A known position takes precedence, and other cameras take the remaining one")
  func known() {
    let cameras = provider(camera("a"), camera("b", .back), camera("c"))
    #expect(cameras.devices.map(\.position) == [.front, .back, .unspecified])
    #expect(search(cameras, .front) == ["a"] && search(cameras, .back) == ["b"])
    let front = provider(camera("f", .front))
    #expect(search(front, .front) == ["f"] && search(front, .back) == [])
  }

  @Test("A position learned later replaces the default, which passes to another camera")
  func learned() {
    let cameras = provider(camera("a"), camera("b"))
    #expect(cameras.devices.map(\.position) == [.back, .front])
    cameras.devices[0].didIdentify(as: camera("a", .front).identity)
    #expect(cameras.devices.map(\.position) == [.front, .back])
  }

  @Test("A default position that is turned off is not assigned")
  func off() {
    let backOnly = provider(camera("a"), camera("b"), positions: [.back])
    #expect(backOnly.devices.map(\.position) == [.back, .unspecified])
    #expect(search(backOnly, .front) == [])
    let none = provider(camera("a"), positions: [])
    #expect(none.devices.map(\.position) == [.unspecified])
    #expect(search(none, .back) == [] && search(none, .unspecified) == ["a"])
  }

  @Test("The positions are reported once, when a search finds a camera that has a default one")
  func positionReport() {
    let log = Log<String>()
    let reporter = CameraSearchReporter { log.append($0) }
    let known = provider(camera("f", .front)).devices
    reporter.report(known, among: known)
    let devices = provider(camera("a"), camera("b\n"), camera("c")).devices
    reporter.report([], among: devices)
    reporter.report([devices[2]], among: devices)
    #expect(log.count == 0)
    for device in devices { reporter.report([device], among: devices) }
    #expect(log.count == 1)
    #expect(log.all.first?.hasPrefix("using a as the back camera, b\\n as the front camera by default; ") == true)
  }

  @Test("A search without any camera is reported once, with the ways to get one")
  func absenceReport() {
    let log = Log<String>()
    let reporter = CameraSearchReporter { log.append($0) }
    let devices = provider(camera("a")).devices
    reporter.reportAbsence(of: devices)
    #expect(log.count == 0)
    reporter.report([], among: [])
    reporter.reportAbsence(of: [])
    #expect(log.count == 1)
    for hint in ["OPENCAPTURE_SYNTHETIC_DEVICES=1", "viewfinder doctor"] {
      #expect(log.all.first?.contains(hint) == true)
    }
  }
}
