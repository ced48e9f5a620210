/// Where a camera on the network is.
package struct LiveAddress: Sendable {
  /// As FFmpeg takes it, with name and password.
  package var text: String
  /// Whether RTP comes by UDP, rather than within the connection that RTSP has.
  package var usesDatagrams: Bool
  /// What HTTP is told beside the address, to be let in; nil for nothing.
  package var token: String?
  /// A file in PEM with certificates that are trusted beside those of the system; nil for none.
  package var certificates: String?
  /// How many milliseconds are waited for it, opening it and for each frame.
  package var patience: Int

  package init(
    _ text: String, usesDatagrams: Bool = false, token: String? = nil, certificates: String? = nil, patience: Int
  ) {
    (self.text, self.usesDatagrams, self.token) = (text, usesDatagrams, token)
    (self.certificates, self.patience) = (certificates, patience)
  }
}
