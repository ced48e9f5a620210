import ArgumentParser
import Glibc
import OpenCapture
import OpenCaptureCommandSupport
import OpenCaptureLivePage

/// The options for the page and its server.
struct PageOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Listen on this IP address and port, or on a port of this host only; port 0 selects a free one.",
      valueName: "ADDRESS:PORT"),
    transform: Self.address)
  var listen = ListeningAddress.defaultAddress

  @Option(
    help: ArgumentHelp(
      "Allow this additional host name of the page, such as camera.local; repeatable (default: none).",
      valueName: "NAME"))
  var hostName: [String] = []

  @Option(
    help: ArgumentHelp(
      "Save photos and movies from the page in this folder (default: disabled).",
      valueName: "DIR"), completion: .directory)
  var photos: String?

  @Option(
    help: ArgumentHelp(
      "Set the JPEG quality, from 1 to 100, of frames that the camera does not encode.", valueName: "N"))
  var quality = 80

  @Option(help: ArgumentHelp("Limit the number of concurrent viewers.", valueName: "N"))
  var viewers = 16

  @Option(
    help: ArgumentHelp(
      "Stop the camera after this many seconds without viewers (default: never).", valueName: "SECONDS"))
  var rest: Double?

  @Option(
    help: ArgumentHelp(
      "Keep the tokens in this file, so that addresses stay valid; created if missing (default: new tokens at each start).",
      valueName: "FILE"), completion: .file())
  var tokenFile: String?

  @Option(
    help: ArgumentHelp(
      "Enable TLS with this PEM certificate chain of the server; needs --key (default: no TLS).",
      valueName: "FILE"),
    completion: .file())
  var certificate: String?

  @Option(
    help: ArgumentHelp("Use this PEM private key for --certificate (default: none).", valueName: "FILE"),
    completion: .file())
  var key: String?

  /// The server's TLS identity; nil for none.
  var identity: LiveIdentity? {
    guard let certificate, let key else { return nil }
    return LiveIdentity(certificateChain: certificate, privateKey: key)
  }

  func validate() throws {
    if (certificate == nil) != (key == nil) {
      throw ValidationError("--certificate and --key must be used together.")
    }
    if certificate != nil, !LiveIdentity.isSupported {
      throw ValidationError(
        "--certificate needs TLS, which is not part of this build. Build with swift build --traits LiveTLS.")
    }
    if !(1...100).contains(quality) { throw ValidationError("--quality must be between 1 and 100.") }
    if !(1...256).contains(viewers) { throw ValidationError("--viewers must be between 1 and 256.") }
    if let rest, !(rest >= 0 && rest < 1e6) { throw ValidationError("--rest must not be negative.") }
  }

  private static func address(_ text: String) throws -> ListeningAddress {
    guard let address = ListeningAddress(text) else {
      throw ValidationError("Invalid address '\(text)'. Use 127.0.0.1:8080, [::1]:8080, or 8080.")
    }
    return address
  }

  /// Returns the sockets from the service manager, or else opens one.
  ///
  /// - Throws: ``CommandError`` if a socket cannot listen.
  func sockets() throws(CommandError) -> [ListeningSocket] {
    let variables = Environment.values(["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"])
    do throws(LivePageError) {
      let sockets = try ListeningSocket.passedSockets(variables, process: getpid())
      return sockets.isEmpty ? [try ListeningSocket(listen)] : sockets
    } catch {
      throw CommandError(.cannotListen, subject: error.subject, error)
    }
  }

  /// Returns the place for the addresses of these sockets.
  ///
  /// - Throws: ``OutputError`` if no place is available.
  func place(for sockets: [ListeningSocket]) throws(OutputError) -> AddressDestination {
    let variables = Environment.values(["JOURNAL_STREAM", "RUNTIME_DIRECTORY", "XDG_RUNTIME_DIR"])
    // Several servers of one user have different ports.
    let port = sockets.first.map { "-\($0.address.port)" } ?? ""
    return try AddressDestination(
      variables, output: FileIdentity(of: STDOUT_FILENO), name: "viewfinder\(port).addresses")
  }

  /// Returns the folder for photos and movies, creating it if needed; nil to save none.
  ///
  /// - Throws: ``OutputError`` if the folder cannot be made.
  func folder() throws(OutputError) -> InputPath? {
    guard let photos else { return nil }
    let path = InputPath(argument: photos)
    _ = try OutputTarget(path, isFolder: true, inputs: [], force: true)
    return path
  }
}

extension CommandError.Code {
  /// A socket cannot listen on its address.
  static var cannotListen: Self { Self("cannotListen", hint: "choose another address with --listen") }
}
