/// What a service manager says of the sockets that it opened (sd_listen_fds(3)).
enum SocketActivation {
  /// A socket that is handed over.
  struct Handed: Sendable, Hashable {
    let descriptor: Int32
    /// What its unit calls it (`FileDescriptorName=`, systemd.socket(5)); nil where that isn't said.
    let name: String?

    /// What errors call it.
    var words: String { name.map { "\($0) (descriptor \(descriptor))" } ?? "descriptor \(descriptor)" }
  }

  /// The first that is handed over; the standard streams are before it.
  private static let first: Int32 = 3
  /// More than that are none that somebody meant.
  private static let limit: Int32 = 16

  /// The sockets that are for this process; none where there is no service manager, or they are for another.
  ///
  /// - Throws: ``LivePageError`` where it isn't said how many there are, or there are more than sixteen.
  static func sockets(_ variables: [String: String], process: Int32) throws(LivePageError) -> [Handed] {
    guard variables["LISTEN_PID"] == String(process), let text = variables["LISTEN_FDS"] else { return [] }
    guard let count = Int32(text), (0...limit).contains(count) else {
      throw LivePageError(
        .cannotListen, subject: "LISTEN_FDS=\(text)", reason: "this is no number of sockets from 0 to \(limit)",
        remedy: "name fewer with ListenStream= in the .socket unit")
    }
    let names = variables["LISTEN_FDNAMES"]?.split(separator: ":", omittingEmptySubsequences: false).map(
      String.init)
    return (0..<count).map { index in
      // Names that aren't one for each are none.
      Handed(
        descriptor: first + index, name: names.flatMap { $0.count == Int(count) ? $0[Int(index)] : nil })
    }
  }
}
