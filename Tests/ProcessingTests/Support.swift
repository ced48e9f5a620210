import OpenCaptureSystem
import OpenCaptureMediaSamples
import OpenCaptureMetadata
import OpenCaptureProcessing
import Synchronization

/// A detection with a name.
struct TestObject: MetadataObject, Equatable {
  var name: String
  var time = MediaTime.invalid
  var boundingBox = Rect.unit
  var type: MetadataObjectType { MetadataObjectType(rawValue: "find") }
  var duration: MediaTime { .invalid }

  func transformed(by transform: PictureTransform) -> TestObject {
    var copy = self
    copy.boundingBox = transform.apply(boundingBox)
    return copy
  }
}

/// A processor that calls a closure.
struct Closure: FrameProcessor {
  var name = "closure"
  let body: @Sendable (inout Frame) throws -> Void

  mutating func process(_ frame: inout Frame) throws { try body(&frame) }
}

/// An error thrown by test processors.
struct TestError: Error, CustomStringConvertible {
  var description: String
}

/// A clock that only moves when it is advanced.
final class ManualClock: Sendable {
  private let time = Atomic<UInt64>(0)
  func advance(_ nanoseconds: UInt64) { time.add(nanoseconds, ordering: .relaxed) }
  var clock: MonotonicClock { MonotonicClock { self.time.load(ordering: .relaxed) } }
}

extension Frame {
  /// Makes a blank frame at `value` / `timescale` seconds.
  static func blank(at value: Int64 = 0, _ timescale: Int32 = 30, format: PixelFormat = .bgra) throws -> Frame {
    let time = MediaTime(value: value, timescale: timescale)
    return Frame(
      SampleBuffer(
        pixelBuffer: try PixelBuffer(format: format, width: 8, height: 4),
        timing: SampleTiming(presentationTimeStamp: time)))
  }

  var findNames: [String] { metadataObjects.compactMap { ($0 as? TestObject)?.name } }

  /// The address of the picture's bytes.
  var address: UnsafeRawPointer? {
    sampleBuffer.pixelBuffer.flatMap { $0.withUnsafePlane(0) { $0.baseAddress } }
  }
}
