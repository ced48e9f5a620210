public import CoreMedia
public import OpenCaptureSession

/// The frame durations that a format can have; ours, under Apple's name.
public typealias AVFrameRateRange = FrameRateRange

extension CaptureDevice {
  /// How long a frame lasts at least: the highest rate.
  ///
  /// Where the camera has some rates alone, one between them becomes the nearest that isn't faster; the property tells
  /// which. `CMTime.invalid` restores what is usual.
  public var activeVideoMinFrameDuration: CMTime {
    get { minFrameDuration }
    set { minFrameDuration = grantable(newValue) }
  }

  /// How long a frame lasts at most: the lowest rate; see ``activeVideoMinFrameDuration``.
  public var activeVideoMaxFrameDuration: CMTime {
    get { maxFrameDuration }
    set { maxFrameDuration = grantable(newValue) }
  }

  /// The shortest duration of the active format that isn't shorter; what was asked for where that is out of range.
  private func grantable(_ wish: CMTime) -> CMTime {
    guard wish.isNumeric else { return wish }
    return activeFormat.frameRateRanges.map { $0.shortest(notUnder: wish) }.filter { $0 >= wish }.min() ?? wish
  }

  /// False: frames don't become longer by themselves.
  public var isAutoVideoFrameRateEnabled: Bool {
    get { false }
    set { if newValue { Misuse.tell("isAutoVideoFrameRateEnabled: \(localizedName) can't") } }
  }
}

extension CaptureDevice.Format {
  /// The rates: one range from the lowest to the highest, also where the camera has some of them alone.
  public var videoSupportedFrameRateRanges: [AVFrameRateRange] {
    let ranges = frameRateRanges
    guard let shortest = ranges.map(\.minFrameDuration).min(), let longest = ranges.map(\.maxFrameDuration).max()
    else { return [] }
    return [FrameRateRange(minFrameDuration: shortest, maxFrameDuration: longest)]
  }
}

extension FrameRateRange {
  /// The shortest duration that isn't shorter than another; the longest there is where all are.
  fileprivate func shortest(notUnder wish: CMTime) -> CMTime {
    let nearest = nearest(to: wish)
    guard nearest < wish, case .stepwise(let step) = step else { return nearest }
    return min(nearest + step, maxFrameDuration)
  }
}
