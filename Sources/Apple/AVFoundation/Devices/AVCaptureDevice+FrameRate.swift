public import CoreMedia
public import OpenCaptureSession

/// A range of frame durations of a format; an alias of `FrameRateRange`.
public typealias AVFrameRateRange = FrameRateRange

extension CaptureDevice {
  /// The minimum frame duration, which is the maximum rate.
  ///
  /// If the camera supports discrete rates only, the next lower rate is used, and the property returns that.
  /// `CMTime.invalid` restores the default.
  public var activeVideoMinFrameDuration: CMTime {
    get { minFrameDuration }
    set { minFrameDuration = supportedDuration(for: newValue) }
  }

  /// The maximum frame duration, which is the minimum rate; see ``activeVideoMinFrameDuration``.
  public var activeVideoMaxFrameDuration: CMTime {
    get { maxFrameDuration }
    set { maxFrameDuration = supportedDuration(for: newValue) }
  }

  /// Returns the shortest supported duration that is not shorter than requested.
  ///
  /// Returns the requested duration if it is out of range.
  private func supportedDuration(for requested: CMTime) -> CMTime {
    guard requested.isNumeric else { return requested }
    let durations = activeFormat.frameRateRanges.map { $0.shortest(notUnder: requested) }
    return durations.filter { $0 >= requested }.min() ?? requested
  }

  /// Whether the frame rate is adjusted automatically; always false.
  public var isAutoVideoFrameRateEnabled: Bool {
    get { false }
    set { reportUnsupported(newValue) }
  }
}

extension CaptureDevice.Format {
  /// The frame rates as a single range from the lowest to the highest.
  ///
  /// The range also covers rates between the discrete rates of a camera.
  public var videoSupportedFrameRateRanges: [AVFrameRateRange] {
    let ranges = frameRateRanges
    guard let shortest = ranges.map(\.minFrameDuration).min(), let longest = ranges.map(\.maxFrameDuration).max()
    else { return [] }
    return [FrameRateRange(minFrameDuration: shortest, maxFrameDuration: longest)]
  }
}

extension FrameRateRange {
  /// Returns the shortest duration of the range that is not shorter than requested, or the longest duration.
  fileprivate func shortest(notUnder requested: CMTime) -> CMTime {
    let nearest = nearest(to: requested)
    guard nearest < requested, case .stepwise(let step) = step else { return nearest }
    return min(nearest + step, maxFrameDuration)
  }
}
