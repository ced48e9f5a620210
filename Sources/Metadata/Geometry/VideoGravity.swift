/// How a picture is fitted into a view of another shape (`AVLayerVideoGravity`).
public enum VideoGravity: String, Sendable, Hashable, CaseIterable {
  /// Stretched to the view, its own shape lost.
  case resize
  /// As large as fits inside the view, with empty bars where the shapes differ.
  case resizeAspect
  /// As small as covers the view, with its edges cut off where the shapes differ.
  case resizeAspectFill
}
