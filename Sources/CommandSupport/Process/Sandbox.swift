import ArgumentParser
import COpenCaptureSandbox
import Glibc
import OpenCaptureNetworkCameras
import OpenCaptureSystem

/// The rights that a command keeps while it processes untrusted data; it gives up all others for good.
///
/// Landlock restricts files, TCP, and signals to other processes. A seccomp filter restricts sockets, programs,
/// processes and debugging. An attacker who exploits a decoder can then only access the inputs and output folders.
package struct Sandbox: Sendable {
  /// The files and folders to read, besides the system's; nil for all files.
  package var readable: [InputPath]?
  /// The folders to write to, and outputs that are not regular files.
  package var writable: [InputPath] = []
  /// Whether cameras are used.
  package var usesCameras = false
  /// Whether microphones are used, with their devices, ALSA's configuration, and local sockets of sound servers.
  ///
  /// ALSA's `dsnoop` cannot work in the sandbox, because it starts a process. Without a sound server, use a card's own
  /// device.
  package var usesMicrophones = false
  /// Whether cameras of PipeWire may be used, with the local socket of its daemon and memory shared with it.
  package var usesPipeWire = false
  /// Whether a window was opened before, whose display shares memory.
  package var usesWindow = false
  /// Whether live frames are encoded, possibly by a graphics processor.
  package var encodesLive = false
  /// Whether the cameras' lamps are used.
  package var usesLamps = false
  /// Whether connections are accepted on sockets that already listen.
  package var serves = false
  /// The remote ports to connect to, of a broker and of a network camera.
  ///
  /// With Linux 6.7 and newer, TCP to other ports is blocked, except for DNS. Hosts cannot be restricted, nor UDP,
  /// which DNS needs.
  package var ports: Set<UInt16> = []
  /// Whether UDP is received, for instance from a network camera.
  package var receivesDatagrams = false
  /// Whether Dispatch queues are used for long, as Dispatch repeatedly reads `/proc/THREAD/stat`.
  ///
  /// Dispatch ends the process if it cannot read this file.
  package var usesQueues = false

  /// Whether workers decode, with which messages and files in memory are exchanged.
  package var usesWorkers = false

  /// Makes a sandbox that can read these files and write none.
  package init(readable: [InputPath]?) { self.readable = readable }

  /// Gives up all other rights, for this and all future threads.
  ///
  /// Restrictions that the kernel does not support are reported in the state.
  package func enter() -> SandboxState {
    if csandbox_is_sanitized() { return .off(Self.sanitized) }
    // Landlock restricts the calling thread and those that it starts later.
    guard FileSystem.names(in: "/proc/self/task").count <= 1 else {
      return SandboxState(files: .off("other threads are already running"), calls: filterCalls())
    }
    return SandboxState(files: limitFiles(), calls: filterCalls())
  }

  /// The restrictions that the kernel supports.
  package static var support: SandboxState {
    if csandbox_is_sanitized() { return .off(sanitized) }
    let version = csandbox_landlock_version()
    let knowsFilters = csandbox_supports_filters()
    return SandboxState(
      files: version > 0
        ? .on(version < 4 ? "Landlock version \(version) of this kernel leaves TCP to seccomp" : nil)
        : .off(reason(version)),
      calls: knowsFilters ? .on(nil) : .off(reason(-ENOSYS)))
  }

  private static let sanitized = "sanitizer builds need more rights"

  private func limitFiles() -> SandboxState.Layer {
    let paths = readable.flatMap(SandboxPaths.covering)
    var ruleset = csandbox_ruleset()
    let begun = csandbox_create_ruleset(&ruleset)
    guard begun == 0 else { return .off(Self.reason(begun)) }
    let reading = paths.map { $0 + SandboxPaths.ofSystem } ?? [InputPath("/")]
    allow(reading, CSANDBOX_READ, in: ruleset)
    allow(writable + [InputPath("/dev/null")], CSANDBOX_WRITE, in: ruleset)
    if usesCameras {
      allow(SandboxPaths.cameraInformation, CSANDBOX_READ, in: ruleset)
      allow(SandboxPaths.devices, CSANDBOX_DEVICE, in: ruleset)
    }
    if usesQueues { allow(SandboxPaths.threadStatusFiles, CSANDBOX_READ_FILES, in: ruleset) }
    if usesMicrophones {
      allow(SandboxPaths.microphoneInformation, CSANDBOX_READ, in: ruleset)
      allow(SandboxPaths.soundDevices, CSANDBOX_DEVICE, in: ruleset)
    }
    if usesPipeWire { allow(SandboxPaths.pipeWireInformation, CSANDBOX_READ, in: ruleset) }
    if usesWindow || encodesLive { allow(SandboxPaths.graphicsCards, CSANDBOX_DEVICE, in: ruleset) }
    if encodesLive { allow(SandboxPaths.graphicsCardInformation, CSANDBOX_READ, in: ruleset) }
    if usesLamps { allow(SandboxPaths.lamps, CSANDBOX_DEVICE, in: ruleset) }
    if !ports.isEmpty {
      allow(SandboxPaths.networkSettings, CSANDBOX_READ, in: ruleset)
      for port in ports.union([SandboxPaths.dnsPort]) { _ = csandbox_allow_port(ruleset, port) }
    }
    let entered = csandbox_restrict_self(ruleset)
    guard entered == 0 else { return .off(Self.reason(entered)) }
    return .on(paths == nil ? "all files are readable" : nil)
  }

  /// Allows access to existing paths; opening a missing one fails later.
  private func allow(_ paths: [InputPath], _ access: csandbox_access, in ruleset: csandbox_ruleset) {
    for path in paths where !path.isStandardInput { _ = path.withCString { csandbox_allow(ruleset, $0, access) } }
  }

  private func filterCalls() -> SandboxState.Layer {
    let result = csandbox_filter_calls(
      usesCameras, usesMicrophones, usesPipeWire, usesWindow, serves, !ports.isEmpty, receivesDatagrams, usesWorkers
    )
    return result == 0 ? .on(nil) : .off(Self.reason(result))
  }

  private static func reason(_ result: Int32) -> String {
    switch -result {
    case ENOSYS: "not supported by the kernel"
    case EOPNOTSUPP: "disabled in the kernel"
    default: "\(SystemError(code: -result))"
    }
  }
}

extension Sandbox {
  /// Makes the sandbox for a network camera, which allows its port, but not the system's cameras.
  ///
  /// - Parameter isDecodedByWorker: Whether a worker connects to the camera, so that this process does not.
  package init(for entry: NetworkCameraEntry, isDecodedByWorker: Bool = false) {
    if isDecodedByWorker {
      self.init(readable: [])
      usesWorkers = true
    } else {
      self.init(
        port: entry.address.port, certificates: entry.options.trustedCertificates,
        usesDatagrams: entry.options.usesDatagrams)
    }
    usesQueues = true
  }

  /// Makes the sandbox for a connection to a network camera.
  ///
  /// - Parameter certificates: The path of a file with additional trusted certificates; nil for none.
  init(port: UInt16, certificates: String?, usesDatagrams: Bool) {
    self.init(readable: certificates.map { [InputPath($0)] } ?? [])
    ports = [port]
    receivesDatagrams = usesDatagrams
  }
}

/// The option to disable the sandbox.
package struct SandboxOptions: ParsableArguments {
  @Flag(
    help: "Keep access to all files, the network and programs while decoding (default: sandboxed).")
  package var noSandbox = false

  package init() {}

  /// Prepares a command that runs in a sandbox, unless `--no-sandbox` is given.
  ///
  /// - Parameter isReported: Whether the sandbox's state is written on standard error.
  package func prepared(
    _ sandbox: Sandbox, reported isReported: Bool = false, work: @escaping () throws -> Int32
  ) -> PreparedCommand {
    PreparedCommand(sandbox: noSandbox ? nil : sandbox) { state in
      if isReported { StandardStream.error.writeLine(state.words) }
      return try work()
    }
  }
}

/// The active restrictions of a process.
package struct SandboxState: Sendable {
  /// One of the two mechanisms of the kernel.
  package enum Layer: Sendable, Hashable {
    /// The restrictions are active, with an optional reservation.
    case on(String?)
    /// The restrictions are not active, for a reason.
    case off(String)

    var words: String {
      switch self {
      case .on(nil): "on"
      case .on(let reservation?): "on, but \(reservation)"
      case .off(let reason): "off: \(reason)"
      }
    }

    /// Whether the restrictions are active.
    package var isOn: Bool { if case .on = self { true } else { false } }
  }

  /// The Landlock restrictions on files.
  package var files: Layer
  /// The seccomp restrictions on system calls.
  package var calls: Layer

  /// Returns the state of a process without restrictions.
  package static func off(_ reason: String) -> Self { Self(files: .off(reason), calls: .off(reason)) }

  /// The state in one line, for `--stats` and `--verbose`.
  package var words: String { "sandbox: files (Landlock) \(files.words); system calls (seccomp) \(calls.words)" }
}
