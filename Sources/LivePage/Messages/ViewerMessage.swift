import FoundationEssentials
import OpenCaptureSystem

/// What a page says on its connection: one object of JSON with one member.
package enum ViewerMessage: Sendable, Hashable {
  /// It shows its token: the first message.
  case token(String)
  /// It has drawn the frame of this number, and those before it.
  case drawn(UInt64)
  /// Nobody sees it now, or somebody does again.
  case hidden(Bool)

  private struct Members: Decodable {
    let token: String?
    let drawn: UInt64?
    let hidden: Bool?
  }

  /// The longest that is read, in bytes.
  static let longest = 256

  /// Reads one.
  ///
  /// - Throws: ``LivePageError`` where it is none that is known here.
  package init(_ bytes: [UInt8]) throws(LivePageError) {
    let members = bytes.count <= Self.longest ? try? JSONDecoder().decode(Members.self, from: Data(bytes)) : nil
    switch (members?.token, members?.drawn, members?.hidden) {
    case (let token?, nil, nil): self = .token(token)
    case (nil, let number?, nil): self = .drawn(number)
    case (nil, nil, let hidden?): self = .hidden(hidden)
    default: throw LivePageError(.notUnderstood, subject: "message", reason: "it is none that is known here")
    }
  }
}
