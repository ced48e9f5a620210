/// Whether the head of a request is one that HTTP has, and that can be understood in one way alone (RFC 9112).
///
/// What two servers read in two ways is how requests are smuggled past the first.
struct HeadCheck {
  /// The longest target that is read, in bytes.
  static let longestTarget = 2048

  /// Why the head is none; nil where it is one.
  static func fault(of request: LiveRequest, _ target: RequestTarget) -> RequestRouter.Refusal? {
    if request.target.utf8.count > longestTarget { return .tooLong }
    // 3.2: none is wrong in HTTP 1.1, and more than one always.
    if request.hosts.count > 1 { return .malformed("There is more than one Host.") }
    if request.hosts.isEmpty, !request.isOld { return .malformed("There is no Host.") }
    if let encoding = request.transferEncoding { return fault(of: request, encoding) }
    if request.hasContent, request.method == "GET" { return .malformed("A GET has no content here.") }
    return nil
  }

  /// What is wrong with content whose length nobody says before (6.1, 6.3).
  private static func fault(of request: LiveRequest, _ encoding: String) -> RequestRouter.Refusal? {
    if request.isOld { return .malformed("HTTP 1.0 has no Transfer-Encoding.") }
    if encoding.lowercased() != "chunked" { return .unknownEncoding }
    return request.method == "GET" ? .malformed("A GET has no content here.") : nil
  }

  /// Whose request it is: what the target says goes before `Host` (3.2.2).
  static func host(of request: LiveRequest, _ target: RequestTarget) -> String? {
    target.host ?? request.hosts.first
  }
}
