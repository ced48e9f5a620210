import CSandboxAttempts
import Glibc
import OpenCaptureCommandSupport
import OpenCaptureSystem

/// Enters the sandbox as the commands do, and tries from inside what somebody would who took a decoder over.
///
///     sandbox-probe [--no-sandbox|--microphones|--serves|--publishes|--network-camera] INPUT FOLDER-TO-WRITE-IN
///
/// A line an attempt; the exit status is 0 where all went as they should. With `--no-sandbox` all have to work, which
/// shows that they are real; those that only root can make, or that would end the probe, are left out. With
/// `--microphones`, what sound needs may work, and isn't tried. With `--serves`, connections may be taken, and none made. With
/// `--publishes`, sockets that a broker is reached by may be made, and aren't tried; `--network-camera` is what a camera takes
/// that sends datagrams.
@main
enum Probe {
  static func main() {
    var arguments = CommandLine.arguments.dropFirst().map { InputPath($0) }
    let isFree = arguments.first == InputPath("--no-sandbox")
    if isFree { arguments.removeFirst() }
    let hearsSound = arguments.first == InputPath("--microphones")
    if hearsSound { arguments.removeFirst() }
    let serves = arguments.first == InputPath("--serves")
    if serves { arguments.removeFirst() }
    let publishes = arguments.first == InputPath("--publishes")
    if publishes { arguments.removeFirst() }
    let looks = arguments.first == InputPath("--network-camera")
    if looks { arguments.removeFirst() }
    guard arguments.count == 2 else { exit(2) }
    let (input, folder) = (arguments[0], arguments[1])
    csandboxattempts_listen()
    if !isFree {
      var sandbox = Sandbox(readable: [input])
      sandbox.writable = [folder]
      (sandbox.usesMicrophones, sandbox.serves) = (hearsSound, serves)
      sandbox.ports = publishes ? [1883] : looks ? [554] : []
      (sandbox.takesDatagrams, sandbox.usesQueues) = (looks, looks)
      print(sandbox.enter().words)
    }
    let attempts =
      Attempt.onFiles(input, folder)
      + Attempt.onSystem.filter {
        (!isFree || $0.canBeMadeFree) && !(hearsSound && $0.isForSound)
          && !((publishes || looks) && $0.isForNetwork)
      }
    var isWell = [run(attempts, isFree, on: "first thread")]
    // Decoders work on threads of their own as well.
    let second = Locked(false)
    NamedThread(name: "decoder") {
      let result = run(attempts, isFree, on: "second thread")
      second.withLock { $0 = result }
    }?.join()
    isWell.append(second.withLock { $0 })
    exit(isWell == [true, true] ? 0 : 1)
  }

  /// Makes all attempts; whether they went as they should.
  private static func run(_ attempts: [Attempt], _ isFree: Bool, on place: String) -> Bool {
    attempts.reduce(true) { isWell, attempt in
      let result = attempt.make()
      let isAsItShould = (result == 0) == (attempt.mayWork || isFree)
      print("\(isAsItShould ? "ok" : "WRONG") \(place): \(attempt.name): \(SystemError(code: result))")
      return isWell && isAsItShould
    }
  }
}

/// Something that is tried.
struct Attempt: Sendable {
  let name: String
  /// Whether it works inside.
  var mayWork = false
  var canBeMadeFree = true
  /// Whether it is what reaching a sound server, or saying who has a device, takes; those reach no socket that is listened
  /// to.
  var isForSound: Bool {
    ["a local socket", "reading the parent's environment", "connecting a listener"].contains(name)
  }
  /// Whether it is what reaching a broker takes; which ports are reached, older kernels don't limit.
  var isForNetwork: Bool {
    ["a TCP socket", "a local socket", "a pair of sockets", "connecting a listener"].contains(name)
  }
  /// 0 where it worked, else errno.
  let make: @Sendable () -> Int32

  /// On files: the input, those beside it, the output's folder, and others.
  static func onFiles(_ input: InputPath, _ folder: InputPath) -> [Attempt] {
    let (made, link) = (folder.appending(InputPath("made")), folder.appending(InputPath("link")))
    let (secret, stray) = (InputPath(input.bytes + ".secret".utf8), InputPath(input.bytes + ".made".utf8))
    return [
      Attempt(name: "reading the input", mayWork: true) { input.withCString(csandboxattempts_read) },
      Attempt(name: "making a file in the output's folder", mayWork: true) {
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

  /// On the network, other processes and the kernel.
  static var onSystem: [Attempt] {
    sequence(first: Int32(0)) { $0 + 1 }.lazy.map { number in (number, csandboxattempts_name(number)) }
      .prefix { $0.1 != nil }.compactMap { number, name in
        name.map { Attempt(Int(number), String(cString: $0)) }
      }
  }

  private init(_ number: Int, _ name: String) {
    let needsMore: Set = [
      "becoming another program", "another root", "a user namespace", "typing for the person", "io_uring",
      "debugging the parent", "reading the parent's memory", "the kernel's keys",
    ]
    self.init(name: name, canBeMadeFree: !needsMore.contains(name)) {
      csandboxattempts_make_attempt(Int32(number))
    }
  }

  private init(
    name: String, mayWork: Bool = false, canBeMadeFree: Bool = true, make: @escaping @Sendable () -> Int32
  ) {
    (self.name, self.mayWork, self.canBeMadeFree, self.make) = (name, mayWork, canBeMadeFree, make)
  }
}
