extension PixelLayout.Plane {
  /// Bytes of each element, where elements don't share any.
  var bytesPerElement: Int { bytesInRow / width }
}
