import OpenCaptureSystem
import OpenCaptureMediaSamples

/// What a camera is asked to stream.
public struct CaptureStreamConfiguration: Sendable, Hashable {
  /// Pixels or codec, and size.
  public var format: CaptureDevice.Format
  /// How long a frame lasts; ``MediaTime/invalid`` leaves it to the camera.
  public var frameDuration: MediaTime

  /// Makes a configuration.
  public init(format: CaptureDevice.Format, frameDuration: MediaTime = .invalid) {
    (self.format, self.frameDuration) = (format, frameDuration)
  }
}

/// A camera as its driver shows it: what a ``CaptureDevice`` is made of.
///
/// The V4L2 driver and the synthetic camera conform; so can a camera of your own. Safe from any thread.
public protocol CaptureDeviceDriver: AnyObject, Sendable {
  /// What the camera is called, and where it is.
  var identity: CaptureDevice.Identity { get }

  /// The formats that it delivers, in the driver's order.
  func formats() throws(CaptureError) -> [CaptureDevice.Format]

  /// The driver's codes of formats that nothing here decodes, which are left out of ``formats()``. Default none.
  func undecodableFormats() throws(CaptureError) -> [FourCharCode]

  /// The programs beside this one that have the camera open, each as its name and process number. Default none.
  var otherUsers: [String] { get }

  /// Everything that can be set, with values as they are now.
  func controls() throws(CaptureError) -> [CaptureControl]

  /// The value of a control now.
  func value(of control: CaptureControl.Name) throws(CaptureError) -> Int64

  /// Sets a control, and gives back the value that was granted.
  func setValue(_ value: Int64, of control: CaptureControl.Name) throws(CaptureError) -> Int64

  /// Begins to stream.
  ///
  /// - Returns: The stream, whose configuration is what was granted.
  func startStreaming(
    _ configuration: CaptureStreamConfiguration, to sink: any CaptureStreamSink
  ) throws(CaptureError) -> any CaptureStream
}

extension CaptureDeviceDriver {
  /// None.
  public func undecodableFormats() throws(CaptureError) -> [FourCharCode] { [] }

  /// None.
  public var otherUsers: [String] { [] }
}

/// Frames on their way from a source.
public protocol CaptureStream: AnyObject, Sendable {
  /// What the source granted.
  var configuration: CaptureStreamConfiguration { get }

  /// What the source did so far. Default nothing is known.
  var statistics: CaptureStreamStatistics { get }

  /// Ends the stream; once this has returned, the sink is not called again, unless it is the sink that calls this.
  ///
  /// From any thread, and more than once.
  func stop()
}

extension CaptureStream {
  /// Nothing is known.
  public var statistics: CaptureStreamStatistics { CaptureStreamStatistics() }
}

/// What a source did while it streamed.
public struct CaptureStreamStatistics: Lockable, Sendable, Hashable {
  /// Frames that it sent.
  public var frameCount = 0
  /// Frames that it had to copy, because consumers held too many of its buffers.
  public var copiedCount = 0
  /// Frames that it marked as damaged.
  public var damagedCount = 0

  /// Nothing yet.
  public init() {}
}

/// Where a source sends its frames: called on the source's thread, one call at a time.
public protocol CaptureStreamSink: AnyObject, Sendable {
  /// Takes a frame; a source that can wait is held up here while there is no room for it.
  func receive(_ sampleBuffer: SampleBuffer)

  /// Takes note of frames that the source lost.
  func receive(_ dropped: DroppedFrame)

  /// Takes note that a control of the camera was changed. Default nobody does.
  func receive(_ change: CaptureControlChange)

  /// Takes note that no frame has come for a while, though the stream goes on; told once, until one comes. Default
  /// nobody does.
  func receive(_ stall: CaptureStall)

  /// Takes note that the stream ended by itself; nothing comes after this.
  func end(_ error: CaptureError)

  /// Takes note that there is nothing more, as at the end of a file, and waits until what was sent has been taken;
  /// nothing comes after this. Default an error, for sinks that know no end.
  func finish()
}

extension CaptureStreamSink {
  /// Does nothing.
  public func receive(_ change: CaptureControlChange) {}

  /// Does nothing.
  public func receive(_ stall: CaptureStall) {}

  /// Ends with an error.
  public func finish() { end(CaptureError(.mediaFailed, subject: "input", reason: "there is nothing more in it")) }
}
