import FoundationEssentials
import OpenCaptureSystem

/// What a ticket is asked for with: `{"path":"/stream.mjpg"}`.
struct TicketRequest: Decodable {
  /// The address that it is for.
  let path: String

  /// Reads one.
  ///
  /// - Throws: ``LivePageError`` where it is none.
  init(json bytes: [UInt8]) throws(LivePageError) {
    guard let request = try? JSONDecoder().decode(Self.self, from: Data(bytes)) else {
      throw LivePageError(.notUnderstood, subject: "ticket", reason: "it isn't said for which path")
    }
    self = request
  }
}
