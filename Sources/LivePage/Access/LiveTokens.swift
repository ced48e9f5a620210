/// The two secrets of a page: one to look, one to control as well.
public struct LiveTokens: Sendable {
  /// Shown by who may look.
  public let look: LiveToken
  /// Shown by who may control.
  public let control: LiveToken

  /// Makes new ones.
  public init() { (look, control) = (LiveToken(), LiveToken()) }

  /// Makes some of this randomness.
  init(using generator: inout some RandomNumberGenerator) {
    (look, control) = (LiveToken(using: &generator), LiveToken(using: &generator))
  }

  /// What whoever shows this may do; nil for nothing.
  func access(by text: some StringProtocol) -> LiveAccess? {
    // Both are compared, whichever it is.
    let (looks, controls) = (look.matches(text), control.matches(text))
    return controls ? .control : looks ? .look : nil
  }

  /// What the header `Authorization` gives a right to (RFC 6750, 2.1); nil for nothing.
  func access(byAuthorization header: String?) -> LiveAccess? {
    guard let header else { return nil }
    let parts = header.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
    return access(by: parts[1])
  }
}
