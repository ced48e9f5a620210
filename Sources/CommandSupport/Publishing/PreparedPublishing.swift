import Glibc
package import OpenCapturePublishing
package import OpenCaptureSystem

/// The publishing settings, read before the process enters the sandbox.
package struct PreparedPublishing: Sendable {
  /// The publishing options.
  package var options: PublishingOptions
  private let trusted: InputPath?

  init(_ given: PublishOptions, url: String) throws(CommandError) {
    do throws(PublishingError) {
      options = PublishingOptions(try BrokerAddress(url))
      try MosquittoLibrary.load()
    } catch {
      throw CommandError(.cannotPublish, subject: error.subject, error)
    }
    options.password = try Self.password(given.publishPasswordFile)
    trusted = given.publishTrust.map { InputPath(argument: $0) }
    options.trustedCertificates = given.publishTrust
    options.frameRate = given.publishFrames
    options.announcesToHomeAssistant = given.homeAssistant
    options.folderCapacity = Int(given.publishFolderSize)
    options.folder = Self.folder(given.publishFolder)
    guard let folder = options.folder else { return }
    do throws(PublishingError) { try PublishingOptions.makeFolder(folder) } catch {
      throw CommandError(.cannotPublish, subject: error.subject, error)
    }
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
  /// - Throws: ``CommandError`` if publishing cannot start.
  package func publisher(
    camera: String, origin: MessageOrigin, on console: Console, perform: MetadataPublisher.CommandHandler? = nil
  ) throws(CommandError) -> MetadataPublisher {
    do throws(PublishingError) {
      return try MetadataPublisher(options, origin: origin, camera: camera, perform: perform) {
        console.warn($0, on: InputPath(camera))
      }
    } catch {
      throw CommandError(.cannotPublish, subject: error.subject, error)
    }
  }

  private static func password(_ file: String?) throws(CommandError) -> String? {
    guard let file else { return Environment.value(PublishOptions.passwordVariable) }
    guard let text = FileSystem.text(file) else {
      throw CommandError(.cannotPublish, subject: file, systemError: errno)
    }
    return text.hasSuffix("\r") ? String(text.dropLast()) : text
  }

  /// Returns the folder for waiting events; nil to keep them only in memory.
  private static func folder(_ given: String?) -> String? {
    if let given { return given == "none" ? nil : given }
    let variables = Environment.values(["XDG_STATE_HOME", "HOME"])
    if let state = variables["XDG_STATE_HOME"], state.hasPrefix("/") { return state + "/opencapture" }
    return variables["HOME"].flatMap { $0.hasPrefix("/") ? $0 + "/.local/state/opencapture" : nil }
  }
}

extension CommandError.Code {
  /// The detections cannot be published.
  static var cannotPublish: Self { Self("cannotPublish") }
}
