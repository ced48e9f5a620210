import COpenCaptureSandbox
import CSandboxAttempts
import Glibc
import OpenCaptureCommandSupport
import OpenCaptureSystem

/// Enters the sandbox as the commands do, and tries what an attacker who controls a decoder would try.
///
///     sandbox-probe PROFILE INPUT FOLDER-TO-WRITE-IN SHARED-MEMORY
///
/// The probe prints one line per attempt. The exit status is 0 if all attempts had the expected result.
@main
enum Probe {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst().map { InputPath($0) }
    guard arguments.count == 4, let profile = Profile(rawValue: CommandLine.arguments[1]) else { exit(2) }
    let input = arguments[1]
    let folder = arguments[2]
    input.withCString(csandboxattempts_prepare)
    if profile != .unrestricted {
      var sandbox = Sandbox(readable: [input])
      sandbox.writable = [folder]
      profile.addRights(&sandbox)
      print(sandbox.enter().words)
      if profile == .cameraWorker { print("worker: \(csandbox_lock_down(nil, 0, CSANDBOX_STREAM))") }
    }
    let attempts =
      Attempt.onFiles(input, folder, memory: arguments[3])
      + Attempt.onSystem.filter { profile == .unrestricted ? $0.succeedsUnrestricted : !profile.mayAllow($0) }
    var results = [run(attempts, profile, on: "first thread")]
    // Decoders also run on other threads.
    let second = Locked(false)
    NamedThread(name: "decoder") {
      let result = run(attempts, profile, on: "second thread")
      second.withLock { $0 = result }
    }?.join()
    results.append(second.withLock { $0 })
    exit(results == [true, true] ? 0 : 1)
  }

  /// Executes all attempts, and returns whether they had the expected results.
  private static func run(_ attempts: [Attempt], _ profile: Profile, on place: String) -> Bool {
    attempts.reduce(true) { isExpectedSoFar, attempt in
      let result = attempt.execute()
      let isExpected = (result == 0) == (profile == .unrestricted || attempt.maySucceed && profile.hasFiles)
      print("\(isExpected ? "ok" : "WRONG") \(place): \(attempt.name): \(SystemError(code: result))")
      return isExpectedSoFar && isExpected
    }
  }
}

/// The rights of a kind of command.
enum Profile: String {
  /// No sandbox: all attempts must succeed, which shows that they are real. Attempts that need root or end the probe
  /// are left out.
  case unrestricted
  /// Decoding files.
  case files
  /// Recording cameras and microphones.
  case record
  /// Cameras of PipeWire.
  case pipewire
  /// A window that shows a camera.
  case window
  /// Accepting connections, but opening none.
  case serve
  /// A connection to a broker.
  case publish
  /// A connection to a network camera that sends datagrams.
  case networkCamera = "network-camera"
  /// A worker that has connected to a network camera.
  case cameraWorker = "camera-worker"

  /// Whether files can be opened.
  var hasFiles: Bool { self != .cameraWorker }

  func addRights(_ sandbox: inout Sandbox) {
    switch self {
    case .unrestricted, .files: break
    case .record, .window:
      sandbox.usesCameras = true
      sandbox.usesMicrophones = true
      sandbox.encodesLive = true
      sandbox.usesLamps = true
      sandbox.usesWindow = self == .window
    case .pipewire: sandbox.usesPipeWire = true
    case .serve: sandbox.serves = true
    case .publish: sandbox.ports = [1883]
    case .networkCamera:
      sandbox.ports = [554]
      sandbox.receivesDatagrams = true
      sandbox.usesQueues = true
    case .cameraWorker:
      sandbox.ports = [554]
      sandbox.usesWorkers = true
    }
  }

  /// Returns whether the profile may need an action; older kernels don't restrict ports.
  func mayAllow(_ attempt: Attempt) -> Bool {
    switch self {
    case .unrestricted, .files, .serve, .cameraWorker: false
    // Connecting to a sound server, and finding the user of a device.
    case .record, .window:
      ["a local socket", "reading the parent's environment", "connecting a listener"].contains(attempt.name)
    // Connecting to the daemon.
    case .pipewire: ["a local socket", "connecting a listener"].contains(attempt.name)
    case .publish, .networkCamera:
      ["a TCP socket", "a local socket", "a pair of sockets", "connecting a listener"].contains(attempt.name)
    }
  }
}

/// An action to try in the sandbox.
struct Attempt: Sendable {
  let name: String
  /// Whether the action is allowed in the sandbox.
  var maySucceed = false
  /// Whether the action succeeds without the sandbox, for any user and without ending the probe.
  var succeedsUnrestricted = true
  /// Executes the action; returns 0 on success, otherwise errno.
  let execute: @Sendable () -> Int32

  /// Returns attempts on files: the input, files beside it, the output's folder, and others.
  static func onFiles(_ input: InputPath, _ folder: InputPath, memory: InputPath) -> [Attempt] {
    let made = folder.appending(InputPath("made"))
    let link = folder.appending(InputPath("link"))
    let secret = InputPath(input.bytes + ".secret".utf8)
    let stray = InputPath(input.bytes + ".made".utf8)
    return [
      Attempt(name: "reading the input", maySucceed: true) { input.withCString(csandboxattempts_read) },
      Attempt(name: "making a file in the output's folder", maySucceed: true) {
        made.withCString(csandboxattempts_make)
      },
      Attempt(name: "writing to the input") { input.withCString(csandboxattempts_write) },
      Attempt(name: "reading a file beside the input") { secret.withCString(csandboxattempts_read) },
      Attempt(name: "making a file beside the input") { stray.withCString(csandboxattempts_make) },
      Attempt(name: "reading /etc/passwd") { csandboxattempts_read("/etc/passwd") },
      Attempt(name: "listing the root folder") { csandboxattempts_list("/") },
      Attempt(name: "making a file in /var/tmp") { csandboxattempts_make("/var/tmp/sandbox-probe") },
      Attempt(name: "a link out of the output's folder") { link.withCString(csandboxattempts_link) },
      Attempt(name: "shared memory of another program") { memory.withCString(csandboxattempts_share) },
      Attempt(name: "the mode of the input") { input.withCString(csandboxattempts_change_mode) },
      Attempt(name: "the mode of the input by name") { input.withCString(csandboxattempts_change_mode_by_name) },
      Attempt(name: "the times of the input by name") { input.withCString(csandboxattempts_change_times_by_name) },
    ]
  }

  /// The attempts on the network, other processes and the kernel.
  static var onSystem: [Attempt] {
    sequence(first: Int32(0)) { $0 + 1 }.lazy.map { number in (number, csandboxattempts_name(number)) }
      .prefix { $0.1 != nil }.compactMap { number, name in
        name.map { Attempt(Int(number), String(cString: $0)) }
      }
  }

  private init(_ number: Int, _ name: String) {
    let needsPrivileges: Set = [
      "becoming another program", "another root", "a user namespace", "simulating keyboard input", "io_uring",
      "debugging the parent", "reading the parent's memory", "the kernel's keys",
    ]
    self.init(name: name, succeedsUnrestricted: !needsPrivileges.contains(name)) {
      csandboxattempts_make_attempt(Int32(number))
    }
  }

  private init(
    name: String, maySucceed: Bool = false, succeedsUnrestricted: Bool = true,
    execute: @escaping @Sendable () -> Int32
  ) {
    self.name = name
    self.maySucceed = maySucceed
    self.succeedsUnrestricted = succeedsUnrestricted
    self.execute = execute
  }
}
