/// What files of images are made with: ``kCGImageDestinationLossyCompressionQuality``.
///
/// A text, because that is what Image I/O's names are here, and nothing is bridged: `as CIImageRepresentationOption` and
/// `CIImageRepresentationOption(rawValue:)` both go.
public typealias CIImageRepresentationOption = String

extension String {
  /// The text itself: a ``CIImageRepresentationOption`` of this name.
  public init(rawValue: String) { self = rawValue }
}
