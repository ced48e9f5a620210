import COpenCaptureSandbox
import Glibc
import OpenCaptureSystem

/// What files a sandboxed process needs.
enum SandboxPaths {
  /// How many files, or folders, are named to the kernel one by one; each costs some microseconds.
  private static let limit = 1024

  /// Few files and folders that have all of these in them; nil where there are too many.
  static func covering(_ paths: [InputPath]) -> [InputPath]? {
    let paths = Set(paths)
    if paths.count <= limit { return Array(paths) }
    let folders = Set(paths.map(\.folder))
    return folders.count <= limit ? Array(folders) : nil
  }

  /// What libraries read of the system while they work: code that is loaded on demand, fonts, what the machine is like.
  static let ofSystem: [InputPath] =
    loadedLibraryFolders
    + [
      "/usr", "/lib", "/lib64", "/etc/ld.so.cache", "/etc/fonts", "/var/cache/fontconfig", "/proc/self",
      "/proc/cpuinfo", "/proc/filesystems", "/proc/meminfo", "/proc/stat", "/proc/sys/vm", "/sys/devices/system",
      "/sys/fs/cgroup", "/sys/kernel/mm", "/dev/null", "/dev/urandom", "/dev/zero",
    ].map { InputPath($0) } + list(of: "LD_LIBRARY_PATH") + fontsOfPerson

  /// What tells about cameras: the kernel's tree of devices, and who has one.
  static let ofCameras = ["/dev/v4l", "/sys", "/proc"].map { InputPath($0) }

  /// Where threads are that are yet to be started.
  static let ofThreads = [InputPath("/proc")]

  /// The device files of cameras that are there now.
  static var devices: [InputPath] {
    FileSystem.names(in: "/dev").filter { name in ["video", "media", "v4l-subdev"].contains { name.hasPrefix($0) } }
      .map { InputPath("/dev/" + $0) }
  }

  /// What tells about microphones: the kernel's tree of devices, who has one, ALSA's configuration, and what sound servers
  /// and those who reach them know of each other.
  static var ofMicrophones: [InputPath] {
    let system = [
      "/sys", "/proc", "/etc/asound.conf", "/etc/alsa", "/etc/pulse", "/etc/pipewire", "/etc/machine-id",
    ]
    let ofPerson = [".asoundrc", ".config/alsa", ".config/pulse", ".config/pipewire"]
    return system.map { InputPath($0) }
      + list(of: "HOME").flatMap { home in ofPerson.map { home.appending(InputPath($0)) } }
      + list(of: "XDG_RUNTIME_DIR") + list(of: "ALSA_CONFIG_PATH")
  }

  /// The folder of sound's device files, because cards come and go; and memory that is shared with a sound server.
  static let soundDevices = ["/dev/snd", "/dev/shm"].map { InputPath($0) }

  /// What tells where names lead to, and who is trusted; folders where what lies there is replaced now and then.
  static let ofNetwork = [
    "/etc/resolv.conf", "/etc/hosts", "/etc/nsswitch.conf", "/etc/host.conf", "/etc/gai.conf", "/etc/services",
    "/etc/ssl", "/etc/ca-certificates", "/run/systemd/resolve", "/run/NetworkManager", "/run/resolvconf",
  ].map { InputPath($0) }

  /// The port where names are asked for.
  static let portOfNames: UInt16 = 53

  /// What windows are drawn with where that isn't memory alone, and movies encoded where processors are slow.
  static let graphicsCards = [InputPath("/dev/dri")]

  /// What tells which driver they need.
  static let ofGraphicsCards = ["/sys/dev/char", "/sys/devices"].map { InputPath($0) }

  /// The folders of the lamps beside cameras, which are called by what they are for.
  static var lamps: [InputPath] {
    let folder = "/sys/class/leds/"
    return FileSystem.names(in: folder).filter { name in
      let function = name.split(separator: ":").last ?? ""
      return function.hasPrefix("torch") || function.hasPrefix("flash")
    }.map { InputPath(folder + $0) }
  }

  /// Where the libraries that are loaded came from; more may come from there.
  private static var loadedLibraryFolders: [InputPath] {
    var folders: Set<InputPath> = []
    withUnsafeMutablePointer(to: &folders) { folders in
      csandbox_each_library(
        { path, folders in
          guard let path, let folders = folders?.assumingMemoryBound(to: Set<InputPath>.self) else { return }
          folders.pointee.insert(InputPath(cString: path).folder)
        }, folders)
    }
    return Array(folders)
  }

  private static var fontsOfPerson: [InputPath] {
    list(of: "HOME").flatMap { home in
      [".fonts", ".fonts.conf", ".local/share/fonts", ".config/fontconfig", ".cache/fontconfig"].map {
        home.appending(InputPath($0))
      }
    }
  }

  /// The paths, parted by colons, in an environment variable.
  private static func list(of variable: String) -> [InputPath] {
    guard let value = getenv(variable) else { return [] }
    return InputPath(cString: value).bytes.split(separator: UInt8(ascii: ":")).map { InputPath($0) }
  }
}
