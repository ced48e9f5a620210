import Glibc
import OpenCaptureSystem

/// A way to put a window on a screen, by SDL's name for it.
///
/// These and no others: where none of them works, SDL would take one that shows nothing to anybody, and call it well.
public enum DisplayDriver: String, Sendable, Hashable, CaseIterable {
  /// X11, also on a Wayland desktop by its X server.
  case x11
  /// Wayland.
  case wayland
  /// The console, without a desktop, by the kernel's mode setting.
  case kmsdrm

  /// Those that have a chance where the environment is this, the best first.
  ///
  /// - Parameters:
  ///   - environment: What variables say: `SDL_VIDEODRIVER` names one, `DISPLAY` and `WAYLAND_DISPLAY` tell of desktops.
  ///   - hasGraphicsCard: Whether there is one that the console can be drawn with.
  static func candidates(
    in environment: (String) -> String?, hasGraphicsCard: Bool
  ) -> [DisplayDriver] {
    func isSet(_ name: String) -> Bool { environment(name).map { !$0.isEmpty } ?? false }
    if isSet("SDL_VIDEODRIVER"), let wish = environment("SDL_VIDEODRIVER") {
      return wish.split(separator: ",").compactMap { DisplayDriver(rawValue: String($0).lowercased()) }
    }
    let onDesktop = [(DisplayDriver.x11, isSet("DISPLAY")), (.wayland, isSet("WAYLAND_DISPLAY"))].filter(\.1).map(
      \.0)
    return onDesktop.isEmpty && hasGraphicsCard ? [.kmsdrm] : onDesktop
  }

  /// Those that have a chance on this machine.
  static var candidates: [DisplayDriver] {
    candidates(
      in: { Environment.value($0) },
      hasGraphicsCard: access("/dev/dri/card0", F_OK) == 0 || access("/dev/dri/card1", F_OK) == 0)
  }
}
