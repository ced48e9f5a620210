import COpenCaptureSDL
import Glibc
public import OpenCaptureSystem

/// A display system for windows, with SDL's name for it as the raw value.
///
/// Only these drivers are tried. SDL's own fallback would report success and show nothing.
public enum DisplayDriver: String, Sendable, Hashable, CaseIterable {
  /// X11, including XWayland on a Wayland desktop.
  case x11
  /// Wayland.
  case wayland
  /// The console without a desktop, by kernel mode setting.
  case kmsdrm

  /// Returns the drivers that may work in an environment, best first.
  ///
  /// `SDL_VIDEODRIVER` names a driver; `DISPLAY` and `WAYLAND_DISPLAY` indicate desktops.
  static func candidates(in environment: (String) -> String?, hasGraphicsCard: Bool) -> [DisplayDriver] {
    func isSet(_ name: String) -> Bool { environment(name).map { !$0.isEmpty } ?? false }
    if isSet("SDL_VIDEODRIVER"), let requested = environment("SDL_VIDEODRIVER") {
      return requested.split(separator: ",").compactMap { DisplayDriver(rawValue: String($0).lowercased()) }
    }
    let desktops = [(DisplayDriver.x11, isSet("DISPLAY")), (.wayland, isSet("WAYLAND_DISPLAY"))]
    let onDesktop = desktops.filter(\.1).map(\.0)
    return onDesktop.isEmpty && hasGraphicsCard ? [.kmsdrm] : onDesktop
  }

  /// The drivers that may work on this system, best first.
  static var candidates: [DisplayDriver] {
    candidates(
      in: { Environment.value($0) },
      hasGraphicsCard: access("/dev/dri/card0", F_OK) == 0 || access("/dev/dri/card1", F_OK) == 0)
  }
}

/// The SDL library, loaded at run time when the first window opens.
public enum SDLLibrary {
  /// The command that installs SDL.
  public static let hint = "sudo apt install libsdl2-2.0-0"

  /// Loads the library.
  ///
  /// - Throws: ``WindowError`` with `libraryMissing`, whose hint is the command that installs SDL.
  public static func load() throws(WindowError) {
    var message: UnsafePointer<CChar>?
    guard !csdl_load(&message) else { return }
    let reason = message.map { "the library cannot be used: \(String(cString: $0))" }
    throw WindowError(
      .libraryMissing, subject: "libSDL2-2.0.so.0", reason: reason ?? "the library is not installed")
  }
}
