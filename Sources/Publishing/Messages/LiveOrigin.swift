import Glibc
package import OpenCaptureMetadata

/// Whose words live lines and messages are: the machine's name, and a number of this run's own.
package struct LiveOrigin: Sendable, Hashable {
  /// What version of messages this is.
  package static let version = 1

  /// What the machine is called.
  package let host: String
  /// By chance, so that no two runs have the same: tracks and sequences are numbers within it.
  package let session: String

  package init(host: String, session: String) { (self.host, self.session) = (host, session) }

  /// That of this process.
  package init() {
    var name = [CChar](repeating: 0, count: 256)
    let isKnown = gethostname(&name, name.count - 1) == 0
    let host = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let digits = String(UInt64.random(in: .min ... .max), radix: 16)
    self.init(
      host: isKnown && !host.isEmpty ? host : "localhost",
      session: String(repeating: "0", count: 16 - digits.count) + digits)
  }

  /// What a track is called everywhere.
  package func name(ofTrack track: Int) -> String { "\(session)-\(track)" }
}

extension JSONLine {
  /// Adds what all live lines and messages say: whose they are, and the how manieth.
  package mutating func add(_ origin: LiveOrigin, sequence: Int) {
    add("v", LiveOrigin.version)
    add("host", origin.host)
    add("session", origin.session)
    add("sequence", sequence)
  }
}
