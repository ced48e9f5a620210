import CSandboxAttempts
import Glibc
import OpenCaptureCommandSupport
import OpenCaptureSystem

/// Enters the sandbox as the commands do, and tries what an attacker who controls a decoder would try.
///
///     sandbox-probe [--no-sandbox|--microphones|--serves|--publishes|--network-camera] INPUT FOLDER-TO-WRITE-IN
///
/// The probe prints one line per attempt. The exit status is 0 if all attempts had the expected result.
///
/// - `--no-sandbox`: All attempts must succeed, which shows that they are real. Attempts that need root or end the
///   probe are left out.
/// - `--microphones`: Attempts that sound requires are left out.
/// - `--serves`: The process may accept connections, but not open any.
/// - `--publishes`: Attempts that a connection to a broker requires are left out.
/// - `--network-camera`: Like `--publishes`, with a camera that sends datagrams.
@main
enum Probe {
  static func main() {
    var arguments = CommandLine.arguments.dropFirst().map { InputPath($0) }
    let isUnrestricted = arguments.first == InputPath("--no-sandbox")
    if isUnrestricted { arguments.removeFirst() }
    let usesMicrophones = arguments.first == InputPath("--microphones")
    if usesMicrophones { arguments.removeFirst() }
    let serves = arguments.first == InputPath("--serves")
    if serves { arguments.removeFirst() }
    let publishes = arguments.first == InputPath("--publishes")
    if publishes { arguments.removeFirst() }
    let usesNetworkCamera = arguments.first == InputPath("--network-camera")
    if usesNetworkCamera { arguments.removeFirst() }
    guard arguments.count == 2 else { exit(2) }
    let input = arguments[0]
    let folder = arguments[1]
    csandboxattempts_listen()
    if !isUnrestricted {
      var sandbox = Sandbox(readable: [input])
      sandbox.writable = [folder]
      sandbox.usesMicrophones = usesMicrophones
      sandbox.serves = serves
      sandbox.ports = publishes ? [1883] : usesNetworkCamera ? [554] : []
      sandbox.receivesDatagrams = usesNetworkCamera
      sandbox.usesQueues = usesNetworkCamera
      print(sandbox.enter().words)
    }
    let attempts =
      Attempt.onFiles(input, folder)
      + Attempt.onSystem.filter {
        (!isUnrestricted || $0.succeedsUnrestricted) && !(usesMicrophones && $0.isForSound)
          && !((publishes || usesNetworkCamera) && $0.isForNetwork)
      }
    var results = [run(attempts, isUnrestricted, on: "first thread")]
    // Decoders also run on other threads.
    let second = Locked(false)
    NamedThread(name: "decoder") {
      let result = run(attempts, isUnrestricted, on: "second thread")
      second.withLock { $0 = result }
    }?.join()
    results.append(second.withLock { $0 })
    exit(results == [true, true] ? 0 : 1)
  }

  /// Executes all attempts, and returns whether they had the expected results.
  private static func run(_ attempts: [Attempt], _ isUnrestricted: Bool, on place: String) -> Bool {
    attempts.reduce(true) { isExpectedSoFar, attempt in
      let result = attempt.execute()
      let isExpected = (result == 0) == (attempt.maySucceed || isUnrestricted)
      print("\(isExpected ? "ok" : "WRONG") \(place): \(attempt.name): \(SystemError(code: result))")
      return isExpectedSoFar && isExpected
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
  var canBeMadeFree = true
  /// Whether connecting to a sound server or finding the user of a device requires the action.
  var isForSound: Bool {
    ["a local socket", "reading the parent's environment", "connecting a listener"].contains(name)
  }
  /// Whether connecting to a broker requires the action; older kernels don't restrict the ports.
  var isForNetwork: Bool {
    ["a TCP socket", "a local socket", "a pair of sockets", "connecting a listener"].contains(name)
  }
  /// Executes the action; returns 0 on success, otherwise errno.
  let execute: @Sendable () -> Int32

  /// Returns attempts on files: the input, files beside it, the output's folder, and others.
  static func onFiles(_ input: InputPath, _ folder: InputPath) -> [Attempt] {
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
