import ArgumentParser
import Glibc
import OpenCapture
import OpenCaptureCommandSupport
import OpenCaptureLivePage
import OpenCaptureSystem

/// Where the page is, and for whom.
struct PageOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Listen to this address, in numbers, or to a port of this machine alone; port 0 is one that is free.",
      valueName: "ADDRESS:PORT"),
    transform: Self.address)
  var listen = ListeningAddress.usual

  @Option(
    help: ArgumentHelp(
      "Another name that the page is opened under, such as camera.local; can be given several times.",
      valueName: "NAME"))
  var hostName: [String] = []

  @Option(
    help: ArgumentHelp(
      "Where photos and movies go that are taken on the page, and nothing else; default nowhere, none are taken.",
      valueName: "DIR"), completion: .directory)
  var photos: String?

  @Option(
    help: ArgumentHelp("How well pictures are encoded that the camera doesn't encode, 1 to 100.", valueName: "N"))
  var quality = 80

  @Option(help: ArgumentHelp("How many can look at the same time.", valueName: "N"))
  var viewers = 16

  @Option(
    help: ArgumentHelp(
      "Let the camera rest once nobody has looked for so many seconds; default never.", valueName: "SECONDS"))
  var rest: Double?

  @Option(
    help: ArgumentHelp(
      "Encrypt what is sent: the server's certificate and those it stands on, in PEM; with --key.",
      valueName: "FILE"),
    completion: .file())
  var certificate: String?

  @Option(help: ArgumentHelp("The key of --certificate, in PEM.", valueName: "FILE"), completion: .file())
  var key: String?

  /// What the server shows to be who it is; nil for nothing.
  var identity: LiveIdentity? {
    guard let certificate, let key else { return nil }
    return LiveIdentity(certificateChain: certificate, privateKey: key)
  }

  func validate() throws {
    if (certificate == nil) != (key == nil) { throw ValidationError("--certificate and --key go together.") }
    if certificate != nil, !LiveIdentity.isSupported {
      throw ValidationError(
        "--certificate needs TLS, and this viewfinder was built without: swift build --traits LiveTLS.")
    }
    if !(1...100).contains(quality) { throw ValidationError("--quality must be from 1 to 100.") }
    if !(1...256).contains(viewers) { throw ValidationError("--viewers must be from 1 to 256.") }
    if let rest, !(rest >= 0 && rest < 1e6) { throw ValidationError("--rest must not be negative.") }
  }

  private static func address(_ text: String) throws -> ListeningAddress {
    guard let address = ListeningAddress(text) else {
      throw ValidationError("'\(text)' is no address to listen to: write 127.0.0.1:8080, [::1]:8080, or 8080.")
    }
    return address
  }

  /// What is listened to: what a service manager handed over, else what was asked for.
  ///
  /// - Throws: ``CommandError`` where it can't be.
  func sockets() throws(CommandError) -> [ListeningSocket] {
    let variables = Environment.values(["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"])
    do throws(LivePageError) {
      let sockets = try ListeningSocket.handedOver(variables, process: getpid())
      return sockets.isEmpty ? [try ListeningSocket(listen)] : sockets
    } catch {
      throw CommandError(.cannotListen, subject: error.subject, error)
    }
  }

  /// Where the addresses are told that lead to these sockets.
  ///
  /// - Throws: ``OutputError`` where there is no place for them.
  func place(for sockets: [ListeningSocket]) throws(OutputError) -> AddressPlace {
    let variables = Environment.values(["JOURNAL_STREAM", "RUNTIME_DIRECTORY", "XDG_RUNTIME_DIR"])
    // Several can serve for one person, each at its own port.
    let port = sockets.first.map { "-\($0.address.port)" } ?? ""
    return try AddressPlace(
      variables, output: AddressPlace.FileIdentity(of: STDOUT_FILENO), name: "viewfinder\(port).addresses")
  }

  /// Where photos and movies go, made where it isn't there; nil for nowhere.
  ///
  /// - Throws: ``OutputError`` where it can't be.
  func folder() throws(OutputError) -> InputPath? {
    guard let photos else { return nil }
    let path = InputPath(argument: photos)
    switch FileKind(of: path) {
    case .directory: return path
    case nil:
      guard path.withCString({ mkdir($0, 0o777) }) == 0 else {
        throw OutputError(.cannotWrite, subject: path.text, systemError: errno)
      }
      return path
    default: throw OutputError(.isNoFolder, subject: path.text, reason: "this is no folder")
    }
  }
}

extension CommandError.Code {
  /// An address can't be listened to.
  static let cannotListen = Self("cannotListen", remedy: "listen to another with --listen")
}
