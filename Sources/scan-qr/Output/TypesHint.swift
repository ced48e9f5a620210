import OpenCaptureMetadata

/// What a person is told who finds nothing, and looked for a few types only.
enum TypesHint {
  /// The hint; nil where there is nothing to say, or nobody to say it to.
  ///
  /// - Parameters:
  ///   - status: How the run ended.
  ///   - types: What was looked for.
  ///   - readable: What could be looked for.
  ///   - isHeard: Whether a person looks at standard error, and doesn't want to be left alone.
  static func text(
    after status: ExitStatus, types: Set<MetadataObjectType>, of readable: Set<MetadataObjectType>, isHeard: Bool
  ) -> String? {
    guard isHeard, status == .nothingFound, !types.isSuperset(of: readable) else { return nil }
    let sought = types == [.qr] ? "no QR code was found" : "nothing of the types asked for was found"
    return "scan-qr: \(sought); --types all looks for everything that can be read"
  }
}
