extension CaptureControl.Name {
  // MARK: Focus and zoom

  /// Whether the camera focuses continuously.
  public static let continuousAutofocus: Self = "continuous_autofocus"
  /// The position of the lens, from 0 to 1.
  public static let lensPosition: Self = "lens_position"
  /// The button that starts the camera's own autofocus.
  public static let autofocusStart: Self = "autofocus_start"
  /// The state of the camera's own autofocus; bit 0 is set while the lens moves.
  public static let autofocusStatus: Self = "autofocus_status"
  /// The magnification of the lens, from 1.
  public static let zoomFactor: Self = "zoom_factor"

  // MARK: Exposure

  /// The exposure mode, with the modes ``CaptureControl/Mode/automatic`` and ``CaptureControl/Mode/manual``.
  public static let exposureMode: Self = "exposure_mode"
  /// The exposure time in seconds.
  public static let exposureDuration: Self = "exposure_duration"
  /// The brightness offset of automatic exposure, in EV.
  public static let exposureBias: Self = "exposure_bias"
  /// The sensitivity in ISO.
  public static let iso: Self = "iso"
  /// The gain, in units of the driver.
  public static let gain: Self = "gain"
  /// The gain of the sensor alone, in units of the driver.
  public static let analogGain: Self = "analog_gain"
  /// Whether the camera controls the gain.
  public static let automaticGain: Self = "automatic_gain"

  // MARK: White balance

  /// Whether the camera controls white balance.
  public static let automaticWhiteBalance: Self = "automatic_white_balance"
  /// The color temperature in kelvin.
  public static let whiteBalanceTemperature: Self = "white_balance_temperature"
  /// The gain of red, in units of the driver.
  public static let redGain: Self = "red_gain"
  /// The gain of blue, in units of the driver.
  public static let blueGain: Self = "blue_gain"

  // MARK: Lamp and orientation

  /// The use of the lamp, with the modes `off`, `torch` and `flash` of ``CaptureControl/Mode``.
  public static let lampMode: Self = "lamp_mode"
  /// The brightness of the lamp as a torch, in amperes if known.
  public static let torchIntensity: Self = "torch_intensity"
  /// Whether the sensor mirrors the image left to right.
  public static let horizontalFlip: Self = "horizontal_flip"
  /// Whether the sensor mirrors the image top to bottom.
  public static let verticalFlip: Self = "vertical_flip"
}
