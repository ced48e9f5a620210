public import CoreVideo
public import OpenCaptureMediaSamples
import OpenCaptureSystem

extension SampleBuffer {
  /// What is attached to one of a sample buffer's samples.
  public struct PerSampleAttachmentsDictionary: Sequence {
    /// The name of an attachment.
    public struct Key: RawRepresentable, Sendable, Hashable {
      /// The name.
      public let rawValue: CFString

      /// Makes a key of this name.
      public init(rawValue: CFString) { self.rawValue = rawValue }

      /// That decoding can't begin with it.
      public static let notSync = Self(rawValue: kCMSampleAttachmentKey_NotSync)
      /// That it needs others to be decoded, or not.
      public static let dependsOnOthers = Self(rawValue: kCMSampleAttachmentKey_DependsOnOthers)
      /// That others need it, or not.
      public static let isDependedOnByOthers = Self(rawValue: kCMSampleAttachmentKey_IsDependedOnByOthers)
      /// That it is shown at once, whatever its time is; attached, and without effect.
      public static let displayImmediately = Self(rawValue: kCMSampleAttachmentKey_DisplayImmediately)
      /// That it is decoded, and not shown; attached, and without effect.
      public static let doNotDisplay = Self(rawValue: kCMSampleAttachmentKey_DoNotDisplay)
    }

    fileprivate var values: [String: Any]

    /// What is attached under a name; nil where nothing is.
    public subscript(key: Key) -> Any? {
      get { values[key.rawValue] }
      set { values[key.rawValue] = newValue }
    }

    /// Goes through all that is attached.
    public func makeIterator() -> AnyIterator<(key: Key, value: Any)> {
      var values = values.makeIterator()
      return AnyIterator { values.next().map { (Key(rawValue: $0.key), $0.value) } }
    }
  }

  /// What is attached to each of a sample buffer's samples.
  public struct SampleAttachmentsArray: MutableCollection, RandomAccessCollection {
    fileprivate let sample: SampleBuffer

    /// The first's place, 0.
    public var startIndex: Int { 0 }
    /// The place behind the last.
    public var endIndex: Int { sample.numSamples }

    /// What is attached to the sample at a place: changed in place, for all who hold the buffer.
    public subscript(index: Int) -> PerSampleAttachmentsDictionary {
      get {
        precondition(indices.contains(index), "a sample buffer has as many samples as it counts")
        let values = sample.bearer(ifNeeded: false)?.withLock { $0.sampleAttachments[index] }
        return PerSampleAttachmentsDictionary(values: values ?? [:])
      }
      nonmutating set {
        precondition(indices.contains(index), "a sample buffer has as many samples as it counts")
        // What was there leaves the lock first: it can be anything.
        _ = sample.bearer(ifNeeded: true)?.withLock { state in
          let last = state.sampleAttachments[index]
          state.sampleAttachments[index] = newValue.values
          return last
        }
      }
    }
  }

  /// What is attached to each of its samples: changed in place, for all who hold the buffer.
  public var sampleAttachments: SampleAttachmentsArray {
    get { SampleAttachmentsArray(sample: self) }
    nonmutating set {
      let own = SampleAttachmentsArray(sample: self)
      for (index, values) in zip(own.indices, newValue) { own[index] = values }
    }
  }
}

/// What is attached to each of a sample buffer's samples, as dictionaries; they are copies.
///
/// To attach something, there is `sampleAttachments`.
///
/// - Parameters:
///   - sbuf: The sample buffer.
///   - createIfNecessary: Whether there are dictionaries where nothing is attached; else nil.
public func CMSampleBufferGetSampleAttachmentsArray(_ sbuf: CMSampleBuffer, createIfNecessary: Bool) -> CFArray? {
  let all = sbuf.sampleAttachments.map(\.values)
  return createIfNecessary || all.contains { !$0.isEmpty } ? all : nil
}
