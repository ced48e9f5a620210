import Fixtures
import Foundation
import OpenCaptureSession
import Testing

@testable import OpenCapturePipeWire

@Suite("The desktop's camera portal")
struct CameraPortalTests {
  /// A message bus of its own, with a portal that gives the same answers in each run.
  private struct Desktop {
    let bus: RunningCommand
    let service: RunningCommand?
    let portal: CameraPortal

    /// Starts a bus and a portal; without answers, there is no portal.
    init(answers: [String]) throws {
      bus = try RunningCommand(
        Command(at: "/usr/bin/env"), ["dbus-daemon", "--session", "--nofork", "--print-address=1"])
      let address = try #require(try bus.nextLine("the address of the bus"))
      portal = CameraPortal(address: address)
      guard !answers.isEmpty else {
        service = nil
        return
      }
      let mock = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../CameraPortal/mock").path
      let started = try RunningCommand(
        Command(at: "/usr/bin/env"), ["DBUS_SESSION_BUS_ADDRESS=\(address)", "/usr/bin/python3", mock] + answers)
      service = started
      #expect(try started.nextLine("the portal") == "ready")
    }
  }

  /// Whether the programs of the mock are installed.
  private static let hasBus: Bool = {
    let imports = "import dbus, dbus.service, dbus.mainloop.glib; from gi.repository import GLib"
    let daemon = try? Command(at: "/usr/bin/env").run(["dbus-daemon", "--version"])
    let python = try? Command(at: "/usr/bin/python3").run(["-c", imports])
    return daemon?.status == 0 && python?.status == 0
  }()

  @Test(
    "A user who allows cameras gives access, and a revoked permission is noticed",
    .enabled(if: hasBus, "skipped: no dbus-daemon, or no python3-dbus and python3-gi"))
  func granted() async throws {
    let desktop = try Desktop(answers: ["0", "1"])
    let portal = desktop.portal
    #expect(try portal.version() == 1 && portal.hasCamera())
    #expect(portal.authorizationStatus == .notDetermined)
    #expect(try await portal.requestAccess())
    #expect(portal.authorizationStatus == .authorized)
    let remote = try portal.openRemote()
    #expect(fcntl(remote, F_GETFD) == FD_CLOEXEC)
    close(remote)
    // Another process of the same program receives the second answer, which revokes the first.
    let other = CameraPortal(address: portal.address)
    #expect(other.authorizationStatus == .authorized)
    #expect(try await !other.requestAccess())
    #expect(throws: CaptureError.self) { try portal.openRemote() }
    #expect(portal.authorizationStatus == .denied)
  }

  @Test(
    "A user who says no denies access, and a closed question leaves it undetermined",
    .enabled(if: hasBus, "skipped: no dbus-daemon, or no python3-dbus and python3-gi"))
  func denied() async throws {
    let desktop = try Desktop(answers: ["2", "1"])
    #expect(try await !desktop.portal.requestAccess())
    #expect(desktop.portal.authorizationStatus == .notDetermined)
    #expect(try await !desktop.portal.requestAccess())
    #expect(desktop.portal.authorizationStatus == .denied)
    do throws(CaptureError) {
      _ = try desktop.portal.openRemote()
      Issue.record("a connection without permission")
    } catch {
      #expect(error.code == .notAuthorized && error.errno == EACCES)
    }
  }

  @Test(
    "A desktop without a portal is an error with a hint",
    .enabled(if: hasBus, "skipped: no dbus-daemon, or no python3-dbus and python3-gi"))
  func absent() async throws {
    let desktop = try Desktop(answers: [])
    do throws(CaptureError) {
      _ = try desktop.portal.version()
      Issue.record("a version without a portal")
    } catch {
      #expect(error.errno == ENOENT && error.hint != nil)
    }
    await #expect(throws: CaptureError.self) { try await desktop.portal.requestAccess() }
    #expect(desktop.portal.authorizationStatus == .notDetermined)
  }

  @Test("A bus that does not exist is an error")
  func noBus() {
    let portal = CameraPortal(address: "unix:path=/nonexistent")
    #expect(throws: CaptureError.self) { try portal.openRemote() }
    #expect(portal.authorizationStatus == .notDetermined)
  }

  @Test("Programs in Flatpak and Snap need the portal, and the environment can decide otherwise")
  func need() {
    func isNeeded(_ environment: [String: String], isFlatpak: Bool = false) -> Bool {
      CameraPortal.isNeeded({ environment[$0] }, fileExists: { _ in isFlatpak })
    }
    #expect(!isNeeded([:]) && isNeeded([:], isFlatpak: true) && isNeeded(["SNAP": "/snap/x/1"]))
    #expect(isNeeded(["OPENCAPTURE_PORTAL": "1"]))
    #expect(!isNeeded(["OPENCAPTURE_PORTAL": "0"], isFlatpak: true))
  }

  @Test("Only an answer or a connection changes the permission")
  func state() {
    var state = PortalAuthorization()
    state.didRefuse()
    #expect(state.status == .notDetermined)
    state.didAnswer(2)
    #expect(state.status == .notDetermined)
    state.didOpen()
    #expect(state.status == .authorized)
    state.didRefuse()
    #expect(state.status == .denied)
    state.didAnswer(0)
    #expect(state.status == .authorized)
    state.didAnswer(1)
    #expect(state.status == .denied)
  }
}
