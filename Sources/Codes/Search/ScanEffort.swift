/// How much a scan may cost.
///
/// Costs are of QR codes in photographs, relative to one pass of ZBar alone over the same pictures.
public enum ScanEffort: String, Sendable, Hashable, CaseIterable {
  /// For frames of a stream: about a third. One pass of the first engine, and a look for finder patterns that it missed.
  case fast
  /// For pictures: about two thirds. What is seen but not read is tried again, and a picture in which nothing was found.
  case balanced
  /// For a picture that must be read: about 1.6. Everything there is, until nothing is left unread.
  case thorough
}
