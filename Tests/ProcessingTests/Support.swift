import OpenCaptureSystem
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import OpenCaptureProcessing
import Synchronization

/// Something that was found, with a name to tell it from others.
struct Find: MetadataObject, Equatable {
  var name: String
  var time = MediaTime.invalid
  var bounds = Rect.unit
  var type: MetadataObjectType { MetadataObjectType(rawValue: "find") }
  var duration: MediaTime { .invalid }

  func transformed(by transform: PictureTransform) -> Find {
    var copy = self
    copy.bounds = transform.apply(bounds)
    return copy
  }
}

/// A processor made of a closure.
struct Closure: FrameProcessor {
  var name = "closure"
  let body: @Sendable (inout Frame) throws -> Void

  mutating func process(_ frame: inout Frame) throws { try body(&frame) }
}

/// What it throws.
struct Complaint: Error, CustomStringConvertible {
  var description: String
}

/// A clock that moves when it is told to.
final class ManualClock: Sendable {
  private let time = Atomic<UInt64>(0)
  func advance(_ nanoseconds: UInt64) { time.add(nanoseconds, ordering: .relaxed) }
  var clock: MonotonicClock { MonotonicClock { self.time.load(ordering: .relaxed) } }
}

extension Frame {
  /// A frame with nothing on it, shown at `value` / `timescale` seconds.
  static func blank(at value: Int64 = 0, _ timescale: Int32 = 30, format: PixelFormat = .bgra) throws -> Frame {
    let time = MediaTime(value: value, timescale: timescale)
    return Frame(
      SampleBuffer(
        imageBuffer: try PixelBuffer(format: format, width: 8, height: 4),
        timing: SampleTiming(presentationTimeStamp: time)))
  }

  var findNames: [String] { metadataObjects.compactMap { ($0 as? Find)?.name } }

  /// Where the bytes of the picture lie.
  var address: UnsafeRawPointer? {
    sampleBuffer.imageBuffer.flatMap { $0.withUnsafePlane(0) { $0.baseAddress } }
  }
}
