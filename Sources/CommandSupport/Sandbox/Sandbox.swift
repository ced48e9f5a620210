import COpenCaptureSandbox
import Glibc
import OpenCaptureSystem

/// What a command keeps of its rights while it works on what strangers made; the rest it gives up for good.
///
/// Landlock takes files (all but those named here, and what libraries read of the system), TCP, and signals to other
/// processes; a seccomp filter takes sockets, other programs, processes and debugging. Whoever gets in through a decoder
/// has then no more than the inputs, and the folders that are written to.
package struct Sandbox: Sendable {
  /// The files and folders that are read, beside the system's; nil where any file can be one.
  package var readable: [InputPath]?
  /// The folders that are written in, and what is written to that is no file.
  package var writable: [InputPath] = []
  /// Whether cameras are worked with.
  package var usesCameras = false
  /// Whether microphones are worked with: their devices, what ALSA reads, and sockets of the machine's own, by which a
  /// sound server is reached.
  ///
  /// ALSA's `dsnoop` starts a process and doesn't work then; without a sound server, a card's own device does.
  package var usesMicrophones = false
  /// Whether there is a window, which was opened before: what its display shares memory by.
  package var usesWindow = false
  /// Whether what is live is encoded, which a graphics processor may have to do.
  package var encodesLive = false
  /// Whether their lamps are lit.
  package var usesLamps = false
  /// Whether connections are taken, at sockets that are listened to already.
  package var serves = false
  /// The ports that are connected to: of a broker that is published to, and of a camera on the network.
  ///
  /// By TCP, no other port is reached but that of names, where the kernel knows such rights (6.7 and newer); which host it is
  /// can't be limited, nor what is sent by UDP, which names are asked for by.
  package var ports: Set<UInt16> = []
  /// Whether datagrams are received, as of a camera that sends its pictures so.
  package var takesDatagrams = false
  /// Whether it works for long on queues, whose library looks again and again at how its threads are (`/proc/THREAD/stat`),
  /// and ends the process where it can't.
  package var usesQueues = false

  /// Keeps the right to read these, and to write nothing.
  package init(readable: [InputPath]?) { self.readable = readable }

  /// Gives up all rights but these, for all threads that are yet to be started.
  ///
  /// What the kernel can't take stays; the state says so.
  package func enter() -> SandboxState {
    if csandbox_is_sanitized() { return .off(Self.sanitized) }
    // Landlock takes rights from one thread and those that it starts, so that others must not be there yet.
    guard FileSystem.names(in: "/proc/self/task").count <= 1 else {
      return SandboxState(files: .off("other threads run already"), calls: filterCalls())
    }
    return SandboxState(files: limitFiles(), calls: filterCalls())
  }

  /// What the kernel can take of a process.
  package static var support: SandboxState {
    if csandbox_is_sanitized() { return .off(sanitized) }
    let version = csandbox_landlock_version()
    let knowsFilters = csandbox_knows_filters()
    return SandboxState(
      files: version > 0
        ? .on(version < 4 ? "this kernel's version \(version) leaves TCP to seccomp" : nil)
        : .off(reason(version)),
      calls: knowsFilters ? .on(nil) : .off(reason(-ENOSYS)))
  }

  private static let sanitized = "the build is under a sanitizer, which needs more"

  private func limitFiles() -> SandboxState.Layer {
    let paths = readable.flatMap(SandboxPaths.covering)
    var ruleset = csandbox_ruleset()
    let begun = csandbox_begin(&ruleset)
    guard begun == 0 else { return .off(Self.reason(begun)) }
    let reading = paths.map { $0 + SandboxPaths.ofSystem } ?? [InputPath("/")]
    allow(reading, CSANDBOX_READ, in: ruleset)
    allow(writable + [InputPath("/dev/null")], CSANDBOX_WRITE, in: ruleset)
    if usesCameras {
      allow(SandboxPaths.ofCameras, CSANDBOX_READ, in: ruleset)
      allow(SandboxPaths.devices, CSANDBOX_DEVICE, in: ruleset)
    }
    if usesQueues { allow(SandboxPaths.ofThreads, CSANDBOX_READ_FILES, in: ruleset) }
    if usesMicrophones {
      allow(SandboxPaths.ofMicrophones, CSANDBOX_READ, in: ruleset)
      allow(SandboxPaths.soundDevices, CSANDBOX_DEVICE, in: ruleset)
    }
    if usesWindow || encodesLive { allow(SandboxPaths.graphicsCards, CSANDBOX_DEVICE, in: ruleset) }
    if encodesLive { allow(SandboxPaths.ofGraphicsCards, CSANDBOX_READ, in: ruleset) }
    if usesLamps { allow(SandboxPaths.lamps, CSANDBOX_DEVICE, in: ruleset) }
    if !ports.isEmpty {
      allow(SandboxPaths.ofNetwork, CSANDBOX_READ, in: ruleset)
      for port in ports.union([SandboxPaths.portOfNames]) { _ = csandbox_allow_port(ruleset, port) }
    }
    let entered = csandbox_enter(ruleset)
    guard entered == 0 else { return .off(Self.reason(entered)) }
    return .on(paths == nil ? "any file can be read" : nil)
  }

  /// Allows access to what there is of these; what isn't there is an error of whoever opens it.
  private func allow(_ paths: [InputPath], _ access: csandbox_access, in ruleset: csandbox_ruleset) {
    for path in paths where !path.isStandardInput { _ = path.withCString { csandbox_allow(ruleset, $0, access) } }
  }

  private func filterCalls() -> SandboxState.Layer {
    let result = csandbox_filter_calls(
      usesCameras, usesMicrophones, usesWindow, serves, !ports.isEmpty, takesDatagrams)
    return result == 0 ? .on(nil) : .off(Self.reason(result))
  }

  private static func reason(_ result: Int32) -> String {
    switch -result {
    case ENOSYS: "the kernel doesn't know it"
    case EOPNOTSUPP: "it is switched off"
    default: "\(SystemError(code: -result))"
    }
  }
}
