extension CaptureDevice {
  /// Who made it, as files say that are made with it; nil where nobody knows.
  package var makeInFiles: String? { manufacturer.isEmpty ? nil : manufacturer }

  /// Which device it is, as files say that are made with it: what people know it by, rather than its ``modelID``.
  package var modelInFiles: String { localizedName }
}
