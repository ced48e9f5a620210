import OpenCaptureCodes

extension FuzzTarget {
  static let texts = [text, declared]

  private static let text = FuzzTarget("text", longestInput: 512) { input in _ = PayloadText.decode(input) }

  /// Behind extended channel interpretations.
  private static let declared = FuzzTarget("eci", longestInput: 512) { input in
    _ = DeclaredText.decode(input)
    _ = DeclaredText.firstInterpretation(of: input)
  }
}
