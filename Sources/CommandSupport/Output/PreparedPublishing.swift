import Glibc
package import OpenCapturePublishing
import OpenCaptureSystem

/// The publishing settings, read before the process enters the sandbox.
package struct PreparedPublishing: Sendable {
  /// The publishing options.
  package var options: PublishingOptions
  private let trusted: InputPath?

  init(_ given: PublishOptions, url: String) throws {
    options = PublishingOptions(try BrokerAddress(url))
    try MosquittoLibrary.load()
    options.password = try Self.password(given.publishPasswordFile)
    trusted = given.publishTrust.map { InputPath(argument: $0) }
    options.trustedCertificates = given.publishTrust
    options.frameRate = given.publishFrames
    options.programVersion = Version.number
    options.announcesToHomeAssistant = given.homeAssistant
    options.folderCapacity = Int(given.publishFolderSize)
    let usual = UserFolder.path(variable: "XDG_STATE_HOME", inHome: ".local/state")
    options.folder = given.publishFolder == "none" ? nil : given.publishFolder ?? usual
    if let folder = options.folder { try PublishingOptions.makeFolder(folder) }
  }

  /// Adds the rights for publishing to a sandbox.
  package func addRights(_ sandbox: inout Sandbox) {
    sandbox.ports.insert(options.address.port)
    sandbox.readable? += trusted.map { [$0] } ?? []
    sandbox.writable += options.folder.map { [InputPath($0)] } ?? []
  }

  /// Starts publishing.
  ///
  /// - Parameters:
  ///   - camera: The camera's name.
  ///   - origin: The source that messages name.
  ///   - perform: Performs commands from the broker; nil to accept none.
  /// - Throws: `PublishingError` if publishing cannot start.
  package func publisher(
    camera: String, origin: MessageOrigin, on console: Console, perform: MetadataPublisher.CommandHandler? = nil
  ) throws(PublishingError) -> MetadataPublisher {
    try MetadataPublisher(options, origin: origin, camera: camera, perform: perform) {
      console.warn($0, on: InputPath(camera))
    }
  }

  private static func password(_ file: String?) throws(CommandError) -> String? {
    guard let file else { return Environment.value(PublishOptions.passwordVariable) }
    guard let text = FileSystem.text(file) else {
      throw CommandError(.cannotPublish, subject: file, systemError: errno)
    }
    return text.hasSuffix("\r") ? String(text.dropLast()) : text
  }
}

/// The user's folders for files of these commands (XDG Base Directory Specification).
enum UserFolder {
  /// Returns a folder; nil if neither the variable nor the home folder is an absolute path.
  static func path(variable: String, inHome folder: String) -> String? {
    let base = Environment.value(variable).flatMap { $0.hasPrefix("/") ? $0 : nil }
    let home = Environment.value("HOME").flatMap { $0.hasPrefix("/") ? "\($0)/\(folder)" : nil }
    return (base ?? home).map { $0 + "/opencapture" }
  }
}

extension CommandError.Code {
  /// The detections cannot be published.
  static var cannotPublish: Self { Self("cannotPublish") }
}
