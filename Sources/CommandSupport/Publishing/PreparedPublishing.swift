import Glibc
package import OpenCapturePublishing
import OpenCaptureSystem

/// What is needed to publish, as long as all rights are there.
package struct PreparedPublishing: Sendable {
  /// How it is published.
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
    options.tellsHomeAssistant = given.homeAssistant
    options.folderCapacity = Int(given.publishFolderSize)
    options.folder = Self.folder(given.publishFolder)
    guard let folder = options.folder else { return }
    do throws(PublishingError) { try PublishingOptions.makeFolder(folder) } catch {
      throw CommandError(.cannotPublish, subject: error.subject, error)
    }
  }

  /// Adds what publishing needs to what a command keeps of its rights.
  package func widen(_ sandbox: inout Sandbox) {
    sandbox.ports.insert(options.address.port)
    sandbox.readable? += trusted.map { [$0] } ?? []
    sandbox.writable += options.folder.map { [InputPath($0)] } ?? []
  }

  /// Begins to publish.
  ///
  /// - Parameters:
  ///   - camera: What the camera is called.
  ///   - origin: Whose words its messages are.
  ///   - perform: Does what is asked for through the broker; nil where nobody may ask.
  /// - Throws: ``CommandError`` where that can't be.
  package func publisher(
    camera: String, origin: LiveOrigin, on console: Console, perform: MetadataPublisher.CommandHandler? = nil
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

  /// Where events wait; nil for memory alone.
  private static func folder(_ given: String?) -> String? {
    if let given { return given == "none" ? nil : given }
    let variables = Environment.values(["XDG_STATE_HOME", "HOME"])
    if let state = variables["XDG_STATE_HOME"], state.hasPrefix("/") { return state + "/opencapture" }
    return variables["HOME"].flatMap { $0.hasPrefix("/") ? $0 + "/.local/state/opencapture" : nil }
  }
}

extension CommandError.Code {
  /// What was asked for can't be published.
  static let cannotPublish = Self("cannotPublish")
}
