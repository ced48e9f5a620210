extension VNBarcodeSymbology {
  // What they were called before, and tutorials call them.

  /// Aztec code.
  @available(*, deprecated, renamed: "aztec")
  public static var Aztec: Self { .aztec }
  /// Code 39.
  @available(*, deprecated, renamed: "code39")
  public static var Code39: Self { .code39 }
  /// Code 93.
  @available(*, deprecated, renamed: "code93")
  public static var Code93: Self { .code93 }
  /// Code 128.
  @available(*, deprecated, renamed: "code128")
  public static var Code128: Self { .code128 }
  /// Data Matrix.
  @available(*, deprecated, renamed: "dataMatrix")
  public static var DataMatrix: Self { .dataMatrix }
  /// EAN-8.
  @available(*, deprecated, renamed: "ean8")
  public static var EAN8: Self { .ean8 }
  /// EAN-13.
  @available(*, deprecated, renamed: "ean13")
  public static var EAN13: Self { .ean13 }
  /// Interleaved 2 of 5.
  @available(*, deprecated, renamed: "i2of5")
  public static var I2of5: Self { .i2of5 }
  /// Interleaved 2 of 5 with 14 digits.
  @available(*, deprecated, renamed: "itf14")
  public static var ITF14: Self { .itf14 }
  /// PDF417.
  @available(*, deprecated, renamed: "pdf417")
  public static var PDF417: Self { .pdf417 }
  /// QR code.
  @available(*, deprecated, renamed: "qr")
  public static var QR: Self { .qr }
  /// UPC-E.
  @available(*, deprecated, renamed: "upce")
  public static var UPCE: Self { .upce }
}
