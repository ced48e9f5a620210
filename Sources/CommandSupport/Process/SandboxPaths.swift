import COpenCaptureSandbox
import Glibc
import OpenCaptureSystem

/// The system files that a sandboxed process needs.
enum SandboxPaths {
  /// The maximum number of files or folders to allow one by one, as each takes some microseconds.
  private static let limit = 1024

  /// Returns the paths, or the folders that contain them if they are many; nil if even those are too many.
  static func covering(_ paths: [InputPath]) -> [InputPath]? {
    let paths = Set(paths)
    if paths.count <= limit { return Array(paths) }
    let folders = Set(paths.map(\.folder))
    return folders.count <= limit ? Array(folders) : nil
  }

  /// Files that libraries read while they work: code that is loaded on demand, fonts, system information.
  static let ofSystem: [InputPath] =
    loadedLibraryFolders
    + [
      "/usr", "/lib", "/lib64", "/etc/ld.so.cache", "/etc/fonts", "/var/cache/fontconfig", "/proc/self",
      "/proc/cpuinfo", "/proc/filesystems", "/proc/meminfo", "/proc/stat", "/proc/sys/vm", "/sys/devices/system",
      "/sys/fs/cgroup", "/sys/kernel/mm", "/dev/null", "/dev/urandom", "/dev/zero",
    ].map { InputPath($0) } + list(of: "LD_LIBRARY_PATH")
    + inHome([".fonts", ".fonts.conf", ".local/share/fonts", ".config/fontconfig", ".cache/fontconfig"])

  /// Information on cameras: the kernel's device tree, and the processes that use a camera.
  static let cameraInformation = ["/dev/v4l", "/sys", "/proc"].map { InputPath($0) }

  /// The status files of threads that are started later.
  static let threadStatusFiles = [InputPath("/proc")]

  /// The device files of the connected cameras.
  static var devices: [InputPath] {
    FileSystem.names(in: "/dev").filter { name in ["video", "media", "v4l-subdev"].contains { name.hasPrefix($0) } }
      .map { InputPath("/dev/" + $0) }
  }

  /// Information on microphones: the kernel's device tree, their users, and settings of ALSA and sound servers.
  static var microphoneInformation: [InputPath] {
    let system = [
      "/sys", "/proc", "/etc/asound.conf", "/etc/alsa", "/etc/pulse", "/etc/pipewire", "/etc/machine-id",
    ]
    let ofPerson = [".asoundrc", ".config/alsa", ".config/pulse", ".config/pipewire"]
    return system.map { InputPath($0) } + inHome(ofPerson) + list(of: "XDG_RUNTIME_DIR")
      + list(of: "ALSA_CONFIG_PATH")
  }

  /// The settings of PipeWire's library, and the folder of the daemon's socket.
  static var pipeWireInformation: [InputPath] {
    ["/etc/pipewire", "/etc/machine-id"].map { InputPath($0) } + inHome([".config/pipewire"])
      + list(of: "XDG_RUNTIME_DIR") + list(of: "PIPEWIRE_RUNTIME_DIR")
  }

  /// The folder of sound devices, because sound cards can be connected later.
  static let soundDevices = [InputPath("/dev/snd")]

  /// Settings for DNS and certificates; folders if their files are replaced at times.
  static let networkSettings = [
    "/etc/resolv.conf", "/etc/hosts", "/etc/nsswitch.conf", "/etc/host.conf", "/etc/gai.conf", "/etc/services",
    "/etc/ssl", "/etc/ca-certificates", "/run/systemd/resolve", "/run/NetworkManager", "/run/resolvconf",
  ].map { InputPath($0) }

  /// The DNS port.
  static let dnsPort: UInt16 = 53

  /// The graphics devices that windows are drawn with and that can encode movies.
  static let graphicsCards = [InputPath("/dev/dri")]

  /// Information to find the driver of a graphics card.
  static let graphicsCardInformation = ["/sys/dev/char", "/sys/devices"].map { InputPath($0) }

  /// The folders of camera lamps, whose names end in their function.
  static var lamps: [InputPath] {
    let folder = "/sys/class/leds/"
    return FileSystem.names(in: folder).filter { name in
      let function = name.split(separator: ":").last ?? ""
      return function.hasPrefix("torch") || function.hasPrefix("flash")
    }.map { InputPath(folder + $0) }
  }

  /// The folders of the loaded libraries, from which more may be loaded.
  private static var loadedLibraryFolders: [InputPath] {
    var folders: Set<InputPath> = []
    withUnsafeMutablePointer(to: &folders) { folders in
      csandbox_for_each_library(
        { path, folders in
          guard let path, let folders = folders?.assumingMemoryBound(to: Set<InputPath>.self) else { return }
          folders.pointee.insert(InputPath(cString: path).folder)
        }, folders)
    }
    return Array(folders)
  }

  /// Returns paths in the user's home folder.
  private static func inHome(_ names: [String]) -> [InputPath] {
    list(of: "HOME").flatMap { home in names.map { home.appending(InputPath($0)) } }
  }

  /// Returns the paths in an environment variable, separated by colons.
  private static func list(of variable: String) -> [InputPath] {
    guard let value = getenv(variable) else { return [] }
    return InputPath(cString: value).bytes.split(separator: UInt8(ascii: ":")).map { InputPath($0) }
  }
}
